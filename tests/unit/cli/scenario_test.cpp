// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "run.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QtTest>

using namespace strata;
using test::run;

class ScenarioCommandTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void aSoundOneIsAnswered();
    void aMissFails();
    void aKnownMissIsNamed();
    void oneIsEvaluated();

private:
    /// A library of one scenario: a kernel whose time follows its bytes.
    void write(const std::vector<std::pair<std::string, Json>>& changes) {
        Json document = *parseJson(R"({
            "id": "X1.1", "kind": "scenario", "name": "A copy", "group": "X1", "category": "test", "era": 2020,
            "question": "How long?", "target": "latency_s", "stress": "Bytes.", "source": "a test",
            "request": {"kind": "kernel", "hardware": "a100-sxm4-80gb",
                        "workload": {"operator": "copy", "bytes": 1e9, "dtype": "fp32"}},
            "knob": {"name": "bytes", "direction": "rises", "least_change": 0.5,
                     "settings": [{"/workload/bytes": 1e9}, {"/workload/bytes": 2e9}]},
            "expected": {"of": "value", "low": 0.00098, "high": 0.0016, "basis": "closed form",
                         "source": "2e9 B over 2.04 TB/s, at 61 % of it at worst"}})");
        for (const auto& [pointer, value] : changes)
            QVERIFY(setPointer(document, pointer, value));
        std::ofstream(root_->path().toStdString() + "/workloads/scenario/X1.1.json") << document.dump();
    }
    test::Run all() const { return run({"scenario", "all", "--data-root", root_->path().toStdString()}); }

    std::unique_ptr<QTemporaryDir> root_;
};

void ScenarioCommandTest::init() {
    root_ = std::make_unique<QTemporaryDir>();
    const std::filesystem::path to = root_->path().toStdString();
    const std::filesystem::path from = qEnvironmentVariable("STRATA_ROOT").toStdString();
    std::filesystem::create_directories(to / "workloads" / "scenario");
    std::filesystem::create_directories(to / "hwlib");
    for (const char* folder : {"gpu", "calibration"})
        std::filesystem::copy(from / "hwlib" / folder, to / "hwlib" / folder);
}

void ScenarioCommandTest::aSoundOneIsAnswered() {
    write({});
    const auto said = all();
    QVERIFY2(said.status == 0, (said.out + said.err).c_str());
    const auto has = [&](const char* text) { return said.out.find(text) != std::string::npos; };
    QVERIFY2(has("passes") && has("in 980 us to 1.60 ms"), said.out.c_str());
    QVERIFY(said.out.ends_with("1 scenarios: 1 answered, 1 in range, 1 moved by their knobs, 0 known misses, "
                               "0 failed\n"));
}

void ScenarioCommandTest::aMissFails() {
    write({{"/knob/direction", "falls"}});
    const auto said = all();
    QCOMPARE(said.status, 1);
    QVERIFY2(said.out.find("FAILS") != std::string::npos, said.out.c_str());
    QVERIFY2(said.out.find("X1.1: bytes: the metric does not fall") != std::string::npos, said.out.c_str());
    QVERIFY(said.out.ends_with("0 moved by their knobs, 0 known misses, 1 failed\n"));
}

void ScenarioCommandTest::aKnownMissIsNamed() {
    write({{"/expected/low", 0.0015}});
    const auto plain = all();
    QCOMPARE(plain.status, 1);
    QVERIFY(plain.out.ends_with("0 in range, 1 moved by their knobs, 0 known misses, 1 failed\n"));
    write({{"/expected/low", 0.0015}, {"/known_miss", "it is quick"}});
    const auto known = all();
    QCOMPARE(known.status, 1); // a miss stays visible
    QVERIFY2(known.out.find("X1.1: known miss: it is quick") != std::string::npos, known.out.c_str());
    QVERIFY(known.out.ends_with("0 in range, 1 moved by their knobs, 1 known misses, 0 failed\n"));
}

void ScenarioCommandTest::oneIsEvaluated() {
    write({});
    const auto said = run({"scenario", "X1.1", "--data-root", root_->path().toStdString()});
    QVERIFY2(said.status == 0, (said.out + said.err).c_str());
    QVERIFY(parseJson(said.out)->at("metrics").contains("latency_s"));
}

QTEST_GUILESS_MAIN(ScenarioCommandTest)
#include "scenario_test.moc"
