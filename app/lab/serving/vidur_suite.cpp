// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/vidur_suite.h"

#include "app/lab/serving/vidur_names.h"
#include "app/lab/serving/vidur_request.h"
#include "app/lab/serving/vidur_run.h"
#include "core/base/json.h"
#include "core/evaluate/method.h"
#include "core/exchange/csv.h"
#include "core/exchange/serving/operator_tables.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

namespace strata::assess {
namespace {

namespace fs = std::filesystem;

constexpr double kTolerance = 1e-4;
constexpr double kTieSeconds = 3e-5; ///< what the tables' print rounding moves an iteration by within a busy period
constexpr const char* kMethod = "serving.vidur";

using TableCache = std::map<std::string, Result<serving::OperatorTables>>;

class Collect final : public serving::Observer {
public:
    explicit Collect(std::size_t requests) : records(requests), seen(requests, false) {}
    void finished(const serving::RequestRecord& record) override {
        records[record.id] = record;
        seen[record.id] = true;
    }
    void iteration(const serving::IterationRecord& record) override { iterations.push_back(record); }
    std::vector<serving::RequestRecord> records;
    std::vector<bool> seen;
    std::vector<serving::IterationRecord> iterations; ///< by end
};

/// An arrival so close to the end of an iteration that rounding decides whether it joins the next one; until
/// the replica is idle again, its requests may be served in another order.
struct Tie {
    double from_s = 0, until_s = 0;
    std::int32_t replica = 0;
};

std::vector<Tie> tiesOf(const VidurRun& run, const Collect& found) {
    std::vector<Tie> ties;
    for (std::size_t i = 0; i < run.arrivals.size(); ++i) {
        const double at = run.arrivals[i].time_s;
        const std::int32_t replica = found.records[i].replica;
        auto near = std::lower_bound(found.iterations.begin(), found.iterations.end(), at - kTieSeconds,
                                     [](const auto& iteration, double time) { return iteration.end_s < time; });
        while (near != found.iterations.end() && near->replica != replica)
            ++near;
        if (near == found.iterations.end() || near->end_s > at + kTieSeconds) continue;
        double end_s = near->end_s;
        for (; near != found.iterations.end(); ++near) {
            if (near->replica != replica) continue;
            if (near->start_s > end_s + kTieSeconds) break;
            end_s = near->end_s;
        }
        ties.push_back({at - kTieSeconds, end_s, replica});
    }
    return ties;
}

double relative(double predicted, double measured) {
    return measured != 0 ? std::abs(predicted / measured - 1) : std::abs(predicted);
}

struct RunErrors {
    double sum_measured = 0, sum_predicted = 0;
    std::size_t different = 0, tied = 0; ///< requests; those of them that a tie explains
    std::int64_t restarts = 0, restarts_measured = 0;
};

void compare(const VidurRun& run, const Collect& found, const std::vector<Tie>& ties, std::size_t i, RunErrors& errors,
             SuiteReport& report) {
    const auto& served = run.served[i];
    const auto& record = found.records[i];
    const std::string id = run.name + ".requests.csv.gz:" + std::to_string(i);
    if (!found.seen[i]) {
        report.refused.push_back({id, "the request does not end in the simulation"});
        ++errors.different;
        return;
    }
    const std::vector<std::pair<std::string, std::string>> group{
        {"run", run.name}, {"scheduler", std::string(run.options.scheduler.policy)}};
    bool equal = record.restarts == served.restarts;
    // The tables are printed to six digits, so that a busy period drifts: both times are compared on the
    // scale of E2E.
    const auto add = [&](const char* quantity, double measured, double predicted) {
        const bool near = std::abs(predicted - measured) <= kTolerance * served.e2e_s;
        equal = equal && near;
        report.rows.push_back({id, group, quantity, "s", measured, predicted, predicted, predicted, kMethod, near});
    };
    add("e2e_s", served.e2e_s, record.e2e_s());
    add("ttft_s", served.ttft_s, record.ttft_s());
    report.rows.push_back({id, group, "restarts", "", static_cast<double>(served.restarts),
                           static_cast<double>(record.restarts), static_cast<double>(record.restarts),
                           static_cast<double>(record.restarts), kMethod, record.restarts == served.restarts});
    const bool tied = std::ranges::any_of(ties, [&](const Tie& tie) {
        return tie.replica == record.replica && record.completed_s >= tie.from_s && record.arrival_s <= tie.until_s;
    });
    errors.different += equal ? 0 : 1;
    errors.tied += !equal && tied ? 1 : 0;
    errors.sum_measured += served.e2e_s;
    errors.sum_predicted += record.e2e_s();
    errors.restarts += record.restarts;
    errors.restarts_measured += served.restarts;
}

/// The run's means through the door that users have, with arrivals as printed.
void addAsked(const VidurRun& run, const fs::path& folder, const Library& library, SuiteReport& report) {
    const std::string text = vidurRequest(run, folder);
    if (text.empty()) return;
    const auto estimate = evaluate(Json::parse(text), Context{library, {}, nullptr});
    if (!estimate || !estimate->valid) {
        report.notes.push_back(run.name +
                               " through the door: " + (estimate ? "not valid" : describe(estimate.error())));
        return;
    }
    for (const auto& [quantity, member] :
         {std::pair{"e2e_s", &VidurRun::Served::e2e_s}, {"ttft_s", &VidurRun::Served::ttft_s}}) {
        const Metric* metric = estimate->findMetric(quantity);
        if (metric == nullptr) continue;
        double mean = 0;
        for (const VidurRun::Served& served : run.served)
            mean += served.*member / static_cast<double>(run.served.size());
        report.rows.push_back({run.name + ":mean",
                               {{"run", run.name}, {"scheduler", std::string(run.options.scheduler.policy)}},
                               quantity,
                               "s",
                               mean,
                               metric->value,
                               metric->low,
                               metric->high,
                               estimate->method,
                               relative(metric->value, mean) <= kTolerance});
        report.rows.back().request = text;
    }
}

void runOne(const VidurRun& run, const fs::path& tables_folder, TableCache& cache, SuiteReport& report) {
    const auto tables = cache.try_emplace(run.stem, exchange::readOperatorTables(tables_folder, run.stem)).first;
    if (!tables->second) {
        report.refused.push_back(
            {run.name, "its operator tables " + run.stem + ": " + describe(tables->second.error())});
        return;
    }
    const serving::OperatorTableTime time(*tables->second, {.layers = run.layers,
                                                            .tp = run.tp,
                                                            .stages = run.options.scheduler.stages,
                                                            .grouped_attention = run.grouped_attention});
    serving::ReplayTraffic traffic(run.arrivals);
    Collect found(run.arrivals.size());
    const auto totals = serving::simulate(run.options, traffic, time, found);
    if (!totals) {
        report.refused.push_back({run.name, describe(totals.error())});
        return;
    }
    RunErrors errors;
    const auto ties = tiesOf(run, found);
    for (std::size_t i = 0; i < run.arrivals.size(); ++i)
        compare(run, found, ties, i, errors, report);
    ++report.cases;
    const bool mean = relative(errors.sum_predicted, errors.sum_measured) <= kTolerance;
    const bool equal = mean && errors.restarts == errors.restarts_measured && errors.different == errors.tied;
    report.cases_equal += equal ? 1 : 0;
    if (!equal || errors.different > 0) {
        char text[240];
        std::snprintf(text, sizeof text,
                      "%s: %zu of %zu requests differ (%zu behind a decision tie), mean E2E by %.2g, "
                      "restarts %lld (%lld)",
                      run.name.c_str(), errors.different, run.arrivals.size(), errors.tied,
                      errors.sum_predicted / errors.sum_measured - 1, static_cast<long long>(errors.restarts),
                      static_cast<long long>(errors.restarts_measured));
        report.notes.emplace_back(text);
    }
}

/// A run that the summary does not name, by what its own name says. @return whether its arrivals were drawn again
bool runByName(const std::string& name, const fs::path& folder, const Library& library, TableCache& cache,
               SuiteReport& report) {
    const auto arguments = vidurArguments(name);
    if (!arguments) {
        report.refused.push_back({name, describe(arguments.error())});
        return false;
    }
    const auto run = readVidurRun(folder / "vidur_runs", name, *arguments, library);
    if (!run) {
        report.refused.push_back({name, describe(run.error())});
        return false;
    }
    runOne(*run, folder / "vidur_op_tables", cache, report);
    return run->exact_arrivals;
}

/// Runs that their own name describes, each as a user asks for it.
void askRuns(const fs::path& folder, const Library& library, SuiteReport& report) {
    for (const std::string& name : vidurRunsIn(folder / "vidur_runs")) {
        const auto arguments = vidurArguments(name);
        if (!arguments) continue;
        const auto run = readVidurRun(folder / "vidur_runs", name, *arguments, library);
        if (run) addAsked(*run, folder, library, report);
    }
}

fs::path folderOf(const fs::path& data) {
    std::error_code status;
    return fs::exists(data / "vidur_runs", status) ? data : data / "serving";
}

} // namespace

Result<SuiteReport> askVidurRuns(const SuiteOptions& options) {
    SuiteReport report;
    report.suite = "serving-vidur";
    report.data = options.data.string();
    askRuns(folderOf(options.data), options.library, report);
    return report;
}

Result<SuiteReport> runVidurSuite(const SuiteOptions& options) {
    const fs::path folder = folderOf(options.data);
    const fs::path summary_file = folder / "vidur_runs" / "summary.csv";
    const auto summary = exchange::CsvTable::read(summary_file);
    if (!summary) return summary.error();
    if (const auto ok = summary->require({"name", "args"}, summary_file.string()); !ok) return ok.error();
    SuiteReport report;
    report.suite = "serving-vidur";
    report.data = options.data.string();
    TableCache cache;
    std::size_t equal = 0, drawn = 0;
    std::set<std::string> summed;
    for (std::size_t row = 0; row < summary->rows(); ++row) {
        const std::string name(summary->text(row, "name"));
        summed.insert(name);
        const auto run = readVidurRun(folder / "vidur_runs", name, summary->text(row, "args"), options.library);
        if (!run) {
            report.refused.push_back({name, describe(run.error())});
            continue;
        }
        drawn += run->exact_arrivals ? 1 : 0;
        const double blocks = run->options.scheduler.blocks;
        if (const auto stated = summary->number(row, "num_blocks"); stated && *stated != blocks) {
            report.notes.push_back(name + ": " + std::to_string(run->options.scheduler.blocks) +
                                   " blocks by the memory rule, the reference has " +
                                   std::to_string(static_cast<std::int64_t>(*stated)));
        }
        runOne(*run, folder / "vidur_op_tables", cache, report);
    }
    for (const std::string& name : vidurRunsIn(folder / "vidur_runs")) {
        if (!summed.contains(name)) drawn += runByName(name, folder, options.library, cache, report) ? 1 : 0;
    }
    if (options.keep_requests) askRuns(folder, options.library, report);
    for (const SuiteRow& row : report.rows)
        equal += row.equal ? 1 : 0;
    report.notes.push_back("arrivals of " + std::to_string(drawn) +
                           " runs are drawn again from their seed; the others are as printed, to nine digits");
    report.summary = std::to_string(report.cases_equal) + "/" + std::to_string(report.cases) + " runs equal (" +
                     std::to_string(equal) + " of " + std::to_string(report.rows.size()) + " values within 1e-4)";
    return report;
}

} // namespace strata::assess
