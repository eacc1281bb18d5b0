// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {

struct Gpu;

/// Limits of an iteration that an engine sets itself on devices with at least this memory.
struct EngineLimits {
    double memory_bytes = 0;
    std::vector<std::string> except; ///< parts of device ids for which the row does not hold
    std::int32_t token_budget = 0;   ///< 0: not stated
    std::int32_t max_sequences = 0;

    friend bool operator==(const EngineLimits&, const EngineLimits&) = default;
};

/// How a runtime's attention kernels take query heads.
enum class AttentionKernels : std::uint8_t {
    Framework,    ///< published kernels that a framework calls; rotations and caches are kernels of their own
    FirstEdition, ///< the same, of their first edition, which takes half as many keys at a time
    Packed,       ///< serving libraries that pack any number of query heads into one tile
    Grouped,      ///< the heads of one key-value head share a tile, single heads run on scalar lanes
};
std::string_view name(AttentionKernels kernels);

/// Which kernels a runtime calls, as far as it and not the device decides. Where nothing is stated: those that the
/// tables of measured kernels hold.
struct EngineKernels {
    AttentionKernels attention = AttentionKernels::Grouped;
    /// Contexts of 8 bits stay whole where tensor cores take their operands from registers.
    bool whole_narrow_contexts = true;
    bool own_products = false; ///< narrow products are compiled into the runtime; others call the vendor's library
    bool row_scales = false;   ///< activations of 8 bits are scaled row by row
    /// Where scales of blocks are powers of two, a few programs walk over all rows to find them.
    bool walks_rows = true;
    bool all_expert_slots = true; ///< just-in-time kernels of experts hold rows for the slots of other ranks too

    friend bool operator==(const EngineKernels&, const EngineKernels&) = default;
};

/// What a runtime does by default, in one range of its versions.
struct EngineProfile {
    std::string id;          ///< "vllm", "tensorrt-llm"
    std::string name;        ///< "vLLM"
    std::string measured_as; ///< how calibrations and measurements call it: "trtllm"
    std::string from;        ///< first version of the range
    std::string until;       ///< first version after it; empty: open

    bool serves = false; ///< batches requests
    bool graph_replay = false;
    bool builds_networks = false; ///< compiles a whole network for one device beforehand; see buildsNetworks()
    bool fused_attention = false; ///< models call one kernel for the whole attention unless they are told otherwise
    /// The host prepares an iteration while the one before it runs.
    bool hides_host = false;
    bool hides_host_in_pipelines = false;
    std::vector<std::string> hides_host_of;  ///< methods of speculative decoding with which it does so too
    double queued_iterations = 0;            ///< chosen before the running one has ended
    bool starts_prompts_by_kernel = false;   ///< passes with prompts are not replayed
    bool starts_experts_by_one_call = false; ///< of passes with prompts, where experts have 8 bits or more
    bool mixes_prompts = false;              ///< prompts and decodes share an iteration
    std::string policy;                      ///< of the simulation: its scheduler
    std::int32_t block_tokens = 16;          ///< of the cache, which prefixes are found by
    std::int32_t look_every = 1;             ///< decoding iterations between two looks at what has come
    double memory_share = 0;                 ///< of the device's memory; 0: not stated
    std::vector<EngineLimits> limits;        ///< those of more memory first
    EngineKernels kernels;

    /// The first that hold for this device; what is not stated is 0.
    EngineLimits limitsOn(const Gpu& gpu) const;

    friend bool operator==(const EngineProfile&, const EngineProfile&) = default;
};

/// The kernels that the device's runtime calls.
const EngineKernels& kernelsOf(const Gpu& gpu);

/// A file of hwlib/engine/: a runtime through its versions.
struct Engine {
    std::string id;
    std::string name;
    bool preferred = false;            ///< taken where a request names no engine: one that serves, one that runs models
    std::string known_to;              ///< the last version that its sources tell of
    std::vector<EngineProfile> ranges; ///< in rising order

    friend bool operator==(const Engine&, const Engine&) = default;
};

/// Below 0: a is older than b. Versions are numbers with anything between them; missing ones count as 0.
int compareVersions(std::string_view a, std::string_view b);

/// A range of an engine's versions, and in what it is not the one that was asked for.
struct EngineChoice {
    EngineProfile profile;
    enum class Fit { Known, NotStated, Older, Newer } fit = Fit::Known;
};
/// The latest range where no version is stated.
EngineChoice chooseEngine(const Engine& engine, std::string_view version);
/// The version that a name of the engine ends in: "2.0" of "toy-2.0"; empty where it ends in none.
std::string_view versionInName(std::string_view named);

/// The nearest range, earlier ones first, whose iterations are planned or started in another way than those of `taken`;
/// nullptr where there is none.
const EngineProfile* otherRange(const Engine& engine, const EngineProfile& taken);

/// Schema of hwlib/engine/*.json.
const ObjectSchema& engineSchema();

/// Errors: those of validate(), and "bad-value" for a version without numbers, ranges that overlap, or limits in the
/// wrong order, with the pointer below `pointer`.
Result<Engine> readEngine(const Json& document, std::string_view pointer);

} // namespace strata::hardware
