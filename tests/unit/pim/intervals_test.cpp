// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/method.h"
#include "tests/unit/evaluate/sample.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

/// What was compared with measurements has an interval, and what was not says so.
class PimIntervalsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void modulesHaveTheSpreadOfTheirBenchmarks() {
        const auto estimate = ask("product-upmem.json");
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        for (const char* name : {"latency_s", "flop_per_s", "bandwidth_bytes_per_s"}) {
            const Metric& metric = *estimate->findMetric(name);
            QVERIFY2(metric.low < metric.value && metric.value < metric.high, name);
            QCOMPARE(metric.coverage, 0.8);
        }
        // A rate is slowest where the time is longest.
        const Metric &time = *estimate->findMetric("latency_s"), &rate = *estimate->findMetric("flop_per_s");
        QVERIFY(std::abs(time.high * rate.low / (time.value * rate.value) - 1.0) < 1e-12);
        QCOMPARE(estimate->calibrations.size(), std::size_t{1});
        QCOMPARE(estimate->calibrations.front().id, std::string("pim-processors"));
    }

    void valuesWithoutMeasurementsSayWhy() {
        for (const char* sample : {"product-digital-macro.json", "decode-attention-attacc.json"}) {
            const auto estimate = ask(sample);
            QVERIFY2(estimate, sample);
            const Metric& energy = *estimate->findMetric("energy_j");
            QCOMPARE(energy.low, energy.high);
            QVERIFY2(std::ranges::any_of(estimate->notes, [](const Note& note) { return note.code == "no-interval"; }),
                     sample);
        }
    }

private:
    Result<Estimate> ask(const char* sample) const {
        return evaluate(test::sampleRequest(sample), Context{*library_, {}});
    }

    std::shared_ptr<const Library> library_;
};

QTEST_GUILESS_MAIN(PimIntervalsTest)
#include "intervals_test.moc"
