// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware that does not exist: one fact of a device is changed by a factor and more, far beyond a slider's step.
#include "core/evaluate/method.h"
#include "tests/unit/evaluate/serving/serving_sample.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

const char* const kProduct = R"({"operator": "matmul", "m": 2048, "n": 6144, "k": 4096, "dtype": "bf16"})";
const char* const kConvolution = R"({"operator": "conv2d", "n": 32, "c": 128, "m": 128, "p": 28, "q": 28, "r": 3,
                                     "s": 3, "dtype": "fp16"})";
const char* const kDecode = R"({"operator": "attention", "batch": 32, "heads": 32, "kv_heads": 8, "head_dim": 128,
                                "q_len": 1, "kv_len": 2048, "dtype": "bf16"})";
const char* const kAdd = R"({"operator": "elementwise", "function": "add", "elements": 40000000, "inputs": 2,
                             "dtype": "bf16"})";
const char* const kEmbedding = R"({"operator": "embedding", "rows": 8192, "cols": 4096, "dtype": "bf16"})";
const char* const kCopy = R"({"operator": "copy", "bytes": 200000000})";

} // namespace

class WhatIfTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_;

    Estimate ask(const char* device, const Json& set, const char* workload) const {
        Json request = {{"kind", "kernel"}, {"hardware", device}, {"workload", *parseJson(workload, "workload")}};
        if (!set.empty()) request["hardware"] = {{"base", device}, {"set", set}};
        return test::answer(*library_, request);
    }

    Metric latency(const char* device, const Json& set, const char* workload) const {
        const Estimate estimate = ask(device, set, workload);
        const Metric* found = estimate.findMetric("latency_s");
        return found == nullptr ? Metric{} : *found;
    }

    double stated(const char* device, const char* fact) const {
        return library_->find(device)->document->at(fact).get<double>();
    }

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    /// What comes from memory comes through L2: the more of it L2 holds, the sooner a kernel ends.
    void moreL2SlowsNothing_data() {
        QTest::addColumn<QString>("device");
        for (const char* device : {"b200-sxm-180gb", "b300-sxm", "gb200", "h20", "h100-nvl-94gb", "mi300x"})
            QTest::newRow(device) << QString(device);
    }

    void moreL2SlowsNothing() {
        QFETCH(QString, device);
        const QByteArray id = device.toLatin1();
        const Json* facts = library_->find(id.toStdString())->document.get();
        const double usual = facts->at("l2_bytes").get<double>();
        for (const char* workload : {kProduct, kDecode, kAdd, kEmbedding}) {
            double last = HUGE_VAL;
            for (const double factor : {0.5, 1.0, 1.5, 2.0, 3.0, 4.0}) {
                const Json set = {{"/l2_bytes", static_cast<std::int64_t>(factor * usual)}};
                const double now = latency(id.constData(), set, workload).value;
                constexpr double kRounding = 1.001;
                QVERIFY2(
                    now > 0 && now < last * kRounding,
                    qPrintable(QString("%1: L2 x %2, %3 s after %4 s").arg(workload).arg(factor).arg(now).arg(last)));
                last = now;
            }
        }
    }

    /// Registers let a library take wider tiles; how its blocks share the last wave is not theirs to say.
    void registersSwapNoKernels() {
        for (const char* device : {"h100-sxm5-80gb", "b200-sxm-180gb", "a100-sxm4-80gb"}) {
            const auto twice = static_cast<std::int64_t>(2 * stated(device, "registers_bytes"));
            for (const char* workload : {kProduct, kConvolution}) {
                const double usual = latency(device, {}, workload).value;
                const double wide = latency(device, {{"/registers_bytes", twice}}, workload).value;
                QVERIFY2(wide > 0 && wide <= usual * 1.001,
                         qPrintable(QString("%1: %2").arg(device).arg(wide / usual)));
            }
        }
    }

    /// Tensor cores switch as much as the wider of their two formats of 16 bits has them.
    void tensorCoresAreAsWideAsTheirWidestFormat() {
        const char* device = "h100-sxm5-80gb";
        const double rate =
            2 * library_->find(device)->document->at("/matrix_flop_per_clock/bf16"_json_pointer).get<double>();
        const Json both = {{"/matrix_flop_per_clock/bf16", rate}, {"/matrix_flop_per_clock/fp16", rate}};
        const Json alone = {{"/matrix_flop_per_clock/bf16", rate}};
        QCOMPARE(latency(device, alone, kProduct).value, latency(device, both, kProduct).value);
        QVERIFY(latency(device, alone, kProduct).value < latency(device, {}, kProduct).value);
    }

    /// A kernel whose like nobody timed says so, and is as uncertain as what nobody fitted.
    void kernelsThatNobodyTimedAreWide() {
        for (const char* workload : {kCopy, kEmbedding}) {
            for (const char* device : {"a100-pcie-40gb", "b200-sxm-180gb", "mi300x"}) {
                const Estimate estimate = ask(device, {}, workload);
                const Metric* found = estimate.findMetric("latency_s");
                QVERIFY(found != nullptr);
                QVERIFY2(found->low < 0.9 * found->value && found->high > 1.1 * found->value, device);
                QVERIFY(test::noteOf(estimate, "extrapolated"));
            }
        }
        QVERIFY(!test::noteOf(ask("a100-pcie-40gb", {}, kAdd), "extrapolated"));
    }

    /// Short kernels and long ones have intervals of their own; between them the ends move without a jump.
    void intervalsDoNotJump() {
        for (const char* device : {"mi300x", "h100-sxm5-80gb", "l40s"}) {
            const double usual = stated(device, "memory_bytes_per_s");
            Metric last;
            for (double factor = 0.3; factor < 2.0; factor *= 1.01) {
                const Metric now = latency(device, {{"/memory_bytes_per_s", factor * usual}}, kAdd);
                QVERIFY(now.value > 0);
                if (last.value > 0) {
                    const double low = std::log(now.low / last.low), high = std::log(now.high / last.high);
                    constexpr double kJump = 0.04; // the time itself moves by 1 %
                    QVERIFY2(std::abs(low) < kJump && std::abs(high) < kJump,
                             qPrintable(QString("%1 x %2: %3, %4").arg(device).arg(factor).arg(low).arg(high)));
                }
                last = now;
            }
        }
    }
};

QTEST_APPLESS_MAIN(WhatIfTest)
#include "what_if_test.moc"
