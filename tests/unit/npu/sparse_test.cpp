// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/sparse/sparse.h"

#include "core/hardware/npu/npu_json.h"
#include "core/npu/mapper.h"
#include "core/npu/sparse/density_model.h"
#include "core/workload/kernel/operators.h"

#include <bit>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

namespace {

workload::TensorDensity densityOf(const char* text) {
    auto read = workload::readDensity(Json::parse(text), "");
    if (!read) qFatal("%s", describe(read.error()).c_str());
    return *std::move(read);
}

npu::sparse::TileShape tile(double rows, double columns) {
    npu::sparse::TileShape shape;
    shape.extent[0] = rows;
    shape.extent[1] = columns;
    shape.words = rows * columns;
    return shape;
}

double sumOf(const std::vector<npu::sparse::Occupancy>& occupancies) {
    double sum = 0.0;
    for (const auto& occupancy : occupancies)
        sum += occupancy.probability;
    return sum;
}

double meanOf(const std::vector<npu::sparse::Occupancy>& occupancies) {
    double mean = 0.0;
    for (const auto& occupancy : occupancies)
        mean += occupancy.probability * occupancy.words;
    return mean;
}

/// A memory, a buffer for operands and a unit. `%1`: members of the buffer beside its own; `%2`: of the unit.
hardware::NpuArchitecture machine(const char* buffer = "", const char* unit = "") {
    const std::string text =
        std::string(R"({"id": "own", "kind": "npu", "name": "Own", "clock_hz": 1e9, "source": "test",
      "levels": [
        {"name": "memory", "entry_bits": 8, "word_bits": 8, "energy_pj": {"read": 100, "write": 100, "update": 100}, "source": "test"},
        {"name": "buffer", "entries": 4096, "entry_bits": 8, "word_bits": 8, "energy_pj": {"read": 1, "write": 1, "update": 1})") +
        buffer + R"(, "source": "test"}],
      "compute": {"name": "mac", "word_bits": 8, "mac_pj": 0.5)" +
        unit + R"(, "source": "test"}})";
    auto read = hardware::readNpu(Json::parse(text), "");
    if (!read) qFatal("%s", describe(read.error()).c_str());
    return *std::move(read);
}

npu::SparseResult run(const hardware::NpuArchitecture& architecture, const char* density) {
    Json layer{{"operator", "matmul"}, {"m", 16}, {"n", 8}, {"k", 32}, {"density", Json::parse(density)}};
    auto problem = workload::buildProblem(layer, "");
    if (!problem) qFatal("%s", describe(problem.error()).c_str());
    npu::Mapping mapping = npu::outermostMapping(architecture, *problem);
    mapping.levels[0].temporal = {{1, 4, 4}};
    mapping.levels[1].temporal = {{1, 4, 4}, {2, 8, 8}, {3, 32, 32}};
    npu::LoopNestEvaluator evaluator(architecture, *problem);
    auto result = npu::evaluateSparse(evaluator, mapping);
    if (!result) qFatal("%s", describe(result.error()).c_str());
    return *std::move(result);
}

} // namespace

class SparseTest : public QObject {
    Q_OBJECT
private slots:
    void uniformCountsEveryPlacement();
    void bandCountsEveryTile();
    void histogramOfAMask();
    void largeTilesKeepTheirMean();
    void copiesTakeWordsInTurn();
    void withoutSavingsAsDense();
    void formatsStoreAndSkip_data();
    void formatsStoreAndSkip();
    void metadataMustFit();
    void tooFewRanks();
};

/// Five words of a 3 x 4 matrix, in all 792 ways: how many of a row's four are not zero.
void SparseTest::uniformCountsEveryPlacement() {
    const npu::sparse::DensityModel model(densityOf(R"({"distribution": "uniform", "share": 0.4166666666666667})"),
                                          tile(3, 4));
    std::map<int, double> counted;
    double placements = 0.0;
    for (unsigned mask = 0; mask < (1u << 12); ++mask) {
        if (std::popcount(mask) != 5) continue;
        placements += 1.0;
        counted[std::popcount(mask & 0xfu)] += 1.0;
    }
    const auto occupancies = model.occupancies(tile(1, 4));
    QVERIFY(std::abs(sumOf(occupancies) - 1.0) < 1e-12);
    for (const auto& occupancy : occupancies)
        QVERIFY(std::abs(occupancy.probability - counted[static_cast<int>(occupancy.words)] / placements) < 1e-12);
    QVERIFY(std::abs(model.probabilityEmpty(tile(1, 4)) - counted[0] / placements) < 1e-12);
    QVERIFY(std::abs(meanOf(occupancies) - 4.0 * 5.0 / 12.0) < 1e-12);
    // Of a row with two of its four words, half a row is empty in one of six ways.
    QVERIFY(std::abs(model.probabilityEmpty(tile(1, 2), {4.0, 2.0}) - 1.0 / 6.0) < 1e-12);
    QCOMPARE(model.probabilityEmpty(tile(1, 2), {4.0, 0.0}), 1.0);
}

void SparseTest::bandCountsEveryTile() {
    constexpr int kSize = 12, kHalf = 2;
    const npu::sparse::DensityModel model(densityOf(R"({"distribution": "banded", "half_width": 2})"),
                                          tile(kSize, kSize));
    for (const auto& [height, width] : {std::pair{1, 1}, {3, 4}, {4, 3}, {6, 2}, {12, 12}}) {
        std::map<double, double> counted;
        for (int i = 0; i < kSize / height; ++i) {
            for (int j = 0; j < kSize / width; ++j) {
                double nonzero = 0.0;
                for (int r = i * height; r < (i + 1) * height; ++r)
                    for (int c = j * width; c < (j + 1) * width; ++c)
                        nonzero += std::abs(r - c) <= kHalf ? 1.0 : 0.0;
                counted[nonzero] += double(height) * width / (kSize * kSize);
            }
        }
        const auto occupancies = model.occupancies(tile(height, width));
        QCOMPARE(occupancies.size(), counted.size());
        for (const auto& occupancy : occupancies)
            QVERIFY(std::abs(occupancy.probability - counted[occupancy.words]) < 1e-12);
    }
}

void SparseTest::histogramOfAMask() {
    const auto density = workload::densityOfMask("0 0 0 0\n1 0 2 0,1 1 1 1 0 0 0 0 3", 4);
    QVERIFY2(density, density ? "" : describe(density.error()).c_str());
    const auto read = workload::readDensity(*density, "");
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QCOMPARE(read->share, 6.0 / 16.0); // the last block is not full
    const npu::sparse::DensityModel model(*read, tile(4, 4));
    QVERIFY(std::abs(model.probabilityEmpty(tile(1, 4)) - 0.5) < 1e-12);
    QVERIFY(std::abs(model.probabilityEmpty(tile(2, 4)) - 0.25) < 1e-12);
    QVERIFY(!workload::densityOfMask("0 x 1", 2));
    QVERIFY(!workload::densityOfMask("1", 4));
}

void SparseTest::largeTilesKeepTheirMean() {
    for (const char* text :
         {R"({"distribution": "uniform", "share": 0.3})", R"({"distribution": "structured", "n": 2, "m": 4})",
          R"({"distribution": "histogram", "block": 64, "bins": [[0.1, 0.5], [0.5, 0.5]]})"}) {
        const auto density = densityOf(text);
        const npu::sparse::DensityModel model(density, tile(2048, 2048));
        for (const double size : {1.0, 8.0, 64.0, 512.0}) {
            const auto occupancies = model.occupancies(tile(size, size));
            const double mean = meanOf(occupancies) / (size * size);
            QVERIFY2(std::abs(mean - density.share) <= 0.01 * density.share, text);
        }
    }
}

/// Lanes that take the words of a fibre which are not zero in turn: the mean number of steps, counted over all ways to
/// lay 8 words into 16 places, of which a fibre has 8.
void SparseTest::copiesTakeWordsInTurn() {
    const char* sparse = R"(, "fanout_x": 4, "sparse": {
        "formats": [{"tensor": "inputs", "ranks": [{"format": "bitmask", "dimensions": ["any"]}]}],
        "savings": [{"action": "skip-copies", "tensor": "inputs", "where_zero": ["inputs"]}]})";
    const auto architecture = machine(sparse, R"(, "sparse": {"skips_missing": true})");
    const Json layer{{"operator", "matmul"}, {"m", 16}, {"n", 1000}, {"k", 1}, {"density", {{"inputs", 0.5}}}};
    auto problem = workload::buildProblem(layer, "");
    QVERIFY(problem);
    const auto m = static_cast<std::uint32_t>(problem->findDimension("m"));
    npu::Mapping mapping = npu::outermostMapping(architecture, *problem);
    const auto n = static_cast<std::uint32_t>(problem->findDimension("n"));
    mapping.levels[0].temporal = {{n, 1000, 1000}, {m, 2, 2}};
    mapping.levels[1].temporal = {{m, 2, 2}};
    mapping.levels[1].spatial_x = {{m, 4, 4}};
    npu::LoopNestEvaluator evaluator(architecture, *problem);
    const auto result = npu::evaluateSparse(evaluator, mapping);
    QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    QVERIFY(result->violations.empty());
    double steps = 0, ways = 0;
    for (unsigned words = 0; words < 1u << 16; ++words) {
        if (std::popcount(words) != 8) continue;
        ++ways;
        for (const unsigned fibre : {words & 0xffu, words >> 8})
            steps += std::ceil(std::popcount(fibre) / 4.0);
    }
    QCOMPARE(result->macs, 8000.0);
    QVERIFY(std::abs(result->compute_cycles - 1000.0 * steps / ways) <= 1.0);
    QVERIFY(steps / ways > 2.5); // two steps would do if no lane ever waited
}

/// Zeros that nobody stores or skips apart cost what other words do.
void SparseTest::withoutSavingsAsDense() {
    const npu::SparseResult result = run(machine(), R"({"weights": 0.3, "inputs": 0.5})");
    QCOMPARE(result.cycles, result.dense.cycles);
    QVERIFY(std::abs(result.energy_pj - result.dense.energy_pj) < 1e-9 * result.dense.energy_pj);
    QCOMPARE(result.macs, result.dense.macs);
}

void SparseTest::formatsStoreAndSkip_data() {
    QTest::addColumn<QByteArray>("buffer");
    QTest::addColumn<QByteArray>("unit");
    QTest::addColumn<double>("macs"); // of 4,096 with a quarter of the weights
    QTest::addColumn<double>("cycles");
    const auto row = [](const char* name, const char* buffer, const char* unit, double macs, double cycles) {
        QTest::newRow(name) << QByteArray(buffer) << QByteArray(unit) << macs << cycles;
    };
    row("gated", R"(, "sparse": {"savings": [{"action": "gate", "tensor": "inputs", "where_zero": ["weights"]}]})", "",
        1024, 1024);
    row("gated at three words a cycle",
        R"(, "read_words_per_cycle": 3, "sparse": {"savings": [{"action": "gate", "tensor": "inputs", "where_zero": ["weights"]}]})",
        "", 1024, 4054); // (4,096 weights + 4,096 inputs, gated or not + 3,968 sums) / 3
    row("skipped", R"(, "sparse": {"savings": [{"action": "skip", "tensor": "inputs", "where_zero": ["weights"]}]})",
        "", 1024, 1024);
    row("unit at rest", "", R"(, "sparse": {"gates_zeros": true})", 1024, 4096);
    row("compressed",
        R"(, "sparse": {"formats": [{"tensor": "weights", "ranks": [{"format": "bitmask", "dimensions": ["any"]}]}]})",
        R"(, "sparse": {"skips_missing": true})", 1024, 1024);
}

void SparseTest::formatsStoreAndSkip() {
    QFETCH(QByteArray, buffer);
    QFETCH(QByteArray, unit);
    QFETCH(double, macs);
    QFETCH(double, cycles);
    const npu::SparseResult result = run(machine(buffer.constData(), unit.constData()),
                                         R"({"weights": {"distribution": "structured", "n": 1, "m": 4}})");
    QVERIFY(result.violations.empty());
    QCOMPARE(result.macs, macs);
    QCOMPARE(result.cycles, cycles);
    QVERIFY(result.energy_pj < result.dense.energy_pj);
}

void SparseTest::metadataMustFit() {
    const char* sparse =
        R"(, "sparse": {"formats": [{"tensor": "weights", "ranks": [{"format": "bitmask", "dimensions": ["any"]}]}],
                             "metadata_width_bits": 8, "metadata_entries": %1})";
    const auto with = [&](const char* entries) {
        return run(machine(QString::fromLatin1(sparse).arg(QString::fromLatin1(entries)).toUtf8().constData()),
                   R"({"weights": 0.5})");
    };
    QVERIFY(with("32").violations.empty()); // 256 words, a bit each
    const auto small = with("31");
    QCOMPARE(small.violations.size(), std::size_t{1});
    QVERIFY(small.violations.front().kind == npu::Violation::Kind::Metadata);
    QCOMPARE(small.violations.front().needed, std::uint64_t{256});
}

void SparseTest::tooFewRanks() {
    const auto architecture =
        machine(R"(, "sparse": {"formats": [{"tensor": "weights", "ranks": [{"format": "coordinate"}]}]})");
    Json layer{{"operator", "matmul"}, {"m", 16}, {"n", 8}, {"k", 32}, {"density", {{"weights", 0.5}}}};
    const auto problem = workload::buildProblem(layer, "");
    QVERIFY(problem);
    npu::Mapping mapping = npu::outermostMapping(architecture, *problem);
    mapping.levels[0].temporal = {{1, 16, 16}};
    mapping.levels[1].temporal = {{2, 8, 8}, {3, 32, 32}};
    npu::LoopNestEvaluator evaluator(architecture, *problem);
    const auto result = npu::evaluateSparse(evaluator, mapping);
    QVERIFY(!result);
    QCOMPARE(result.error().code, std::string("too-few-ranks"));
    QCOMPARE(result.error().pointer, std::string("/hardware/levels/1/sparse/formats"));
}

QTEST_APPLESS_MAIN(SparseTest)
#include "sparse_test.moc"
