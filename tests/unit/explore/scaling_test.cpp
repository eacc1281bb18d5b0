// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/scaling.h"

#include "core/catalog/library.h"
#include "core/evaluate/kinds/system/training_query.h"
#include "core/evaluate/method.h"
#include "tests/unit/evaluate/sample.h"

#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::explore;

/// One plan on growing numbers of devices.
class ScalingTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void strongScalingDividesTheBatch() {
        const auto devices = scalingDevices(query(), Scaling::Strong, 16);
        QCOMPARE(devices.front(), std::uint64_t{32}); // tp 4, pp 8
        QVERIFY(std::ranges::find(devices, std::uint64_t{64}) != devices.end());
        for (const std::uint64_t n : devices)
            QCOMPARE(96 % (n / 32), std::uint64_t{0});
        QCOMPARE(devices.back(), std::uint64_t{96 * 32});
        const Json changed = onDevices(request(), query(), Scaling::Strong, 96);
        QCOMPARE(changed["plan"]["dp"].get<int>(), 3);
        QCOMPARE(changed["workload"]["global_batch"].get<int>(), 96);
    }

    void weakScalingGrowsTheBatch() {
        const auto devices = scalingDevices(query(), Scaling::Weak, 16);
        QCOMPARE(devices.back(), std::uint64_t{16384}); // the cluster's
        const Json changed = onDevices(request(), query(), Scaling::Weak, 256);
        QCOMPARE(changed["workload"]["global_batch"].get<int>(), 384);
        QCOMPARE(changed["plan"]["dp"].get<int>(), 8);
    }

    void pointsAreWhatTheRequestsAnswer() {
        const ScalingRun run = runScaling(std::make_shared<const Json>(request()), *library_, Scaling::Weak, 4, {});
        QCOMPARE(run.devices, std::uint64_t{64});
        int valid = 0;
        for (const ScalingPoint& point : run.points) {
            const auto answer =
                evaluate(onDevices(request(), query(), Scaling::Weak, point.devices), Context{*library_, {}, nullptr});
            QVERIFY(answer);
            QCOMPARE(point.valid, answer->valid);
            if (!point.valid) {
                QVERIFY(!point.reason.empty());
                continue;
            }
            ++valid;
            QCOMPARE(point.find("iteration_s")->value, answer->findMetric("iteration_s")->value);
            double sum = 0.0;
            for (const auto& [label, share] : point.communication)
                sum += share;
            QVERIFY(sum > 0.0 && sum < 1.0);
        }
        QVERIFY(valid > 1);
    }

    void aStopEndsTheRun() {
        std::stop_source stop;
        stop.request_stop();
        const auto run =
            runScaling(std::make_shared<const Json>(request()), *library_, Scaling::Strong, 16, stop.get_token());
        QVERIFY(run.points.empty());
    }

    void whatDoesNotResolveHasNoPoints() {
        Json broken = request();
        broken["plan"]["tp"] = 5;
        QVERIFY(runScaling(std::make_shared<const Json>(broken), *library_, Scaling::Weak, 16, {}).points.empty());
    }

private:
    TrainingQuery query() const { return *resolveTraining(request(), *library_); }

    static Json request() {
        return {
            {"kind", "training"},
            {"hardware", {{"cluster", "dgx-h100"}, {"devices", 64}}},
            {"workload", {{"model", "llama3.1-70b"}, {"sequence", 8192}, {"global_batch", 96}, {"precision", "bf16"}}},
            {"plan", {{"tp", 4}, {"pp", 8}, {"dp", 2}, {"micro_batch", 1}, {"zero", 1}, {"sequence_parallel", true}}}};
    }

    std::shared_ptr<const Library> library_;
};

QTEST_APPLESS_MAIN(ScalingTest)
#include "scaling_test.moc"
#include "tests/unit/evaluate/sample.h"
