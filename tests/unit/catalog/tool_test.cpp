// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/catalog/tool.h"

#include <nlohmann/json.hpp>
#include <QTest>
#include <set>

using namespace strata;

namespace {

Json sound() {
    return *parseJson(R"({
        "id": "tool-x", "kind": "tool", "name": "X", "year": 2020, "source": "A paper",
        "role": "predictor", "methodology": "analytical", "platforms": ["GPU"], "levels": ["kernel"],
        "predicts": ["latency"], "summary": "Counts.", "needs": "a datasheet", "speed": "milliseconds",
        "works_when": "kernels are regular", "breaks_when": ["they are not"],
        "claims": [{"of": "hardware", "setting": "V100", "low_pct": 2, "high_pct": 5, "source": "A paper, table 2"}],
        "verifications": [{"of": "hardware", "setting": "V100", "low_pct": 9, "source": "Another paper"}],
        "disagreements": [{"about": "the error", "statements": [{"says": "2 %", "source": "one"},
                                                                {"says": "9 %", "source": "two"}]}]})");
}

} // namespace

class ToolTest : public QObject {
    Q_OBJECT

private slots:
    void everythingIsRead();
    void errorsNameTheField_data();
    void errorsNameTheField();
    void theLibraryHoldsTheField();
};

void ToolTest::everythingIsRead() {
    const auto tool = readTool(sound(), {});
    QVERIFY2(tool, tool ? "" : describe(tool.error()).c_str());
    QCOMPARE(tool->claims.front().high_pct, 5.0);
    QCOMPARE(tool->verifications.front().low_pct, 9.0);
    QCOMPARE(tool->verifications.front().high_pct, 9.0); // a single number
    QCOMPARE(tool->disagreements.front().statements.size(), std::size_t{2});
    QCOMPARE(tool->breaks_when, std::vector<std::string>{"they are not"});
    QCOMPARE(tool->year, 2020);
}

void ToolTest::errorsNameTheField_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* name, const char* pointer, const char* value, const char* named = nullptr) {
        QTest::newRow(name) << pointer << value << (named ? named : pointer);
    };
    row("a range the wrong way", "/claims/0/high_pct", "1");
    row("a claim without source", "/claims/0", R"({"of": "hardware", "setting": "V100", "low_pct": 2})", "/claims/0");
    row("a negative error", "/verifications/0/low_pct", "-1");
    row("one statement disagrees with nobody", "/disagreements/0/statements", R"([{"says": "2 %", "source": "one"}])");
    row("no platform", "/platforms", "[]");
    row("unknown key", "/accuracy", "0.9");
}

void ToolTest::errorsNameTheField() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, named);
    Json document = sound();
    QVERIFY(setPointer(document, pointer.toStdString(), *parseJson(value.toStdString())));
    const auto tool = readTool(document, {});
    QVERIFY(!tool);
    QCOMPARE(QString::fromStdString(tool.error().pointer), named);
}

void ToolTest::theLibraryHoldsTheField() {
    const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    QVERIFY2(library, library ? "" : describe(library.error()).c_str());
    std::set<std::string> ids, methodologies, platforms;
    std::vector<Tool> tools;
    for (const Entry& entry : (*library)->entries()) {
        if (entry.kind != EntryKind::Tool) continue;
        const auto tool = readTool(*entry.document, {});
        QVERIFY2(tool, tool ? "" : describe(tool.error()).c_str());
        // Engines and chips have entries of their own under the plain name.
        QVERIFY2(tool->id.starts_with("tool-"), tool->id.c_str());
        ids.insert(tool->id);
        methodologies.insert(tool->methodology);
        platforms.insert(tool->platforms.begin(), tool->platforms.end());
        tools.push_back(*tool);
    }
    QVERIFY(ids.size() >= 100);
    QVERIFY(methodologies.contains("analytical") && methodologies.contains("cycle-accurate"));
    QVERIFY(platforms.contains("NPU") && platforms.contains("GPU") && platforms.contains("edge"));
    for (const Tool& tool : tools) {
        const std::string successor = (*library)->find(tool.id)->document->value("successor", std::string());
        QVERIFY2(successor.empty() || ids.contains(successor), tool.id.c_str());
    }
}

QTEST_GUILESS_MAIN(ToolTest)
#include "tool_test.moc"
