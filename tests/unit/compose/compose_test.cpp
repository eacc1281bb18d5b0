// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/compose.h"

#include "core/compose/activation_reuse.h"
#include "core/compose/serving_step.h"
#include "core/hardware/gpu/engine_profile.h"
#include "tests/unit/compose/sample_device.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace strata;
using namespace strata::compose;

namespace {

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

workload::ModelGraph layersOf(double count) {
    workload::ModelGraph graph;
    graph.operators = {test::linear(count, 512, 1024, 1024), test::add(count, 512, 1024),
                       test::linear(count, 512, 4096, 1024)};
    graph.operators[1].input_bytes = 512 * 1024 * 4;
    return graph;
}

RuntimeCosts costsOf(double launch_s) {
    RuntimeCosts costs;
    costs.launch_s = launch_s;
    costs.gap_s = 1e-6;
    costs.step_s = 1e-5;
    costs.synchronisation_s = 2e-5;
    costs.allocation_s = 1e-7;
    costs.producer_hit = 0.5;
    return costs;
}

ComposedTime run(const workload::ModelGraph& graph, const RuntimeCosts& costs) {
    const hardware::Gpu gpu = test::sampleDevice();
    return compose::compose(gpu, graph, costs, {},
                            [&](const workload::Kernel& kernel) { return test::rooflineTime(gpu, kernel); });
}

/// A serving engine that differs from a plain one in what `change` says.
std::shared_ptr<const hardware::EngineProfile> runtime(const std::function<void(hardware::EngineProfile&)>& change) {
    hardware::EngineProfile profile;
    profile.serves = profile.graph_replay = true;
    change(profile);
    return std::make_shared<const hardware::EngineProfile>(profile);
}

} // namespace

class ComposeTest : public QObject {
    Q_OBJECT
private slots:
    void termsAddUp();
    void signOfGamma();
    void hostBoundModel();
    void compiledCodeCallsKernelsItself();
    void movement();
    void clock();
    void energyCountsIdleTime();
    void viewsCostNothing();
    void servingStep();
    void sharedIterations();
    void hiddenHosts();
    void allReduce();
    void promptsOfWhichEnginesStartByKernel();
    void layersThatCostTheHostMore();
    void firstTokensByTheirResidual();
    void residualsByDistance();
};

void ComposeTest::termsAddUp() {
    for (const double launch_s : {0.0, 5e-6, 1e-3}) {
        const ComposedTime time = run(layersOf(24), costsOf(launch_s));
        const double terms = time.kernels_s + time.launch_s + time.movement_s + time.power_s + time.synchronisation_s +
                             time.allocation_s + time.communication_s + time.prefill_s;
        QVERIFY(near(terms, time.seconds));
        double kernels = 0;
        double operators = 0;
        for (const OperatorTime& op : time.operators) {
            kernels += op.kernels_s;
            operators += op.total();
        }
        QVERIFY(near(kernels, time.kernels_s));
        QVERIFY(near(operators, time.kernels_s + time.launch_s + time.movement_s + time.power_s));
        QVERIFY(time.interval.low < time.seconds && time.seconds < time.interval.high);
    }
}

void ComposeTest::signOfGamma() {
    RuntimeCosts none;
    none.producer_hit = 1;
    const ComposedTime faster = run(layersOf(24), none);
    QVERIFY(faster.movement_s < 0);
    QVERIFY(faster.gamma() < 0);
    QVERIFY(near(faster.gamma(), faster.movement_s / faster.kernels_s));
    QVERIFY(run(layersOf(24), costsOf(1e-3)).gamma() > 0);
    RuntimeCosts free;
    QVERIFY(std::abs(run(layersOf(24), free).gamma()) < 1e-12);
}

void ComposeTest::hostBoundModel() {
    RuntimeCosts costs;
    costs.launch_s = 10e-3;
    const ComposedTime time = run(layersOf(24), costs);
    QVERIFY(std::abs(time.seconds / (72 * 10e-3) - 1) < 0.01);
    QVERIFY(time.launch_s > 0.9 * time.seconds);
}

void ComposeTest::compiledCodeCallsKernelsItself() {
    RuntimeCosts costs;
    costs.launch_s = 30e-3;
    costs.launch_spread = 0.3;
    costs.compiled_launch_s = 10e-3;
    workload::ModelGraph graph = layersOf(24);
    const ComposedTime eager = run(graph, costs);
    graph.compiled = true;
    const ComposedTime compiled = run(graph, costs);
    QVERIFY(std::abs(eager.seconds / compiled.seconds - 3) < 0.05);
    QVERIFY(near(eager.launch_sigma_s, 0.3 * eager.launch_s));
    // What a host-bound pass takes is known as well as hosts are.
    QVERIFY(eager.interval.high > 1.35 * eager.seconds && eager.interval.low < eager.seconds / 1.35);
    const Interval sampled = sampleInterval(eager, ErrorCorrelation{}, 7, 4000);
    QVERIFY(sampled.high > 1.3 * eager.seconds && sampled.low < 0.7 * eager.seconds);
    // So does the engine that walks backwards.
    graph.compiled = false;
    for (workload::Operator& op : graph.operators)
        op.pass = workload::Pass::BackwardInput;
    QCOMPARE(run(graph, costs).seconds, compiled.seconds);
    costs.graph_replay = true;
    QCOMPARE(run(graph, costs).launch_sigma_s, 0.0);
}

void ComposeTest::movement() {
    const hardware::Gpu gpu = test::sampleDevice();
    workload::Operator op = test::add(1, 512, 1024);
    const gpu::KernelTime alone = test::rooflineTime(gpu, op.kernel);
    op.input_bytes = 512 * 1024 * 4;
    // One of three equal streams comes from L2 instead of DRAM.
    QVERIFY(near(movementSeconds(gpu, op, alone, 1.0), -alone.seconds / 3));
    QVERIFY(near(movementSeconds(gpu, op, alone, 0.5), -alone.seconds / 6));
    op.input_bytes = 50e6; // more than L2
    QCOMPARE(movementSeconds(gpu, op, alone, 1.0), 0.0);

    // A kernel that was timed with its weights in L2 pays for fetching them.
    const workload::Operator projection = test::linear(1, 1, 1024, 1024);
    gpu::KernelTime hot = test::rooflineTime(gpu, projection.kernel);
    const double cold_s = hot.seconds;
    hot.dram_bytes = 0;
    hot.memory_s = 0;
    hot.seconds = hot.compute_s;
    QVERIFY(movementSeconds(gpu, projection, hot, 1.0) > 0.9 * (cold_s - hot.seconds));
}

void ComposeTest::clock() {
    const hardware::Gpu gpu = test::sampleDevice();
    const auto warm = [&](const workload::Kernel& kernel) {
        gpu::KernelTime time = test::rooflineTime(gpu, kernel);
        time.rested_s = 0.9 * time.seconds; // the board cuts the clock once it is warm
        return time;
    };
    const ComposedTime time = compose::compose(gpu, layersOf(24), {}, {}, warm);
    QVERIFY(near(time.power_s, time.kernels_s / 9));
    QVERIFY(near(time.seconds, run(layersOf(24), {}).seconds));
    QVERIFY(near(time.gamma(), 1.0 / 9));
}

void ComposeTest::energyCountsIdleTime() {
    RuntimeCosts costs;
    costs.launch_s = 1e-2;
    const ComposedTime time = run(layersOf(4), costs);
    QVERIFY(near(time.energy_j, 100 * time.kernels_s + 50 * (time.seconds - time.kernels_s)));
    QVERIFY(time.mean_power_w < 100 && time.mean_power_w > 50);
}

void ComposeTest::viewsCostNothing() {
    workload::ModelGraph graph = layersOf(4);
    const double before = run(graph, costsOf(1e-6)).seconds;
    graph.operators.push_back(test::add(4, 1 << 20, 1024));
    graph.operators.back().launches = 0;
    QVERIFY(near(run(graph, costsOf(1e-6)).seconds, before));
}

void ComposeTest::servingStep() {
    const hardware::Gpu gpu = test::sampleDevice();
    const auto predict = [&](const workload::Kernel& kernel) { return test::rooflineTime(gpu, kernel); };
    workload::ModelGraph decode = layersOf(4);
    decode.phase = workload::Phase::Decode;
    workload::ModelGraph prefill = layersOf(40);
    prefill.phase = workload::Phase::Prefill;
    RuntimeCosts costs;
    costs.step_per_sequence_s = 1e-5;
    ServingLoad load;
    load.batch = 33;
    load.output_tokens = 64;
    const ComposedTime step = composeServingStep(gpu, decode, prefill, load, costs, {}, predict);
    const ComposedTime other = compose::compose(gpu, prefill, costs, {}, predict);
    QVERIFY(near(step.prefill_s, 0.5 * other.seconds));
    QVERIFY(near(step.seconds, step.kernels_s + step.launch_s + step.prefill_s));
    QVERIFY(near(step.launch_s, 33e-5));
    double shared = 0;
    for (const OperatorTime& op : step.prefill_operators)
        shared += op.total();
    QVERIFY(near(shared, step.prefill_s));

    load.waited_prefill = 0.5; // all begin together, prompts first
    QVERIFY(near(composeServingStep(gpu, decode, prefill, load, costs, {}, predict).prefill_s, step.prefill_s / 2));
    load.prefill_elsewhere = true;
    QCOMPARE(composeServingStep(gpu, decode, prefill, load, costs, {}, predict).prefill_s, 0.0);
    load.prefill_elsewhere = false;
    load.batch = 1;
    QCOMPARE(composeServingStep(gpu, decode, prefill, load, costs, {}, predict).prefill_s, 0.0);
}

/// Where prompts and decodes share an iteration, weights are read once for both: a prompt adds what the joint kernels
/// take longer. Where a prompt is bound by arithmetic, that is what it takes alone.
void ComposeTest::sharedIterations() {
    hardware::Gpu gpu = test::sampleDevice();
    const auto predict = [&](const workload::Kernel& kernel) { return test::rooflineTime(gpu, kernel); };
    const auto graphOf = [](double tokens) {
        workload::ModelGraph graph;
        workload::Operator experts;
        experts.name = "layers.experts";
        experts.kernel.shape =
            workload::Moe{.tokens = tokens, .hidden = 4096, .ffn = 1536, .experts = 32, .all_experts = 32, .top_k = 8};
        graph.operators = {experts};
        graph.tokens = tokens;
        return graph;
    };
    const RuntimeCosts costs;
    ServingLoad load;
    load.batch = 9;
    load.output_tokens = 64;
    const auto prefill = [&](double prompt_tokens) {
        load.prompt_tokens = prompt_tokens;
        return composeServingStep(gpu, graphOf(9), graphOf(prompt_tokens), load, costs, {}, predict).prefill_s;
    };
    const double apart_short = prefill(8), apart_long = prefill(1 << 20);
    hardware::EngineProfile profile;
    profile.mixes_prompts = true;
    gpu.runtime = std::make_shared<const hardware::EngineProfile>(profile);
    const double short_s = prefill(8), long_s = prefill(1 << 20);
    QVERIFY(short_s >= 0 && short_s < 0.2 * apart_short); // both read all the weights
    QVERIFY(long_s > 0.98 * apart_long && long_s <= apart_long * 1.001);
}

/// T = T_dev + T_host where the device waits for its host, max(T_dev, T_host) where it does not; what the device does
/// for each sequence stays in both.
void ComposeTest::hiddenHosts() {
    const hardware::Gpu gpu = test::sampleDevice();
    const auto predict = [&](const workload::Kernel& kernel) { return test::rooflineTime(gpu, kernel); };
    const workload::ModelGraph decode = layersOf(4);
    ServingLoad load;
    load.batch = 10;
    load.prefill_elsewhere = true;
    RuntimeCosts costs;
    const auto seconds = [&] { return composeServingStep(gpu, decode, decode, load, costs, {}, predict).seconds; };
    const double kernels_s = seconds();
    costs.step_s = 2e-4;
    costs.step_per_sequence_s = 3e-5;
    costs.device_per_sequence_s = 1e-5;
    QVERIFY(near(costs.hostSeconds(10), 5e-4));
    QVERIFY(near(seconds(), kernels_s + 6e-4));
    costs.hides_host = true;
    QVERIFY(near(seconds(), std::max(kernels_s + 1e-4, 5e-4)));
    costs.step_s = 1;
    QVERIFY(near(seconds(), 1 + 3e-4));

    hardware::Gpu served = gpu;
    served.engine = "vllm";
    QVERIFY(!runtimeCosts(served, {}).hides_host);
    served.runtime = runtime([](hardware::EngineProfile& engine_profile) {
        engine_profile.hides_host = true;
        engine_profile.memory_share = 0.8;
    });
    QVERIFY(runtimeCosts(served, {}).hides_host);
    QCOMPARE(runtimeCosts(served, {}).memory_share, 0.8);

    // Where the device replays no graphs, the host starts every kernel.
    QVERIFY(runtimeCosts(served, {}).graph_replay);
    served.runtime = runtime([](hardware::EngineProfile& engine_profile) { engine_profile.graph_replay = false; });
    QVERIFY(!runtimeCosts(served, {}).graph_replay);
    QVERIFY(runtimeCosts(served, {}).launch_s >= kPromptLaunchSeconds);
}

void ComposeTest::allReduce() {
    const hardware::Gpu gpu = test::sampleDevice();
    RuntimeCosts costs;
    costs.all_reduce_s = 5e-6;
    costs.all_reduce_rank_s = 1e-6;
    costs.all_reduce_two_shot_s = 7e-6;
    costs.all_reduce_share = 0.5;
    QCOMPARE(allReduceSeconds(costs, gpu, 1e6, 1), 0.0);
    QVERIFY(near(allReduceSeconds(costs, gpu, 1e9, 8), 20e-6 + 1.75 * 1e9 / 50e9));
    QVERIFY(near(allReduceSeconds(costs, gpu, 1e3, 8), 13e-6 + 7 * 1e3 / 50e9));
    ServingLoad load;
    load.ranks = 8;
    load.layers = 10;
    load.hidden = 1000;
    QVERIFY(near(allReduceSecondsOfPass(gpu, costs, load, 500), 20 * allReduceSeconds(costs, gpu, 1e6, 8)));
    costs.all_reduce_skew_s = 2e-6;
    QVERIFY(near(allReduceSecondsOfPass(gpu, costs, load, 500), 20 * (allReduceSeconds(costs, gpu, 1e6, 8) + 6e-6)));
}

void ComposeTest::promptsOfWhichEnginesStartByKernel() {
    hardware::Gpu gpu = test::sampleDevice();
    const workload::ModelGraph graph = layersOf(2); // six kernels
    for (const char* engine : {"sglang", "trtllm"}) {
        gpu.engine = engine;
        gpu.runtime =
            runtime([](hardware::EngineProfile& engine_profile) { engine_profile.starts_prompts_by_kernel = true; });
        QVERIFY(near(startSeconds(graph, runtimeCosts(gpu, {})), 6 * 82.6e-3 / 1756));
    }
    for (const char* engine : {"vllm", "sglang"}) {
        gpu.engine = engine;
        gpu.runtime = runtime([](hardware::EngineProfile&) {});
        QCOMPARE(startSeconds(graph, runtimeCosts(gpu, {})), 0.0);
    }
}

void ComposeTest::layersThatCostTheHostMore() {
    workload::ModelGraph graph = layersOf(2);
    workload::Attention latent;
    latent.latent = true;
    graph.operators.push_back({"layers.attention", {latent}, 5});
    graph.operators.push_back({"layers.experts", {workload::Moe{}}, 3});
    graph.operators.back().kernel.b = NumberType::Fp8;
    hardware::Gpu gpu = test::sampleDevice();
    gpu.engine = "sglang";
    gpu.runtime =
        runtime([](hardware::EngineProfile& engine_profile) { engine_profile.starts_prompts_by_kernel = true; });
    hardware::Calibration calibration;
    calibration.groups = {
        {{{"engine", "sglang"}}, {{"prompt_launch_s", 1e-5}, {"prompt_latent_s", 1e-3}, {"prompt_experts_s", 1e-2}}}};
    calibration.groups.push_back(calibration.groups.front());
    calibration.groups.back().key = {{"engine", "trtllm"}};
    const std::vector known{calibration};
    QVERIFY(near(startSeconds(graph, runtimeCosts(gpu, known)), 14e-5 + 5e-3 + 3e-2));
    // One call of a library starts all of a layer's experts: TensorRT-LLM's of eight bits, and all on newer devices.
    const auto by_kernel = gpu.runtime;
    gpu.engine = "trtllm";
    gpu.runtime = runtime(
        [](hardware::EngineProfile& one) { one.starts_prompts_by_kernel = one.starts_experts_by_one_call = true; });
    QVERIFY(near(startSeconds(graph, runtimeCosts(gpu, known)), 14e-5 + 5e-3));
    graph.operators.back().kernel.b = NumberType::Fp4;
    QVERIFY(near(startSeconds(graph, runtimeCosts(gpu, known)), 14e-5 + 5e-3 + 3e-2));
    gpu.engine = "sglang";
    gpu.runtime = by_kernel;
    gpu.matrix_flop_per_clock[index(NumberType::Fp4)] = 1000; // says nothing of how tensor cores are fed
    QVERIFY(near(startSeconds(graph, runtimeCosts(gpu, known)), 14e-5 + 5e-3 + 3e-2));
    gpu.tensor_memory = true;
    QVERIFY(near(startSeconds(graph, runtimeCosts(gpu, known)), 14e-5 + 5e-3));
}

void ComposeTest::firstTokensByTheirResidual() {
    hardware::Calibration calibration;
    calibration.residuals = {{{{"class", "first tokens"}}, -0.2, 0.1, 0.7, 0.3, 0, 9},
                             {{{"class", "first tokens experts"}}, 0.1, 0.2, 0.9, 0.3, 0, 9},
                             {{{"class", "of nothing"}}, -1, 0, 1}};
    const std::span known(&calibration, 1);
    const hardware::Gpu gpu;
    QVERIFY(near(firstTokenRatios(known, false, gpu).low, std::exp(-0.2)));
    QVERIFY(near(firstTokenRatios(known, false, gpu).high, std::exp(0.7)));
    QCOMPARE(firstTokenRatios(known, true, gpu).low, 1.0); // the value is never outside of its interval
    QVERIFY(near(firstTokenRatios(known, true, gpu).high, std::exp(0.9)));
    QCOMPARE(firstTokenRatios({}, true, gpu).high, 1.0);
    QCOMPARE(residualRatios(known, "of nothing", gpu).high, 1.0);
}

/// A device's interval is that of its distance to those that were measured, and an engine's other versions are one.
void ComposeTest::residualsByDistance() {
    hardware::Calibration calibration;
    calibration.groups = {
        {{{"engine", "toy"}}, {{"step_s", 1e-3}}, 3},
        {{{"device", "one"}, {"architecture", "first"}, {"vendor", "maker"}, {"runs", "toy 1.0"}}, {}, 3}};
    const auto at = [](const char* distance, double sigma) {
        hardware::Residual residual;
        residual.key = {{"class", "serving"}, {"distance", distance}};
        residual.sigma = sigma;
        residual.points = 9;
        return residual;
    };
    calibration.residuals = {at("same", 0.1), at("engine", 0.2), at("sibling", 0.3), at("generation", 0.4)};
    const std::span known(&calibration, 1);
    hardware::Gpu gpu;
    gpu.id = "one";
    gpu.architecture = "first";
    gpu.vendor = "maker";
    gpu.engine = "toy";
    hardware::EngineProfile profile;
    profile.from = "1.0";
    const auto sigma = [&](const char* id, const char* architecture, const char* vendor, const char* from) {
        hardware::Gpu other = gpu;
        hardware::EngineProfile changed = profile;
        other.id = id;
        other.architecture = architecture;
        other.vendor = vendor;
        changed.from = from;
        other.runtime = std::make_shared<const hardware::EngineProfile>(changed);
        return errorCorrelation(known, "serving", other).runtime_sigma;
    };
    QCOMPARE(sigma("one", "first", "maker", "1.0"), 0.1);
    QCOMPARE(sigma("one", "first", "maker", "2.0"), 0.2);
    QCOMPARE(sigma("two", "first", "maker", "1.0"), 0.3);
    QCOMPARE(sigma("two", "second", "maker", "1.0"), 0.4);
    QCOMPARE(sigma("two", "second", "other", "1.0"), 0.4); // nothing shows another vendor
    QCOMPARE(errorCorrelation(known, "model", gpu).runtime_sigma, 0.0);
    gpu.engine = "unknown"; // its coefficients are nobody's
    QCOMPARE(errorCorrelation(known, "serving", gpu).runtime_sigma, 0.4);
}

QTEST_APPLESS_MAIN(ComposeTest)
#include "compose_test.moc"
