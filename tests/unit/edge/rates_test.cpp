// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/rates.h"

#include "core/base/message_text.h"
#include "core/evaluate/method.h"
#include "tests/unit/evaluate/sample.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

/// The time on hardware that does not exist follows from its rates.
class EdgeRatesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    /// Amdahl: of 1 s on one core a tenth stays, so nine cores take 0.1 + 0.9 / 9 s.
    void threadsJoinByAmdahlsLaw() {
        const hardware::Soc soc = board("core-a", 1e9, 9);
        const auto one = edge::ratesOf(soc, {hardware::SocPart::Cpu, "all", 1}, {0.1, 1});
        const auto nine = edge::ratesOf(soc, {hardware::SocPart::Cpu, "all", 9}, {0.1, 1});
        QCOMPARE(one.arithmetic_per_s, 8e9);
        QVERIFY(std::abs(one.arithmetic_per_s / nine.arithmetic_per_s - 0.2) < 1e-12);
        QCOMPARE(nine.clock_hz, 1e9);
    }

    void halfPrecisionTakesTheFasterRate() {
        hardware::Soc soc = board("core-a", 1e9, 1);
        soc.units[0].ops_per_clock[index(NumberType::Fp16)] = 16;
        QCOMPARE(edge::ratesOf(soc, {}, {}).arithmetic_per_s, 8e9);
        QCOMPARE(edge::ratesOf(soc, {hardware::SocPart::Cpu, "all", 1, 1, true}, {}).arithmetic_per_s, 16e9);
    }

    void coefficientsFollowTheirOwnRate() {
        edge::AdditiveVector ones;
        ones.fill(1);
        const auto moved = edge::atRates(ones, {8, 4, 2}, {4, 1, 1});
        const auto names = edge::additiveFeatureNames();
        for (std::size_t j = 0; j < names.size(); ++j) {
            const double expected = names[j].ends_with("macs")                                           ? 2
                                    : names[j].ends_with("elements") || names[j].ends_with("parameters") ? 4
                                                                                                         : 2;
            QCOMPARE(moved[j], expected);
        }
    }

    /// Boards with the asked cores decide alone; without any, the median of all, whatever one broken board says.
    void boardsWithTheSameCoresDecide() {
        edge::AdditiveVector counts{}, coefficients{};
        counts[0] = coefficients[0] = 1;
        const auto source = [&](double seconds, const char* core) {
            edge::RatedSource made{coefficients, {1, 1, 1}, core};
            made.coefficients[0] = seconds;
            return made;
        };
        const std::vector<edge::RatedSource> sources{source(1, "a"), source(2, "b"), source(3, "b"), source(100, "c")};
        const auto same = edge::latencyFrom(sources, {1, 1, 1}, "a", counts);
        QVERIFY(same.same_core);
        QCOMPARE(same.seconds, 1.0);
        const auto other = edge::latencyFrom(sources, {2, 1, 1}, "d", counts);
        QVERIFY(!other.same_core);
        QVERIFY(std::abs(other.seconds - std::sqrt(6.0) / 2) < 1e-12);
    }

    /// Measured boards and unknown ones: no fact of the hardware makes a network slower as it grows, each one of the
    /// rates makes it faster somewhere, and steps of 1 % never move it by 3 %.
    void sweptFactsMoveTheLatency_data() {
        QTest::addColumn<QString>("sample");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<double>("stated");
        for (const char* sample : {"resnet18-raspberry-pi-4.json", "resnet18-unknown-board.json"}) {
            for (const auto& [pointer, stated] :
                 {std::pair{"/units/0/clock_hz", 1.8e9}, std::pair{"/memory_bytes_per_s", 12.8e9},
                  std::pair{"/units/0/ops_per_clock/fp32", 8.0}, std::pair{"/units/0/ops_per_clock/fp16", 16.0}})
                QTest::addRow("%s %s", sample, pointer) << QString(sample) << QString(pointer) << stated;
        }
    }
    void sweptFactsMoveTheLatency() {
        QFETCH(const QString, sample);
        QFETCH(const QString, pointer);
        QFETCH(const double, stated);
        double before = 0, first = 0;
        for (double share = 0.5; share <= 2.0; share *= 1.01) {
            Json request = test::sampleRequest(qPrintable(sample));
            request.erase("label");
            if (pointer.endsWith("fp32")) QVERIFY(setFact(request, "/units/0/ops_per_clock/fp16", stated * share));
            QVERIFY(setFact(request, pointer.toStdString(), stated * share));
            const double seconds = latencyOf(request);
            QVERIFY(seconds > 0);
            if (before > 0) QVERIFY2(seconds <= before * (1 + 1e-12), qPrintable(QString::number(share)));
            if (before > 0) QVERIFY2(seconds > 0.97 * before, qPrintable(QString::number(share)));
            if (first == 0) first = seconds;
            before = seconds;
        }
        QVERIFY(before < 0.95 * first);
    }

    /// Threads beyond the little cores wait for them instead of taking big ones, and "big" leaves the little ones out.
    void threadsStayOnTheirCores() {
        hardware::Soc soc = board("core-a", 2e9, 2);
        soc.units.push_back(board("core-b", 1e9, 4).units[0]);
        const auto rate = [&](const char* cores, double threads) {
            return edge::ratesOf(soc, {hardware::SocPart::Cpu, cores, threads}, {}).arithmetic_per_s;
        };
        QCOMPARE(rate("big", 2), 32e9);
        QCOMPARE(rate("big", 6), 32e9);
        QCOMPARE(rate("little", 4), 32e9);
        QCOMPARE(rate("little", 6), 32e9);
        QCOMPARE(rate("all", 6), 64e9);
        QCOMPARE(edge::threadsAtOnce(soc, {hardware::SocPart::Cpu, "little", 6}), 4.0);
        // A clock that somebody turns down makes no other family of the same cores.
        soc.units[0].clock_hz = 0.5e9;
        QCOMPARE(edge::coreOf(soc, {hardware::SocPart::Cpu, "all", 1}), std::string("core-a"));
        QCOMPARE(edge::coreOf(soc, {hardware::SocPart::Cpu, "little", 1}), std::string("core-b"));
    }

    /// Chips with big and little cores, measured and unknown ones: on the cores of one choice a further thread makes no
    /// network slower.
    void furtherThreadsSlowNothing_data() {
        QTest::addColumn<QString>("device");
        QTest::addColumn<int>("threads");
        QTest::newRow("three little cores") << "snapdragon-8-gen-2" << 8;
        QTest::newRow("four little cores") << "rk3588-board" << 8;
        QTest::newRow("not measured") << "exynos-2400" << 10;
    }
    void furtherThreadsSlowNothing() {
        QFETCH(QString, device);
        QFETCH(int, threads);
        for (const char* cores : {"little", "big"}) {
            double before_s = 1e9;
            for (int thread = 1; thread <= threads; ++thread) {
                Json request = test::sampleRequest("resnet18-raspberry-pi-4.json");
                request["hardware"] = device.toStdString();
                request["plan"]["cores"] = cores;
                request["plan"]["threads"] = thread;
                const double latency_s = latencyOf(request);
                QVERIFY(latency_s > 0);
                const std::string told = std::string(cores) + ", " + std::to_string(thread) +
                                         " threads: " + std::to_string(latency_s) + " s after " +
                                         std::to_string(before_s) + " s";
                QVERIFY2(latency_s <= before_s * 1.0001, told.c_str());
                before_s = latency_s;
            }
        }
    }

    /// The further a board is from what was measured, the wider its interval, from that of the board itself on.
    void changedBoardsAreLessCertain() {
        double before = 0;
        for (const double share : {1.0, 1.001, 1.1, 1.5, 3.0}) {
            Json request = test::sampleRequest("resnet18-raspberry-pi-4.json");
            QVERIFY(setFact(request, "/units/0/clock_hz", 1.8e9 * share));
            const auto estimate = evaluate(request, Context{*library_, {}});
            QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
            const Metric& latency = *estimate->findMetric("latency_s");
            const double width = std::log(latency.high / latency.low);
            QVERIFY(width > before);
            if (share == 1.001) QVERIFY(width < 1.02 * before);
            before = width;
        }
    }

private:
    static hardware::Soc board(const char* core, double clock_hz, double cores) {
        hardware::Soc soc;
        hardware::SocUnit unit;
        unit.core = core;
        unit.cores = cores;
        unit.clock_hz = clock_hz;
        unit.ops_per_clock[index(NumberType::Fp32)] = 8;
        soc.units = {unit};
        return soc;
    }
    static bool setFact(Json& request, const std::string& pointer, double value) {
        if (request["hardware"].is_string())
            request["hardware"] = Json{{"base", request["hardware"]}, {"set", Json::object()}};
        if (request["hardware"].contains("base")) {
            request["hardware"]["set"][pointer] = value;
            return true;
        }
        return bool(setPointer(request["hardware"], pointer, value));
    }
    double latencyOf(const Json& request) const {
        const auto estimate = evaluate(request, Context{*library_, {}});
        return estimate ? estimate->findMetric("latency_s")->value : -1;
    }

    std::shared_ptr<const Library> library_;
};

QTEST_GUILESS_MAIN(EdgeRatesTest)
#include "rates_test.moc"
