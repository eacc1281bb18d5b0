// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/estimate.h"
#include "core/evaluate/method.h"
#include "tests/unit/evaluate/sample.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

namespace {

Json kernel(const char* hardware, const char* plan = "{}") {
    return {{"kind", "kernel"},
            {"hardware", hardware},
            {"workload", {{"operator", "matmul"}, {"m", 16}, {"n", 512}, {"k", 1024}, {"dtype", "int8"}}},
            {"plan", Json::parse(plan)}};
}

double sumOf(const Part& part) {
    double sum = 0;
    for (const Part& child : part.children)
        sum += child.value;
    return sum;
}

} // namespace

class MemoryRequestTest : public QObject {
    Q_OBJECT

    std::shared_ptr<const Library> library_ = test::library();
    Result<Estimate> answer(const Json& request) const { return evaluate(request, Context{*library_, {}, nullptr}); }

private slots:
    void macrosAndModulesAnswer_data() {
        QTest::addColumn<QByteArray>("hardware");
        for (const Entry& entry : library_->entries()) {
            if (entry.kind == EntryKind::Macro || entry.kind == EntryKind::Dimm)
                QTest::newRow(entry.id.c_str()) << QByteArray::fromStdString(entry.id);
        }
    }
    void macrosAndModulesAnswer() {
        QFETCH(QByteArray, hardware);
        const auto estimate = answer(kernel(hardware.constData()));
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        QVERIFY(estimate->valid);
        for (const auto& [metric, parts] : estimate->parts) {
            QVERIFY2(std::abs(sumOf(parts) / parts.value - 1.0) < 1e-9, metric.c_str());
            QCOMPARE(parts.value, estimate->findMetric(metric)->value);
        }
    }

    void widerOperandsTakeLonger() {
        const auto narrow = answer(kernel("digital-tree-28nm", R"({"input_bits": 4, "weight_bits": 4})"));
        const auto wide = answer(kernel("digital-tree-28nm"));
        QVERIFY(narrow && wide);
        QVERIFY(narrow->findMetric("latency_s")->value < wide->findMetric("latency_s")->value);
        QVERIFY(narrow->findMetric("energy_j")->value < wide->findMetric("energy_j")->value);
        const auto refused = answer(kernel("digital-tree-28nm", R"({"input_bits": 9})"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/plan/input_bits"));
    }

    void dataThatStayAreNotSent() {
        const auto sent = answer(kernel("upmem-dimm"));
        const auto resident = answer(kernel("upmem-dimm", R"({"resident": true})"));
        QVERIFY(sent && resident);
        QVERIFY(resident->findMetric("latency_s")->value < sent->findMetric("latency_s")->value);
        QVERIFY(!answer(kernel("upmem-dimm", R"({"tasklets": 25})")));
        QVERIFY(!answer(kernel("upmem-dimm", R"({"processors": 129})")));
    }

    void whatIsNotModelledIsRefused() {
        Json attention = kernel("analog-1152k-22nm");
        attention["workload"] = {{"operator", "attention"}, {"heads", 8},     {"head_dim", 64}, {"q_len", 1},
                                 {"kv_len", 128},           {"dtype", "int8"}};
        const auto refused = answer(attention);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("not-modelled"));
    }
};

QTEST_APPLESS_MAIN(MemoryRequestTest)
#include "memory_request_test.moc"
