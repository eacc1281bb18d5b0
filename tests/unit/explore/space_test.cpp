// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/explore_request.h"
#include "core/explore/search/sampler.h"
#include "tests/unit/explore/fixture.h"

#include <QTest>

#include <cmath>
#include <nlohmann/json.hpp>

using namespace strata;
using namespace strata::explore;

class SpaceTest : public QObject {
    Q_OBJECT

private slots:
    void formulas_data();
    void formulas();
    void badFormulas_data();
    void badFormulas();
    void axesGiveTheirValues();
    void linkedAxesFollow();
    void gridsOverEveryKindOfAxis();
    void constraintsMeasureTheirViolation();
    void badRequests_data();
    void badRequests();

private:
    std::shared_ptr<const Library> library_ = test::library();
};

void SpaceTest::formulas_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* text, double expected) { QTest::newRow(text) << text << expected; };
    row("1 + 2 * 3", 7);
    row("(1 + 2) * 3", 9);
    row("2 ^ 3 ^ 2", 512);
    row("-2 ^ 2", -4);
    row("2 ^ -1", 0.5);
    row("8 / 2 / 2 - 1 - 1", 0);
    row("a * b", 12);
    row("min(a, b) + max(a, b)", 7);
    row("floor(2.7) + ceil(2.1) + round(2.5)", 8);
    row("sqrt(16) + log2(8) + abs(-1)", 8);
    row("- - a", 3);
    row("1e3*a", 3000);
}

void SpaceTest::formulas() {
    QFETCH(QString, text);
    QFETCH(double, expected);
    const std::vector<std::string> names{"a", "b"};
    const auto formula = Formula::parse(text.toStdString(), names);
    if (!formula) QFAIL(describe(formula.error()).c_str());
    QCOMPARE(formula->evaluate(std::vector<double>{3, 4}), expected);
}

void SpaceTest::badFormulas_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    for (const char* text : {"", "1 +", "(1", "1)", "a b", "2 ** 3", "min(1)", "foo(1)", "max(1,2", "nan", "1e999"}) {
        const bool name = QString(text) == "nan";
        QTest::newRow(text) << text << (name ? "unknown-name" : "bad-formula");
    }
    QTest::newRow("unknown") << "a + c"
                             << "unknown-name";
    QTest::newRow("deep") << QString(200, '(') + "1" + QString(200, ')') << "bad-formula";
    QTest::newRow("long") << QString(2000, '1') << "bad-formula";
}

void SpaceTest::badFormulas() {
    QFETCH(QString, text);
    QFETCH(QString, code);
    const std::vector<std::string> names{"a", "b"};
    const auto formula = Formula::parse(text.toStdString(), names);
    QVERIFY(!formula);
    QCOMPARE(QString::fromStdString(formula.error().code), code);
}

void SpaceTest::axesGiveTheirValues() {
    Axis axis;
    axis.from = 2;
    axis.to = 32;
    QCOMPARE(axis.valueAt(0.5), 17.0);
    axis.log2 = true;
    QCOMPARE(axis.valueAt(0.5), 8.0);
    axis.steps = 5;
    for (int i = 0; i < 5; ++i)
        QCOMPARE(axis.valueAt((i + 0.5) / 5), std::exp2(1 + i));
    QCOMPARE(axis.valueAt(std::nextafter(1.0, 0.0)), 32.0);
    axis.steps = 1;
    QCOMPARE(axis.valueAt(0.5), 2.0);
    axis = {};
    axis.kind = Axis::Kind::List;
    axis.values = {7, 5, 3};
    QCOMPARE(axis.valueAt(0.34), 5.0);
}

void SpaceTest::linkedAxesFollow() {
    const auto request = parseExploreRequest(
        test::sweepOf({{{"name", "pes"}, {"values", {64, 256}}},
                       {{"name", "width"}, {"pointer", "/hardware/levels/2/fanout_x"}, {"formula", "sqrt(pes)"}},
                       {{"name", "height"}, {"pointer", "/hardware/levels/3/fanout_y"}, {"formula", "pes / width"}}}),
        library_);
    if (!request) QFAIL(describe(request.error()).c_str());
    QCOMPARE(request->space.free.size(), std::size_t{1});
    std::vector<double> values(3);
    request->space.decode(std::vector<double>{0.75}, values);
    QCOMPARE(values, (std::vector<double>{256, 16, 16}));
    QCOMPARE(request->space.firstRefused(values), std::size_t{3});
    values[1] = -1;
    QCOMPARE(request->space.firstRefused(values), std::size_t{1});
    QCOMPARE(request->varied().size(), std::size_t{2});
}

void SpaceTest::gridsOverEveryKindOfAxis() {
    const auto request = parseExploreRequest(
        test::sweepOf(
            {{{"pointer", "/hardware/levels/2/fanout_x"}, {"from", 4}, {"to", 6}},
             {{"pointer", "/workload/layer"}, {"values", {"conv1", "fc"}}},
             {{"pointer", "/hardware/clock_hz"}, {"from", 1e8}, {"to", 8e8}, {"steps", 4}, {"scale", "log2"}}}),
        library_);
    if (!request) QFAIL(describe(request.error()).c_str());
    QCOMPARE(request->budget, std::uint64_t{3 * 2 * 4});
    QCOMPARE(request->space.axes[1].kind, Axis::Kind::Words);
    QVERIFY(request->space.axes[0].whole && !request->space.axes[2].whole);
    const auto grid = gridSampler(request->space.sizes());
    std::vector<double> coordinates(3), values(3);
    grid->fill(23, coordinates);
    request->space.decode(coordinates, values);
    QCOMPARE(values[0], 6.0);
    QCOMPARE(values[1], 1.0);
    QVERIFY(std::abs(values[2] - 8e8) < 1);
}

void SpaceTest::constraintsMeasureTheirViolation() {
    Json document = test::sweepOf({{{"name", "x"}, {"pointer", "/hardware/levels/2/fanout_x"}, {"values", {4, 8}}}});
    document["constraints"] = {{{"of", "x * 2"}, {"max", 10}}, {{"of", "latency_s / x"}, {"min", 1}, {"max", 2}}};
    const auto request = parseExploreRequest(document, library_);
    if (!request) QFAIL(describe(request.error()).c_str());
    QVERIFY(request->constraints[0].of_axes_only && !request->constraints[1].of_axes_only);
    std::vector<double> row{4, 4};
    row.resize(1 + request->metrics.size(), std::nan(""));
    row[1] = 4;
    QCOMPARE(request->constraints[0].violation(row), 0.0);
    QCOMPARE(request->constraints[1].violation(row), 0.0);
    row[0] = 8;
    QCOMPARE(request->constraints[0].violation(row), 0.6);
    QCOMPARE(request->constraints[1].violation(row), 0.5);
    row[1] = std::nan("");
    QVERIFY(std::isinf(request->constraints[1].violation(row)));
}

void SpaceTest::badRequests_data() {
    QTest::addColumn<QString>("patch");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char* name, const char* patch, const char* code, const char* pointer) {
        QTest::newRow(name) << patch << code << pointer;
    };
    row("kind", R"({"kind": "layer"})", "unknown-kind", "/kind");
    row("no axes", R"({"axes": []})", "bad-value", "/axes");
    row("unknown key", R"({"axis": 1})", "unknown-key", "/axis");
    row("pointer", R"({"axes": [{"pointer": "/hardware/levels/9/fanout_x", "values": [1]}]})", "bad-pointer",
        "/axes/0/pointer");
    row("no member", R"({"axes": [{"pointer": "/hardware/clock", "values": [1]}]})", "unknown-key", "/axes/0/pointer");
    row("no pointer", R"({"axes": [{"pointer": "clock_hz", "values": [1]}]})", "bad-pointer", "/axes/0/pointer");
    row("nothing", R"({"axes": [{"values": [1]}]})", "missing", "/axes/0");
    row("both", R"({"axes": [{"name": "x", "values": [1], "from": 1, "to": 2}]})", "bad-value", "/axes/0");
    row("half", R"({"axes": [{"name": "x", "from": 1, "steps": 2}]})", "missing", "/axes/0");
    row("range", R"({"axes": [{"pointer": "/hardware/levels/2/fanout_x", "from": 0, "to": 4}]})", "out-of-range",
        "/axes/0/from");
    row("word", R"({"axes": [{"pointer": "/hardware/levels/2/fanout_x", "values": [1, "x"]}]})", "wrong-type",
        "/axes/0/values/1");
    row("log", R"({"axes": [{"name": "x", "from": 0, "to": 4, "scale": "log2", "steps": 3}]})", "bad-value",
        "/axes/0/scale");
    row("twice", R"({"axes": [{"name": "x", "values": [1]}, {"name": "x", "values": [1]}]})", "duplicate-name",
        "/axes/1/name");
    row("metric", R"({"axes": [{"name": "latency_s", "values": [1]}]})", "duplicate-name", "/axes/0/name");
    row("formula", R"({"axes": [{"name": "x", "values": [1]}, {"name": "y", "formula": "x +"}]})", "bad-formula",
        "/axes/1/formula");
    row("cycle",
        R"({"axes": [{"name": "x", "formula": "y"}, {"name": "y", "formula": "x"}, {"name": "z", "values": [1]}]})",
        "link-cycle", "/axes/0/formula");
    row("steps", R"({"axes": [{"pointer": "/hardware/clock_hz", "from": 1e8, "to": 2e8}]})", "missing",
        "/axes/0/steps");
    row("grid", R"({"budget": 1})", "too-large", "/budget");
    row("objective", R"({"objectives": ["speed"]})", "unknown-metric", "/objectives/0");
    row("goal", R"({"objectives": [{"metric": "latency_s", "goal": "up"}]})", "bad-value", "/objectives/0/goal");
    row("constraint", R"({"constraints": [{"of": "speed", "max": 1}]})", "unknown-name", "/constraints/0/of");
    row("no bound", R"({"constraints": [{"of": "latency_s"}]})", "bad-value", "/constraints/0");
    row("reference", R"({"objectives": ["latency_s"], "reference": [1, 2]})", "bad-value", "/reference");
    row("base", R"({"base": {"kind": "layer", "hardware": "eyeriss-like"}})", "missing", "/base");
    row("hardware",
        R"({"base": {"kind": "layer", "hardware": "eyeris", "workload": {"model": "resnet-50", "layer": "conv1"}}})",
        "not-found", "/base/hardware");
    row("nested", R"({"base": {"kind": "sweep"}})", "wrong-kind", "/base/kind");
    row("two objectives", R"({"kind": "search", "objectives": ["latency_s", "energy_j"], "algorithm": "annealing"})",
        "bad-value", "/objectives");
    row("search without", R"({"kind": "search"})", "missing", "");
}

void SpaceTest::badRequests() {
    QFETCH(QString, patch);
    QFETCH(QString, code);
    QFETCH(QString, pointer);
    Json document = test::sweepOf({{{"pointer", "/hardware/levels/2/fanout_x"}, {"values", {4, 8}}}});
    document.update(Json::parse(patch.toStdString()));
    const auto request = parseExploreRequest(document, library_);
    QVERIFY(!request);
    QCOMPARE(QString::fromStdString(request.error().pointer), pointer);
    QCOMPARE(QString::fromStdString(request.error().code), code);
    QVERIFY(!request.error().text.empty());
}

QTEST_APPLESS_MAIN(SpaceTest)
#include "space_test.moc"
