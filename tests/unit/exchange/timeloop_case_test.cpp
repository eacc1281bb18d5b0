// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_case.h"

#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

namespace {

/// Matrix times vector on two units: y[m] += a[m, k] * x[k], written for this test.
Json document() {
    return Json::parse(R"({
        "id": "own", "arch_levels_outer_to_inner": [
            {"name": "dram", "kind": "dram", "instances": 1, "meshX": 1, "meshY": 1, "entry_bits": 64, "word_bits": 8,
             "cluster_size": 1, "multiple_buffering": 1, "pJ_per_action": {"read": 8.0, "write": 8.0, "update": 8.0, "leak": 0.0}},
            {"name": "buffer", "kind": "storage", "class": "storage", "instances": 1, "meshX": 1, "meshY": 1, "entries": 64,
             "entry_bits": 8, "word_bits": 8, "cluster_size": 1, "multiple_buffering": 2, "read_bandwidth_words": 4,
             "pJ_per_action": {"read": 1.0, "write": 1.0, "update": 1.0, "leak": 0.0}},
            {"name": "mac", "kind": "compute", "instances": 2, "meshX": 2, "meshY": 1, "word_bits": 8,
             "pJ_per_action": {"compute": 0.5}}],
        "problem": {"name": "gemv", "dims": {"M": 8, "K": 4}, "coefficients": {}, "densities": {}, "tensors": [
            {"name": "A", "index_expr": ["M", "K"], "output": false},
            {"name": "X", "index_expr": ["K"], "output": false},
            {"name": "Y", "index_expr": ["M"], "output": true}]},
        "mapping": [
            {"level": "dram", "type": "temporal", "factors": {"M": 2, "K": 1}, "order_inner_to_outer": "MK"},
            {"level": "buffer", "type": "temporal", "factors": {"M": 2, "K": 4}, "order_inner_to_outer": "KM"},
            {"level": "buffer", "type": "spatial", "factors": {"M": 2, "K": 1}, "order_inner_to_outer": "MK",
             "split_X_below_index": 2},
            {"level": "buffer", "type": "bypass", "keep": ["A", "Y"], "bypass": ["X"]}],
        "expected": {"cycles": 16}})");
}

/// The loop over M along X of the buffer.
npu::Loop loopOverM(const exchange::TimeloopCase& read) {
    for (const npu::Loop& loop : read.mapping.levels[1].spatial_x) {
        if (read.problem.dimensions[loop.dimension].name == "M") return loop;
    }
    return {};
}

} // namespace

class TimeloopCaseTest : public QObject {
    Q_OBJECT
private slots:
    void reads();
    void remainders();
    void slidingAxis();
    void sparse();
    void anyTypeAnywhere();
    void slowPortsAreRefused();
    void refuses_data();
    void refuses();
};

/// Pointers to everything in a document.
void collect(const Json& value, const std::string& pointer, std::vector<std::string>& pointers) {
    pointers.push_back(pointer);
    if (!value.is_structured()) return;
    for (const auto& [key, member] : value.items())
        collect(member, pointer + "/" + pointerStep(key), pointers);
}

/// Whatever stands where something else should: a reason or a case, never an exception.
void TimeloopCaseTest::anyTypeAnywhere() {
    Json whole = document();
    whole["expected"] = {{"status", "valid"},
                         {"summary", {{"cycles", 16}}},
                         {"fJ_per_compute", {{"buffer", 1.0}}},
                         {"levels", {{{"level", "buffer"}, {"tensors", {{"A", {{"reads", 4}}}}}}}}};
    whole["arch_levels_outer_to_inner"][1]["read_bw_words_per_cycle"] = 4;
    std::vector<std::string> pointers;
    collect(whole, "", pointers);
    int refused = 0;
    for (const std::string& pointer : pointers) {
        for (const Json& wrong : {Json(nullptr), Json(true), Json(-1), Json(5), Json(1e300), Json(1e-320), Json("x"),
                                  Json::array({1}), Json::object({{"x", 1}}), Json::array()}) {
            Json changed = whole;
            changed[Json::json_pointer(pointer)] = wrong;
            const auto read = exchange::readTimeloopCase(changed);
            if (read) continue;
            QVERIFY2(!read.error().text.empty(), pointer.c_str());
            ++refused;
        }
    }
    QVERIFY(refused > 300);
}

void TimeloopCaseTest::slowPortsAreRefused() {
    Json slow = document();
    slow["arch_levels_outer_to_inner"][1]["read_bw_words_per_cycle"] = 1e-320;
    const auto read = exchange::readTimeloopCase(slow);
    QVERIFY(!read);
    QCOMPARE(read.error().pointer, std::string("/arch_levels_outer_to_inner/1/read_bw_words_per_cycle"));
}

void TimeloopCaseTest::reads() {
    QVERIFY(exchange::isTimeloopCase(document()));
    QVERIFY(!exchange::isTimeloopCase(Json::object()));
    const auto read = exchange::readTimeloopCase(document());
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QCOMPARE(read->architecture.levels.size(), std::size_t{2});
    QCOMPARE(read->architecture.levels[1].fanout_x, 2u);
    QCOMPARE(read->architecture.levels[1].buffering, 2u);
    QCOMPARE(read->problem.macs(), 32.0);
    QVERIFY(read->problem.tensors[2].output);
    QVERIFY(read->mapping.levels[1].keep == std::vector<bool>({true, false, true}));
    QCOMPARE(read->problem.dimensions[read->mapping.levels[1].temporal.front().dimension].name, std::string("M"));
    QCOMPARE(loopOverM(*read).bound, std::uint64_t{2});
    QVERIFY(!read->factors_missing);
    QVERIFY(!read->sparse);
}

void TimeloopCaseTest::remainders() {
    Json changed = document();
    changed["problem"]["dims"]["M"] = 7;
    const auto read = exchange::readTimeloopCase(changed);
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QCOMPARE(loopOverM(*read).bound, std::uint64_t{2});
    QCOMPARE(loopOverM(*read).remainder, std::uint64_t{1});
}

void TimeloopCaseTest::slidingAxis() {
    Json changed = document();
    changed["problem"]["coefficients"]["s"] = 3;
    changed["problem"]["tensors"][1]["index_expr"] = Json::array({"K*s+M"});
    const auto read = exchange::readTimeloopCase(changed);
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QCOMPARE(read->problem.tensors[1].axes.size(), std::size_t{1});
    QCOMPARE(read->problem.tensors[1].axes[0].size(), std::size_t{2});
    QCOMPARE(read->problem.tensors[1].axes[0][0].coefficient, 3u);
}

void TimeloopCaseTest::sparse() {
    Json changed = document();
    changed["problem"]["densities"]["A"] = 0.5;
    const auto read = exchange::readTimeloopCase(changed);
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QVERIFY(read->sparse);
    const auto& density = read->problem.tensors[static_cast<std::size_t>(read->problem.findTensor("A"))].density;
    QVERIFY(density.distribution == workload::TensorDensity::Distribution::Structured);
    QCOMPARE(density.share, 0.5);
    changed["problem"]["densities"] = {{"nobody", 0.5}};
    QVERIFY(!exchange::readTimeloopCase(changed));
}

void TimeloopCaseTest::refuses_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("level") << QByteArray("/mapping/0/level") << QByteArray(R"("cache")") << QByteArray("unknown-level");
    QTest::newRow("tensor") << QByteArray("/mapping/3/keep/0") << QByteArray(R"("B")") << QByteArray("unknown-tensor");
    QTest::newRow("product") << QByteArray("/mapping/0/factors/M") << QByteArray("1")
                             << QByteArray("factors-do-not-multiply");
    QTest::newRow("bound") << QByteArray("/problem/dims/M") << QByteArray("-3") << QByteArray("bad-value");
}

void TimeloopCaseTest::refuses() {
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, code);
    Json changed = document();
    changed[Json::json_pointer(path.toStdString())] = Json::parse(value.toStdString());
    const auto read = exchange::readTimeloopCase(changed);
    QVERIFY(!read);
    QCOMPARE(QByteArray::fromStdString(read.error().code), code);
    QVERIFY(!read.error().pointer.empty());
}

QTEST_APPLESS_MAIN(TimeloopCaseTest)
#include "timeloop_case_test.moc"
