// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/products/tensor_matmul.h"

#include "core/hardware/gpu/engine_profile.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace strata::gpu {
namespace {

using hardware::Calibration;
using hardware::CalibrationGroup;
using hardware::Gpu;

constexpr std::string_view kCalibration = "gpu-tensor-matmul";
constexpr std::string_view kBatched = "batched"; ///< class of residuals: batches of products, whatever their type
/// From one node of a replayed graph to the next and to the first bytes of memory, whatever the clock of the SMs.
constexpr double kStart_s = 1e-6;
/// Products scaled in blocks of this many k are summed up in fp32 on the scalar lanes (DeepSeek-V3 technical report,
/// arXiv:2412.19437, section 3.3.2); tiles of two groups of warps hide it behind products.
constexpr double kScaledBlock = 128.0;
constexpr double kHidingRows = 128.0;
/// Instructions for a narrow weight before it enters a product of 16 bits (Kim et al. 2022, arXiv:2211.10017): two
/// weights at once are taken apart by one and made floating-point by another; scales of groups, which 4-bit weights
/// have, multiply them by a third. Results per clock and SM: CUDA C++ Programming Guide, arithmetic instructions.
constexpr double kUnpack = 1.0, kGroupScale = 0.5;
constexpr double kLogicPerClock = 64.0;
/// With scales that are powers of two an engine may quantize blocks by 64 programs of one warp for every 512 columns;
/// each walks over its rows, four groups of 128 one after the other (tensorrt_llm/quantization/utils/fp8_utils.py,
/// per_token_quant_and_transform).
constexpr double kWalkers = 64.0;
constexpr double kGroupsOfRow = 4.0;
/// From a load to its value beyond L2: 659 cycles on H100, 877 on RTX 5080 (Jarmusch et al. 2025, arXiv:2507.10789).
constexpr double kMemoryTrip_s = 0.35e-6;

constexpr std::array kGemmFields{
    GemmField{"issue", &GemmValues::issue},
    GemmField{"feed", &GemmValues::feed},
    GemmField{"step_clocks", &GemmValues::step_clocks},
    GemmField{"fill_clocks", &GemmValues::fill_clocks},
    GemmField{"store", &GemmValues::store},
    GemmField{"bandwidth", &GemmValues::bandwidth},
    GemmField{"launch_clocks", &GemmValues::launch_clocks},
    GemmField{"split_s", &GemmValues::split_s},
    GemmField{"reduce_bytes", &GemmValues::reduce_bytes},
    GemmField{"activations", &GemmValues::activations},
    GemmField{"host_s", &GemmValues::host_s},
    GemmField{"host_pair_s", &GemmValues::host_pair_s},
    GemmField{"host_other_s", &GemmValues::host_other_s},
    GemmField{"quantize_s", &GemmValues::quantize_s},
    GemmField{"quantize_row_s", &GemmValues::quantize_row_s},
    GemmField{"quantize_passes", &GemmValues::quantize_passes},
    GemmField{"quantize_bytes", &GemmValues::quantize_bytes},
};
constexpr std::size_t kQuantizerFields = 4; ///< the last ones

constexpr std::array kQuantizeFields{
    NamedCoefficient<QuantizeValues>{"start_s", &QuantizeValues::start_s},
    NamedCoefficient<QuantizeValues>{"passes", &QuantizeValues::passes},
    NamedCoefficient<QuantizeValues>{"l2_bytes", &QuantizeValues::l2_bytes},
    NamedCoefficient<QuantizeValues>{"l2_share", &QuantizeValues::l2_share},
};

std::string_view textOf(const CalibrationGroup& group, std::string_view key) {
    const auto found = group.key.find(key);
    return found == group.key.end() ? std::string_view() : std::string_view(found->second);
}

/// What the key of a measured group says, looked up once for all types and parts.
struct KeyWords {
    const CalibrationGroup* group = nullptr;
    std::string_view device, architecture, type, library, engine;
    hardware::MemoryBuild memory = hardware::MemoryBuild::Other;
    bool row_scales = false;   ///< the engine scales activations row by row
    bool asynchronous = false; ///< tensor cores that read shared memory by themselves
    bool eager = false;        ///< timed outside of a graph
};

KeyWords keyWords(const CalibrationGroup& group) {
    return {&group,
            textOf(group, "device"),
            textOf(group, "architecture"),
            textOf(group, "type"),
            textOf(group, "library"),
            textOf(group, "engine"),
            hardware::memoryBuild(textOf(group, "memory")),
            textOf(group, "scales") == "row",
            textOf(group, "tensor_cores") == "asynchronous",
            group.values.count("host_s") > 0};
}

/// Measured silicon against the device: the same part, a sister, a part of the same class (how tensor cores
/// are fed and kind of memory), or any other.
int likeness(const KeyWords& group, const Gpu& gpu) {
    if (group.device == gpu.id) return 3;
    if (group.architecture == gpu.architecture) return 2;
    const bool same_feeding = group.asynchronous == gpu.asynchronous_tensor_cores;
    return same_feeding && group.memory == hardware::memoryBuild(gpu.memory_kind) ? 1 : 0;
}

/// The same for what streams from memory: the same part, then the kind of memory, then the architecture. Boards with
/// GDDR keep their pins busier than those with HBM, whatever their SMs (copies reach 92 to 94 % of the datasheet's
/// bandwidth on A40, L40, RTX 4090, 88 % on an A100: the library's stream_share).
int memoryLikeness(const KeyWords& group, const Gpu& gpu) {
    if (group.device == gpu.id) return 3;
    const bool same_memory = group.memory == hardware::memoryBuild(gpu.memory_kind);
    return (same_memory ? 2 : 0) + (same_memory && group.architecture == gpu.architecture ? 1 : 0);
}

/// Coefficients that other groups may tell about than about the products themselves.
enum class Part { Product, Memory, Launch, Quantizer };

/// How much a measured group tells about the kind on this device: the kernels first, then the silicon, then
/// the engine. Nothing where its kernels are others that serve only themselves.
int closeness(const KeyWords& group, const Gpu& gpu, GemmType type, Part part) {
    if (group.type.empty()) return -1;
    const bool same_type = group.type == name(type);
    const bool same_library = group.library == name(libraryOf(gpu, type));
    const bool same_engine = group.engine == gpu.engine;
    const int silicon = 4 * (part == Part::Memory ? memoryLikeness(group, gpu) : likeness(group, gpu));
    // What was timed outside of a graph tells about that engine on that device alone.
    if (group.eager && !(same_type && same_engine && group.device == gpu.id)) return -1;
    // A call belongs to the engine: what it sets up for a format.
    if (part == Part::Launch) {
        const bool block = type == GemmType::Fp8Block && !same_library;
        if (same_type && same_engine && !block) return 64 + silicon;
    }
    if (part == Part::Quantizer) {
        // The kernels that quantize belong to the engine and the format.
        const bool block = type == GemmType::Fp8Block;
        const bool fused = same_library || (scalesInTensorCores(gpu) && group.library == name(GemmLibrary::JustInTime));
        if (same_type && (!block || fused)) return (same_engine ? 16 : 0) + silicon;
        // Synchronous tensor cores: no fused quantizer comes with the kernels: the next are those that scale each row.
        const bool per_row = group.type == name(GemmType::Fp8) && group.row_scales;
        return block && libraryOf(gpu, type) == GemmLibrary::Block && per_row ? 0 : -1;
    }
    const bool general = group.library == name(GemmLibrary::Heuristic);
    if (!same_library && !general) return -1;
    return (same_library ? 16 : 0) + silicon + (same_type ? 2 : 0) + (same_engine ? 1 : 0);
}

/// The groups that are closest, all of them alike.
std::vector<const CalibrationGroup*> closest(std::span<const KeyWords> measured, const Gpu& gpu, GemmType type,
                                             Part part) {
    std::vector<const CalibrationGroup*> found;
    int best = 0;
    for (const KeyWords& group : measured) {
        const int close = closeness(group, gpu, type, part);
        if (close < best || close < 0) continue;
        if (close > best) found.clear();
        best = close;
        found.push_back(group.group);
    }
    return found;
}

/// Geometric mean over the groups; nothing where none has it.
std::optional<double> meanOf(const std::vector<const CalibrationGroup*>& groups, std::string_view name) {
    double sum = 0.0, count = 0.0;
    for (const CalibrationGroup* group : groups) {
        const auto found = group->values.find(name);
        if (found == group->values.end() || found->second <= 0.0) continue;
        sum += std::log(found->second);
        count += 1.0;
    }
    return count > 0.0 ? std::optional(std::exp(sum / count)) : std::nullopt;
}

/// Older parts have fp16 on tensor cores, but not bf16: both run at one rate where they exist.
NumberType mathOn(const Gpu& gpu, GemmType type) {
    const NumberType math = mathOf(type);
    const bool missing = math == NumberType::Bf16 && gpu.matrix_flop_per_clock[index(math)] <= 0.0;
    return missing ? NumberType::Fp16 : math;
}

/// 16-bit operations of an SM per clock, by which its paths to operands are sized. A part whose matrix rate
/// is cut back keeps the paths of its architecture: the rate is that of the groups, if they are of its
/// architecture; 0 where there are none.
double designRate(const Gpu& gpu, const std::vector<const CalibrationGroup*>& groups) {
    const bool sisters = !groups.empty() && textOf(*groups.front(), "architecture") == gpu.architecture;
    return sisters ? meanOf(groups, "flop_per_clock").value_or(0.0) : 0.0;
}

/// The same of the device itself. One without 16-bit units has the paths of the widest of its narrow ones.
double ownDesignRate(const Gpu& gpu) {
    const double half = gpu.matrix_flop_per_clock[index(mathOn(gpu, GemmType::Half))];
    if (half > 0.0) return half;
    double widest = 0.0;
    using enum NumberType;
    for (const NumberType type : {Tf32, Fp8, Int8, Fp4, Int4}) {
        widest = std::max(widest, gpu.matrix_flop_per_clock[index(type)] * bytesOf(type) / bytesOf(Fp16));
    }
    return widest;
}

bool walksRows(const Gpu& gpu) {
    return hardware::kernelsOf(gpu).walks_rows && gpu.block_scales && !gpu.asynchronous_tensor_cores;
}

} // namespace

std::span<const GemmField> gemmFields() { return kGemmFields; }

GemmModel prepareGemm(const Gpu& gpu, GemmType type, const GemmValues& values, double design_flop_per_clock) {
    GemmModel model;
    model.math = mathOn(gpu, type);
    model.bytes = operandBytes(type);
    const GemmLibraryFacts facts = factsOf(libraryOf(gpu, type), gpu);
    model.split_k = facts.split_k;
    model.most_splits = facts.most_splits;
    model.serial = facts.serial;
    model.persistence = facts.persistence;
    model.sms = std::max(1.0, static_cast<double>(gpu.sms));
    constexpr double kSliceBytes = 64.0;
    model.k_quantum = kSliceBytes / model.bytes.a;
    const double clock = gpu.clock_hz;
    const double rate = std::max(gpu.matrix_flop_per_clock[index(model.math)] * values.issue, 1.0);
    const double scalar = std::max(gpu.vector_flop_per_clock[index(NumberType::Fp32)], 1.0);
    const double design = std::max(design_flop_per_clock, 1.0);
    const double feed = values.feed * design;
    const double store = values.store * std::sqrt(design);
    constexpr double kResultBytes = 2.0;
    for (const GemmTile& tile : facts.tiles) {
        const double arithmetic = 2.0 * tile.m * tile.n / rate;
        const double operands = (tile.m * model.bytes.a + tile.n * model.bytes.b) / feed;
        const bool exposed = type == GemmType::Fp8Block && tile.m < kHidingRows && !scalesInTensorCores(gpu);
        double sums = exposed ? 2.0 * tile.m * tile.n / kScaledBlock / scalar : 0.0;
        if (type == GemmType::Weight8) sums += kUnpack * tile.n / kLogicPerClock;
        if (type == GemmType::Weight4) sums += (kUnpack + kGroupScale) * tile.n / kLogicPerClock;
        const double both = std::sqrt(std::sqrt(std::pow(arithmetic, 4) + std::pow(operands, 4))) + sums;
        model.tiles[model.tile_count++] = {tile.m,
                                           tile.n,
                                           tile.m_from,
                                           tile.m_to,
                                           (both + values.step_clocks) / clock,
                                           (values.fill_clocks + kResultBytes * tile.m * tile.n / store) / clock,
                                           kResultBytes * tile.m * tile.n / store / clock,
                                           operands > arithmetic};
    }
    model.launch_s = kStart_s + values.launch_clocks / clock;
    model.split_s = values.split_s;
    model.reduce_s_per_byte = 1.0 / (values.reduce_bytes * model.sms * clock);
    model.dram_s_per_byte = 1.0 / (gpu.memory_bytes_per_s * values.bandwidth);
    model.activations = values.activations;
    model.resident_bytes = residentL2Bytes(gpu);
    constexpr double kInput = 2.0;
    model.host_s = values.host_s;
    model.host_pair_s = values.host_pair_s > 0.0 ? values.host_pair_s : values.host_s;
    model.host_other_s = values.host_other_s > 0.0 ? values.host_other_s : values.host_s;
    model.quantize_s = values.quantize_s;
    model.row_s = values.quantize_row_s / model.sms;
    if (type == GemmType::Fp8Block && walksRows(gpu)) model.row_s += kGroupsOfRow * kMemoryTrip_s / kWalkers;
    model.quantize_dram_s_per_element = kInput * values.quantize_passes / gpu.memory_bytes_per_s;
    model.quantize_l2_s_per_element = kInput / (values.quantize_bytes * model.sms * clock);
    return model;
}

bool sameTensorMeasurements(const Gpu& a, const Gpu& b) {
    return sameNames(a, b) && a.asynchronous_tensor_cores == b.asynchronous_tensor_cores &&
           a.tensor_memory == b.tensor_memory && a.engine == b.engine &&
           hardware::kernelsOf(a) == hardware::kernelsOf(b) && a.memory_kind == b.memory_kind;
}

void renewTensorMatmul(TensorMatmulCoefficients& coefficients, const Gpu& gpu,
                       std::span<const Calibration> calibrations) {
    coefficients.power = resolvePower(gpu, calibrations);
    const double own = ownDesignRate(gpu);
    for (std::size_t i = 0; i < kGemmTypes; ++i) {
        const GemmMeasured& measured = coefficients.measured[i];
        const double design = measured.design_flop_per_clock > 0.0 ? measured.design_flop_per_clock : own;
        coefficients.models[i] = prepareGemm(gpu, static_cast<GemmType>(i), measured.values, design);
        coefficients.models[i].seen = measured.seen;
        coefficients.models[i].band = measured.band;
        coefficients.models[i].batched_band = measured.batched_band;
    }
}

namespace {

/// Did the engine's products of this type take part in the fit, on the device or on another of its architecture?
bool measuredOnGeneration(const Calibration* calibration, const Gpu& gpu, GemmType type) {
    if (calibration == nullptr) return false;
    return std::any_of(calibration->groups.begin(), calibration->groups.end(), [&](const CalibrationGroup& group) {
        return textOf(group, "type") == name(type) && textOf(group, "engine") == gpu.engine &&
               textOf(group, "architecture") == gpu.architecture;
    });
}

} // namespace

TensorMatmulCoefficients resolveTensorMatmul(const Gpu& gpu, std::span<const Calibration> calibrations) {
    const Calibration* calibration = calibrationOf(calibrations, kCalibration);
    TensorMatmulCoefficients found;
    using Groups = std::vector<const CalibrationGroup*>;
    std::vector<KeyWords> known;
    if (calibration != nullptr) std::ranges::transform(calibration->groups, std::back_inserter(known), keyWords);
    for (std::size_t i = 0; i < kGemmTypes; ++i) {
        const auto type = static_cast<GemmType>(i);
        const auto groupsFor = [&](Part part) {
            // Products whose scales the tensor cores apply run as those of 8 bits without, unless they were measured.
            const bool plain = type == GemmType::Fp8Block && part != Part::Quantizer && scalesInTensorCores(gpu) &&
                               !measuredOnGeneration(calibration, gpu, type);
            return closest(known, gpu, plain ? GemmType::Fp8 : type, part);
        };
        const Groups groups = groupsFor(Part::Product), memories = groupsFor(Part::Memory),
                     launchers = groupsFor(Part::Launch), quantizers = groupsFor(Part::Quantizer);
        GemmMeasured& measured = found.measured[i];
        for (std::size_t field = 0; field < kGemmFields.size(); ++field) {
            const bool quantizer = field + kQuantizerFields >= kGemmFields.size();
            const bool launch = kGemmFields[field].member == &GemmValues::launch_clocks ||
                                kGemmFields[field].member == &GemmValues::fill_clocks;
            const bool memory = kGemmFields[field].member == &GemmValues::bandwidth;
            const Groups& tellers = quantizer ? quantizers : launch ? launchers : memory ? memories : groups;
            const auto value = meanOf(tellers, kGemmFields[field].name);
            if (value) measured.values.*kGemmFields[field].member = *value;
        }
        measured.design_flop_per_clock = designRate(gpu, groups);
        measured.seen = std::any_of(groups.begin(), groups.end(), [&](const CalibrationGroup* group) {
            return textOf(*group, "device") == gpu.id && textOf(*group, "type") == name(type);
        });
        measured.band = bandOf(calibration, name(type), gpu, measured.seen);
        measured.batched_band = bandOf(calibration, kBatched, gpu, measured.seen);
    }
    renewTensorMatmul(found, gpu, calibrations);
    found.quantizers_seen = true;
    for (auto& [step, values, band] :
         {std::tuple{"scale", &found.scale, &found.scale_band}, std::tuple{"cast", &found.cast, &found.cast_band}}) {
        Groups groups;
        int best = -1;
        bool seen = false;
        for (const KeyWords& group : known) {
            if (textOf(*group.group, "quantizer") != step) continue;
            seen = seen || group.device == gpu.id;
            const int close = likeness(group, gpu);
            if (close < best) continue;
            if (close > best) groups.clear();
            best = close;
            groups.push_back(group.group);
        }
        *band = bandOf(calibration, step, gpu, seen);
        found.quantizers_seen = found.quantizers_seen && seen;
        for (const auto& [field, member] : kQuantizeFields) {
            const auto value = meanOf(groups, field);
            if (value) values->*member = *value;
        }
    }
    return found;
}

} // namespace strata::gpu
