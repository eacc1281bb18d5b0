// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/method.h"
#include "sample.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

/// Every kind of bad request gets one error, which names the place and what is accepted instead.
class BadRequestTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void refuses_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("error_pointer");
        const auto row = [](const char* name, const char* pointer, const char* value, const char* code,
                            const char* where = nullptr) {
            QTest::newRow(name) << pointer << value << code << (where == nullptr ? pointer : where);
        };
        row("unknown kind", "/kind", "\"kernle\"", "unknown-kind");
        row("kind of no text", "/kind", "7", "unknown-kind");
        row("unknown key", "/hardwear", "\"eyeriss-like\"", "unknown-key");
        row("unknown hardware", "/hardware", "\"eyeris-like\"", "not-found");
        row("workload as hardware", "/hardware", "\"resnet-50\"", "wrong-kind");
        row("hardware of no sense", "/hardware", "5", "wrong-type");
        row("unknown base", "/hardware", R"({"base": "nothing"})", "not-found", "/hardware/base");
        row("wrong unit", "/hardware", R"({"base": "eyeriss-like", "set": {"/levels/1/capacity_bytes": "108 KiB"}})",
            "wrong-type", "/hardware/set/~1levels~11~1capacity_bytes");
        row("negative size", "/hardware", R"({"base": "eyeriss-like", "set": {"/levels/1/capacity_bytes": -4}})",
            "out-of-range", "/hardware/set/~1levels~11~1capacity_bytes");
        row("set of an unknown place", "/hardware", R"({"base": "eyeriss-like", "set": {"/levels/99/entries": 4}})",
            "bad-pointer", "/hardware/set/~1levels~199~1entries");
        row("set of no object", "/hardware", R"({"base": "eyeriss-like", "set": [1]})", "bad-value", "/hardware/set");
        row("facts that contradict", "/hardware", R"({"base": "eyeriss-like", "set": {"/levels/1/word_bits": 128}})",
            "bad-value", "/hardware/set/~1levels~11~1word_bits");
        row("unknown model", "/workload/model", "\"resnet-51\"", "not-found");
        row("unknown layer", "/workload/layer", "\"conv11\"", "not-found");
        row("negative dimension", "/workload/m", "-4", "out-of-range");
        row("zero dimension", "/workload/m", "0", "out-of-range");
        row("fraction", "/workload/m", "2.5", "wrong-type");
        row("dimension of text", "/workload/m", "\"64\"", "wrong-type");
        row("foreign dimension", "/workload/heads", "4", "unknown-key");
        row("unknown key of the workload", "/workload/strides", "4", "unknown-key");
        row("density", "/workload/density", "0.5", "not-modelled");
        row("a loop of 10^18", "/workload/m", "1000000000000000000", "out-of-range");
        row("loops that multiply beyond counting", "/workload/n", "1e12", "bad-value", "/workload");
        row("a number beyond all", "/workload/m", "1e300", "out-of-range");
        row("search", "/plan", R"({"search": {"algorithm": "simplex"}})", "bad-value", "/plan/search/algorithm");
        row("fixed at no level", "/plan", R"({"search": {"fix": {"levels": [{"level": "l2"}]}}})", "unknown-level",
            "/plan/search/fix/levels/0/level");
        row("fixed beyond the bound", "/plan",
            R"({"search": {"fix": {"levels": [{"level": "shared_glb", "temporal": [["m", 65]]}]}}})", "does-not-fit",
            "/plan/search/fix");
        row("unknown plan", "/plan/tp", "4", "unknown-key");
        row("no levels", "/plan/mapping/levels", "[]", "bad-value");
        row("unknown level", "/plan/mapping/levels/1/level", "\"l2\"", "unknown-level");
        row("unknown dimension", "/plan/mapping/levels/1/temporal/0", R"(["z", 8])", "unknown-dimension",
            "/plan/mapping/levels/1/temporal/0/0");
        row("unknown tensor", "/plan/mapping/levels/1/keep", R"(["bias"])", "unknown-tensor",
            "/plan/mapping/levels/1/keep/0");
        row("factor of no number", "/plan/mapping/levels/1/temporal/0", R"(["m", "8"])", "bad-value");
        row("negative factor", "/plan/mapping/levels/1/temporal/0", R"(["m", -8])", "bad-value");
        row("short factor", "/plan/mapping/levels/1/temporal/0", R"(["m"])", "bad-value");
        row("factors that do not multiply", "/plan/mapping/levels/1/temporal/0", R"(["m", 7])",
            "factors-do-not-multiply", "*");
        row("factors beyond 64 bits", "/plan/mapping/levels/1/temporal", R"([["m", 9e18], ["m", 9e18], ["m", 9e18]])",
            "*", "*");
        row("unknown method", "/method", "\"npu.magic\"", "unknown-method");
        row("negative seed", "/seed", "-1", "out-of-range");
        row("label of no text", "/label", "[]", "wrong-type");
    }

    void refuses() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, code);
        QFETCH(QString, error_pointer);
        Json request = test::sampleRequest();
        QVERIFY(setPointer(request, pointer.toStdString(), Json::parse(value.toStdString())));
        const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        QVERIFY(!estimate);
        const Error& error = estimate.error();
        const QByteArray said = QByteArray::fromStdString(describe(error));
        if (code != "*")
            QVERIFY2(QString::fromStdString(error.code) == code, (QByteArray::fromStdString(error.code) + " " + said));
        if (error_pointer != "*") QVERIFY2(QString::fromStdString(error.pointer) == error_pointer, said);
        QVERIFY2(!error.text.empty() && messageText(error.text).size() < 400, said);
        QVERIFY2(messageText(error.text).find('\n') == std::string::npos, said);
    }

    void refusesWhatIsNoRequest() {
        for (const char* text :
             {"null", "[]", "7", "{}", R"({"kind": "layer"})",
              R"({"kind": "layer", "hardware": "eyeriss-like", "workload": {}})",
              R"({"kind": "layer", "hardware": "eyeriss-like", "workload": {"model": "resnet-50"}})",
              R"({"kind": "layer", "hardware": "eyeriss-like", "workload": {"layer": "conv1"}})",
              R"({"kind": "layer", "hardware": {}, "workload": {"operator": "matmul", "m": 1, "n": 1, "k": 1}})"}) {
            const auto estimate = evaluate(Json::parse(text), Context{*library_, {}, nullptr});
            QVERIFY2(!estimate, text);
            QVERIFY2(!estimate.error().text.empty(), text);
        }
    }

    void refusesNumbersThatAreNone() {
        Json request = test::sampleRequest();
        request["workload"]["m"] = std::numeric_limits<double>::quiet_NaN();
        const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        QVERIFY(!estimate);
        QCOMPARE(estimate.error().pointer, std::string("/workload/m"));
    }

private:
    std::shared_ptr<const Library> library_;
};

QTEST_APPLESS_MAIN(BadRequestTest)
#include "bad_request_test.moc"
