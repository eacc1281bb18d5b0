// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exchange/import_model.h"

#include "app/cli/input/input.h"
#include "app/cli/output/pretty.h"
#include "core/base/message_text.h"
#include "core/base/quantity.h"
#include "core/catalog/catalog.h"
#include "core/exchange/models/model_file.h"
#include "core/exchange/models/safetensors.h"
#include "core/exchange/timeloop/timeloop_files.h"
#include "core/workload/graph.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::cli {
namespace {

/// Values of --dim NAME=SIZE.
Result<std::map<std::string, double>> dimensionsOf(const Arguments& arguments) {
    std::map<std::string, double> sizes;
    for (const std::string& text : arguments.values("--dim")) {
        const std::size_t equal = text.find('=');
        double size = 0;
        const char* const end = text.data() + text.size();
        const char* const begin = equal == std::string::npos ? end : text.data() + equal + 1;
        const auto [last, failed] = std::from_chars(begin, end, size);
        if (failed != std::errc() || last != end || !(size >= 1) || size > 1e9)
            return badArgument({"error.dim", {{"value", text}}}, {"accepted.name-and-size-such-as-sequence"});
        sizes[text.substr(0, equal)] = size;
    }
    return sizes;
}

/// Work and weights of one pass, as the models count them.
Result<void> printWork(const Json& entry, std::ostream& out) {
    const auto graph = workload::buildGraph(entry, {}, {});
    if (!graph) return graph.error();
    double launches = 0;
    for (const auto& op : graph->operators)
        launches += op.count * op.launches;
    out << alignedText({{"operators of one pass", formatCount(launches)},
                        {"parameters", formatQuantity(graph->parameters, "")},
                        {"operations of one pass", formatQuantity(graph->flop(), "flop")}},
                       {false, true});
    return {};
}

} // namespace

int importModel(const std::string& file, const Arguments& arguments, Streams& streams) {
    const auto dimensions = dimensionsOf(arguments);
    if (!dimensions) return fail(dimensions.error(), streams);
    const auto imported = exchange::readModelFile(file, {arguments.value("--id").value_or(""), *dimensions});
    if (!imported) return fail(imported.error(), streams);
    const Json& entry = *imported->document;
    streams.out << "entry    " << entry.at("id").get<std::string>() << "\nkind     "
                << entry.at("kind").get<std::string>() << "\n\n";
    if (entry.at("kind") != "npu") {
        if (auto printed = printWork(entry, streams.out); !printed) return fail(printed.error(), streams, kFailed);
    }
    for (const Message& note : imported->notes)
        streams.out << "note: " << messageText(note) << '\n';
    if (const auto out = arguments.value("--out")) {
        if (auto written = writeFileWhole(*out, entry.dump(2) + "\n"); !written) return fail(written.error(), streams);
    }
    if (!arguments.has("--add")) return kAnswered;
    auto catalog = openCatalog(arguments);
    if (!catalog) return fail(catalog.error(), streams);
    const auto kind = entryKindNamed(entry.at("kind").get<std::string>());
    if (auto added = catalog->addEntry(*kind, entry); !added) return fail(added.error(), streams, kFailed);
    streams.out << "added " << entry.at("id").get<std::string>() << '\n';
    return kAnswered;
}

int importTimeloop(std::span<const std::string> files, const Arguments& arguments, Streams& streams) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const std::string& file : files) {
        std::error_code status;
        std::ifstream in(file, std::ios::binary);
        if (!in || !std::filesystem::is_regular_file(file, status) ||
            std::filesystem::file_size(file, status) > kMaximumJsonBytes)
            return fail(
                {"unreadable-file", "", {"error.cannot-read-file"}, {"accepted.yaml-file-at-most-16-mib"}, file},
                streams);
        texts.emplace_back(std::string(std::istreambuf_iterator<char>(in), {}), file);
    }
    const auto read = exchange::readTimeloopFiles(texts);
    if (!read) return fail(read.error(), streams);
    const auto told = [&](const char* part, bool there) { streams.out << part << (there ? "read" : "-") << '\n'; };
    told("architecture  ", read->hardware != nullptr);
    told("problem       ", read->layer != nullptr);
    told("mapping       ", read->mapping != nullptr);
    for (const Message& note : read->notes)
        streams.out << "note: " << messageText(note) << '\n';
    const auto out = arguments.value("--out");
    if (!out) return kAnswered;
    Json document;
    if (read->hardware && read->layer)
        document = *read->request();
    else
        document = read->hardware ? *read->hardware : read->layer ? *read->layer : *read->mapping;
    if (auto written = writeFileWhole(*out, document.dump(2) + "\n"); !written) return fail(written.error(), streams);
    return kAnswered;
}

int importSafetensors(const std::string& file, const Arguments& arguments, Streams& streams) {
    const auto weights = exchange::readSafetensors(file);
    if (!weights) return fail(weights.error(), streams);
    std::vector<std::vector<std::string>> rows{{"type", "tensors", "elements", "bytes"}};
    for (const exchange::StoredType& row : weights->types)
        rows.push_back({row.type, formatCount(static_cast<double>(row.tensors)),
                        formatCount(static_cast<double>(row.elements)), formatCount(static_cast<double>(row.bytes))});
    rows.push_back({"all", formatCount(static_cast<double>(weights->tensors)),
                    formatCount(static_cast<double>(weights->elements)),
                    formatCount(static_cast<double>(weights->bytes))});
    streams.out << alignedText(rows, {false, true, true, true}) << "parameters  "
                << formatCount(static_cast<double>(weights->parameters)) << '\n';
    if (weights->stated_bytes > 0)
        streams.out << "stated by the index  " << formatCount(static_cast<double>(weights->stated_bytes)) << " bytes\n";
    for (const std::string& name : weights->missing_files)
        streams.out << "note: " << messageText({"note.import-missing-file", {{"file", name}}}) << '\n';
    if (const auto out = arguments.value("--out")) {
        Json types = Json::array();
        for (const exchange::StoredType& row : weights->types)
            types.push_back(
                {{"type", row.type}, {"tensors", row.tensors}, {"elements", row.elements}, {"bytes", row.bytes}});
        const Json document{{"parameters", weights->parameters},
                            {"tensors", weights->tensors},
                            {"elements", weights->elements},
                            {"bytes", weights->bytes},
                            {"types", types},
                            {"files", weights->files},
                            {"missing_files", weights->missing_files}};
        if (auto written = writeFileWhole(*out, document.dump(2) + "\n"); !written)
            return fail(written.error(), streams);
    }
    return kAnswered;
}

} // namespace strata::cli
