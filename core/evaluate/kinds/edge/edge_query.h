// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/edge/encoding.h"
#include "core/edge/network.h"
#include "core/evaluate/request.h"
#include "core/hardware/edge/backend.h"
#include "core/hardware/edge/soc.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata {

/// What is asked about: a list of operators, or an encoding of a space of networks.
struct EdgeWork {
    std::string name;
    edge::EdgeNetwork network;
    const edge::EncodingSpace* space = nullptr; ///< of an encoding; nullptr: a list of operators
    std::vector<double> encoding;               ///< its features
};

/// A measurement of the request's device.
struct EdgeMeasurement {
    EdgeWork work;
    double latency_s = 0;
};

/// An `edge` request with every name resolved.
struct EdgeQuery {
    hardware::Soc soc;
    std::shared_ptr<const Json> document; ///< of the device, for its sources
    hardware::Backend backend;
    hardware::SocPart part = hardware::SocPart::Cpu;
    std::string cores = "all"; ///< "all", "big", "little": the cores that take part
    double threads = 1;
    double clock_share = 1; ///< of the highest clock: operating point and heat
    EdgeWork work;
    std::vector<edge::DetectedKernel> kernels;
    std::vector<EdgeMeasurement> measurements;
    std::vector<EdgeWork> others; ///< further networks, to compare and to choose measurements from
};

/// Errors point into the request. Cheap enough for the window's thread.
Result<EdgeQuery> resolveEdge(const Json& request, const Library& library);

/// Schema of requests that an edge SoC answers.
ObjectSchema edgeRequestSchema();

} // namespace strata
