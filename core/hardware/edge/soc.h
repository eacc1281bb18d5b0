// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/number_type.h"
#include "core/base/schema.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {

/// What a part of a system on a chip computes with.
enum class SocPart : std::uint8_t { Cpu, Gpu, Npu, Dsp };
std::string_view name(SocPart part); ///< "cpu", "gpu", "npu", "dsp"

/// One cluster of CPU cores, the GPU, an NPU or a DSP of a chip.
struct SocUnit {
    std::string id; ///< "big", "little", "gpu": unique in its chip
    SocPart part = SocPart::Cpu;
    std::string name; ///< "Cortex-A76"
    std::string core; ///< family of equal cores, by which measurements of other chips apply; empty: unknown
    double cores = 1;
    double clock_hz = 0;
    std::vector<double> operating_points_hz; ///< in rising order; empty: not known
    ByNumberType<double> ops_per_clock{};    ///< of one core; a multiply-add counts 2; 0: not known or not supported
    double cache_bytes = 0;                  ///< of the unit's last own level; 0: not known
    double memory_bytes_per_s = 0;           ///< that its own ports carry from memory; 0: as much as the memory gives

    /// Peak of the unit at its highest clock in operations a second; 0 where the rate is not known.
    double peak(NumberType type) const;
    friend bool operator==(const SocUnit&, const SocUnit&) = default;
};

/// How long a chip holds its clocks.
struct SocThermal {
    double peak_power_w = 0;      ///< for as long as the case is cold; 0: not known
    double sustained_power_w = 0; ///< what the case carries off; 0: not known
    double time_constant_s = 0;   ///< of the case; 0: not known
    friend bool operator==(const SocThermal&, const SocThermal&) = default;
};

/// A phone, a board or a computer whose parts share one memory: a file of hwlib/edge/.
struct Soc {
    std::string id, name, vendor;
    std::string market; ///< "phone", "board", "laptop", "desktop", "server", "automotive", "wearable"
    double process_nm = 0;
    std::string memory_kind;
    double memory_bytes = 0, memory_bytes_per_s = 0; ///< 0: not known
    SocThermal thermal;
    std::vector<SocUnit> units;
    std::vector<std::string> backends; ///< ids of the runtimes that were seen to run on it

    const SocUnit* unit(std::string_view id) const;
    const SocUnit* first(SocPart part) const; ///< the fastest of that part; nullptr where it has none
    friend bool operator==(const Soc&, const Soc&) = default;
};

/// Share of the highest clock that a chip holds after `load_s` of full load: the power falls from its peak to what the
/// case carries off, with the time constant of the case, and the clock with the cube root of the power. 1 where the
/// chip's powers are not known.
double sustainedClockShare(const SocThermal& thermal, double load_s);

/// Schema of hwlib/edge/*.json.
const ObjectSchema& socSchema();

/// Errors: those of validate(), and "bad-value" where two units have one id, operating points do not rise, or the
/// sustained power is above the peak, with the pointer below `pointer`.
Result<Soc> readSoc(const Json& document, std::string_view pointer);

} // namespace strata::hardware
