// SPDX-License-Identifier: GPL-3.0-or-later
// Published training runs (measured_training.csv, vtrain_single_node.csv) under calibrations that have not seen them.
#include "app/lab/training/training_door.h"
#include "app/lab/training/training_fit.h"
#include "app/lab/training/training_rows.h"
#include "core/assess/statistics.h"
#include "core/catalog/library.h"

#include <QTest>

#include <cmath>
#include <filesystem>
#include <map>

using namespace strata;
using namespace strata::assess;

class TrainingGoldenTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void configurationsLeftOut();
    void sourcesLeftOut();
    void memoryOfFirstStages();

private:
    double mixturesByConfiguration(const SuiteReport& report) const;
    SuiteReport run(const char* left_out) const {
        auto report = runTrainingSuite({folder_, *library_, {}, left_out});
        return report ? *std::move(report) : SuiteReport{};
    }

    std::filesystem::path folder_;
    std::shared_ptr<const Library> library_;
};

namespace {

double errorOf(const SuiteRow& row) { return std::abs(row.predicted / row.measured - 1.0); }

/// Mean error of the iterations; of each source alone, then over sources, where asked.
double meanError(const SuiteReport& report, bool over_sources, std::string_view kind = {}) {
    std::map<std::string, std::pair<double, double>> groups;
    for (const SuiteRow& row : report.rows) {
        if (row.quantity != "iteration_s" || (!kind.empty() && row.group[1].second != kind)) continue;
        auto& [sum, count] = groups[over_sources ? row.group[0].second : std::string()];
        sum += errorOf(row), ++count;
    }
    double mean = 0.0;
    for (const auto& [name, group] : groups)
        mean += group.first / group.second / static_cast<double>(groups.size());
    return mean;
}

} // namespace

void TrainingGoldenTest::initTestCase() {
    folder_ = std::filesystem::path(qEnvironmentVariable("STRATA_REFERENCE").toStdString()) / "training";
    if (!std::filesystem::exists(folder_ / "measured_training.csv")) QSKIP("no reference data");
    auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY(library);
    library_ = *library;
}

void TrainingGoldenTest::configurationsLeftOut() {
    const SuiteReport report = run("configuration");
    QVERIFY(report.rows.size() > 1400);
    const double error = meanError(report, false);
    QVERIFY2(error <= 0.12, qPrintable(QString::number(error)));
    const double mixtures = mixturesByConfiguration(report);
    QVERIFY2(mixtures <= 0.18, qPrintable(QString::number(mixtures)));
}

/// Of one configuration of a mixture, releases of the same framework differ by up to 1.8 times, and no column says by
/// what: each configuration counts once, with the median of its releases.
double TrainingGoldenTest::mixturesByConfiguration(const SuiteReport& report) const {
    const auto read = readTrainingRows(folder_, *library_);
    if (!read) return 1.0;
    std::map<std::string, std::pair<std::vector<double>, std::vector<double>>> configurations;
    for (const TrainingRow& row : read->rows) {
        const auto found = std::find_if(report.rows.begin(), report.rows.end(),
                                        [&](const SuiteRow& suite_row) { return suite_row.id == row.id; });
        if (!row.sparse() || found == report.rows.end()) continue;
        auto& [measured, predicted] = configurations[row.configuration];
        measured.push_back(found->measured), predicted.push_back(found->predicted);
    }
    double sum = 0.0;
    for (const auto& [configuration, times] : configurations)
        sum += std::abs(quantile(times.second, 0.5) / quantile(times.first, 0.5) - 1.0);
    return sum / static_cast<double>(configurations.size());
}

void TrainingGoldenTest::sourcesLeftOut() {
    const SuiteReport report = run("source");
    QVERIFY(report.rows.size() > 1400);
    // Intervals are those of a publisher that the fit has not seen: their coverage is judged here.
    double inside = 0.0, count = 0.0;
    for (const SuiteRow& row : report.rows) {
        if (row.quantity != "iteration_s") continue;
        inside += row.low <= row.measured && row.measured <= row.high ? 1.0 : 0.0;
        ++count;
    }
    // Two thirds of all rows are one publisher's: 57 % of his lie inside, 94 % of everybody else's at his distance. No
    // width of one interval serves both.
    QEXPECT_FAIL("", "960 rows of one publisher lie at the edge of the interval", Continue);
    QVERIFY2(inside / count >= 0.75 && inside / count <= 0.85, qPrintable(QString::number(inside / count)));
    const double error = meanError(report, true);
    QVERIFY2(error <= 0.17, qPrintable(QString::number(error)));
}

void TrainingGoldenTest::memoryOfFirstStages() {
    std::size_t count = 0;
    for (const SuiteRow& row : run("").rows) {
        if (row.quantity != "memory_bytes") continue;
        QVERIFY2(errorOf(row) < 0.01, row.id.c_str());
        ++count;
    }
    QCOMPARE(count, std::size_t{12});
}

QTEST_GUILESS_MAIN(TrainingGoldenTest)
#include "training_golden_test.moc"
