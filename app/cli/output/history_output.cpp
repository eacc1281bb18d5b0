// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/history_output.h"

#include "app/cli/input/input.h"
#include "core/assess/history.h"
#include "core/base/quantity.h"
#include "core/evaluate/registry.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>

namespace strata::cli {
namespace {

Result<std::string> readAll(const std::string& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return std::string();
    std::ifstream in(file, std::ios::binary);
    if (!in || std::filesystem::is_directory(file, ignored))
        return Error{"unreadable-file", "", {"error.cannot-read-file-2"}, {"accepted.history-results"}, file};
    return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string versionIn(const Registry& registry, const std::string& id, const Library& library) {
    const auto method = std::ranges::find(registry.methods, id, &Method::id);
    return method == registry.methods.end() ? std::string() : versionOf(*method, library);
}

} // namespace

std::string today() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    char text[sizeof "2026-03-01"];
    std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
    return text;
}

Result<void> keepResults(const assess::SuiteReport& report, const Arguments& arguments, Streams& streams) {
    const auto file = arguments.value("--keep");
    if (!file) return {};
    const auto commit = arguments.value("--commit");
    if (!commit) return badArgument({"error.keep-needs-commit-program"}, {"accepted.commit-id-beside"});
    auto text = readAll(*file);
    if (!text) return text.error();
    auto history = assess::readHistory(*text, *file);
    if (!history) return history.error();
    const auto library = openLibrary(arguments, streams);
    if (!library) return library.error();
    if (!text->empty() && text->back() != '\n') *text += '\n';
    for (assess::ResultRecord& record : assess::recordsOf(report)) {
        record.date = today();
        record.commit = *commit;
        record.version = versionIn(streams.registry, record.method, **library);
        *text += assess::toJsonLine(record) + "\n";
        history->push_back(record);
    }
    if (auto written = writeFileWhole(*file, *text); !written) return written;
    for (const assess::Drift& drift : assess::drifts(*history)) {
        if (drift.newest.suite != report.suite) continue;
        streams.out << drift.newest.method << ", " << drift.newest.quantity << ": mean error "
                    << formatQuantity(drift.before_mape, "1") << " before, " << formatQuantity(drift.newest.mape, "1")
                    << " now\n";
    }
    return {};
}

} // namespace strata::cli
