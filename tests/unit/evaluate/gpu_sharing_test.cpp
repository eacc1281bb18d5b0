// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/method.h"
#include "sample.h"

#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

/// A large product on an A100, beside one streaming kernel.
Json sharedRequest(const std::string& mode) {
    Json neighbour = {{"workload", {{"operator", "copy"}, {"bytes", 1e9}, {"dtype", "bf16"}}}};
    Json sharing = {{"mode", mode}, {"neighbours", Json::array({neighbour})}};
    if (mode != "streams") sharing["sms"] = sharing["neighbours"][0]["sms"] = 54;
    return {{"kind", "kernel"},
            {"hardware", "a100-sxm4-80gb"},
            {"method", "gpu.event"},
            {"workload", {{"operator", "matmul"}, {"m", 4096}, {"n", 4096}, {"k", 4096}, {"dtype", "bf16"}}},
            {"plan", {{"sharing", std::move(sharing)}}}};
}

} // namespace

class GpuSharingTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void everyModeAddsUp_data() {
        QTest::addColumn<QString>("mode");
        for (const char* mode : {"streams", "mps", "mig"})
            QTest::newRow(mode) << mode;
    }

    void everyModeAddsUp() {
        QFETCH(QString, mode);
        const auto estimate = evaluate(sharedRequest(mode.toStdString()), context());
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        QVERIFY(worstImbalance(*estimate->findParts("latency_s")) < 1e-9);
        const Metric& latency = *estimate->findMetric("latency_s");
        QCOMPARE(latency.value, estimate->findParts("latency_s")->value);
        QVERIFY(latency.low < latency.value && latency.value < latency.high);
        QVERIFY(estimate->findMetric("slowdown")->value > 1.0 - 1e-9);
        QCOMPARE(estimate->findTable("tenants")->rows.size(), std::size_t{2});
    }

    /// Instances are apart; clients share the memory; streams share the SMs as well. The board's limit, which all
    /// share, is far away.
    void theCloserTheSlower() {
        constexpr double kAmple = 600.0;
        const double mig = slowdown("mig", kAmple);
        const double mps = slowdown("mps", kAmple);
        const double streams = slowdown("streams", kAmple);
        QVERIFY(std::abs(mig - 1.0) < 1e-9);
        QVERIFY2(mps > 1.005, std::to_string(mps).c_str());
        QVERIFY2(streams > mps, std::to_string(streams).c_str());
    }

    /// Instances have SMs and memory of their own, but one board feeds them.
    void instancesShareThePower() {
        const double ample = slowdown("mig", 600.0);
        const double tight = slowdown("mig", 350.0);
        QVERIFY2(tight > ample + 0.005, std::to_string(tight).c_str());
    }

    void refusals_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("where");
        QTest::newRow("more SMs than there are") << "/plan/sharing/neighbours/0/sms"
                                                 << "70"
                                                 << "/plan/sharing/neighbours/0/sms";
        QTest::newRow("unknown mode") << "/plan/sharing/mode"
                                      << "\"fair\""
                                      << "/plan/sharing/mode";
        QTest::newRow("unknown operator") << "/plan/sharing/neighbours/0/workload/operator"
                                          << "\"sort\""
                                          << "/plan/sharing/neighbours/0/workload/operator";
        QTest::newRow("arithmetic that the device lacks")
            << "/plan/sharing/neighbours/0/workload"
            << R"({"operator": "matmul", "m": 64, "n": 64, "k": 64, "dtype": "fp8"})"
            << "/plan/sharing/neighbours/0/workload";
        QTest::newRow("a method without neighbours") << "/method"
                                                     << "\"gpu.tile\""
                                                     << "/plan/sharing";
    }

    void refusals() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, where);
        Json request = sharedRequest("mig");
        request[Json::json_pointer(pointer.toStdString())] = *parseJson(value.toStdString());
        const auto estimate = evaluate(request, context());
        QVERIFY(!estimate);
        QCOMPARE(QString::fromStdString(estimate.error().pointer), where);
        QVERIFY(!estimate.error().expected.empty());
    }

    void asManyAsInstances() {
        Json request = sharedRequest("streams");
        Json& neighbours = request["plan"]["sharing"]["neighbours"];
        while (neighbours.size() < 7)
            neighbours.push_back(neighbours[0]);
        const auto estimate = evaluate(request, context());
        QVERIFY(!estimate);
        QCOMPARE(QString::fromStdString(estimate.error().pointer), QString("/plan/sharing/neighbours"));
    }

private:
    Context context() const { return Context{*library_, {}, nullptr}; }

    /// On the same board with another limit.
    double slowdown(const std::string& mode, double board_w) const {
        Json request = sharedRequest(mode);
        request["hardware"] = {{"base", request.at("hardware")}, {"set", {{"/board_power_w", board_w}}}};
        const auto estimate = evaluate(request, context());
        return estimate ? estimate->findMetric("slowdown")->value : 0.0;
    }

    std::shared_ptr<const Library> library_;
};

QTEST_APPLESS_MAIN(GpuSharingTest)
#include "gpu_sharing_test.moc"
