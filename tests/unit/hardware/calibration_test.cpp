// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/calibration/calibration.h"
#include "tests/unit/hardware/refusals.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>
#include <random>

using namespace strata;
using namespace strata::hardware;

namespace {

Calibration fitted() {
    Calibration calibration;
    calibration.id = "toy-fit";
    calibration.suite = "toy";
    calibration.data = "made up for this test";
    calibration.command = "strata-lab calibrate toy";
    calibration.points = 1234;
    calibration.residual_p50 = 0.05;
    calibration.residual_p90 = 0.21;
    calibration.values = {{"launch_s", 3.25e-6}, {"overlap", 0.5}};
    calibration.origins = {{"overlap", "between 0 and 1; assumed"}};
    calibration.groups = {{{{"device", "t4"}, {"operator", "linear"}}, {{"factor", 0.91}}, 100},
                          {{{"device", "p4"}}, {}, 0}};
    calibration.residuals = {{{{"class", "linear"}, {"seen", "no"}}, -0.2, 0.01, 0.25, 0.18, -0.5, 40}};
    return calibration;
}

Json with(const char* pointer, Json value) {
    Json changed = toJson(fitted());
    changed[Json::json_pointer(pointer)] = std::move(value);
    return changed;
}

} // namespace

class CalibrationTest : public QObject {
    Q_OBJECT
private slots:
    void readsWhatItWrote();
    void roundsToSixDigits();
    void roundingIsStable();
    void findsAGroupByItsWholeKey();
    void listsMayBeAbsent();
    void refuses_data();
    void refuses();
};

void CalibrationTest::readsWhatItWrote() {
    const auto read = readCalibration(toJson(fitted()), "");
    QVERIFY2(read, read ? "" : describe(read.error()).c_str());
    QVERIFY(*read == fitted());
}

void CalibrationTest::roundsToSixDigits() {
    Calibration calibration = fitted();
    calibration.values = {{"a", 1.23456789}, {"b", -9.99999951e-7}, {"c", 123456789.0}, {"d", 0.0}, {"e", 1.0 / 3.0}};
    calibration.residuals[0].sigma = 0.1 + 0.2;
    calibration.groups[0].values["factor"] = 2.0 / 3.0;
    const Json written = toJson(calibration);
    QVERIFY(written["values"] ==
            Json::parse(R"({"a": 1.23457, "b": -1e-6, "c": 123457000.0, "d": 0.0, "e": 0.333333})"));
    QVERIFY(written["residuals"][0]["sigma"] == Json(0.3));
    QVERIFY(written["groups"][0]["values"]["factor"] == Json(0.666667));
}

/// A file that is read and written again is the same file, whatever the fit found.
void CalibrationTest::roundingIsStable() {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> exponent(-30, 30);
    for (int i = 0; i < 2000; ++i) {
        Calibration calibration = fitted();
        calibration.values["x"] = std::pow(10.0, exponent(random));
        const Json first = toJson(calibration);
        const auto read = readCalibration(first, "");
        QVERIFY(read);
        QCOMPARE(canonicalText(toJson(*read)), canonicalText(first));
        QVERIFY(std::abs(read->values.at("x") / calibration.values["x"] - 1) <= 5e-6);
    }
}

void CalibrationTest::findsAGroupByItsWholeKey() {
    const Calibration calibration = fitted();
    QCOMPARE(calibration.find({{"device", "t4"}, {"operator", "linear"}}), &calibration.groups[0]);
    QCOMPARE(calibration.find({{"device", "p4"}}), &calibration.groups[1]);
    QVERIFY(calibration.find({{"device", "t4"}}) == nullptr);
    QVERIFY(calibration.find({}) == nullptr);
}

void CalibrationTest::listsMayBeAbsent() {
    Json bare = toJson(fitted());
    bare.erase("groups");
    bare.erase("residuals");
    const auto read = readCalibration(bare, "");
    QVERIFY(read);
    QVERIFY(read->groups.empty() && read->residuals.empty());
}

void CalibrationTest::refuses_data() {
    fixture::addRefusalColumns();
    const auto row = fixture::addRefusal;
    row("unknown key", "/notes", "\"a\"", "unknown-key", "/c/notes");
    row("unknown key of a group", "/groups/0/size", "1", "unknown-key", "/c/groups/0/size");
    row("coefficient is a text", "/values/overlap", "\"half\"", "wrong-type", "/c/values/overlap");
    row("coefficient is null", "/values/overlap", "null", "wrong-type", "/c/values/overlap");
    row("key is a number", "/groups/0/key/device", "4", "wrong-type", "/c/groups/0/key/device");
    row("negative points", "/points", "-1", "out-of-range", "/c/points");
    row("half a point", "/groups/1/points", "0.5", "wrong-type", "/c/groups/1/points");
    row("negative spread", "/residuals/0/sigma", "-0.1", "out-of-range", "/c/residuals/0/sigma");
    row("impossible correlation", "/residuals/0/correlation", "1.01", "out-of-range", "/c/residuals/0/correlation");
    row("falling quantiles", "/residuals/0/p10", "0.02", "bad-value", "/c/residuals/0/p50");
    row("one key twice", "/groups/1/key", R"({"device": "t4", "operator": "linear"})", "bad-value", "/c/groups/1/key");
    row("no suite", "/suite", "7", "wrong-type", "/c/suite");
    row("another kind", "/kind", "\"gpu\"", "bad-value", "/c/kind");
    row("not an object", "", "[]", "wrong-type", "/c");
}

void CalibrationTest::refuses() {
    fixture::checkRefusal([](const char* changed, Json value) -> Result<void> {
        const auto read = readCalibration(with(changed, std::move(value)), "/c");
        return read ? Result<void>() : Result<void>(read.error());
    });
}

QTEST_APPLESS_MAIN(CalibrationTest)
#include "calibration_test.moc"
