// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layer_chain.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace strata::composition {

/// What one fidelity of communication makes of the collectives of a request.
struct FidelityError {
    std::string method;     ///< of collectives; "none": they take no time
    double network_s = 0.0; ///< that it adds to the end
    double error = 0.0;     ///< relative error of the communication against the reference, signed
    /// Compute-to-communication ratio below which the end is off by more than the tolerance; 0: never.
    double breaksBelow(double tolerance) const;
    /// Relative error of the end at a ratio of computing to communication: error / (1 + ratio).
    double errorAt(double ratio) const { return error / (1.0 + ratio); }
};

/// The fidelities of a request's collectives, the coarsest first, against the most faithful one.
struct CommunicationFidelity {
    std::string reference;                     ///< the usual method, whose software and protocols were measured
    double computing_s = 0.0, network_s = 0.0; ///< of the end by the reference: all but the collectives, and these
    double ratio() const { return network_s > 0.0 ? computing_s / network_s : 0.0; }
    std::vector<FidelityError> methods;
};

/// Asks the request with each method of collectives. Messages stay those of the request; only the computing beside them
/// changes with the ratio, so that the error of the end follows in closed form. Nothing where no other method can stand
/// in the place of the collectives, or there are none.
std::optional<CommunicationFidelity> communicationFidelity(const Request& request, const Estimate& estimate,
                                                           const Context& context);

Table tableOf(const CommunicationFidelity& fidelity, double tolerance);

} // namespace strata::composition
