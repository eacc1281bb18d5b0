// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu/gpu_json.h"
#include "tests/unit/hardware/refusals.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::hardware;

namespace {

Json device() {
    return Json::parse(R"({
        "id": "toy", "kind": "gpu", "name": "Toy", "source": "a test", "architecture": "Toy 1", "market": "embedded",
        "process_nm": 7, "sms": 10, "clock_hz": 1e9, "base_clock_hz": 8e8,
        "vector_flop_per_clock": {"fp32": 128, "fp16": 256}, "matrix_flop_per_clock": {"fp16": 1024, "int8": 2048},
        "registers_bytes": 262144, "shared_bytes": 65536, "shared_bytes_per_block": 49152, "threads_per_sm": 2048,
        "blocks_per_sm": 32, "l2_bytes": 4194304, "l2_bytes_per_clock": 1024, "memory_kind": "GDDR6",
        "memory_bytes": 8589934592, "memory_bytes_per_s": 3e11, "board_power_w": 70, "idle_power_w": 10,
        "link_bytes_per_s": 2e10, "price_usd": 99, "engine": "vllm"})");
}

Json with(const char* pointer, Json value) {
    Json changed = device();
    changed[Json::json_pointer(pointer)] = std::move(value);
    return changed;
}

} // namespace

class GpuReadingTest : public QObject {
    Q_OBJECT
private slots:
    void reads();
    void unknownFactsAreZero();
    void peaksFollowUnitsAndClock();
    void aClockBelowTheBaseClockTakesItAlong();
    void refuses_data();
    void refuses();
    void needsASource();
    void schemaIsPrinted();
    void parametersHaveRanges();
};

void GpuReadingTest::reads() {
    const auto gpu = readGpu(device(), "");
    QVERIFY2(gpu, gpu ? "" : describe(gpu.error()).c_str());
    QCOMPARE(gpu->id, std::string("toy"));
    QCOMPARE(gpu->architecture, std::string("Toy 1"));
    QCOMPARE(gpu->market, std::string("embedded"));
    QCOMPARE(gpu->process_nm, 7.0);
    QCOMPARE(gpu->sms, 10u);
    QCOMPARE(gpu->base_clock_hz, 8e8);
    QCOMPARE(gpu->registers_bytes, 262144.0);
    QCOMPARE(gpu->shared_bytes, 65536.0);
    QCOMPARE(gpu->shared_bytes_per_block, 49152.0);
    QCOMPARE(gpu->threads_per_sm, 2048u);
    QCOMPARE(gpu->blocks_per_sm, 32u);
    QCOMPARE(gpu->warp, 32u);
    QCOMPARE(gpu->l2_bytes, 4194304.0);
    QCOMPARE(gpu->l2_bytes_per_clock, 1024.0);
    QCOMPARE(gpu->memory_kind, std::string("GDDR6"));
    QCOMPARE(gpu->memory_bytes, 8589934592.0);
    QCOMPARE(gpu->memory_bytes_per_s, 3e11);
    QCOMPARE(gpu->board_power_w, 70.0);
    QCOMPARE(gpu->idle_power_w, 10.0);
    QCOMPARE(gpu->link_bytes_per_s, 2e10);
    QCOMPARE(gpu->price_usd, 99.0);
    QCOMPARE(gpu->engine, std::string("vllm"));
}

void GpuReadingTest::unknownFactsAreZero() {
    const auto gpu = readGpu(Json::parse(R"({"id": "bare", "kind": "gpu", "name": "Bare", "source": "a test", "sms": 1,
        "clock_hz": 1e9, "vector_flop_per_clock": {"fp32": 64}, "memory_bytes_per_s": 1e10})"),
                             "");
    QVERIFY2(gpu, gpu ? "" : describe(gpu.error()).c_str());
    QCOMPARE(gpu->engine, std::string("pytorch"));
    QCOMPARE(gpu->warp, 32u);
    for (const double unknown : {gpu->registers_bytes, gpu->shared_bytes, gpu->l2_bytes, gpu->l2_bytes_per_clock,
                                 gpu->memory_bytes, gpu->board_power_w, gpu->matrixPeak(NumberType::Fp16)})
        QCOMPARE(unknown, 0.0);
}

void GpuReadingTest::peaksFollowUnitsAndClock() {
    const auto gpu = readGpu(device(), "");
    QVERIFY(gpu);
    QCOMPARE(gpu->vectorPeak(NumberType::Fp32), 1.28e12);
    QCOMPARE(gpu->matrixPeak(NumberType::Fp16), 10.24e12);
    QCOMPARE(gpu->peak(NumberType::Fp16), 10.24e12);
    QCOMPARE(gpu->peak(NumberType::Fp32), 1.28e12);
    QCOMPARE(gpu->peak(NumberType::Fp8), 0.0);
    const auto faster = readGpu(with("/clock_hz", 2e9), "");
    QVERIFY(faster);
    QCOMPARE(faster->peak(NumberType::Int8), 2 * gpu->peak(NumberType::Int8));
}

void GpuReadingTest::aClockBelowTheBaseClockTakesItAlong() {
    const auto slow = readGpu(with("/clock_hz", 5e8), "");
    QVERIFY2(slow, slow ? "" : describe(slow.error()).c_str());
    QCOMPARE(slow->base_clock_hz, 5e8);
}

void GpuReadingTest::refuses_data() {
    fixture::addRefusalColumns();
    const auto row = fixture::addRefusal;
    row("unknown key", "/sm", "10", "unknown-key", "/gpu/sm");
    row("unknown number type", "/matrix_flop_per_clock/fp12", "1", "unknown-key", "/gpu/matrix_flop_per_clock/fp12");
    row("unit in a text", "/clock_hz", "\"1 GHz\"", "wrong-type", "/gpu/clock_hz");
    row("half an SM", "/sms", "10.5", "wrong-type", "/gpu/sms");
    row("no SM", "/sms", "0", "out-of-range", "/gpu/sms");
    row("no lanes", "/vector_flop_per_clock/fp32", "0", "out-of-range", "/gpu/vector_flop_per_clock/fp32");
    row("rates without fp32", "/vector_flop_per_clock", "{\"fp16\": 256}", "missing", "/gpu/vector_flop_per_clock");
    row("negative rate", "/matrix_flop_per_clock/int8", "-1", "out-of-range", "/gpu/matrix_flop_per_clock/int8");
    row("no bandwidth", "/memory_bytes_per_s", "0", "out-of-range", "/gpu/memory_bytes_per_s");
    row("unknown market", "/market", "\"gaming\"", "bad-value", "/gpu/market");
    row("unknown runtime", "/engine", "\"onnx\"", "bad-value", "/gpu/engine");
    row("another kind", "/kind", "\"npu\"", "bad-value", "/gpu/kind");
    row("block above SM", "/shared_bytes_per_block", "65537", "bad-value", "/gpu/shared_bytes_per_block");
    row("SM below block", "/shared_bytes", "32768", "bad-value", "/gpu/shared_bytes_per_block");
    row("idle above limit", "/idle_power_w", "71", "bad-value", "/gpu/idle_power_w");
    row("not an object", "", "[]", "wrong-type", "/gpu");
}

void GpuReadingTest::refuses() {
    fixture::checkRefusal([](const char* changed, Json value) -> Result<void> {
        const auto read = readGpu(with(changed, std::move(value)), "/gpu");
        return read ? Result<void>() : Result<void>(read.error());
    });
}

void GpuReadingTest::needsASource() {
    Json bare = device();
    bare.erase("source");
    const auto gpu = readGpu(bare, "");
    QVERIFY(!gpu);
    QCOMPARE(gpu.error().code, std::string("missing"));
    const Json document = with("/source", {{"*", "data sheet"}, {"l2_bytes_per_clock", "measured"}});
    QVERIFY(readGpu(document, ""));
    QCOMPARE(sourceOf(document, "/l2_bytes_per_clock"), std::string("measured"));
    QCOMPARE(sourceOf(document, "/vector_flop_per_clock/fp32"), std::string("data sheet"));
}

void GpuReadingTest::schemaIsPrinted() {
    const Json schema = toJsonSchema(gpuSchema());
    QVERIFY(schema.contains("$schema"));
    QVERIFY(schema.at("properties").at("clock_hz").at("x-unit") == Json("Hz"));
    for (std::size_t i = 0; i < kNumberTypes; ++i) {
        const std::string type(strata::name(static_cast<NumberType>(i)));
        QVERIFY2(fieldAt(gpuSchema(), "/matrix_flop_per_clock/" + type) != nullptr, type.c_str());
    }
}

void GpuReadingTest::parametersHaveRanges() {
    int parameters = 0;
    for (const Field& field : gpuSchema().fields) {
        if (!field.parameter) continue;
        ++parameters;
        if (field.type != Field::Type::Choice) {
            QVERIFY2(std::isfinite(field.minimum) && std::isfinite(field.maximum), field.key.c_str());
        }
        QVERIFY2(field.scale == Scale::Linear || field.minimum > 0, field.key.c_str());
        QVERIFY2(!field.title.empty() && field.help.ends_with('.'), field.key.c_str());
    }
    QCOMPARE(parameters, 11);
}

QTEST_APPLESS_MAIN(GpuReadingTest)
#include "gpu_reading_test.moc"
