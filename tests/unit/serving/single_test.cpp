// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/serving/single.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;
using namespace strata::serving;

namespace {

const char* const kModel = R"({"id": "model", "kind": "transformer", "name": "Model", "source": "test",
    "architecture": "decoder", "layers": 32, "hidden": 4096, "heads": 32, "kv_heads": 8, "head_dim": 128,
    "ffn": 14336, "gated_mlp": true, "vocab": 128256, "max_seq": 8192, "tied_embeddings": false})";

/// Kernels take a time for each operation and none to start.
gpu::KernelTime byOperations(const workload::Kernel& kernel) {
    gpu::KernelTime time;
    time.flop = workload::workOf(kernel).flop;
    time.seconds = time.compute_s = 1e-6 + time.flop / 5e14;
    return time;
}

} // namespace

class SingleTest : public QObject {
    Q_OBJECT

private slots:
    /// Passes of unlike length leave a pipeline after their own sum and, at every further stage, the longest of them:
    /// seven prompts of 1,100 tokens go into a pass of 8,192, so that sixteen take passes of 7, 7 and 2.
    void unlikePassesWaitForTheLongest() {
        hardware::Gpu gpu;
        gpu.id = "device";
        gpu.link_bytes_per_s = 1e18;
        compose::RuntimeCosts costs;
        costs.graph_replay = true;
        costs.all_reduce_share = 1;
        const Json model = *parseJson(kModel, "model");
        for (const double stages : {1.0, 2.0, 4.0}) {
            RankPlan plan;
            plan.stages = stages;
            const auto links = RankLinks::make(gpu, costs, nullptr, {}, plan);
            QVERIFY(links);
            workload::GraphOptions options;
            SingleInput input{gpu, model, options, costs, {}, byOperations, *links, plan, 16, 1100, 1};
            const auto time = singleTime(input);
            QVERIFY2(time, time ? "" : describe(time.error()).c_str());
            double all_s = 0, longest_s = 0, passes = 0;
            for (const TimedPass& pass : time->prefill) {
                all_s += pass.runs * pass.seconds();
                longest_s = std::max(longest_s, pass.seconds());
                passes += pass.runs;
            }
            QVERIFY(stages > 2 || passes == 3);
            const double expected_s = (all_s + (stages - 1) * longest_s) / stages;
            QVERIFY2(std::abs(time->ttft_s / expected_s - 1) < 1e-9,
                     qPrintable(QString("%1 of %2 s, %3 stages").arg(time->ttft_s).arg(expected_s).arg(stages)));
        }
    }

    /// Seven prompts of 1,100 tokens go into each of seven passes.
    void oneStageWaitsForNoOther() {
        hardware::Gpu gpu;
        gpu.id = "device";
        gpu.link_bytes_per_s = 1e18;
        compose::RuntimeCosts costs;
        costs.graph_replay = true;
        costs.all_reduce_share = 1;
        const Json model = *parseJson(kModel, "model");
        const RankPlan plan;
        const auto links = RankLinks::make(gpu, costs, nullptr, {}, plan);
        QVERIFY(links);
        workload::GraphOptions options;
        SingleInput input{gpu, model, options, costs, {}, byOperations, *links, plan, 49, 1100, 1};
        const auto time = singleTime(input);
        QVERIFY2(time, time ? "" : describe(time.error()).c_str());
        QCOMPARE(time->prefill.size(), std::size_t{1});
        QCOMPARE(time->prefill.front().runs, 7.0);
        QVERIFY(time->bubble_s == 0);
    }
};

QTEST_APPLESS_MAIN(SingleTest)
#include "single_test.moc"
