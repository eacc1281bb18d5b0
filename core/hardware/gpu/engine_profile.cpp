// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu/engine_profile.h"

#include "core/hardware/gpu/gpu.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>

namespace strata::hardware {
namespace {

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Takes the next number off `text`; 0 where there is none.
unsigned long long takeNumber(std::string_view& text) {
    constexpr unsigned long long kMost = 1000000000000ULL;
    while (!text.empty() && !isDigit(text.front()))
        text.remove_prefix(1);
    unsigned long long number = 0;
    for (; !text.empty() && isDigit(text.front()); text.remove_prefix(1))
        number = std::min(number * 10 + static_cast<unsigned long long>(text.front() - '0'), kMost);
    return number;
}

bool hasNumber(std::string_view version) { return std::any_of(version.begin(), version.end(), isDigit); }

std::vector<std::string> words(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() ? std::vector<std::string>{} : found->get<std::vector<std::string>>();
}

/// By AttentionKernels.
constexpr std::array<std::string_view, 4> kAttentionNames{"framework", "first-edition", "packed", "grouped"};

EngineKernels readKernels(const Json& range) {
    EngineKernels kernels;
    const auto found = range.find("kernels");
    if (found == range.end()) return kernels;
    const auto attention = std::ranges::find(kAttentionNames, found->value("attention", std::string()));
    if (attention != kAttentionNames.end())
        kernels.attention = static_cast<AttentionKernels>(attention - kAttentionNames.begin());
    kernels.whole_narrow_contexts = found->value("whole_narrow_contexts", kernels.whole_narrow_contexts);
    kernels.own_products = found->value("own_products", kernels.own_products);
    kernels.row_scales = found->value("row_scales", kernels.row_scales);
    kernels.walks_rows = found->value("walks_rows", kernels.walks_rows);
    kernels.all_expert_slots = found->value("all_expert_slots", kernels.all_expert_slots);
    return kernels;
}

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

Result<std::vector<EngineLimits>> readLimits(const Json& range, const std::string& pointer) {
    std::vector<EngineLimits> limits;
    const auto rows = range.find("limits");
    if (rows == range.end()) return limits;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        const Json& row = (*rows)[i];
        limits.push_back({row.value("memory_bytes", 0.0), words(row, "except"), row.value("token_budget", 0),
                          row.value("max_sequences", 0)});
        if (i > 0 && limits[i].memory_bytes > limits[i - 1].memory_bytes)
            return bad(pointer + "/" + std::to_string(i) + "/memory_bytes", {"error.more-memory-than-row-before"},
                       {"accepted.rows-more-memory-first"});
    }
    return limits;
}

Result<EngineProfile> readRange(const Json& range, const Engine& engine, const Json& document,
                                const std::string& pointer) {
    EngineProfile out;
    out.id = engine.id;
    out.name = engine.name;
    out.measured_as = document.value("measured_as", engine.id);
    out.serves = document.value("serves", false);
    out.from = range.at("from").get<std::string>();
    out.until = range.value("until", std::string());
    out.graph_replay = range.value("graph_replay", false);
    out.builds_networks = range.value("builds_networks", false);
    out.fused_attention = range.value("fused_attention", false);
    out.hides_host = range.value("hides_host", false);
    out.hides_host_in_pipelines = range.value("hides_host_in_pipelines", out.hides_host);
    out.hides_host_of = words(range, "hides_host_of");
    out.queued_iterations = range.value("queued_iterations", 0.0);
    out.starts_prompts_by_kernel = range.value("starts_prompts_by_kernel", false);
    out.starts_experts_by_one_call = range.value("starts_experts_by_one_call", false);
    out.mixes_prompts = range.value("mixes_prompts", false);
    out.policy = range.value("policy", std::string());
    out.block_tokens = range.value("block_tokens", out.block_tokens);
    out.look_every = range.value("look_every", out.look_every);
    out.memory_share = range.value("memory_share", 0.0);
    if (!hasNumber(out.from))
        return bad(pointer + "/from", {"error.version-has-no-number"}, {"accepted.for-example-0-14"});
    if (!out.until.empty() && compareVersions(out.from, out.until) >= 0)
        return bad(pointer + "/until", {"error.range-ends-before-begins"}, {"accepted.later-version-than-from"});
    auto limits = readLimits(range, pointer + "/limits");
    if (!limits) return limits.error();
    out.limits = *std::move(limits);
    out.kernels = readKernels(range);
    return out;
}

} // namespace

int compareVersions(std::string_view a, std::string_view b) {
    while (!a.empty() || !b.empty()) {
        const auto left = takeNumber(a), right = takeNumber(b);
        if (left != right) return left < right ? -1 : 1;
    }
    return 0;
}

std::string_view name(AttentionKernels kernels) { return kAttentionNames[static_cast<std::size_t>(kernels)]; }

const EngineKernels& kernelsOf(const Gpu& gpu) {
    static constexpr EngineKernels kUnknown;
    return gpu.runtime ? gpu.runtime->kernels : kUnknown;
}

std::string_view versionInName(std::string_view named) {
    const auto dash = named.rfind('-');
    if (dash == std::string_view::npos || dash + 1 == named.size() || !isDigit(named[dash + 1])) return {};
    return named.substr(dash + 1);
}

EngineLimits EngineProfile::limitsOn(const Gpu& gpu) const {
    for (const EngineLimits& row : limits) {
        const bool named = std::any_of(row.except.begin(), row.except.end(),
                                       [&](const std::string& part) { return gpu.id.find(part) != std::string::npos; });
        if (gpu.memory_bytes >= row.memory_bytes && !named) return row;
    }
    return {};
}

EngineChoice chooseEngine(const Engine& engine, std::string_view version) {
    if (engine.ranges.empty()) return {};
    if (!hasNumber(version)) return {engine.ranges.back(), EngineChoice::Fit::NotStated};
    if (compareVersions(version, engine.ranges.front().from) < 0)
        return {engine.ranges.front(), EngineChoice::Fit::Older};
    const auto after = std::find_if(engine.ranges.begin(), engine.ranges.end(), [&](const EngineProfile& range) {
        return compareVersions(version, range.from) < 0;
    });
    const bool newer = !engine.known_to.empty() && compareVersions(version, engine.known_to) > 0;
    return {*(after - 1), newer ? EngineChoice::Fit::Newer : EngineChoice::Fit::Known};
}

namespace {

/// Whether iterations are planned and started alike: what else differs moves limits.
bool iteratesAlike(const EngineProfile& a, const EngineProfile& b) {
    return a.hides_host == b.hides_host && a.queued_iterations == b.queued_iterations &&
           a.graph_replay == b.graph_replay && a.starts_prompts_by_kernel == b.starts_prompts_by_kernel &&
           a.starts_experts_by_one_call == b.starts_experts_by_one_call && a.mixes_prompts == b.mixes_prompts &&
           a.policy == b.policy;
}

} // namespace

const EngineProfile* otherRange(const Engine& engine, const EngineProfile& taken) {
    const auto here = std::ranges::find(engine.ranges, taken.from, &EngineProfile::from);
    if (here == engine.ranges.end()) return nullptr;
    const auto differs = [&](const EngineProfile& range) { return !iteratesAlike(range, taken); };
    const auto earlier = std::find_if(std::reverse_iterator(here), engine.ranges.rend(), differs);
    if (earlier != engine.ranges.rend()) return &*earlier;
    const auto later = std::find_if(here, engine.ranges.end(), differs);
    return later == engine.ranges.end() ? nullptr : &*later;
}

Result<Engine> readEngine(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, engineSchema(), pointer); !valid) return valid.error();
    Engine engine;
    engine.id = document.at("id").get<std::string>();
    engine.name = document.at("name").get<std::string>();
    engine.preferred = document.value("preferred", false);
    engine.known_to = document.value("known_to", std::string());
    const Json& ranges = document.at("ranges");
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const std::string here = std::string(pointer) + "/ranges/" + std::to_string(i);
        auto range = readRange(ranges[i], engine, document, here);
        if (!range) return range.error();
        if (i > 0) {
            const EngineProfile& before = engine.ranges.back();
            if (before.until.empty() || compareVersions(before.until, range->from) != 0)
                return bad(here + "/from", {"error.range-does-not-begin-where-one"}, {"accepted.until"});
        }
        engine.ranges.push_back(*std::move(range));
    }
    return engine;
}

} // namespace strata::hardware
