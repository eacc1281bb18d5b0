// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <string>
#include <vector>

namespace strata {
class Library;
}

namespace strata::views {

/// One kernel of a network on an edge device.
struct EdgeKernel {
    std::string name, kernel_class, rule, members;
    double seconds = 0, share = 0;
    bool fused() const { return !rule.empty(); }
};
/// The kernels in the order of execution; empty where the estimate has none.
struct EdgePicture {
    std::vector<EdgeKernel> kernels;
    double latency_s = 0;
    bool empty() const { return kernels.empty(); }
    /// Places of the kernels that take longest, the longest first.
    std::vector<std::size_t> longest(std::size_t count) const;
};
EdgePicture makeEdgePicture(const Estimate& estimate);
Table edgeTable(const EdgePicture& picture);

/// Latencies of networks on devices, with intervals.
struct MatrixCell {
    bool known = false;
    double seconds = 0, low_s = 0, high_s = 0;
};
struct MatrixPicture {
    std::vector<std::string> devices, networks;           ///< ids
    std::vector<std::string> device_names, network_names; ///< as people call them
    std::vector<MatrixCell> cells;                        ///< by device, then network
    bool empty() const { return cells.empty(); }
    const MatrixCell& cell(std::size_t device, std::size_t network) const {
        return cells[device * networks.size() + network];
    }
};
/// Devices in the order of the first network's latency, the fastest first; the asked one keeps its place among them.
/// `library` tells the names of the entries; without one their ids stand for them.
MatrixPicture makeMatrixPicture(const Estimate& estimate, const Library* library = nullptr);
Table matrixTable(const MatrixPicture& picture);

/// Error against the number of measurements, and what to measure next.
struct LearningPoint {
    double measurements = 0, median = 0, p90 = 0, covered = 0;
};
struct NextMeasurement {
    std::string network; ///< its name
    double seconds = 0, low_s = 0, high_s = 0;
};
struct TransferPicture {
    std::vector<LearningPoint> learning;
    std::vector<NextMeasurement> next;
    double latency_s = 0, low_s = 0, high_s = 0;
    bool empty() const { return learning.empty() && next.empty(); }
};
TransferPicture makeTransferPicture(const Estimate& estimate, const Library* library = nullptr);
Table transferTable(const TransferPicture& picture);

} // namespace strata::views
