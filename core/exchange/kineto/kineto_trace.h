// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// What a device did at a time. Texts are places in KinetoTrace::texts, of which the first is empty.
struct DeviceWork {
    enum class Kind : std::uint8_t { Kernel, Copy, Set };
    Kind kind = Kind::Kernel;
    double start_s = 0.0, duration_s = 0.0;
    std::uint32_t name = 0;
    std::uint32_t device = 0, stream = 0;
    std::uint64_t correlation = 0; ///< of the call that launched it; 0: not told
    std::array<std::uint32_t, 3> grid{}, block{};
    std::uint32_t registers = 0, shared_bytes = 0; ///< of a thread, of a block
    double bytes = 0.0;                            ///< copied or set
    std::uint32_t op = 0;                          ///< place in KinetoTrace::ops; the first is none

    double end_s() const { return start_s + duration_s; }
};

/// A call of the runtime on the host.
struct HostCall {
    double start_s = 0.0, duration_s = 0.0;
    std::uint32_t name = 0, thread = 0;
    std::uint64_t correlation = 0;

    double end_s() const { return start_s + duration_s; }
};

/// An operator of the framework with what was recorded of its tensors.
struct HostOp {
    std::uint64_t external_id = 0;
    std::uint32_t name = 0, shapes = 0, types = 0; ///< "[[64,128],[128]]", "[float,float]"
    std::uint32_t collective = 0, group = 0, element = 0;
    double elements_in = 0.0, elements_out = 0.0; ///< of a collective
    std::uint32_t ranks = 0;
};

/// A range of the host that people named, such as ProfilerStep#5.
struct HostRange {
    double start_s = 0.0, duration_s = 0.0;
    std::uint32_t name = 0;

    double end_s() const { return start_s + duration_s; }
};

/// What PyTorch's profiler saw of one process. Times count from the first event that is kept.
struct KinetoTrace {
    std::string file, device;          ///< name of the first device as its driver tells it
    std::uint32_t rank = 0, ranks = 0; ///< 0 ranks: not distributed
    std::vector<std::string> texts{""};
    std::vector<DeviceWork> work; ///< by start
    std::vector<HostCall> calls;  ///< by start
    std::vector<HostOp> ops{HostOp{}};
    std::vector<HostRange> steps; ///< by start

    std::string_view text(std::uint32_t place) const { return texts[place]; }
};

/// Trace of PyTorch's profiler (Kineto; Chrome's trace event format), plain or gzip, or an array of events
/// alone. Read event by event, so that memory grows with the device's work and not with the file. Errors:
/// "unreadable-file", "too-large", "malformed-json" with the byte, "malformed-trace", "bad-value" with the
/// pointer of the event.
Result<KinetoTrace> readKineto(const std::filesystem::path& path);
Result<KinetoTrace> parseKineto(std::string_view text, std::string_view file = {});

} // namespace strata::exchange
