// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/method.h"
#include "tests/unit/evaluate/sample.h"

#include <map>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

class CpuRequestTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void partsAndTablesAgree() {
        const auto estimate = ask(test::sampleRequest("dot-product-golden-cove.json"));
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        const Metric& cycles = *estimate->findMetric("cycles");
        QVERIFY(worstImbalance(*estimate->findParts("cycles")) < 1e-9);
        QVERIFY(worstImbalance(*estimate->findParts("latency_s")) < 1e-9);
        QCOMPARE(estimate->findTable("block_instructions")->rows.size(), std::size_t{5});
        double busiest = 0;
        for (const auto& row : estimate->findTable("block_ports")->rows)
            busiest = std::max(busiest, std::get<double>(row[1]));
        const Part& ports = estimate->findParts("cycles")->children[2];
        QCOMPARE(ports.value, busiest);
        QVERIFY(cycles.value >= busiest);
        QCOMPARE(estimate->findMetric("instructions_per_cycle")->value, 5.0 / cycles.value);
        // One accumulator of a product and sum with a latency of four cycles.
        QCOMPARE(cycles.value, 4.0);
        QVERIFY(estimate->notes.front().decides);
    }

    /// The table of pressure adds up to the table of ports, by port.
    void pressureAddsUpToThePorts() {
        const auto estimate = ask(test::sampleRequest("dot-product-golden-cove.json"));
        QVERIFY(estimate);
        std::map<std::string, double> sums;
        for (const auto& row : estimate->findTable("block_pressure")->rows)
            sums[std::get<std::string>(row[2])] += std::get<double>(row[3]);
        for (const auto& row : estimate->findTable("block_ports")->rows)
            QVERIFY2(std::abs(sums[std::get<std::string>(row[0])] - std::get<double>(row[1])) < 1e-9,
                     std::get<std::string>(row[0]).c_str());
    }

    /// Four accumulators hide the latency, and other bounds rule.
    void moreAccumulatorsAreFaster() {
        Json request = test::sampleRequest("dot-product-golden-cove.json");
        request["workload"]["code"] =
            "c4e27db8c9 c4e27db8d1 c4e27db8d9 c4e27db8e1"; // vfmadd231ps ymm1 to ymm4, ymm0, ymm1
        const auto many = ask(request);
        QVERIFY2(many, many ? "" : describe(many.error()).c_str());
        QCOMPARE(many->findMetric("cycles")->value, 4.0);
        request["workload"]["code"] = "c4e27db8c9";
        QCOMPARE(ask(request)->findMetric("cycles")->value, 4.0);
    }

    /// The same block as bytes and as text in two syntaxes.
    void textIsAnotherWayToStateABlock() {
        Json request = test::sampleRequest("dot-product-golden-cove.json");
        const auto bytes = ask(request);
        QVERIFY(bytes);
        for (const char* text :
             {"vmovups ymm0, [rsi+rax*1]\nvfmadd231ps ymm1, ymm0, [rdi+rcx*4]\nadd rax, 8\ncmp rax, rdx\njne loop",
              "vmovups (%rsi,%rax), %ymm0\nvfmadd231ps (%rdi,%rcx,4), %ymm0, %ymm1\naddq $8, %rax\ncmpq %rdx, "
              "%rax\njne loop"}) {
            request["workload"] = Json{{"assembly", text}};
            const auto estimate = ask(request);
            QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
            QCOMPARE(estimate->findMetric("cycles")->value, bytes->findMetric("cycles")->value);
            QCOMPARE(estimate->notes.front().pointer, std::string("/workload/assembly"));
        }
        request["workload"]["assembly"] = "add rax, 8\nadd rax, raxx";
        const auto wrong = ask(request);
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().pointer, std::string("/workload/assembly"));
        QVERIFY(describe(wrong.error()).find("line 2, column 10") != std::string::npos);
        request["workload"]["assembly"] = "cpuid";
        QCOMPARE(ask(request).error().pointer, std::string("/workload/assembly"));
        request["workload"]["code"] = "4801c8";
        QCOMPARE(ask(request).error().text.id, std::string("error.code-and-assembly"));
        request["workload"] = Json::object();
        QCOMPARE(ask(request).error().text.id, std::string("error.no-code"));
    }

    void coresDiffer() {
        Json request = test::sampleRequest("dot-product-golden-cove.json");
        request["workload"]["code"] = "4801c8 4801ca 4801cb 4801ce 4801cf"; // five additions beside each other
        QCOMPARE(cyclesOf(request), 1.0);
        request["hardware"] = "skylake";
        QCOMPARE(cyclesOf(request), 1.25);
        request["hardware"] = Json{{"base", "skylake"}, {"set", {{"/front/rename_width", 2}}}};
        QCOMPARE(cyclesOf(request), 2.5);
    }

    void everyCoreAnswersTheSample() {
        int cores = 0;
        for (const Entry& entry : library_->entries()) {
            if (entry.kind != EntryKind::Cpu) continue;
            Json request = test::sampleRequest("dot-product-golden-cove.json");
            request["hardware"] = entry.id;
            QVERIFY2(cyclesOf(request) > 0, entry.id.c_str());
            ++cores;
        }
        QVERIFY(cores >= 4);
    }

    void refusals_data() {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QByteArray>("id");
        QTest::newRow("no hexadecimal") << QByteArray("xx") << QByteArray("error.not-hexadecimal");
        QTest::newRow("no instruction") << QByteArray("06") << QByteArray("error.no-instruction");
        QTest::newRow("nothing") << QByteArray("") << QByteArray("error.block-length");
        QTest::newRow("no facts") << QByteArray("0fa2") << QByteArray("error.no-facts-about-instructions");
    }
    void refusals() {
        QFETCH(QByteArray, code);
        QFETCH(QByteArray, id);
        Json request = test::sampleRequest("dot-product-golden-cove.json");
        request["workload"]["code"] = code.toStdString();
        const auto estimate = ask(request);
        QVERIFY(!estimate);
        QCOMPARE(estimate.error().text.id, id.toStdString());
        QCOMPARE(estimate.error().pointer, std::string("/workload/code"));
    }

private:
    Result<Estimate> ask(const Json& request) const { return evaluate(request, Context{*library_, {}}); }
    double cyclesOf(const Json& request) const {
        const auto estimate = ask(request);
        return estimate ? estimate->findMetric("cycles")->value : 0.0;
    }
    std::shared_ptr<const Library> library_;
};

QTEST_GUILESS_MAIN(CpuRequestTest)
#include "request_test.moc"
