// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/hardware/npu/npu_json.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <QTest>
#include <set>

using namespace strata;
using namespace strata::hardware;

namespace {

/// Everything under hwlib/npu, inheritance resolved.
const std::map<std::string, Json>& documents() {
    static const std::map<std::string, Json> all = [] {
        const auto library = Library::load(qgetenv("STRATA_ROOT").toStdString());
        if (!library) qFatal("%s", describe(library.error()).c_str());
        std::map<std::string, Json> npus;
        for (const Entry& entry : (*library)->entries()) {
            if (entry.kind == EntryKind::Npu && !entry.user) npus.emplace(entry.id, *entry.document);
        }
        return npus;
    }();
    return all;
}

NpuArchitecture load(const std::string& id) {
    const auto npu = readNpu(documents().at(id), "");
    if (!npu) qFatal("%s", describe(npu.error()).c_str());
    return *npu;
}

/// Copies of a level, and in the end of the multiply-accumulate units.
double unitsOf(const NpuArchitecture& npu) {
    double units = 1.0;
    for (const NpuLevel& level : npu.levels)
        units *= static_cast<double>(level.fanout_x) * level.fanout_y;
    return units;
}

double capacityBytes(const NpuLevel& level) { return static_cast<double>(level.entries) * level.entry_bits / 8.0; }

const NpuLevel& levelOf(const NpuArchitecture& npu, const std::string& name) {
    const auto found =
        std::find_if(npu.levels.begin(), npu.levels.end(), [&](const NpuLevel& l) { return l.name == name; });
    if (found == npu.levels.end()) qFatal("%s has no level %s", npu.id.c_str(), name.c_str());
    return *found;
}

} // namespace

class NpuLibraryTest : public QObject {
    Q_OBJECT
private slots:
    void everyFileReads();
    void everyFactHasASource();
    void namesAreUnique();
    void recipesServeEveryFamily();
    void arraysAsPublished_data();
    void arraysAsPublished();
    void eyerissLikeAsInTheExercise();
    void buffersAsPublished();
    void genericArraysDifferInDataflowOnly();
};

void NpuLibraryTest::everyFileReads() {
    QVERIFY(documents().size() >= 11);
    for (const auto& [stem, document] : documents()) {
        const auto npu = readNpu(document, "");
        QVERIFY2(npu, npu ? "" : (stem + ": " + describe(npu.error())).c_str());
        QCOMPARE(npu->id, stem);
        QVERIFY2(!document.at("vendor").get<std::string>().empty(), stem.c_str());
        QVERIFY2(document.at("year").get<int>() >= 2014, stem.c_str());
    }
}

void NpuLibraryTest::everyFactHasASource() {
    for (const auto& [stem, document] : documents()) {
        const Json flat = document.flatten();
        for (const auto& [pointer, value] : flat.items()) {
            if (!value.is_number()) continue;
            QVERIFY2(sourceOf(document, pointer).size() > 20, (stem + pointer).c_str());
        }
    }
}

void NpuLibraryTest::namesAreUnique() {
    std::set<std::string> names;
    for (const auto& [stem, document] : documents()) {
        std::vector<std::string> own = document.at("aliases").get<std::vector<std::string>>();
        own.push_back(stem);
        for (const std::string& name : own)
            QVERIFY2(names.insert(name).second, name.c_str());
    }
}

/// Dimensions that loop nests of the built-in operators have; a misspelt one would silently never act.
void NpuLibraryTest::recipesServeEveryFamily() {
    const std::map<std::string, std::set<std::string>> dimensions{
        {"conv2d", {"n", "m", "c", "p", "q", "r", "s", "g"}},
        {"matmul", {"batch", "m", "n", "k"}},
        {"attention", {"batch", "kv_heads", "group", "q_len", "kv_len", "head_dim"}}};
    for (const auto& [stem, document] : documents()) {
        const NpuArchitecture npu = load(stem);
        std::set<std::string> families;
        for (const OperatorRecipe& recipe : npu.recipe.operators) {
            families.insert(recipe.family);
            for (const RecipeLevel& level : recipe.levels) {
                for (const auto* list : {&level.spatial_x, &level.spatial_y, &level.temporal, &level.fill}) {
                    for (const std::string& name : *list) {
                        QVERIFY2(dimensions.at(recipe.family).contains(name),
                                 (stem + " " + recipe.family + " " + name).c_str());
                    }
                }
            }
        }
        QCOMPARE(families, (std::set<std::string>{"attention", "conv2d", "matmul"}));
    }
}

void NpuLibraryTest::arraysAsPublished_data() {
    QTest::addColumn<double>("units");
    QTest::addColumn<double>("clock_hz");
    QTest::newRow("eyeriss-like") << 168.0 << 200e6;
    QTest::newRow("eyeriss-v1") << 168.0 << 200e6;
    QTest::newRow("nvdla-like") << 2048.0 << 1e9;
    QTest::newRow("tpu-v1") << 65536.0 << 700e6;
    QTest::newRow("shidiannao") << 64.0 << 1e9;
    QTest::newRow("diannao") << 256.0 << 980e6;
    QTest::newRow("simba-like") << 1024.0 << 1.95e9;
    QTest::newRow("gemmini-16x16") << 256.0 << 1e9;
    QTest::newRow("generic-weight-stationary") << 256.0 << 1e9;
    QTest::newRow("generic-output-stationary") << 256.0 << 1e9;
    QTest::newRow("generic-row-stationary") << 256.0 << 1e9;
}

void NpuLibraryTest::arraysAsPublished() {
    QFETCH(double, units);
    QFETCH(double, clock_hz);
    const NpuArchitecture npu = load(QTest::currentDataTag());
    QCOMPARE(unitsOf(npu), units);
    QCOMPARE(npu.clock_hz, clock_hz);
}

void NpuLibraryTest::eyerissLikeAsInTheExercise() {
    const NpuArchitecture npu = load("eyeriss-like");
    QCOMPARE(levelOf(npu, "shared_glb").entries, 16384u);
    QCOMPARE(capacityBytes(levelOf(npu, "shared_glb")), 131072.0);
    QCOMPARE(levelOf(npu, "dram").entries, 0u);
    QCOMPARE(levelOf(npu, "weights_spad").energy.read_pj, 1.976602);
    QCOMPARE(levelOf(npu, "psum_spad").word_bits, 16u);
    QCOMPARE(npu.compute.mac_pj, 0.207692);
    QCOMPARE(npu.compute.leak_pj_per_cycle, 0.0); // the reference tool does not count it
}

void NpuLibraryTest::buffersAsPublished() {
    constexpr double kKib = 1024.0;
    QCOMPARE(capacityBytes(levelOf(load("eyeriss-v1"), "global_buffer")), 108 * kKib);
    QCOMPARE(levelOf(load("eyeriss-v1"), "weights_spad").entries, 224u);
    QCOMPARE(capacityBytes(levelOf(load("tpu-v1"), "unified_buffer")), 24 * kKib * kKib);
    QCOMPARE(capacityBytes(levelOf(load("tpu-v1"), "accumulators")), 4 * kKib * kKib);
    QCOMPARE(capacityBytes(levelOf(load("nvdla-like"), "convolution_buffer")), 512 * kKib);
    QCOMPARE(capacityBytes(levelOf(load("shidiannao"), "synapse_buffer")), 128 * kKib);
    QCOMPARE(capacityBytes(levelOf(load("diannao"), "synapse_buffer")), 32 * kKib);
    QCOMPARE(capacityBytes(levelOf(load("simba-like"), "weight_buffer")), 32 * kKib);
    QCOMPARE(capacityBytes(levelOf(load("gemmini-16x16"), "scratchpad")), 256 * kKib);
    QCOMPARE(capacityBytes(levelOf(load("gemmini-16x16"), "accumulator")), 64 * kKib);
}

void NpuLibraryTest::genericArraysDifferInDataflowOnly() {
    const NpuArchitecture weights = load("generic-weight-stationary");
    const NpuArchitecture outputs = load("generic-output-stationary");
    QCOMPARE(weights.levels.size(), outputs.levels.size());
    QCOMPARE(levelOf(weights, "pe_buffer").keeps, std::vector<std::string>{"weights"});
    QCOMPARE(levelOf(outputs, "pe_buffer").keeps, std::vector<std::string>{"outputs"});
    QCOMPARE(levelOf(weights, "pe_buffer").entries, levelOf(outputs, "pe_buffer").entries);
    QCOMPARE(weights.compute.mac_pj, outputs.compute.mac_pj);
}

QTEST_APPLESS_MAIN(NpuLibraryTest)
#include "npu_library_test.moc"
