// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/calibration/predictor.h"

namespace strata::hardware {
namespace {

using namespace strata::field;

constexpr double kMostPoints = 1e15;

Field pointsField() {
    return integer("points", "Points", "", "Number of measurements behind the values.").within(0, kMostPoints).needed();
}

Field keyField() {
    return map("key", "Group", text("", "Value"), "What the values hold for: backend, device, part or distance.")
        .needed();
}

ObjectSchema rangeSchema() {
    return {"feature_range",
            "Range",
            {
                text("feature", "Feature", "Name of a feature.").needed(),
                number("low", "Lowest", "", "Lowest value among the measurements.").needed(),
                number("high", "Highest", "", "Highest value among the measurements.").needed(),
            }};
}

ObjectSchema residualSchema() {
    return {"predictor_residual",
            "Residuals",
            {
                keyField(),
                number("p10", "10th percentile", "", "A percentile of ln(measured / predicted).").needed(),
                number("p50", "Median", "", "A percentile of ln(measured / predicted).").needed(),
                number("p90", "90th percentile", "", "A percentile of ln(measured / predicted).").needed(),
                pointsField(),
            }};
}

ObjectSchema groupSchema() {
    return {"predictor_group",
            "Group",
            {keyField(), map("values", "Coefficients", number("", "Coefficient"), "Coefficients by name.").needed(),
             pointsField()}};
}

ObjectSchema treeSchema() {
    const auto places = [](const char* key, const char* title, const char* help) {
        return list(key, title, integer("", "Place").within(-1, 1 << 24), help).atLeast(1).needed();
    };
    return {"predictor_tree",
            "Tree",
            {
                places("feature", "Features", "Place of the feature that each node compares; -1 for a leaf."),
                list("threshold", "Thresholds", number("", "Threshold"), "Values up to it go to the left.")
                    .atLeast(1)
                    .needed(),
                places("left", "Left followers", "Place of the node on the left; -1 for a leaf."),
                places("right", "Right followers", "Place of the node on the right; -1 for a leaf."),
                list("value", "Values", number("", "Value"), "Value of each leaf.").atLeast(1).needed(),
            }};
}

ObjectSchema makePredictorSchema() {
    return {
        "predictor",
        "Predictor",
        {
            text("id", "Id").needed(),
            choice("kind", "Kind", {"predictor"}).needed(),
            text("name", "Name").needed(),
            integer("format", "Format", "", "Version of the file format.").within(1, 1 << 20).needed(),
            choice("form", "Form", {"additive", "boosted", "transfer"},
                   "The kind of model whose coefficients the file holds.")
                .needed(),
            text("space", "Space", "What the features describe.").needed(),
            text("origin", "Origin", "Origin of the measurements.").needed(),
            text("date", "Date", "Day of the fit.").needed(),
            text("command", "Command", "Writes the same file again.").needed(),
            pointsField(),
            list("features", "Features", text("", "Feature"), "Names of the features, in the order of the vectors."),
            list("ranges", "Ranges", rangeSchema(), "Range of each feature over the measurements."),
            list("residuals", "Residuals", residualSchema(), "How far measurements lie from predictions."),
            list("groups", "Groups", groupSchema(), "Coefficients of devices, backends or formats."),
            map("vectors", "Vectors", list("", "Vector", number("", "Value")),
                "Coefficients of each feature, by name."),
            list("trees", "Trees", treeSchema(), "Regression trees, which add up."),
        }};
}

} // namespace

const ObjectSchema& predictorSchema() {
    static const ObjectSchema schema = makePredictorSchema();
    return schema;
}

} // namespace strata::hardware
