// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/first_token_fit.h"
#include "app/lab/serving/prompt_start_fit.h"
#include "app/lab/serving/serving_protocol.h"
#include "core/hardware/gpu/engine_profile.h"

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
    ServingCase serving_case;
    serving_case.gpu.engine = engine;
    serving_case.gpu.matrix_flop_per_clock[index(NumberType::Fp4)] = 1e4;
    serving_case.gpu.sms = 100;
    serving_case.gpu.clock_hz = 1e9;
    serving_case.version = version;
    serving_case.measured_on = measured;
    serving_case.published_protocol = serving_case.experts = true;
    serving_case.document = std::make_shared<const Json>(std::move(model));
    serving_case.options.weights = NumberType::Fp8;
    serving_case.load.prompt_tokens = serving_case.load.output_tokens = 1024;
    serving_case.load.ranks = 8;
    serving_case.offered_batch = 4;
    serving_case.measured_ttft_s = 0.1;
    return serving_case;
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
    ServingCase serving_case = dashboardCase("sglang", "0.5.9", "2026-03-25", kLatentModel);
    QCOMPARE(protocolOf(serving_case).look_every, 10);
    QCOMPARE(protocolOf(serving_case).token_budget, 32768);
    QVERIFY(!protocolOf(serving_case).replays_prompts);
    serving_case.offered_batch = 16;
    QCOMPARE(protocolOf(serving_case).look_every, 30);
    serving_case.version = "0.5.10.post1";
    hardware::EngineProfile profile;
    serving_case.gpu.runtime = std::make_shared<const hardware::EngineProfile>(profile);
    QVERIFY(protocolOf(serving_case).replays_prompts);
    serving_case.document = std::make_shared<const Json>(kHybrid);
    profile.starts_prompts_by_kernel = true;
    serving_case.gpu.runtime = std::make_shared<const hardware::EngineProfile>(profile);
    QVERIFY(!protocolOf(serving_case).replays_prompts);
    serving_case.gpu.matrix_flop_per_clock[index(NumberType::Fp4)] = 0; // no interval is asked for
    QCOMPARE(protocolOf(serving_case).look_every, 1);
    QCOMPARE(protocolOf(serving_case).token_budget, 16384);
    serving_case.document = std::make_shared<const Json>(Json{{"sparse_attention", Json::object()}});
    QCOMPARE(protocolOf(serving_case).rounds, 5.0);
}

void PromptStartFitTest::scriptsOfTensorRtLlm() {
    ServingCase serving_case = dashboardCase("trtllm", "1.1.0rc2.post2", "2025-12-15", kLatentModel);
    QCOMPARE(protocolOf(serving_case).token_budget, 0);
    serving_case.version = "1.2.0rc6.post2";
    QCOMPARE(protocolOf(serving_case).token_budget, 8192);
    QVERIFY(!protocolOf(serving_case).replays_prompts && protocolOf(serving_case).wait_steps <= 0);
    serving_case.offered_batch =
        64; // 2.5 prompts come while the first waits its 40 iterations: fewer than fill the budget
    QVERIFY(protocolOf(serving_case).replays_prompts);
    QVERIFY(std::abs(protocolOf(serving_case).wait_steps - (40 + 2.5 * 20) / 3.5) < 1e-9);
    serving_case.offered_batch = 1024; // one an iteration: 5.4 more fill it
    QVERIFY(std::abs(protocolOf(serving_case).wait_steps - (5.4 + 5.4 * 2.7) / 6.4) < 1e-9);
    serving_case.document = std::make_shared<const Json>(Json::object());
    QCOMPARE(protocolOf(serving_case).token_budget, 20000);
}

void PromptStartFitTest::guessingIsNotAlone() {
    ServingCase serving_case = dashboardCase("trtllm", "1.1.0rc2.post2", "2025-12-15", kLatentModel);
    QVERIFY(isAlone(serving_case) && !guessesTokens(serving_case));
    serving_case.measured_on = "2026-01-14";
    QVERIFY(!isAlone(serving_case) && guessesTokens(serving_case));
    serving_case.version = "1.2.0rc6.post2";
    QVERIFY(isAlone(serving_case));
    serving_case.offered_batch = 16;
    QVERIFY(!isAlone(serving_case));
}

QTEST_APPLESS_MAIN(PromptStartFitTest)
#include "prompt_start_fit_test.moc"
