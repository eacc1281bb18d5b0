// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/npu/field_spaces.h"
#include "app/lab/npu/npu_suite.h"
#include "core/catalog/library.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;

namespace {

constexpr const char* kCase = R"({
    "id": "own", "arch_levels_outer_to_inner": [
        {"name": "dram", "kind": "dram", "instances": 1, "meshX": 1, "meshY": 1, "entry_bits": 8, "word_bits": 8,
         "cluster_size": 1, "multiple_buffering": 1, "pJ_per_action": {"read": 8.0, "write": 8.0, "update": 8.0, "leak": 0.0}},
        {"name": "buffer", "kind": "storage", "class": "storage", "instances": 1, "meshX": 1, "meshY": 1, "entries": %1,
         "entry_bits": 8, "word_bits": 8, "cluster_size": 1, "multiple_buffering": 1,
         "pJ_per_action": {"read": 1.0, "write": 1.0, "update": 1.0, "leak": 0.0}},
        {"name": "mac", "kind": "compute", "instances": 1, "meshX": 1, "meshY": 1, "word_bits": 8,
         "pJ_per_action": {"compute": 0.5}}],
    "problem": {"name": "gemv", "dims": {"M": 8, "K": 4}, "coefficients": {}, "densities": {%2}, "tensors": [
        {"name": "A", "index_expr": ["M", "K"], "output": false},
        {"name": "X", "index_expr": ["K"], "output": false},
        {"name": "Y", "index_expr": ["M"], "output": true}]},
    "mapping": [
        {"level": "dram", "type": "temporal", "factors": {"M": 4, "K": 1}, "order_inner_to_outer": "MK"},
        {"level": "buffer", "type": "temporal", "factors": {"M": 2, "K": 4}, "order_inner_to_outer": "KM"}],
    "expected": {"levels": [{"level": "buffer", "tensors": {
        "A": {"fills_per_instance": 32, "reads_per_instance": 32, "utilized_capacity": 8},
        "X": {"fills_per_instance": %3}}}]}})";

void write(const QTemporaryDir& folder, const char* name, const char* entries, const char* density, const char* fills) {
    QFile file(folder.filePath(QString::fromLatin1(name)));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QString::fromLatin1(kCase)
                   .arg(QString::fromLatin1(entries), QString::fromLatin1(density), QString::fromLatin1(fills))
                   .toUtf8());
}

assess::SuiteReport run(const QTemporaryDir& folder) {
    const auto report = assess::runNpuSuite(folder.path().toStdString());
    if (!report) qFatal("%s", describe(report.error()).c_str());
    return *report;
}

} // namespace

class NpuSuiteTest : public QObject {
    Q_OBJECT
private slots:
    void comparesEveryValue();
    void countsSparseAndRefusesForeignFiles();
    void noCases();
    void mapsTheFieldsSpaces();
};

/// Two products of 64 x 64 x 64 on one unit: 4 accesses of 8 pJ for each of them, but the first reads of the sums, and
/// 1 pJ for the product itself. The second row is off by one picojoule.
void NpuSuiteTest::mapsTheFieldsSpaces() {
    QTemporaryDir folder;
    const auto fill = [&](const char* name, const QByteArray& text) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    const double macs = 64.0 * 64 * 64, sums = 64.0 * 64;
    const double energy = 2 * (macs + 8 * (4 * macs - sums));
    fill("accelforge_best_mappings.csv",
         "arch,workload,parameters,fusion,energy_pJ,latency_s,n_mappings\nsimple,matmuls,\"KN=64,M=64,N_EINSUMS=2\","
         "unfused," +
             QByteArray::number(energy, 'f', 1) + ",524288.0,1.0\nsimple,matmuls,\"KN=64,M=64,N_EINSUMS=2\",fused," +
             QByteArray::number(energy + 1, 'f', 1) + ",524288.0,1.0\neyeriss,matmuls,own,fused,1,1,1.0\n");
    fill("stream_golden_metrics.json", R"({"_meta": {}, "t.py::case": {"total_latency": 5.0}})");
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY(library);
    const auto report = assess::runMapperSuite({folder.path().toStdString(), **library});
    if (!report) qFatal("%s", describe(report.error()).c_str());
    QCOMPARE(report->cases, std::size_t{2});
    QCOMPARE(report->cases_equal, std::size_t{1});
    QCOMPARE(report->rows.size(), std::size_t{4});
    QCOMPARE(report->refused.size(), std::size_t{2});
    QVERIFY(report->rows[0].equal);
    QVERIFY(!report->rows[2].equal);
}

void NpuSuiteTest::comparesEveryValue() {
    QTemporaryDir folder;
    write(folder, "right.json", "64", "", "4");
    write(folder, "wrong.json", "64", "", "5");
    const assess::SuiteReport report = run(folder);
    QCOMPARE(report.cases, std::size_t{2});
    QCOMPARE(report.cases_equal, std::size_t{1});
    std::size_t different = 0;
    for (const assess::SuiteRow& row : report.rows) {
        different += row.equal ? 0 : 1;
    }
    QCOMPARE(different, std::size_t{1});
}

void NpuSuiteTest::countsSparseAndRefusesForeignFiles() {
    QTemporaryDir folder;
    write(folder, "dense.json", "64", "", "4");
    write(folder, "sparse.json", "64", R"("A": 0.5)", "4");
    QFile other(folder.filePath(QStringLiteral("other.json")));
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.write("{\"rows\": []}");
    other.close();
    const assess::SuiteReport report = run(folder);
    QCOMPARE(report.cases, std::size_t{2});
    QCOMPARE(report.cases_equal, std::size_t{2});
    QVERIFY(!report.refused.empty());
    for (const assess::Refusal& refusal : report.refused)
        QVERIFY(!refusal.reason.empty());
}

void NpuSuiteTest::noCases() {
    QTemporaryDir folder;
    QVERIFY(!assess::runNpuSuite(folder.path().toStdString()));
    QVERIFY(!assess::runNpuSuite((folder.path() + QStringLiteral("/absent")).toStdString()));
}

QTEST_APPLESS_MAIN(NpuSuiteTest)
#include "npu_suite_test.moc"
