// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata::views {

/// From where to where a bar stands, in seconds, and the signed step that it makes.
struct WaterfallExtent {
    double value = 0.0;
    double from = 0.0;
    double to = 0.0;
};

/// Interval of the sum up to and with a bar.
struct WaterfallRange {
    double low = 0.0;
    double high = 0.0;
    bool between =
        false; ///< not stated by the estimate: lies between the interval of the kernels and that of the model
};

/// A further baseline: where its sum stands behind each bar.
struct FurtherWaterfall {
    char letter = 0;
    double total = 0.0;
    std::optional<double> gamma;
};

struct WaterfallBar {
    std::string id; ///< of its part
    Message title;
    Category category = Category::Other;
    std::optional<WaterfallExtent> selected;
    std::optional<WaterfallExtent> baseline;
    std::vector<std::optional<WaterfallExtent>> further; ///< by further baseline
    std::optional<WaterfallRange> range;                 ///< of the selected design
    bool total = false;                                  ///< the last bar: what the others add up to
    bool opens = false;                                  ///< has parts of its own
    const Part* part = nullptr;                          ///< of the selected design; nullptr for merged ones
    std::vector<std::pair<Message, double>> merged;
};

struct MeasuredTime {
    double seconds = 0.0;
    std::string source;
};

/// Variance of the model's relative error by source, and the limits of what correlation may do. What is absent was not
/// told.
struct ErrorBudget {
    std::vector<std::pair<std::string, double>> shares; ///< "independent", "correlated", "runtime"; sum 1
    std::optional<double> sigma;                        ///< with the correlation that was measured
    std::optional<double> sigma_independent;            ///< sigma / sqrt(N): if all kernels erred independently
    std::optional<double> sigma_correlated;             ///< sigma: if all erred alike
    std::optional<double> bias;
};

/// What leads from the sum of kernels to the model, or the parts of one of its bars.
struct Waterfall {
    std::vector<std::string> path; ///< ids of the bars that were opened; empty: the whole model
    std::vector<Message> trail;    ///< their titles
    std::vector<WaterfallBar> bars;
    double total = 0.0;
    std::optional<double> baseline_total;
    std::vector<FurtherWaterfall> further;
    bool extrapolated = false; ///< the total lies outside of what the models were checked against
    std::optional<double> kernels;
    std::optional<double> gamma; ///< (model - kernels) / kernels, signed
    std::optional<double> baseline_gamma;
    std::optional<MeasuredTime> measured;
    ErrorBudget error;
    std::string metric;                       ///< whose parts these are
    double coverage = 1.0;                    ///< of the model's interval
    std::shared_ptr<const Estimate> estimate; ///< keeps the parts alive
};

/// More bars than this are merged into one, so that labels keep their room.
inline constexpr std::size_t kMostBars = 14;
inline constexpr std::string_view kMergedId = "others";

/// Which request of a serving engine is taken apart.
enum class ServedLife { Mean, Percentile99 };

/// The metric whose parts lead from kernels to the whole: the latency of a model, the iteration of a training step,
/// what users of a serving engine wait for; empty where an estimate has none of them.
std::string waterfallMetric(const Estimate& estimate, ServedLife life);

/// A further baseline by its letter.
using FurtherEstimates = std::vector<std::pair<char, std::shared_ptr<const Estimate>>>;

/// Relative error of what a category of time adds; 0: not known.
using CategoryError = std::function<double(Category)>;

/// No bars where the parts neither start with "kernels" nor can be told apart into kernels and the rest, as the kernels
/// of an edge runtime and the phases of a request can. Where an estimate states the interval of its end alone, that of
/// the sum up to each bar is its share by variance: the square of the seconds of each bar times the error of its
/// category, or of the seconds alone where no error is known. A path that the estimate does not have is cut to what it
/// has.
Waterfall makeWaterfall(std::shared_ptr<const Estimate> estimate, const std::shared_ptr<const Estimate>& baseline,
                        const std::vector<std::string>& path, ServedLife life = ServedLife::Mean,
                        const FurtherEstimates& further = {}, const CategoryError& error = {});

/// Bars of both designs, the measured value and the error budget, one a row.
Table waterfallTable(const Waterfall& waterfall);

} // namespace strata::views
