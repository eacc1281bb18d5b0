// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/methods/edge/edge_methods.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

namespace strata::methods {
namespace {

using edge::AdditiveVector;

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

/// The device as the catalog has it, which is what was measured; the request's own where the catalog has none.
hardware::Soc statedSoc(const EdgeQuery& query, const Library& library) {
    const Entry* entry = library.find(query.soc.id);
    if (entry != nullptr && entry->kind == EntryKind::Soc) {
        if (auto soc = hardware::readSoc(*entry->document, {})) return *std::move(soc);
    }
    return query.soc;
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

AdditiveVector EdgePredictor::meanCoefficients() const {
    AdditiveVector mean{};
    for (const EdgeSource& source : sources_.settings) {
        const AdditiveVector here = edge::atRates(source.coefficients, source.rates, asked_);
        for (std::size_t j = 0; j < mean.size(); ++j)
            mean[j] += here[j] / static_cast<double>(sources_.settings.size());
    }
    return mean;
}

double EdgePredictor::slowdown(const EdgeWork& work) const {
    if (encoded_) return asked_.arithmetic_per_s > 0 ? stated_.arithmetic_per_s / asked_.arithmetic_per_s : 1.0;
    const AdditiveVector asked = own_.value_or(meanCoefficients());
    const AdditiveVector counts = edge::featuresOf(work.network);
    return edge::additiveSeconds(counts, asked) / edge::additiveSeconds(counts, edge::atRates(asked, asked_, stated_));
}

hardware::PredictorResidual EdgePredictor::residual(std::string_view distance) const {
    const auto* known = sources_.predictor->residual({{"distance", std::string(distance)}, {"part", part_}});
    if (known == nullptr && distance == "same core")
        known = sources_.predictor->residual({{"distance", "device left out"}, {"part", part_}});
    return known == nullptr ? hardware::PredictorResidual{{}, -std::numbers::ln2, 0, std::numbers::ln2, 0} : *known;
}

Result<EdgePredictor> EdgePredictor::of(const EdgeQuery& query, const Library& library) {
    EdgePredictor out;
    const std::string part(name(query.part));
    out.part_ = part;
    out.sources_ = query.work.space == nullptr ? sourcesOf(query, library) : EdgeSources{};
    const edge::RunSetting setting = settingOf(query);
    edge::RunSetting stated = setting;
    stated.clock_share = 1.0;
    out.asked_ = edge::ratesOf(query.soc, setting, out.sources_.scaling);
    out.stated_ = edge::ratesOf(statedSoc(query, library), stated, out.sources_.scaling);
    out.core_ = edge::coreOf(query.soc, setting);
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
        if (!out.sources_.predictor)
            return Error{"not-modelled",
                         "/plan/backend",
                         {"error.no-device-has-been-measured-with", {{"name", query.backend.name}, {"part", part}}},
                         {"accepted.runtime-and-part-library-has-predictor"},
                         {}};
        out.width_ = widthOf(*out.sources_.predictor, part);
        out.own_ = ownCoefficients(out.sources_, query, out.asked_);
        const bool any_rates = std::ranges::any_of(
            out.sources_.settings, [](const EdgeSource& source) { return source.rates.arithmetic_per_s > 0; });
        if (!out.own_ && query.measurements.empty() && (out.asked_.arithmetic_per_s <= 0 || !any_rates))
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

/// Changed rates make another board of the same cores of a measured one, the more the further they are from its own.
double EdgePredictor::movedShare() const {
    const double distance = edge::rateDistance(stated_, asked_);
    return distance > 0 ? distance / (distance + sources_.scaling.distance) : 0.0;
}

EdgeAnswer EdgePredictor::fromMeasurements(const EdgeWork& work) const {
    EdgeAnswer answer;
    answer.distance = "measured";
    answer.coefficients = own_.value_or(meanCoefficients());
    answer.latency = measured_->predict(point(work));
    if (!encoded_) {
        const auto sibling = residual("same core");
        const double moved = movedShare(), middle = answer.latency.seconds;
        const auto wider = [&](double end_s, double away) {
            const double here = std::log(end_s / middle);
            return middle * std::exp(std::copysign(std::hypot(here, std::sqrt(moved) * away), here));
        };
        answer.latency.low_s = wider(answer.latency.low_s, sibling.p10);
        answer.latency.high_s = wider(answer.latency.high_s, sibling.p90);
    }
    const double slower = slowdown(work);
    for (double* value : {&answer.latency.seconds, &answer.latency.low_s, &answer.latency.high_s})
        *value *= slower;
    return answer;
}

EdgeAnswer EdgePredictor::fromOwnCoefficients(const EdgeWork& work) const {
    EdgeAnswer answer;
    answer.coefficients = *own_;
    const double moved = movedShare();
    answer.distance = moved > 0 ? "changed device" : "same device";
    const auto same = residual("same device"), sibling = residual("same core");
    const auto between = [moved](double at_home, double away) {
        const double wider = std::max(std::abs(at_home), std::abs(away));
        return std::sqrt((1.0 - moved) * at_home * at_home + moved * wider * wider);
    };
    const double seconds = edge::additiveSeconds(edge::featuresOf(work.network), *own_);
    answer.latency = {seconds, seconds * std::exp(-between(same.p10, sibling.p10)),
                      seconds * std::exp(between(same.p90, sibling.p90))};
    return answer;
}

EdgeAnswer EdgePredictor::fromOtherDevices(const EdgeWork& work) const {
    EdgeAnswer answer;
    answer.coefficients = meanCoefficients();
    std::vector<edge::RatedSource> sources(sources_.settings.begin(), sources_.settings.end());
    const edge::SourcedLatency known = edge::latencyFrom(sources, asked_, core_, edge::featuresOf(work.network));
    answer.distance = known.same_core ? "same core" : "device left out";
    const auto ends = residual(answer.distance);
    answer.latency = {known.seconds, known.seconds * std::exp(ends.p10), known.seconds * std::exp(ends.p90)};
    return answer;
}

EdgeAnswer EdgePredictor::answer(const EdgeWork& work) const {
    if (measured_) return fromMeasurements(work);
    return own_ ? fromOwnCoefficients(work) : fromOtherDevices(work);
}

} // namespace strata::methods
