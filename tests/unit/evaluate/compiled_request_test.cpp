// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/evaluate/engine/compiled_request.h"
#include "core/evaluate/engine/prepared_point.h"
#include "tests/unit/evaluate/sample.h"

#include <QTest>

#include <cmath>
#include <nlohmann/json.hpp>

using namespace strata;

namespace {

struct Range {
    const char* pointer;
    double low, high;
    bool whole = false;
};

struct Case {
    Json request;
    std::vector<Range> ranges;
    std::vector<Json> words{}; ///< of a further axis
    const char* word_pointer = "";
};

Case fixedMapping() {
    return {test::sampleRequest(),
            {{"/hardware/levels/1/capacity_bytes", 40'000, 200'000},
             {"/hardware/levels/1/read_words_per_cycle", 2, 40},
             {"/hardware/levels/1/energy_pj/read", 1, 40},
             {"/hardware/levels/2/fanout_x", 7, 20, true},
             {"/hardware/levels/3/fanout_y", 6, 20, true},
             {"/hardware/levels/5/entries", 100, 400, true},
             {"/hardware/compute/mac_pj", 0.1, 1},
             {"/hardware/clock_hz", 1e8, 1e9}}};
}

Case byRecipe() {
    return {test::recipeRequest("eyeriss-like", "conv1"),
            {{"/hardware/levels/1/capacity_bytes", 8, 200'000},
             {"/hardware/levels/2/fanout_x", 1, 32, true},
             {"/hardware/levels/6/buffering", 1, 4, true}},
            {"conv1", "fc", "conv2_1a"},
            "/workload/layer"};
}

/// Energies and areas by component: a stated energy in place of an estimated one changes the document's meaning.
Case byComponent(const Library& library) {
    Case item = fixedMapping();
    Json npu = *library.find("eyeriss-like")->document;
    npu["levels"][1]["component"] = "sram-6t";
    npu["levels"][1]["energy_pj"].erase("write");
    npu["levels"][1]["energy_pj"].erase("update");
    npu["levels"][0]["network"] = "wire";
    npu["compute"]["component"] = "mac-integer";
    npu["compute"].erase("mac_pj");
    item.request["hardware"] = npu;
    item.ranges = {{"/hardware/levels/1/capacity_bytes", 40'000, 200'000},
                   {"/hardware/levels/1/energy_pj/read", 1, 40},
                   {"/hardware/levels/1/energy_pj/update", 1, 40},
                   {"/hardware/levels/1/area_um2", 1e3, 1e6},
                   {"/hardware/compute/mac_pj", 0.1, 1}};
    return item;
}

/// A document of its own decides these: the width of words, the whole device.
Case otherDevices() {
    return {test::recipeRequest("eyeriss-like", "conv1"),
            {{"/hardware/levels/1/word_bits", 4, 16, true}, {"/hardware/levels/1/capacity_bytes", 50'000, 200'000}},
            {"eyeriss-like", "eyeriss-v1"},
            "/hardware"};
}

Case kernel() {
    return {{{"kind", "kernel"},
             {"hardware", "a100-sxm4-40gb"},
             {"workload", {{"operator", "matmul"}, {"m", 2048}, {"n", 1024}, {"k", 512}, {"dtype", "bf16"}}}},
            {{"/hardware/sms", 20, 200, true},
             {"/hardware/clock_hz", 5e8, 2e9},
             {"/hardware/memory_bytes_per_s", 5e11, 4e12},
             {"/hardware/l2_bytes", 4e6, 1e8},
             {"/hardware/shared_bytes", 1e5, 3e5},
             {"/workload/m", 64, 4096, true}}};
}

/// Each point is answered by the method that its axis names.
Case methodsOfKernels() {
    Case item = kernel();
    item.ranges = {{"/hardware/memory_bytes_per_s", 5e11, 4e12}, {"/workload/m", 64, 4096, true}};
    item.words = {"gpu.roofline", "gpu.tile", "gpu.event"};
    item.word_pointer = "/method";
    return item;
}

/// Which kernels run depends on the room for operands in an SM.
Case attention() {
    return {{{"kind", "kernel"},
             {"hardware", "h100-sxm5-80gb"},
             {"workload",
              {{"operator", "attention"},
               {"batch", 2},
               {"heads", 16},
               {"q_len", 512},
               {"kv_len", 512},
               {"head_dim", 128},
               {"dtype", "bf16"}}}},
            {{"/hardware/sms", 20, 200, true},
             {"/hardware/clock_hz", 5e8, 2e9},
             {"/hardware/shared_bytes", 1e5, 3e5},
             {"/hardware/matrix_flop_per_clock/bf16", 500, 5000}}};
}

Case model() {
    return {{{"kind", "model"},
             {"hardware", "a100-sxm4-40gb"},
             {"workload",
              {{"model", "gpt2-small"}, {"phase", "inference"}, {"batch", 4}, {"sequence", 256}, {"dtype", "fp16"}}}},
            {{"/hardware/sms", 20, 200, true},
             {"/hardware/clock_hz", 5e8, 2e9},
             {"/hardware/memory_bytes", 1e8, 2e9},
             {"/workload/batch", 1, 8, true}},
            {"fp16", "fp32"},
            "/workload/dtype"};
}

/// A memory beside the device takes attention: no number of the device stands for the model.
Case besideMemory() {
    Case item = model();
    item.request["workload"]["phase"] = "decode";
    item.request["plan"]["attention_memory"] = {{"device", "attacc-hbm3-bank"}, {"stacks", 2}};
    item.ranges = {{"/hardware/memory_bytes", 1e8, 2e9}, {"/plan/attention_memory/stacks", 1, 8, true}};
    item.words = {"attacc-hbm3-bank", "hbm-pim"};
    item.word_pointer = "/plan/attention_memory/device";
    return item;
}

Case methodsOfModels() {
    Case item = model();
    item.ranges = {{"/hardware/clock_hz", 5e8, 2e9}, {"/workload/batch", 1, 4, true}};
    item.words = {"gpu.roofline", "gpu.tile"};
    item.word_pointer = "/method";
    return item;
}

} // namespace

Q_DECLARE_METATYPE(Case)

class CompiledRequestTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithDocuments_data();
    void agreesWithDocuments();
    void setsStatedNumbersInPlace();
    void knowsTheFieldOfAPointer();
    void refusesWhatNoMethodAnswers();

private:
    std::shared_ptr<const Library> library_ = test::library();
};

void CompiledRequestTest::agreesWithDocuments_data() {
    QTest::addColumn<Case>("item");
    QTest::newRow("layer with a mapping") << fixedMapping();
    QTest::newRow("layer with components") << byComponent(*library_);
    QTest::newRow("layer by recipe") << byRecipe();
    QTest::newRow("layer on devices") << otherDevices();
    QTest::newRow("kernel") << kernel();
    QTest::newRow("attention") << attention();
    QTest::newRow("model") << model();
    QTest::newRow("model beside a memory") << besideMemory();
    QTest::newRow("kernel by several methods") << methodsOfKernels();
    QTest::newRow("model by several methods") << methodsOfModels();
}

void CompiledRequestTest::agreesWithDocuments() {
    QFETCH(Case, item);
    std::vector<Varied> varied;
    for (const Range& range : item.ranges)
        varied.push_back({range.pointer, nullptr});
    if (!item.words.empty()) varied.push_back({item.word_pointer, std::make_shared<const Json>(item.words)});
    const auto compiled = compileRequest(item.request, varied, library_);
    if (!compiled) QFAIL(describe(compiled.error()).c_str());
    const auto slow = compileByDocuments(item.request, varied, library_);
    QVERIFY(slow);

    CounterRandom random(1);
    int valid = 0, invalid = 0;
    for (int point = 0; point < 150; ++point) {
        std::vector<double> values;
        for (const Range& range : item.ranges) {
            const double value = range.low + (range.high - range.low) * random.nextUniform();
            values.push_back(range.whole ? std::round(value) : value);
        }
        if (!item.words.empty()) values.push_back(static_cast<double>(random.nextBelow(item.words.size())));
        std::vector<double> fast_metrics((*compiled)->metrics().size()), slow_metrics((*slow)->metrics().size());
        std::string fast_reason, slow_reason;
        const bool fast_valid = (*compiled)->evaluate(values, fast_metrics, fast_reason, {});
        const bool slow_valid = (*slow)->evaluate(values, slow_metrics, slow_reason, {});
        QVERIFY2(fast_valid == slow_valid, (fast_reason + " against " + slow_reason).c_str());
        ++(fast_valid ? valid : invalid);
        if (!fast_valid) {
            // Codes agree; what stands behind them may say more in one of the two.
            QCOMPARE(fast_reason.substr(0, fast_reason.find(':')), slow_reason.substr(0, slow_reason.find(':')));
            continue;
        }
        for (std::size_t m = 0; m < slow_metrics.size(); ++m) {
            const auto& names = (*compiled)->metrics();
            const auto place = std::find(names.begin(), names.end(), (*slow)->metrics()[m]);
            QVERIFY(place != names.end());
            const double fast = fast_metrics[static_cast<std::size_t>(place - names.begin())];
            if (std::isnan(slow_metrics[m]) && std::isnan(fast)) continue;
            QVERIFY2(std::abs(fast - slow_metrics[m]) <= 1e-12 * std::abs(slow_metrics[m]),
                     (*place + " differs").c_str());
        }
    }
    QVERIFY(valid > 10);
    qInfo("%d valid, %d not", valid, invalid);
}

/// Sweeps owe their speed to it: a document read anew for each point takes a hundred times as long as its answer.
void CompiledRequestTest::setsStatedNumbersInPlace() {
    const auto preparesNumber = [this](const Case& item, std::string_view pointer) {
        auto request = parseRequest(item.request);
        if (!request) return false;
        recogniseHardware(*request, *library_);
        const auto method = methodFor(*request);
        if (!method) return false;
        request->method = (*method)->id;
        const auto point = (*method)->prepared.prepare(*request, library_);
        return point && (*point)->addNumber(pointer.substr(std::string_view("/hardware").size()));
    };
    for (const Range& range : fixedMapping().ranges)
        QVERIFY2(preparesNumber(fixedMapping(), range.pointer), range.pointer);
    const Case estimated = byComponent(*library_);
    QVERIFY(preparesNumber(estimated, "/hardware/levels/1/energy_pj/read"));
    QVERIFY(!preparesNumber(estimated, "/hardware/levels/1/energy_pj/update"));
    QVERIFY(!preparesNumber(estimated, "/hardware/levels/1/area_um2"));
    QVERIFY(!preparesNumber(estimated, "/hardware/compute/mac_pj"));
}

void CompiledRequestTest::knowsTheFieldOfAPointer() {
    const Json request = test::sampleRequest();
    const Field* fanout = fieldOf(request, "/hardware/levels/2/fanout_x", *library_);
    QVERIFY(fanout != nullptr && fanout->type == Field::Type::Integer);
    const Field* batch = fieldOf(request, "/workload/batch", *library_);
    QVERIFY(batch != nullptr && batch->type == Field::Type::Integer);
    QVERIFY(fieldOf(request, "/hardware/levels/2/nothing", *library_) == nullptr);
    QVERIFY(documentValue({"/a", nullptr}, 3.0) == Json(3));
    QVERIFY(documentValue({"/a", nullptr}, 3.5) == Json(3.5));
    QVERIFY(documentValue({"/a", nullptr}, 3.0).is_number_integer());
}

void CompiledRequestTest::refusesWhatNoMethodAnswers() {
    const Json unknown{
        {"kind", "layer"}, {"hardware", "no-such-thing"}, {"workload", {{"model", "resnet-50"}, {"layer", "conv1"}}}};
    const auto compiled = compileRequest(unknown, {}, library_);
    QVERIFY(!compiled);
    QCOMPARE(QString::fromStdString(compiled.error().pointer), QStringLiteral("/hardware"));
}

QTEST_APPLESS_MAIN(CompiledRequestTest)
#include "compiled_request_test.moc"
