// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/edge/additive.h"
#include "core/hardware/edge/soc.h"

#include <span>
#include <string>

namespace strata::edge {

/// What runs a network on a chip.
struct RunSetting {
    hardware::SocPart part = hardware::SocPart::Cpu;
    std::string cores = "all"; ///< that take part: "little" is the last of several clusters, "big" all but that one
    double threads = 1;
    double clock_share = 1;       ///< of the highest clock
    bool half_arithmetic = false; ///< the runtime computes in 16 bits on cores that can (hardware::Backend)
};

/// How the time on one device follows from that on another, fitted to devices that were measured with several numbers
/// of threads and to boards that share a family of cores.
struct RateScaling {
    double serial_share = 0; ///< of the arithmetic that one thread does alone
    double distance = 1;     ///< usual logarithm of the ratio of rates between boards of one family of cores
    friend bool operator==(const RateScaling&, const RateScaling&) = default;
};

/// What a setting of a device does in a second; 0: the device does not tell.
struct DeviceRates {
    double arithmetic_per_s = 0; ///< operations of all threads together
    double memory_bytes_per_s = 0;
    double clock_hz = 0; ///< of the fastest core that takes part
};

/// Operations a second of one core at its highest clock: in 32 bits, or in 16 where these are faster and are used. A
/// processor core whose rate the device does not tell counts as one with a vector of four; other units as 0.
double opsPerSecond(const hardware::SocUnit& unit, bool half_arithmetic = false);

/// Rates of a device under a setting. Threads take the fastest of the cores that take part first, and join by Amdahl's
/// law (AFIPS 1967): the serial share runs on one core, the rest on all. Threads beyond the cores add nothing.
DeviceRates ratesOf(const hardware::Soc& soc, const RunSetting& setting, const RateScaling& scaling);

/// Family of the cores that take part first, as the chip lists them; empty: unknown.
std::string coreOf(const hardware::Soc& soc, const RunSetting& setting);

/// Threads that have a core of their own; all of them on other parts than the CPU.
double threadsAtOnce(const hardware::Soc& soc, const RunSetting& setting);

/// The coefficients of a device as they would be at other rates: what charges for operations follows the arithmetic,
/// what charges for elements and weights follows the memory (the arithmetic where a bandwidth is not known), and what
/// charges for a kernel or a run follows the clock. Each rises as its rate falls.
AdditiveVector atRates(AdditiveVector coefficients, const DeviceRates& measured, const DeviceRates& asked);

/// The largest logarithm of a ratio between two devices' rates; 0 where all that is known is equal.
double rateDistance(const DeviceRates& left, const DeviceRates& right);

/// A measured setting of some device.
struct RatedSource {
    AdditiveVector coefficients{};
    DeviceRates rates;
    std::string core;
};

/// Latency of a device without measurements.
struct SourcedLatency {
    double seconds = 0;
    bool same_core = false; ///< it follows from boards with the same family of cores alone
    std::size_t sources = 0;
};
/// The median of what the sources say at the asked rates: of those with the same family of cores, or of all where
/// there is none. A median, because some runtimes have no kernels for some instruction sets: such boards are tenfold
/// slower than their rates. Sources without a known arithmetic rate do not take part; no source leaves 0 seconds.
SourcedLatency latencyFrom(std::span<const RatedSource> sources, const DeviceRates& asked, const std::string& core,
                           const AdditiveVector& counts);

} // namespace strata::edge
