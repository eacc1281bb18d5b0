// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/cost_model.h"

#include <algorithm>

namespace strata::schedule {
namespace {

constexpr const char* kForm = "boosted";
constexpr const char* kSpace = "tuning";
const std::map<std::string, std::string, std::less<>> kOthers{{"distance", "other configurations"}};
const std::map<std::string, std::string, std::less<>> kFit{{"what", "cross-validation"}};

Error noModel(const char* id) { return {"bad-value", "", {id}, {"accepted.predictor-of-tuning"}, {}}; }

} // namespace

hardware::Predictor predictorOf(const CostModel& model, const ModelOrigin& origin) {
    hardware::Predictor file;
    file.id = origin.id;
    file.name = origin.name;
    file.form = kForm;
    file.space = kSpace;
    file.origin = origin.origin;
    file.date = origin.date;
    file.command = origin.command;
    file.points = static_cast<std::int64_t>(model.points);
    file.features = model.features;
    file.ranges = model.ranges;
    file.residuals = {{kOthers, model.p10, model.p50, model.p90, file.points}};
    file.groups = {{kFit, {{"rank", model.rank}, {"prior", model.uses_prior ? 1.0 : 0.0}}, file.points}};
    file.trees = model.trees;
    return file;
}

Result<CostModel> costModelOf(const hardware::Predictor& predictor) {
    if (predictor.form != kForm || predictor.space != kSpace) return noModel("error.predictor-is-no-cost-model");
    const hardware::PredictorResidual* residual = predictor.residual(kOthers);
    if (residual == nullptr || predictor.trees.empty()) return noModel("error.predictor-is-no-cost-model");
    CostModel model;
    model.features = predictor.features;
    for (const std::string& feature : model.features) {
        const auto range = std::ranges::find(predictor.ranges, feature, &hardware::FeatureRange::feature);
        if (range == predictor.ranges.end()) return noModel("error.predictor-lacks-range");
        model.ranges.push_back(*range);
    }
    for (const hardware::PredictorTree& tree : predictor.trees) {
        if (tree.feature.empty()) return noModel("error.predictor-is-no-cost-model");
    }
    model.trees = predictor.trees;
    model.points = static_cast<std::size_t>(predictor.points);
    model.p10 = residual->p10;
    model.p50 = residual->p50;
    model.p90 = residual->p90;
    if (const hardware::PredictorGroup* fit = predictor.find(kFit)) {
        if (const auto rank = fit->values.find("rank"); rank != fit->values.end()) model.rank = rank->second;
        if (const auto used = fit->values.find("prior"); used != fit->values.end())
            model.uses_prior = used->second != 0;
    }
    return model;
}

} // namespace strata::schedule
