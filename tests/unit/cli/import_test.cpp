// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/exchange/astra/astra_network.h"
#include "run.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QtTest>

using namespace strata;
using test::run;

class CliImportTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(folder_.isValid());
        qputenv("XDG_DATA_HOME", folder_.path().toLocal8Bit());
    }

    void profilersTraceBecomesATimeline() {
        const std::string out = file("timeline.json");
        const auto found = run({"import", "kineto", seed("kineto.json"), "--out", out});
        QCOMPARE(found.status, 0);
        QVERIFY2(found.out.find("ProfilerStep#3, measured 60.500") != std::string::npos, found.out.c_str());
        const auto document = readJsonFile(out);
        QVERIFY(document);
        QCOMPARE(document->at("kernels").size(), 2u);
        const Json& times = document->at("ranks").at(0).at("replayed");
        const double parts = times.at("compute_s").get<double>() + times.at("exposed_communication_s").get<double>() +
                             times.at("host_s").get<double>() + times.at("idle_s").get<double>();
        QVERIFY(std::abs(parts - times.at("total_s").get<double>()) < 1e-12);
        QVERIFY(std::abs(times.at("total_s").get<double>() - 60.5e-6) < 1e-9);
    }

    /// An H100 has 2.15 times the bandwidth of an A100: the product on scalar lanes is limited by arithmetic.
    void whatIfOnAnotherDevice() {
        const auto found = run({"import", "kineto", seed("kineto.json"), "--measured-on", "a100-sxm4-80gb",
                                "--hardware", "h100-sxm5-80gb", "--cluster", "azure-nd-h100-v5"});
        QVERIFY2(found.status == 0, found.err.c_str());
        QVERIFY(found.out.find("changed") != std::string::npos);
        const auto unknown = run({"import", "kineto", seed("kineto.json"), "--hardware", "h100-sxm5-80gb"});
        QCOMPARE(unknown.status, 2); // the catalog has no device "GPU", which the trace names
        QVERIFY2(unknown.err.find("--measured-on is GPU") != std::string::npos, unknown.err.c_str());
        const auto wrong = run({"import", "chakra", seed("chakra.et"), "--cluster", "no-such-cluster"});
        QCOMPARE(wrong.status, 2);
        QVERIFY(wrong.err.find("--cluster is no-such-cluster") != std::string::npos);
    }

    /// An ONNX network becomes an entry that a request of the kind model answers; what is not known is named.
    void onnxNetworkIsAnswered() {
        const std::string out = file("tiny.json");
        const auto found = run({"import", "model", seed("model.onnx"), "--id", "my-tiny", "--out", out});
        QVERIFY2(found.status == 0, (found.out + found.err).c_str());
        for (const char* said : {"my-tiny", "graph", "Mystery"})
            QVERIFY2(found.out.find(said) != std::string::npos, found.out.c_str());
        const auto entry = readJsonFile(out);
        QVERIFY(entry);
        const Json request{
            {"kind", "model"}, {"hardware", "a100-sxm4-80gb"}, {"workload", {{"model", *entry}, {"batch", 16}}}};
        std::ofstream(file("ask.json")) << request.dump();
        const auto answer = run({"evaluate", file("ask.json")});
        QVERIFY2(answer.status == 0, (answer.out + answer.err).c_str());
        const auto estimate = parseJson(answer.out);
        QVERIFY(estimate && estimate->at("valid") == true);
        const auto wrong = run({"import", "model", seed("model.onnx"), "--dim", "N=many"});
        QCOMPARE(wrong.status, 2);
        QVERIFY(wrong.err.find("--dim is N=many") != std::string::npos);
    }

    void configIsAddedToTheCatalog() {
        std::filesystem::create_directories(file("small-llama"));
        const std::string path = file("small-llama") + "/config.json", catalog = file("own.sqlite");
        std::ofstream(path)
            << R"({"model_type": "llama", "hidden_size": 512, "num_hidden_layers": 4, "num_attention_heads": 8,
            "num_key_value_heads": 2, "intermediate_size": 1376, "vocab_size": 32000, "max_position_embeddings": 4096})";
        const auto found = run({"import", "model", path, "--add", "--catalog", catalog});
        QVERIFY2(found.status == 0, (found.out + found.err).c_str());
        const auto shown = run({"catalog", "show", "small-llama", "--catalog", catalog});
        QVERIFY2(shown.status == 0 && shown.out.find("1376") != std::string::npos, shown.out.c_str());
        const auto none = run({"import", "model", file("nothing.json")});
        QCOMPARE(none.status, 2);
        QVERIFY2(none.err.find("nothing.json") != std::string::npos, none.err.c_str());
    }

    void timeloopFilesBecomeARequest() {
        const std::string out = file("layer.json");
        const auto found = run({"import", "timeloop", seed("timeloop_v4.yaml"), "--out", out});
        QVERIFY2(found.status == 0, (found.out + found.err).c_str());
        const auto answer = run({"evaluate", out});
        QVERIFY2(answer.status == 0, (answer.out + answer.err).c_str());
        QCOMPARE(parseJson(answer.out)->at("method"), "npu.loopnest");
    }

    void operatorTablesAreDescribed() {
        const std::string path = file("tables.csv"), out = file("plan.json");
        std::ofstream(path) << "part,tokens,sequences,prompt_tokens,decodes,decode_context,time_us\n"
                               "layer,1,,,,,5\nlayer,2048,,,,,50\nsequence,,1,,,,9\nattention,,,512,,,3\n";
        const auto found = run({"import", "operator-tables", path, "--out", out});
        QVERIFY2(found.status == 0, found.err.c_str());
        for (const char* said : {"csv", "tables.csv", "SHA-256", "2,048"})
            QVERIFY2(found.out.find(said) != std::string::npos, found.out.c_str());
        QCOMPARE(readJsonFile(out)->at("operator_tables").at("format"), "csv");
        const auto none = run({"import", "operator-tables", file("nothing.csv")});
        QCOMPARE(none.status, 2);
        QVERIFY(none.err.find("nothing.csv") != std::string::npos);
    }

    void networkBecomesARequest() {
        const std::string out = file("request.json");
        const auto found = run({"import", "astra-network", seed("network.yml"), "--out", out});
        QVERIFY2(found.status == 0, found.err.c_str());
        QVERIFY(found.out.find("all_reduce") != std::string::npos);
        const auto answer = run({"evaluate", out});
        QVERIFY2(answer.status == 0, answer.out.c_str());
        QCOMPARE(parseJson(answer.out)->at("method"), "network.step");
    }

    /// The written request has the endpoints, sums and links of the printed simulation.
    void requestAnswersWhatWasPrinted() {
        const std::string system = file("system.json"), out = file("request.json");
        std::ofstream(system) << R"({"endpoint-delay": 50000, "local-mem-bw": 30, "preferred-dataset-splits": 2})";
        const std::string rings = file("rings.yml");
        std::ofstream(rings) << "topology: [ Ring, Switch ]\nnpus_count: [ 2, 4 ]\nbandwidth: [ 200.0, 50.0 ]\n"
                                "latency: [ 50.0, 2000.0 ]\n";
        const auto found = run({"import", "astra-network", rings, system, "--out", out});
        QVERIFY2(found.status == 0, found.err.c_str());
        const auto answer = run({"evaluate", out});
        QVERIFY2(answer.status == 0, answer.out.c_str());
        const double asked_s = parseJson(answer.out)->at("metrics").at("latency_s").at("value").get<double>();
        const auto network = exchange::readAstraNetwork(rings);
        const auto described = exchange::readAstraSystem(system);
        QVERIFY(network && described);
        const auto config = exchange::stepConfigOf(*network, *described, network::Collective::AllReduce);
        QVERIFY(config);
        const auto cycles = network::stepCycles(*config, network::Collective::AllReduce, 1 << 20);
        QVERIFY(cycles);
        QVERIFY2(std::abs(asked_s / (*cycles * 1e-9) - 1) < 1e-6,
                 (std::to_string(asked_s) + " against " + std::to_string(*cycles * 1e-9)).c_str());
    }

    /// Each dimension keeps its own algorithm in the written request.
    void algorithmsByDimensionAreKept() {
        const std::string system = file("mixed.json"), out = file("mixed-request.json");
        std::ofstream(system) << R"({"endpoint-delay": 100, "all-reduce-implementation": ["ring", "halvingDoubling"]})";
        const std::string levels = file("mixed.yml");
        std::ofstream(levels) << "topology: [ Ring, Switch ]\nnpus_count: [ 4, 4 ]\nbandwidth: [ 200.0, 50.0 ]\n"
                                 "latency: [ 50.0, 2000.0 ]\n";
        const auto found = run({"import", "astra-network", levels, system, "--out", out});
        QVERIFY2(found.status == 0, found.err.c_str());
        const auto request = readJsonFile(out);
        QVERIFY(request);
        QCOMPARE(request->at("plan").at("algorithms").size(), std::size_t{2});
        const auto answer = run({"evaluate", out});
        QVERIFY2(answer.status == 0, answer.out.c_str());
        const double asked_s = parseJson(answer.out)->at("metrics").at("latency_s").at("value").get<double>();
        const auto network = exchange::readAstraNetwork(levels);
        const auto described = exchange::readAstraSystem(system);
        QVERIFY(network && described);
        const auto config = exchange::stepConfigOf(*network, *described, network::Collective::AllReduce);
        QVERIFY(config);
        const auto cycles = network::stepCycles(*config, network::Collective::AllReduce, 1 << 20);
        QVERIFY(cycles);
        QVERIFY2(std::abs(asked_s / (*cycles * 1e-9) - 1) < 1e-6,
                 (std::to_string(asked_s) + " against " + std::to_string(*cycles * 1e-9)).c_str());
        const auto few = run({"evaluate", out, "--set", "/plan/algorithms=[\"ring\"]"});
        QVERIFY2(few.out.find("/plan/algorithms") != std::string::npos, few.out.c_str());
    }

    /// Messages and dependencies of a plan as files, and their total as the plan's estimate has it.
    void planBecomesTraces() {
        const std::string prefix = file("plan");
        const auto found =
            run({"export", "chakra", root() + "/resources/samples/train-llama3-70b-h100.json", "--out", prefix});
        QVERIFY2(found.status == 0, (found.out + found.err).c_str());
        QVERIFY(std::filesystem::exists(prefix + ".0.et"));
        const auto again = run({"import", "chakra", prefix + ".0.et"});
        QVERIFY2(again.status == 0, again.err.c_str());
        QVERIFY(again.out.find("computing") != std::string::npos);
        const auto wrong = run({"export", "chakra", test::sampleFile(), "--out", prefix});
        QCOMPARE(wrong.status, 1);
        QVERIFY(wrong.err.find("training") != std::string::npos);
    }

    /// The eight stages of a plan, recorded as traces, cut into four: each has twice the work.
    void recordedStagesAreCutAgain() {
        const std::string prefix = file("stages"), out = file("stages.json");
        const auto plan = run({"export", "chakra", root() + "/resources/samples/train-llama3-70b-h100.json", "--set",
                               "/plan/interleave=1", "--out", prefix});
        QVERIFY2(plan.status == 0, (plan.out + plan.err).c_str());
        std::vector<std::string> words{"import", "chakra"};
        for (int stage = 0; stage < 8; ++stage)
            words.push_back(prefix + "." + std::to_string(stage) + ".et");
        for (const char* word : {"--pp", "8:4", "--cluster", "dgx-h100", "--out", out.c_str()})
            words.emplace_back(word);
        const auto found = run(words);
        QVERIFY2(found.status == 0, found.err.c_str());
        const auto document = readJsonFile(out);
        QVERIFY(document);
        const Json& ranks = document->at("ranks");
        QCOMPARE(ranks.size(), 8u);
        const Json &before = ranks.at(1).at("recorded"), &after = ranks.at(1).at("replayed");
        const double ratio = after.at("compute_s").get<double>() / before.at("compute_s").get<double>();
        QVERIFY2(ratio > 1.9 && ratio < 2.2, std::to_string(ratio).c_str());
        QVERIFY(!ranks.at(4).contains("replayed"));
        const auto alone = run({"import", "chakra", prefix + ".0.et", "--pp", "8:4", "--cluster", "dgx-h100"});
        QCOMPARE(alone.status, 2);
        QVERIFY2(alone.err.find("/pp") != std::string::npos, alone.err.c_str());
    }

    void unusableArguments() {
        QCOMPARE(run({"import", "kineto", seed("kineto.json"), "--pp", "1:2"}).status, 2);
        QCOMPARE(run({"import", "kineto", seed("kineto.json"), "--micro-batches", "2"}).status, 2);
        QCOMPARE(run({"import", "kineto", seed("kineto.json"), "--pp", "1:2", "--schedule", "x"}).status, 2);
        QCOMPARE(run({"import", "kineto", seed("kineto.json"), "--pp", "1:2", "--message-bytes", "x"}).status, 2);
        QCOMPARE(run({"import", "parquet", "x"}).status, 2);
        QCOMPARE(run({"import", "chakra", file("absent.et")}).status, 2);
        QCOMPARE(run({"export", "chakra", test::sampleFile()}).status, 2);
        QCOMPARE(run({"import", "kineto", seed("kineto.json"), "--iteration", "2"}).status, 2);
    }

private:
    static std::string root() { return std::getenv("STRATA_ROOT"); }
    static std::string seed(const char* name) { return root() + "/tests/fuzz/seeds/" + name; }
    std::string file(const char* name) const { return folder_.filePath(name).toStdString(); }

    QTemporaryDir folder_;
};

QTEST_APPLESS_MAIN(CliImportTest)
#include "import_test.moc"
