// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/method.h"
#include "tests/unit/evaluate/serving/serving_sample.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QtTest>

using namespace strata;
using test::answer;
using test::noteOf;
using test::value;

/// Iterations by tables of somebody else, chosen by plan.operator_tables.
class ServingTablesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void iterationsTakeWhatTheTableSays();
    void provenanceIsTold();
    void requestsOfVidur();
    void badTablesPointToThePlan();
    void othersAreRefused_data();
    void othersAreRefused();

private:
    Json request(const char* path) const;

    std::shared_ptr<const Library> library_;
    QTemporaryDir folder_;
};

void ServingTablesTest::initTestCase() {
    library_ = test::library();
    QVERIFY(library_);
    const auto write = [&](const char* name) { return std::ofstream(folder_.filePath(name).toStdString()); };
    // Every layer takes 100 us whatever the tokens, LM head 1 ms, attention 50 us a prompt and 10 us a decode.
    write("flat.csv") << "part,tokens,sequences,prompt_tokens,prompt_context,decodes,decode_context,time_us\n"
                         "layer,1,,,,,,100\nlayer,8192,,,,,,100\nsequence,,1,,,,,1000\nsequence,,256,,,,,1000\n"
                         "attention,,,1,0,,,50\nattention,,,4096,0,,,50\n"
                         "attention,,,,,1,1,10\nattention,,,,,256,1,10\nattention,,,,,1,4096,10\n"
                         "attention,,,,,256,4096,10\n";
    write("broken.csv") << "part,tokens,time_us\nlayer,1,x\n";
    auto linear = write("v_linear_ms.csv");
    linear << "num_tokens,attn_pre_proj,mlp_up_proj\n";
    for (int tokens = 1; tokens <= 4096; ++tokens)
        linear << tokens << ",0.1,0.1\n";
    auto decode = write("v_attn_decode_ms.csv");
    decode << "batch,kv_cache_rounded64,ms\n";
    auto prefill = write("v_attn_prefill_ms.csv");
    prefill << "kv_cache_rounded64,chunk,ms\n";
    for (int context = 0; context <= 1024; context += 64) {
        prefill << context << ",1,0.05\n";
        for (int batch = 1; batch <= 8; ++batch)
            decode << batch << "," << context << ",0.05\n";
    }
}

Json ServingTablesTest::request(const char* path) const {
    Json sample = test::sampleRequest("llama2-7b-serving-a100.json");
    sample["plan"]["operator_tables"] = {{"path", folder_.filePath(path).toStdString()}};
    return sample;
}

void ServingTablesTest::iterationsTakeWhatTheTableSays() {
    Json alone = request("flat.csv");
    alone["workload"]["traffic"]["arrivals"]["rate_per_s"] = 0.002; // nobody meets anybody
    alone["workload"]["traffic"]["lengths"] = {{"prompt", {{"tokens", 100}}}, {"output", {{"tokens", 11}}}};
    const Estimate found = answer(*library_, alone);
    // 32 layers x (100 + 50) us + 1 ms, and ten times 32 x (100 + 10) us + 1 ms.
    QVERIFY(std::abs(value(found, "ttft_s") - 5.8e-3) < 1e-9);
    QVERIFY(std::abs(value(found, "tpot_s") - 4.52e-3) < 1e-9);
    const Part* parts = found.findParts("e2e_s");
    QVERIFY(parts);
    double sum = 0;
    for (const Part& part : parts->children)
        sum += part.value;
    QVERIFY(std::abs(sum - value(found, "e2e_s")) < 1e-9);
    alone["plan"]["operator_tables"]["step_s"] = 1e-3;
    const double with_host = value(answer(*library_, alone), "tpot_s");
    QVERIFY2(std::abs(with_host - 5.52e-3) < 1e-9, QByteArray::number(with_host, 'g', 17));
    // Closed forms take the same iterations.
    Json closed = alone;
    closed["method"] = "serving.steady-state";
    QVERIFY(std::abs(value(answer(*library_, closed), "tpot_s") / with_host - 1) < 0.01);
    // Whatever the hardware is.
    alone["hardware"] = "h100-sxm5-80gb";
    const double elsewhere = value(answer(*library_, alone), "tpot_s");
    QVERIFY2(std::abs(elsewhere - 5.52e-3) < 1e-9, QByteArray::number(elsewhere, 'g', 17));
    // Two ranks add their all-reduces.
    alone["plan"]["tp"] = 2;
    QVERIFY(value(answer(*library_, alone), "tpot_s") > 5.6e-3);
}

void ServingTablesTest::provenanceIsTold() {
    const Estimate found = answer(*library_, request("v"));
    const Note* note = noteOf(found, "operator-tables");
    QVERIFY(note);
    for (const char* said : {"v_linear_ms.csv", "v_attn_decode_ms.csv", "vidur", "SHA-256"})
        QVERIFY2(messageText(note->text).find(said) != std::string::npos, messageText(note->text).c_str());
    QCOMPARE(found.calibrations.size(), std::size_t{1});
    QCOMPARE(found.calibrations[0].id, std::string("operator tables (vidur)"));
    QCOMPARE(found.calibrations[0].points, std::int64_t{4096 + 17 + 17 * 8});
    QVERIFY(!found.findMetric("energy_per_token_j"));
    for (const Metric& metric : found.metrics)
        QVERIFY2(metric.low <= metric.value && metric.value <= metric.high, metric.name.c_str());
}

void ServingTablesTest::requestsOfVidur() {
    Json vidur = request("v");
    auto& traffic = vidur["workload"]["traffic"];
    traffic.erase("lengths");
    traffic["vidur"] = {{"minimum", 128}, {"maximum", 512}};
    vidur["plan"]["scheduler"] = {{"policy", "vllm-v0"}, {"vidur_compatible", true}, {"max_batch", 128}};
    const Estimate found = answer(*library_, vidur);
    const Table* requests = found.findTable("requests");
    QVERIFY(requests);
    QCOMPARE(requests->rows.size(), std::size_t{200});
    // Python's random.seed(42): the first gap is -ln(1 - 0.6394...) / 2.
    double first = 1e9;
    for (const auto& row : requests->rows)
        first = std::min(first, std::get<double>(row[5]));
    QVERIFY(std::abs(first - 0.5100) < 1e-3);
    traffic["lengths"] = {{"prompt", {{"tokens", 100}}}, {"output", {{"tokens", 10}}}};
    const auto both = evaluate(vidur, Context{*library_, {}, nullptr});
    QVERIFY(!both);
    QCOMPARE(both.error().pointer, std::string("/workload/traffic/vidur"));
}

void ServingTablesTest::badTablesPointToThePlan() {
    for (const auto& [path, code] : {std::pair{"broken.csv", "bad-value"}, {"nothing", "unreadable-file"}}) {
        const auto refused = evaluate(request(path), Context{*library_, {}, nullptr});
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/plan/operator_tables/path"));
        QCOMPARE(refused.error().code, std::string(code));
        QVERIFY(refused.error().file.ends_with(path));
        QVERIFY(!refused.error().expected.empty());
    }
}

void ServingTablesTest::othersAreRefused_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("pointer");
    QTest::newRow("speculation") << "speculative"
                                 << R"({"method": "ngram", "acceptance": 0.5})"
                                 << "/plan/speculative";
    QTest::newRow("power") << "power_limit_w"
                           << "200"
                           << "/plan/power_limit_w";
    QTest::newRow("format") << "operator_tables"
                            << R"({"path": "x", "format": "vida"})"
                            << "/plan/operator_tables/format";
    QTest::newRow("no path") << "operator_tables"
                             << "{}"
                             << "/plan/operator_tables";
}

void ServingTablesTest::othersAreRefused() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, pointer);
    Json sample = request("v");
    sample["plan"][key.toStdString()] = *parseJson(value.toStdString());
    const auto refused = evaluate(sample, Context{*library_, {}, nullptr});
    QVERIFY(!refused);
    QCOMPARE(QString::fromStdString(refused.error().pointer), pointer);
}

QTEST_APPLESS_MAIN(ServingTablesTest)
#include "serving_tables_test.moc"
