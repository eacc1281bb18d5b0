// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/method.h"
#include "tests/unit/evaluate/sample.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

class EdgeRequestTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void partsAddUpAndTablesAgree() {
        const auto estimate = ask(test::sampleRequest("resnet18-raspberry-pi-4.json"));
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        const Metric& latency = *estimate->findMetric("latency_s");
        QVERIFY(latency.low < latency.value && latency.value < latency.high);
        QVERIFY(worstImbalance(*estimate->findParts("latency_s")) < 1e-9);
        double sum = 0;
        for (const auto& row : estimate->findTable("edge_kernels")->rows)
            sum += std::get<double>(row[6]);
        QVERIFY(sum > 0.5 * latency.value && sum <= latency.value * (1 + 1e-9));
        QVERIFY(estimate->findTable("edge_matrix")->rows.size() > 20);
    }

    /// More work, fewer threads or a lower clock never make a network faster.
    void latencyFollowsTheWork() {
        Json request = test::sampleRequest("resnet18-raspberry-pi-4.json");
        const double before = latencyOf(request);
        for (const auto& [pointer, value] : std::vector<std::pair<const char*, Json>>{{"/workload/batch", 4},
                                                                                      {"/workload/resolution", 1.5},
                                                                                      {"/plan/clock_share", 0.5},
                                                                                      {"/plan/threads", 1}}) {
            Json changed = request;
            QVERIFY(setPointer(changed, pointer, value));
            QVERIFY2(latencyOf(changed) > 1.1 * before, pointer);
        }
    }

    /// A device without measurements has a wide interval, and measurements of it narrow it.
    void measurementsNarrowTheInterval() {
        Json request = test::sampleRequest("resnet18-unknown-board.json");
        const auto before = ask(request);
        QVERIFY2(before, before ? "" : describe(before.error()).c_str());
        for (const auto& [model, seconds] :
             {std::pair{"alexnet", 0.060}, std::pair{"mobilenet-v1", 0.020}, std::pair{"mobilenet-v2", 0.016},
              std::pair{"resnet-50", 0.130}, std::pair{"vgg16", 0.400}})
            request["plan"]["measurements"].push_back({{"workload", {{"model", model}}}, {"latency_s", seconds}});
        const auto after = ask(request);
        QVERIFY2(after, after ? "" : describe(after.error()).c_str());
        QVERIFY(widthOf(*after) < 0.7 * widthOf(*before));
        QCOMPARE(after->findTable("edge_learning")->rows.size(), std::size_t{3});
        const std::size_t candidates = request["plan"]["networks"].size();
        QCOMPARE(after->findTable("edge_next")->rows.size(), candidates);
    }

    void encodingsAreLearnedFromMeasurements() {
        Json request{
            {"kind", "edge"},
            {"hardware", "raspberry-pi-4"},
            {"workload",
             {{"space", "nas-bench-201"},
              {"encoding",
               "|nor_conv_3x3~0|+|nor_conv_3x3~0|nor_conv_3x3~1|+|skip_connect~0|nor_conv_1x1~1|nor_conv_3x3~2|"}}}};
        auto refused = ask(request);
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/plan/measurements"));
        for (const auto& [cell, seconds] :
             {std::pair{"|skip_connect~0|+|none~0|none~1|+|skip_connect~0|none~1|none~2|", 0.004},
              std::pair{"|nor_conv_1x1~0|+|nor_conv_1x1~0|none~1|+|skip_connect~0|nor_conv_1x1~1|none~2|", 0.012},
              std::pair{"|nor_conv_3x3~0|+|nor_conv_3x3~0|none~1|+|skip_connect~0|nor_conv_3x3~1|none~2|", 0.045}})
            request["plan"]["measurements"].push_back(
                {{"workload", {{"space", "nas-bench-201"}, {"encoding", cell}}}, {"latency_s", seconds}});
        const auto estimate = ask(request);
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        QVERIFY(estimate->findMetric("latency_s")->value > 0.03); // four 3x3 convolutions and one 1x1
    }

    void badRequestsNameTheirPlace_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("at");
        QTest::newRow("a part that the board lacks") << "/plan/part"
                                                     << "\"npu\""
                                                     << "/plan/part";
        QTest::newRow("an unknown runtime") << "/plan/backend"
                                            << "\"nothing\""
                                            << "/plan/backend";
        QTest::newRow("a runtime of other parts") << "/plan/backend"
                                                  << "\"rknn\""
                                                  << "/plan/part";
        QTest::newRow("two networks") << "/workload/encoding"
                                      << "\"x\""
                                      << "/workload";
        QTest::newRow("a GPU of a server") << "/hardware"
                                           << "\"h100-sxm5-80gb\""
                                           << "/hardware";
        QTest::newRow("a batch of nothing") << "/workload/batch"
                                            << "0"
                                            << "/workload/batch";
    }
    void badRequestsNameTheirPlace() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, at);
        Json request = test::sampleRequest("resnet18-raspberry-pi-4.json");
        QVERIFY(setPointer(request, pointer.toStdString(), Json::parse(value.toStdString())));
        const auto estimate = ask(request);
        QVERIFY(!estimate);
        QCOMPARE(estimate.error().pointer, at.toStdString());
    }

    /// What was learned from kernels of desktop GPUs says nothing of a phone's.
    void phonesAreNotAskedThroughDesktopRuntimes() {
        const auto refused =
            ask({{"kind", "kernel"},
                 {"hardware", "adreno-650"},
                 {"workload", {{"operator", "matmul"}, {"m", 256}, {"n", 256}, {"k", 256}, {"dtype", "fp32"}}}});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("not-modelled"));
        QVERIFY(messageText(refused.error().expected).find("edge") != std::string::npos);
    }

    void theRooflineIsALowerBoundOfAMeasuredBoard() {
        Json request = test::sampleRequest("resnet18-raspberry-pi-4.json");
        const double learned = latencyOf(request);
        request["method"] = "edge.roofline";
        QVERIFY(latencyOf(request) < learned);
    }

private:
    Result<Estimate> ask(const Json& request) const { return evaluate(request, Context{*library_, {}}); }
    double latencyOf(const Json& request) const {
        const auto estimate = ask(request);
        return estimate ? estimate->findMetric("latency_s")->value : -1.0;
    }
    static double widthOf(const Estimate& estimate) {
        const Metric& latency = *estimate.findMetric("latency_s");
        return std::log(latency.high / latency.low);
    }

    std::shared_ptr<const Library> library_;
};

QTEST_GUILESS_MAIN(EdgeRequestTest)
#include "request_test.moc"
