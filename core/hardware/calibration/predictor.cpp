// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/calibration/predictor.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::hardware {
namespace {

using Key = std::map<std::string, std::string, std::less<>>;

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

/// The double nearest to the value's first six significant digits.
double rounded(double value) {
    if (!std::isfinite(value)) return value;
    char text[32];
    const auto written = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, 5);
    double result = 0.0;
    std::from_chars(text, written.ptr, result);
    return result;
}

std::vector<double> rounded(std::vector<double> values) {
    std::ranges::transform(values, values.begin(), [](double value) { return rounded(value); });
    return values;
}

Result<void> checkTree(const PredictorTree& tree, std::size_t features, const std::string& pointer) {
    const std::size_t nodes = tree.feature.size();
    if (tree.left.size() != nodes || tree.right.size() != nodes || tree.threshold.size() != nodes ||
        tree.value.size() != nodes)
        return bad(pointer, {"error.lists-tree-have-different-lengths"}, {"accepted.one-entry-for-each-node-every"});
    for (std::size_t i = 0; i < nodes; ++i) {
        if (tree.feature[i] < 0) continue;
        const auto follows = [&](int place) { return place > static_cast<int>(i) && place < static_cast<int>(nodes); };
        if (tree.feature[i] >= static_cast<int>(features))
            return bad(pointer + "/feature/" + std::to_string(i), {"error.there-no-such-feature"},
                       {"accepted.place-features"});
        if (!follows(tree.left[i]) || !follows(tree.right[i]))
            return bad(pointer + "/left/" + std::to_string(i), {"error.follower-does-not-stand-behind-its"},
                       {"accepted.places-later-nodes"});
    }
    return {};
}

Result<void> check(const Predictor& predictor, const std::string& at) {
    for (std::size_t i = 0; i < predictor.trees.size(); ++i) {
        const std::string here = at + "/trees/" + std::to_string(i);
        if (auto sound = checkTree(predictor.trees[i], predictor.features.size(), here); !sound) return sound;
    }
    for (const auto& [name, values] : predictor.vectors) {
        if (values.size() != predictor.features.size())
            return bad(at + "/vectors/" + pointerStep(name), {"error.vector-has-values", {{"values", values.size()}}},
                       {"accepted.values-one-for-each-feature", {{"features", predictor.features.size()}}});
    }
    for (std::size_t i = 0; i < predictor.residuals.size(); ++i) {
        const PredictorResidual& row = predictor.residuals[i];
        if (row.p10 > row.p50 || row.p50 > row.p90)
            return bad(at + "/residuals/" + std::to_string(i) + "/p50", {"error.median-not-between-p10-and-p90"},
                       {"accepted.quantiles-rise"});
    }
    return {};
}

void readLists(const Json& document, Predictor& out) {
    for (const Json& row : document.value("ranges", Json::array()))
        out.ranges.push_back(
            {row.at("feature").get<std::string>(), row.at("low").get<double>(), row.at("high").get<double>()});
    for (const Json& row : document.value("residuals", Json::array()))
        out.residuals.push_back({row.at("key").get<Key>(), row.at("p10").get<double>(), row.at("p50").get<double>(),
                                 row.at("p90").get<double>(), row.at("points").get<std::int64_t>()});
    for (const Json& row : document.value("groups", Json::array()))
        out.groups.push_back({row.at("key").get<Key>(),
                              row.at("values").get<std::map<std::string, double, std::less<>>>(),
                              row.at("points").get<std::int64_t>()});
    for (const Json& row : document.value("trees", Json::array())) {
        out.trees.push_back({row.at("feature").get<std::vector<int>>(), row.at("left").get<std::vector<int>>(),
                             row.at("right").get<std::vector<int>>(), row.at("threshold").get<std::vector<double>>(),
                             row.at("value").get<std::vector<double>>()});
    }
    if (const auto vectors = document.find("vectors"); vectors != document.end()) {
        for (const auto& [name, values] : vectors->items())
            out.vectors.emplace(name, values.get<std::vector<double>>());
    }
}

} // namespace

const PredictorGroup* Predictor::find(const Key& key) const {
    const auto found = std::ranges::find(groups, key, &PredictorGroup::key);
    return found == groups.end() ? nullptr : &*found;
}

const PredictorResidual* Predictor::residual(const Key& key) const {
    const auto found = std::ranges::find(residuals, key, &PredictorResidual::key);
    return found == residuals.end() ? nullptr : &*found;
}

Result<Predictor> readPredictor(const Json& document, std::string_view pointer) {
    const std::string at(pointer);
    // A file of a later format may have members that this program does not know: the format is the better message.
    if (document.is_object() && document.contains("format") && document["format"].is_number_integer() &&
        document["format"].get<std::int64_t>() > kPredictorFormat) {
        return Error{"too-new",
                     at + "/format",
                     {"error.file-has-format", {{"document", document["format"].dump()}}},
                     {"accepted.format-1-to-or-later-program", {{"most", kPredictorFormat}}},
                     {}};
    }
    if (auto valid = validate(document, predictorSchema(), pointer); !valid) return valid.error();
    Predictor out;
    out.id = document.at("id").get<std::string>();
    out.name = document.at("name").get<std::string>();
    out.format = document.at("format").get<int>();
    out.form = document.at("form").get<std::string>();
    out.space = document.at("space").get<std::string>();
    out.origin = document.at("origin").get<std::string>();
    out.date = document.at("date").get<std::string>();
    out.command = document.at("command").get<std::string>();
    out.points = document.at("points").get<std::int64_t>();
    out.features = document.value("features", std::vector<std::string>());
    readLists(document, out);
    if (auto sound = check(out, at); !sound) return sound.error();
    return out;
}

Json toJson(const Predictor& predictor) {
    Json out{{"id", predictor.id},         {"kind", "predictor"},           {"name", predictor.name},
             {"format", predictor.format}, {"form", predictor.form},        {"space", predictor.space},
             {"origin", predictor.origin}, {"date", predictor.date},        {"command", predictor.command},
             {"points", predictor.points}, {"features", predictor.features}};
    for (const FeatureRange& row : predictor.ranges)
        out["ranges"].push_back({{"feature", row.feature}, {"low", rounded(row.low)}, {"high", rounded(row.high)}});
    for (const PredictorResidual& row : predictor.residuals)
        out["residuals"].push_back({{"key", row.key},
                                    {"p10", rounded(row.p10)},
                                    {"p50", rounded(row.p50)},
                                    {"p90", rounded(row.p90)},
                                    {"points", row.points}});
    for (const PredictorGroup& row : predictor.groups) {
        Json values = Json::object();
        for (const auto& [name, value] : row.values)
            values[name] = rounded(value);
        out["groups"].push_back({{"key", row.key}, {"values", std::move(values)}, {"points", row.points}});
    }
    for (const auto& [name, values] : predictor.vectors)
        out["vectors"][name] = rounded(values);
    for (const PredictorTree& tree : predictor.trees)
        out["trees"].push_back({{"feature", tree.feature},
                                {"left", tree.left},
                                {"right", tree.right},
                                {"threshold", rounded(tree.threshold)},
                                {"value", rounded(tree.value)}});
    return out;
}

} // namespace strata::hardware
