// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/pipeline_data.h"

#include "views/support/table/cell_number.h"
#include "views/support/text/word_table.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace strata::views {
namespace {

struct Columns {
    std::array<std::size_t, 6> at{};
    std::size_t communication = 0; ///< beyond the columns where there is none, as the next ones
    std::size_t passes = 0;
    std::array<std::size_t, 3> passes_s{};
    bool whole = true;

    explicit Columns(const Table& table) {
        const auto place = [&table](std::string_view name) {
            return static_cast<std::size_t>(std::ranges::find(table.columns, name) - table.columns.begin());
        };
        constexpr std::array kNames{"stage", "micro_batch", "chunk", "work", "start_s", "end_s"};
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            at[i] = place(kNames[i]);
            whole = whole && at[i] < table.columns.size();
        }
        communication = place("communication_s");
        passes = place("passes");
        passes_s = {place("forward_s"), place("backward_s"), place("weight_s")};
    }
};

std::uint32_t indexOf(const Cell& cell, std::uint32_t fallback) {
    const double number = cellNumber(cell).value_or(-1.0);
    return number >= 0.0 && number < 4e9 ? static_cast<std::uint32_t>(number) : fallback;
}

BlockKind kindOf(std::string_view work) {
    static constexpr WordValue<BlockKind> kKinds[]{
        {"forward", BlockKind::Forward},
        {"backward", BlockKind::Backward},
        {"weight", BlockKind::Weight},
        {"passes", BlockKind::Passes},
        {"host", BlockKind::Host},
        {"optimizer", BlockKind::Optimizer},
        {"send forward", BlockKind::Communication},
        {"send backward", BlockKind::Communication},
        {"messages", BlockKind::Communication},
        {"gradient sync", BlockKind::Communication},
    };
    return valueIn(kKinds, work, BlockKind::Other);
}

bool besideWork(const TimelineBlock& block) {
    return block.kind == BlockKind::Communication && block.micro_batch != TimelineBlock::kNone;
}

std::size_t laneOf(const TimelineBlock& block) { return 2 * std::size_t{block.stage} + (besideWork(block) ? 1 : 0); }

/// Blocks by what they compute, so that the maker of an input is found at once. Blocks of several passes are nobody's
/// maker: which of them it was is not known.
class Makers {
public:
    explicit Makers(const Timeline& timeline) : stages_(timeline.stages()) {
        for (const TimelineBlock& block : timeline.blocks) {
            if (!computes(block)) continue;
            chunks_ = std::max<std::size_t>(chunks_, block.chunk + 1);
            numbers_.push_back(block.micro_batch);
        }
        std::ranges::sort(numbers_);
        numbers_.erase(std::ranges::unique(numbers_).begin(), numbers_.end());
        // A table with wild numbers gets no makers rather than all memory.
        if (3 * stages_ * chunks_ * numbers_.size() > 8 * timeline.blocks.size() + 1024) numbers_.clear();
        block_.assign(3 * stages_ * chunks_ * numbers_.size(), TimelineBlock::kNone);
        for (std::uint32_t i = 0; i < timeline.blocks.size(); ++i) {
            const TimelineBlock& block = timeline.blocks[i];
            if (const auto number = numberOf(block)) block_[place(block.kind, block.stage, *number, block.chunk)] = i;
        }
    }

    /// What the input of a block was made by: the neighbouring stage, or the chunk before.
    std::uint32_t makerOf(const TimelineBlock& block) const {
        const auto number = numberOf(block);
        if (!number) return TimelineBlock::kNone;
        const auto at = [&](BlockKind kind, std::size_t stage, std::size_t chunk) {
            return block_[place(kind, stage, *number, chunk)];
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
    static bool computes(const TimelineBlock& block) {
        return block.kind <= BlockKind::Weight && block.micro_batch != TimelineBlock::kNone;
    }
    /// Which of the micro-batches that have blocks of their own.
    std::optional<std::size_t> numberOf(const TimelineBlock& block) const {
        if (!computes(block)) return std::nullopt;
        const auto found = std::ranges::lower_bound(numbers_, block.micro_batch);
        if (found == numbers_.end() || *found != block.micro_batch) return std::nullopt;
        return static_cast<std::size_t>(found - numbers_.begin());
    }
    std::size_t place(BlockKind kind, std::size_t stage, std::size_t number, std::size_t chunk) const {
        return ((static_cast<std::size_t>(kind) * stages_ + stage) * chunks_ + chunk) * numbers_.size() + number;
    }

    std::size_t stages_ = 0, chunks_ = 1;
    std::vector<std::uint32_t> numbers_; ///< micro-batches, ascending
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
    while (at && timeline.critical.size() <= timeline.blocks.size() && timeline.blocks[*at].kind != BlockKind::Passes) {
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
        block.start_s = cellNumber(row[columns.at[4]]).value_or(0.0);
        block.end_s = cellNumber(row[columns.at[5]]).value_or(0.0);
        if (block.stage > 65'535 || !(block.end_s > block.start_s) || block.start_s < 0.0) continue;
        block.kind = kindOf(*work);
        if (columns.passes < row.size()) block.passes = std::max(1U, indexOf(row[columns.passes], 1));
        if (block.kind == BlockKind::Passes)
            for (std::size_t i = 0; i < block.passes_s.size(); ++i)
                if (columns.passes_s[i] < row.size())
                    block.passes_s[i] =
                        std::clamp(cellNumber(row[columns.passes_s[i]]).value_or(0.0), 0.0, block.seconds());
        timeline.merged = timeline.merged || block.passes > 1;
        // A message is communication from its start to its end; several may leave gaps.
        const bool tells = block.kind != BlockKind::Communication || block.passes > 1;
        if (tells && columns.communication < row.size())
            block.communication_s =
                std::clamp(cellNumber(row[columns.communication]).value_or(0.0), 0.0, block.busySeconds());
        const auto known = std::ranges::find(timeline.works, *work);
        block.work = static_cast<std::uint16_t>(known - timeline.works.begin());
        if (known == timeline.works.end()) timeline.works.push_back(*work);
        timeline.blocks.push_back(block);
    }
}

/// By lane, then by start. Tables tell each lane in order of time: dealt out, little is left to sort.
void putInLanes(Timeline& timeline) {
    std::uint32_t last = 0;
    for (const TimelineBlock& block : timeline.blocks)
        last = std::max(last, block.stage);
    const std::size_t lanes = 2 * (std::size_t{last} + 1);
    timeline.first.assign(lanes + 1, 0);
    for (const TimelineBlock& block : timeline.blocks)
        ++timeline.first[laneOf(block) + 1];
    std::partial_sum(timeline.first.begin(), timeline.first.end(), timeline.first.begin());
    std::vector<std::size_t> next(timeline.first.begin(), timeline.first.end() - 1);
    std::vector<TimelineBlock> dealt(timeline.blocks.size());
    for (const TimelineBlock& block : timeline.blocks)
        dealt[next[laneOf(block)]++] = block;
    timeline.blocks = std::move(dealt);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto blocks =
            std::span(timeline.blocks).subspan(timeline.first[lane], timeline.first[lane + 1] - timeline.first[lane]);
        if (!std::ranges::is_sorted(blocks, {}, &TimelineBlock::start_s))
            std::ranges::stable_sort(blocks, {}, &TimelineBlock::start_s);
    }
}

} // namespace

std::span<const TimelineBlock> Timeline::lane(std::size_t stage, bool communication) const {
    const std::size_t at = 2 * stage + (communication ? 1 : 0);
    return std::span(blocks).subspan(first[at], first[at + 1] - first[at]);
}

double TimelineBlock::busySeconds() const {
    return kind == BlockKind::Passes ? passes_s[0] + passes_s[1] + passes_s[2] : seconds();
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
    putInLanes(timeline);
    for (const TimelineBlock& block : timeline.blocks) {
        timeline.seconds = std::max(timeline.seconds, block.end_s);
        const bool moves = besideWork(block);
        timeline.communicates = timeline.communicates || moves;
        if (!moves) timeline.busy_s += block.busySeconds();
    }
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
    const bool merged = selected.merged || (baseline != nullptr && baseline->merged);
    if (merged) table.columns.insert(table.columns.end(), {"passes", "forward_s", "backward_s", "weight_s"});
    const auto add = [&](const char* design, const Timeline& timeline) {
        std::vector<bool> critical(timeline.blocks.size(), false);
        for (const std::uint32_t block : timeline.critical)
            critical[block] = true;
        for (std::size_t i = 0; i < timeline.blocks.size(); ++i) {
            const TimelineBlock& block = timeline.blocks[i];
            const bool numbered = block.micro_batch != TimelineBlock::kNone;
            std::vector<Cell> row{std::string(design),
                                  std::int64_t{block.stage},
                                  numbered ? Cell(std::int64_t{block.micro_batch}) : Cell(),
                                  std::int64_t{block.chunk},
                                  timeline.works[block.work],
                                  block.start_s,
                                  block.end_s,
                                  block.communication_s,
                                  std::int64_t{critical[i] ? 1 : 0}};
            if (merged) {
                row.emplace_back(std::int64_t{block.passes});
                row.resize(row.size() + block.passes_s.size()); // empty for what is told by itself
                if (block.kind == BlockKind::Passes) std::ranges::copy(block.passes_s, row.end() - 3);
            }
            table.rows.push_back(std::move(row));
        }
    };
    if (!selected.empty()) add("selected", selected);
    if (baseline != nullptr && !baseline->empty()) add("baseline", *baseline);
    return table;
}

} // namespace strata::views
