// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/schema.h"
#include "core/evaluate/estimate.h"
#include "core/evaluate/estimate_text.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

Part leaf(const char* label, double value) {
    Part part;
    part.label = label;
    part.category = Category::Compute;
    part.value = value;
    return part;
}

Estimate sample() {
    Estimate estimate;
    estimate.kind = "layer";
    estimate.method = "npu.loopnest";
    estimate.request_sha256 = "00";
    estimate.metrics = {{"latency_s", 0.1 + 0.2, 0.3, 1.0 / 3, 0.8},
                        {"energy_j", 5e-324, 5e-324, 1.7976931348623157e308, 1.0}};
    Part root = leaf("layer", 0.1 + 0.2);
    root.category = Category::Total;
    root.formula = "1 + \"2\"";
    root.source = "somewhere";
    root.children = {leaf("a", 0.1), leaf("b", 0.2)};
    estimate.parts = {{"latency_s", root}, {"energy_j", leaf("e", -0.0)}};
    estimate.tables = {{"accesses",
                        {"level", "reads", "energy_j"},
                        {{std::string("dram, \"big\""), std::int64_t{9007199254740993}, 2.0},
                         {std::string("line\nbreak"), Cell{}, 0.1}}}};
    estimate.calibrations = {{"id", "data", 12, 0.04, 0.15}};
    estimate.notes = {{Note::Level::Warning, "over-capacity", "too much", "/plan", "less"},
                      {Note::Level::Info, "x", "y", "", ""}};
    return estimate;
}

} // namespace

class EstimateTest : public QObject {
    Q_OBJECT

private slots:
    /// Written without a document in between, to the byte: quotes, line breaks, other alphabets, broken UTF-8, numbers
    /// without a value and members of the same name among it.
    void textIsThatOfTheDocument() {
        Estimate estimate = sample();
        QCOMPARE(estimateText(estimate), canonicalText(toJson(estimate)));
        estimate.notes.push_back({Note::Level::Info, "\xc3\xa9t\xc3\xa9", "bro\xffken\x01", "", ""});
        estimate.metrics.push_back({"latency_s", 1e22, -1e-7, std::numeric_limits<double>::infinity(), 0.8});
        estimate.metrics.push_back({"zero", -0.0, 100000.0, 1e15, 1e16});
        estimate.tables.push_back({"empty", {}, {}});
        estimate.parts.emplace_back("latency_s", leaf("other", 3e-5));
        estimate.valid = false;
        QCOMPARE(estimateText(estimate), canonicalText(toJson(estimate)));
        QCOMPARE(estimateText(Estimate{}), canonicalText(toJson(Estimate{})));
    }

    void everyBitSurvivesTheDocument() {
        const Estimate estimate = sample();
        const std::string text = canonicalText(toJson(estimate));
        const auto parsed = parseJson(text);
        QVERIFY(parsed);
        const auto again = estimateFromJson(*parsed);
        QVERIFY2(again, again ? "" : describe(again.error()).c_str());
        QCOMPARE(canonicalText(toJson(*again)), text);
        QCOMPARE(again->metrics.front().name, std::string("latency_s"));
        QCOMPARE(again->metrics.front().value, 0.1 + 0.2);
        QCOMPARE(again->metrics.back().value, std::numeric_limits<double>::denorm_min());
        QVERIFY(std::signbit(again->parts.back().second.value));
        QVERIFY(again->tables.front().rows == estimate.tables.front().rows);
        QCOMPARE(again->notes.front().fix, std::string("less"));
    }

    void refusesBrokenDocuments_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::newRow("category") << "/parts/latency_s/children/1/category"
                                  << "\"magic\"";
        QTest::newRow("level") << "/notes/0/level"
                               << "\"loud\"";
        QTest::newRow("row") << "/tables/accesses/rows/1"
                             << "[1]";
        QTest::newRow("value") << "/metrics/latency_s/value"
                               << "\"fast\"";
        QTest::newRow("coverage") << "/metrics/latency_s/coverage"
                                  << "1.5";
    }

    void refusesBrokenDocuments() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        Json document = toJson(sample());
        QVERIFY(setPointer(document, pointer.toStdString(), Json::parse(value.toStdString())));
        const auto read = estimateFromJson(document);
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().pointer), pointer);
    }

    void csvKeepsDigitsAndQuotes() {
        QCOMPARE(toCsv(sample().tables.front()),
                 std::string("level,reads,energy_j\n\"dram, \"\"big\"\"\",9007199254740993,2\n\"line\nbreak\",,0.1\n"));
    }

    void imbalanceIsFound() {
        Part root = leaf("root", 10.0);
        root.children = {leaf("a", 4.0), leaf("b", 6.0)};
        QCOMPARE(worstImbalance(root), 0.0);
        root.children.back().children = {leaf("c", 5.0)};
        QVERIFY(worstImbalance(root) > 0.16);
        root.children.back().combine = Combine::Max;
        root.children.back().children = {leaf("c", 6.0), leaf("d", 5.0)};
        QCOMPARE(worstImbalance(root), 0.0);
        root.children.back().combine = Combine::Overlap;
        QCOMPARE(worstImbalance(root), 0.0);
        root.children.back().value = 12.0;
        QVERIFY(worstImbalance(root.children.back()) > 0.08);
    }

    void findsByName() {
        const Estimate estimate = sample();
        QVERIFY(estimate.findMetric("energy_j") == &estimate.metrics.back());
        QVERIFY(estimate.findParts("energy_j") == &estimate.parts.back().second);
        QVERIFY(estimate.findTable("accesses") != nullptr);
        QVERIFY(estimate.findMetric("speed") == nullptr && estimate.findParts("") == nullptr &&
                estimate.findTable("x") == nullptr);
    }

    void schemaDescribesTheDocument() {
        QVERIFY(validate(toJson(sample()), estimateSchema()));
        QCOMPARE(toJsonSchema(estimateSchema())["properties"]["metrics"]["additionalProperties"]["required"].size(),
                 std::size_t{4});
    }
};

QTEST_APPLESS_MAIN(EstimateTest)
#include "estimate_test.moc"
