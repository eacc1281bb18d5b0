// SPDX-License-Identifier: GPL-3.0-or-later
// Hypervolumes of NSGA-II on published test problems against those of a plain implementation of the same
// algorithm. Reference: reference/dse/reference_hypervolumes.csv (population 100, SBX 0.9 with index 15,
// polynomial mutation 1/n with index 20). Tolerance: none, the mean of five seeds must reach the reference's
// mean.
#include "core/exchange/csv.h"
#include "core/explore/search/search_algorithm.h"
#include "tests/golden/search_problems.h"

#include <QTest>

#include <filesystem>
#include <numeric>

using namespace strata;
using namespace strata::explore;
using strata::testing::SearchProblem;

namespace {

struct Volumes {
    double population = 0; ///< of the last population alone
    double all = 0;        ///< of everything that was evaluated
};

Volumes search(const SearchProblem& problem, std::size_t evaluations, std::uint64_t seed) {
    const auto algorithm = evolution(std::vector<Gene>(problem.variables), problem.objectives, seed, {});
    const std::vector<double> reference(problem.objectives, 1.1);
    const auto valuesOf = [&](std::span<const double> points) {
        std::vector<double> values(points.size() / problem.variables * problem.objectives);
        for (std::size_t i = 0; i * problem.variables < points.size(); ++i) {
            problem.evaluate(points.subspan(i * problem.variables, problem.variables),
                             std::span(values).subspan(i * problem.objectives, problem.objectives));
        }
        return values;
    };
    std::vector<double> all;
    while (all.size() < evaluations * problem.objectives) {
        const auto values = valuesOf(algorithm->ask());
        algorithm->tell({values, problem.objectives}, std::vector<double>(values.size() / problem.objectives, 0.0));
        all.insert(all.end(), values.begin(), values.end());
    }
    return {hypervolume({valuesOf(algorithm->population()), problem.objectives}, reference),
            hypervolume({all, problem.objectives}, reference)};
}

} // namespace

class SearchQualityTest : public QObject {
    Q_OBJECT

private slots:
    void reachesTheReference_data();
    void reachesTheReference();
};

void SearchQualityTest::reachesTheReference_data() {
    QTest::addColumn<int>("problem");
    const auto problems = strata::testing::searchProblems();
    for (std::size_t i = 0; i < problems.size(); ++i)
        QTest::newRow(problems[i].name.c_str()) << static_cast<int>(i);
}

void SearchQualityTest::reachesTheReference() {
    QFETCH(int, problem);
    const std::filesystem::path folder(qEnvironmentVariable("STRATA_REFERENCE").toStdString());
    const auto table = exchange::CsvTable::read(folder / "dse" / "reference_hypervolumes.csv");
    if (!table) QSKIP("the reference data is absent");
    const SearchProblem chosen = strata::testing::searchProblems()[static_cast<std::size_t>(problem)];
    double wanted = 0, optimum = 0;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        if (table->text(row, "problem") != chosen.name) continue;
        wanted = table->number(row, "nsga2_25k_mean").value_or(0);
        optimum = table->number(row, "hv_optimum").value_or(0);
    }
    QVERIFY(wanted > 0);
    const std::size_t evaluations = chosen.name == "DTLZ2" ? 10'000 : 25'000;
    constexpr int kSeeds = 5;
    Volumes mean;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        const Volumes volumes = search(chosen, evaluations, seed);
        mean.population += volumes.population / kSeeds;
        mean.all += volumes.all / kSeeds;
    }
    qInfo("%s: population %.4f, all evaluated %.4f, reference %.4f, optimum %.4f", chosen.name.c_str(), mean.population,
          mean.all, wanted, optimum);
    QVERIFY(mean.population >= wanted);
    QVERIFY(mean.all >= mean.population);
    QVERIFY2(mean.all <= optimum + 1e-4, "more than there is");
}

QTEST_APPLESS_MAIN(SearchQualityTest)
#include "search_quality_test.moc"
