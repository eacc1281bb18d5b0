// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/own_inference.h"
#include "core/base/message_text.h"

#include "core/assess/evaluate_rows.h"
#include "core/assess/own_mlperf.h"
#include "core/assess/own_next.h"
#include "core/assess/own_rows.h"
#include "core/catalog/library.h"
#include "core/evaluate/method.h"
#include "core/gpu/calibration/own_factors.h"
#include "core/hardware/calibration/own_measurements.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::assess;

namespace {

const char* kDevice = "h100-sxm5-80gb";

MeasuredRow product(double m, double n, double k) {
    const Json request = {{"kind", "kernel"},
                          {"hardware", kDevice},
                          {"workload", {{"operator", "linear"}, {"m", m}, {"n", n}, {"k", k}, {"dtype", "bf16"}}}};
    return {std::to_string(m) + " " + std::to_string(n) + " " + std::to_string(k), canonicalText(request), "latency_s",
            1.0, "s"};
}

const OwnTarget kTarget{.hardware = kDevice, .cluster = {}, .engine = {}, .engine_version = {}};
const OwnEntry kEntry{"own-test", "2026-11-23", "a test", "a test"};

} // namespace

/// Factors inferred from a few rows, and what follows from them.
class OwnInferenceTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        auto loaded = Library::loadWhatIsSound(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(loaded);
        library_ = loaded->library;
        for (const double m : {64, 1024, 8192}) {
            for (const double n : {2048, 8192})
                rows_.push_back(product(m, n, 4096));
        }
        // A board whose products take so much longer than the models say.
        const SuiteReport report = evaluateRows(rows_, library_, 1);
        for (std::size_t i = 0; i < rows_.size(); ++i)
            rows_[i].measured = kSlower * report.rows[i].predicted;
    }

    void aSlowerBoardIsFound() {
        const auto found = inferOwn(rows_, kTarget, kEntry, library_, 1);
        QVERIFY2(found, found ? "" : describe(found.error()).c_str());
        QVERIFY(found->error_before > 0.19 && found->error_after < 0.25 * found->error_before);
        QVERIFY(found->error_left_out < found->error_before);
        // Shapes that nobody measured follow; other families do not.
        const auto with = library_->withCalibration(found->entry);
        const std::vector<MeasuredRow> other{product(2048, 4096, 4096)};
        const double ratio = std::log(evaluateRows(other, with, 1).rows.front().predicted /
                                      evaluateRows(other, library_, 1).rows.front().predicted);
        QVERIFY2(std::abs(ratio - std::log(kSlower)) < 0.3 * std::log(kSlower), std::to_string(ratio).c_str());
        const Json attention = Json::parse(
            R"({"kind":"kernel","hardware":"h100-sxm5-80gb","workload":{"operator":"attention","batch":1,"heads":32,"kv_heads":8,"head_dim":128,"q_len":1,"kv_len":4096,"dtype":"bf16"}})");
        const auto before = evaluate(attention, Context{*library_, {}, nullptr});
        const auto after = evaluate(attention, Context{*with, {}, nullptr});
        QVERIFY(before && after);
        QCOMPARE(after->metrics.front().value, before->metrics.front().value);
    }

    void intervalsShrinkAndNameTheEntry() {
        const auto found = inferOwn(rows_, kTarget, kEntry, library_, 1);
        QVERIFY(found);
        for (const OwnAnswer& row : found->rows)
            QVERIFY(std::log(row.high_after / row.low_after) < std::log(row.high_before / row.low_before));
        const auto with = library_->withCalibration(found->entry);
        Json request = Json::parse(rows_.front().request);
        const auto used = evaluate(request, Context{*with, {}, nullptr});
        QVERIFY(used);
        const auto names = [](const CalibrationUse& use) { return use.id == "own-test"; };
        QVERIFY(std::any_of(used->calibrations.begin(), used->calibrations.end(), names));
        request["own_measurements"] = "ignore";
        const auto ignored = evaluate(request, Context{*with, {}, nullptr});
        QVERIFY2(ignored, ignored ? "" : describe(ignored.error()).c_str());
        QVERIFY(std::none_of(ignored->calibrations.begin(), ignored->calibrations.end(), names));
        request.erase("own_measurements");
        const auto plain = evaluate(request, Context{*library_, {}, nullptr});
        QVERIFY(plain);
        QCOMPARE(ignored->metrics.front().value, plain->metrics.front().value);
        QVERIFY(used->metrics.front().value != plain->metrics.front().value);
    }

    /// An earlier version told a kernel's place by fewer coordinates. What it says of shapes is left out, and said.
    void shapesOfEarlierVersionsAreNamed() {
        const auto found = inferOwn(rows_, kTarget, kEntry, library_, 1);
        QVERIFY(found);
        hardware::OwnMeasurements own = *hardware::ownMeasurementsOf(found->entry);
        QVERIFY(!own.kernels.empty());
        for (hardware::OwnKernel& kernel : own.kernels)
            kernel.place.pop_back();
        hardware::Calibration older = found->entry;
        hardware::setOwnMeasurements(older, own);
        const Json request = Json::parse(rows_.front().request);
        const auto notes = [&](const hardware::Calibration& entry) {
            const auto with = library_->withCalibration(entry);
            const auto estimate = evaluate(request, Context{*with, {}, nullptr});
            std::vector<std::string> texts;
            for (const Note& note : estimate ? estimate->notes : std::vector<Note>())
                if (note.code == "own-measurements-older") texts.push_back(messageText(note.text));
            return texts;
        };
        QVERIFY(notes(found->entry).empty());
        const auto texts = notes(older);
        QCOMPARE(texts.size(), std::size_t{1});
        const std::string count = std::to_string(own.kernels.size()) + " measured kernels";
        QVERIFY2(texts.front().find("own-test") != std::string::npos &&
                     texts.front().find(count) != std::string::npos &&
                     texts.front().find("Calibrate again") != std::string::npos,
                 texts.front().c_str());
    }

    /// What kernels err by in one place of the sizes is expected of those near it, and less of others.
    void kernelsAlikeErrAlike() {
        std::vector<MeasuredRow> rows = rows_;
        const SuiteReport before = evaluateRows(rows, library_, 1);
        for (std::size_t i = 0; i < rows.size(); ++i) // only the kernels of few rows are slow
            rows[i].measured = (i < 2 ? 2.0 * kSlower - 1.0 : 1.0) * before.rows[i].predicted;
        const auto found = inferOwn(rows, kTarget, kEntry, library_, 1);
        QVERIFY(found);
        const auto with = library_->withCalibration(found->entry);
        const auto moved = [&](const MeasuredRow& row) {
            const std::vector<MeasuredRow> one{row};
            return std::log(evaluateRows(one, with, 1).rows.front().predicted /
                            evaluateRows(one, library_, 1).rows.front().predicted);
        };
        const double near = moved(product(64, 4096, 4096)), far = moved(product(8192, 4096, 4096));
        QVERIFY2(near > 2 * std::abs(far), (std::to_string(near) + " " + std::to_string(far)).c_str());
    }

    /// A device that scatters more than any fitted one is answered with wider intervals than one that does not.
    void whatScattersMoreIsWider() {
        const SuiteReport before = evaluateRows(rows_, library_, 1);
        const auto width = [&](double scatter) {
            std::vector<MeasuredRow> rows = rows_;
            for (std::size_t i = 0; i < rows.size(); ++i)
                rows[i].measured = before.rows[i].predicted * (i % 2 == 0 ? 1.0 + scatter : 1.0 / (1.0 + scatter));
            const auto found = inferOwn(rows, kTarget, kEntry, library_, 1);
            const std::vector<MeasuredRow> other{product(2048, 4096, 2048)};
            const SuiteReport after = evaluateRows(other, library_->withCalibration(found->entry), 1);
            return std::log(after.rows.front().high / after.rows.front().low);
        };
        const double calm = width(0.02), wild = width(0.4);
        QVERIFY2(wild > 1.5 * calm, (std::to_string(calm) + " " + std::to_string(wild)).c_str());
    }

    void likenessFallsWithEachDistance() {
        gpu::OwnPlace here{};
        here[1] = 10, here[7] = 1;
        const gpu::OwnReach reach{2.0, 0.5, 3.0, 0.5};
        QCOMPARE(gpu::ownLikeness(here, here, reach), 1.0);
        for (const std::size_t at : {std::size_t(1), std::size_t(7), gpu::kOwnPlace - 1}) {
            gpu::OwnPlace there = here;
            there[at] += at == 7 ? 0.5 : at == 1 ? 2.0 : 3.0; // one reach of each
            QVERIFY(std::abs(gpu::ownLikeness(here, there, reach) -
                             (1 + std::sqrt(5.0) + 5.0 / 3.0) * std::exp(-std::sqrt(5.0))) < 1e-12);
        }
    }

    void oneBadRowCountsLess() {
        std::vector<MeasuredRow> rows = rows_;
        rows[2].measured *= 20;
        const auto found = inferOwn(rows, kTarget, kEntry, library_, 1);
        QVERIFY(found);
        QVERIFY2(found->rows[2].weight < 0.2, std::to_string(found->rows[2].weight).c_str());
        const auto sound = inferOwn(rows_, kTarget, kEntry, library_, 1);
        QVERIFY(sound);
        QVERIFY2(std::abs(std::log(found->rows[0].after / sound->rows[0].after)) < 0.15,
                 std::to_string(found->rows[0].after / sound->rows[0].after).c_str());
    }

    void littleIsLittle() {
        const auto one = inferOwn(std::span(rows_).first(1), kTarget, kEntry, library_, 1);
        QVERIFY(one);
        const auto with = library_->withCalibration(one->entry);
        const std::vector<MeasuredRow> far{product(16384, 16384, 16384)};
        const double moved = std::abs(std::log(evaluateRows(far, with, 1).rows.front().predicted /
                                               evaluateRows(far, library_, 1).rows.front().predicted));
        QVERIFY2(moved < std::log(kSlower), std::to_string(moved).c_str());
    }

    void anEntryIsReadAgain() {
        const auto found = inferOwn(rows_, kTarget, kEntry, library_, 1);
        QVERIFY(found);
        const Json document = hardware::toJson(found->entry);
        QCOMPARE(document.at("own").at("rows").size(), rows_.size());
        const auto read = hardware::readCalibration(document, {});
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QCOMPARE(canonicalText(hardware::toJson(*read)), canonicalText(document));
        Json wrong = document;
        wrong["own"]["covariance"] = Json::array({1.0});
        const auto refused = hardware::readCalibration(wrong, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/own/covariance"));
    }

    /// While factors are tried nothing else holds, whatever its date.
    void aTrialHoldsBeforeAnyEntry() {
        const auto found = inferOwn(rows_, kTarget, {"own-test", "9999-12-31", "a test", "a test"}, library_, 1);
        QVERIFY(found);
        const auto with = library_->withCalibration(found->entry);
        const std::vector<double> tried = answersWith(rows_, kTarget, {}, with, 1),
                                  plain = answersWith(rows_, kTarget, {}, library_, 1);
        QCOMPARE(tried, plain);
        const hardware::Calibration trial = trialOf(kTarget, {});
        const auto own = hardware::ownMeasurementsOf(trial);
        QVERIFY(own && own->trial && own->date.empty());
        QVERIFY(hardware::toJson(trial).at("own").at("trial").get<bool>());
    }

    void aFabricIsFound() {
        const OwnTarget fabric{.hardware = {}, .cluster = "dgx-h100", .engine = {}, .engine_version = {}};
        std::vector<MeasuredRow> rows;
        for (const double bytes : {1e4, 1e6, 1e8, 1e9}) {
            const Json request = {{"kind", "collective"},
                                  {"hardware", "dgx-h100"},
                                  {"workload", {{"collective", "all_reduce"}, {"bytes", bytes}, {"ranks", 8}}}};
            rows.push_back({std::to_string(bytes), canonicalText(request), "latency_s", 1.0, "s"});
        }
        const SuiteReport before = evaluateRows(rows, library_, 1);
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].measured = kSlower * before.rows[i].predicted;
        const auto found = inferOwn(rows, fabric, kEntry, library_, 1);
        QVERIFY2(found, found ? "" : describe(found.error()).c_str());
        QVERIFY(found->error_after < 0.5 * found->error_before);
        for (const OwnAnswer& row : found->rows)
            QVERIFY(std::log(row.high_after / row.low_after) < std::log(row.high_before / row.low_before));
    }

    void aHostIsFoundThroughWholeModels() {
        const Json request = Json::parse(
            R"({"kind":"inference","hardware":"h100-sxm5-80gb","workload":{"model":"llama3.1-8b","prompt_tokens":512,"output_tokens":64,"batch":8},"plan":{"engine":{"id":"vllm"}}})");
        std::vector<MeasuredRow> rows{{"tokens", canonicalText(request), "tpot_s", 1.0, "s"},
                                      {"first", canonicalText(request), "ttft_s", 1.0, "s"}};
        const SuiteReport before = evaluateRows(rows, library_, 1);
        QCOMPARE(before.rows.size(), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].measured = kSlower * before.rows[i].predicted;
        OwnTarget target = kTarget;
        target.engine = "vllm";
        const auto found = inferOwn(rows, target, kEntry, library_, 1);
        QVERIFY2(found, found ? "" : describe(found.error()).c_str());
        QVERIFY(found->rows.front().after > 1.1 * found->rows.front().before);
        // Another engine on the same device keeps its own.
        const auto with = library_->withCalibration(found->entry);
        Json other = request;
        other["plan"]["engine"]["id"] = "sglang";
        const auto a = evaluate(other, Context{*library_, {}, nullptr}),
                   b = evaluate(other, Context{*with, {}, nullptr});
        QVERIFY(a && b);
        QCOMPARE(b->metrics.front().value, a->metrics.front().value);
    }

    void rowsOfAnotherDeviceAreRefused() {
        OwnTarget other = kTarget;
        other.hardware = "a100-sxm4-80gb";
        const auto found = inferOwn(rows_, other, kEntry, library_, 1);
        QVERIFY(!found);
        QCOMPARE(found.error().pointer, std::string("/request/hardware"));
        QVERIFY(messageText(found.error().text).find(rows_.front().id) != std::string::npos);
    }

    void whatHelpsNextIsNotWhatWasMeasured() {
        const auto found = inferOwn(rows_, kTarget, kEntry, library_, 1);
        QVERIFY(found);
        const auto candidates = candidateKernels(kTarget, *library_);
        QVERIFY(candidates.size() > 10);
        const std::vector<MeasuredRow> few{candidates.front(), product(1024, 2048, 4096)};
        const auto next = measureNext(found->entry, rows_, candidates, {}, library_, 1, 3);
        QVERIFY2(next, next ? "" : describe(next.error()).c_str());
        QCOMPARE(next->size(), std::size_t(3));
        for (const OwnCandidate& own_candidate : *next)
            QVERIFY2(own_candidate.remaining < 1 && own_candidate.row.id.find("linear bf16") == std::string::npos,
                     own_candidate.row.id.c_str());
    }

    void tablesOfKernelsAreRows() {
        const auto rows = readOwnRows("id,operator,m,n,k,dtype,latency_us\na,linear,128,4096,4096,bf16,12.5\n", "k.csv",
                                      {kTarget, {}, {}, 0}, *library_);
        QVERIFY2(rows, rows ? "" : describe(rows.error()).c_str());
        QCOMPARE(rows->front().measured, 12.5e-6);
        QVERIFY(evaluate(Json::parse(rows->front().request), Context{*library_, {}, nullptr}));
        const auto wrong =
            readOwnRows("operator,m,latency_us\nlinear,128,fast\n", "k.csv", {kTarget, {}, {}, 0}, *library_);
        QVERIFY(!wrong);
        QVERIFY(messageText(wrong.error().text).find("line 2") != std::string::npos &&
                messageText(wrong.error().text).find("fast") != std::string::npos);
        QVERIFY(!readOwnRows("hello", "k.csv", {kTarget, {}, {}, 0}, *library_));
    }

    /// A table of two boards: rows of the board that was not stated are no measurements of it, and are counted.
    void resultsOfOtherBoardsAreLeftOut() {
        const std::string table = "model,hardware,prompt_size,batch_size,token_size,prompt_time,token_time\n"
                                  "llama2-70b,a100-80gb,512,1,128,196.3,54.9\n"
                                  "llama2-70b,h100-80gb,512,1,128,85.4,36.9\n";
        OwnHints hints{{}, {}, {}, 0};
        for (const auto& [board, seconds] : {std::pair{"h100-sxm5-80gb", 0.0854}, {"a100-sxm4-80gb", 0.1963}}) {
            hints.target.hardware = board;
            std::vector<Message> left_out;
            const auto rows = readOwnRows(table, "perf.csv", hints, *library_, &left_out);
            QVERIFY2(rows, rows ? "" : describe(rows.error()).c_str());
            QCOMPARE(rows->size(), std::size_t(2));
            QCOMPARE(rows->front().measured, seconds);
            QVERIFY(left_out.size() == 1 && left_out.front().id == "note.left-out-hardware");
        }
        hints.target.hardware = "b200-sxm-180gb";
        const auto other = readOwnRows(table, "perf.csv", hints, *library_);
        QVERIFY(!other);
        QCOMPARE(other.error().text.id, std::string("error.results-of-other-hardware"));
        hints.target.hardware.clear();
        const auto all = readOwnRows(table, "perf.csv", hints, *library_);
        QVERIFY2(all && all->size() == 4, all ? "" : describe(all.error()).c_str());
    }

    /// Words of one tool may stand in the table of another, and a launcher may tag the first line.
    void toolsAreToldApart() {
        const auto is = [](std::string_view text, OwnFormat format) { return formatOf(text) == format; };
        QVERIFY(is("request,measured,unit,id\n{},1,s,conv_perf_1\n", OwnFormat::RowTable));
        QVERIFY(is("# nThread 1 nGpus 1 minBytes 8\n", OwnFormat::NcclTests));
        QVERIFY(is("[1,0]<stdout>:# nThread 1 nGpus 1 minBytes 8\n", OwnFormat::NcclTests));
        QVERIFY(is("$ srun ./build/all_reduce_perf -b 8\n", OwnFormat::NcclTests));
        QVERIFY(is("[{\"n_prompt\": 512}]", OwnFormat::LlamaBench));
    }

    void testsThatLeaveLayersOnTheHostAreRefused() {
        const std::string table = "| model | backend | ngl | test | t/s |\n| --- | --- | --: | --- | ---: |\n"
                                  "| llama 8B F16 | CUDA | 10 | pp512 | 1000 |\n";
        OwnHints hints{kTarget, {}, {}, 0};
        hints.model = "llama-33b";
        const auto refused = readOwnRows(table, "bench.md", hints, *library_);
        QVERIFY(!refused);
        QCOMPARE(refused.error().text.id, std::string("error.all-tests-on-host"));
    }

    /// Published results: what the catalog knows becomes rows, everything else is named with its number.
    void resultsOfMlperfAreRows() {
        std::ifstream in(qEnvironmentVariable("STRATA_ROOT").toStdString() + "/tests/fuzz/seeds/mlperf_results.csv");
        const std::string table{std::istreambuf_iterator<char>(in), {}};
        OwnHints hints{{}, {}, {}, 0};
        hints.batch = 64;
        hints.sequence = 177;
        std::vector<Message> left_out;
        const auto rows = readOwnRows(table, "summary.csv", hints, *library_, &left_out);
        QVERIFY2(rows, rows ? "" : describe(rows.error()).c_str());
        QCOMPARE(rows->size(), std::size_t(3));
        QCOMPARE(rows->at(0).measured, 64.0 * 8 / 160000); // two nodes of four
        QCOMPARE(rows->at(1).measured, 0.8e-3);            // eight pictures
        QVERIFY(Json::parse(rows->at(1).request)["workload"]["batch"] == 8);
        QVERIFY(Json::parse(rows->at(2).request)["workload"]["sequence"] == 177);
        for (const MeasuredRow& row : *rows)
            QVERIFY2(evaluate(Json::parse(row.request), Context{*library_, {}, nullptr}), row.request.c_str());
        std::string said;
        for (const Message& note : left_out)
            said += messageText(note) + "\n";
        for (const char* word :
             {"Some Accelerator 9", "1x1g.6gb MIG", "retinanet", "Server", "BetterRuntime", "my_column", "1 lines"})
            QVERIFY2(said.find(word) != std::string::npos, (std::string(word) + "\n" + said).c_str());
        // What a table does not state is asked for, not guessed; options are named where there is a command line.
        for (const bool options : {false, true}) {
            OwnHints none{{}, {}, {}, 0};
            none.names_options = options;
            const auto unknown = readOwnRows(table, "summary.csv", none, *library_, &(left_out = {}));
            QVERIFY(unknown);
            QCOMPARE(unknown->size(), std::size_t(1));
            const auto says = [&](const char* word) {
                return std::ranges::any_of(
                    left_out, [&](const Message& note) { return messageText(note).find(word) != std::string::npos; });
            };
            QVERIFY(says("no batch"));
            QCOMPARE(says("--batch"), options);
            QCOMPARE(says("--"), options);
        }
        // The site's own words for the same columns, with commas between thousands.
        const auto site = readOwnRows(
            "Public ID,Organization,System Name (click + for details),Accelerator,# of Accelerators,Software,"
            "Model MLC,Scenario,Units,Avg. Result at System Name\n"
            "1,a,b,NVIDIA H100-SXM-80GB,8,TensorRT 10,resnet,Offline,Samples/s,\"640,000\"\n",
            "site.csv", {{}, {}, "int8", 0, 128}, *library_);
        QVERIFY2(site, site ? "" : describe(site.error()).c_str());
        QCOMPARE(site->front().measured, 128.0 * 8 / 640000);
        QVERIFY(site->front().request.find("tensorrt-engine") !=
                std::string::npos); // what builds networks, not what serves
        const auto none =
            readOwnRows("Accelerator,Model,Scenario,Result,Units\nx,y,Offline,1,Samples/s\n", "f", hints, *library_);
        QVERIFY(!none);
        QVERIFY(messageText(none.error().text).find("no model y") != std::string::npos);
        const auto wrong =
            readOwnRows("Accelerator,Model,Scenario,Result,Units\nx,y,Offline,soon,Samples/s\n", "f", hints, *library_);
        QVERIFY(!wrong);
        QVERIFY(messageText(wrong.error().text).find("line 2") != std::string::npos);
    }

    /// A batch without a server is a request for it; results that name no request are refused with what is missing.
    void batchesWithoutServerAreRows() {
        const std::string line = R"({"batch_size": 4, "input_len": 512, "output_len": 16, "prefill_latency": 0.1,)"
                                 R"("median_decode_latency": 0.01})";
        OwnHints hints{kTarget, "llama3-8b", "bf16", 0};
        const auto rows = readOwnRows(line, "runs.jsonl", hints, *library_);
        QVERIFY2(rows, rows ? "" : describe(rows.error()).c_str());
        QCOMPARE(rows->size(), std::size_t(2));
        QCOMPARE(rows->at(0).quantity, std::string("ttft_s"));
        QCOMPARE(rows->at(1).measured, 0.01);
        const Json request = Json::parse(rows->at(0).request);
        QVERIFY(request["workload"]["batch"] == 4 && request["plan"]["engine"]["id"] == "sglang");
        QVERIFY2(evaluate(request, Context{*library_, {}, nullptr}), rows->at(0).request.c_str());
        hints.model = {};
        const auto refusal = [&](const char* text) {
            const auto refused = readOwnRows(text, "result.json", hints, *library_);
            return refused ? std::string() : messageText(refused.error().text);
        };
        QVERIFY(refusal(line.c_str()).find("names no model") != std::string::npos);
        for (const char* text : {R"({"avg_latency": 1.28, "latencies": [1.28], "percentiles": {"50": 1.28}})",
                                 R"({"elapsed_time": 8.1, "num_requests": 200, "requests_per_second": 24.5})"})
            QVERIFY2(refusal(text).find("neither its model") != std::string::npos, refusal(text).c_str());
        const char* const summary = "[{\"Test name\": \"a\", \"Mean TTFT\": 59.8}]";
        QVERIFY(refusal(summary).find("no known form") != std::string::npos);
        QVERIFY(refusal("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n").find("Git LFS") !=
                std::string::npos);
    }

    /// Sizes of a pass that no number of the request holds leave the result out and say why.
    void passesOfMlperfHaveBounds() {
        exchange::MlperfResult result;
        result.accelerator = "NVIDIA H100-SXM-80GB";
        result.software = "TensorRT 10";
        result.model = "resnet";
        result.scenario = "Offline";
        result.unit = "Samples/s";
        result.accelerators = 8;
        result.result = 640000;
        MlperfPass pass{128, 0, "int8", {}};
        QVERIFY(mlperfRow(result, pass, *library_));
        for (const double batch : {1e300, 2e9, 0.5, -1.0, std::nan("")}) {
            pass.batch = batch;
            QVERIFY2(!mlperfRow(result, pass, *library_), std::to_string(batch).c_str());
        }
        pass.batch = 128;
        for (const double rate : {1e-320, 1e308}) {
            result.result = rate;
            result.accelerators = rate > 1 ? 1e-300 : 8;
            QVERIFY2(!mlperfRow(result, pass, *library_), std::to_string(rate).c_str());
        }
        result.model = "bert-99";
        result.result = 640000;
        result.accelerators = 8;
        for (const double sequence : {1e300, std::nan("")}) {
            pass.sequence = sequence;
            QVERIFY2(!mlperfRow(result, pass, *library_), std::to_string(sequence).c_str());
        }
    }

private:
    static constexpr double kSlower = 1.25;
    std::shared_ptr<const Library> library_;
    std::vector<MeasuredRow> rows_;
};

QTEST_GUILESS_MAIN(OwnInferenceTest)
#include "own_inference_test.moc"
