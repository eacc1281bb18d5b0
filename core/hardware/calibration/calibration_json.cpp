// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/calibration/calibration.h"

#include "core/hardware/calibration/own_measurements.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

namespace strata::hardware {

namespace {

using Key = std::map<std::string, std::string, std::less<>>;

/// The double nearest to the value's first six significant digits.
double rounded(double value) {
    if (!std::isfinite(value)) return value;
    char text[32];
    const auto written = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, 5);
    double result = 0.0;
    std::from_chars(text, written.ptr, result);
    return result;
}

Json roundedValues(const Coefficients& values) {
    Json written = Json::object();
    for (const auto& [name, value] : values)
        written[name] = rounded(value);
    return written;
}

Error badValue(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

Residual readResidual(const Json& document) {
    return {document.at("key").get<Key>(),
            document.at("p10").get<double>(),
            document.at("p50").get<double>(),
            document.at("p90").get<double>(),
            document.at("sigma").get<double>(),
            document.at("correlation").get<double>(),
            document.at("points").get<std::int64_t>()};
}

Result<void> readGroups(const Json& document, const std::string& pointer, Calibration& calibration) {
    std::set<Key> keys;
    for (std::size_t i = 0; i < document.size(); ++i) {
        const Json& group = document[i];
        calibration.groups.push_back({group.at("key").get<Key>(), group.at("values").get<Coefficients>(),
                                      group.at("points").get<std::int64_t>()});
        if (!keys.insert(calibration.groups.back().key).second) {
            return badValue(pointer + "/" + std::to_string(i) + "/key",
                            {"error.two-groups-have-key", {{"key", group.at("key").dump(-1, ' ', true)}}},
                            {"accepted.key-own"});
        }
    }
    return {};
}

Result<void> readResiduals(const Json& document, const std::string& pointer, Calibration& calibration) {
    for (std::size_t i = 0; i < document.size(); ++i) {
        Residual residual = readResidual(document[i]);
        if (residual.p10 > residual.p50 || residual.p50 > residual.p90) {
            return badValue(pointer + "/" + std::to_string(i) + "/p50",
                            {"error.not-between-p10-and-p90", {{"field", "p50"}, {"at", document[i].at("p50").dump()}}},
                            {"accepted.median-between-two"});
        }
        calibration.residuals.push_back(std::move(residual));
    }
    return {};
}

} // namespace

const CalibrationGroup* Calibration::find(const Key& key) const {
    const auto found =
        std::find_if(groups.begin(), groups.end(), [&](const CalibrationGroup& group) { return group.key == key; });
    return found == groups.end() ? nullptr : &*found;
}

Result<Calibration> readCalibration(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, calibrationSchema(), pointer); !valid) return valid.error();
    const std::string here(pointer);
    Calibration calibration;
    calibration.id = document.at("id").get<std::string>();
    calibration.suite = document.at("suite").get<std::string>();
    calibration.data = document.at("data").get<std::string>();
    calibration.command = document.at("command").get<std::string>();
    calibration.points = document.at("points").get<std::int64_t>();
    calibration.residual_p50 = document.at("residual_p50").get<double>();
    calibration.residual_p90 = document.at("residual_p90").get<double>();
    calibration.values = document.at("values").get<Coefficients>();
    if (const auto origins = document.find("origins"); origins != document.end())
        calibration.origins = origins->get<Key>();
    if (const auto groups = document.find("groups"); groups != document.end()) {
        if (auto read = readGroups(*groups, here + "/groups", calibration); !read) return read.error();
    }
    if (const auto residuals = document.find("residuals"); residuals != document.end()) {
        if (auto read = readResiduals(*residuals, here + "/residuals", calibration); !read) return read.error();
    }
    if (const auto own = document.find("own"); own != document.end()) {
        auto read = readOwnMeasurements(*own, here + "/own");
        if (!read) return read.error();
        setOwnMeasurements(calibration, *read);
    }
    return calibration;
}

Json toJson(const Calibration& calibration) {
    Json groups = Json::array();
    Json own = ownDocument(calibration); // whose groups are no coefficients
    for (const CalibrationGroup& group : calibration.groups) {
        if (!own.is_null()) break;
        groups.push_back({{"key", group.key}, {"values", roundedValues(group.values)}, {"points", group.points}});
    }
    Json residuals = Json::array();
    for (const Residual& residual : calibration.residuals) {
        residuals.push_back({{"key", residual.key},
                             {"p10", rounded(residual.p10)},
                             {"p50", rounded(residual.p50)},
                             {"p90", rounded(residual.p90)},
                             {"sigma", rounded(residual.sigma)},
                             {"correlation", rounded(residual.correlation)},
                             {"points", residual.points}});
    }
    Json document = {{"id", calibration.id},
                     {"kind", "calibration"},
                     {"suite", calibration.suite},
                     {"data", calibration.data},
                     {"command", calibration.command},
                     {"points", calibration.points},
                     {"residual_p50", rounded(calibration.residual_p50)},
                     {"residual_p90", rounded(calibration.residual_p90)},
                     {"values", roundedValues(calibration.values)},
                     {"groups", std::move(groups)},
                     {"residuals", std::move(residuals)}};
    if (!calibration.origins.empty()) document["origins"] = calibration.origins;
    if (!own.is_null()) document["own"] = std::move(own);
    return document;
}

} // namespace strata::hardware
