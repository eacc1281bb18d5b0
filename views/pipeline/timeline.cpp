// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/timeline.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace strata::views {
namespace {

struct Columns {
    std::array<std::size_t, 6> at{};
    std::size_t communication = 0; ///< beyond the columns where there is none
    bool whole = true;

    explicit Columns(const Table& table) {
        constexpr std::array kNames{"stage", "micro_batch", "chunk", "work", "start_s", "end_s"};
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            const auto found = std::ranges::find(table.columns, kNames[i]);
            at[i] = static_cast<std::size_t>(found - table.columns.begin());
            whole = whole && found != table.columns.end();
        }
        const auto found = std::ranges::find(table.columns, "communication_s");
        communication = static_cast<std::size_t>(found - table.columns.begin());
    }
};

double numberOf(const Cell& cell, double fallback) {
    if (const auto* count = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*count);
    if (const auto* real = std::get_if<double>(&cell)) return *real;
    return fallback;
}

std::uint32_t indexOf(const Cell& cell, std::uint32_t fallback) {
    const double number = numberOf(cell, -1.0);
    return number >= 0.0 && number < 4e9 ? static_cast<std::uint32_t>(number) : fallback;
}

BlockKind kindOf(std::string_view work) {
    if (work == "forward") return BlockKind::Forward;
    if (work == "backward") return BlockKind::Backward;
    if (work.starts_with("weight")) return BlockKind::Weight;
    if (work == "host") return BlockKind::Host;
    if (work == "optimizer") return BlockKind::Optimizer;
    const bool moves = work.starts_with("send") || work.find("communication") != work.npos ||
                       work.find("gather") != work.npos || work.find("sync") != work.npos ||
                       work.find("reduce") != work.npos || work.find("all-to-all") != work.npos;
    return moves ? BlockKind::Communication : BlockKind::Other;
}

bool besideWork(const TimelineBlock& block) {
    return block.kind == BlockKind::Communication && block.micro_batch != TimelineBlock::kNone;
}

std::size_t laneOf(const TimelineBlock& block) { return 2 * std::size_t{block.stage} + (besideWork(block) ? 1 : 0); }

/// Blocks by what they compute, so that the maker of an input is found at once.
class Makers {
public:
    explicit Makers(const Timeline& timeline) : timeline_(timeline), stages_(timeline.stages()) {
        for (const TimelineBlock& block : timeline.blocks) {
            if (block.micro_batch == TimelineBlock::kNone) continue;
            chunks_ = std::max<std::size_t>(chunks_, block.chunk + 1);
            micro_batches_ = std::max<std::size_t>(micro_batches_, block.micro_batch + 1);
        }
        // A table with wild numbers gets no makers rather than all memory.
        if (3 * stages_ * chunks_ * micro_batches_ > 8 * timeline.blocks.size() + 1024) micro_batches_ = 0;
        block_.assign(3 * stages_ * chunks_ * micro_batches_, TimelineBlock::kNone);
        for (std::uint32_t i = 0; i < timeline.blocks.size(); ++i) {
            const TimelineBlock& block = timeline.blocks[i];
            if (block.kind > BlockKind::Weight || block.micro_batch >= micro_batches_) continue;
            block_[place(block.kind, block.stage, block.micro_batch, block.chunk)] = i;
        }
    }

    /// What the input of a block was made by: the neighbouring stage, or the chunk before.
    std::uint32_t makerOf(const TimelineBlock& block) const {
        if (block.kind > BlockKind::Weight || block.micro_batch >= micro_batches_) return TimelineBlock::kNone;
        const auto at = [&](BlockKind kind, std::size_t stage, std::size_t chunk) {
            return block_[place(kind, stage, block.micro_batch, chunk)];
        };
        const std::size_t last = stages_ - 1;
        if (block.kind == BlockKind::Weight) return at(BlockKind::Backward, block.stage, block.chunk);
        if (block.kind == BlockKind::Forward) {
            if (block.stage > 0) return at(BlockKind::Forward, block.stage - 1, block.chunk);
            return block.chunk > 0 ? at(BlockKind::Forward, last, block.chunk - 1) : TimelineBlock::kNone;
        }
        if (block.stage < last) return at(BlockKind::Backward, block.stage + 1, block.chunk);
        if (block.chunk + 1 < chunks_) return at(BlockKind::Backward, 0, block.chunk + 1);
        return at(BlockKind::Forward, block.stage, block.chunk);
    }

private:
    std::size_t place(BlockKind kind, std::size_t stage, std::size_t micro_batch, std::size_t chunk) const {
        return ((static_cast<std::size_t>(kind) * stages_ + stage) * chunks_ + chunk) * micro_batches_ + micro_batch;
    }

    const Timeline& timeline_;
    std::size_t stages_ = 0, chunks_ = 1, micro_batches_ = 0;
    std::vector<std::uint32_t> block_;
};

std::optional<std::uint32_t> waitedFor(const Timeline& timeline, const Makers& makers, std::uint32_t index) {
    const TimelineBlock& block = timeline.blocks[index];
    std::uint32_t best = TimelineBlock::kNone;
    if (index > timeline.first[laneOf(block)]) best = index - 1;
    const std::uint32_t maker = makers.makerOf(block);
    const bool earlier = maker != TimelineBlock::kNone && timeline.blocks[maker].start_s < block.start_s;
    if (earlier && (best == TimelineBlock::kNone || timeline.blocks[maker].end_s >= timeline.blocks[best].end_s))
        best = maker;
    return best == TimelineBlock::kNone ? std::nullopt : std::optional(best);
}

void followBack(Timeline& timeline) {
    std::uint32_t last = 0;
    for (std::uint32_t i = 0; i < timeline.blocks.size(); ++i)
        if (!besideWork(timeline.blocks[i]) && timeline.blocks[i].end_s > timeline.blocks[last].end_s) last = i;
    const Makers makers(timeline);
    std::optional<std::uint32_t> at = last;
    // Each step goes to an earlier start; the bound is for tables that say otherwise.
    while (at && timeline.critical.size() <= timeline.blocks.size()) {
        timeline.critical.push_back(*at);
        at = waitedFor(timeline, makers, *at);
    }
    std::ranges::reverse(timeline.critical);
}

void readBlocks(const Table& table, Timeline& timeline) {
    const Columns columns(table);
    if (!columns.whole) return;
    timeline.blocks.reserve(table.rows.size());
    for (const auto& row : table.rows) {
        const auto* work = std::get_if<std::string>(&row[columns.at[3]]);
        // Bubbles are the rest: what is stated about them is what the blocks leave.
        if (work == nullptr || *work == "bubble") continue;
        TimelineBlock block;
        block.stage = indexOf(row[columns.at[0]], TimelineBlock::kNone);
        block.micro_batch = indexOf(row[columns.at[1]], TimelineBlock::kNone);
        block.chunk = indexOf(row[columns.at[2]], 0);
        block.start_s = numberOf(row[columns.at[4]], 0.0);
        block.end_s = numberOf(row[columns.at[5]], 0.0);
        if (block.stage > 65'535 || !(block.end_s > block.start_s) || block.start_s < 0.0) continue;
        block.kind = kindOf(*work);
        if (block.kind != BlockKind::Communication && columns.communication < row.size())
            block.communication_s =
                std::clamp(numberOf(row[columns.communication], 0.0), 0.0, block.end_s - block.start_s);
        const auto known = std::ranges::find(timeline.works, *work);
        block.work = static_cast<std::uint16_t>(known - timeline.works.begin());
        if (known == timeline.works.end()) timeline.works.push_back(*work);
        timeline.blocks.push_back(block);
    }
}

} // namespace

std::span<const TimelineBlock> Timeline::lane(std::size_t stage, bool communication) const {
    const std::size_t at = 2 * stage + (communication ? 1 : 0);
    return std::span(blocks).subspan(first[at], first[at + 1] - first[at]);
}

double Timeline::bubbleShare() const {
    const double all = seconds * static_cast<double>(stages());
    return all > 0.0 ? 1.0 - busy_s / all : 0.0;
}

Timeline makeTimeline(const Estimate& estimate) {
    Timeline timeline;
    const Table* table = estimate.findTable("timeline");
    if (table == nullptr) return timeline;
    readBlocks(*table, timeline);
    if (timeline.empty()) return timeline;
    std::ranges::stable_sort(timeline.blocks, {},
                             [](const TimelineBlock& block) { return std::tuple(laneOf(block), block.start_s); });
    const std::size_t lanes = 2 * (std::size_t{timeline.blocks.back().stage} + 1);
    timeline.first.assign(lanes + 1, 0);
    for (const TimelineBlock& block : timeline.blocks) {
        ++timeline.first[laneOf(block) + 1];
        timeline.seconds = std::max(timeline.seconds, block.end_s);
        const bool moves = besideWork(block);
        timeline.communicates = timeline.communicates || moves;
        if (!moves) timeline.busy_s += block.end_s - block.start_s;
    }
    for (std::size_t lane = 0; lane < lanes; ++lane)
        timeline.first[lane + 1] += timeline.first[lane];
    followBack(timeline);
    return timeline;
}

std::optional<std::uint32_t> waitedFor(const Timeline& timeline, std::uint32_t block) {
    return waitedFor(timeline, Makers(timeline), block);
}

Table timelineTable(const Timeline& selected, const Timeline* baseline) {
    Table table{"timeline",
                {"design", "stage", "micro_batch", "chunk", "work", "start_s", "end_s", "communication_s", "critical"},
                {}};
    const auto add = [&](const char* design, const Timeline& timeline) {
        std::vector<bool> critical(timeline.blocks.size(), false);
        for (const std::uint32_t block : timeline.critical)
            critical[block] = true;
        for (std::size_t i = 0; i < timeline.blocks.size(); ++i) {
            const TimelineBlock& block = timeline.blocks[i];
            const bool numbered = block.micro_batch != TimelineBlock::kNone;
            table.rows.push_back({std::string(design), std::int64_t{block.stage},
                                  numbered ? Cell(std::int64_t{block.micro_batch}) : Cell(), std::int64_t{block.chunk},
                                  timeline.works[block.work], block.start_s, block.end_s, block.communication_s,
                                  std::int64_t{critical[i] ? 1 : 0}});
        }
    };
    if (!selected.empty()) add("selected", selected);
    if (baseline != nullptr && !baseline->empty()) add("baseline", *baseline);
    return table;
}

} // namespace strata::views
