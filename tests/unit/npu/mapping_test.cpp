// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/npu/fixtures.h"

#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::test;

namespace {

hardware::NpuArchitecture architecture() { return accelerator({npuLevel("dram", 0, 4), npuLevel("buffer", 64)}); }

} // namespace

class MappingTest : public QObject {
    Q_OBJECT
private slots:
    void readsAndWrites();
    void derivesRemainders();
    void refuses_data();
    void refuses();
};

void MappingTest::readsAndWrites() {
    const Json document = Json::parse(R"({"levels": [
        {"level": "dram", "temporal": [["m", 2], ["k", 4]], "spatial_x": [["n", 4]]},
        {"level": "buffer", "temporal": [["m", 4], ["n", 2]], "keep": ["weights", "outputs"]}]})");
    const workload::Problem problem = gemm(8, 8, 4);
    const auto mapping = npu::readMapping(document, architecture(), problem, "/plan/mapping");
    QVERIFY2(mapping, mapping ? "" : describe(mapping.error()).c_str());
    QCOMPARE(mapping->levels.size(), std::size_t{2});
    QVERIFY(mapping->levels[0].temporal == (std::vector<npu::Loop>{loop(0, 2), loop(2, 4)}));
    QVERIFY(mapping->levels[0].spatial_x == std::vector<npu::Loop>{loop(1, 4)});
    QVERIFY(mapping->levels[0].keep == std::vector<bool>({true, true, true}));
    QVERIFY(mapping->levels[1].keep == std::vector<bool>({true, false, true}));
    const auto again =
        npu::readMapping(npu::writeMapping(*mapping, architecture(), problem), architecture(), problem, "");
    QVERIFY(again);
    QVERIFY(*again == *mapping);
}

void MappingTest::derivesRemainders() {
    const Json document = Json::parse(R"({"levels": [
        {"level": "dram", "temporal": [["m", 2], ["n", 8], ["k", 4]]},
        {"level": "buffer", "temporal": [["m", 4]]}]})");
    const auto mapping = npu::readMapping(document, architecture(), gemm(7, 8, 4), "");
    QVERIFY2(mapping, mapping ? "" : describe(mapping.error()).c_str());
    QVERIFY(mapping->levels[1].temporal == std::vector<npu::Loop>{loop(0, 4, 3)});
    QVERIFY(mapping->levels[0].temporal[0] == loop(0, 2));
    // A loop that begins once runs no more than there is.
    const auto shorter = npu::readMapping(document, architecture(), gemm(3, 8, 4), "");
    QVERIFY(shorter);
    QVERIFY(shorter->levels[0].temporal[0] == loop(0, 1));
    QVERIFY(shorter->levels[1].temporal == std::vector<npu::Loop>{loop(0, 3)});
}

void MappingTest::refuses_data() {
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("pointer");
    QTest::newRow("level") << QByteArray(R"({"levels": [{"level": "cache", "temporal": []}]})")
                           << QByteArray("unknown-level") << QByteArray("/plan/mapping/levels/0/level");
    QTest::newRow("dimension") << QByteArray(R"({"levels": [{"level": "dram", "temporal": [["m", 8], ["q", 2]]}]})")
                               << QByteArray("unknown-dimension") << QByteArray("/plan/mapping/levels/0/temporal/1/0");
    QTest::newRow("tensor") << QByteArray(R"({"levels": [{"level": "dram", "temporal": [], "keep": ["bias"]}]})")
                            << QByteArray("unknown-tensor") << QByteArray("/plan/mapping/levels/0/keep/0");
    QTest::newRow("product") << QByteArray(
                                    R"({"levels": [{"level": "dram", "temporal": [["m", 8], ["n", 8], ["k", 2]]}]})")
                             << QByteArray("factors-do-not-multiply") << QByteArray("/plan/mapping/levels");
}

void MappingTest::refuses() {
    QFETCH(QByteArray, document);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, pointer);
    const auto mapping =
        npu::readMapping(Json::parse(document.toStdString()), architecture(), gemm(8, 8, 4), "/plan/mapping");
    QVERIFY(!mapping);
    QCOMPARE(QByteArray::fromStdString(mapping.error().code), code);
    QVERIFY2(QByteArray::fromStdString(mapping.error().pointer).startsWith(pointer), mapping.error().pointer.c_str());
    QVERIFY(!describe(mapping.error()).empty());
}

QTEST_APPLESS_MAIN(MappingTest)
#include "mapping_test.moc"
