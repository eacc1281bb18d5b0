// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/accuracy.h"

#include "core/assess/predictions.h"
#include "core/exchange/csv.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <tuple>

namespace strata::coverage {

std::vector<Accuracy> newestAccuracies(std::span<const assess::ResultRecord> records) {
    std::map<std::tuple<std::string, std::string, std::string>, assess::ResultRecord> newest;
    for (const assess::ResultRecord& record : records) {
        const auto [place, added] = newest.try_emplace({record.method, record.suite, record.quantity}, record);
        if (!added && record.date >= place->second.date) place->second = record;
    }
    std::vector<Accuracy> accuracies;
    for (const auto& [key, record] : newest)
        accuracies.push_back({record.method, record});
    std::ranges::stable_sort(accuracies, [](const Accuracy& a, const Accuracy& b) {
        return std::tuple(a.method, b.record.n) < std::tuple(b.method, a.record.n);
    });
    return accuracies;
}

Result<std::vector<assess::ResultRecord>> readResults(const std::filesystem::path& file) {
    const std::string name = file.string();
    if (!name.ends_with(".jsonl")) {
        auto table = exchange::CsvTable::read(file);
        if (!table) return table.error();
        auto report = assess::readPredictions(*table, name);
        if (!report) return report.error();
        report->suite = file.stem().string();
        return assess::recordsOf(*report);
    }
    std::error_code ignored;
    std::ifstream in(file, std::ios::binary);
    if (!in || std::filesystem::is_directory(file, ignored))
        return Error{"unreadable-file", "", {"error.cannot-read-file-2"}, {"accepted.history-results"}, name};
    const std::string text(std::istreambuf_iterator<char>(in), {});
    return assess::readHistory(text, name);
}

const Accuracy* accuracyOf(std::span<const Accuracy> accuracies, std::string_view method) {
    const auto found = std::ranges::find(accuracies, method, &Accuracy::method);
    return found == accuracies.end() ? nullptr : &*found;
}

} // namespace strata::coverage
