// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/timeline.h"

#include "core/base/random.h"

#include <QTest>

#include <cmath>
#include <deque>

using namespace strata;
using namespace strata::compose;

namespace {

struct Graph {
    std::vector<workload::Operator> operators;
    std::vector<QueuedOperator> queued;
    std::vector<double> counts;

    void add(double count, double seconds, double launches) {
        operators.push_back({"op", {}, count, workload::Pass::Forward, 0.0, launches});
        queued.push_back({seconds, launches});
        counts.push_back(count);
    }
};

/// Every kernel in its order, one after the other, with the launch queue as a list of start times.
double bruteForce(const Graph& graph, const std::vector<Segment>& segments, const QueueCosts& costs) {
    std::deque<double> starts;
    double host = costs.start_s + (costs.graph_replay ? costs.launch_s : 0.0);
    double device = 0;
    bool first = true;
    for (const Segment& segment : segments) {
        for (double repeat = 0; repeat < segment.repeats; ++repeat) {
            for (std::size_t i = segment.first; i < segment.last; ++i) {
                const double kernels = graph.counts[i] / segment.repeats * graph.queued[i].launches;
                for (double k = 0; k < kernels; ++k) {
                    if (!costs.graph_replay) {
                        if (static_cast<double>(starts.size()) >= costs.queue_depth) {
                            host = std::max(host, starts.front());
                            starts.pop_front();
                        }
                        host += costs.launch_s;
                    }
                    const double start = std::max(host, first ? 0.0 : device + costs.gap_s);
                    starts.push_back(start);
                    device = start + graph.queued[i].seconds / graph.queued[i].launches;
                    first = false;
                }
            }
        }
    }
    return device;
}

double sum(const std::vector<double>& values) {
    double total = 0;
    for (const double value : values)
        total += value;
    return total;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

} // namespace

class TimelineTest : public QObject {
    Q_OBJECT
private slots:
    void equalsBruteForce();
    void hostBound();
    void deviceBound();
    void replay();
    void manyRepeatsAreCheap();
    void segments();
    void nothingToRun();
};

void TimelineTest::equalsBruteForce() {
    CounterRandom random(7);
    for (int trial = 0; trial < 400; ++trial) {
        Graph graph;
        const double layers = 1.0 + static_cast<double>(random.nextBelow(60));
        const std::uint64_t in_layer = 1 + random.nextBelow(8);
        graph.add(1, 1e-6 * random.nextUniform(), 1);
        for (std::uint64_t i = 0; i < in_layer; ++i) {
            const double copies = 1.0 + static_cast<double>(random.nextBelow(3));
            // Times around the launch cost, so that now the host and now the device is late.
            graph.add(layers * copies, std::pow(10.0, -6.5 + 2.0 * random.nextUniform()),
                      static_cast<double>(random.nextBelow(4)));
        }
        graph.add(1, 1e-5 * random.nextUniform(), 2);
        QueueCosts costs;
        costs.launch_s = 1e-5 * random.nextUniform();
        costs.gap_s = 2e-6 * random.nextUniform();
        costs.queue_depth = static_cast<double>(1 + random.nextBelow(40));
        costs.graph_replay = random.nextBelow(4) == 0;
        costs.start_s = 1e-4 * random.nextUniform();
        const auto segments = segmentsOf(graph.operators);
        const Timeline timeline = runQueues(graph.queued, graph.counts, segments, costs);
        const double expected = bruteForce(graph, segments, costs);
        QVERIFY2(near(timeline.seconds, expected),
                 qPrintable(QString("trial %1: %2 instead of %3").arg(trial).arg(timeline.seconds).arg(expected)));
        QVERIFY(near(timeline.seconds, timeline.busy_s + sum(timeline.waits_s)));
    }
}

void TimelineTest::hostBound() {
    Graph graph;
    graph.add(100, 1e-6, 1);
    const Timeline timeline = runQueues(graph.queued, graph.counts, segmentsOf(graph.operators), {10e-6, 0.5e-6});
    // The last kernel starts when its launch has arrived.
    QVERIFY(near(timeline.seconds, 100 * 10e-6 + 1e-6));
    QVERIFY(near(timeline.host_s, 100 * 10e-6));
}

void TimelineTest::deviceBound() {
    Graph graph;
    graph.add(100, 100e-6, 1);
    const Timeline timeline = runQueues(graph.queued, graph.counts, segmentsOf(graph.operators), {10e-6, 2e-6});
    QVERIFY(near(timeline.seconds, 10e-6 + 100 * 100e-6 + 99 * 2e-6));
}

void TimelineTest::replay() {
    Graph graph;
    graph.add(100, 1e-6, 1);
    QueueCosts costs{10e-6, 0.5e-6};
    costs.graph_replay = true;
    const Timeline timeline = runQueues(graph.queued, graph.counts, segmentsOf(graph.operators), costs);
    QVERIFY(near(timeline.seconds, 10e-6 + 100 * 1e-6 + 99 * 0.5e-6));
}

void TimelineTest::manyRepeatsAreCheap() {
    Graph graph;
    for (int i = 0; i < 10; ++i)
        graph.add(1e8, i % 2 == 0 ? 3e-6 : 40e-6, 1);
    const Timeline timeline = runQueues(graph.queued, graph.counts, segmentsOf(graph.operators), {10e-6, 1e-6});
    QVERIFY(std::abs(timeline.seconds / (1e9 * (21.5e-6 + 1e-6)) - 1) < 1e-6);
}

void TimelineTest::segments() {
    Graph graph;
    for (const double count : {1.0, 1.0, 24.0, 72.0, 24.0, 1.0, 36.0, 500.0, 2.0})
        graph.add(count, 1e-6, 1);
    const auto segments = segmentsOf(graph.operators);
    QCOMPARE(segments.size(), std::size_t{6});
    QCOMPARE(segments[1].first, std::size_t{2});
    QCOMPARE(segments[1].last, std::size_t{5});
    QCOMPARE(segments[1].repeats, 24.0);
    QCOMPARE(segments[3].repeats, 36.0);
}

void TimelineTest::nothingToRun() {
    QueueCosts costs;
    costs.start_s = 1e-3;
    QCOMPARE(runQueues({}, {}, {}, costs).seconds, 1e-3);
    Graph graph;
    graph.add(10, 1e-3, 0); // views only
    QCOMPARE(runQueues(graph.queued, graph.counts, segmentsOf(graph.operators), costs).seconds, 1e-3);
}

QTEST_APPLESS_MAIN(TimelineTest)
#include "timeline_test.moc"
