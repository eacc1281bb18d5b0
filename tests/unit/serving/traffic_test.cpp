// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/traffic/traffic.h"

#include <QTest>

#include <cmath>

using namespace strata::serving;

class TrafficTest : public QObject {
    Q_OBJECT

private slots:
    void pythonsNumbers();
    void gapsHaveTheirRateAndSpread_data();
    void gapsHaveTheirRateAndSpread();
    void lengthsStayInRange_data();
    void lengthsStayInRange();
    void zipfFavoursTheShortest();
    void durationEndsTheStream();
    void lengthsLeaveGapsAlone();
    void traceLengthsComeInPairs();
    void referenceRequests();
};

/// random.seed(42); random.random() twice: Python's documentation of the generator fixes these values across
/// versions.
void TrafficTest::pythonsNumbers() {
    PythonRandom random(42);
    QCOMPARE(random.uniform(), 0.6394267984578837);
    QCOMPARE(random.uniform(), 0.025010755222666936);
}

void TrafficTest::gapsHaveTheirRateAndSpread_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("cv");
    QTest::newRow("poisson") << static_cast<int>(ArrivalProcess::Kind::Poisson) << 1.0;
    QTest::newRow("gamma, smooth") << static_cast<int>(ArrivalProcess::Kind::Gamma) << 0.5;
    QTest::newRow("gamma, bursty") << static_cast<int>(ArrivalProcess::Kind::Gamma) << 2.0;
    QTest::newRow("even") << static_cast<int>(ArrivalProcess::Kind::Even) << 0.0;
}

void TrafficTest::gapsHaveTheirRateAndSpread() {
    QFETCH(int, kind);
    QFETCH(double, cv);
    TrafficOptions options;
    options.arrivals = {static_cast<ArrivalProcess::Kind>(kind), 4.0, cv};
    options.requests = 40000;
    GeneratedTraffic traffic(options);
    double last = 0, sum = 0, squares = 0;
    for (Arrival arrival; traffic.next(arrival); last = arrival.time_s) {
        sum += arrival.time_s - last;
        squares += (arrival.time_s - last) * (arrival.time_s - last);
    }
    const double n = 40000, mean = sum / n;
    QVERIFY(std::abs(mean * 4 - 1) < 0.04);
    QVERIFY(std::abs(std::sqrt(std::max(0.0, squares / n - mean * mean)) / mean - cv) < 0.05 * std::max(0.1, cv));
}

void TrafficTest::lengthsStayInRange_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("mean");
    QTest::newRow("uniform") << static_cast<int>(LengthDistribution::Kind::Uniform) << 550.0;
    QTest::newRow("lognormal") << static_cast<int>(LengthDistribution::Kind::LogNormal) << 400.0;
}

void TrafficTest::lengthsStayInRange() {
    QFETCH(int, kind);
    QFETCH(double, mean);
    TrafficOptions options;
    options.prompt = {
        .kind = static_cast<LengthDistribution::Kind>(kind), .tokens = 400, .cv = 0.2, .minimum = 100, .maximum = 1000};
    options.requests = 20000;
    GeneratedTraffic traffic(options);
    double sum = 0;
    for (Arrival arrival; traffic.next(arrival);) {
        QVERIFY(arrival.prompt_tokens >= 100 && arrival.prompt_tokens <= 1000);
        QCOMPARE(arrival.output_tokens, 512);
        sum += arrival.prompt_tokens;
    }
    QVERIFY(std::abs(sum / 20000 / mean - 1) < 0.02);
}

/// P(k) = k^-theta / zeta: with theta 0.6 over 100 lengths the shortest has 1 in 15.4.
void TrafficTest::zipfFavoursTheShortest() {
    TrafficOptions options;
    options.prompt = {.kind = LengthDistribution::Kind::Zipf, .minimum = 10, .maximum = 109};
    options.requests = 50000;
    GeneratedTraffic traffic(options);
    double zeta = 0, shortest = 0;
    for (int k = 1; k <= 100; ++k)
        zeta += std::pow(k, -0.6);
    int longest = 0;
    for (Arrival arrival; traffic.next(arrival);) {
        shortest += arrival.prompt_tokens == 10 ? 1 : 0;
        longest = std::max(longest, static_cast<int>(arrival.prompt_tokens));
    }
    QVERIFY(std::abs(shortest / 50000 * zeta - 1) < 0.05);
    QCOMPARE(longest, 109);
}

void TrafficTest::durationEndsTheStream() {
    TrafficOptions options;
    options.arrivals.rate_per_s = 10;
    options.duration_s = 100;
    GeneratedTraffic traffic(options);
    int made = 0;
    double last = 0;
    for (Arrival arrival; traffic.next(arrival); ++made)
        last = arrival.time_s;
    QVERIFY(last <= 100);
    QVERIFY(made > 850 && made < 1150);
}

void TrafficTest::lengthsLeaveGapsAlone() {
    TrafficOptions options;
    options.requests = 100;
    TrafficOptions other = options;
    other.prompt = {.kind = LengthDistribution::Kind::LogNormal};
    GeneratedTraffic a(options), b(other);
    for (Arrival arrival, two; a.next(arrival);) {
        QVERIFY(b.next(two));
        QCOMPARE(arrival.time_s, two.time_s);
    }
}

void TrafficTest::traceLengthsComeInPairs() {
    TrafficOptions options;
    options.trace = std::make_shared<const std::vector<Arrival>>(
        std::vector<Arrival>{{0, 10, 1, {}, 0}, {0, 20, 2, {}, 0}, {0, 30, 3, {}, 0}});
    options.prompt.kind = options.output.kind = LengthDistribution::Kind::Trace;
    options.requests = 300;
    GeneratedTraffic traffic(options);
    int seen[4] = {};
    for (Arrival arrival; traffic.next(arrival);) {
        QCOMPARE(arrival.prompt_tokens, 10 * arrival.output_tokens);
        ++seen[arrival.output_tokens];
    }
    for (const int row : {1, 2, 3})
        QVERIFY(seen[row] > 50);
}

/// The first requests of the reference's run at 2 per second with totals in [128, 512] and a ratio of 20.
void TrafficTest::referenceRequests() {
    const auto arrivals = vidurTraffic({.rate_per_s = 2, .minimum = 128, .maximum = 512, .requests = 3});
    QVERIFY(std::abs(arrivals[0].time_s - 0.510030145) < 1e-8);
    QCOMPARE(arrivals[0].prompt_tokens, 130);
    QCOMPARE(arrivals[0].output_tokens, 7);
    QCOMPARE(arrivals[1].prompt_tokens, 202);
    QCOMPARE(arrivals[2].output_tokens, 19);
}

QTEST_APPLESS_MAIN(TrafficTest)
#include "traffic_test.moc"
