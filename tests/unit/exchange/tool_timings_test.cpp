// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/exchange/timings/mlperf_results.h"
#include "core/exchange/timings/number_cell.h"
#include "core/exchange/timings/operator_timings.h"
#include "core/exchange/timings/tool_timings.h"

#include <cmath>
#include <fstream>
#include <QTest>
#include <tuple>

using namespace strata;
using namespace strata::exchange;

namespace {

const char* kNccl = R"(# nThread 1 nGpus 4 minBytes 8 maxBytes 134217728 step: 2(factor) warmup iters: 5 iters: 20
# Collective test starting: all_reduce_perf
#
# Using devices
#  Rank  0 Group  0 Pid  100 on    host-a device  0 [0x01] Some GPU
#  Rank  1 Group  0 Pid  100 on    host-a device  1 [0x02] Some GPU
#  Rank  2 Group  0 Pid  100 on    host-a device  2 [0x03] Some GPU
#  Rank  3 Group  0 Pid  100 on    host-a device  3 [0x04] Some GPU
#
#                                                              out-of-place                       in-place
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
        1024           256     float     sum      -1    12.50    0.08    0.12      0    12.40    0.08    0.12      0
   134217728      33554432     float     sum      -1    931.0   144.2   216.2      0    930.0   144.3   216.5      0
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 100.0
)";

const char* kVllm = R"({"date": "20260101-000000", "backend": "vllm", "model_id": "some/model", "num_prompts": 20,
"request_rate": "inf", "max_concurrency": 4, "completed": 20, "total_input_tokens": 20000, "total_output_tokens": 2000,
"output_throughput": 250.0, "mean_ttft_ms": 120.5, "median_ttft_ms": 110.0, "mean_tpot_ms": 9.5, "p99_tpot_ms": null})";

/// A small file in the layout of a tool.
std::string seed(const char* name) {
    std::ifstream in(qEnvironmentVariable("STRATA_ROOT").toStdString() + "/tests/fuzz/seeds/" + name);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

/// What other people's benchmarks print.
class ToolTimingsTest : public QObject {
    Q_OBJECT

private slots:
    /// A comma between groups of three digits separates; any other may be a decimal comma, which nobody should guess.
    void separatorsStandBetweenThousands() {
        QCOMPARE(exchange::numberOf("1,234.5"), std::optional(1234.5));
        QCOMPARE(exchange::numberOf("12 345 678"), std::optional(12345678.0));
        QCOMPARE(exchange::numberOf("-1e-3"), std::optional(-0.001));
        for (const char* other :
             {"0,8", "12,5", "1 2", "1,23,456", "1234,567", ",123", "123,", "1,2345", "", "inf", "1.5x"})
            QVERIFY2(!exchange::numberOf(other), other);
    }

    void ncclTestsTellTheOutOfPlaceTime() {
        const auto rows = parseNcclTests(kNccl, "out.txt");
        QVERIFY2(rows, rows ? "" : describe(rows.error()).c_str());
        QCOMPARE(rows->size(), std::size_t(2));
        QCOMPARE(rows->front().collective, std::string("all_reduce"));
        QCOMPARE(rows->front().ranks, 4.0);
        QCOMPARE(rows->front().bytes, 1024.0);
        QCOMPARE(rows->front().seconds, 12.5e-6);
        QCOMPARE(rows->back().seconds, 931e-6);
    }

    /// A log may hold several runs, each with its own ranks, and what a launcher puts in front of its lines.
    void logsOfLaunchersAndOfSeveralRunsAreRead() {
        const std::string header = "#       size         count      type   redop    root     time   algbw   busbw\n";
        const auto runOf = [&](const std::string& program, int ranks, double micros) {
            std::string text = "$ srun ./build/" + program + " -b 8 -e 128M\n# Using devices\n";
            for (int rank = 0; rank < ranks; ++rank)
                text += "#  Rank " + std::to_string(rank) + " Group  0 Pid  100 on host device  0 [0x01] Some GPU\n";
            return text + header + "        1024           256     float     sum      -1    " + std::to_string(micros) +
                   "    0.08    0.12\n";
        };
        const auto two = parseNcclTests(runOf("all_reduce_perf", 4, 12.5) + runOf("alltoall_perf", 8, 30), "log.txt");
        QVERIFY2(two, two ? "" : describe(two.error()).c_str());
        QCOMPARE(two->size(), std::size_t(2));
        QCOMPARE(two->front().ranks, 4.0);
        QCOMPARE(two->back().ranks, 8.0);
        QCOMPARE(two->back().collective, std::string("all_to_all"));

        for (const std::string prefix : {"  0: ", "[1,0]<stdout>:", "[1,0]<stdout>: "}) {
            std::string text;
            for (std::string rest = runOf("all_gather_perf", 2, 9); !rest.empty();) {
                const std::size_t end = rest.find('\n') + 1;
                text += prefix + rest.substr(0, end);
                rest.erase(0, end);
            }
            const auto tagged = parseNcclTests(text, "log.txt");
            QVERIFY2(tagged, tagged ? "" : describe(tagged.error()).c_str());
            QCOMPARE(tagged->front().collective, std::string("all_gather"));
            QCOMPARE(tagged->front().ranks, 2.0);
            QCOMPARE(tagged->front().seconds, 9e-6);
        }
        const auto other = parseNcclTests(runOf("all_reduce_perf", 4, 1) + runOf("reduce_perf", 4, 1), "log.txt");
        QVERIFY(!other);
        QVERIFY2(messageText(other.error().text).find("line 16: the collective reduce") != std::string::npos,
                 messageText(other.error().text).c_str());
    }

    /// Python writes numbers that JSON does not have, and 0 where nothing was measured.
    void whatPythonWritesIsRead() {
        const auto run = parseVllmBench(
            R"({"backend": "sglang", "tag": "NaN Infinity", "request_rate": Infinity, "completed": 10,
                "total_input_tokens": 5000, "total_output_tokens": 10, "mean_ttft_ms": 80.0, "mean_tpot_ms": 0.0,
                "median_tpot_ms": NaN})",
            "run.jsonl");
        QVERIFY2(run, run ? "" : describe(run.error()).c_str());
        QVERIFY(!run->rate_per_s && !run->tpot_mean_s && !run->tpot_p50_s);
        QCOMPARE(run->ttft_mean_s, std::optional(0.08));
        QCOMPARE(withoutInfinities("[\"a\\\\\", -Infinity, \"Infinity\"]"),
                 std::string("[\"a\\\\\", null, \"Infinity\"]"));
    }

    /// SGLang writes the same members, without the model, and a name of its own for the whole time.
    void sglangRunsAreRead() {
        const auto run = parseVllmBench(
            R"({"backend": "sglang", "request_rate": 4.0, "max_concurrency": null, "completed": 10, "total_input_tokens": 5000,
                "total_output_tokens": 1000, "mean_e2e_latency_ms": 900.0, "mean_ttft_ms": 80.0, "mean_tpot_ms": 8.0,
                "server_info": {"model_path": "org/model"}})",
            "run.jsonl");
        QVERIFY2(run, run ? "" : describe(run.error()).c_str());
        QCOMPARE(run->backend, std::string("sglang"));
        QCOMPARE(run->model, std::string("org/model"));
        QCOMPARE(*run->e2e_mean_s, 0.9);
        QCOMPARE(*run->rate_per_s, 4.0);
        QVERIFY(!parseVllmBench(R"({"backend": 5, "completed": 10})", "run.jsonl"));
    }

    /// Tables of a collector: told by their columns, times in milliseconds unless the column says otherwise.
    void operatorTablesTellKernels() {
        const auto products = parseOperatorTimings(seed("aiconfigurator_gemm.txt"), "gemm_perf.txt");
        QVERIFY2(products, products ? "" : describe(products.error()).c_str());
        QCOMPARE(products->timings.size(), std::size_t(2));
        QCOMPARE(products->timings.front().framework, std::string("TRTLLM"));
        QCOMPARE(products->timings.front().seconds, 0.25e-3);
        const auto& product = std::get<workload::Matmul>(products->timings.front().kernel.shape);
        QCOMPARE(product.m, 64.0);
        QCOMPARE(product.k, 4096.0);
        QVERIFY(product.block_scaled);
        QCOMPARE(products->left_out, (std::map<std::string, std::size_t>{{"fp3", 1}}));

        const auto decode = parseOperatorTimings("framework,attn_dtype,kv_cache_dtype,batch_size,isl,num_heads,"
                                                 "num_key_value_heads,head_dim,step,latency_us\n"
                                                 "vllm,bfloat16,fp8,8,1,32,8,128,1023,20\n",
                                                 "generation_attention_perf.txt");
        QVERIFY2(decode, decode ? "" : describe(decode.error()).c_str());
        const auto& attention = std::get<workload::Attention>(decode->timings.front().kernel.shape);
        QCOMPARE(attention.q_len, 1.0);
        QCOMPARE(attention.kv_len, 1024.0);
        QCOMPARE(decode->timings.front().kernel.b, NumberType::Fp8);
        QCOMPARE(decode->timings.front().seconds, 20e-6);

        const auto experts = parseOperatorTimings("moe_dtype,num_tokens,hidden_size,inter_size,topk,num_experts,moe_tp_"
                                                  "size,moe_ep_size,distribution,latency\n"
                                                  "fp8_block,16,4096,1536,8,128,2,4,power_law_1.2,0.1\n",
                                                  "moe_perf.txt");
        QVERIFY2(experts, experts ? "" : describe(experts.error()).c_str());
        const auto& moe = std::get<workload::Moe>(experts->timings.front().kernel.shape);
        QCOMPARE(moe.ffn, 768.0);
        QCOMPARE(moe.experts, 32.0);
        QCOMPARE(moe.skew, 1.2);

        const auto broken = parseOperatorTimings("gemm_dtype,m,n,k,latency\nfp8,0,8,8,1\n", "gemm_perf.txt");
        QVERIFY(!broken);
        QCOMPARE(broken.error().pointer, std::string("/m"));
        QVERIFY(!parseOperatorTimings("m,n,k,latency\n1,8,8,1\n", "gemm_perf.txt"));
        // A table of the same collector for an operator that no request has: it is known, and its columns are named.
        const std::string other = "framework,version,device,op_name,kernel_source,allreduce_dtype,num_gpus,"
                                  "message_size,latency\nA,1,GPU,all_reduce,A,bfloat16,2,256,0.009\n";
        QVERIFY(isOperatorTable(other) && !isCollectiveTable(other));
        const auto unknown = parseOperatorTimings(other, "custom_allreduce_perf.txt");
        QVERIFY(!unknown && unknown.error().code == "missing-column");
    }

    /// Messages are counted in elements there.
    void collectiveTablesTellBytes() {
        const std::string header = "framework,version,device,op_name,kernel_source,nccl_dtype,num_gpus,message_size,"
                                   "latency\n";
        QVERIFY(isCollectiveTable(header) && isOperatorTable(header));
        const std::string fewest = "op_name,nccl_dtype,num_gpus,message_size,latency\n";
        QVERIFY(isCollectiveTable(fewest) && isOperatorTable(fewest));
        const auto short_table = parseCollectiveTimings(fewest + "all_reduce,half,2,512,0.01\n", "nccl_perf.txt");
        QVERIFY(short_table && short_table->timings.size() == 1);
        const auto read = parseCollectiveTimings(header + "NCCL,2.27,GPU,alltoall,NCCL,half,4,1024,0.02\n"
                                                          "NCCL,2.27,GPU,all_reduce,NCCL,int8,2,512,0.01\n"
                                                          "NCCL,2.27,GPU,scatter,NCCL,half,2,512,0.01\n",
                                                 "nccl_perf.txt");
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QCOMPARE(read->timings.size(), std::size_t{2});
        QCOMPARE(read->timings[0].collective, std::string("all_to_all"));
        QCOMPARE(read->timings[0].bytes, 2048.0);
        QCOMPARE(read->timings[0].ranks, 4.0);
        QCOMPARE(read->timings[0].seconds, 20e-6);
        QCOMPARE(read->timings[1].bytes, 512.0);
        QCOMPARE(read->left_out, (std::map<std::string, std::size_t>{{"scatter", 1}}));
        const auto wrong = parseCollectiveTimings(header + "NCCL,2.27,GPU,alltoall,NCCL,half,0,1024,0.02\n", "n.txt");
        QVERIFY(!wrong && wrong.error().pointer == "/num_gpus");
    }

    void batchesTellFirstAndFurtherTokens() {
        const auto batches = parseBatchTimings(seed("splitwise_perf_model.csv"), "perf_model.csv");
        QVERIFY2(batches, batches ? "" : describe(batches.error()).c_str());
        QCOMPARE(batches->size(), std::size_t(2));
        QCOMPARE(batches->front().model, std::string("llama2-70b"));
        QCOMPARE(batches->front().tp, 2.0);
        QCOMPARE(*batches->front().ttft_s, 0.25);
        QVERIFY(!batches->back().tpot_s);
        QVERIFY(
            !parseBatchTimings("model,prompt_size,token_size,batch_size,prompt_time,token_time\nx,1,1,0,1,1\n", "f"));
    }

    /// What `sglang.bench_one_batch` appends for each batch.
    void oneBatchesTellPrefillAndDecode() {
        const std::string line = R"({"run_name": "a", "batch_size": 16, "input_len": 1024, "output_len": 16,)"
                                 R"("prefill_latency": 0.25, "median_decode_latency": 0.008, "total_latency": 0.4})";
        QVERIFY(isOneBatch(line));
        const auto runs = parseOneBatch(line + "\n\n" + R"({"batch_size": 1, "input_len": 8, "output_len": 1,)" +
                                            R"("prefill_latency": 0.01})" + "\n",
                                        "runs.jsonl");
        QVERIFY2(runs, runs ? "" : describe(runs.error()).c_str());
        QCOMPARE(runs->size(), std::size_t{2});
        QCOMPARE(runs->front().batch, 16.0);
        QCOMPARE(runs->front().prompt_tokens, 1024.0);
        QCOMPARE(runs->front().output_tokens, 16.0);
        QCOMPARE(runs->front().ttft_s, std::optional(0.25));
        QCOMPARE(runs->front().tpot_s, std::optional(0.008));
        QCOMPARE(runs->back().line, std::size_t{3});
        QVERIFY(!runs->back().tpot_s);
        for (const auto& [from, to, says] : {std::tuple{"16,", "1e30,", "line 1: batch_size is 1e+30"},
                                             {"16,", "1.5,", "line 1: batch_size is 1.5"},
                                             {"1024", "-4", "line 1: input_len is -4"},
                                             {"0.25", "\"0.25\"", "line 1: prefill_latency is"},
                                             {"0.008", "0", "line 1: median_decode_latency is 0"},
                                             {"\"output_len\"", "\"out\"", "line 1: output_len is missing"},
                                             {"{", "[", "line 1"}}) {
            std::string wrong = line;
            wrong.replace(wrong.find(from), std::string(from).size(), to);
            const auto refused = parseOneBatch(wrong, "runs.jsonl");
            QVERIFY2(!refused, wrong.c_str());
            QCOMPARE(refused.error().file, std::string("runs.jsonl"));
            QVERIFY2(messageText(refused.error().text).find(says) != std::string::npos,
                     messageText(refused.error().text).c_str());
        }
    }

    void ncclTestsWithoutRanksSaySo() {
        const std::string text = "# all_gather_perf\n# size time\n 8 1.0\n";
        const auto rows = parseNcclTests(text, "out.txt");
        QVERIFY(!rows);
        QVERIFY(messageText(rows.error().text).find("line 3") != std::string::npos);
        const auto stated = parseNcclTests(text, "out.txt", 8);
        QVERIFY(stated);
        QCOMPARE(stated->front().ranks, 8.0);
        const auto wrong = parseNcclTests("# all_gather_perf\n# size time\n 8 soon\n", "out.txt", 8);
        QVERIFY(!wrong);
        QVERIFY(messageText(wrong.error().text).find("soon") != std::string::npos);
    }

    /// Numbers that no run has, words where numbers stand, and logs that end early.
    void ncclTestsHaveBounds_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        const QString begin = "# all_reduce_perf\n#  Rank  0 Pid 1 on a\n#  Rank  1 Pid 2 on a\n";
        const QString header = "# size count type time algbw\n";
        QTest::newRow("size") << begin + header + "1e300 1 float 5 1\n"
                              << "line 5: size is 1e300";
        QTest::newRow("negative size") << begin + header + "-8 1 float 5 1\n"
                                       << "line 5: size is -8";
        QTest::newRow("time") << begin + header + "8 1 float 1e14 1\n"
                              << "line 5: time is 1e14";
        QTest::newRow("negative time") << begin + header + "8 1 float -5 1\n"
                                       << "line 5: time is -5";
        QTest::newRow("no number") << begin + header + "8 1 float nan 1\n"
                                   << "line 5: time is nan";
        QTest::newRow("infinite") << begin + header + "8 1 float inf 1\n"
                                  << "line 5: time is inf";
        QTest::newRow("cut line") << begin + header + "8 1 float\n"
                                  << "line 5";
        QTest::newRow("no header") << begin + "8 1 float 5 1\n"
                                   << "line 4";
        QTest::newRow("ranks") << "# all_reduce_perf\n#  Rank  1e300 Pid 1 on a\n" + header + "8 1 float 5 1\n"
                               << "number of ranks is not stated";
        QTest::newRow("part of a rank") << "# all_reduce_perf\n#  Rank  1.5 Pid 1 on a\n" + header + "8 1 float 5 1\n"
                                        << "number of ranks is not stated";
        QTest::newRow("empty") << ""
                               << "no line";
        QTest::newRow("one line") << "# all_reduce_perf"
                                  << "no line";
    }
    void ncclTestsHaveBounds() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto rows = parseNcclTests(text.toStdString(), "log.txt");
        QVERIFY(!rows);
        QCOMPARE(rows.error().file, std::string("log.txt"));
        QVERIFY(!rows.error().expected.empty());
        QVERIFY2(messageText(rows.error().text).find(says.toStdString()) != std::string::npos,
                 messageText(rows.error().text).c_str());
    }

    void mlperfTablesHaveBounds_data() {
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("says");
        QTest::newRow("result") << "8,resnet,Offline,soon,1"
                                << "line 2: Result is \"soon\"";
        QTest::newRow("negative result") << "8,resnet,Offline,-4,1"
                                         << "line 2: Result is \"-4\"";
        QTest::newRow("no number") << "8,resnet,Offline,nan,1"
                                   << "line 2: Result is \"nan\"";
        QTest::newRow("beyond doubles") << "8,resnet,Offline,1e400,1"
                                        << "line 2: Result is \"1e400\"";
        QTest::newRow("accelerators") << "1e300,resnet,Offline,4,1"
                                      << "line 2: accelerators_per_node is \"1e300\"";
        QTest::newRow("negative accelerators") << "-8,resnet,Offline,4,1"
                                               << "line 2: accelerators_per_node is \"-8\"";
        QTest::newRow("nodes") << "8,resnet,Offline,4,many"
                               << "line 2: number_of_nodes is \"many\"";
    }
    void mlperfTablesHaveBounds() {
        QFETCH(QString, row);
        QFETCH(QString, says);
        const std::string header = "accelerator_model_name,accelerators_per_node,Model,Scenario,Result,number_of_nodes,"
                                   "Units\nH100,";
        const auto read = parseMlperfResults(header + row.toStdString() + ",Samples/s\n", "summary.csv");
        QVERIFY(!read);
        QCOMPARE(read.error().file, std::string("summary.csv"));
        QVERIFY2(messageText(read.error().text).find(says.toStdString()) != std::string::npos,
                 messageText(read.error().text).c_str());
    }

    void vllmTellsMeans() {
        const auto run = parseVllmBench(kVllm, "run.json");
        QVERIFY2(run, run ? "" : describe(run.error()).c_str());
        QCOMPARE(run->prompt_tokens, 1000.0);
        QCOMPARE(run->output_tokens, 100.0);
        QCOMPARE(run->users, std::optional(4.0));
        QVERIFY(!run->rate_per_s);
        QCOMPARE(run->ttft_mean_s, std::optional(0.1205));
        QVERIFY(!run->tpot_p99_s);
        const auto wrong = parseVllmBench(R"({"model_id": "m", "completed": 2, "total_input_tokens": -1})", "run.json");
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().pointer, std::string("/total_input_tokens"));
        // Counts whose quotient is no length of a prompt.
        const auto few = parseVllmBench(
            R"({"model_id": "m", "completed": 2, "total_input_tokens": 5e-324, "total_output_tokens": 9})", "run.json");
        QVERIFY(!few);
        QCOMPARE(few.error().pointer, std::string("/total_input_tokens"));
        QCOMPARE(few.error().expected.id, std::string("accepted.from-1"));
        QVERIFY(!parseVllmBench(
            R"({"model_id": "m", "completed": 1e-300, "total_input_tokens": 8, "total_output_tokens": 9})",
            "run.json"));
    }

    /// A time that seconds cannot hold is refused with its line, not kept as 0 s.
    void timesThatVanishInSecondsAreRefused() {
        const auto range = parseProfiledKernels("Name,Projected Start (ns),Projected Duration (ns),NumGPUOps\n"
                                                "\":aten::mm, op_id = 2, sizes = [[2, 3], [3, 4]]\",10,1e-320,1\n",
                                                "trace.csv");
        QVERIFY(!range);
        QVERIFY(messageText(range.error().text).find("line 2") != std::string::npos);
        QVERIFY(!parseOperatorTimings("gemm_dtype,m,n,k,latency\nbfloat16,8,8,8,1e-322\n", "gemm.txt"));
        const auto batches = parseBatchTimings(
            "model,prompt_size,token_size,batch_size,prompt_time,token_time\nm,8,8,1,1e-322,5\n", "perf.csv");
        QVERIFY2(batches, batches ? "" : describe(batches.error()).c_str());
        QVERIFY(!batches->front().ttft_s && batches->front().tpot_s);
    }

    /// A length or a number of users that no request can state is refused where it stands.
    void countsOfBenchmarksHaveBounds() {
        const auto resultWith = [](const char* prompt) {
            return parseInferenceBenchmark(
                std::string(R"({"hw": "h100", "tp": 1, "conc": 8, "model": "m", "osl": 8,)") +
                    R"("framework": "vllm", "precision": "bf16", "isl": )" + prompt + "}",
                "r.json");
        };
        QVERIFY(resultWith("1024"));
        for (const char* prompt : {"1e30", "0.001"}) {
            const auto result = resultWith(prompt);
            QVERIFY2(!result, prompt);
            QCOMPARE(result.error().pointer, std::string("/isl"));
        }
    }

    void llamaBenchSaysTheSameInAllForms() {
        const auto json = parseLlamaBench(
            R"([{"model_type": "llama 8B Q4_0", "n_prompt": 512, "n_gen": 0, "avg_ns": 256000000, "stddev_ns": 2560000},
                {"model_type": "llama 8B Q4_0", "n_prompt": 0, "n_gen": 128, "n_depth": 4096, "avg_ns": 1280000000}])",
            "bench.json");
        QVERIFY2(json, json ? "" : describe(json.error()).c_str());
        QCOMPARE(json->size(), std::size_t(2));
        QCOMPARE(json->front().seconds, 0.256);
        QCOMPARE(json->front().spread, 0.01);
        QCOMPARE(json->back().id, std::string("tg128 @ d4096"));
        const auto csv = parseLlamaBench(
            "model_type,n_prompt,n_gen,avg_ns,stddev_ns\nllama 8B Q4_0,512,0,256000000,2560000\n", "bench.csv");
        QVERIFY2(csv, csv ? "" : describe(csv.error()).c_str());
        QCOMPARE(csv->front().seconds, json->front().seconds);
        const auto table = parseLlamaBench("| model | size | test | t/s |\n| --- | ---: | ---: | ---: |\n"
                                           "| llama 8B Q4_0 | 4.33 GiB | pp512 | 2000.00 \u00b1 20.00 |\n",
                                           "bench.md");
        QVERIFY2(table, table ? "" : describe(table.error()).c_str());
        QCOMPARE(table->front().seconds, json->front().seconds);
        QCOMPARE(table->front().spread, 0.01);
        QCOMPARE(table->front().model, std::string("llama 8B Q4_0"));
        // Earlier versions put a space behind pp and tg; the layers on the device stand beside.
        const auto older = parseLlamaBench("| model | backend | ngl | test | t/s |\n| --- | --- | --: | --- | ---: |\n"
                                           "| llama 7B mostly Q4_0 | CUDA | 10 | tg 128 | 12.8 \u00b1 0.9 |\n",
                                           "bench.md");
        QVERIFY2(older, older ? "" : describe(older.error()).c_str());
        QCOMPARE(older->front().id, std::string("tg128"));
        QCOMPARE(older->front().seconds, 10.0);
        QCOMPARE(older->front().backend, std::string("CUDA"));
        QCOMPARE(older->front().device_layers, std::optional(10.0));
        // What the program says on its error stream stands in front where both went into one file.
        const auto log = parseLlamaBench("ggml_init: found 1 devices:\n  Device 0: Some GPU, VMM: yes\n"
                                         "| model | size | test | t/s |\n| --- | ---: | ---: | ---: |\n"
                                         "| llama 8B Q4_0 | 4.33 GiB | pp512 | soon |\n\nbuild: 1 (1)\n",
                                         "bench.log");
        QVERIFY(!log);
        QCOMPARE(log.error().pointer, std::string("/line 5"));
        QVERIFY(isLlamaTable("one\n| model | test | t/s |\n") && !isLlamaTable("# | test | t/s |\n"));
    }

    /// A page of several tables: the others are passed over, wherever they stand.
    void llamaTablesStandAmongOthers() {
        const auto page = parseLlamaBench("| What | Rate |\n|---|---|\n| all | 1,257.75 |\n\n"
                                          "| model | backend | ngl | test | t/s |\n|---|---|---:|---:|---:|\n"
                                          "| llama 8B Q4_0 | ROCm | 99 | pp512 | 1,259.47 \u00b1 146.72 |\n\n"
                                          "| Mode | Speed | Gain |\n|:---|---:|---:|\n| plain | 47.0 | 1.0 |\n\n"
                                          "| model | test | t/s |\n|---|---|---|\n| llama 8B Q4_0 | tg128 | 64.00 |\n",
                                          "README.md");
        QVERIFY2(page, page ? "" : describe(page.error()).c_str());
        QCOMPARE(page->size(), std::size_t(2));
        QVERIFY(qAbs(page->front().seconds - 512 / 1259.47) < 1e-9 && qAbs(page->back().seconds - 2) < 1e-9);
    }

    /// A log of which someone cut lines out still tells how many ranks ran.
    void ranksAreCountedByTheirNumbers() {
        const auto timings = parseNcclTests("# all_reduce_perf\n#  Rank  0 Group  0 Pid 43 on a device  0\n#  ...\n"
                                            "#  Rank 15 Group  0 Pid 50 on b device  7\n"
                                            "#  size count type redop root time algbw busbw #wrong\n  ...\n"
                                            " 8589934592 2147483648 float sum -1 67689 126.90 237.94 0\n",
                                            "cut.log");
        QVERIFY2(timings, timings ? "" : describe(timings.error()).c_str());
        QVERIFY(timings->size() == 1 && timings->front().ranks == 16);
    }

    void profilesTellSizesAndTimes() {
        const auto systems = parseProfiledKernels(seed("nsight_systems.csv"), "trace.csv");
        QVERIFY2(systems, systems ? "" : describe(systems.error()).c_str());
        QCOMPARE(systems->kernels.size(), std::size_t{3});
        const KernelTiming& product = systems->kernels.front();
        QCOMPARE(product.line, std::size_t{4});
        QCOMPARE(product.seconds, 60e-6);
        QCOMPARE(product.sizes, (std::vector<std::pair<std::string, double>>{{"m", 512}, {"n", 4096}, {"k", 4096}}));
        QCOMPARE(systems->kernels[1].sizes.front().second, 512.0);
        QCOMPARE(systems->kernels[2].op, std::string("softmax"));
        QCOMPARE(systems->kernels[2].sizes.front().second, 256.0);
        // The range around a range is not counted twice; a range without sizes is told.
        QCOMPARE(systems->left_out.at("aten::linear"), std::size_t{1});
        QCOMPARE(systems->left_out.at(""), std::size_t{1});
    }

    void kernelsOfOneRangeAddUp() {
        const auto compute = parseProfiledKernels(seed("nsight_compute.csv"), "ncu.csv");
        QVERIFY2(compute, compute ? "" : describe(compute.error()).c_str());
        QCOMPARE(compute->kernels.size(), std::size_t{1});
        QVERIFY(std::abs(compute->kernels.front().seconds - 1020e-6) < 1e-15);
        QCOMPARE(compute->kernels.front().sizes.back(), (std::pair<std::string, double>{"batch", 8}));
        const auto raw = parseProfiledKernels("\"ID\",\"Kernel Name\",\"gpu__time_duration.sum\"\n\"\",\"\",\"ns\"\n"
                                              "\"0\",\"aten::mm, op_id = 1, sizes = [[2, 3], [3, 4]]\",\"1,500\"\n",
                                              "ncu.csv");
        QVERIFY2(raw, raw ? "" : describe(raw.error()).c_str());
        QCOMPARE(raw->kernels.front().seconds, 1500e-9);
        const auto wrong = parseProfiledKernels("\"ID\",\"Kernel Name\",\"gpu__time_duration.sum\"\n\"\",\"\",\"ns\"\n"
                                                "\"0\",\"aten::mm\",\"soon\"\n",
                                                "ncu.csv");
        QVERIFY(!wrong && messageText(wrong.error().text).find("line 3") != std::string::npos);
        // Two sections tell the time of one kernel.
        const auto twice = parseProfiledKernels(
            "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
            "\"0\",\"aten::mm, op_id = 1, sizes = [[2, 3], [3, 4]]\",\"Duration\",\"us\",\"2\"\n"
            "\"0\",\"aten::mm, op_id = 1, sizes = [[2, 3], [3, 4]]\",\"gpu__time_duration.sum\",\"ns\",\"2,000\"\n",
            "ncu.csv");
        QVERIFY2(twice, twice ? "" : describe(twice.error()).c_str());
        QCOMPARE(twice->kernels.front().seconds, 2e-6);
        // A range in which no kernel ran has no times.
        const auto idle = parseProfiledKernels("Name,Projected Start (ns),Projected Duration (ns),NumGPUOps\n"
                                               ",10,61000,2\n"
                                               "\":aten::view, op_id = 1, sizes = [[2, 3]]\",,,0\n"
                                               "\":aten::mm, op_id = 2, sizes = [[2, 3], [3, 4]]\",10,60000,1\n",
                                               "trace.csv");
        QVERIFY2(idle, idle ? "" : describe(idle.error()).c_str());
        QCOMPARE(idle->kernels.size(), std::size_t{1});
        QCOMPARE(idle->kernels.front().line, std::size_t{4});
    }

    void benchmarkResultsNeedTheirLengths() {
        const auto results = parseInferenceBenchmark(seed("inference_benchmark.json"), "results.json");
        QVERIFY2(results, results ? "" : describe(results.error()).c_str());
        QCOMPARE(results->size(), std::size_t{2});
        QCOMPARE(results->front().users, 8.0);
        QCOMPARE(results->front().ttft_mean_s, std::optional(0.11));
        QVERIFY(results->front().other.empty());
        QCOMPARE(results->back().other, std::string("disagg"));
        const auto wrong = parseInferenceBenchmark(
            R"([{"hw": "h100", "tp": 1, "conc": 8, "model": "m", "framework": "vllm", "precision": "bf16"}])",
            "r.json");
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().pointer, std::string("/0/isl"));
        // The same members as other dashboards keep them.
        const auto row = parseInferenceBenchmark(
            R"({"device": "mi300x", "tp": 8, "conc": 128, "model": "m", "framework": "vllm", "precision": "bf16", "isl": 1024,
                "osl": 1024, "disagg": "false", "spec_decoding": "false", "mean_ttft": 2.8, "mean_tpot": 0.12})",
            "r.json");
        QVERIFY2(row, row ? "" : describe(row.error()).c_str());
        QCOMPARE(row->front().hardware, std::string("mi300x"));
        QVERIFY(row->front().other.empty());
        // A row of the project's own interface: both phases state their ranks, metrics stand in an object of their own.
        for (const auto& [prefill, other] : {std::pair{"2", ""}, {"4", "prefill_tp"}}) {
            const std::string text =
                R"([{"hardware": "b300", "model": "m", "framework": "vllm", "precision": "fp8", "isl": 1024, "osl": 512,
                     "conc": 64, "disagg": false, "prefill_dp_attention": false, "decode_dp_attention": false,
                     "decode_tp": 2, "decode_ep": 2, "prefill_tp": )" +
                std::string(prefill) +
                R"(, "metrics": {"output_tput_per_gpu": 1390.7, "mean_ttft": 0.094, "mean_tpot": 0.022}}])";
            const auto own = parseInferenceBenchmark(text, "rows.json");
            QVERIFY2(own, own ? "" : describe(own.error()).c_str());
            QVERIFY(own->front().hardware == "b300" && own->front().tp == 2 && own->front().ep == 2);
            QVERIFY(own->front().ttft_mean_s == 0.094 && own->front().tokens_per_s_of_device == 1390.7);
            QCOMPARE(own->front().other, std::string(other));
        }
    }

    void llamaBenchRefusesWhatHasNoTime() {
        const auto rows = parseLlamaBench(R"([{"n_prompt": 512, "n_gen": 0, "avg_ns": 0}])", "bench.json");
        QVERIFY(!rows);
        QCOMPARE(rows.error().pointer, std::string("/0"));
        QVERIFY(!parseLlamaBench("", "bench.json"));
    }
};

QTEST_GUILESS_MAIN(ToolTimingsTest)
#include "tool_timings_test.moc"
