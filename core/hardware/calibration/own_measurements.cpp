// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/calibration/own_measurements.h"

#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/engine_profile.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::hardware {
namespace {

using namespace strata::field;

constexpr double kWidest = 20; // ln: far beyond what any factor may be

ObjectSchema makeSchema() {
    const ObjectSchema factor{
        "own_factor",
        "Factor",
        {text("name", "Name", "Family of kernels and part of their time.").needed(),
         number("log_mean", "Logarithm", "", "Logarithm of the factor by which a time is multiplied.")
             .within(-kWidest, kWidest)
             .needed(),
         number("prior_sigma", "Spread before", "",
                "Standard deviation of the factor's logarithm over the fitted devices.")
             .within(0, kWidest)
             .needed()}};
    const ObjectSchema kind{
        "own_kind",
        "Kind of kernels",
        {text("name", "Name").needed(),
         number("noise", "Scatter", "", "Standard deviation of the logarithm that nothing explains.")
             .within(0, kWidest)
             .needed(),
         number("shape_sigma", "Scatter of shapes", "",
                "Standard deviation of the logarithm that similar shapes share.")
             .within(0, kWidest)
             .needed(),
         number("spread", "Spread", "", "Spread that the measured kernels of the family show, over the expected one.")
             .within(0, kWidest)
             .byDefault(1)}};
    const ObjectSchema kernel{
        "own_kernel",
        "Kernel",
        {text("kind", "Kind").needed(),
         list("place", "Place", number("", "Coordinate"),
              "Logarithms of the dimensions of the measured kernel, shares of the parts of its time, logarithm of its "
              "waves.")
             .needed(),
         number("weight", "Weight", "", "Weight of this measurement among similar ones.").needed()}};
    return {"own_measurements",
            "Own measurements",
            {
                text("hardware", "Hardware", "Id of the device that was measured.").byRule("any"),
                text("cluster", "Cluster", "Id of the cluster that was measured.").byRule("any"),
                text("engine", "Engine", "Id of the engine that was measured.").byRule("any"),
                text("engine_version", "Version", "Version of that engine.").byRule("any"),
                text("date", "Date", "When the factors were inferred.").needed(),
                text("prior", "Prior", "Version of the calibrations that the rows were compared with.").needed(),
                text("version", "Version", "A hash of rows, prior and factors.").needed(),
                flag("enabled", "Used", "False keeps the measurements without applying them."),
                flag("trial", "Trial", "True: takes precedence over all others while factors are inferred."),
                list("factors", "Factors", factor).needed(),
                list("covariance", "Covariance", number("", "Covariance"),
                     "Covariance of the logarithms of the factors: the lower triangle, row by row.")
                    .needed(),
                list("kinds", "Kinds", kind).needed(),
                list("kernels", "Kernels", kernel).needed(),
                list("rows", "Rows", any("", "Row"), "What was measured.").needed(),
            }};
}

bool holdsFor(const OwnMeasurements& own, const EngineProfile* runtime) {
    if (own.engine.empty()) return true;
    if (runtime == nullptr || runtime->id != own.engine) return false;
    if (own.engine_version.empty()) return true;
    const bool from = runtime->from.empty() || compareVersions(own.engine_version, runtime->from) >= 0;
    return from && (runtime->until.empty() || compareVersions(own.engine_version, runtime->until) < 0);
}

constexpr const char* kGroup = "own";
constexpr const char* kRowsGroup = "own-rows";

/// The text that a calibration carries under a key; empty where it has none.
std::string_view carried(const Calibration& calibration, const char* key) {
    if (calibration.suite != kOwnSuite) return {};
    for (const CalibrationGroup& group : calibration.groups) {
        const auto found = group.key.find(key);
        if (found != group.key.end()) return found->second;
    }
    return {};
}

template <class Holds>
std::shared_ptr<const OwnMeasurements> newest(std::span<const Calibration> calibrations, Holds holds) {
    std::shared_ptr<const OwnMeasurements> best;
    for (const Calibration& calibration : calibrations) {
        if (!holdsOwnMeasurements(calibration)) continue;
        auto own = ownMeasurementsOf(calibration);
        if (!own || !own->enabled || !holds(*own)) continue;
        if (!best || std::pair(own->trial, own->date) >= std::pair(best->trial, best->date)) best = std::move(own);
    }
    return best;
}

} // namespace

double OwnMeasurements::covarianceOf(std::size_t a, std::size_t b) const {
    const auto [low, high] = std::minmax(a, b);
    return covariance[high * (high + 1) / 2 + low];
}

const OwnFactor* OwnMeasurements::find(std::string_view factor) const {
    const auto found =
        std::find_if(factors.begin(), factors.end(), [&](const OwnFactor& f) { return f.name == factor; });
    return found == factors.end() ? nullptr : &*found;
}

double OwnMeasurements::logMean(std::string_view factor) const {
    const OwnFactor* found = find(factor);
    return found ? found->log_mean : 0.0;
}

const ObjectSchema& ownMeasurementsSchema() {
    static const ObjectSchema schema = makeSchema();
    return schema;
}

Result<OwnMeasurements> readOwnMeasurements(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, ownMeasurementsSchema(), pointer); !valid) return valid.error();
    OwnMeasurements own;
    for (const auto& [key, member] : {std::pair<const char*, std::string*>{"hardware", &own.hardware},
                                      {"cluster", &own.cluster},
                                      {"engine", &own.engine},
                                      {"engine_version", &own.engine_version},
                                      {"date", &own.date},
                                      {"prior", &own.prior},
                                      {"version", &own.version}})
        *member = document.value(key, std::string());
    own.enabled = document.value("enabled", true);
    own.trial = document.value("trial", false);
    for (const Json& factor : document.at("factors"))
        own.factors.push_back({factor.at("name"), factor.at("log_mean"), factor.at("prior_sigma")});
    own.covariance = document.at("covariance").get<std::vector<double>>();
    for (const Json& kind : document.at("kinds"))
        own.kinds.push_back({kind.at("name"), kind.at("noise"), kind.at("shape_sigma"), kind.value("spread", 1.0)});
    for (const Json& kernel : document.at("kernels"))
        own.kernels.push_back({kernel.at("kind"), kernel.at("place").get<std::vector<double>>(), kernel.at("weight")});
    own.rows = std::make_shared<const Json>(document.at("rows"));
    const std::size_t expected = own.factors.size() * (own.factors.size() + 1) / 2;
    if (own.covariance.size() != expected) {
        return Error{"bad-value",
                     std::string(pointer) + "/covariance",
                     {"error.field-numbers", {{"field", "covariance"}, {"count", own.covariance.size()}}},
                     {"accepted.numbers-for-factors", {{"expected", expected}, {"factors", own.factors.size()}}},
                     {}};
    }
    return own;
}

Json toJson(const OwnMeasurements& own) {
    Json document = {{"date", own.date}, {"prior", own.prior}, {"version", own.version}, {"enabled", own.enabled}};
    for (const auto& [key, member] : {std::pair<const char*, const std::string*>{"hardware", &own.hardware},
                                      {"cluster", &own.cluster},
                                      {"engine", &own.engine},
                                      {"engine_version", &own.engine_version}}) {
        if (!member->empty()) document[key] = *member;
    }
    if (own.trial) document["trial"] = true;
    Json& factors = document["factors"] = Json::array();
    for (const OwnFactor& factor : own.factors)
        factors.push_back({{"name", factor.name}, {"log_mean", factor.log_mean}, {"prior_sigma", factor.prior_sigma}});
    document["covariance"] = own.covariance;
    Json& kinds = document["kinds"] = Json::array();
    for (const OwnKind& kind : own.kinds)
        kinds.push_back(
            {{"name", kind.name}, {"noise", kind.noise}, {"shape_sigma", kind.shape_sigma}, {"spread", kind.spread}});
    Json& kernels = document["kernels"] = Json::array();
    for (const OwnKernel& kernel : own.kernels)
        kernels.push_back({{"kind", kernel.kind}, {"place", kernel.place}, {"weight", kernel.weight}});
    document["rows"] = own.rows ? *own.rows : Json::array();
    return document;
}

void setOwnMeasurements(Calibration& calibration, const OwnMeasurements& own) {
    calibration.suite = kOwnSuite;
    Json document = toJson(own);
    const std::string rows = canonicalText(document.at("rows"));
    document["rows"] = Json::array();
    calibration.groups = {{{{kGroup, canonicalText(document)}}, {}, calibration.points},
                          {{{kRowsGroup, rows}}, {}, calibration.points}};
}

bool holdsOwnMeasurements(const Calibration& calibration) { return !carried(calibration, kGroup).empty(); }

Json ownDocument(const Calibration& calibration) {
    if (!holdsOwnMeasurements(calibration)) return nullptr;
    Json document = Json::parse(carried(calibration, kGroup), nullptr, false);
    const std::string_view rows = carried(calibration, kRowsGroup);
    if (document.is_object() && !rows.empty()) document["rows"] = Json::parse(rows, nullptr, false);
    return document;
}

std::shared_ptr<const OwnMeasurements> ownMeasurementsOf(const Calibration& calibration, bool rows) {
    if (!holdsOwnMeasurements(calibration)) return nullptr;
    const Json document = rows ? ownDocument(calibration) : Json::parse(carried(calibration, kGroup), nullptr, false);
    auto own = readOwnMeasurements(document, {});
    return own ? std::make_shared<const OwnMeasurements>(*std::move(own)) : nullptr;
}

std::shared_ptr<const OwnMeasurements> ownOfDevice(std::span<const Calibration> calibrations, std::string_view hardware,
                                                   const EngineProfile* runtime) {
    return newest(calibrations, [&](const OwnMeasurements& own) {
        const bool of_device = !own.hardware.empty() ? own.hardware == hardware : !own.engine.empty();
        return of_device && own.cluster.empty() && holdsFor(own, runtime);
    });
}

std::shared_ptr<const OwnMeasurements> ownOfCluster(std::span<const Calibration> calibrations,
                                                    std::string_view cluster) {
    return newest(calibrations, [&](const OwnMeasurements& own) { return !cluster.empty() && own.cluster == cluster; });
}

} // namespace strata::hardware
