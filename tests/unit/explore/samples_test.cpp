// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/run.h"
#include "tests/unit/explore/fixture.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

using namespace strata;
using namespace strata::explore;

namespace {

/// The worst feasible value of each objective.
std::vector<double> worstOf(const ExploreRequest& request, const ResultTable& table) {
    std::vector<double> worst;
    for (const Objective& objective : request.objectives) {
        const auto& values = table.columns[request.space.axes.size() + objective.column];
        double found = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t i = 0; i < table.rows(); ++i) {
            if (table.reason[i] != 0) continue;
            found = objective.maximize ? std::fmin(found, values[i]) : std::fmax(found, values[i]);
        }
        worst.push_back(found);
    }
    return worst;
}

} // namespace

class SamplesTest : public QObject {
    Q_OBJECT

private slots:
    void samplesTradeOneObjectiveForTheOther_data();
    void samplesTradeOneObjectiveForTheOther();
    void bestMappingsAreNoWorseThanTheRecipe();

private:
    std::shared_ptr<const Library> library_ = test::library();
};

void SamplesTest::samplesTradeOneObjectiveForTheOther_data() {
    QTest::addColumn<QString>("file");
    const auto folder = test::root() / "resources" / "samples" / "explore";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        QTest::newRow(entry.path().filename().c_str()) << QString::fromStdString(entry.path().string());
    }
}

void SamplesTest::samplesTradeOneObjectiveForTheOther() {
    QFETCH(QString, file);
    const auto document = readJsonFile(file.toStdString());
    QVERIFY(document);
    auto request = parseExploreRequest(*document, library_);
    if (!request) QFAIL(describe(request.error()).c_str());
    request->budget = std::min<std::uint64_t>(request->budget, 1000);
    ResultTable table;
    QVERIFY(runExploration(*request, library_, {}, table));
    const Summary summary = summarize(*request, table);
    QVERIFY(summary.feasible > summary.points / 4);
    for (const auto& [reason, count] : summary.infeasible)
        QVERIFY2(reason.starts_with("constraint: ") || reason == "over-memory", reason.c_str());
    if (request->objectives.empty()) return;
    // One of a few policies may be best in everything: then the front is that point alone. It has to beat the worst.
    const bool few = summary.points < 10;
    QVERIFY2(summary.front.size() >= (few ? 1U : 4U), "no trade-off");
    if (few) request->reference = worstOf(*request, table);
    QVERIFY(summarize(*request, table).hypervolume > 0);
}

void SamplesTest::bestMappingsAreNoWorseThanTheRecipe() {
    Json document =
        test::sweepOf({{{"pointer", "/hardware/levels/2/fanout_x"}, {"values", {7, 14, 28}}},
                       {{"pointer", "/workload/layer"}, {"values", {"conv1", "layer2.0.conv2", "layer4.0.conv1"}}}});
    const auto run = [&](const Json& plan) {
        Json changed = document;
        if (!plan.is_null()) changed["base"]["plan"] = plan;
        const auto request = parseExploreRequest(changed, library_);
        if (!request) qFatal("%s", describe(request.error()).c_str());
        ResultTable table;
        if (!runExploration(*request, library_, {}, table)) qFatal("the sweep failed");
        return table;
    };
    const ResultTable recipe = run({});
    const ResultTable searched = run({{"search", {{"budget", 1000}}}});
    const ResultTable free = run({{"search", {{"budget", 1000}, {"dataflow", "free"}}}});
    constexpr std::size_t kEdp = 2 + 4;
    double kept = 0, anywhere = 0;
    for (std::size_t i = 0; i < recipe.rows(); ++i) {
        QVERIFY(searched.columns[kEdp][i] <= recipe.columns[kEdp][i] &&
                free.columns[kEdp][i] <= recipe.columns[kEdp][i]);
        kept += std::log(searched.columns[kEdp][i] / recipe.columns[kEdp][i]) / static_cast<double>(recipe.rows());
        anywhere += std::log(free.columns[kEdp][i] / recipe.columns[kEdp][i]) / static_cast<double>(recipe.rows());
    }
    qInfo("energy-delay product after 1000 mappings, of that by recipe: %.3f, without its dataflow %.3f",
          std::exp(kept), std::exp(anywhere));
    QVERIFY(kept < -0.01);
}

QTEST_APPLESS_MAIN(SamplesTest)
#include "samples_test.moc"
