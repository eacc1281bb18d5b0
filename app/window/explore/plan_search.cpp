// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/plan_search.h"

#include "core/base/executor.h"
#include "core/base/message_text.h"
#include "core/evaluate/method.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

namespace strata::app {
namespace {

constexpr std::array kChoices{PlanChoice{"tp", "Tensor parallel", "1"},
                              PlanChoice{"pp", "Pipeline parallel", "1"},
                              PlanChoice{"cp", "Context parallel", "1"},
                              PlanChoice{"ep", "Expert parallel", "1"},
                              PlanChoice{"micro_batch", "Micro-batch", "1"},
                              PlanChoice{"interleave", "Chunks per stage", "1"},
                              PlanChoice{"recompute", "Recomputation", "\"none\""},
                              PlanChoice{"zero", "ZeRO stage", "0"}};

std::string pointerOf(const std::string& name) { return "/plan/" + name; }

Json valueOf(const Cell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return *text;
    if (const auto* count = std::get_if<std::int64_t>(&cell)) return *count;
    if (const auto* number = std::get_if<double>(&cell)) {
        if (*number == static_cast<double>(static_cast<std::int64_t>(*number)))
            return static_cast<std::int64_t>(*number);
        return *number;
    }
    return {};
}

/// Where the columns of a table stand; those that it does not have are absent cells.
class Columns {
public:
    explicit Columns(const Table& table) : table_(table) {}
    const Cell& at(const std::vector<Cell>& row, std::string_view name) const {
        static const Cell kAbsent;
        const auto found = std::ranges::find(table_.columns, name);
        return found == table_.columns.end() ? kAbsent : row[static_cast<std::size_t>(found - table_.columns.begin())];
    }
    double number(const std::vector<Cell>& row, std::string_view name) const {
        const auto* value = std::get_if<double>(&at(row, name));
        return value ? *value : std::numeric_limits<double>::quiet_NaN();
    }

private:
    const Table& table_;
};

std::vector<RankedPlan> plansOf(const Table& table) {
    const Columns columns(table);
    std::vector<RankedPlan> plans;
    for (const auto& row : table.rows) {
        RankedPlan plan;
        for (const PlanChoice& choice : kChoices)
            plan.values.push_back(valueOf(columns.at(row, choice.name)).dump());
        plan.dp = valueOf(columns.at(row, "dp")).dump();
        plan.iteration_s = columns.number(row, "iteration_s");
        plan.memory_bytes = columns.number(row, "memory_bytes");
        plan.energy_j = columns.number(row, "energy_j");
        plan.available_bytes = columns.number(row, "available_bytes");
        if (const auto* part = std::get_if<std::string>(&columns.at(row, "slower_by"))) plan.slower_by = *part;
        plan.slower_by_s = columns.number(row, "slower_by_s");
        plans.push_back(std::move(plan));
    }
    return plans;
}

std::optional<double> iterationOf(const Json& request, const Context& context) {
    const auto estimate = evaluate(request, context);
    const Metric* time = estimate && estimate->valid ? estimate->findMetric("iteration_s") : nullptr;
    return time ? std::optional(time->value) : std::nullopt;
}

} // namespace

std::span<const PlanChoice> planChoices() { return kChoices; }

Json chosenIn(const Json& request, const PlanChoice& choice) {
    const Json* stated = findPointer(request, pointerOf(choice.name));
    if (stated) return *stated;
    // An interleaved schedule without a number of chunks has as many as it can.
    const Json* schedule = findPointer(request, "/plan/schedule");
    if (std::string_view(choice.name) == "interleave" && schedule && *schedule == "interleaved") return {};
    return Json::parse(choice.absent);
}

Json withPlan(const Json& request, const RankedPlan& plan) {
    Json result = request;
    removePointer(result, "/plan/search");
    for (std::size_t i = 0; i < kChoices.size(); ++i)
        (void)setPointer(result, pointerOf(kChoices[i].name), Json::parse(plan.values[i]));
    (void)setPointer(result, "/plan/dp", Json::parse(plan.dp));
    // Chunks belong to the interleaved schedule, and it to them.
    const Json* chunks = findPointer(result, "/plan/interleave");
    const Json* schedule = findPointer(result, "/plan/schedule");
    const bool interleaved = chunks && chunks->is_number() && chunks->get<double>() > 1;
    if (interleaved)
        (void)setPointer(result, "/plan/schedule", "interleaved");
    else if (schedule && *schedule == "interleaved")
        removePointer(result, "/plan/schedule");
    return result;
}

std::string namedAfterPlan(std::string name, const Json& request) {
    for (const char* degree : {"tp", "pp", "cp", "ep", "dp"}) {
        const Json* stated = findPointer(request, pointerOf(degree));
        if (stated == nullptr || !stated->is_number_integer()) continue;
        const std::regex place("\\b" + std::string(degree) + " [0-9]+\\b");
        name = std::regex_replace(name, place, std::string(degree) + ' ' + stated->dump());
    }
    return name;
}

Result<PlanRanking> searchPlans(const Json& request, std::span<const std::string> free,
                                const std::shared_ptr<const Library>& library, const std::stop_token& stop) {
    ThreadExecutor executor(std::thread::hardware_concurrency());
    const Context context{*library, stop, nullptr, &builtinRegistry(), &executor};
    Json search = request;
    removePointer(search, "/plan/dp");
    for (const PlanChoice& choice : kChoices) {
        const bool is_free = std::ranges::find(free, choice.name) != free.end();
        const Json kept = chosenIn(request, choice);
        if (is_free)
            removePointer(search, pointerOf(choice.name));
        else if (!kept.is_null())
            (void)setPointer(search, pointerOf(choice.name), kept);
        if (is_free && std::string_view(choice.name) == "interleave") removePointer(search, "/plan/schedule");
    }
    (void)setPointer(search, "/plan/search", Json::object());
    const auto estimate = evaluate(search, context);
    if (!estimate) return estimate.error();
    PlanRanking ranking;
    for (const Note& note : estimate->notes)
        if (note.pointer == "/plan/search") ranking.told = note.text;
    const Table* plans = estimate->findTable("plans");
    if (!estimate->valid || !plans || plans->rows.empty()) {
        const Note why = estimate->notes.empty() ? Note{} : estimate->notes.front();
        return Error{"no-plan", "", why.text, alternatives(why.fixes), {}};
    }
    ranking.plans = plansOf(*plans);
    std::ranges::stable_sort(ranking.plans, {}, &RankedPlan::iteration_s);
    if (const Table* large = estimate->findTable("plans_too_large")) ranking.too_large = plansOf(*large);
    ranking.present_s = iterationOf(request, context);
    const Json best = withPlan(request, ranking.plans.front());
    const auto best_s = iterationOf(best, context);
    const bool stays = ranking.present_s && (!best_s || *best_s >= *ranking.present_s);
    ranking.request = std::make_shared<const Json>(stays ? request : best);
    return ranking;
}

} // namespace strata::app
