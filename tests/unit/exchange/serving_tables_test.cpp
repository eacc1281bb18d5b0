// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/exchange/csv.h"
#include "core/exchange/serving/operator_csv.h"
#include "core/exchange/serving/serving_tables.h"
#include "core/exchange/serving/vidur_profile.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>

using namespace strata;
using namespace strata::exchange;

namespace {

CsvTable table(const std::string& text) {
    auto parsed = CsvTable::parse(text);
    return parsed ? *parsed : CsvTable();
}

constexpr const char* kHeader =
    "part,operator,count,tokens,sequences,prompt_tokens,prompt_context,decodes,decode_context,time_us\n";

bool near(double value, double expected) { return std::abs(value - expected) <= 1e-12 + 1e-9 * std::abs(expected); }

} // namespace

class ServingTablesTest : public QObject {
    Q_OBJECT

private slots:
    void oneTable();
    void beyondTheLastPlaceNothingFalls();
    void badTablesAreRefused_data();
    void badTablesAreRefused();
    void profilesAreLinearBetweenTheirPlaces();
    void severalModelsAreNoProfile();
    void otherRanksAreLeftOut();
    void whatAProfilerDidNotSeeIsNoZero();
    void setsAreFoundByAnyFile();
    void foldersOfTheToolsAreFound();
    void missingFilesAreNamed();
    void firstProfilesAreWholeModels();
};

void ServingTablesTest::oneTable() {
    const auto tables = operatorCsv(table(std::string(kHeader) + "layer,qkv,,1,,,,,,5\nlayer,qkv,,9,,,,,,13\n"
                                                                 "layer,norm,2,1,,,,,,1\nlayer,norm,2,5,,,,,,3\n"
                                                                 "once,embedding,,1,,,,,,7\nsequence,head,,,1,,,,,100\n"
                                                                 "attention,,,,,16,0,,,30\nattention,,,,,,,4,128,12\n"),
                                    "t");
    QVERIFY2(tables, tables ? "" : describe(tables.error()).c_str());
    // Places 1, 5 and 9: qkv 5, 9, 13; norms 2, 6 and on at the same rate.
    QCOMPARE(tables->layer.at, (std::vector<double>{1, 5, 9}));
    QVERIFY(near(tables->layer.value(5), 15e-6));
    QVERIFY(near(tables->layer.value(9), 23e-6));
    const serving::EngineTableTime time(*tables, {.layers = 2});
    serving::BatchShape shape;
    shape.tokens = shape.decodes = 4;
    shape.decode_context_sum = 4 * 128;
    // 2 x (12 + 12) + 7 + head of four sequences in proportion to nothing: one place
    QVERIFY(near(time.seconds(shape, 0), (2 * (tables->layer.value(4) / 1e-6 + 12) + 7 + 100) * 1e-6));
    // A prompt behind a context that was not measured takes what it takes alone, never nothing.
    shape = {};
    shape.tokens = 16;
    shape.prefills = {{64, 16}};
    QVERIFY(time.seconds(shape, 0) > 2 * 30e-6);
}

/// Times that fall with more work, as noise has them, do not fall below zero beyond the last place.
void ServingTablesTest::beyondTheLastPlaceNothingFalls() {
    const auto tables = operatorCsv(table(std::string(kHeader) + "layer,qkv,,1,,,,,,13\nlayer,qkv,,9,,,,,,5\n"
                                                                 "sequence,head,,,1,,,,,100\n"
                                                                 "attention,,,,,16,0,,,30\nattention,,,,,32,0,,,10\n"
                                                                 "attention,,,,,,,4,128,12\nattention,,,,,,,8,128,6\n"),
                                    "t");
    QVERIFY2(tables, tables ? "" : describe(tables.error()).c_str());
    QVERIFY(near(tables->layer.value(1000), 5e-6));
    const serving::EngineTableTime time(*tables, {});
    for (const int more : {1, 10, 1000}) {
        serving::BatchShape shape;
        shape.decodes = 8 * more;
        shape.decode_context_sum = std::int64_t{128} * shape.decodes;
        shape.prefills = {{0, 32 * more}};
        shape.tokens = shape.decodes + 32 * more;
        QVERIFY2(time.seconds(shape, 0) >= 100e-6 + 5e-6 + 10e-6 + 6e-6 - 1e-12, qPrintable(QString::number(more)));
    }
}

void ServingTablesTest::badTablesAreRefused_data() {
    QTest::addColumn<QString>("rows");
    QTest::addColumn<QString>("says");
    const QString good = "layer,a,,1,,,,,,5\nsequence,h,,,1,,,,,9\nattention,,,,,8,0,,,3\n";
    QTest::newRow("part") << good + "layers,a,,2,,,,,,5\n"
                          << "line 5: part is layers";
    QTest::newRow("tokens") << good + "layer,a,,-2,,,,,,5\n"
                            << "line 5: tokens is -2";
    QTest::newRow("no time") << good + "layer,a,,2,,,,,,\n"
                             << "line 5: time_us is missing";
    QTest::newRow("negative") << good + "layer,a,,2,,,,,,-1\n"
                              << "line 5: time_us is -1";
    QTest::newRow("twice") << good + "layer,a,,1,,,,,,5\n"
                           << "line 5: tokens is 1";
    QTest::newRow("count") << good + "layer,a,x,2,,,,,,5\n"
                           << "line 5: count is x";
    QTest::newRow("nothing") << good + "attention,,,,,,64,,,5\n"
                             << "line 5: decodes is missing";
    QTest::newRow("no heads") << "layer,a,,1,,,,,,5\nattention,,,,,8,0,,,3\n"
                              << "no row has the part sequence";
}

void ServingTablesTest::badTablesAreRefused() {
    QFETCH(QString, rows);
    QFETCH(QString, says);
    const auto tables = operatorCsv(table(kHeader + rows.toStdString()), "file");
    QVERIFY(!tables);
    QCOMPARE(QString::fromStdString(messageText(tables.error().text)), says);
    QVERIFY(!tables.error().expected.empty());
    QCOMPARE(tables.error().file, std::string("file"));
}

void ServingTablesTest::profilesAreLinearBetweenTheirPlaces() {
    const auto linear = table("num_tensor_parallel_workers,num_tokens,time_stats.attn_pre_proj.median,"
                              "time_stats.mlp_up_proj.median,time_stats.mlp_down_proj.median\n"
                              "1,1,0.1,0.2,0.1\n1,101,1.1,0.2,0.1\n2,1,9,9,9\n");
    const auto attention = table("num_tensor_parallel_workers,batch_size,prefill_chunk_size,kv_cache_size,is_prefill,"
                                 "time_stats.attn_prefill.median,time_stats.attn_decode.median\n"
                                 "1,1,32,0,True,0.01,\n1,1,64,0,True,0.03,\n1,1,64,128,True,0.05,\n"
                                 "1,1,0,64,False,,0.01\n1,3,0,64,False,,0.03\n1,3,0,128,False,,0.05\n");
    const auto tables = vidurProfile(linear, attention, "x", 1);
    QVERIFY2(tables, tables ? "" : describe(tables.error()).c_str());
    QCOMPARE(tables->linear_s.size(), std::size_t{101});
    QVERIFY(near(tables->linear_s[50], 0.9e-3));
    QCOMPARE(tables->contexts, std::size_t{3});
    QVERIFY(near(tables->decode_s[1 * 3 + 1], 0.02e-3)); // two sequences: between one and three
    QVERIFY(near(tables->prefill_s[0 * 101 + 47], 0.02e-3));
    QVERIFY(near(tables->prefill_s[2 * 101 + 63], 0.05e-3));
}

/// An empty cell and a 0 are kernels that the profiler missed; each operator goes on between its own places.
void ServingTablesTest::whatAProfilerDidNotSeeIsNoZero() {
    const std::string header = "num_tokens,time_stats.attn_pre_proj.median,time_stats.mlp_up_proj.median,"
                               "time_stats.mlp_down_proj.median,time_stats.add.median\n";
    const auto attention =
        table("batch_size,prefill_chunk_size,kv_cache_size,is_prefill,attn_prefill_ms,attn_decode_ms\n"
              "1,64,0,True,0.03,\n1,0,64,False,,0.01\n");
    const auto tables = vidurProfile(table(header + "1,1,2,3,0\n3,,0.0,5,0\n5,3,4,,0\n"), attention, "x", 1);
    QVERIFY2(tables, tables ? "" : describe(tables.error()).c_str());
    QVERIFY(near(tables->linear_s[0], 6e-3));
    QVERIFY(near(tables->linear_s[2], 10e-3));
    QVERIFY(near(tables->linear_s[4], 14e-3)); // the last operator rises on as between its places
    QCOMPARE(tables->unmeasured, std::size_t{6});
    const auto never = vidurProfile(table(header + "1,0,2,3,1\n5,,4,2,1\n"), attention, "x", 1);
    QVERIFY(!never);
    QVERIFY2(messageText(never.error().text).find("attn_pre_proj") != std::string::npos,
             messageText(never.error().text).c_str());
    QCOMPARE(never.error().file, std::string("x_linear"));
}

/// VIDUR's first tables held all models, one behind the other.
void ServingTablesTest::severalModelsAreNoProfile() {
    const std::string header = "n_head,n_kv_head,n_embd,n_expanded_embd,num_tensor_parallel_workers,num_tokens,"
                               "time_stats.attn_pre_proj.median,time_stats.mlp_up_proj.median,"
                               "time_stats.mlp_down_proj.median\n";
    const std::string attention_header = "n_embd,n_q_head,n_kv_head,block_size,num_tensor_parallel_workers,batch_size,"
                                         "prefill_chunk_size,kv_cache_size,is_prefill,time_stats.attn_prefill.median,"
                                         "time_stats.attn_decode.median\n";
    const std::string prompt = "1,1,64,0,True,0.03,\n", decode = "1,1,0,64,False,,0.01\n";
    const std::string small = "2560,32,32,16,", large = "4096,32,8,16,";
    const auto attention = table(attention_header + large + prompt + large + decode);
    const std::string rows = "32,8,4096,14336,1,1,1,2,3\n32,8,4096,14336,1,9,2,4,6\n";
    const auto whole = vidurProfile(table(header + rows + "32,32,2560,10240,2,1,1,1,1\n"), attention, "x", 1);
    QVERIFY2(whole, whole ? "" : describe(whole.error()).c_str()); // the other model was measured over other ranks only
    QCOMPARE(whole->model.hidden, 4096.0);
    QCOMPARE(whole->model.kv_heads, 8.0);
    QCOMPARE(whole->model.ffn, 14336.0);
    QVERIFY(vidurProfile(table(header + rows + "32.0,8.0,4096,14336,1,17,1,1,1\n"), attention, "x", 1));
    const auto refusal = [](const Result<serving::OperatorTables>& read, const char* file) {
        if (read) return QString();
        return read.error().file == file ? QString::fromStdString(messageText(read.error().text))
                                         : QStringLiteral("file ") + QString::fromStdString(read.error().file);
    };
    const auto two = vidurProfile(table(header + rows + "32,32,2560,10240,1,17,1,1,1\n"), attention, "x", 1);
    QVERIFY2(refusal(two, "x_linear").startsWith("line 4: n_kv_head is 32, but 8 on line 2"),
             qPrintable(refusal(two, "x_linear")));
    const auto blocks =
        vidurProfile(table(header + rows), table(attention_header + large + prompt + "4096,32,8,32," + decode), "x", 1);
    QVERIFY2(refusal(blocks, "x_attention").startsWith("line 3: block_size is 32, but 16 on line 2"),
             qPrintable(refusal(blocks, "x_attention")));
    const auto files =
        vidurProfile(table(header + rows), table(attention_header + small + prompt + small + decode), "x", 1);
    QVERIFY2(refusal(files, "x_attention").contains("n_embd is 2560, but 4096"),
             qPrintable(refusal(files, "x_attention")));
}

void ServingTablesTest::otherRanksAreLeftOut() {
    const auto linear = table("tp,num_tokens,attn_pre_proj_ms,mlp_up_proj_ms,mlp_down_proj_ms\n1,1,1,1,1\n");
    const auto refused = vidurProfile(linear, CsvTable(), "x", 4);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("missing"));
    QVERIFY(messageText(refused.error().text).find("over 4") != std::string::npos);
}

/// VIDUR and LLMServingSim lay a profile into a folder, with names that say nothing of the model.
void ServingTablesTest::foldersOfTheToolsAreFound() {
    QTemporaryDir folder;
    const auto write = [&](const QString& name, const char* text) {
        QVERIFY(QDir().mkpath(QFileInfo(folder.filePath(name)).path()));
        std::ofstream(folder.filePath(name).toStdString()) << text;
    };
    write(QStringLiteral("compute/a100/org/model/mlp.csv"),
          "num_tensor_parallel_workers,num_tokens,time_stats.attn_pre_proj.median,time_stats.mlp_up_proj.median,"
          "time_stats.mlp_down_proj.median\n1,1,0.1,0.2,0.1\n1,101,1.1,0.2,0.1\n");
    write(QStringLiteral("compute/a100/org/model/attention.csv"),
          "num_tensor_parallel_workers,batch_size,prefill_chunk_size,kv_cache_size,is_prefill,"
          "time_stats.attn_prefill.median,time_stats.attn_decode.median\n"
          "1,1,32,0,True,0.01,\n1,1,64,0,True,0.03,\n1,1,64,128,True,0.05,\n"
          "1,1,0,64,False,,0.01\n1,3,0,64,False,,0.03\n1,3,0,128,False,,0.05\n");
    const std::string path = folder.filePath(QStringLiteral("compute/a100/org/model")).toStdString();
    for (const std::string& given : {path, path + "/mlp.csv", path + "/attention.csv"}) {
        const auto found = readServingTables(given, "", 1);
        QVERIFY2(found, found ? "" : describe(found.error()).c_str());
        QCOMPARE(found->format, std::string("vidur-profile"));
        QCOMPARE(found->files.size(), std::size_t{2});
    }
    const auto ranks = readServingTables(path, "", 8);
    QVERIFY(!ranks);
    QVERIFY2(ranks.error().file.ends_with("mlp.csv"), ranks.error().file.c_str());
    for (const char* other : {"moe.csv", "linear_attention.csv"}) {
        const QString name = QStringLiteral("compute/a100/org/model/") + QLatin1String(other);
        write(name, "tokens,time_us\n1,2\n");
        const auto refused = readServingTables(path, "", 1);
        QVERIFY(!refused);
        QVERIFY(refused.error().file.ends_with(other));
        QVERIFY(QFile::remove(folder.filePath(name)));
    }
}

void ServingTablesTest::setsAreFoundByAnyFile() {
    QTemporaryDir folder;
    const auto write = [&](const char* name, const char* text) {
        std::ofstream(folder.filePath(name).toStdString()) << text;
    };
    write("m_linear_ms.csv", "num_tokens,attn_pre_proj,mlp_up_proj\n1,1,2\n2,2,4\n");
    write("m_attn_decode_ms.csv", "batch,kv_cache_rounded64,ms\n1,0,1\n1,64,2\n");
    write("m_attn_prefill_ms.csv", "kv_cache_rounded64,chunk,ms\n0,1,5\n64,1,6\n");
    const std::string own_rows = "layer,a,,1,,,,,,5\nsequence,h,,,1,,,,,9\nattention,,,,,8,0,,,3\n";
    write("own.csv", (kHeader + own_rows).c_str());
    std::string digest;
    for (const char* name : {"m", "m_linear_ms.csv", "m_attn_prefill_ms.csv"}) {
        const auto found = readServingTables(folder.filePath(name).toStdString(), "", 1);
        QVERIFY2(found, found ? "" : describe(found.error()).c_str());
        QCOMPARE(found->format, std::string("vidur"));
        QCOMPARE(found->files.size(), std::size_t{3});
        QCOMPARE(found->rows, std::size_t{6});
        QVERIFY(digest.empty() || digest == found->sha256);
        digest = found->sha256;
    }
    // A file of a set whose other files are not there: the refusal names what is missing.
    write("lone_linear.csv", "num_tokens,attn_pre_proj_ms,mlp_up_proj_ms,mlp_down_proj_ms\n1,1,1,1\n");
    write("mlp.csv", "num_tokens,attn_pre_proj_ms,mlp_up_proj_ms,mlp_down_proj_ms\n1,1,1,1\n");
    for (const auto& [name, missing] :
         {std::pair{"lone_linear.csv", "lone_attention.csv"}, {"mlp.csv", "attention.csv"}}) {
        const auto lone = readServingTables(folder.filePath(name).toStdString(), "", 1);
        QVERIFY(!lone);
        QVERIFY2(messageText(lone.error().text).find(missing) != std::string::npos,
                 messageText(lone.error().text).c_str());
    }
    write("odd_linear.csv", (kHeader + own_rows).c_str()); // a table of the format csv may have any name
    QVERIFY(readServingTables(folder.filePath("odd_linear.csv").toStdString(), "", 1));
    const auto own = readServingTables(folder.filePath("own.csv").toStdString(), "", 1);
    QVERIFY2(own, own ? "" : describe(own.error()).c_str());
    QCOMPARE(own->format, std::string("csv"));
    write("m_moe.csv", "tokens,time_us\n1,2\n");
    const auto experts = readServingTables(folder.filePath("m").toStdString(), "", 1);
    QVERIFY(!experts);
    QVERIFY(messageText(experts.error().text).find("m_moe.csv") != std::string::npos);
    QVERIFY(experts.error().file.ends_with("m_moe.csv"));
    QVERIFY(folder.isValid() && QFile::remove(folder.filePath("m_moe.csv")));
    write("m_attn_decode_ms.csv", "batch,kv_cache_rounded64,ms\n1,0,1\n1,63,2\n");
    const auto bad = readServingTables(folder.filePath("m").toStdString(), "", 1);
    QVERIFY(!bad);
    QVERIFY(bad.error().file.ends_with("m_attn_decode_ms.csv"));
    QVERIFY(messageText(bad.error().text).find("line 3: kv_cache_rounded64 is 63") != std::string::npos);
}

void ServingTablesTest::missingFilesAreNamed() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("x").toStdString();
    const auto none = readServingTables(path, "", 1);
    QVERIFY(!none);
    QCOMPARE(none.error().code, std::string("unreadable-file"));
    const auto stated = readServingTables(path, "llmservingsim", 1);
    QVERIFY(!stated);
    QVERIFY(messageText(stated.error().text).find("x_attention.csv") != std::string::npos);
}

/// Every operator of a layer counts once; head, embedding and last norm are told apart; decodes read their context.
void ServingTablesTest::firstProfilesAreWholeModels() {
    QTemporaryDir folder;
    const auto write = [&](const char* name, const std::string& text) {
        std::ofstream(folder.filePath(name).toStdString()) << text;
    };
    std::string layers = "op,tokens,kv_cache,tp_size,latency_ns\n";
    for (const int tokens : {1, 2, 4})
        for (const auto& [op, ns] : {std::pair{"q_proj", 1000},
                                     {"act_fn", 500},
                                     {"attn", 70000},
                                     {"embedding", 100},
                                     {"final_layernorm", 30},
                                     {"lm_head", 9000}})
            layers += std::string(op) + "," + std::to_string(tokens) + ",0,1," + std::to_string(ns * tokens) + "\n";
    layers += "q_proj,1,0,2,1\n"; // of two ranks
    const std::string header = "num_tensor_parallel_workers,n_q_head,n_kv_head,batch_size,prefill_chunk_size,"
                               "kv_cache_size,is_prefill,attn_prefill_ms,attn_decode_ms\n";
    std::string attention = header;
    for (const int context : {32, 40, 64, 128}) {
        attention += "1,8,8,1,32," + std::to_string(context) + ",True," + std::to_string(context * 1e-3) + ",\n";
        for (const int batch : {1, 2})
            attention += "1,8,8," + std::to_string(batch) + ",1," + std::to_string(context) + ",False,," +
                         std::to_string(batch * context * 1e-4) + "\n";
    }
    write("a_layers.csv", layers);
    write("a_attention.csv", attention);
    const auto read = readServingTables(folder.filePath("a_attention.csv").toStdString(), "", 1);
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QCOMPARE(read->format, std::string("llmservingsim-v0"));
    const auto& tables = std::get<serving::EngineTables>(read->times);
    QVERIFY(near(tables.layer.value(2), 3000e-9));
    QVERIFY(near(tables.once.value(4), 520e-9));
    QVERIFY(near(tables.per_sequence.value(1), 9000e-9));
    QCOMPARE(tables.axes[3], (std::vector<double>{0, 32, 64, 128})); // 40 is too near
    const serving::EngineTableTime time(tables, {.layers = 3});
    serving::BatchShape shape;
    shape.tokens = shape.decodes = 2;
    shape.decode_context_sum = 2 * 96;
    QVERIFY(near(time.seconds(shape, 0), 3 * (3000e-9 + 2 * 96e-7) + 260e-9 + 18000e-9));
    // The same numbers under the tool's own names, in the folder that it writes.
    const auto renamed = [](std::string text, const std::string& from, const std::string& to) {
        return text.replace(text.find(from), from.size(), to);
    };
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("tp1")));
    write("tp1/layers.csv",
          renamed(layers, "op,tokens,kv_cache,tp_size,latency_ns", "layer_name,input,kv_cache,tp_size,latency(ns)"));
    write("tp1/attention.csv", renamed(attention, "attn_prefill_ms,attn_decode_ms",
                                       "time_stats.attn_prefill.median,time_stats.attn_decode.median"));
    const auto published = readServingTables(folder.filePath("tp1").toStdString(), "", 1);
    QVERIFY2(published, published ? "" : describe(published.error()).c_str());
    const auto& same = std::get<serving::EngineTables>(published->times);
    QCOMPARE(same.layer.seconds, tables.layer.seconds);
    QCOMPARE(same.attention_s, tables.attention_s);
    // An iteration runs some of the experts, and these tables do not tell which.
    write("tp1/layers.csv", "layer_name,input,kv_cache,tp_size,latency(ns)\nq_proj,1,0,1,9\nexpert.w1,1,0,1,9\n");
    const auto experts = readServingTables(folder.filePath("tp1").toStdString(), "", 1);
    QVERIFY(!experts);
    QVERIFY2(messageText(experts.error().text).find("line 3: expert.w1") != std::string::npos,
             messageText(experts.error().text).c_str());
    QVERIFY(experts.error().file.ends_with("tp1/layers.csv"));

    write("a_layers.csv", "op,tokens,tp_size,latency_ns\nq_proj,1,1,-4\n");
    const auto bad = readServingTables(folder.filePath("a").toStdString(), "", 1);
    QVERIFY(!bad);
    QVERIFY2(messageText(bad.error().text).find("line 2: latency_ns") != std::string::npos,
             messageText(bad.error().text).c_str());
    write("a_layers.csv", layers);
    const auto ranks = readServingTables(folder.filePath("a").toStdString(), "llmservingsim-v0", 4);
    QVERIFY(!ranks);
    QCOMPARE(ranks.error().code, std::string("missing"));
}

QTEST_APPLESS_MAIN(ServingTablesTest)
#include "serving_tables_test.moc"
