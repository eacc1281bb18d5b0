// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/gpu_fixture.h"
#include "tests/views/serving_fixture.h"
#include "tests/views/shown.h"
#include "tests/views/training_fixture.h"
#include "views/waterfall/waterfall_bars.h"
#include "views/waterfall/waterfall_view.h"

#include <algorithm>
#include <cmath>
#include <QComboBox>
#include <QLabel>
#include <QTest>

using namespace strata;
using namespace strata::views;
using fixture::act;

/// The waterfall of requests under load and of training steps, and what it says of those that have none.
class WaterfallRequestsTest : public QObject {
    Q_OBJECT

private slots:
    void underLoadBarsLeadToWhatUsersWaitFor() {
        const auto estimate = fixture::servingEstimate();
        for (const auto& [life, metric] :
             {std::pair(ServedLife::Mean, "e2e_s"), std::pair(ServedLife::Percentile99, "e2e_p99_s")}) {
            const Waterfall waterfall = makeWaterfall(estimate, fixture::servingEstimate(2.0), {}, life);
            QCOMPARE(waterfall.metric, std::string(metric));
            std::vector<std::string> ids;
            for (const WaterfallBar& bar : waterfall.bars)
                ids.push_back(bar.id);
            ids.pop_back();
            QCOMPARE(ids, (std::vector<std::string>{"kernels", "runtime", "communication", "host", "batching",
                                                       "paused", "queueing"}));
            const WaterfallBar& last = waterfall.bars[waterfall.bars.size() - 2];
            QVERIFY(std::abs(last.selected->to - waterfall.total) < 1e-12);
            QCOMPARE(waterfall.total, estimate->findParts(metric)->value);
            QVERIFY(std::abs(*waterfall.baseline_total - 2.0 * waterfall.total) < 1e-12);
            QCOMPARE(waterfall.bars.back().range->high, estimate->findMetric(metric)->high);
        }
        QCOMPARE(makeWaterfall(estimate, nullptr, {"kernels"}).bars.size(), std::size_t{3});
    }

    /// One device does not communicate: no empty bar, unless the baseline does.
    void stepsThatNobodyTakesHaveNoBar() {
        const auto without = [](double scale) {
            auto estimate = std::make_shared<Estimate>(*fixture::servingEstimate(scale));
            for (auto& [metric, root] : estimate->parts)
                for (Part& part : root.children)
                    if (part.id == "communication") root.value -= std::exchange(part.value, 0.0);
            return estimate;
        };
        const auto has = [](const Waterfall& waterfall) {
            return std::ranges::find(waterfall.bars, "communication", &WaterfallBar::id) != waterfall.bars.end();
        };
        const Waterfall alone = makeWaterfall(without(1.0), without(2.0), {}, ServedLife::Mean);
        QVERIFY(!has(alone));
        QCOMPARE(alone.bars.size(), std::size_t{7});
        QVERIFY(std::abs(alone.bars[5].selected->to - alone.total) < 1e-12);
        QVERIFY(has(makeWaterfall(without(1.0), fixture::servingEstimate(), {}, ServedLife::Mean)));
    }

    void theRequestIsChosen() {
        WaterfallView view;
        show(view, fixture::servingScene(fixture::servingRequest(), fixture::servingEstimate()));
        auto* life = view.findChild<QComboBox*>(QStringLiteral("life"));
        QVERIFY(life->isVisible());
        QCOMPARE(view.chart().waterfall().metric, std::string("e2e_s"));
        act(view, [&] {
            life->setFocus();
            QTest::keyClick(life, Qt::Key_Down);
        });
        QCOMPARE(view.chart().waterfall().metric, std::string("e2e_p99_s"));
        WaterfallView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState());
        act(view, [&] { view.setScene(fixture::gpuScene(fixture::modelEstimate())); });
        QVERIFY(!life->isVisible());
    }

    void aTrainingStepGoesFromKernelsOverCommunicationToBubbles() {
        const auto estimate = fixture::trainingEstimate();
        fixture::TrainingShape alone;
        alone.stages = 1;
        const Waterfall waterfall = makeWaterfall(estimate, fixture::trainingEstimate(alone), {});
        QCOMPARE(waterfall.metric, std::string("iteration_s"));
        std::vector<std::string> ids;
        double at = 0.0;
        for (const WaterfallBar& bar : waterfall.bars) {
            ids.push_back(bar.id);
            if (bar.total) continue;
            QCOMPARE(bar.selected->from, at);
            at = bar.selected->to;
        }
        QCOMPARE(ids, (std::vector<std::string>{"kernels", "optimizer", "tensor-parallel", "data-parallel-exposed",
                                                "bubble", "iteration"}));
        QCOMPARE(waterfall.bars[4].category, Category::Bubble);
        QCOMPARE(waterfall.bars[2].category, Category::Communication);
        QVERIFY(std::abs(at - waterfall.total) < 1e-15);
        QCOMPARE(waterfall.bars.back().range->low, estimate->findMetric("iteration_s")->low);
        QCOMPARE(*waterfall.baseline_total, fixture::trainingEstimate(alone)->findParts("iteration_s")->value);
        QCOMPARE(barText(waterfall.bars[3]), QStringLiteral("Data parallel, exposed"));
        // The host of a training step samples nothing; that of a serving engine does.
        WaterfallBar host;
        host.id = "host";
        host.title = {"part.host"};
        host.category = Category::Launch;
        QCOMPARE(barText(host), QStringLiteral("Host"));
        host.category = Category::Synchronisation;
        QCOMPARE(barText(host), QStringLiteral("Sampling"));
    }

    void otherKindsSayWhatIsNeeded() {
        WaterfallView view;
        show(view, fixture::scene(false));
        const QString text = view.findChild<QLabel*>(QStringLiteral("message"))->text();
        QVERIFY2(text.contains(QLatin1String("needs a model")), qPrintable(text));
        QVERIFY(view.figureData().rows.empty());
    }

private:
    static void show(WaterfallView& view, std::shared_ptr<const Scene> scene) {
        fixture::show(view, std::move(scene), {760, 480});
    }
};

QTEST_MAIN(WaterfallRequestsTest)
#include "waterfall_requests_test.moc"
