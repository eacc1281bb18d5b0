// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/method.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

using namespace strata;

namespace {

Json sample() {
    return *readJsonFile(std::filesystem::path(qEnvironmentVariable("STRATA_ROOT").toStdString()) / "resources" /
                         "samples" / "train-llama3-70b-h100.json");
}

} // namespace

class TrainingRequestTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void partsAddUp();
    void timelineEndsWithTheIteration();
    void longTimelinesTellPassesTogether();
    void parametersSetAndResolve();
    void everyScheduleCanBeChosen();
    void plainClusterTakesThePlansDevices();
    void errorsPointIntoTheRequest_data();
    void errorsPointIntoTheRequest();
    void saysByHowMuchItDoesNotFit();
    void searchAnswersWithTheBestPlan();
    void failuresAndStragglers();
    void selectiveRecomputationNeedsScores();
    void olderKernelsTakeLonger();
    void rolloutComesBeforeTheStep();
    void theLongestResponseDecides();

private:
    std::shared_ptr<const Library> library_;
};

void TrainingRequestTest::initTestCase() {
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY(library);
    library_ = *library;
}

void TrainingRequestTest::partsAddUp() {
    const auto estimate = evaluate(sample(), Context{*library_, {}, nullptr});
    QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
    QVERIFY(estimate->valid);
    for (const char* metric : {"iteration_s", "memory_bytes", "energy_j"}) {
        const Part* parts = estimate->findParts(metric);
        QVERIFY2(parts != nullptr, metric);
        QVERIFY(worstImbalance(*parts) < 1e-9);
        QVERIFY(std::abs(parts->value / estimate->findMetric(metric)->value - 1.0) < 1e-9);
    }
    const double mfu = estimate->findMetric("mfu")->value;
    QVERIFY2(mfu > 0.2 && mfu < 0.7, qPrintable(QString::number(mfu)));
    QCOMPARE(estimate->findTable("memory_by_stage")->rows.size(), std::size_t{8});
}

void TrainingRequestTest::timelineEndsWithTheIteration() {
    Json request = sample();
    request["method"] = "system.pipeline";
    const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
    QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
    const Table* timeline = estimate->findTable("timeline");
    QVERIFY(timeline != nullptr);
    QCOMPARE(timeline->columns.at(5), std::string("end_s"));
    double last_s = 0.0;
    std::size_t passes = 0;
    for (const auto& row : timeline->rows) {
        const auto& work = std::get<std::string>(row.at(3));
        passes += work == "forward" || work == "backward" ? 1 : 0;
        if (!work.starts_with("send")) last_s = std::max(last_s, std::get<double>(row.at(5)));
    }
    QCOMPARE(passes, std::size_t{2 * 8 * 64 * 5}); // passes x stages x micro-batches x chunks
    QVERIFY(std::abs(last_s / estimate->findMetric("iteration_s")->value - 1.0) < 1e-9);
    const Table* groups = estimate->findTable("groups");
    QVERIFY(groups != nullptr);
    QCOMPARE(groups->rows.size(), std::size_t{3}); // tensor, data, pipeline
    QCOMPARE(std::get<std::int64_t>(groups->rows[2].at(2)), std::int64_t{8});
    const auto closed = evaluate(sample(), Context{*library_, {}, nullptr});
    const double ratio = estimate->findMetric("iteration_s")->value / closed->findMetric("iteration_s")->value;
    QVERIFY2(std::abs(ratio - 1.0) < 0.03, qPrintable(QString::number(ratio)));
}

/// The rows of a step of thousands of micro-batches are bounded, and what they tell is not less time than there is.
void TrainingRequestTest::longTimelinesTellPassesTogether() {
    struct Sums {
        std::size_t rows = 0;
        std::int64_t passes = 0;
        double forward_s = 0, backward_s = 0, communication_s = 0, sent_s = 0, bubble_s = 0, end_s = 0;
    };
    const auto sumsOf = [&](int batch) {
        Json request = sample();
        request["method"] = "system.pipeline";
        request["workload"]["global_batch"] = batch;
        const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        const Table& table = *estimate->findTable("timeline");
        Sums sums;
        sums.rows = table.rows.size();
        const bool merged = table.columns.size() > 7;
        double free_s = 0.0;
        for (const auto& row : table.rows) {
            if (std::get<std::int64_t>(row.at(0)) != 3) continue; // one stage
            const auto& work = std::get<std::string>(row.at(3));
            const double start_s = std::get<double>(row.at(4)), end_s = std::get<double>(row.at(5));
            const double inside_s = std::get<double>(row.at(6));
            const bool messages = work.starts_with("send") || work == "messages";
            if (messages) sums.sent_s += inside_s;
            if (messages) continue;
            if (start_s < free_s * (1.0 - 1e-9)) sums.end_s = -1e9; // rows of a stage do not overlap
            free_s = end_s;
            sums.end_s += end_s - start_s;
            sums.communication_s += inside_s;
            if (work == "forward") sums.forward_s += end_s - start_s;
            if (work == "backward") sums.backward_s += end_s - start_s;
            if (work == "bubble") sums.bubble_s += end_s - start_s;
            if (work == "forward" || work == "backward") ++sums.passes;
            if (work != "passes") continue;
            if (!merged) return Sums();
            const double forward_s = std::get<double>(row.at(8)), backward_s = std::get<double>(row.at(9));
            sums.passes += std::get<std::int64_t>(row.at(7));
            sums.forward_s += forward_s;
            sums.backward_s += backward_s;
            sums.bubble_s += end_s - start_s - forward_s - backward_s;
        }
        const double iteration_s = estimate->findMetric("iteration_s")->value;
        sums.end_s /= iteration_s;
        return sums;
    };
    const Sums few = sumsOf(128), many = sumsOf(8192);
    QVERIFY(few.passes == 2 * 64 * 5 && many.passes == 2 * 4096 * 5);
    QVERIFY2(many.rows < 3 * 16384, qPrintable(QString::number(many.rows)));
    const auto same = [](double a, double b) { return std::abs(a / b - 1.0) < 1e-9; };
    QVERIFY(same(few.end_s, 1.0) && same(many.end_s, 1.0));
    // Every micro-batch takes the same time of its stage, so that sums grow with their number.
    QVERIFY(same(many.forward_s, 64 * few.forward_s) && same(many.backward_s, 64 * few.backward_s));
    QVERIFY(same(many.communication_s, 64 * few.communication_s) && same(many.sent_s, 64 * few.sent_s));
    QVERIFY(many.bubble_s > 0.0);
}

void TrainingRequestTest::parametersSetAndResolve() {
    const auto parameters = parametersOf(sample(), *library_);
    QVERIFY(parameters);
    const auto has = [&](std::string_view pointer) {
        return std::any_of(parameters->begin(), parameters->end(),
                           [&](const Parameter& parameter) { return parameter.pointer == pointer; });
    };
    QVERIFY(has("/hardware/devices"));
    QVERIFY(std::any_of(parameters->begin(), parameters->end(),
                        [](const Parameter& one) { return one.pointer.starts_with("/hardware/cluster/"); }));
    QVERIFY(has("/plan/tp"));
    QVERIFY(has("/workload/global_batch"));
    QVERIFY(setParameter(sample(), "/plan/recompute", "full", *library_));
    const auto refused = setParameter(sample(), "/plan/tp", 3, *library_);
    QVERIFY(!refused);
    QCOMPARE(refused.error().pointer, std::string("/plan/tp"));
}

void TrainingRequestTest::everyScheduleCanBeChosen() {
    Json request = sample();
    request["plan"].erase("interleave");
    request["plan"].erase("schedule");
    request["plan"]["recompute"] = "full"; // all that GPipe has in flight fits
    const auto parameters = parametersOf(request, *library_);
    QVERIFY(parameters);
    const auto found = std::find_if(parameters->begin(), parameters->end(),
                                    [](const Parameter& parameter) { return parameter.pointer == "/plan/schedule"; });
    QVERIFY(found != parameters->end()); // also where the request does not state it
    QCOMPARE(found->choices.size(), std::size_t{4});
    const Context context{*library_, {}, nullptr};
    for (const auto& choice : found->choices) {
        const auto chosen = setParameter(request, "/plan/schedule", choice, *library_);
        QVERIFY2(chosen, chosen ? "" : describe(chosen.error()).c_str());
        const auto estimate = evaluate(*chosen, context);
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        const Metric* iteration = estimate->findMetric("iteration_s");
        QVERIFY2(iteration != nullptr && iteration->value > 0.0, choice.c_str());
    }
}

void TrainingRequestTest::plainClusterTakesThePlansDevices() {
    const Context context{*library_, {}, nullptr};
    const double part_s = evaluate(sample(), context)->findMetric("iteration_s")->value;
    Json plain = sample();
    plain["hardware"] = "dgx-h100";
    const auto same = evaluate(plain, context);
    QVERIFY2(same, same ? "" : describe(same.error()).c_str());
    QCOMPARE(same->findMetric("iteration_s")->value, part_s);
    // Dragging the devices of a plain cluster states them; dp then takes what the other degrees leave.
    plain["plan"].erase("dp");
    const auto dragged = setParameter(plain, "/hardware/devices", 64, *library_);
    QVERIFY2(dragged, dragged ? "" : describe(dragged.error()).c_str());
    QVERIFY((*dragged)["hardware"] == Json({{"cluster", "dgx-h100"}, {"devices", 64}}));
    QCOMPARE(evaluate(*dragged, context)->findMetric("iteration_s")->value, part_s);
    const auto slower = setParameter(*dragged, "/hardware/cluster/scale_out/nics_per_node", 1, *library_);
    QVERIFY2(slower, slower ? "" : describe(slower.error()).c_str());
    QVERIFY(evaluate(*slower, context)->findMetric("iteration_s")->value > part_s);
}

void TrainingRequestTest::errorsPointIntoTheRequest_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("where");
    QTest::newRow("devices of the cluster") << "/hardware"
                                            << "\"h100-sxm5-80gb\""
                                            << "/hardware";
    QTest::newRow("no GPUs") << "/hardware"
                             << "\"tpu-v5p-pod\""
                             << "/hardware";
    QTest::newRow("more than the cluster has") << "/hardware/devices"
                                               << "1000000"
                                               << "/hardware/devices";
    QTest::newRow("unknown member of the hardware") << "/hardware/ranks"
                                                    << "8"
                                                    << "/hardware/ranks";
    QTest::newRow("devices stand in the hardware") << "/workload/devices"
                                                   << "64"
                                                   << "/workload/devices";
    QTest::newRow("unknown cluster") << "/hardware/cluster"
                                     << "\"dgx-h1000\""
                                     << "/hardware/cluster";
    QTest::newRow("task") << "/workload/task"
                          << "\"distil\""
                          << "/workload/task";
    QTest::newRow("precision") << "/workload/precision"
                               << "\"nvfp4\""
                               << "/workload/precision";
    QTest::newRow("an encoder") << "/workload/model"
                                << "\"bert-base\""
                                << "/workload/model";
    QTest::newRow("unknown word") << "/plan/recompute"
                                  << "\"some\""
                                  << "/plan/recompute";
    QTest::newRow("dp does not fit") << "/plan/dp"
                                     << "5"
                                     << "/plan/dp";
}

void TrainingRequestTest::errorsPointIntoTheRequest() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, where);
    Json request = sample();
    request[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
    const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
    QVERIFY(!estimate);
    QCOMPARE(QString::fromStdString(estimate.error().pointer), where);
    QVERIFY(!estimate.error().expected.empty());
}

void TrainingRequestTest::saysByHowMuchItDoesNotFit() {
    Json request = sample();
    request["plan"] = {{"tp", 1}, {"pp", 8}, {"dp", 8}, {"micro_batch", 2}};
    const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
    QVERIFY(estimate);
    QVERIFY(!estimate->valid);
    QCOMPARE(estimate->notes.front().code, std::string("over-memory"));
    QVERIFY(std::get<Amount>(*estimate->notes.front().text.find("over")).value > 0.0);
    QVERIFY(!estimate->notes.front().fixes.empty());
}

void TrainingRequestTest::searchAnswersWithTheBestPlan() {
    Json request = sample();
    request["plan"] = {{"micro_batch", 1}, {"search", {{"kept", 5}}}};
    const Context context{*library_, {}, nullptr};
    const auto found = evaluate(request, context);
    QVERIFY2(found, found ? "" : describe(found.error()).c_str());
    QVERIFY(found->valid);
    const double best_s = found->findMetric("iteration_s")->value;
    QVERIFY(best_s <= evaluate(sample(), context)->findMetric("iteration_s")->value);
    const Table* plans = found->findTable("plans");
    QVERIFY(plans != nullptr);
    QCOMPARE(plans->rows.size(), std::size_t{5});
    QCOMPARE(std::get<double>(plans->rows[0][10]), best_s);
    for (const auto& row : plans->rows)
        QCOMPARE(std::get<std::int64_t>(row[6]), std::int64_t{1});
    // The best plan, stated, takes what the search says.
    Json stated = sample();
    stated["plan"] = Json::object();
    for (std::size_t i = 1; i <= 9; ++i) {
        const auto& cell = plans->rows[0][i];
        if (plans->columns[i] == "recompute")
            stated["plan"]["recompute"] = std::get<std::string>(cell);
        else
            stated["plan"][plans->columns[i]] = std::get<std::int64_t>(cell);
    }
    stated["plan"]["sequence_parallel"] = stated["plan"]["tp"] > 1;
    QCOMPARE(evaluate(stated, context)->findMetric("iteration_s")->value, best_s);
    const Table* front = found->findTable("plan_front");
    QVERIFY(front != nullptr && !front->rows.empty());
    request["plan"]["dp"] = 2;
    QCOMPARE(evaluate(request, context).error().pointer, std::string("/plan/dp"));
}

void TrainingRequestTest::failuresAndStragglers() {
    Json request = sample();
    request["plan"]["reliability"] = {
        {"device_mtbf_s", 5e7}, {"checkpoint_s", 60}, {"restart_s", 600}, {"spread", 0.01}};
    const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
    QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
    const double mean_s = estimate->findMetric("iteration_s")->value;
    const double median_s = estimate->findMetric("iteration_p50_s")->value;
    // The slowest of many has a longer tail above than below.
    QVERIFY(median_s < mean_s && estimate->findMetric("iteration_p95_s")->value > mean_s);
    QVERIFY(worstImbalance(*estimate->findParts("iteration_s")) < 1e-9);
    const double alike_s = evaluate(sample(), Context{*library_, {}, nullptr})->findMetric("iteration_s")->value;
    QVERIFY(mean_s > 1.01 * alike_s && mean_s < 1.05 * alike_s);
    const double share = estimate->findMetric("useful_share")->value;
    QVERIFY2(share > 0.95 && share < 1.0, qPrintable(QString::number(share)));
    const double rate = estimate->findMetric("tokens_per_s")->value;
    QCOMPARE(estimate->findMetric("useful_tokens_per_s")->value, share * rate);
}

/// Under unfused attention selective recomputation takes time and saves memory; fused kernels keep no scores.
void TrainingRequestTest::selectiveRecomputationNeedsScores() {
    const auto answer = [&](const char* kernel, const char* recompute) {
        Json request = sample();
        request["workload"]["attention"] = kernel;
        request["workload"]["sequence"] = 2048;
        request["plan"]["tp"] = 8, request["plan"]["dp"] = 1;
        request["plan"]["recompute"] = recompute;
        auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        if (!estimate) qFatal("%s", describe(estimate.error()).c_str());
        return *std::move(estimate);
    };
    const auto seconds = [](const Estimate& estimate) { return estimate.findParts("iteration_s")->value; };
    const auto bytes = [](const Estimate& estimate) { return estimate.findParts("memory_bytes")->value; };
    const Estimate kept = answer("unfused", "none"), again = answer("unfused", "selective");
    QVERIFY(kept.valid && again.valid);
    QVERIFY(seconds(again) > 1.005 * seconds(kept));
    QVERIFY(bytes(again) < 0.98 * bytes(kept));
    const Estimate flash = answer("flash", "none"), flash_again = answer("flash", "selective");
    QCOMPARE(seconds(flash_again), seconds(flash));
}

/// Kernels for synchronous tensor cores are slower where the device's are asynchronous, and nowhere else.
void TrainingRequestTest::olderKernelsTakeLonger() {
    const auto seconds = [&](const char* cluster, const char* kernel) {
        Json request = sample();
        request["hardware"] = {{"cluster", cluster}, {"devices", request["hardware"]["devices"]}};
        request["workload"]["attention"] = kernel;
        request["workload"]["precision"] = "bf16";
        request["plan"]["recompute"] = "full";
        const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        if (!estimate) qFatal("%s", describe(estimate.error()).c_str());
        return estimate->valid ? estimate->findMetric("iteration_s")->value : -1.0;
    };
    QVERIFY(seconds("dgx-h100", "flash") > 0.0);
    QVERIFY(seconds("dgx-h100", "flash-2") > 1.01 * seconds("dgx-h100", "flash"));
    QCOMPARE(seconds("dgx-a100", "flash-2"), seconds("dgx-a100", "flash"));
}

/// Copies wait for the longest response: the wider the spread, the longer, and a limit bounds it.
void TrainingRequestTest::theLongestResponseDecides() {
    const Context context{*library_, {}, nullptr};
    Json request = sample();
    request["workload"]["task"] = "rl";
    request["workload"]["response_tokens"] = 1024;
    const auto seconds = [&] {
        const auto estimate = evaluate(request, context);
        if (!estimate) qFatal("%s", describe(estimate.error()).c_str());
        if (worstImbalance(*estimate->findParts("iteration_s")) > 1e-9) qFatal("parts do not add up");
        return estimate->findMetric("iteration_s")->value;
    };
    const double equal_s = seconds();
    double before_s = equal_s;
    for (const double spread : {0.01, 0.3, 1.0, 2.0}) {
        request["workload"]["response_spread"] = spread;
        const double now_s = seconds();
        QVERIFY(now_s > before_s);
        if (spread == 0.01) QVERIFY(now_s < 1.05 * equal_s); // no jump
        before_s = now_s;
    }
    request["workload"]["longest_response"] = 2048;
    QVERIFY(seconds() < before_s);
    request["workload"]["longest_response"] = 1024;
    QCOMPARE(seconds(), equal_s);
    request["workload"]["longest_response"] = 1000;
    QCOMPARE(evaluate(request, context).error().pointer, std::string("/workload/longest_response"));
}

void TrainingRequestTest::rolloutComesBeforeTheStep() {
    const Context context{*library_, {}, nullptr};
    Json request = sample();
    const double step_s = evaluate(request, context)->findMetric("iteration_s")->value;
    request["workload"]["task"] = "rl";
    QCOMPARE(evaluate(request, context).error().pointer, std::string("/workload/response_tokens"));
    request["workload"]["response_tokens"] = 1024;
    const auto short_answers = evaluate(request, context);
    QVERIFY2(short_answers, short_answers ? "" : describe(short_answers.error()).c_str());
    QVERIFY(worstImbalance(*short_answers->findParts("iteration_s")) < 1e-9);
    request["workload"]["response_tokens"] = 4096;
    const auto long_answers = evaluate(request, context);
    QVERIFY(short_answers->findMetric("iteration_s")->value > step_s);
    QVERIFY(long_answers->findMetric("iteration_s")->value > short_answers->findMetric("iteration_s")->value);
    request["plan"]["rollout_tp"] = 3;
    QCOMPARE(evaluate(request, context).error().pointer, std::string("/plan/rollout_tp"));
    request["plan"].erase("rollout_tp");
    Json plain = sample();
    plain["workload"]["response_tokens"] = 1024;
    QCOMPARE(evaluate(plain, context).error().pointer, std::string("/workload/response_tokens"));
}

QTEST_GUILESS_MAIN(TrainingRequestTest)
#include "training_request_test.moc"
