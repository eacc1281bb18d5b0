// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {

/// The version of the file format that this program writes. It reads all versions up to this one.
inline constexpr int kPredictorFormat = 1;

/// Range of a feature over the measurements that a predictor was fitted to.
struct FeatureRange {
    std::string feature;
    double low = 0, high = 0;
    friend bool operator==(const FeatureRange&, const FeatureRange&) = default;
};

/// Coefficients of one device or backend, by feature.
struct PredictorGroup {
    std::map<std::string, std::string, std::less<>> key; ///< {"backend": "ncnn", "part": "cpu"}
    std::map<std::string, double, std::less<>> values;
    std::int64_t points = 0;
    friend bool operator==(const PredictorGroup&, const PredictorGroup&) = default;
};

/// Quantiles of ln(measured / predicted) over measurements of one kind.
struct PredictorResidual {
    std::map<std::string, std::string, std::less<>> key; ///< {"distance": "device left out", "samples": "10"}
    double p10 = 0, p50 = 0, p90 = 0;
    std::int64_t points = 0;
    friend bool operator==(const PredictorResidual&, const PredictorResidual&) = default;
};

/// A regression tree as parallel lists: the feature of a node, its threshold (values up to it go to the left), the
/// places of its two followers, and the value of a leaf, which has the feature -1.
struct PredictorTree {
    std::vector<int> feature, left, right;
    std::vector<double> threshold, value;
    friend bool operator==(const PredictorTree&, const PredictorTree&) = default;
};

/// A fitted predictor as text, written by `strata-lab predictor`: a file of hwlib/predictor/. It never expires: later
/// programs read every format version.
struct Predictor {
    std::string id, name;
    int format = kPredictorFormat;
    std::string form;   ///< "additive", "boosted" or "transfer"
    std::string space;  ///< what the features are of: "operators", "nas-bench-201"
    std::string origin; ///< of the measurements, for people
    std::string date;   ///< of the fit
    std::string command;
    std::int64_t points = 0;
    std::vector<std::string> features; ///< names of the columns of vectors and of the trees' features
    std::vector<FeatureRange> ranges;
    std::vector<PredictorResidual> residuals;
    std::vector<PredictorGroup> groups;
    std::map<std::string, std::vector<double>, std::less<>> vectors; ///< "mean", "source 1080ti_1"
    std::vector<PredictorTree> trees;

    const PredictorGroup* find(const std::map<std::string, std::string, std::less<>>& key) const;
    const PredictorResidual* residual(const std::map<std::string, std::string, std::less<>>& key) const;
    friend bool operator==(const Predictor&, const Predictor&) = default;
};

/// Schema of hwlib/predictor/*.json.
const ObjectSchema& predictorSchema();

/// Errors: those of validate(), "bad-value" where a tree's lists differ in length, a node names no feature or follower
/// that there is, a vector is not as long as the features, or quantiles do not rise; "too-new" for a later format.
Result<Predictor> readPredictor(const Json& document, std::string_view pointer);

/// The document to write: numbers rounded to six significant digits.
Json toJson(const Predictor& predictor);

} // namespace strata::hardware
