// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/method.h"

#include <QFile>
#include <QTest>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

using namespace strata;

namespace {

/// Which run of Sparseloop's published artifact a request repeats.
struct Run {
    const char* path; ///< part of the row's path that names it
    Json request;
    /// Energy of a first fill of each output's sum, which the artifact's version of the tool counts in its innermost
    /// memory and the version that our counts follow does not.
    double first_fills_j = 0.0;
};

Json factor(const char* dimension, int bound) { return Json::array({dimension, static_cast<unsigned>(bound)}); }
Json loops(std::initializer_list<Json> factors) { return Json(Json::array_t(factors)); }

constexpr double kPsumWrite_j = 0.32508e-12, kRegisterWrite_j = 0.48746e-12;

/// Layers of the sparse MobileNet 0.5 on one PE of Eyeriss v2; mappings of fig12_eyerissv2_pe_setup.
Json mobileNetLayer(int c, int m, int p, double inputs, double weights, int m_inside) {
    return {{"kind", "layer"},
            {"method", "npu.sparse"},
            {"hardware", "eyeriss-v2-pe"},
            {"workload",
             {{"operator", "conv2d"}, {"c", c}, {"m", m}, {"p", p}, {"q", p}, {"r", 1}, {"s", 1},
              {"density", {{"inputs", inputs}, {"weights", weights}}}}},
            {"plan",
             {{"mapping",
               {{"levels",
                 {{{"level", "backing_storage"},
                   {"temporal", loops({factor("m", m / m_inside), factor("c", c / 8), factor("q", p), factor("p", p)})}},
                  {{"level", "psum_spad"}, {"temporal", loops({factor("c", 8), factor("m", m_inside)})}}}}}}}}};
}

Json structured(double share) { return {{"distribution", "structured"}, {"share", share}}; }

/// 128 x 128 x 128 with so many of all words; mapping of fig1_format_comparison_setup.
Json product(const char* hardware, double density) {
    return {{"kind", "layer"},
            {"method", "npu.sparse"},
            {"hardware", hardware},
            {"workload",
             {{"operator", "matmul"}, {"m", 128}, {"n", 128}, {"k", 128},
              {"density", {{"inputs", structured(density)}, {"weights", structured(density)}}}}},
            {"plan",
             {{"mapping",
               {{"levels",
                 {{{"level", "backing_storage"}, {"temporal", loops({factor("n", 128), factor("m", 128)})}},
                  {{"level", "register"}, {"temporal", loops({factor("k", 128)})}}}}}}}}};
}

Json alexNet(Json workload, double inputs, double weights, double outputs, Json levels) {
    workload["operator"] = "conv2d";
    workload["density"] = {{"inputs", structured(inputs)}, {"weights", structured(weights)}, {"outputs", structured(outputs)}};
    return {{"kind", "layer"},
            {"method", "npu.sparse"},
            {"hardware", "eyeriss-v1-sparse"},
            {"workload", std::move(workload)},
            {"plan", {{"mapping", {{"levels", std::move(levels)}}}}}};
}

std::vector<Run> runs() {
    std::vector<Run> runs{{"L07/uniform", mobileNetLayer(64, 64, 32, 0.73, 0.52, 8), 65536 * kPsumWrite_j},
                          {"L09/uniform", mobileNetLayer(64, 128, 16, 0.86, 0.82, 16), 32768 * kPsumWrite_j},
                          {"L21/uniform", mobileNetLayer(256, 256, 8, 0.64, 0.60, 16), 16384 * kPsumWrite_j},
                          {"L23/uniform", mobileNetLayer(256, 256, 8, 0.61, 0.70, 16), 16384 * kPsumWrite_j},
                          {"L25/uniform", mobileNetLayer(256, 512, 4, 0.68, 0.65, 16), 8192 * kPsumWrite_j},
                          {"L27/uniform", mobileNetLayer(512, 512, 4, 0.58, 0.30, 16), 8192 * kPsumWrite_j},
                          {"output_0.1_bitmask", product("sparse-product-pe-bitmask", 0.1015625), 128 * 128 * kRegisterWrite_j},
                          {"output_0.01_bitmask", product("sparse-product-pe-bitmask", 0.01171875), 128 * 128 * kRegisterWrite_j},
                          {"output_0.1_coordinate_list", product("sparse-product-pe-coordinates", 0.1015625), 128 * 128 * kRegisterWrite_j},
                          {"output_0.01_coordinate_list", product("sparse-product-pe-coordinates", 0.01171875), 128 * 128 * kRegisterWrite_j}};
    runs.push_back({"table7_eyeriss_setup/ref_outputs/alexnet_conv2",
                    alexNet({{"n", 4}, {"c", 48}, {"m", 256}, {"p", 28}, {"q", 28}, {"r", 5}, {"s", 5}}, 0.6, 0.385306, 0.169,
                            {{{"level", "dram"}, {"temporal", loops({factor("q", 2), factor("n", 2), factor("m", 8), factor("c", 12)})}},
                             {{"level", "shared_glb"}, {"temporal", loops({factor("m", 2), factor("n", 2), factor("p", 28)})}, {"spatial_x", loops({factor("q", 14)})}},
                             {{"level", "pe_column"}, {"spatial_y", loops({factor("c", 2), factor("s", 5)})}},
                             {{"level", "weights_spad"}, {"temporal", loops({factor("r", 5), factor("c", 2)})}},
                             {{"level", "psum_spad"}, {"temporal", loops({factor("m", 16)})}}})});
    runs.push_back({"table7_eyeriss_setup/ref_outputs/alexnet_conv4",
                    alexNet({{"n", 4}, {"c", 192}, {"m", 384}, {"p", 13}, {"q", 13}, {"r", 3}, {"s", 3}}, 0.207, 0.372449, 0.304,
                            {{{"level", "dram"}, {"temporal", loops({factor("m", 6), factor("c", 48)})}},
                             {{"level", "shared_glb"}, {"temporal", loops({factor("p", 13), factor("n", 4)})}, {"spatial_x", loops({factor("q", 13)})}},
                             {{"level", "pe_column"}, {"spatial_y", loops({factor("m", 4), factor("s", 3)})}},
                             {{"level", "weights_spad"}, {"temporal", loops({factor("r", 3), factor("c", 4)})}},
                             {{"level", "psum_spad"}, {"temporal", loops({factor("m", 16)})}}})});
    return runs;
}

} // namespace

class SparseloopTest : public QObject {
    Q_OBJECT
private slots:
    void publishedRuns();
};

/// Cycles and energies that Sparseloop's authors published, within 1 %.
void SparseloopTest::publishedRuns() {
    const char* reference = std::getenv("STRATA_REFERENCE");
    const auto path = std::filesystem::path(reference == nullptr ? "" : reference) / "field" / "sparse" /
                      "sparseloop_reference_outputs.csv";
    QFile file(QString::fromStdString(path.string()));
    if (reference == nullptr || !file.open(QIODevice::ReadOnly)) QSKIP("no reference data");
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY2(library, library ? "" : describe(library.error()).c_str());
    const QList<QByteArray> lines = file.readAll().split('\n');
    std::size_t compared = 0;
    std::string far;
    for (const Run& run : runs()) {
        const auto estimate = evaluate(run.request, Context{**library, {}});
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        QVERIFY2(estimate->valid, run.path);
        for (const QByteArray& line : lines) {
            if (!line.contains(run.path)) continue;
            const QList<QByteArray> cells = line.split(',');
            const double cycles = estimate->findMetric("cycles")->value / cells[1].toDouble();
            const double published_uj = cells[2].toDouble();
            const double energy = (estimate->findMetric("energy_j")->value + run.first_fills_j) * 1e6 / published_uj;
            // Printed with two decimals.
            const double rounding = 0.005 / published_uj;
            qInfo("%s: cycles %.5f, energy %.5f of the published (%.2f uJ)", run.path, cycles, energy,
                  published_uj);
            if (std::abs(cycles - 1.0) > 0.01 || std::abs(energy - 1.0) > std::max(0.01, rounding)) far += std::string(" ") + run.path;
            ++compared;
        }
    }
    QVERIFY2(far.empty(), far.c_str());
    QCOMPARE(compared, std::size_t{15}); // three layers of MobileNet stand twice
}

QTEST_APPLESS_MAIN(SparseloopTest)
#include "sparseloop_test.moc"
