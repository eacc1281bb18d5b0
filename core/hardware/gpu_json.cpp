// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::hardware {

namespace {

template <class T>
void read(const Json& document, const char* key, T& value) {
    if (const auto found = document.find(key); found != document.end()) value = found->get<T>();
}

void readRates(const Json& document, const char* key, ByNumberType<double>& rates) {
    const auto written = document.find(key);
    if (written == document.end()) return;
    for (const auto& [type, rate] : written->items()) {
        if (const auto known = numberTypeNamed(type)) rates[index(*known)] = rate.get<double>();
    }
}

void readUnits(const Json& document, Gpu& gpu) {
    read(document, "sms", gpu.sms);
    read(document, "clock_hz", gpu.clock_hz);
    read(document, "base_clock_hz", gpu.base_clock_hz);
    // A device that is clocked below what its vendor guarantees under load runs at that clock under load as well.
    gpu.base_clock_hz = std::min(gpu.base_clock_hz, gpu.clock_hz);
    readRates(document, "vector_flop_per_clock", gpu.vector_flop_per_clock);
    readRates(document, "matrix_flop_per_clock", gpu.matrix_flop_per_clock);
    read(document, "registers_bytes", gpu.registers_bytes);
    read(document, "shared_bytes", gpu.shared_bytes);
    read(document, "shared_bytes_per_block", gpu.shared_bytes_per_block);
    read(document, "threads_per_sm", gpu.threads_per_sm);
    read(document, "blocks_per_sm", gpu.blocks_per_sm);
    read(document, "warp", gpu.warp);
}

void readMemory(const Json& document, Gpu& gpu) {
    read(document, "l2_bytes", gpu.l2_bytes);
    read(document, "l2_bytes_per_s", gpu.l2_bytes_per_s);
    read(document, "memory_kind", gpu.memory_kind);
    read(document, "memory_bytes", gpu.memory_bytes);
    read(document, "memory_bytes_per_s", gpu.memory_bytes_per_s);
    read(document, "stream_share", gpu.stream_share);
    read(document, "board_power_w", gpu.board_power_w);
    read(document, "idle_power_w", gpu.idle_power_w);
    read(document, "link_bytes_per_s", gpu.link_bytes_per_s);
}

/// What is known of both must not be larger than the other.
Result<void> checkAtMost(const Json& document, const char* smaller, const char* larger, std::string_view pointer) {
    const auto low = document.find(smaller);
    const auto high = document.find(larger);
    if (low == document.end() || high == document.end() || low->get<double>() <= high->get<double>()) return {};
    return Error{"bad-value",
                 std::string(pointer) + "/" + smaller,
                 std::string(smaller) + " is " + low->dump() + ", more than " + larger + " (" + high->dump() + ")",
                 "at most " + std::string(larger),
                 {}};
}

} // namespace

Result<Gpu> readGpu(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, gpuSchema(), pointer); !valid) return valid.error();
    for (const auto& [smaller, larger] : {std::pair{"shared_bytes_per_block", "shared_bytes"},
                                          {"idle_power_w", "board_power_w"},
                                          {"warp", "threads_per_sm"}}) {
        if (auto sound = checkAtMost(document, smaller, larger, pointer); !sound) return sound.error();
    }
    Gpu gpu;
    gpu.engine = "pytorch";
    read(document, "id", gpu.id);
    read(document, "name", gpu.name);
    read(document, "vendor", gpu.vendor);
    read(document, "architecture", gpu.architecture);
    read(document, "market", gpu.market);
    read(document, "process_nm", gpu.process_nm);
    read(document, "engine", gpu.engine);
    read(document, "price_usd", gpu.price_usd);
    readUnits(document, gpu);
    readMemory(document, gpu);
    return gpu;
}

} // namespace strata::hardware
