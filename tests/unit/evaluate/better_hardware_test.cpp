// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/method.h"
#include "sample.h"

#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

/// Who drags a resource up must not see the design get slower. The clock is left out: silicon that is sold at a higher
/// clock needs a higher voltage, and may lose to the board's power limit what it gains.
class BetterHardwareTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_;

    double seconds(const std::string& device, const std::string& fact, double value, const Json& request) const {
        Json changed = request;
        const bool counted = fact == "/sms" || fact == "/l2_bytes";
        changed["hardware"] = {{"base", device}, {"set", {{fact, counted ? Json(std::int64_t(value)) : Json(value)}}}};
        const auto estimate = evaluate(changed, {*library_, {}, nullptr});
        const Metric* latency = estimate ? estimate->findMetric("latency_s") : nullptr;
        return latency && estimate->valid ? latency->value : -1;
    }

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void moreOfAResourceSlowsNothing_data() {
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("request");
        const std::pair<const char*, const char*> requests[] = {
            {"GPT-2 prompts",
             R"({"kind": "model", "workload": {"model": "gpt2-large", "phase": "prefill", "batch": 4, "sequence": 1024, "dtype": "fp16"}})"},
            {"GPT-2 fp32",
             R"({"kind": "model", "workload": {"model": "gpt2-large", "phase": "inference", "batch": 2, "sequence": 512, "dtype": "fp32"}})"},
            {"Llama decode",
             R"({"kind": "model", "workload": {"model": "llama-3.1-8b", "phase": "decode", "batch": 16, "sequence": 2048, "dtype": "fp16"}})"},
            {"wide product",
             R"({"kind": "kernel", "workload": {"operator": "linear", "m": 16, "n": 8192, "k": 8192, "dtype": "fp16"}})"},
            {"square product",
             R"({"kind": "kernel", "workload": {"operator": "linear", "m": 4096, "n": 4096, "k": 4096, "dtype": "fp16"}})"},
            {"batched product",
             R"({"kind": "kernel", "workload": {"operator": "matmul", "batch": 16, "m": 512, "n": 512, "k": 64, "dtype": "fp32"}})"}};
        for (const char* device : {"a100-sxm4-80gb", "h100-sxm5-80gb", "l40s", "rtx-5090", "mi300x"})
            for (const auto& [title, request] : requests)
                QTest::addRow("%s on %s", title, device) << QString::fromLatin1(device) << QString::fromLatin1(request);
    }

    void moreOfAResourceSlowsNothing() {
        QFETCH(QString, device);
        QFETCH(QString, request);
        const std::string id = device.toStdString();
        const auto asked = parseJson(request.toStdString(), "request");
        QVERIFY(asked);
        const Json hardware = *library_->find(id)->document;
        for (const char* fact : {"/sms", "/l2_bytes", "/memory_bytes_per_s", "/board_power_w"}) {
            const double usual = hardware.at(std::string(fact + 1)).get<double>();
            double last = seconds(id, fact, 0.5 * usual, *asked);
            QVERIFY2(last > 0, fact); // every request fits every device here
            for (const double factor : {0.7, 1.0, 1.4, 2.0, 3.0, 4.0, 6.0}) {
                const double now = seconds(id, fact, factor * usual, *asked);
                if (now < 0) break;                // beyond what devices are
                constexpr double kRounding = 1.03; // of tiles to waves, of the clock that holds the board's limit
                QVERIFY2(now < last * kRounding, qPrintable(QStringLiteral("%1 x %2: %3 times as long")
                                                                .arg(QLatin1String(fact))
                                                                .arg(factor)
                                                                .arg(now / last)));
                last = now;
            }
        }
    }
};

QTEST_APPLESS_MAIN(BetterHardwareTest)
#include "better_hardware_test.moc"
