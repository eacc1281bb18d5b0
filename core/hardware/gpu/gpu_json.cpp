// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu/gpu_json.h"

#include "core/hardware/gpu/gpu_numbers.h"

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
    read(document, "vector_clock_ratio", gpu.vector_clock_ratio);
    readRates(document, "vector_flop_per_clock", gpu.vector_flop_per_clock);
    readRates(document, "matrix_flop_per_clock", gpu.matrix_flop_per_clock);
    read(document, "registers_bytes", gpu.registers_bytes);
    read(document, "shared_bytes", gpu.shared_bytes);
    read(document, "shared_bytes_per_block", gpu.shared_bytes_per_block);
    read(document, "threads_per_sm", gpu.threads_per_sm);
    read(document, "blocks_per_sm", gpu.blocks_per_sm);
    read(document, "warp", gpu.warp);
    read(document, "asynchronous_tensor_cores", gpu.asynchronous_tensor_cores);
    read(document, "tensor_memory", gpu.tensor_memory);
    read(document, "block_scales", gpu.block_scales);
    read(document, "unified_l1", gpu.unified_l1);
    read(document, "dual_issue", gpu.dual_issue);
    read(document, "load_line_bytes", gpu.load_line_bytes);
    read(document, "tuned_library", gpu.tuned_library);
    read(document, "exponentials_per_clock", gpu.exponentials_per_clock);
    read(document, "die_area_mm2", gpu.die_area_mm2);
    read(document, "running_clock_ratio", gpu.running_clock_ratio);
    read(document, "matrix_energy_ratio", gpu.matrix_energy_ratio);
}

void readMemory(const Json& document, Gpu& gpu) {
    read(document, "l2_bytes", gpu.l2_bytes);
    read(document, "l2_partitions", gpu.l2_partitions);
    read(document, "l2_bytes_per_clock", gpu.l2_bytes_per_clock);
    read(document, "memory_kind", gpu.memory_kind);
    read(document, "memory_ecc", gpu.memory_ecc);
    read(document, "memory_bytes", gpu.memory_bytes);
    read(document, "memory_bytes_per_s", gpu.memory_bytes_per_s);
    read(document, "stream_share", gpu.stream_share);
    read(document, "board_power_w", gpu.board_power_w);
    read(document, "idle_power_w", gpu.idle_power_w);
    read(document, "link_bytes_per_s", gpu.link_bytes_per_s);
}

} // namespace

Result<Gpu> readGpu(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, gpuSchema(), pointer); !valid) return valid.error();
    Gpu gpu;
    gpu.engine = "pytorch";
    read(document, "id", gpu.id);
    read(document, "name", gpu.name);
    read(document, "vendor", gpu.vendor);
    read(document, "architecture", gpu.architecture);
    read(document, "market", gpu.market);
    read(document, "process_nm", gpu.process_nm);
    read(document, "engine", gpu.engine);
    // As calibrations and measurements call it.
    if (gpu.engine == "tensorrt-llm") gpu.engine = "trtllm";
    read(document, "price_usd", gpu.price_usd);
    readUnits(document, gpu);
    readMemory(document, gpu);
    if (auto sound = finishGpuNumbers(gpu); !sound) {
        Error error = sound.error();
        error.pointer = std::string(pointer) + error.pointer;
        return error;
    }
    return gpu;
}

} // namespace strata::hardware
