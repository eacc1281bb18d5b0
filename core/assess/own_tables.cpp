// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/own_tools.h"

#include "core/exchange/timings/operator_timings.h"
#include "core/exchange/timings/tool_timings.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::assess {

namespace {

Result<std::vector<MeasuredRow>> collectiveRows(std::string_view text, std::string_view file, const OwnHints& hints,
                                                std::vector<Message>* left_out) {
    if (hints.target.cluster.empty())
        return badArgument({"error.nccl-tests-measure-fabric"}, {"accepted.cluster-id"}, file);
    const auto read = exchange::parseCollectiveTimings(text, file);
    if (!read) return read.error();
    std::vector<MeasuredRow> rows;
    for (const exchange::CollectiveTiming& timing : read->timings)
        rows.push_back(rowOf(timing, hints.target.cluster, std::string(file) + ":" + std::to_string(timing.line)));
    for (const auto& [name, count] : read->left_out)
        if (left_out) left_out->push_back({"note.left-out-collectives", {{"count", count}, {"name", name}}});
    if (rows.empty())
        return badArgument({"error.no-line-of-operator-table"}, {"accepted.columns-of-operator-table"}, file);
    return rows;
}

} // namespace

MeasuredRow rowOf(const exchange::CollectiveTiming& timing, const std::string& cluster, const std::string& id) {
    const Json request = {
        {"kind", "collective"},
        {"hardware", cluster},
        {"workload", {{"collective", timing.collective}, {"bytes", timing.bytes}, {"ranks", timing.ranks}}}};
    MeasuredRow row{id, canonicalText(request), "latency_s", timing.seconds, "s"};
    row.group = {{"collective", timing.collective}};
    return row;
}

Result<std::vector<MeasuredRow>> operatorRows(std::string_view text, std::string_view file, const OwnHints& hints,
                                              std::vector<Message>* left_out) {
    if (exchange::isCollectiveTable(text.substr(0, text.find('\n'))))
        return collectiveRows(text, file, hints, left_out);
    if (hints.target.hardware.empty())
        return badArgument({"error.kernels-timed-on-device"}, {"accepted.hardware-id"}, file);
    const auto read = exchange::parseOperatorTimings(text, file);
    if (!read) return read.error();
    std::vector<MeasuredRow> rows;
    for (const exchange::OperatorTiming& timing : read->timings) {
        const std::string engine = hints.target.engine.empty() ? engineNamed(timing.framework) : hints.target.engine;
        Json hardware = hints.target.hardware;
        if (!engine.empty()) hardware = {{"base", hints.target.hardware}, {"set", {{"/engine", engine}}}};
        const Json request = {
            {"kind", "kernel"}, {"hardware", std::move(hardware)}, {"workload", workload::toJson(timing.kernel)}};
        rows.push_back({std::string(file) + ":" + std::to_string(timing.line), canonicalText(request), "latency_s",
                        timing.seconds, "s"});
        rows.back().group = {{"operator", std::string(name(classOf(timing.kernel)))}, {"framework", timing.framework}};
    }
    for (const auto& [format, count] : read->left_out)
        if (left_out) left_out->push_back({"note.left-out-formats", {{"count", count}, {"format", format}}});
    if (rows.empty())
        return badArgument({"error.no-line-of-operator-table"}, {"accepted.columns-of-operator-table"}, file);
    return rows;
}

namespace {

Result<std::vector<MeasuredRow>> rowsOfBatches(const std::vector<exchange::BatchTiming>& timings, const char* engine,
                                               std::string_view file, const OwnHints& hints, const Library& library,
                                               std::vector<Message>* left_out) {
    std::map<std::string, std::size_t> results;
    for (const exchange::BatchTiming& timing : timings)
        ++results[timing.hardware];
    const auto names = namesOfStated(results, hints, library, file, left_out);
    if (!names) return names.error();
    std::vector<MeasuredRow> rows;
    for (const exchange::BatchTiming& timing : timings) {
        if (!names->contains(timing.hardware)) continue;
        const auto device = deviceNamed(timing.hardware, hints, library, file);
        if (!device) return device.error();
        const auto model = modelOf(timing.model, hints, library, file);
        if (!model) return model.error();
        Json request = {{"kind", "inference"},
                        {"hardware", *device},
                        {"workload",
                         {{"model", *model},
                          {"prompt_tokens", timing.prompt_tokens},
                          {"output_tokens", timing.output_tokens},
                          {"batch", timing.batch}}},
                        {"plan", {{"engine", engineOf(hints.target, engine)}}}};
        if (!hints.weights.empty()) request["workload"]["weights"] = hints.weights;
        if (timing.tp > 1) request["plan"]["tp"] = timing.tp;
        const std::string asked = canonicalText(request);
        const std::string id = std::string(file) + ":" + std::to_string(timing.line);
        const auto add = [&](const char* quantity, const std::optional<double>& seconds) {
            if (!seconds) return;
            rows.push_back({id + ":" + quantity, asked, quantity, *seconds, "s"});
            rows.back().group = {{"hardware", timing.hardware}, {"model", timing.model}};
        };
        add("ttft_s", timing.ttft_s);
        add("tpot_s", timing.tpot_s);
    }
    if (rows.empty()) return badArgument({"error.no-time-in-batch-table"}, {"accepted.columns-of-batch-table"}, file);
    return rows;
}

} // namespace

Result<std::vector<MeasuredRow>> batchRows(std::string_view text, std::string_view file, const OwnHints& hints,
                                           const Library& library, std::vector<Message>* left_out) {
    const auto timings = exchange::parseBatchTimings(text, file);
    return timings ? rowsOfBatches(*timings, "vllm", file, hints, library, left_out) : timings.error();
}

Result<std::vector<MeasuredRow>> oneBatchRows(std::string_view text, std::string_view file, const OwnHints& hints,
                                              const Library& library, std::vector<Message>* left_out) {
    auto timings = exchange::parseOneBatch(text, file);
    if (!timings) return timings.error();
    if (hardwareOf(hints.target).get<std::string>().empty())
        return badArgument({"error.benchmark-serving-needs-hardware"}, {"accepted.hardware-id-or-cluster-id"}, file);
    if (hints.model.empty())
        return badArgument({"error.result-names-no-model"}, {"accepted.model-id-model-in-catalog"}, file);
    for (exchange::BatchTiming& timing : *timings)
        timing.tp = std::max(1.0, hints.ranks);
    return rowsOfBatches(*timings, "sglang", file, hints, library, left_out);
}

} // namespace strata::assess
