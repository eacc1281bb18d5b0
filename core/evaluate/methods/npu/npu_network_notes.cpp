// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_network.h"

#include <algorithm>
#include <map>

namespace strata::methods {
namespace {

Note info(const char* code, Message text, std::string pointer = {}) {
    return {Note::Level::Info, code, std::move(text), std::move(pointer)};
}

/// The resource that limits the layers of the largest share of the time.
Note limitNote(const NetworkAnswer& answer) {
    std::map<int, double> cycles;
    for (std::size_t l = 0; l < answer.run.layers.size(); ++l) {
        const npu::LayerRun& run = answer.run.layers[l].placed;
        cycles[run.limiting_level] += run.cycles * answer.query.network.layers[l].count;
    }
    const auto most = std::ranges::max_element(cycles, {}, &std::pair<const int, double>::second);
    const double share = most->second / answer.run.placed.cycles;
    Message text{most->first < 0 ? "note.network-compute-limited" : "note.network-level-limited",
                 {{"share", Amount{share, "1"}}}};
    if (most->first >= 0) {
        text.arguments.emplace_back("level",
                                    answer.query.architecture.levels[static_cast<std::size_t>(most->first)].title);
    }
    Note note = info(most->first < 0 ? "compute-limited" : "bandwidth-limited", std::move(text));
    note.decides = true;
    return note;
}

/// Elementwise operators of a device without a stated vector unit.
std::optional<Note> vectorNote(const NetworkAnswer& answer) {
    double operators = 0;
    for (const npu::NetworkLayer& layer : answer.query.network.layers)
        operators += layer.problem ? 0.0 : layer.count;
    if (operators == 0 || answer.query.architecture.vector.operations_per_cycle > 0) return std::nullopt;
    Note note{Note::Level::Warning,
              "vector-not-modelled",
              {"note.vector-not-modelled", {{"operators", operators}}},
              "/hardware/vector"};
    note.fixes = {{"fix.state-vector-unit"}};
    return note;
}

std::vector<Note> bufferNotes(const NetworkAnswer& answer) {
    const auto shared = npu::sharedBuffer(answer.query.architecture);
    const hardware::NpuArchitecture& architecture = answer.query.architecture;
    if (!shared) {
        return {info("no-shared-buffer", {"note.no-shared-buffer", {{"level", architecture.levels.front().title}}},
                     "/hardware/levels")};
    }
    if (answer.query.settings.cores > 1) return {info("cores-spill", {"note.cores-spill"}, "/plan/network/cores")};
    std::size_t stay = 0, all = 0;
    for (std::size_t a = 0; a < answer.query.network.activations.size(); ++a) {
        if (!answer.query.network.activations[a].may_stay) continue;
        ++all;
        stay += answer.run.stays[a] ? 1 : 0;
    }
    const hardware::NpuLevel& level = architecture.levels[*shared];
    std::vector<Note> notes{info("activations",
                                 {"note.activations-stay",
                                  {{"stay", static_cast<double>(stay)},
                                   {"all", static_cast<double>(all)},
                                   {"level", level.title},
                                   {"most", Amount{answer.run.placed.buffer_words * answer.bufferBytes(), "B"}},
                                   {"capacity", Amount{npu::wordsOf(level) * answer.bufferBytes(), "B"}}}},
                                 "/plan/network/activations")};
    if (!answer.run.groups.empty()) {
        notes.push_back(info("fused-groups",
                             {"note.fused-groups", {{"groups", static_cast<double>(answer.run.groups.size())}}},
                             "/plan/network/fusion"));
    }
    return notes;
}

} // namespace

std::vector<Note> networkNotes(const NetworkAnswer& answer) {
    std::vector<Note> notes{limitNote(answer)};
    if (auto vector = vectorNote(answer)) notes.push_back(*std::move(vector));
    for (Note& note : bufferNotes(answer))
        notes.push_back(std::move(note));
    if (answer.query.names_types) {
        notes.push_back(info("words-of-hardware",
                             {"note.words-of-hardware",
                              {{"bits", static_cast<double>(answer.query.architecture.levels.front().word_bits)}}},
                             "/workload"));
    }
    double evaluated = 0;
    for (const npu::LayerOutcome& layer : answer.run.layers)
        evaluated += static_cast<double>(layer.alone.evaluated);
    notes.push_back(
        info("searched-mappings", {"note.network-mappings", {{"evaluated", evaluated}}}, "/plan/network/budget"));
    notes.push_back(info("energy-spread-unknown", {"note.energy-spread-unknown"}));
    return notes;
}

} // namespace strata::methods
