// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_data.h"

#include "views/support/table/cell_number.h"
#include "views/support/text/word_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <QCoreApplication>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

/// Columns of a table by name; found once, not once a cell.
class Columns {
public:
    explicit Columns(const Table& table) : table_(table) {}
    std::size_t operator()(std::string_view name) const {
        return static_cast<std::size_t>(std::ranges::find(table_.columns, name) - table_.columns.begin());
    }

private:
    const Table& table_;
};

double number(const std::vector<Cell>& row, std::size_t column) {
    return column < row.size() ? cellNumber(row[column]).value_or(0.0) : 0.0;
}

std::int64_t count(const std::vector<Cell>& row, std::size_t column) {
    return static_cast<std::int64_t>(number(row, column));
}

void readLanes(const Table& table, ServedTimeline& into) {
    const Columns at(table);
    const std::array columns{at("replica"),     at("stage"),    at("start_s"),    at("end_s"),   at("prefill_s"),
                             at("mixed_s"),     at("decode_s"), at("iterations"), at("running"), at("tokens"),
                             at("blocks_used"), at("queued"),   at("moving_s")};
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> lanes;
    TimelineLane* lane = nullptr;
    for (const auto& row : table.rows) {
        const std::int64_t replica = count(row, columns[0]), stage = count(row, columns[1]);
        if (!lane || lane->replica != replica || lane->stage != stage) {
            const auto [place, added] = lanes.try_emplace({replica, stage}, into.lanes.size());
            if (added) into.lanes.push_back({replica, stage, {}});
            lane = &into.lanes[place->second];
        }
        StageRun run{
            number(row, columns[2]),
            number(row, columns[3]),
            {number(row, columns[4]), number(row, columns[5]), number(row, columns[6]), number(row, columns[12])},
            count(row, columns[7]),
            count(row, columns[8]),
            count(row, columns[9]),
            count(row, columns[10]),
            count(row, columns[11])};
        into.end_s = std::max(into.end_s, run.end_s);
        into.iterations += run.iterations;
        into.moves = into.moves || number(row, columns[12]) > 0.0;
        into.merged = std::max(into.merged, run.iterations);
        into.stages = std::max(into.stages, stage + 1);
        lane->runs.push_back(run);
    }
    std::ranges::sort(into.lanes, {}, [](const TimelineLane& timeline_lane) {
        return std::pair(timeline_lane.replica, timeline_lane.stage);
    });
}

void readRequests(const Estimate& estimate, ServedTimeline& into) {
    std::map<std::int64_t, ServedRequest> known;
    if (const Table* table = estimate.findTable("requests")) {
        const Columns at(*table);
        const std::array columns{at("request"),  at("replica"),   at("prompt_tokens"), at("output_tokens"),
                                 at("restarts"), at("arrival_s"), at("scheduled_s"),   at("completed_s")};
        for (const auto& row : table->rows)
            known[count(row, columns[0])] = {count(row, columns[0]),  count(row, columns[1]),  count(row, columns[2]),
                                             count(row, columns[3]),  count(row, columns[4]),  number(row, columns[5]),
                                             number(row, columns[6]), number(row, columns[7]), {}};
    }
    if (const Table* table = estimate.findTable("lives")) {
        const Columns at(*table);
        const std::array columns{at("request"), at("phase"), at("start_s"), at("end_s"), at("replica")};
        for (const auto& row : table->rows) {
            const auto found = known.find(count(row, columns[0]));
            const auto* phase = columns[1] < row.size() ? std::get_if<std::string>(&row[columns[1]]) : nullptr;
            if (found == known.end() || !phase) continue;
            const std::int64_t replica = columns[4] < row.size() ? count(row, columns[4]) : found->second.replica;
            found->second.life.push_back({*phase, number(row, columns[2]), number(row, columns[3]), replica});
            if (*phase == "evicted") into.evictions.emplace_back(replica, number(row, columns[2]));
            if (*phase == "transfer") into.transfers.push_back(found->second.life.back());
        }
    }
    for (auto& [id, request] : known)
        if (!request.life.empty()) into.requests.push_back(std::move(request));
    std::ranges::sort(into.requests, {}, [](const ServedRequest& served_request) {
        return std::pair(served_request.arrival_s, served_request.id);
    });
}

} // namespace

QString workText(Work work) {
    switch (work) {
    case Work::Prefill: return tr("Prompts");
    case Work::Mixed: return tr("Prompts and decodes");
    case Work::Decode: return tr("Decodes");
    case Work::Moving: return tr("Waiting for caches");
    }
    return {};
}

Category workCategory(Work work) {
    return work == Work::Prefill  ? Category::Compute
           : work == Work::Mixed  ? Category::Synchronisation
           : work == Work::Decode ? Category::Memory
                                  : Category::Movement;
}

QString phaseText(const std::string& phase) {
    static constexpr WordTitle kTitles[]{
        {"queueing", QT_TRANSLATE_NOOP("strata::views", "queueing")},
        {"prefill", QT_TRANSLATE_NOOP("strata::views", "prefill")},
        {"decode", QT_TRANSLATE_NOOP("strata::views", "decode")},
        {"paused", QT_TRANSLATE_NOOP("strata::views", "paused")},
        {"evicted", QT_TRANSLATE_NOOP("strata::views", "evicted")},
        {"recompute", QT_TRANSLATE_NOOP("strata::views", "computed again")},
        {"transfer", QT_TRANSLATE_NOOP("strata::views", "transfer")},
    };
    return titleIn(kTitles, phase).value_or(QString::fromStdString(phase));
}

Category phaseCategory(const std::string& phase) {
    static constexpr WordValue<Category> kCategories[]{
        {"queueing", Category::Queueing},  {"prefill", Category::Compute},        {"decode", Category::Memory},
        {"recompute", Category::Movement}, {"transfer", Category::Communication},
    };
    return valueIn(kCategories, phase, Category::Bubble);
}

double ServedRequest::total(const std::string& phase) const {
    double seconds = 0.0;
    for (const LifePiece& piece : life)
        if (piece.phase == phase) seconds += piece.end_s - piece.start_s;
    return seconds;
}

const ServedRequest* ServedTimeline::find(std::int64_t id) const {
    const auto found = std::ranges::find(requests, id, &ServedRequest::id);
    return found == requests.end() ? nullptr : &*found;
}

std::shared_ptr<const ServedTimeline> readTimeline(const Estimate& estimate) {
    auto result = std::make_shared<ServedTimeline>();
    const Table* table = estimate.valid ? estimate.findTable("timeline") : nullptr;
    if (!table || table->rows.empty()) return result;
    readLanes(*table, *result);
    readRequests(estimate, *result);
    if (const Table* engine = estimate.findTable("engine"); engine && !engine->rows.empty())
        result->blocks = count(engine->rows.front(), Columns(*engine)("blocks"));
    return result;
}

void fillColumns(const TimelineLane& lane, double low_s, double high_s, std::vector<PixelColumn>& columns) {
    std::ranges::fill(columns, PixelColumn{});
    const auto width = static_cast<double>(columns.size());
    if (columns.empty() || !(high_s > low_s)) return;
    const double per_s = width / (high_s - low_s);
    auto run = std::ranges::lower_bound(lane.runs, low_s, {}, &StageRun::end_s);
    for (; run != lane.runs.end() && run->start_s < high_s; ++run) {
        const double seconds = std::max(run->end_s - run->start_s, 1e-12);
        const double from = std::max(0.0, (run->start_s - low_s) * per_s);
        const double to = std::min(width, (run->end_s - low_s) * per_s);
        const auto first = static_cast<std::size_t>(std::min(from, width - 1.0));
        const auto last =
            static_cast<std::size_t>(std::clamp(std::ceil(to) - 1.0, static_cast<double>(first), width - 1.0));
        for (std::size_t i = first; i <= last; ++i) {
            const double inside = std::min(to, static_cast<double>(i) + 1.0) - std::max(from, static_cast<double>(i));
            PixelColumn& column = columns[i];
            for (std::size_t work = 0; work < kWorks; ++work)
                column.share[work] += static_cast<float>(std::max(0.0, inside) * run->busy_s[work] / seconds);
            column.blocks = std::max(column.blocks, static_cast<float>(run->blocks));
            column.queued = std::max(column.queued, static_cast<float>(run->queued));
        }
    }
}

} // namespace strata::views
