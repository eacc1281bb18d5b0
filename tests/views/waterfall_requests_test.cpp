// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/gpu_fixture.h"
#include "tests/views/fixtures/serving_fixture.h"
#include "tests/views/fixtures/shown.h"
#include "tests/views/fixtures/training_fixture.h"
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
            QCOMPARE(ids, (std::vector<std::string>{"kernels", "runtime", "communication", "host", "batching", "paused",
                                                    "queueing"}));
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

    /// Kernels of an edge runtime, then its start; phases of a batch of requests, then what lies beside their kernels.
    void networksOnEdgeDevicesAndBatchesAreToldApart() {
        const auto edge =
            estimateOf("edge", "latency_s",
                       {makePart("conv1", Category::Compute, 3e-3), makePart("pool", Category::Memory, 1e-3),
                        makePart("run", Category::Launch, 1e-3)});
        const Waterfall network = makeWaterfall(edge, nullptr, {});
        QCOMPARE(idsOf(network), (std::vector<std::string>{"kernels", "run", "root"}));
        QCOMPARE(network.bars[0].selected->value, 4e-3);
        QVERIFY(std::abs(*network.gamma - 0.25) < 1e-12);
        QCOMPARE(idsOf(makeWaterfall(edge, nullptr, {"kernels"})),
                 (std::vector<std::string>{"conv1", "pool", "kernels"}));
        Part prefill = makePart("prefill", Category::Compute, 0.0), decode = makePart("decode", Category::Memory, 0.0);
        prefill.children = {makePart("kernels", Category::Compute, 2.0), makePart("launch", Category::Launch, 0.5)};
        decode.children = {makePart("kernels", Category::Compute, 3.0), makePart("launch", Category::Launch, 1.0),
                           makePart("collectives", Category::Communication, 0.5)};
        prefill.value = 2.5, decode.value = 4.5;
        const Waterfall batch = makeWaterfall(estimateOf("inference", "e2e_s", {prefill, decode}), nullptr, {});
        QCOMPARE(idsOf(batch), (std::vector<std::string>{"kernels", "launch", "collectives", "root"}));
        QCOMPARE(batch.bars[1].selected->value, 1.5);
        QCOMPARE(batch.bars.back().selected->to, 7.0);
        // A single kernel has no gap.
        QVERIFY(makeWaterfall(
                    estimateOf("kernel", "latency_s",
                               {makePart("compute", Category::Compute, 1.0), makePart("fixed", Category::Launch, 1.0)}),
                    nullptr, {})
                    .bars.empty());
    }

    /// Where the end alone states an interval it grows along the way: by the square of seconds and error, up to the
    /// end's.
    void boundsAccumulate() {
        const auto estimate = estimateOf(
            "inference", "e2e_s",
            {makePart("kernels", Category::Compute, 3.0), makePart("collectives", Category::Communication, 4.0)});
        const Waterfall alike = makeWaterfall(estimate, nullptr, {});
        QVERIFY(std::abs(alike.bars[0].range->high - (3.0 + 0.6 * 1.4)) < 1e-12);
        QVERIFY(std::abs(alike.bars[1].range->high - 8.4) < 1e-12);
        QCOMPARE(alike.bars.back().range->low, 6.3);
        const auto error = [](Category category) { return category == Category::Compute ? 0.2 : 0.0; };
        const Waterfall known = makeWaterfall(estimate, nullptr, {}, ServedLife::Mean, {}, error);
        QVERIFY(std::abs(known.bars[0].range->high - (3.0 + 1.4)) < 1e-12);
    }

    void otherKindsSayWhatIsNeeded() {
        WaterfallView view;
        show(view, fixture::scene(false));
        const QString text = view.findChild<QLabel*>(QStringLiteral("message"))->text();
        QVERIFY2(text.contains(QLatin1String("needs a model")), qPrintable(text));
        QVERIFY(view.figureData().rows.empty());
    }

private:
    static std::shared_ptr<const Estimate> estimateOf(const char* kind, const char* metric, std::vector<Part> parts) {
        auto estimate = std::make_shared<Estimate>();
        estimate->kind = kind;
        Part root = makePart("root", Category::Total, 0.0);
        for (const Part& part : parts)
            root.value += part.value;
        root.children = std::move(parts);
        estimate->metrics = {{metric, root.value, 0.9 * root.value, 1.2 * root.value, 0.8}};
        estimate->parts.emplace_back(metric, std::move(root));
        return estimate;
    }

    static std::vector<std::string> idsOf(const Waterfall& waterfall) {
        std::vector<std::string> ids;
        for (const WaterfallBar& bar : waterfall.bars)
            ids.push_back(bar.id);
        return ids;
    }

    static void show(WaterfallView& view, std::shared_ptr<const Scene> scene) {
        fixture::show(view, std::move(scene), {760, 480});
    }
};

QTEST_MAIN(WaterfallRequestsTest)
#include "waterfall_requests_test.moc"
