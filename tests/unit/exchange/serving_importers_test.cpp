// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/exchange/csv.h"
#include "core/exchange/serving/engine_profile.h"
#include "core/exchange/serving/operator_tables.h"
#include "core/exchange/serving/traffic_trace.h"

#include <fstream>
#include <QTest>

using namespace strata;
using namespace strata::exchange;

class ServingImportersTest : public QObject {
    Q_OBJECT

private slots:
    /// First questions and answers; who begins otherwise is passed over; times are asked for where they are needed.
    void conversationsAreLengths() {
        std::ifstream in(qEnvironmentVariable("STRATA_ROOT").toStdString() + "/tests/fuzz/seeds/sharegpt.json");
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        std::size_t passed_over = 0;
        const auto trace = parseTrafficTrace(text, "sharegpt.json", TraceUse::Lengths, &passed_over);
        QVERIFY2(trace, trace ? "" : describe(trace.error()).c_str());
        QCOMPARE(trace->size(), std::size_t(2));
        QCOMPARE(passed_over, std::size_t(2));      // an answer without a question, and no turn at all
        QCOMPARE(trace->front().prompt_tokens, 14); // 54 characters
        QCOMPARE(trace->front().output_tokens, 19); // 75
        QCOMPARE(trace->back().prompt_tokens, 2);
        QCOMPARE(trace->back().output_tokens, 2); // two characters of three bytes
        const auto replayed = parseTrafficTrace(text, "sharegpt.json", TraceUse::Replay);
        QVERIFY(!replayed);
        QCOMPARE(replayed.error().code, std::string("missing"));
        QVERIFY(messageText(replayed.error().expected).find("rate") != std::string::npos);
        const auto broken = parseTrafficTrace(R"([{"conversations": [{"from": "human"}]}])", "f");
        QVERIFY(!broken);
        QCOMPARE(broken.error().pointer, std::string("/0/conversations"));
        QVERIFY(!parseTrafficTrace(text.substr(0, text.size() / 2), "f"));
        QVERIFY(!parseTrafficTrace("[]", "f"));
        const auto number = parseTrafficTrace("[1]", "f");
        QVERIFY(!number);
        QCOMPARE(number.error().pointer, std::string("/0"));
        QVERIFY(messageText(number.error().text).find("is not an object") != std::string::npos);
    }

    /// Failed requests are recorded without output.
    void requestsWithoutOutputAreCounted() {
        for (const char* text : {"Timestamp,Model,Request tokens,Response tokens\n5,a,9,4\n6,a,9,0\n7,a,9,0\n",
                                 "{\"timestamp\": 0, \"input_length\": 7, \"output_length\": 0}\n"
                                 "{\"timestamp\": 1, \"input_length\": 7, \"output_length\": 0}\n"
                                 "{\"timestamp\": 2, \"input_length\": 7, \"output_length\": 3}\n"}) {
            std::size_t unanswered = 7;
            const auto trace = parseTrafficTrace(text, "trace", TraceUse::Replay, nullptr, &unanswered);
            QVERIFY2(trace, trace ? "" : describe(trace.error()).c_str());
            QCOMPARE(trace->size(), std::size_t(3));
            QCOMPARE(unanswered, std::size_t(2));
        }
    }
    void tracesOfThreeForms_data();
    void tracesOfThreeForms();
    void badTracesAreRefused_data();
    void badTracesAreRefused();
    void operatorTables();
    void badOperatorTablesAreRefused();
    void engineProfiles();
};

namespace {

CsvTable table(const char* text) {
    const auto parsed = CsvTable::parse(text);
    return parsed ? *parsed : CsvTable();
}

const char* const kLinear =
    "num_tokens,attn_pre_proj,mlp_up_proj,attn_kv_cache_save,all_reduce\n1,1,2,4,8\n2,2,4,4,9\n";
const char* const kDecode = "batch,kv_cache_rounded64,ms\n1,0,1\n1,64,2\n2,0,3\n2,64,4\n";
const char* const kPrefill = "kv_cache_rounded64,chunk,ms\n0,1,5\n64,1,6\n64,2,7\n";

} // namespace

void ServingImportersTest::tracesOfThreeForms_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("last_s");
    QTest::addColumn<int>("keys");
    QTest::newRow("seconds") << "arrival_s,prompt_tokens,output_tokens\n2.5,900,0\n0,700,20\n" << 2.5 << 0;
    QTest::newRow("sizes of a simulator") << "request_id,request_type,application_id,arrival_timestamp,batch_size,"
                                             "prompt_size,token_size\n0,2,0,0,1,700,20\n1,2,0,2.5,1,900,1\n"
                                          << 2.5 << 0;
    QTest::newRow("keys") << "arrival_ms,prompt_tokens,output_tokens,block_hashes\n0,700,20,5 6\n2500,900,1,5 7\n"
                          << 2.5 << 2;
    QTest::newRow("lengths only") << "num_prefill_tokens,num_decode_tokens,pd_ratio\n700,20,35\n900,1,900\n"
                                  << 0.0 << 0;
    QTest::newRow("dates") << "TIMESTAMP,ContextTokens,GeneratedTokens\n"
                              "2023-11-16 23:59:58.0000000,700,20\n2023-11-17 00:00:00.5000000,900,1\n"
                           << 2.5 << 0;
    QTest::newRow("dates with offsets, other order, quotes, spaces")
        << "\xEF\xBB\xBFOutput_Tokens, Prompt_Tokens ,model,\"timestamp\"\r\n"
           "1, 900,\"a, b\",2024-02-28T23:00:02.5-01:00\r\n\r\n20,700,c,\"2024-02-29T00:00:00Z\"\r\n"
        << 2.5 << 0;
    QTest::newRow("counted from 1970") << "timestamp_ms,input_length,output_length\n1700158625500,900,1\n"
                                          "1700158623000,700,20\n"
                                       << 2.5 << 0;
    QTest::newRow("as recorded") << "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total "
                                    "tokens,Log Type\n2.5,,1,GPT-4,900,0,900,API log\n"
                                    "0,7,1,ChatGPT,700,20,720,Conversation log\n"
                                 << 2.5 << 0;
    QTest::newRow("JSON Lines of chats")
        << "{\"chat_id\": 1, \"timestamp\": 0, \"input_length\": 700, \"output_length\": 20, \"hash_ids\": [5]}\n"
           "{\"chat_id\": 2, \"timestamp\": 2.5, \"input_length\": 900, \"output_length\": 1, \"hash_ids\": [5]}\n"
        << 2.5 << 1;
    QTest::newRow("JSON Lines without times") << "{\"input_length\": 700, \"output_length\": 20}\n"
                                                 "{\"input_length\": 900, \"output_length\": 1}\n"
                                              << 0.0 << 0;
    QTest::newRow("JSON Lines")
        << "{\"timestamp\": 0, \"input_length\": 700, \"output_length\": 20, \"hash_ids\": [5, 6]}\n\n"
           "{\"timestamp\": 2500, \"input_length\": 900, \"output_length\": 1, \"hash_ids\": [5, 7]}\n"
        << 2.5 << 2;
}

void ServingImportersTest::tracesOfThreeForms() {
    QFETCH(QString, text);
    QFETCH(double, last_s);
    QFETCH(int, keys);
    const auto trace = parseTrafficTrace(text.toStdString(), "trace");
    QVERIFY2(trace, trace ? "" : describe(trace.error()).c_str());
    QCOMPARE(trace->size(), std::size_t{2});
    QCOMPARE(trace->front().prompt_tokens, 700);
    QCOMPARE(trace->front().output_tokens, 20);
    QCOMPARE(trace->back().prompt_tokens, 900);
    QCOMPARE(trace->back().output_tokens, 1);
    QCOMPARE(trace->back().time_s, last_s);
    QCOMPARE(static_cast<int>(trace->back().prefix.size()), keys);
    if (keys > 0) QCOMPARE(trace->front().prefix.front(), trace->back().prefix.front());
}

void ServingImportersTest::badTracesAreRefused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::newRow("empty") << ""
                           << "";
    QTest::newRow("no lengths") << "arrival_s,tokens\n0,1\n"
                                << "missing-column";
    QTest::newRow("times in an unknown form") << "request_time,prompt_tokens,output_tokens\n0,5,5\n"
                                              << "unknown-column";
    QTest::newRow("times in an unknown unit") << "arrival_us,prompt_tokens,output_tokens\n0,5,5\n"
                                              << "unknown-column";
    QTest::newRow("JSON Lines with times in an unknown form")
        << "{\"arrived\": 0, \"input_length\": 5, \"output_length\": 5}\n"
        << "unknown-column";
    QTest::newRow("no rows") << "prompt_tokens,output_tokens\n"
                             << "bad-value";
    QTest::newRow("negative") << "prompt_tokens,output_tokens\n5,-1\n"
                              << "bad-value";
    QTest::newRow("no number") << "prompt_tokens,output_tokens\nfive,1\n"
                               << "bad-value";
    QTest::newRow("too long") << "prompt_tokens,output_tokens\n1e9,1\n"
                              << "bad-value";
    QTest::newRow("past") << "arrival_s,prompt_tokens,output_tokens\n-1,5,5\n"
                          << "bad-value";
    QTest::newRow("no such day") << "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-02-29 00:00:00,5,5\n"
                                 << "bad-value";
    QTest::newRow("a day without a time") << "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-02-28,5,5\n"
                                          << "bad-value";
    QTest::newRow("ages later") << "{\"timestamp\": 0, \"input_length\": 5, \"output_length\": 5}\n"
                                   "{\"timestamp\": 1e300, \"input_length\": 5, \"output_length\": 5}\n"
                                << "bad-value";
    QTest::newRow("one line without a time") << "{\"timestamp\": 0, \"input_length\": 5, \"output_length\": 5}\n"
                                                "{\"input_length\": 5, \"output_length\": 5}\n"
                                             << "bad-value";
    QTest::newRow("broken JSON") << "{\"timestamp\": 0,\n"
                                 << "malformed-json";
    QTest::newRow("no length") << "{\"timestamp\": 0, \"input_length\": 5}\n"
                               << "bad-value";
    QTest::newRow("bad key") << "{\"timestamp\": 0, \"input_length\": 5, \"output_length\": 5, \"hash_ids\": [\"a\"]}\n"
                             << "bad-value";
}

void ServingImportersTest::badTracesAreRefused() {
    QFETCH(QString, text);
    QFETCH(QString, code);
    const auto trace = parseTrafficTrace(text.toStdString(), "trace");
    QVERIFY(!trace);
    QVERIFY(!trace.error().text.empty());
    if (!code.isEmpty()) QCOMPARE(QString::fromStdString(trace.error().code), code);
}

void ServingImportersTest::operatorTables() {
    const auto tables = exchange::operatorTables(table(kLinear), table(kDecode), table(kPrefill), "x");
    QVERIFY2(tables, tables ? "" : describe(tables.error()).c_str());
    QCOMPARE(tables->linear_s, (std::vector<double>{3e-3, 6e-3}));
    QCOMPARE(tables->kv_save_s[1], 4e-3);
    QCOMPARE(tables->all_reduce_s[1], 9e-3);
    QVERIFY(tables->send_recv_s.empty());
    QCOMPARE(tables->decode_s[3], 4e-3);
    QCOMPARE(tables->prefill_s, (std::vector<double>{5e-3, 5e-3, 6e-3, 7e-3})); // a row holds until the next one
}

void ServingImportersTest::badOperatorTablesAreRefused() {
    const auto refused = [](const char* linear, const char* decode, const char* prefill) {
        const auto tables = exchange::operatorTables(table(linear), table(decode), table(prefill), "x");
        return !tables && !tables.error().expected.empty();
    };
    QVERIFY(refused("num_tokens,attn_pre_proj,mlp_up_proj\n2,1,1\n", kDecode, kPrefill));
    QVERIFY(refused(kLinear, "batch,kv_cache_rounded64,ms\n1,0,1\n2,0,1\n2,64,1\n", kPrefill));
    QVERIFY(refused(kLinear, "batch,kv_cache_rounded64,ms\n1,32,1\n", kPrefill));
    QVERIFY(refused(kLinear, kDecode, "kv_cache_rounded64,chunk,ms\n0,1,5\n"));
    QVERIFY(refused(kLinear, kDecode, "kv_cache_rounded64,chunk,ms\n0,1,5\n64,1,-6\n"));
    QVERIFY(refused(kLinear, kDecode, "kv_cache_rounded64,chunk,ms\n0,9,5\n64,1,6\n"));
}

void ServingImportersTest::engineProfiles() {
    const auto attention = table("prefill_chunk,kv_prefill,n_decode,kv_decode,time_us\n"
                                 "0,0,1,16,10\n0,0,1,32,20\n0,0,2,16,12\n16,0,0,0,30\n16,16,0,0,40\n16,0,1,16,35\n");
    const auto dense =
        table("layer,tokens,time_us\nqkv_proj,1,5\nqkv_proj,4,8\nlayernorm,1,1\nlayernorm,4,1\nembedding,1,3\n");
    const auto heads = table("layer,sequences,time_us\nlm_head,1,100\nsampler,1,20\n");
    const auto tables = engineProfile(attention, dense, heads, "x");
    QVERIFY2(tables, tables ? "" : describe(tables.error()).c_str());
    const serving::EngineTableTime time(*tables, {.layers = 2});
    serving::BatchShape decode;
    decode.tokens = decode.decodes = 1;
    decode.decode_context_sum = 24;
    // 2 x (5 + 2 x 1 + half-way between 10 and 20) + 3 + 120
    QVERIFY(std::abs(time.seconds(decode, 0) - 167e-6) < 1e-12);
    serving::BatchShape mixed = decode;
    mixed.decode_context_sum = 16;
    mixed.tokens = 4;
    mixed.prefills = {{0, 16}};
    // Measured together: 2 x (8 + 2 + 35) + 3 + 120
    QVERIFY(std::abs(time.seconds(mixed, 0) - 213e-6) < 1e-12);
    mixed.prefills = {{16, 16}};
    // Not measured together: 40 + 10
    QVERIFY(std::abs(time.seconds(mixed, 0) - 243e-6) < 1e-12);
    QVERIFY(!time.outside(decode));
    mixed.tokens = 5;
    QVERIFY(time.outside(mixed));
    QVERIFY(!engineProfile(attention, dense, table("layer,time_us\nlm_head,1\n"), "x"));
}

QTEST_APPLESS_MAIN(ServingImportersTest)
#include "serving_importers_test.moc"
