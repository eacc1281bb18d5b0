// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/own_features.h"

#include "core/assess/evaluate_rows.h"
#include "core/catalog/library.h"
#include "core/compose/runtime_costs.h"
#include "core/evaluate/kind.h"
#include "core/evaluate/kinds/gpu/kernel_query.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/kinds/system/collective_query.h"
#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/calibration/own_factors.h"
#include "core/gpu/products/tile_model.h"
#include "core/hardware/cluster/cluster_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

/// Where no calibration tells a spread.
constexpr double kUnknown = gpu::kUnknownSigma;

double sigmaOf(const Library& library, std::string_view calibration, std::string_view key, std::string_view value,
               double otherwise) {
    for (const hardware::Calibration& fitted : library.calibrations()) {
        if (fitted.id != calibration) continue;
        for (const hardware::Residual& residual : fitted.residuals) {
            const auto found = residual.key.find(key);
            if (found != residual.key.end() && found->second == value && residual.sigma > 0) return residual.sigma;
        }
    }
    return otherwise;
}

/// Spread of a coefficient's logarithm between the engines that were fitted; `otherwise` where fewer than two have it.
double engineSpread(const Library& library, std::string_view coefficient, double otherwise) {
    constexpr double kNothing = 1e-7; // where a fit found none
    double sum = 0, squares = 0, count = 0;
    for (const hardware::Calibration& calibration : library.calibrations()) {
        if (calibration.id != "compose-serving") continue;
        for (const hardware::CalibrationGroup& group : calibration.groups) {
            const auto found = group.values.find(coefficient);
            if (found == group.values.end() || found->second <= kNothing) continue;
            const double log = std::log(found->second);
            sum += log, squares += log * log, count += 1;
        }
    }
    if (count < 2) return otherwise;
    return std::sqrt(std::max(0.0, (squares - sum * sum / count) / (count - 1)));
}

class Collector {
public:
    Collector(const OwnTarget& target, const Library& library)
        : target_(target), library_(library), shares_(gpu::ownShares(library.calibrations())) {}

    Result<void> add(const MeasuredRow& row) {
        const Json request = Json::parse(row.request, nullptr, false);
        const auto parsed = parseRequest(request);
        if (!parsed) return named(parsed.error(), row);
        if (auto fits = checkHardware(request, row); !fits) return fits;
        const auto query = parsed->kind->resolve(request, library_);
        if (!query) return named(query.error(), row);
        OwnFeature feature;
        if (const auto of_kernel = query->as<KernelQuery>()) {
            feature = kernel(*of_kernel);
        } else if (query->as<CollectiveQuery>()) {
            feature = collective();
        } else {
            feature = composed(row.quantity);
        }
        if (row.spread) feature.noise = std::hypot(feature.noise, *row.spread);
        problem_.features.push_back(std::move(feature));
        return {};
    }

    OwnProblem take() { return std::move(problem_); }

private:
    static Error named(Error error, const MeasuredRow& row) {
        error.text = {"error.in-row", {{"row", row.id}, {"error", std::move(error.text)}}};
        return error;
    }

    Result<void> checkHardware(const Json& request, const MeasuredRow& row) const {
        const auto document = resolveHardware(request, library_);
        if (!document) return named(document.error(), row);
        const std::string id = document->value("id", std::string());
        const bool cluster = document->value("kind", std::string()) == name(EntryKind::Cluster);
        const std::string device = cluster ? hardware::deviceId(*document) : id;
        const bool fits = (!target_.hardware.empty() && (id == target_.hardware || device == target_.hardware)) ||
                          (!target_.cluster.empty() && id == target_.cluster) ||
                          (target_.hardware.empty() && target_.cluster.empty());
        if (fits) return {};
        return Error{"bad-value",
                     "/request/hardware",
                     {"error.row-of-other-hardware", {{"id", row.id}, {"id_2", id}}},
                     target_.hardware.empty() ? verbatim(target_.cluster) : verbatim(target_.hardware),
                     {}};
    }

    /// A factor that devices do not differ in is none.
    void factor(const std::string& name, double sigma) {
        if (!(sigma > 0)) return;
        const auto same = [&](const hardware::OwnFactor& own_factor) { return own_factor.name == name; };
        const auto found = std::find_if(problem_.factors.begin(), problem_.factors.end(), same);
        if (found == problem_.factors.end()) {
            problem_.factors.push_back({name, 0.0, sigma});
        } else {
            found->prior_sigma = std::max(found->prior_sigma, sigma);
        }
    }

    void parts(const std::string& name, double sigma) {
        for (const std::string_view part : gpu::kOwnParts)
            factor(name + "/" + std::string(part), sigma);
    }

    OwnFeature kernel(const KernelQuery& query) {
        const gpu::OwnKindName kind = gpu::ownKindOf(query.device.gpu, query.kernel);
        const gpu::OwnPrior prior = gpu::ownPriorOf(kind, library_.calibrations());
        const std::string text = kind.text();
        parts(std::string(kind.family), shares_.part * prior.device);
        parts(text, shares_.part * prior.device);
        factor(text, shares_.whole * prior.device);
        const gpu::TileModel model = gpu::makeTileModel(query.device.gpu, library_.calibrations());
        const gpu::OwnPlace place = gpu::ownPlaceOf(query.kernel, gpu::predict(model, query.kernel));
        return {
            text, {place.begin(), place.end()}, shares_.left * prior.all(), shares_.shape * prior.all(), shares_.reach};
    }

    OwnFeature collective() {
        const double sigma = sigmaOf(library_, "network-nccl", "seen", "no", kUnknown);
        factor("fabric/latency", sigma);
        factor("fabric/bytes", sigma);
        return {{}, {}, sigmaOf(library_, "network-nccl", "seen", "yes", kUnknown), 0, {}};
    }

    /// Kernels of all families, and the host: a model, an inference, a step of training, a point of serving.
    OwnFeature composed(const std::string& quantity) {
        using gpu::OwnKindName;
        constexpr std::array kFamilies{
            OwnKindName{"products", "half", {}},      OwnKindName{"prefill", "prefill", {}},
            OwnKindName{"decode", "grouped", {}},     OwnKindName{"experts", "16", {}},
            OwnKindName{"stream", "elementwise", {}},
        };
        for (const OwnKindName& family : kFamilies)
            parts(std::string(family.family), gpu::ownPriorOf(family, library_.calibrations()).device);
        factor("host/request", engineSpread(library_, "request_s", shares_.host));
        factor("host/device", engineSpread(library_, "device_per_sequence_s", shares_.host));
        for (const char* name : {"host/step", "host/launch"})
            factor(name, shares_.host);
        factor("links/latency", engineSpread(library_, "all_reduce_s", kUnknown));
        // Boards of one kind differ at least as much as collectives of one system do.
        const double of_boards = sigmaOf(library_, "network-nccl", "seen", "yes", kUnknown);
        factor("links/bytes", std::max(of_boards, engineSpread(library_, "all_reduce_share", kUnknown)));
        // What remains where kernels were measured, and what first tokens err by beyond that.
        const bool first_token = quantity.find("ttft") != std::string::npos;
        const double noise = sigmaOf(library_, "compose-serving", "class", "serving tables", kUnknown);
        if (!first_token) return {{}, {}, noise, 0, {}};
        const double first = sigmaOf(library_, "compose-serving", "class", "first tokens", kUnknown);
        return {{}, {}, std::max(noise, first), 0, {}};
    }

    const OwnTarget& target_;
    const Library& library_;
    gpu::OwnShares shares_;
    OwnProblem problem_;
};

} // namespace

Result<OwnProblem> describeRows(std::span<const MeasuredRow> rows, const OwnTarget& target, const Library& library) {
    Collector collector(target, library);
    for (const MeasuredRow& row : rows) {
        if (auto added = collector.add(row); !added) return added.error();
    }
    return collector.take();
}

hardware::Calibration trialOf(const OwnTarget& target, std::span<const hardware::OwnFactor> factors) {
    hardware::OwnMeasurements own;
    own.hardware = target.hardware;
    own.cluster = target.cluster;
    own.engine = target.engine;
    own.engine_version = target.engine_version;
    own.trial = true;
    own.prior = own.version = "trial";
    own.factors.assign(factors.begin(), factors.end());
    own.covariance.assign(factors.size() * (factors.size() + 1) / 2, 0.0);
    for (const hardware::OwnFactor& factor : factors) {
        const std::size_t slash = factor.name.rfind('/');
        const std::string last = factor.name.substr(slash + 1);
        const bool part = std::find(gpu::kOwnParts.begin(), gpu::kOwnParts.end(), last) != gpu::kOwnParts.end();
        if (!part && factor.name.find('/') != std::string::npos) own.kinds.push_back({factor.name, 0.1, 0.0, 1.0});
    }
    hardware::Calibration calibration;
    calibration.id = "own-trial";
    calibration.data = "trial";
    setOwnMeasurements(calibration, own);
    return calibration;
}

std::vector<double> answersWith(std::span<const MeasuredRow> rows, const OwnTarget& target,
                                std::span<const hardware::OwnFactor> factors,
                                const std::shared_ptr<const Library>& library, unsigned jobs) {
    const auto trial = library->withCalibration(trialOf(target, factors));
    const SuiteReport report = evaluateRows(rows, trial, jobs);
    std::map<std::string_view, double> by_id;
    for (const SuiteRow& row : report.rows)
        by_id.emplace(row.id, row.predicted);
    std::vector<double> answers;
    for (const MeasuredRow& row : rows) {
        const auto found = by_id.find(row.id);
        const bool sound = found != by_id.end() && found->second > 0 && row.measured > 0;
        answers.push_back(sound ? std::log(found->second) : std::numeric_limits<double>::quiet_NaN());
    }
    return answers;
}

std::string_view OwnFeature::family() const { return std::string_view(kind).substr(0, kind.find('/')); }

double shapeCovariance(const OwnFeature& a, const OwnFeature& b) {
    if (a.kind.empty() || a.family() != b.family()) return 0;
    const double kinds = a.kind == b.kind ? 1.0 : a.reach.kinds;
    return kinds > 0 ? kinds * a.shape_sigma * b.shape_sigma * gpu::ownLikeness(a.place, b.place, a.reach) : 0.0;
}

} // namespace strata::assess
