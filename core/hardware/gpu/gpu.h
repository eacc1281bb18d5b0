// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/number_type.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace strata::hardware {

struct EngineProfile;

/// How a memory is built, by the JEDEC name of its kind: dies stacked beside the chip on wide and slow buses (HBM), or
/// single ones on narrow and fast buses for graphics (GDDR).
enum class MemoryBuild : std::uint8_t { Stacked, Graphics, Other };
MemoryBuild memoryBuild(std::string_view memory_kind);

/// A GPU as its datasheet and its vendor's architecture paper describe it. Peaks follow from units and clock, so that
/// both can be dragged: peak of a type = sms x clock_hz x flop per clock of one SM. Unknown facts are 0.
struct Gpu {
    std::string id;
    std::string name;
    std::string vendor;
    std::string architecture; ///< "Pascal", ..., "CDNA 3", "Apple 9": devices of one generation share it
    std::string market;       ///< "datacenter", "workstation", "consumer", "embedded", "mobile", "integrated"
    double process_nm = 0.0;

    std::uint32_t sms = 0; ///< streaming multiprocessors or compute units that run thread blocks
    double clock_hz = 0.0; ///< highest sustained (boost) clock that the datasheet's peaks are stated at
    double base_clock_hz = 0.0;
    double vector_clock_ratio = 1.0; ///< clock that the datasheet's vector peaks are stated at, over clock_hz
    ByNumberType<double> vector_flop_per_clock{}; ///< of one SM on its scalar lanes, a fused multiply-add counts 2
    ByNumberType<double> matrix_flop_per_clock{}; ///< of one SM on its tensor or matrix cores, dense; 0: has none

    double registers_bytes = 0.0;        ///< of one SM
    double shared_bytes = 0.0;           ///< of one SM, the most that kernels may take as shared memory
    double shared_bytes_per_block = 0.0; ///< the most that one thread block may take
    std::uint32_t threads_per_sm = 0;
    std::uint32_t blocks_per_sm = 0;
    std::uint32_t warp = 32;

    bool asynchronous_tensor_cores = false; ///< read operands from shared memory, which bulk copies fill meanwhile
    bool tensor_memory = false;             ///< sums of products lie in a memory of their own, not in registers
    bool block_scales = false;              ///< they multiply blocks of operands with scales of eight exponent bits
    bool unified_l1 = false;                ///< shared memory and the L1 that caches global loads are one store
    bool dual_issue = false;      ///< schedulers issue a load beside a product; integers take turns with floating point
    double load_line_bytes = 0.0; ///< that one lookup of a global load brings: of an L1 line, or a sector past it
    bool tuned_library = false;   ///< the vendor's library chooses kernels by a table of tuned sizes
    double exponentials_per_clock = 16.0; ///< of one SM, on its special function units
    double die_area_mm2 = 0.0;            ///< of all compute dies of the device; 0: not known
    double running_clock_ratio = 1.0;     ///< clock that boards reach under load, over clock_hz
    double matrix_energy_ratio = 1.0;     ///< energy of an operation on matrix cores of up to 16 bits, over usual ones

    double l2_bytes = 0.0;
    std::uint32_t l2_partitions = 1; ///< parts of the L2 that may each hold a copy of one line
    double l2_bytes_per_clock = 0.0; ///< of the whole L2, whose clock follows that of the SMs; 0: not known
    double memory_bytes = 0.0;
    double memory_bytes_per_s = 0.0;
    double board_power_w = 0.0;    ///< the limit that the board holds
    double idle_power_w = 0.0;     ///< 0: not known
    double link_bytes_per_s = 0.0; ///< to peers, all links together, one direction
    std::string memory_kind;       ///< "HBM2e", "GDDR6", "LPDDR5", ...
    std::string memory_ecc; ///< "none", "inline" (codes take part of the bandwidth) or "sideband"; empty: unknown
    std::string engine;     ///< runtime that launches kernels, as calibrations call it
    std::shared_ptr<const EngineProfile>
        runtime;               ///< what that runtime does in its version; null: only its name is known
    double price_usd = 0.0;    ///< at launch
    double stream_share = 0.0; ///< of memory_bytes_per_s that a measured copy or triad reaches

    double vectorPeak(NumberType type) const; ///< FLOP/s on scalar lanes
    double matrixPeak(NumberType type) const; ///< FLOP/s on tensor cores; 0 where there are none
    double peak(NumberType type) const;       ///< the higher of the two
};

} // namespace strata::hardware
