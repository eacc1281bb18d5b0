// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu/gpu_json.h"

namespace strata::hardware {

namespace {

using namespace strata::field;

// Ranges are what a slider can still be steered in; they include every published device by a wide margin.
constexpr double kMostFlopPerClock = 1 << 20;
constexpr double kMostBytesPerSm = 1 << 24;

ObjectSchema rateSchema(std::string name, std::string title) {
    ObjectSchema rates{std::move(name), std::move(title), {}};
    for (std::size_t i = 0; i < kNumberTypes; ++i) {
        const std::string type(strata::name(static_cast<NumberType>(i)));
        rates.fields.push_back(number(type, type, "FLOP/clock",
                                      "Dense operations on " + type +
                                          " operands that one SM completes in a clock cycle; a multiply-add counts 2.")
                                   .within(0, kMostFlopPerClock));
    }
    return rates;
}

ObjectSchema vectorRates() {
    ObjectSchema rates = rateSchema("vector_flop_per_clock", "Vector rates");
    for (Field& rate : rates.fields) {
        if (rate.key == name(NumberType::Fp32)) rate = rate.within(1, kMostFlopPerClock).needed();
    }
    return rates;
}

std::vector<Field> identityFields() {
    return {
        text("id", "Id", "Lower-case name by which requests refer to the device.").needed(),
        choice("kind", "Kind", {"gpu"}).needed(),
        text("name", "Name").needed(),
        text("vendor", "Vendor"),
        integer("year", "Year", "", "Year of the announcement.").within(1990, 2200),
        list("aliases", "Aliases", text("", "Alias"), "Further names that requests and data may use."),
        text("notes", "Notes", "What the numbers leave out or assume."),
        text("architecture", "Architecture",
             "Generation of the device; devices of one generation share their mechanisms."),
        choice("market", "Market", {"datacenter", "workstation", "consumer", "embedded", "mobile", "integrated"},
               "Market for which the device is sold."),
        number("process_nm", "Process", "nm", "Name of the manufacturing process.").within(0.1, 1000),
        choice("engine", "Runtime",
               {"pytorch", "pytorch-compiled", "pytorch-2.0", "tensorrt-engine", "tensorrt-llm", "vllm", "sglang"},
               "Software that launches the kernels; the runtime is part of the device.")
            .byDefault("pytorch")
            .draggable(),
        number("price_usd", "Price", "USD", "List price at launch.").within(0, 1e7),
    };
}

std::vector<Field> computeFields() {
    return {
        integer("sms", "SMs", "", "Number of streaming multiprocessors or compute units, which run the thread blocks.")
            .within(1, 1024)
            .needed()
            .draggable(),
        number("clock_hz", "Clock", "Hz", "Clock for which the vendor states the peak rates.")
            .within(1e8, 1e10)
            .needed()
            .draggable(Scale::Log2),
        number(
            "base_clock_hz", "Base clock", "Hz",
            "Clock that the vendor guarantees under load. No prediction depends on it: the power limit tells the clock "
            "under load.")
            .within(1e8, 1e10),
        number("vector_clock_ratio", "Vector clock", "1",
               "Clock for which the vendor states the vector peaks, divided by `clock_hz`. Some boards run their "
               "tensor cores at a lower clock.")
            .byDefault(1)
            .within(0.5, 2.0),
        object("vector_flop_per_clock", "Vector rates", vectorRates(),
               "Operations that the scalar lanes of one SM complete in a clock cycle.")
            .needed(),
        object(
            "matrix_flop_per_clock", "Matrix rates", rateSchema("matrix_flop_per_clock", "Matrix rates"),
            "Dense operations that the tensor or matrix cores of one SM complete in a clock cycle, by number format.")
            .byRule("no matrix cores"),
        number("registers_bytes", "Registers", "B", "Size of the register file of one SM.")
            .within(1024, kMostBytesPerSm),
        number("shared_bytes", "Shared memory", "B",
               "Shared memory of one SM, which its thread blocks divide among them.")
            .within(1024, kMostBytesPerSm)
            .draggable(Scale::Log2),
        number("shared_bytes_per_block", "Shared memory per block", "B",
               "Largest amount of shared memory that one thread block may take.")
            .within(1024, kMostBytesPerSm),
        integer("threads_per_sm", "Threads per SM", "", "Threads that one SM holds at a time.").within(32, 1 << 16),
        integer("blocks_per_sm", "Blocks per SM", "", "Thread blocks that one SM holds at a time.").within(1, 1024),
        integer("warp", "Warp", "", "Threads that issue together.").byDefault(32).within(1, 256),
    };
}

/// In what devices of like rates differ: how their cores take operands, how libraries and engines start kernels, and
/// which clocks and powers their boards reach.
std::vector<Field> traitFields() {
    return {
        flag("asynchronous_tensor_cores", "Asynchronous tensor cores",
             "Tensor cores read operands from shared memory, which bulk copies fill at the same time.")
            .byDefault(false),
        flag("tensor_memory", "Tensor memory",
             "The sums of matrix products lie in a memory of their own instead of the registers.")
            .byDefault(false),
        flag("block_scales", "Scales of blocks",
             "Tensor cores multiply blocks of narrow operands with their scales, which are powers of two.")
            .byDefault(false),
        flag("unified_l1", "Unified L1", "Shared memory and the L1 cache of global loads are one store.")
            .byDefault(false),
        flag("dual_issue", "Dual issue",
             "A scheduler issues a load beside a matrix product of the same warp, and integer instructions take turns "
             "with floating-point instructions.")
            .byDefault(false),
        number(
            "load_line_bytes", "Load line", "B",
            "Bytes that one lookup of a global load brings: a line of the L1 cache, or a sector of the L2 cache where "
            "loads go past the L1.")
            .within(1, 4096),
        flag("tuned_library", "Tuned library",
             "The vendor's library of matrix products chooses kernels by a table of tuned sizes.")
            .byDefault(false),
        flag("replays_graphs", "Replays graphs",
             "Engines start captured graphs of kernels at once; without, their host starts every kernel.")
            .byDefault(true),
        number("exponentials_per_clock", "Exponentials", "1/clock",
               "Exponentials that one SM computes in a clock cycle; they limit the softmax of attention.")
            .byDefault(16)
            .within(1, 1024)
            .draggable(Scale::Log2),
        number("die_area_mm2", "Die area", "mm2",
               "Area of the compute dies. The power of an idle device grows with it.")
            .within(1, 1e5)
            .draggable(Scale::Log2),
        number("running_clock_ratio", "Running clock", "1",
               "Clock that boards reach under load before the power limit lowers it, divided by `clock_hz`.")
            .byDefault(1)
            .within(0.5, 2.0),
        number("matrix_energy_ratio", "Energy of matrix cores", "1",
               "Energy of an operation of up to 16 bits on the matrix cores, divided by that of other devices at the "
               "same node.")
            .byDefault(1)
            .within(0.1, 10.0),
    };
}

std::vector<Field> memoryFields() {
    return {
        number("l2_bytes", "L2 cache", "B", "Capacity of the cache that all SMs share.")
            .within(1024, 1LL << 34)
            .draggable(Scale::Log2),
        integer("l2_partitions", "L2 partitions", "",
                "Parts of the L2 cache that may each hold a copy of the same line.")
            .byDefault(1)
            .within(1, 64),
        number("l2_bytes_per_clock", "L2 bandwidth", "B/clock",
               "Measured read bandwidth of the whole L2 cache, divided by the clock of the SMs, which the L2 cache "
               "follows.")
            .within(1, 1e6),
        text("memory_kind", "Memory kind", "HBM2e, GDDR6, LPDDR5 and so on."),
        choice("memory_ecc", "Memory ECC", {"none", "inline", "sideband"},
               "Where error-correcting codes of the memory lie; inline codes take part of the bandwidth."),
        number("memory_bytes", "Memory", "B",
               "Capacity of the device memory; for an integrated GPU, that of the system.")
            .within(1 << 26, 1LL << 44)
            .draggable(Scale::Log2),
        number("memory_bytes_per_s", "Memory bandwidth", "B/s", "Peak bandwidth of the device memory.")
            .within(1e9, 1e15)
            .needed()
            .draggable(Scale::Log2),
        number("stream_share", "Reached bandwidth", "1",
               "Share of the peak bandwidth that a measured copy or triad reaches.")
            .within(0.1, 1),
        number("board_power_w", "Board power", "W", "Power limit that the board enforces.")
            .within(0.1, 1e5)
            .draggable(Scale::Log2),
        number("idle_power_w", "Idle power", "W", "Power of the device without work.").within(0, 1e5),
        number("host_link_bytes_per_s", "Host link", "B/s", "Bandwidth to the host's memory in one direction.")
            .within(1e6, 1e13)
            .draggable(Scale::Log2),
        number("link_bytes_per_s", "Link bandwidth", "B/s",
               "Bandwidth to other devices in one direction over all links.")
            .within(0, 1e14),
    };
}

ObjectSchema makeGpuSchema() {
    ObjectSchema gpu{"gpu", "GPU", identityFields(), true};
    for (auto* more : {&computeFields, &traitFields, &memoryFields}) {
        for (Field& row : (*more)())
            gpu.fields.push_back(std::move(row));
    }
    return gpu;
}

} // namespace

const ObjectSchema& gpuSchema() {
    static const ObjectSchema schema = makeGpuSchema();
    return schema;
}

} // namespace strata::hardware
