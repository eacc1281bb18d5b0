// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/npu/npu_json.h"
#include "tests/unit/hardware/refusals.h"

#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::hardware;

namespace {

/// A small device; each test changes what it is about.
Json device() {
    return Json::parse(R"({
        "id": "toy", "kind": "npu", "name": "Toy", "source": "a test", "clock_hz": 1e9,
        "levels": [
            {"name": "dram", "entry_bits": 64, "word_bits": 8, "source": "a test"},
            {"name": "buffer", "capacity_bytes": 1024, "entry_bits": 32, "word_bits": 8, "buffering": 2,
             "keeps": ["inputs", "outputs"], "fanout_x": 4, "multicast": false,
             "read_words_per_cycle": 2.5, "energy_pj": {"read": 2, "write": 3, "update": 4, "leak_per_cycle": 0.5},
             "source": "a test"},
            {"name": "row", "title": "Row", "stores": false, "fanout_y": 2, "source": "a test"}],
        "compute": {"name": "mac", "word_bits": 8, "mac_pj": 0.25, "source": "a test"},
        "recipe": {"source": "a test", "operators": [
            {"family": "matmul", "levels": [{"level": "buffer", "fill": ["k", "m"], "keep": ["inputs"]}]}]}})");
}

Json with(const char* pointer, Json value) {
    Json changed = device();
    changed[Json::json_pointer(pointer)] = std::move(value);
    return changed;
}

} // namespace

class NpuReadingTest : public QObject {
    Q_OBJECT
private slots:
    void reads();
    void capacityFollowsTheEntryWidth();
    void refuses_data();
    void refuses();
    void needsSources();
    void schemaIsPrinted();
    void parametersHaveRanges();
};

void NpuReadingTest::reads() {
    const auto npu = readNpu(device(), "");
    QVERIFY2(npu, npu ? "" : describe(npu.error()).c_str());
    QCOMPARE(npu->levels.size(), 3u);
    const NpuLevel& buffer = npu->levels[1];
    QCOMPARE(buffer.entries, 256u);
    QCOMPARE(buffer.buffering, 2u);
    QCOMPARE(buffer.read_words_per_cycle, 2.5);
    QCOMPARE(buffer.write_words_per_cycle, NpuLevel::kUnlimited);
    QCOMPARE(buffer.energy.update_pj, 4.0);
    QCOMPARE(buffer.energy.leak_pj_per_cycle, 0.5);
    QVERIFY(!buffer.multicast);
    QVERIFY(buffer.spatial_reduction);
    QCOMPARE(buffer.title, std::string("buffer"));
    QCOMPARE(npu->levels[2].title, std::string("Row"));
    QVERIFY(!npu->levels[2].stores);
    QCOMPARE(npu->levels[2].fanout_y, 2u);
    QCOMPARE(npu->levels[0].entries, 0u);
    QCOMPARE(npu->compute.mac_pj, 0.25);
    QCOMPARE(npu->recipe.operators.size(), 1u);
    QCOMPARE(npu->recipe.operators[0].levels[0].fill, (std::vector<std::string>{"k", "m"}));
    QVERIFY(npu->recipe.allow_imperfect);
}

void NpuReadingTest::capacityFollowsTheEntryWidth() {
    const auto wide = readNpu(with("/levels/1/entry_bits", 96), "");
    QVERIFY(wide);
    QCOMPARE(wide->levels[1].entries, 85u); // 8192 bits hold 85 whole entries of 96 bits
}

void NpuReadingTest::refuses_data() {
    fixture::addRefusalColumns();
    const auto row = fixture::addRefusal;
    row("unknown key", "/levels/1/colour", "1", "unknown-key", "/npu/levels/1/colour");
    row("unit in a text", "/clock_hz", "\"200 MHz\"", "wrong-type", "/npu/clock_hz");
    row("negative capacity", "/levels/1/capacity_bytes", "-1", "out-of-range", "/npu/levels/1/capacity_bytes");
    row("half a word", "/levels/1/word_bits", "7.5", "wrong-type", "/npu/levels/1/word_bits");
    row("word wider than entry", "/levels/1/word_bits", "64", "bad-value", "/npu/levels/1/word_bits");
    row("cluster wider than entry", "/levels/1/cluster_size", "8", "bad-value", "/npu/levels/1/word_bits");
    row("entries and capacity", "/levels/1/entries", "256", "bad-value", "/npu/levels/1/capacity_bytes");
    row("less than one entry", "/levels/1/capacity_bytes", "3", "bad-value", "/npu/levels/1/capacity_bytes");
    row("two of a name", "/levels/2/name", "\"buffer\"", "bad-value", "/npu/levels/2/name");
    row("fan-out that stores", "/levels/2/entries", "4", "bad-value", "/npu/levels/2/entries");
    row("outermost holds some", "/levels/0/keeps", "[\"inputs\"]", "bad-value", "/npu/levels/0");
    row("no levels", "/levels", "[]", "bad-value", "/npu/levels");
    row("zero columns", "/levels/1/fanout_x", "0", "out-of-range", "/npu/levels/1/fanout_x");
    row("recipe without level", "/recipe/operators/0/levels/0/level", "\"glb\"", "unknown-level",
        "/npu/recipe/operators/0/levels/0/level");
    row("recipe keeps too much", "/recipe/operators/0/levels/0/keep", "[\"weights\"]", "bad-value",
        "/npu/recipe/operators/0/levels/0/keep");
    row("recipe names twice", "/recipe/operators/0/levels/0/fill", "[\"k\", \"k\"]", "bad-value",
        "/npu/recipe/operators/0/levels/0/fill");
    row("unknown family", "/recipe/operators/0/family", "\"pool\"", "bad-value", "/npu/recipe/operators/0/family");
    row("not an object", "", "[]", "wrong-type", "/npu");
}

void NpuReadingTest::refuses() {
    fixture::checkRefusal([](const char* changed, Json value) -> Result<void> {
        const auto read = readNpu(with(changed, std::move(value)), "/npu");
        return read ? Result<void>() : Result<void>(read.error());
    });
}

void NpuReadingTest::needsSources() {
    for (const char* object : {"", "/levels/1", "/compute", "/recipe"}) {
        Json bare = device();
        bare[Json::json_pointer(object)].erase("source");
        const auto npu = readNpu(bare, "");
        QVERIFY2(!npu, object);
        QCOMPARE(npu.error().code, std::string("missing"));
    }
    const auto document = with("/levels/1/source", {{"*", "data sheet"}, {"energy_pj", "measured"}});
    QVERIFY(readNpu(document, ""));
    QCOMPARE(sourceOf(document, "/levels/1/energy_pj/read"), std::string("measured"));
    QCOMPARE(sourceOf(document, "/levels/1/entry_bits"), std::string("data sheet"));
}

void NpuReadingTest::schemaIsPrinted() {
    const Json schema = toJsonSchema(npuSchema());
    QVERIFY(schema.contains("$schema"));
    QVERIFY(schema.at("properties").contains("levels"));
    QVERIFY(schema.dump().find("capacity_bytes") != std::string::npos);
}

/// A slider needs two ends, and a logarithmic one starts above zero unless the unit is an energy.
void NpuReadingTest::parametersHaveRanges() {
    for (const char* pointer :
         {"/clock_hz", "/levels/0/capacity_bytes", "/levels/0/entries", "/levels/0/word_bits",
          "/levels/0/read_words_per_cycle", "/levels/0/write_words_per_cycle", "/levels/0/fanout_x",
          "/levels/0/fanout_y", "/levels/0/energy_pj/read", "/compute/mac_pj"}) {
        const Field* field = fieldAt(npuSchema(), pointer);
        QVERIFY2(field != nullptr, pointer);
        QVERIFY2(field->parameter, pointer);
        QVERIFY2(std::isfinite(field->minimum) && std::isfinite(field->maximum), pointer);
        QVERIFY2(!field->title.empty() && !field->help.empty(), pointer);
    }
}

QTEST_APPLESS_MAIN(NpuReadingTest)
#include "npu_reading_test.moc"
