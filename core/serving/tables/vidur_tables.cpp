// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/tables/vidur_tables.h"

#include <algorithm>
#include <cmath>

namespace strata::serving {
namespace {

constexpr double kTokenStep = 8, kContextStep = 64;

double roundedUp(double x, double step) { return std::ceil(x / step) * step; }

/// Entry for `at` in 1 .. size; beyond the end in proportion to the last one.
double entry(const std::vector<double>& table, double at) {
    if (table.empty()) return 0;
    const auto size = static_cast<double>(table.size());
    if (at > size) return table.back() * at / size;
    return table[static_cast<std::size_t>(std::max(1.0, at)) - 1];
}

double meanContext(const BatchShape& batch) {
    // The reference takes the integer part of the mean.
    return roundedUp(static_cast<double>(batch.decode_context_sum / batch.decodes), kContextStep);
}

} // namespace

OperatorTableTime::OperatorTableTime(OperatorTables tables, const OperatorTableOptions& options)
    : tables_(std::move(tables)), options_(options) {}

OperatorTableTime::Merged OperatorTableTime::merge(const std::vector<PrefillChunk>& prefills) {
    Merged merged;
    double squares = 0;
    for (const PrefillChunk& part : prefills) {
        merged.context += roundedUp(part.context, kContextStep);
        squares += static_cast<double>(part.tokens) * part.tokens;
    }
    merged.chunk = std::nearbyint(std::sqrt(squares));
    return merged;
}

double OperatorTableTime::decodeSeconds(const BatchShape& batch) const {
    if (batch.decodes == 0) return 0;
    const auto rows = static_cast<std::int64_t>(tables_.decode_batches);
    const double column = meanContext(batch) / kContextStep, last = static_cast<double>(tables_.contexts - 1);
    const std::int64_t row = std::min<std::int64_t>(batch.decodes, rows);
    const double inside = std::min(column, last);
    double seconds =
        tables_.decode_s[static_cast<std::size_t>(row - 1) * tables_.contexts + static_cast<std::size_t>(inside)];
    seconds *= static_cast<double>(batch.decodes) / static_cast<double>(row);
    if (column > last) seconds *= column / std::max(last, 1.0);
    return seconds * (options_.grouped_attention && batch.decodes > 1 ? 1 + options_.grouped_overhead : 1);
}

double OperatorTableTime::prefillSeconds(const BatchShape& batch) const {
    if (batch.prefills.empty()) return 0;
    const Merged merged = merge(batch.prefills);
    const double column = merged.context / kContextStep, last = static_cast<double>(tables_.contexts - 1);
    const auto chunks = static_cast<double>(tables_.prefill_chunks);
    const double chunk = std::clamp(merged.chunk, 1.0, chunks);
    double seconds = tables_.prefill_s[static_cast<std::size_t>(std::min(column, last)) * tables_.prefill_chunks +
                                       static_cast<std::size_t>(chunk) - 1];
    // Scores grow with chunk x (context + chunk / 2).
    if (column > last || merged.chunk > chunks) {
        const double kept = std::min(merged.context, last * kContextStep);
        seconds *= merged.chunk * (merged.context + merged.chunk / 2) / (chunk * (kept + chunk / 2));
    }
    return seconds * (options_.grouped_attention && batch.prefills.size() > 1 ? 1 + options_.grouped_overhead : 1);
}

double OperatorTableTime::seconds(const BatchShape& batch, int stage) const {
    const double rounded = roundedUp(batch.tokens, kTokenStep);
    double layer = entry(tables_.linear_s, rounded) + entry(tables_.kv_save_s, batch.tokens) + decodeSeconds(batch) +
                   prefillSeconds(batch);
    if (options_.tp > 1) layer += 2 * (entry(tables_.all_reduce_s, rounded) + options_.collective_launch_s);
    double seconds = layer * options_.layers / options_.stages + options_.step_s;
    if (stage + 1 < options_.stages) seconds += entry(tables_.send_recv_s, rounded);
    return seconds;
}

bool OperatorTableTime::outside(const BatchShape& batch) const {
    if (static_cast<std::size_t>(batch.tokens) > tables_.linear_s.size()) return true;
    const double last = static_cast<double>(tables_.contexts - 1) * kContextStep;
    if (batch.decodes > 0) {
        if (static_cast<std::size_t>(batch.decodes) > tables_.decode_batches || meanContext(batch) > last) return true;
    }
    if (batch.prefills.empty()) return false;
    const Merged merged = merge(batch.prefills);
    return merged.context > last || merged.chunk > static_cast<double>(tables_.prefill_chunks);
}

} // namespace strata::serving
