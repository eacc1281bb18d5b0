// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/serving/serving_imported.h"

#include "core/base/normal.h"
#include "core/base/quantity.h"
#include "core/compose/error_propagation.h"
#include "core/compose/serving_step.h"
#include "core/exchange/serving/serving_tables.h"
#include "core/serving/tables/whole_model.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>

namespace strata::methods {
namespace {

constexpr const char* kComposed = "serving tables"; ///< residual of what composition adds to measured kernels
constexpr double kMedian = 0.6744897501960817, kNinth = 1.6448536269514722; ///< of |x|, x standard normal

/// Collectives of all layers by tokens of an iteration; empty on one rank.
std::function<double(double)> collectivesOf(const ServingQuery& query, const ServingPool& pool,
                                            const compose::RuntimeCosts& costs) {
    if (pool.graph.tensor_parallel <= 1) return {};
    compose::ServingLoad load;
    load.ranks = pool.graph.tensor_parallel;
    load.layers = query.model.document->value("layers", 1.0);
    load.hidden = query.model.document->value("hidden", 1.0);
    load.activation_bytes = bytesOf(pool.graph.activations);
    return [gpu = query.hardware.device.gpu, costs, load](double tokens) {
        return compose::allReduceSecondsOfPass(gpu, costs, load, tokens);
    };
}

/// Tables that tell their model are of the one that is asked.
Result<void> sameModel(const serving::OperatorTables::Model& profiled, const ServingQuery& query) {
    const Json& model = *query.model.document;
    const double heads = model.value("heads", 0.0);
    for (const auto& [name, in_tables, asked] : {std::tuple{"hidden", profiled.hidden, model.value("hidden", 0.0)},
                                                 {"heads", profiled.heads, heads},
                                                 {"kv_heads", profiled.kv_heads, model.value("kv_heads", heads)},
                                                 {"ffn", profiled.ffn, model.value("ffn", 0.0)}}) {
        if (!(in_tables > 0 && asked > 0) || in_tables == asked) continue;
        return Error{"bad-value",
                     "/plan/operator_tables/path",
                     {"error.tables-of-another-model", {{"field", name}, {"value", in_tables}, {"asked", asked}}},
                     {"accepted.tables-of-model"},
                     query.tables.path};
    }
    return {};
}

void importVidur(const ServingQuery& query, const ServingPool& pool, const compose::RuntimeCosts& costs,
                 serving::OperatorTables tables, ImportedTimes& out) {
    const Json& model = *query.model.document;
    serving::OperatorTableOptions options;
    options.layers = model.value("layers", 1.0);
    options.tp = static_cast<std::int32_t>(pool.graph.tensor_parallel);
    options.stages = pool.scheduler.stages;
    options.grouped_attention = model.value("kv_heads", 1.0) < model.value("heads", 1.0);
    options.step_s = query.tables.step_s;
    out.facts.rules_of_vidur = true;
    if (const auto collectives = collectivesOf(query, pool, costs); collectives && tables.all_reduce_s.empty()) {
        out.facts.collectives_added = true;
        options.collective_launch_s = 0;
        for (std::size_t tokens = 1; tokens <= tables.linear_s.size(); ++tokens)
            tables.all_reduce_s.push_back(collectives(static_cast<double>(tokens)) / (2 * options.layers));
    }
    if (options.stages > 1 && tables.send_recv_s.empty() && query.hardware.device.gpu.link_bytes_per_s > 0) {
        const double bytes = model.value("hidden", 1.0) * bytesOf(pool.graph.activations);
        for (std::size_t tokens = 1; tokens <= tables.linear_s.size(); ++tokens)
            tables.send_recv_s.push_back(bytes * static_cast<double>(tokens) /
                                         query.hardware.device.gpu.link_bytes_per_s);
    }
    auto time = std::make_unique<serving::OperatorTableTime>(tables, options);
    out.tables = serving::wholeModel(tables, options, *time);
    out.time = std::move(time);
}

} // namespace

Result<ImportedTimes> importedTimes(const ServingQuery& query, const ServingPool& pool,
                                    const compose::RuntimeCosts& costs,
                                    std::span<const hardware::Calibration> calibrations) {
    auto read = exchange::readServingTables(query.tables.path, query.tables.format,
                                            static_cast<int>(pool.graph.tensor_parallel));
    if (!read) {
        Error error = read.error();
        error.pointer = "/plan/operator_tables/path";
        return error;
    }
    ImportedTimes out;
    out.facts.format = read->format;
    for (const std::string& name : read->files)
        out.facts.files += (out.facts.files.empty() ? "" : ", ") + name;
    out.facts.sha256 = read->sha256;
    out.facts.rows = static_cast<std::int64_t>(read->rows);
    if (auto* tables = std::get_if<serving::OperatorTables>(&read->times)) {
        if (auto same = sameModel(tables->model, query); !same) return same.error();
        importVidur(query, pool, costs, std::move(*tables), out);
    } else {
        serving::WholeModelOptions options;
        options.layers = query.model.document->value("layers", 1.0);
        options.step_s = query.tables.step_s;
        options.collectives_s = collectivesOf(query, pool, costs);
        out.facts.collectives_added = static_cast<bool>(options.collectives_s);
        out.tables = serving::wholeModel(std::get<serving::EngineTables>(read->times), options);
    }
    const auto errors = compose::errorCorrelation(calibrations, kComposed, query.hardware.device.gpu);
    const double reach = kNormal90 * errors.runtime_sigma;
    out.tables.ratio_low = std::min(1.0, std::exp(errors.runtime_bias - reach));
    out.tables.ratio_high = std::max(1.0, std::exp(errors.runtime_bias + reach));
    return out;
}

CalibrationUse importedUse(const ImportedFacts& facts, std::span<const hardware::Calibration> calibrations) {
    const double sigma = compose::errorCorrelation(calibrations, kComposed).runtime_sigma;
    return {"operator tables (" + facts.format + ")", facts.files + ", SHA-256 " + facts.sha256.substr(0, 16),
            facts.rows, std::expm1(kMedian * sigma), std::expm1(kNinth * sigma)};
}

Note importedNote(const ImportedFacts& facts) {
    std::vector<Message> more;
    if (facts.rules_of_vidur) more.push_back({"note.operator-tables-bare"});
    if (facts.collectives_added) more.push_back({"note.operator-tables-collectives"});
    Message text{"note.operator-tables",
                 {{"files", facts.files},
                  {"format", facts.format},
                  {"rows", facts.rows},
                  {"sha256", facts.sha256.substr(0, 16)},
                  {"more", std::move(more)}}};
    return {Note::Level::Info, "operator-tables", std::move(text), "/plan/operator_tables"};
}

} // namespace strata::methods
