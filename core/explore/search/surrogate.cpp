// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/surrogate.h"

#include "core/learn/forest.h"

namespace strata::explore {
namespace {

using Model = SurrogateSettings::Model;

constexpr int kFirstSteps = 60, kFurtherSteps = 12; ///< of the climb to the scales of a Gaussian process

learn::Points rowsOf(std::span<const double> points, std::size_t inputs) {
    learn::Points rows;
    for (std::size_t i = 0; i < points.size(); i += inputs)
        rows.emplace_back(points.begin() + static_cast<std::ptrdiff_t>(i),
                          points.begin() + static_cast<std::ptrdiff_t>(i + inputs));
    return rows;
}

} // namespace

Surrogate::Surrogate(Model model, const std::vector<Gene>& genes, std::uint64_t seed)
    : model_(model), inputs_(genes.size()), seed_(seed) {
    for (const Gene& gene : genes)
        scales_.unordered.push_back(!gene.ordered);
}

void Surrogate::learn(std::span<const double> points, std::span<const double> values) {
    points_.assign(points.begin(), points.end());
    values_.assign(values.begin(), values.end());
    if (model_ == Model::GaussianProcess) {
        process_ =
            learn::fitGaussianProcess(points_, inputs_, values_, scales_, learned_ == 0 ? kFirstSteps : kFurtherSteps);
        scales_ = process_.scales;
    } else {
        trees_ = learn::fitForest(rowsOf(points_, inputs_), values_, {.seed = seed_ + learned_});
    }
    ++learned_;
}

void Surrogate::believe(std::span<const double> point, double value) {
    if (model_ != Model::GaussianProcess) return;
    points_.insert(points_.end(), point.begin(), point.end());
    values_.push_back(value);
    process_ = learn::fitGaussianProcess(points_, inputs_, values_, scales_, 0);
}

std::vector<learn::Prediction> Surrogate::predict(std::span<const double> points) const {
    if (model_ == Model::GaussianProcess) return learn::predicted(process_, points);
    std::vector<learn::Prediction> predictions;
    for (std::size_t i = 0; i < points.size(); i += inputs_)
        predictions.push_back(learn::forestValue(trees_, points.subspan(i, inputs_)));
    return predictions;
}

std::vector<double> Surrogate::means(std::span<const double> points) const {
    if (model_ == Model::GaussianProcess) return learn::predictedMeans(process_, points);
    std::vector<double> means;
    for (const learn::Prediction& prediction : predict(points))
        means.push_back(prediction.mean);
    return means;
}

} // namespace strata::explore
