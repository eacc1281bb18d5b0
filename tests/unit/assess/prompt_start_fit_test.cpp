// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/first_token_fit.h"
#include "core/assess/prompt_start_fit.h"
#include "core/assess/serving_protocol.h"
#include "core/hardware/engine_profile.h"

#include <QTest>

#include <cmath>
#include <nlohmann/json.hpp>

using namespace strata;
using namespace strata::assess;

namespace {

constexpr double kLatent = 1e-3, kExperts = 2e-3;

/// An engine that waits for the longer of the host and 20 ms of kernels.
TimedStart timed(const char* device, double kernels, double latent, double experts) {
    TimedStart row;
    row.device = device;
    row.starts = {kernels, latent, experts};
    row.start_s = {0.03, 0.09, 0.3};
    row.engine_s = row.start_s;
    row.outside_s = 0.015;
    row.measured_s = row.outside_s + (kernels * compose::kPromptLaunchSeconds + latent * kLatent + experts * kExperts);
    return row;
}

ServingCase dashboardCase(const char* engine, const char* version, const char* measured, Json model) {
    ServingCase one;
    one.gpu.engine = engine;
    one.gpu.matrix_flop_per_clock[index(NumberType::Fp4)] = 1e4;
    one.gpu.sms = 100;
    one.gpu.clock_hz = 1e9;
    one.version = version;
    one.measured_on = measured;
    one.published_protocol = one.experts = true;
    one.document = std::make_shared<const Json>(std::move(model));
    one.options.weights = NumberType::Fp8;
    one.load.prompt_tokens = one.load.output_tokens = 1024;
    one.load.ranks = 8;
    one.offered_batch = 4;
    one.measured_ttft_s = 0.1;
    return one;
}

const Json kLatentModel = {{"latent_attention", Json::object()}};
const Json kHybrid = {{"recurrent", Json::object()}};

} // namespace

class PromptStartFitTest : public QObject {
    Q_OBJECT
private slots:
    void findsWhatHostsTake();
    void keepsWhatNoRowTells();
    void linearBetweenSimulations();
    void scriptsOfSglang();
    void scriptsOfTensorRtLlm();
    void guessingIsNotAlone();
};

void PromptStartFitTest::findsWhatHostsTake() {
    const std::vector<TimedStart> rows{timed("a", 2000, 0, 0), timed("a", 1500, 60, 0), timed("b", 1200, 0, 30),
                                       timed("b", 3000, 40, 40), timed("b", 2500, 0, 0)};
    const auto found = fitPromptStarts(rows);
    QVERIFY(found);
    // Two devices and one of ten kernels.
    const double pooled_s = std::cbrt(kLatent * kLatent * 10 * compose::kPromptLaunchSeconds);
    QVERIFY(std::abs(found->latent_s / pooled_s - 1) < 0.01);
    QVERIFY(std::abs(found->experts_s / kExperts - 1) < 0.01);
}

void PromptStartFitTest::keepsWhatNoRowTells() {
    const auto found = fitPromptStarts(std::vector{timed("a", 2000, 0, 0)});
    QVERIFY(found && found->latent_s <= 0 && found->experts_s <= 0);
    const auto experts = fitPromptStarts(std::vector{timed("a", 2000, 0, 30)});
    QVERIFY(experts && experts->latent_s <= 0 && std::abs(experts->experts_s / kExperts - 1) < 0.01);
    QVERIFY(fitPromptStarts({}));
}

void PromptStartFitTest::linearBetweenSimulations() {
    TimedStart row;
    row.start_s = {0.02, 0.04, 0.1};
    row.engine_s = {0.05, 0.05, 0.11};
    QCOMPARE(row.engineSeconds(0.03), 0.05);
    QVERIFY(std::abs(row.engineSeconds(0.07) - 0.08) < 1e-12);
    QVERIFY(std::abs(row.engineSeconds(0.2) - 0.21) < 1e-12);
    QCOMPARE(row.engineSeconds(0), 0.05);
}

void PromptStartFitTest::scriptsOfSglang() {
    ServingCase one = dashboardCase("sglang", "0.5.9", "2026-03-25", kLatentModel);
    QCOMPARE(protocolOf(one).look_every, 10);
    QCOMPARE(protocolOf(one).token_budget, 32768);
    QVERIFY(!protocolOf(one).replays_prompts);
    one.offered_batch = 16;
    QCOMPARE(protocolOf(one).look_every, 30);
    one.version = "0.5.10.post1";
    hardware::EngineProfile profile;
    one.gpu.runtime = std::make_shared<const hardware::EngineProfile>(profile);
    QVERIFY(protocolOf(one).replays_prompts);
    one.document = std::make_shared<const Json>(kHybrid);
    profile.starts_prompts_by_kernel = true;
    one.gpu.runtime = std::make_shared<const hardware::EngineProfile>(profile);
    QVERIFY(!protocolOf(one).replays_prompts);
    one.gpu.matrix_flop_per_clock[index(NumberType::Fp4)] = 0; // no interval is asked for
    QCOMPARE(protocolOf(one).look_every, 1);
    QCOMPARE(protocolOf(one).token_budget, 16384);
    one.document = std::make_shared<const Json>(Json{{"sparse_attention", Json::object()}});
    QCOMPARE(protocolOf(one).rounds, 5.0);
}

void PromptStartFitTest::scriptsOfTensorRtLlm() {
    ServingCase one = dashboardCase("trtllm", "1.1.0rc2.post2", "2025-12-15", kLatentModel);
    QCOMPARE(protocolOf(one).token_budget, 0);
    one.version = "1.2.0rc6.post2";
    QCOMPARE(protocolOf(one).token_budget, 8192);
    QVERIFY(!protocolOf(one).replays_prompts && protocolOf(one).wait_steps <= 0);
    one.offered_batch = 64; // 2.5 prompts come while the first waits its 40 iterations: fewer than fill the budget
    QVERIFY(protocolOf(one).replays_prompts);
    QVERIFY(std::abs(protocolOf(one).wait_steps - (40 + 2.5 * 20) / 3.5) < 1e-9);
    one.offered_batch = 1024; // one an iteration: 5.4 more fill it
    QVERIFY(std::abs(protocolOf(one).wait_steps - (5.4 + 5.4 * 2.7) / 6.4) < 1e-9);
    one.document = std::make_shared<const Json>(Json::object());
    QCOMPARE(protocolOf(one).token_budget, 20000);
}

void PromptStartFitTest::guessingIsNotAlone() {
    ServingCase one = dashboardCase("trtllm", "1.1.0rc2.post2", "2025-12-15", kLatentModel);
    QVERIFY(isAlone(one) && !guessesTokens(one));
    one.measured_on = "2026-01-14";
    QVERIFY(!isAlone(one) && guessesTokens(one));
    one.version = "1.2.0rc6.post2";
    QVERIFY(isAlone(one));
    one.offered_batch = 16;
    QVERIFY(!isAlone(one));
}

QTEST_APPLESS_MAIN(PromptStartFitTest)
#include "prompt_start_fit_test.moc"
