// SPDX-License-Identifier: GPL-3.0-or-later
// ASTRA-sim 518bd51 with its analytical backends (777 runs, in cycles), and collectives measured on eleven
// systems (AIConfigurator 095f58a, nccl-tests; Vidur 7d47513, kernel durations).
#include "app/lab/network/network_fit.h"
#include "core/catalog/library.h"

#include <cmath>
#include <filesystem>
#include <QTest>

using namespace strata;

class CollectivesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        const std::filesystem::path data =
            std::filesystem::path(qgetenv("STRATA_REFERENCE").toStdString()) / "collectives";
        if (!std::filesystem::exists(data)) QSKIP("no reference data");
        const auto library = Library::load(qgetenv("STRATA_ROOT").toStdString());
        QVERIFY(library);
        const auto report = assess::runCollectiveSuite({data, **library, {}, {}, false, {}});
        QVERIFY2(report, report ? "" : describe(report.error()).c_str());
        report_ = *report;
    }

    void stepsEqualTheSimulatorToTheCycle() {
        QVERIFY(report_.cases >= 777);
        QCOMPARE(report_.cases_equal, report_.cases);
    }

    /// Systems that took part in the fit, on links of their own: the mean over all sizes, and from 1 MiB.
    void measuredCollectives_data() {
        QTest::addColumn<QString>("system");
        QTest::addColumn<double>("most");
        for (const char* system : {"H100-SXM5-80GB", "H200-SXM", "B200-SXM", "GB200", "A100-SXM4-80GB"}) {
            QTest::addRow("%s", system) << system << 0.12;
        }
    }

    void measuredCollectives() {
        QFETCH(QString, system);
        QFETCH(double, most);
        double sum = 0.0;
        int count = 0;
        for (const assess::SuiteRow& row : report_.rows) {
            for (const auto& [key, value] : row.group) {
                if (key != "device" || value != system.toStdString()) continue;
                sum += std::abs(row.predicted / row.measured - 1.0);
                ++count;
            }
        }
        QVERIFY(count > 300);
        QVERIFY2(sum / count <= most, qPrintable(QString::number(sum / count)));
    }

    /// Eight H200 add up 16-bit numbers in the switch (482 GB/s of bus bandwidth were measured on such nodes), and
    /// integers in rings.
    void largeSumsOfHopper() {
        int count = 0;
        for (const assess::SuiteRow& row : report_.rows) {
            const auto is = [&](std::string_view key, std::string_view value) {
                return std::any_of(row.group.begin(), row.group.end(),
                                   [&](const auto& one) { return one.first == key && one.second == value; });
            };
            if (!is("op", "all_reduce") || !is("gpus", "8") || !is("size", "large")) continue;
            if ((!is("device", "H200-SXM") && !is("device", "H100-SXM5-80GB")) || row.measured < 4e-4) continue;
            QVERIFY2(std::abs(row.predicted / row.measured - 1.0) < 0.12, row.id.c_str());
            ++count;
        }
        QVERIFY(count >= 12);
    }

private:
    assess::SuiteReport report_;
};

QTEST_GUILESS_MAIN(CollectivesTest)
#include "collectives_test.moc"
