// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "run.h"

#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QtTest>

using namespace strata;
using test::run;

namespace {

std::string sample(const char* name) { return std::string(std::getenv("STRATA_ROOT")) + "/resources/samples/" + name; }

std::string lineOf(Json request, const char* method) {
    request["method"] = method;
    return canonicalText(request) + "\n";
}

} // namespace

class GpuRequestsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(home_.isValid());
        qputenv("XDG_DATA_HOME", home_.path().toLocal8Bit());
    }

    void kernelInPlainWords() {
        const auto result = run({"evaluate", sample("gemm-bf16-h100.json"), "--pretty", "--method", "gpu.roofline"});
        QCOMPARE(result.status, 0);
        for (const char* text :
             {"BF16 matrix product on H100  [gpu.roofline]", "481.04 GFLOP", "100.0 %", "limited by arithmetic"}) {
            QVERIFY2(result.out.find(text) != std::string::npos, result.out.c_str());
        }
    }

    void modelInPlainWords() {
        const auto result = run({"evaluate", sample("gpt2-large-a100.json"), "--pretty"});
        QCOMPARE(result.status, 0);
        for (const char* text :
             {"Composition gap", "Sum of kernels", "launch", "synchronisation", "weights", "linear"}) {
            QVERIFY2(result.out.find(text) != std::string::npos, result.out.c_str());
        }
    }

    void whatDoesNotFitSaysSo() {
        const auto result = run({"evaluate", sample("gpt2-large-a100.json"), "--pretty", "--set",
                                 "/workload/phase=training", "--set", "/workload/batch=64"});
        QCOMPARE(result.status, 0);
        QVERIFY2(result.out.find("This design cannot exist") != std::string::npos &&
                     result.out.find(" over") != std::string::npos,
                 result.out.c_str());
    }

    void batchesMixKindsAndMethods() {
        std::string input;
        for (const char* name : {"gemm-bf16-h100.json", "gpt2-large-a100.json", "llama3.1-8b-decode-h100.json"}) {
            const auto request = readJsonFile(sample(name));
            QVERIFY2(request, name);
            for (const char* method : {"gpu.tile", "gpu.roofline", "gpu.hierarchy", "gpu.event"})
                input += lineOf(*request, method);
        }
        input += canonicalText(*readJsonFile(test::sampleFile())) + "\n";
        const auto one = run({"batch", "-", "--jobs", "1"}, input);
        QCOMPARE(one.status, 0);
        QVERIFY(run({"batch", "-", "--jobs", "4"}, input).out == one.out);
        QCOMPARE(std::count(one.out.begin(), one.out.end(), '\n'), 13);
        QVERIFY(one.out.find("\"error\": {") == std::string::npos && one.out.find("{\"error\"") == std::string::npos);
    }

    void schemasAndMethodsAreTold() {
        QCOMPARE(run({"schema", "kernel"}).status, 0);
        QCOMPARE(run({"schema", "model"}).status, 0);
        const auto methods = run({"methods"});
        for (const char* id :
             {"gpu.tile", "gpu.roofline", "gpu.wave-scaling", "gpu.hierarchy", "gpu.table", "gpu.event"}) {
            QVERIFY2(methods.out.find(id) != std::string::npos, id);
        }
    }

private:
    QTemporaryDir home_;
};

QTEST_APPLESS_MAIN(GpuRequestsTest)
#include "gpu_requests_test.moc"
