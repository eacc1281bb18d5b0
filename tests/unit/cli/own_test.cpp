// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "run.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QtTest>

using namespace strata;
using test::run;

/// `strata-cli calibrate own`: what is kept, named, switched off and removed.
class OwnTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(home_.isValid());
        qputenv("XDG_DATA_HOME", home_.path().toLocal8Bit());
        std::ofstream(file("kernels.csv")) << "operator,m,n,k,dtype,latency_us\n"
                                              "linear,512,4096,4096,bf16,60\n"
                                              "linear,4096,4096,4096,bf16,400\n"
                                              "linear,16384,4096,4096,bf16,1600\n";
        std::ofstream(file("bad.csv")) << "operator,m,n,k,dtype,latency_us\nlinear,512,4096,4096,bf16,soon\n";
    }

    void entriesAreKeptNamedAndRemoved() {
        const auto dry = run({"calibrate", "own", file("kernels.csv"), "--hardware", "h100-sxm5-80gb", "--dry-run"});
        QVERIFY2(dry.status == 0, dry.err.c_str());
        QVERIFY(dry.out.find("products/half/heuristic") != std::string::npos);
        QVERIFY(dry.out.find("would help most next") != std::string::npos);
        QVERIFY(run({"calibrate", "own", "--list"}).out.find("no measurements") != std::string::npos);

        const auto kept = run({"calibrate", "own", file("kernels.csv"), "--hardware", "h100-sxm5-80gb", "--date",
                               "2026-01-02", "--name", "mine", "--out", file("entry.json")});
        QVERIFY2(kept.status == 0, kept.err.c_str());
        QVERIFY(readJsonFile(file("entry.json")));
        const auto list = run({"calibrate", "own", "--list"});
        QVERIFY(list.out.find("mine") != std::string::npos && list.out.find("2026-01-02") != std::string::npos);

        const double with = latency({});
        const double ignored = latency({"--set", "/own_measurements=\"ignore\""});
        QVERIFY2(with > 1.1 * ignored, std::to_string(with / ignored).c_str());
        QCOMPARE(run({"calibrate", "own", "--switch-off", "mine"}).status, 0);
        QCOMPARE(latency({}), ignored);
        QCOMPARE(run({"calibrate", "own", "--switch-on", "mine"}).status, 0);
        QCOMPARE(latency({}), with);
        QCOMPARE(run({"calibrate", "own", "--remove", "mine"}).status, 0);
        QCOMPARE(latency({}), ignored);
        QCOMPARE(run({"calibrate", "own", "--remove", "mine"}).status, 1);
    }

    void measurementsOfToolsAreRowsThatAreAnswered() {
        const std::string seeds = std::string(std::getenv("STRATA_ROOT")) + "/tests/fuzz/seeds/";
        const auto profile = run({"import", "measurements", seeds + "nsight_systems.csv", "--hardware",
                                  "h100-sxm5-80gb", "--weights", "bf16", "--out", file("profile.jsonl")});
        QVERIFY2(profile.status == 0, profile.err.c_str());
        QVERIFY(profile.out.find("latency_s  3 rows") != std::string::npos);
        QVERIFY(profile.out.find("aten::linear") != std::string::npos);
        const auto results =
            run({"import", "measurements", seeds + "inference_benchmark.json", "--out", file("results.jsonl")});
        QVERIFY2(results.status == 0, results.err.c_str());
        QVERIFY(results.out.find("ttft_s  1 rows") != std::string::npos &&
                results.out.find("disagg") != std::string::npos);
        for (const char* rows : {"profile.jsonl", "results.jsonl"}) {
            const auto checked = run({"validate", file(rows)});
            QVERIFY2(checked.status == 0, (checked.out + checked.err).c_str());
        }
        std::ofstream(file("llama.log"))
            << "ggml_init: found 1 devices:\n| model | backend | ngl | test | t/s |\n| --- | --- | --: | --- | ---: |\n"
               "| llama 7B mostly Q4_0 | CUDA | 10 | tg 128 | 13.45 \u00b1 0.93 |\n"
               "| llama 7B mostly Q4_0 | CUDA | 99 | tg 128 | 131.66 \u00b1 0.49 |\n"
               "| llama 7B mostly Q4_0 | CPU | 99 | tg 128 | 15.32 \u00b1 0.05 |\n";
        const auto shared = run({"import", "measurements", file("llama.log"), "--hardware", "rtx-4090", "--model",
                                 "llama2-7b", "--out", file("llama.jsonl")});
        QVERIFY2(shared.status == 0, shared.err.c_str());
        QVERIFY2(shared.out.find("tpot_s  1 rows") != std::string::npos &&
                     shared.out.find("2 tests ran on the host") != std::string::npos,
                 shared.out.c_str());
        std::ofstream(file("llama6.log"))
            << "| model | test | t/s |\n| --- | --- | ---: |\n| llama 7B Q6_K | tg128 | 9 |\n";
        const auto unknown =
            run({"import", "measurements", file("llama6.log"), "--hardware", "rtx-4090", "--model", "llama2-7b"});
        QVERIFY2(unknown.status == 2 && unknown.err.find("Q6_K") != std::string::npos &&
                     unknown.err.find("--weights TYPE") != std::string::npos,
                 unknown.err.c_str());
        const auto without =
            run({"import", "measurements", seeds + "nsight_compute.csv", "--hardware", "h100-sxm5-80gb"});
        QVERIFY(without.status == 2 && without.err.find("--weights TYPE") != std::string::npos);
    }

    void whatNoRequestDescribesIsCounted() {
        std::ofstream(file("llama1.log"))
            << "| model | backend | ngl | test | t/s |\n| --- | --- | --: | --- | ---: |\n"
               "| llama 7B mostly Q4_0 | CUDA | 10 | tg 128 | 13.45 \u00b1 0.93 |\n"
               "| llama 7B mostly Q4_0 | CUDA | 99 | tg 128 | 131.66 \u00b1 0.49 |\n";
        const auto single = run({"import", "measurements", file("llama1.log"), "--hardware", "rtx-4090", "--model",
                                 "llama2-7b", "--out", file("llama1.jsonl")});
        QVERIFY2(single.status == 0 && single.out.find("1 test ran on the host") != std::string::npos &&
                     single.out.find("and was left out") != std::string::npos,
                 (single.out + single.err).c_str());
        std::ofstream(file("nccl.csv")) << "op_name,nccl_dtype,num_gpus,message_size,latency\n"
                                           "all_reduce,half,8,1048576,0.05\nscatter,half,8,1048576,0.05\n";
        const auto collectives =
            run({"import", "measurements", file("nccl.csv"), "--cluster", "dgx-h100", "--out", file("nccl.jsonl")});
        QVERIFY2(collectives.status == 0 && collectives.out.find("latency_s  1 rows") != std::string::npos &&
                     collectives.out.find("1 line is left out: no collective request has the operation") !=
                         std::string::npos,
                 (collectives.out + collectives.err).c_str());
    }

    void badInputIsNamed() {
        const auto bad = run({"calibrate", "own", file("bad.csv"), "--hardware", "h100-sxm5-80gb"});
        QCOMPARE(bad.status, 2);
        for (const char* part : {"bad.csv", "line 2", "latency_us", "soon", "a number above 0"})
            QVERIFY2(bad.err.find(part) != std::string::npos, bad.err.c_str());
        QCOMPARE(run({"calibrate", "own", file("kernels.csv"), "--hardware", "h1000"}).status, 2);
        QCOMPARE(run({"calibrate", "own", file("kernels.csv"), "--cluster", "dgx-h100"}).status, 2);
    }

private:
    std::string file(const char* name) const { return home_.filePath(QString::fromLatin1(name)).toStdString(); }

    /// Of a product like the measured ones; with those options more.
    double latency(std::vector<std::string> more) const {
        std::ofstream(file("request.json"))
            << R"({"kind":"kernel","hardware":"h100-sxm5-80gb","workload":{"operator":"linear","m":8192,"n":4096,"k":4096,"dtype":"bf16"}})";
        std::vector<std::string> words{"evaluate", file("request.json")};
        words.insert(words.end(), more.begin(), more.end());
        const auto answer = parseJson(run(words).out);
        return answer ? answer->at("metrics").at("latency_s").at("value").get<double>() : 0.0;
    }

    QTemporaryDir home_;
};

QTEST_GUILESS_MAIN(OwnTest)
#include "own_test.moc"
