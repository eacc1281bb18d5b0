// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gpu/gpu_models.h"
#include "app/lab/tensor/gpu_modern_points.h"
#include "core/catalog/library.h"

#include <QTest>

#include <cmath>
#include <cstdlib>
#include <map>

using namespace strata;

// Whole FP32 models: S. Lee, A. Phanishayee, D. Mahajan, NeuSight, ASPLOS 2025 (doi 10.1145/3669940.3707265), 9.7 %
// there. Serving points: ai-dynamo/aiconfigurator (NVIDIA, Apache License 2.0).
namespace {

std::filesystem::path reference(const char* suite) {
    const char* folder = std::getenv("STRATA_REFERENCE");
    return std::filesystem::path(folder == nullptr ? "" : folder) / suite;
}

std::shared_ptr<const Library> library() {
    const auto loaded = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    return loaded ? *loaded : nullptr;
}

std::string group(const assess::SuiteRow& row, const std::string& key) {
    for (const auto& [name, value] : row.group)
        if (name == key) return value;
    return {};
}

double meanError(const std::vector<assess::SuiteRow>& rows, const std::map<std::string, std::string>& only) {
    double sum = 0;
    double n = 0;
    for (const assess::SuiteRow& row : rows) {
        bool chosen = true;
        for (const auto& [key, value] : only)
            chosen &= key == "method" ? row.method == value : group(row, key) == value;
        if (!chosen) continue;
        sum += std::abs(row.predicted / row.measured - 1);
        n += 1;
    }
    return n > 0 ? sum / n : std::nan("");
}

} // namespace

class GpuModelsTest : public QObject {
    Q_OBJECT
private slots:
    void wholeModels();
    void servingPoints();
};

void GpuModelsTest::wholeModels() {
    if (!std::filesystem::is_directory(reference("gpu"))) QSKIP("no reference data");
    const auto entries = library();
    QVERIFY(entries);
    assess::SuiteReport report;
    const auto done = assess::addModelRows({reference("gpu"), *entries, {}, {}}, report);
    QVERIFY2(done, done ? "" : describe(done.error()).c_str());
    QVERIFY(report.rows.size() >= 52); // more where the reference holds further boards
    const double plain = meanError(report.rows, {{"fused", "no"}});
    const double fused = meanError(report.rows, {{"fused", "yes"}});
    QVERIFY2(plain <= 0.07, qPrintable(QString::number(plain)));
    QVERIFY2(fused <= 0.12, qPrintable(QString::number(fused)));
    for (const char* device : {"a100-pcie-40gb", "mi100", "p100-pcie-16gb", "t4", "v100-pcie-32gb"}) {
        const double error = meanError(report.rows, {{"fused", "no"}, {"device", device}});
        QVERIFY2(error <= 0.13, qPrintable(QString("%1: %2").arg(device).arg(error)));
    }
}

void GpuModelsTest::servingPoints() {
    if (!std::filesystem::is_directory(reference("gpu_modern"))) QSKIP("no reference data");
    const auto entries = library();
    QVERIFY(entries);
    assess::SuiteReport report;
    const auto done = assess::addServingRows({reference("gpu_modern"), *entries, {}, {}}, report);
    QVERIFY2(done, done ? "" : describe(done.error()).c_str());
    QVERIFY(report.rows.size() > 300);
    const double tables = meanError(report.rows, {{"method", "gpu.table"}});
    QVERIFY2(tables <= 0.065, qPrintable(QString::number(tables)));
    for (const assess::Refusal& refusal : report.refused)
        QVERIFY2(!refusal.reason.empty(), refusal.id.c_str());
}

QTEST_APPLESS_MAIN(GpuModelsTest)
#include "gpu_models_test.moc"
