// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/history.h"
#include "core/coverage/coverage.h"
#include "core/coverage/order.h"
#include "core/coverage/summary.h"
#include "core/coverage/tables.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::coverage;

namespace {

constexpr double kWorst = 0.25;

const Library& library() {
    static const auto loaded = *Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    return *loaded;
}

/// The library with one entry changed, and with no scenario but `scenario` where one is named.
Library changed(const std::string& id, const std::function<void(Json&)>& change, const std::string& scenario = {}) {
    std::vector<Entry> entries;
    for (Entry entry : library().entries()) {
        if (entry.kind == EntryKind::Scenario && !scenario.empty() && entry.id != scenario) continue;
        if (entry.id == id) {
            Json document = *entry.document;
            change(document);
            entry.document = std::make_shared<const Json>(std::move(document));
        }
        entries.push_back(std::move(entry));
    }
    return Library(std::move(entries));
}

Coverage made(const Library& from, const OwnEvidence& own = {}) {
    return makeCoverage(from, builtinRegistry(), own, kWorst);
}

const coverage::Cell& cellOf(const Coverage& coverage, const std::string& question, const std::string& answerer) {
    const auto q = std::ranges::find(coverage.questions, question, &Question::id) - coverage.questions.begin();
    const auto a = std::ranges::find(coverage.answerers, answerer, &Answerer::id) - coverage.answerers.begin();
    return coverage.at(static_cast<std::size_t>(q), static_cast<std::size_t>(a));
}

std::vector<std::string> needed(const Coverage& coverage, const std::string& id, bool subjects) {
    std::vector<std::string> parts;
    const auto question = std::ranges::find(coverage.questions, id, &Question::id);
    for (const Need& need : question->needs)
        if (!subjects || need.subject) parts.emplace_back(need.part->id);
    return parts;
}

OwnRun passed(const std::string& scenario, const std::string& method) {
    OwnRun run;
    run.scenario = scenario;
    run.method = method;
    run.version = "1";
    run.request_sha256 = "2";
    run.metric = "latency_s";
    run.value = run.low = run.high = 0.25;
    run.answered = run.in_range = run.moves = run.informs = true;
    return run;
}

assess::ResultRecord result(const std::string& method, double mape, const std::string& date = "2026-01-01") {
    assess::ResultRecord record;
    record.date = date;
    record.commit = "abc";
    record.suite = "kernels";
    record.method = method;
    record.quantity = "latency_s";
    record.n = 100;
    record.mape = mape;
    record.spearman = 0.97;
    return record;
}

} // namespace

class CoverageTest : public QObject {
    Q_OBJECT

private slots:
    void questionsNeedWhatTheirRequestsState() {
        const Coverage coverage = made(library());
        QCOMPARE(needed(coverage, "T1.1", true), std::vector<std::string>{"data-parallel"});
        QCOMPARE(needed(coverage, "I5.1", true), std::vector<std::string>{"speculation"});
        QCOMPARE(needed(coverage, "I5.4", true), (std::vector<std::string>{"separate-pools", "replicas"}));
        QCOMPARE(needed(coverage, "N1.1", false),
                 (std::vector<std::string>{"npu", "cnn", "inference", "device", "energy", "mapping-search"}));
        QVERIFY(std::ranges::count(needed(coverage, "X1.2", false), "edge") == 1);
        for (const Question& question : coverage.questions) {
            const auto layers = std::ranges::count_if(
                question.needs, [](const Need& need) { return need.part->kind == ToolPartKind::Layer; });
            QVERIFY2(layers > 0, question.id.c_str());
        }
    }

    void memoriesThatComputeAreAPlatform() {
        const Coverage coverage = made(library());
        const auto parts = needed(coverage, "M1.1", false);
        QVERIFY(std::ranges::count(parts, std::string("pim")) == 1 &&
                std::ranges::count(parts, std::string("gpu")) == 0);
        // A tool that knows GPUs alone does not answer what banks take.
        QCOMPARE(cellOf(coverage, "M1.1", "tool-neusight").state, CellState::Unsupported);
    }

    void aToolAnswersWithWhatItCovers() {
        const auto state = [](const Library& from) { return cellOf(made(from), "I2.1", "tool-vidur").state; };
        QCOMPARE(state(library()), CellState::Supported);
        const auto without = [&](const std::string& part) {
            return changed("tool-vidur", [&](Json& tool) {
                auto& covers = tool["covers"];
                covers.erase(std::ranges::find(covers, Json(part)));
            });
        };
        QCOMPARE(state(without("composition")), CellState::Partial);
        QCOMPARE(cellOf(made(without("composition")), "I2.1", "tool-vidur").lacks,
                 std::vector<std::string_view>{"composition"});
        QCOMPARE(state(without("scheduling")), CellState::Unsupported); // the knob turns the policy
        QCOMPARE(state(without("transformer")), CellState::Unsupported);
    }

    void surveysStandBesideTheComputedCells() {
        const Coverage coverage = made(library());
        const coverage::Cell& cell = cellOf(coverage, "T1.1", "tool-astra-sim");
        QCOMPARE(cell.stated.size(), std::size_t{1});
        QCOMPARE(cell.stated.front().state, std::string("supported"));
        QCOMPARE(cell.state, CellState::Partial); // times of computation come from elsewhere
        QVERIFY(std::ranges::count(cell.lacks, std::string_view("device")) == 1);
        QCOMPARE(statedTable(coverage).rows.size(), std::size_t{5 * 24});
    }

    void ownCellsComeFromRuns() {
        QCOMPARE(cellOf(made(library()), "D1.2", "gpu.tile").state, CellState::NotRun);
        OwnEvidence own;
        own.runs = {passed("D1.2", "gpu.tile"), passed("D1.2", "gpu.roofline")};
        own.runs[1].in_range = false;
        own.runs[1].lacks = {"the answer is not in its range"};
        const Coverage coverage = made(library(), own);
        QCOMPARE(cellOf(coverage, "D1.2", "gpu.tile").state, CellState::Supported);
        QCOMPARE(cellOf(coverage, "D1.2", "gpu.roofline").state, CellState::Partial);
        QCOMPARE(cellOf(coverage, "D1.2", "gpu.roofline").detail, own.runs[1].lacks.front());
        QCOMPARE(cellOf(coverage, "D1.2", "serving.single").state, CellState::Unsupported);
        QCOMPARE(cellOf(coverage, "D1.2", "Strata").state, CellState::Supported);
        QCOMPARE(cellOf(coverage, "D1.2", "Strata").method, std::string("gpu.tile"));
    }

    void aValidationResultChangesACell() {
        OwnEvidence own;
        own.runs = {passed("D1.2", "gpu.tile")};
        own.accuracies = newestAccuracies(std::vector{result("gpu.tile", 0.1)});
        QCOMPARE(cellOf(made(library(), own), "D1.2", "gpu.tile").state, CellState::Supported);
        own.accuracies = newestAccuracies(std::vector{result("gpu.tile", 0.1), result("gpu.tile", 0.4, "2026-02-01")});
        const Coverage worse = made(library(), own);
        QCOMPARE(cellOf(worse, "D1.2", "gpu.tile").state, CellState::Partial);
        QCOMPARE(cellOf(worse, "D1.2", "gpu.tile").reasons.front().id, std::string("coverage.inaccurate"));
    }

    void aUnionIsNoSum() {
        const Coverage coverage = made(library());
        Filter filter;
        filter.own = false;
        const auto tools = answerersOf(coverage, filter);
        const Tally together = unionOf(coverage, tools);
        std::size_t most = 0, sum = 0;
        for (const std::size_t tool : tools) {
            const Tally tally = tallyOf(coverage, tool);
            most = std::max(most, tally.supported);
            sum += tally.supported;
        }
        QVERIFY(together.supported >= most && together.supported < sum);
        QVERIFY(together.supported + together.partial <= coverage.questions.size());
        for (const By by : {By::Category, By::Era, By::Scenario}) {
            const Summary summary = summarize(coverage, by, filter);
            std::size_t questions = 0, supported = 0;
            for (const Tally& tally : summary.unions) {
                questions += tally.questions;
                supported += tally.supported;
            }
            QCOMPARE(questions, coverage.questions.size());
            QCOMPARE(supported, together.supported);
        }
    }

    void valuesWeigh() {
        Coverage coverage = made(library());
        Filter filter;
        filter.own = false;
        const auto tools = answerersOf(coverage, filter);
        const double before = unionOf(coverage, tools).share();
        for (std::size_t q = 0; q < coverage.questions.size(); ++q)
            if (bestOf(coverage, q, tools) == CellState::Supported) coverage.questions[q].value = 10.0;
        QVERIFY(unionOf(coverage, tools).share() > before + 0.1);
    }

    void likeColumnsBecomeNeighbours() {
        const std::vector<double> places{0.0, 10.0, 0.1, 10.2, 0.2, 20.0};
        const auto order =
            clusterOrder(places.size(), [&](std::size_t i, std::size_t j) { return std::abs(places[i] - places[j]); });
        QCOMPARE(order, (std::vector<std::size_t>{0, 2, 4, 1, 3, 5}));
        QVERIFY(clusterOrder(0, [](std::size_t, std::size_t) { return 0.0; }).empty());
    }

    void runsAreKeptAndTakenAgain() {
        const Library library = changed(
            "", [](Json&) {}, "N1.1");
        const Context context{library, {}};
        const auto runs = runScenarios(context);
        QCOMPARE(runs.size(), countRuns(library, builtinRegistry()));
        QVERIFY(runs.front().passes());
        const auto again = readOwnRuns(*parseJson(toJson(runs).dump()));
        QVERIFY2(again, again ? "" : describe(again.error()).c_str());
        QVERIFY(*again == runs);
        auto forged = runs;
        forged.front().value = 42.0; // shows whether it was taken or asked again
        QCOMPARE(runScenarios(context, forged).front().value, 42.0);
        forged.front().version = "older";
        QCOMPARE(runScenarios(context, forged).front().value, runs.front().value);
        Json broken = toJson(runs);
        broken["runs"][0]["moves"] = "yes";
        const auto refused = readOwnRuns(broken, "runs.json");
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/runs/0/moves"));
        QCOMPARE(refused.error().file, std::string("runs.json"));
    }

    void historiesTellDrift() {
        std::vector<assess::ResultRecord> records{result("a", 0.10), result("a", 0.15, "2026-02-01"), result("b", 0.3)};
        std::string text;
        for (const auto& record : records)
            text += assess::toJsonLine(record) + "\n";
        const auto read = assess::readHistory(text, "history.jsonl");
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QVERIFY(*read == records);
        const auto drift = assess::drifts(*read);
        QCOMPARE(drift.size(), std::size_t{1});
        QVERIFY(std::abs(drift.front().change() - 0.05) < 1e-12);
        const auto refused = assess::readHistory(text + "{\"date\": 3}\n", "history.jsonl");
        QVERIFY(!refused);
        QCOMPARE(refused.error().file, std::string("history.jsonl:4"));
    }
};

QTEST_GUILESS_MAIN(CoverageTest)
#include "coverage_test.moc"
