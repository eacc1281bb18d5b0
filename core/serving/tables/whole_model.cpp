// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/tables/whole_model.h"

#include <algorithm>
#include <cmath>

namespace strata::serving {

AnalyticTables wholeModel(const EngineTables& profile, const WholeModelOptions& options) {
    AnalyticTables out;
    EngineTables& tables = out.tables;
    tables = profile;
    out.kernels.at = out.communication.at = tables.layer.at;
    for (std::size_t i = 0; i < tables.layer.at.size(); ++i) {
        const double kernels_s = options.layers * profile.layer.seconds[i];
        const double sent_s = options.collectives_s ? options.collectives_s(tables.layer.at[i]) : 0;
        out.kernels.seconds.push_back(kernels_s);
        out.communication.seconds.push_back(sent_s);
        tables.layer.seconds[i] = kernels_s + sent_s + options.step_s;
    }
    for (double& seconds : tables.attention_s)
        seconds *= options.layers;
    out.head_kernels_s = tables.per_sequence.value(1);
    return out;
}

AnalyticTables wholeModel(const OperatorTables& tables, const OperatorTableOptions& options,
                          const OperatorTableTime& time) {
    AnalyticTables out;
    OperatorTableOptions alone = options; // all layers on one rank
    alone.stages = alone.tp = 1;
    alone.step_s = 0;
    const OperatorTableTime kernels(tables, alone);
    BatchShape shape;
    for (double at = 1; at <= static_cast<double>(tables.linear_s.size()); at = std::ceil(at * std::sqrt(2.0))) {
        shape.tokens = static_cast<std::int32_t>(at);
        double whole_s = 0;
        for (int stage = 0; stage < options.stages; ++stage)
            whole_s += time.seconds(shape, stage);
        const double kernels_s = kernels.seconds(shape, 0);
        const double host_s = options.step_s * options.stages;
        out.tables.layer.at.push_back(at);
        out.tables.layer.seconds.push_back(whole_s);
        out.kernels.seconds.push_back(kernels_s);
        out.communication.seconds.push_back(std::max(0.0, whole_s - host_s - kernels_s));
    }
    out.kernels.at = out.communication.at = out.tables.layer.at;
    for (std::size_t column = 0; column < tables.contexts; ++column)
        out.tables.axes[3].push_back(64.0 * static_cast<double>(column));
    for (auto* axis : {&out.tables.axes[0], &out.tables.axes[1], &out.tables.axes[2]})
        axis->push_back(0);
    out.tables.attention_s.assign(out.tables.axes[3].size(), 0);
    return out;
}

} // namespace strata::serving
