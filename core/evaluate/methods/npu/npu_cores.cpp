// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_cores.h"

#include "core/evaluate/methods/npu/npu_network.h"
#include "core/evaluate/resolve.h"
#include "core/npu/network/core_plan.h"

#include <algorithm>
#include <cmath>

namespace strata::methods {
namespace {

/// A network whose cores were followed.
struct CoresAnswer {
    const NetworkAnswer& network;
    const npu::CorePlan& plan;
    const npu::CoresResult& run;

    std::size_t layers() const { return network.query.network.layers.size(); }
    std::size_t inputs() const { return plan.items.size() / layers(); }
    double seconds(double cycles) const { return network.seconds(cycles); }
    const std::string& layerOf(std::size_t item) const {
        return network.query.network.layers[plan.items[item].layer].name;
    }
    /// When all layers of an input are done. @unit cycles
    double inputEnd(std::size_t input) const {
        double end = 0;
        for (std::size_t l = 0; l < layers(); ++l)
            end = std::max(end, run.item_ends[input * layers() + l]);
        return end;
    }
    /// Between the results of two inputs while all cores of a pipeline have work.
    double interval() const {
        const std::size_t cores = plan.cores.size();
        return inputs() == 1 ? inputEnd(0) : (inputEnd(cores + 1) - inputEnd(cores - 1)) / 2;
    }
};

const char* wordOf(npu::CoreWait wait) {
    switch (wait) {
    case npu::CoreWait::Nothing: return "nothing";
    case npu::CoreWait::Reads: return "memory reads";
    case npu::CoreWait::Writes: return "memory writes";
    case npu::CoreWait::Room: return "room";
    case npu::CoreWait::Results: break;
    }
    return "results";
}

Table spanTable(const CoresAnswer& answer) {
    Table table{"core_spans",
                {"core", "operator", "input", "first_tile", "last_tile", "tiles", "start_s", "end_s", "compute_s",
                 "reads_s", "writes_s", "waits_for"},
                {}};
    for (const npu::CoreSpan& span : answer.run.spans) {
        const auto whole = [](std::uint64_t number) { return Cell(static_cast<std::int64_t>(number)); };
        const bool works = span.tiles > 0;
        table.rows.push_back({whole(span.core + 1), answer.layerOf(span.item),
                              whole(answer.plan.items[span.item].input + 1),
                              works ? whole(span.first_tile + 1) : Cell(), works ? whole(span.last_tile + 1) : Cell(),
                              works ? whole(span.tiles) : Cell(), answer.seconds(span.from), answer.seconds(span.to),
                              answer.seconds(span.compute), answer.seconds(span.reads), answer.seconds(span.writes),
                              std::string(wordOf(span.waits()))});
    }
    return table;
}

Table memoryTable(const CoresAnswer& answer) {
    Table table{"core_memory", {"start_s", "end_s", "read_busy_share", "write_busy_share"}, {}};
    for (const npu::MemoryUse& use : answer.run.memory)
        table.rows.push_back({answer.seconds(use.from), answer.seconds(use.to), use.read_share, use.write_share});
    return table;
}

Table timeTable(const CoresAnswer& answer) {
    Table table{
        "core_times", {"core", "busy_share", "compute_s", "reads_s", "writes_s", "results_s", "room_s", "idle_s"}, {}};
    for (std::size_t c = 0; c < answer.run.cores.size(); ++c) {
        const npu::CoreTime& time = answer.run.cores[c];
        const double known = time.compute + time.reads + time.writes + time.results + time.room;
        table.rows.push_back({static_cast<std::int64_t>(c + 1), time.compute / answer.run.cycles,
                              answer.seconds(time.compute), answer.seconds(time.reads), answer.seconds(time.writes),
                              answer.seconds(time.results), answer.seconds(time.room),
                              answer.seconds(std::max(0.0, answer.run.cycles - known))});
    }
    return table;
}

/// Rows of operators take the time from their first tile to their last, of the first input.
void putTimes(const CoresAnswer& answer, Estimate& estimate) {
    const auto table = std::ranges::find(estimate.tables, "operators", &Table::name);
    std::vector<double> begin(answer.layers(), answer.run.cycles);
    for (const npu::CoreSpan& span : answer.run.spans)
        if (span.tiles > 0 && answer.plan.items[span.item].input == 0)
            begin[answer.plan.items[span.item].layer] = std::min(begin[answer.plan.items[span.item].layer], span.from);
    const auto column = [&](const char* name) {
        return static_cast<std::size_t>(std::ranges::find(table->columns, name) - table->columns.begin());
    };
    for (std::size_t l = 0; l < answer.layers(); ++l) {
        const double seconds = answer.seconds(std::max(0.0, answer.run.item_ends[l] - begin[l]));
        for (const char* name : {"seconds", "low_s", "high_s"})
            table->rows[l][column(name)] = seconds;
    }
}

void putMetrics(const CoresAnswer& answer, Estimate& estimate) {
    const double latency_s = answer.seconds(answer.inputEnd(0)), interval_s = answer.seconds(answer.interval());
    const npu::NetworkRun& run = answer.network.run;
    const NpuModelQuery& query = answer.network.query;
    const double kernels_s = answer.seconds(run.alone.cycles);
    const auto set = [&](std::string_view name, double value) {
        for (Metric& metric : estimate.metrics)
            if (metric.name == name) metric.value = metric.low = metric.high = value;
    };
    double energy_j = 0;
    for (const Metric& metric : estimate.metrics)
        if (metric.name == "energy_j") energy_j = metric.value;
    set("latency_s", latency_s);
    set("gamma", (latency_s - kernels_s) / kernels_s);
    set("tokens_per_s", query.graph.tokens / interval_s);
    set("utilization", run.placed.macs / (answer.network.units() * query.settings.cores * answer.interval()));
    set("flop_per_s", query.graph.flop() / interval_s);
    set("edp_js", energy_j * latency_s);
}

/// The work that the last result of the first input had to wait for, by layer. @unit cycles
struct CriticalChain {
    std::vector<double> compute, reads, writes;
    double results = 0; ///< waiting for what took no time of its own

    explicit CriticalChain(std::size_t layers) : compute(layers), reads(layers), writes(layers) {}

    /// Its parts fill the time of the span.
    void add(const npu::CoreSpan& span, std::size_t layer) {
        const double all = span.compute + span.reads + span.writes;
        const double scale = all > 0 ? span.length() / all : 0.0;
        compute[layer] += scale * span.compute;
        reads[layer] += scale * span.reads;
        writes[layer] += scale * span.writes;
        if (!(all > 0)) results += span.length();
    }
};

/// The span of work that ends at a time with an item; the number of spans where there is none.
std::size_t workEndingAt(const CoresAnswer& answer, double end, std::optional<std::size_t> item) {
    const auto found = std::ranges::find_if(answer.run.spans, [&](const npu::CoreSpan& span) {
        const bool wanted = item ? span.item == *item : answer.plan.items[span.item].input == 0;
        return span.tiles > 0 && span.to == end && wanted;
    });
    return static_cast<std::size_t>(found - answer.run.spans.begin());
}

/// Backwards in time from the last result of the first input: where a core waits for an item, on with the core that
/// completes it.
CriticalChain chainOf(const CoresAnswer& answer) {
    const std::vector<npu::CoreSpan>& spans = answer.run.spans;
    CriticalChain chain(answer.layers());
    double end = answer.inputEnd(0);
    std::size_t at = workEndingAt(answer, end, {});
    while (at < spans.size()) {
        if (spans[at].tiles == 0) {
            const std::size_t maker = workEndingAt(answer, spans[at].to, spans[at].item);
            if (maker < spans.size()) at = maker;
        }
        const npu::CoreSpan& span = spans[at];
        if (span.tiles > 0)
            chain.add(span, answer.plan.items[span.item].layer);
        else
            chain.results += span.length();
        end = span.from;
        if (at == 0 || spans[at - 1].core != span.core) break;
        --at;
    }
    chain.results += end; // before the first span of the chain, if any time was
    return chain;
}

/// What the chain takes of each layer beyond the closed form, signed. @param counted by the closed form, cycles
Part beyondClosedForm(const CoresAnswer& answer, const char* id, Category category, const std::vector<double>& seen,
                      const std::vector<double>& counted) {
    Part part = makePart(id, category, 0, {"formula.beyond-closed-form"}, {"source.simulation"});
    for (std::size_t l = 0; l < seen.size(); ++l) {
        if (seen[l] == counted[l]) continue;
        part.children.push_back(
            namedPart(answer.network.query.network.layers[l].name, category, answer.seconds(seen[l] - counted[l])));
        part.value += part.children.back().value;
    }
    return part;
}

/// From the sum of the layers to the time until the first input is done: what activations save by staying in the
/// buffer, then what the chain of work behind the last result takes more, or less, than the closed form counts.
void putParts(const CoresAnswer& answer, const CriticalChain& chain, Estimate& estimate) {
    std::vector<double> units, memory, waits;
    for (std::size_t l = 0; l < answer.layers(); ++l) {
        const npu::LayerRun& placed = answer.network.run.layers[l].placed;
        const double copies = answer.network.query.network.layers[l].count;
        units.push_back(copies * placed.inner_cycles);
        memory.push_back(copies * (placed.cycles - placed.inner_cycles));
        waits.push_back(chain.reads[l] + chain.writes[l]);
    }
    constexpr double kRounding = 1e-12; // of the whole: what is less is no step
    const double latency_s = answer.seconds(answer.inputEnd(0));
    for (auto& [name, root] : estimate.parts) {
        if (name != "latency_s") continue;
        for (Part part : {beyondClosedForm(answer, "cores-overlap", Category::Synchronisation, chain.compute, units),
                          beyondClosedForm(answer, "cores-memory", Category::Memory, waits, memory)})
            if (std::abs(part.value) > kRounding * latency_s) root.children.push_back(std::move(part));
        if (answer.seconds(chain.results) > kRounding * latency_s)
            root.children.push_back(makePart("cores-results", Category::Bubble, answer.seconds(chain.results),
                                             {"formula.critical-chain"}, {"source.simulation"}));
        root.value = latency_s;
    }
}

/// The chain itself: its time by layer.
Table chainTable(const CoresAnswer& answer, const CriticalChain& chain) {
    Table table{"core_chain", {"operator", "compute_s", "reads_s", "writes_s"}, {}};
    for (std::size_t l = 0; l < answer.layers(); ++l)
        if (chain.compute[l] + chain.reads[l] + chain.writes[l] > 0)
            table.rows.push_back({answer.network.query.network.layers[l].name, answer.seconds(chain.compute[l]),
                                  answer.seconds(chain.reads[l]), answer.seconds(chain.writes[l])});
    return table;
}

std::vector<Note> coreNotes(const CoresAnswer& answer) {
    const npu::CoresResult& run = answer.run;
    double compute = 0, memory = 0, results = 0;
    for (const npu::CoreTime& time : run.cores) {
        compute += time.compute;
        memory += time.reads + time.writes;
        results += time.results + time.room;
    }
    const double all = run.cycles * static_cast<double>(run.cores.size());
    double limited = 0;
    for (const npu::MemoryUse& use : run.memory)
        if (std::max(use.read_share, use.write_share) >= npu::kFullPort) limited += use.to - use.from;
    return {{Note::Level::Info,
             "cores-by-events",
             {"note.cores-by-events",
              {{"cores", static_cast<double>(run.cores.size())},
               {"compute", Amount{compute / all, "1"}},
               {"memory", Amount{memory / all, "1"}},
               {"results", Amount{results / all, "1"}},
               {"full", Amount{limited / run.cycles, "1"}}}},
             "/plan/network/cores"}};
}

/// What is said of the network, with what the run of its cores adds.
Estimate coresEstimate(const CoresAnswer& answer) {
    Estimate estimate = networkEstimate(answer.network);
    putMetrics(answer, estimate);
    const CriticalChain chain = chainOf(answer);
    putParts(answer, chain, estimate);
    putTimes(answer, estimate);
    for (Table table : {timeTable(answer), spanTable(answer), memoryTable(answer), chainTable(answer, chain)})
        estimate.tables.push_back(std::move(table));
    for (Note& note : coreNotes(answer))
        estimate.notes.push_back(std::move(note));
    return estimate;
}

} // namespace

Result<Estimate> estimateNetworkByEvents(const Request& request, const Context& context) {
    return answerNetwork(request, context, [&](const NetworkAnswer& network) -> Result<Estimate> {
        const auto& [query, run] = network;
        const auto plan = npu::corePlanOf(query.architecture, query.network, run, query.settings.cores);
        if (!plan) return plan.error();
        const auto cores = npu::simulateCores(*plan, {}, context.stop);
        if (!cores) return cores.error();
        return coresEstimate({network, *plan, *cores});
    });
}

Method networkEventRow() {
    return {
        .id = "npu.event",
        .kind = "model",
        .layer = "composition",
        .platform = "NPU",
        .methodology = "simulation",
        .follows = "Stream",
        .citation =
            "layers and mappings as npu.network finds them; cores that share memory after A. Symons, L. Mei, S. "
            "Colleman, P. Houshmand, S. Karl, M. Verhelst, \"Stream\", IEEE Trans. Computers 74(1), 2025; "
            "max-min fair shares after D. Bertsekas, R. Gallager, \"Data Networks\", 2nd ed., 1992",
        .needs = "an NPU with its levels and words per cycle, and a model of the catalog",
        .limits =
            "Only the memory outside is followed tile by tile; levels on the chip and energy are counted as "
            "npu.network counts them. A core loads nothing for a layer before the results that the layer reads are "
            "complete, and no weights of the next layer. Results of two inputs fit between neighbours of a pipeline. "
            "All pieces of a layer are taken to be as large as the largest. Tiles of a layer beyond 512 are merged.",
        .lane = Lane::Batch,
        .cost = Cost::Seconds,
        .closed_form = false,
        .meanwhile = "npu.network",
        .own_measurements = false,
        .hardware = {EntryKind::Npu},
        .estimate = estimateNetworkByEvents};
}

} // namespace strata::methods
