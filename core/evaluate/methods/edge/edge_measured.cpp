// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/methods/edge/edge_methods.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

using edge::AdditiveVector;

/// Coefficients of operations and kernels follow the clock; those of elements and weights follow the memory.
AdditiveVector atClock(AdditiveVector coefficients, double share) {
    const auto names = edge::additiveFeatureNames();
    for (std::size_t j = 0; j < coefficients.size(); ++j) {
        const bool memory = names[j].ends_with("elements") || names[j].ends_with("parameters");
        if (!memory) coefficients[j] /= share;
    }
    return coefficients;
}

std::optional<hardware::Predictor> predictorOfSpace(std::string_view space, const Library& library) {
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Predictor || entry.document->value("form", std::string()) != "transfer" ||
            entry.document->value("space", std::string()) != space)
            continue;
        if (auto read = hardware::readPredictor(*entry.document, {})) return *std::move(read);
    }
    return std::nullopt;
}

double widthOf(const hardware::Predictor& predictor, std::string_view part) {
    const auto* group = predictor.find({{"interval", "measured"}, {"part", std::string(part)}});
    if (group == nullptr) group = predictor.find({{"interval", "measured"}});
    const auto value = group == nullptr ? std::optional<double>() : std::optional(group->values.begin()->second);
    return value.value_or(1.0);
}

AdditiveVector meanOf(const std::vector<EdgeSource>& sources) {
    AdditiveVector mean{};
    for (const EdgeSource& source : sources)
        for (std::size_t j = 0; j < mean.size(); ++j)
            mean[j] += source.coefficients[j] / static_cast<double>(sources.size());
    return mean;
}

} // namespace

const hardware::Predictor* EdgePredictor::predictor() const {
    if (spaces_) return &*spaces_;
    return sources_.predictor ? &*sources_.predictor : nullptr;
}

edge::TransferPoint EdgePredictor::point(const EdgeWork& work) const {
    if (encoded_) return encoded_->point(work.encoding);
    std::vector<AdditiveVector> coefficients;
    for (const EdgeSource& source : sources_.settings)
        coefficients.push_back(source.coefficients);
    return edge::additivePoint(coefficients, edge::featuresOf(work.network));
}

double EdgePredictor::slowdown(const EdgeWork& work) const {
    if (clock_share_ >= 1.0) return 1.0;
    if (encoded_) return 1.0 / clock_share_;
    const AdditiveVector base = own_ ? own_->coefficients : meanOf(sources_.settings);
    const AdditiveVector counts = edge::featuresOf(work.network);
    return edge::additiveSeconds(counts, atClock(base, clock_share_)) / edge::additiveSeconds(counts, base);
}

Result<EdgePredictor> EdgePredictor::of(const EdgeQuery& query, const Library& library) {
    EdgePredictor out;
    const std::string part(name(query.part));
    out.clock_share_ = query.clock_share;
    if (query.work.space != nullptr) {
        out.spaces_ = predictorOfSpace(query.work.space->id, library);
        if (!out.spaces_)
            return Error{"not-modelled",
                         "/workload/space",
                         {"error.library-has-no-predictor-space"},
                         {"accepted.file-strata-lab-predictor-writes"},
                         {}};
        if (query.measurements.size() < 2)
            return Error{"missing",
                         "/plan/measurements",
                         {"error.encodings-predicted-from-measurements-device"},
                         {"accepted.at-least-two-measured-encodings-better"},
                         {}};
        out.encoded_ = std::make_shared<edge::EncodedSources>(*out.spaces_, *query.work.space);
        out.scale_ = edge::TransferScale::Relative;
        out.width_ = widthOf(*out.spaces_, part);
    } else {
        out.sources_ = sourcesOf(query, library);
        if (!out.sources_.predictor)
            return Error{"not-modelled",
                         "/plan/backend",
                         {"error.no-device-has-been-measured-with", {{"name", query.backend.name}, {"part", part}}},
                         {"accepted.runtime-and-part-library-has-predictor"},
                         {}};
        out.width_ = widthOf(*out.sources_.predictor, part);
        if (const EdgeSource* own = out.sources_.own(query)) out.own_ = *own;
        out.capability_ = capability(query.soc, query.part, query.cores, query.threads);
        const char* distance = out.own_ ? "same device" : "device left out";
        if (const auto* residual = out.sources_.predictor->residual({{"distance", distance}, {"part", part}})) {
            out.p10_ = residual->p10;
            out.p90_ = residual->p90;
        }
        if (!out.own_ && query.measurements.empty() && out.capability_ <= 0)
            return Error{"missing",
                         "/plan/measurements",
                         {"error.has-not-been-measured-and-its", {{"name", query.soc.name}}},
                         {"accepted.few-measurements-or-ops-per-clock"},
                         {}};
    }
    for (const EdgeMeasurement& measured : query.measurements)
        out.rows_.push_back({out.point(measured.work), measured.latency_s});
    if (!out.rows_.empty()) out.measured_ = std::make_shared<edge::MeasuredDevice>(out.rows_, out.scale_, out.width_);
    return out;
}

EdgeAnswer EdgePredictor::answer(const EdgeWork& work) const {
    EdgeAnswer answer;
    answer.coefficients = own_ ? own_->coefficients : meanOf(sources_.settings);
    const double slower = slowdown(work);
    answer.coefficients = atClock(answer.coefficients, clock_share_);
    if (measured_) {
        answer.distance = "measured";
        answer.latency = measured_->predict(point(work));
    } else if (own_) {
        answer.distance = "same device";
        const double seconds = edge::additiveSeconds(edge::featuresOf(work.network), own_->coefficients);
        answer.latency = {seconds, seconds * std::exp(p10_), seconds * std::exp(p90_)};
    } else {
        answer.distance = "device left out";
        const AdditiveVector counts = edge::featuresOf(work.network);
        double sum = 0, settings = 0;
        for (const EdgeSource& source : sources_.settings) {
            if (source.capability <= 0) continue;
            sum += std::log(std::max(1e-9, edge::additiveSeconds(counts, source.coefficients)) * source.capability);
            settings += 1;
        }
        const double seconds = std::exp(sum / std::max(1.0, settings)) / capability_;
        answer.latency = {seconds, seconds * std::exp(p10_), seconds * std::exp(p90_)};
    }
    for (double* value : {&answer.latency.seconds, &answer.latency.low_s, &answer.latency.high_s})
        *value *= slower;
    return answer;
}

} // namespace strata::methods
