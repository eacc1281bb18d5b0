// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/edge/rates.h"
#include "core/edge/sources.h"
#include "core/evaluate/kinds/edge/edge_query.h"
#include "core/evaluate/method.h"

#include <optional>

namespace strata::methods {

/// The methods of requests of kind `edge`.
Result<Estimate> estimateEdgeAdditive(const Request& request, const Context& context);
Result<Estimate> estimateEdgeBoosted(const Request& request, const Context& context);
Result<Estimate> estimateEdgeRoofline(const Request& request, const Context& context);

/// Operations a second that the cores which take part reach at their highest clock; 0 where the device does not tell.
double capability(const hardware::Soc& soc, hardware::SocPart part, const std::string& cores, double threads);

/// One fitted setting of a source device, as measured.
struct EdgeSource : edge::RatedSource {
    std::string device; ///< id in the library
    std::string cores;
    double threads = 1;
};

/// What the predictor files of the library say for the query's runtime and part.
struct EdgeSources {
    std::vector<EdgeSource> settings;
    std::optional<hardware::Predictor> predictor; ///< for its ranges and residuals
    edge::RateScaling scaling;
};
EdgeSources sourcesOf(const EdgeQuery& query, const Library& library);

/// How the query's device runs its networks.
edge::RunSetting settingOf(const EdgeQuery& query);

/// The coefficients of the query's own device at the rates that the query states: those of the measured numbers of
/// threads below and above the asked one share by the logarithm of the distance. Nothing where it was not measured.
std::optional<edge::AdditiveVector> ownCoefficients(const EdgeSources& sources, const EdgeQuery& query,
                                                    const edge::DeviceRates& asked);

/// An answer before it is told.
struct EdgeAnswer {
    edge::PredictedLatency latency;
    edge::AdditiveVector coefficients{}; ///< by which kernels share the latency
    std::string distance; ///< "same device", "changed device", "same core", "device left out", "measured"
};
/// Latency of any network of the same space on the query's device; built once for a request.
class EdgePredictor {
public:
    static Result<EdgePredictor> of(const EdgeQuery& query, const Library& library);
    EdgeAnswer answer(const EdgeWork& work) const;
    const EdgeSources& sources() const { return sources_; }
    const hardware::Predictor* predictor() const;
    const std::vector<edge::MeasuredPoint>& rows() const { return rows_; }
    edge::TransferScale scale() const { return scale_; }
    double width() const { return width_; }
    edge::TransferPoint point(const EdgeWork& work) const;

private:
    EdgePredictor() = default;
    /// The time at the asked rates by the time at those that the catalog states of the device, which is what was
    /// measured.
    double slowdown(const EdgeWork& work) const;
    edge::AdditiveVector meanCoefficients() const; ///< of all sources, at the asked rates
    /// How much of the interval is that of another board with the same cores: 0 at the rates that were measured.
    double movedShare() const;
    EdgeAnswer fromMeasurements(const EdgeWork& work) const;
    EdgeAnswer fromOwnCoefficients(const EdgeWork& work) const;
    EdgeAnswer fromOtherDevices(const EdgeWork& work) const;
    /// Ends of an interval as quantiles of ln(measured / predicted) at the distance; a factor of two where unknown.
    hardware::PredictorResidual residual(std::string_view distance) const;

    EdgeSources sources_;
    std::optional<hardware::Predictor> spaces_; ///< sources of an encoding's space
    std::shared_ptr<edge::EncodedSources> encoded_;
    std::shared_ptr<edge::MeasuredDevice> measured_;
    std::vector<edge::MeasuredPoint> rows_;
    std::optional<edge::AdditiveVector> own_; ///< coefficients at the asked rates
    edge::DeviceRates stated_, asked_;        ///< of the device as the catalog has it, and as the request changes it
    std::string core_, part_;
    edge::TransferScale scale_ = edge::TransferScale::Logarithm;
    double width_ = 1;
};

/// Kernels of the network that share `latency_s` as the coefficients say, and what a run costs without any.
Part edgeParts(const EdgeQuery& query, const edge::AdditiveVector& coefficients, double latency_s);
/// One row a kernel: operators, class, counts and time.
Table kernelTable(const EdgeQuery& query, const edge::AdditiveVector& coefficients, double latency_s);
/// This network and the further ones on every device that was measured with the same runtime and part.
Table matrixTable(const EdgeQuery& query, const EdgePredictor& predictor);
/// Error of the other measurements after the first ones; nothing for fewer than five.
Table learningTable(const EdgeQuery& query, const EdgePredictor& predictor);
/// The further networks in the order in which measuring them tells most.
Table nextTable(const EdgeQuery& query, const EdgePredictor& predictor);

} // namespace strata::methods
