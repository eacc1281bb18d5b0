// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/directives/directives.h"
#include "core/npu/loopnest.h"
#include "core/workload/kernel/operators.h"

#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::npu;

namespace {

workload::Problem convolution() {
    return *workload::buildProblem(
        Json::parse(R"({"operator": "conv2d", "n": 1, "c": 64, "m": 64, "p": 56, "q": 56, "r": 1, "s": 1})"), "");
}

/// A buffer, 4 clusters of 64 units, a register file each.
hardware::NpuArchitecture array() {
    hardware::NpuArchitecture npu;
    npu.clock_hz = 1e9;
    hardware::NpuLevel outside, inside;
    outside.name = "buffer";
    outside.entry_bits = outside.word_bits = 8;
    outside.fanout_y = 4;
    outside.fanout_x = 64;
    inside.name = "file";
    inside.entries = 4096;
    inside.entry_bits = inside.word_bits = 8;
    npu.levels = {outside, inside};
    npu.compute.name = "mac";
    npu.compute.word_bits = 8;
    return npu;
}

/// NVDLA-like: output channels over clusters, input channels inside of them.
const char* kChannels = R"(SpatialMap(1,1) K; // clusters
TemporalMap(64,64) C;
TemporalMap(Sz(R),Sz(R)) R; TemporalMap(Sz(S),Sz(S)) S;
TemporalMap(Sz(R),1) Y;
TemporalMap(Sz(S),1) X;
Cluster(64, P);
SpatialMap(1,1) C;
)";

} // namespace

class DirectivesTest : public QObject {
    Q_OBJECT

private slots:
    void sizesHaveBounds_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("huge") << "TemporalMap(99999999999999999999999999,1) K;";
        QTest::newRow("huge offset") << "TemporalMap(1,99999999999999999999999999) K;";
        QTest::newRow("huge cluster") << "Cluster(18446744073709551616, P);";
        QTest::newRow("sum") << "TemporalMap(1099511627776+1099511627776,1) K;";
        QTest::newRow("negative") << "TemporalMap(-1,1) K;";
        QTest::newRow("below 1") << "TemporalMap(1-1,1) K;";
        QTest::newRow("smaller than its filter") << "TemporalMap(0+Sz(R)-1,1) Y;";
        QTest::newRow("no number") << "TemporalMap(nan,1) K;";
        QTest::newRow("part of a number") << "TemporalMap(1.5,1) K;";
        QTest::newRow("wrong type") << "TemporalMap(\"1\",1) K;";
        QTest::newRow("one argument") << "TemporalMap(1) K;";
        QTest::newRow("one word") << "TemporalMap";
        QTest::newRow("zeros") << QString(16, QChar(0));
    }
    void sizesHaveBounds() {
        QFETCH(QString, text);
        const auto read = readDirectives(text.toStdString(), convolution(), "/plan/directives");
        QVERIFY(!read);
        QCOMPARE(read.error().pointer, std::string("/plan/directives"));
        QVERIFY(!read.error().text.empty() && !read.error().expected.empty());
        QVERIFY(readDirectives("", convolution(), "")->empty()); // no directive, as the field allows
    }

    void readsWhatTheFieldWrites() {
        const auto problem = convolution();
        const auto read = readDirectives(kChannels, problem, "/plan/directives");
        QVERIFY(read);
        QCOMPARE(read->size(), std::size_t{8});
        QCOMPARE((*read)[0], (Directive{Directive::Kind::Spatial, "m", 1, 1}));
        QCOMPARE((*read)[4], (Directive{Directive::Kind::Temporal, "p", 1, 1})); // rows of inputs are rows of outputs
        QCOMPARE((*read)[6], (Directive{Directive::Kind::Cluster, "", 64, 1}));
    }

    void sumsOfSizes() {
        const auto problem = *workload::buildProblem(
            Json::parse(R"({"operator": "conv2d", "n": 1, "c": 4, "m": 4, "p": 8, "q": 8, "r": 3, "s": 3})"), "");
        const auto read = readDirectives("TemporalMap(8+Sz(S)-1,8) X", problem, "");
        QVERIFY(read);
        QCOMPARE(read->front(), (Directive{Directive::Kind::Temporal, "q", 8, 8}));
    }

    void mistakesNameTheirLine() {
        const auto problem = convolution();
        for (const char* wrong :
             {"\nTemporalMap(1;1) K", "\nSpaceMap(1,1) K", "\nTemporalMap(1,1) Z", "\nTemporalMap(1,", "\nCluster(0,P)",
              "\nTemporalMap(99999999999999999999,1) K", "\nTemporalMap(0,1) K"}) {
            const auto read = readDirectives(wrong, problem, "/plan/directives");
            QVERIFY2(!read, wrong);
            QCOMPARE(read.error().pointer, std::string("/plan/directives"));
        }
    }

    /// Output channels take 16 steps, so that inputs are read 16 times and weights once.
    void countsOfChannelsInSpace() {
        const auto problem = convolution();
        const auto npu = array();
        const auto mapping = mappingOf(*readDirectives(kChannels, problem, ""), npu, problem, "");
        QVERIFY(mapping);
        LoopNestEvaluator evaluator(npu, problem);
        LoopNestResult result;
        evaluator.evaluate(*mapping, result);
        QVERIFY(result.violations.empty());
        const auto reads = [&](const char* tensor) {
            return result.levels[0].tensors[static_cast<std::size_t>(problem.findTensor(tensor))].reads;
        };
        QCOMPARE(reads("inputs"), 16. * 64 * 56 * 56);
        QCOMPARE(reads("weights"), 64. * 64);
        QCOMPARE(result.compute_cycles, 16. * 56 * 56);
    }

    void writtenAndReadAgain() {
        const auto problem = convolution();
        const auto npu = array();
        const auto mapping = mappingOf(*readDirectives(kChannels, problem, ""), npu, problem, "");
        const std::string text = directivesOf(*mapping, npu, problem);
        QVERIFY(text.find("Cluster(64,P);") != std::string::npos ||
                text.find("SpatialMap(1,1) C;") != std::string::npos);
        const auto again = readDirectives(text, problem, "");
        QVERIFY(again);
        LoopNestEvaluator evaluator(npu, problem);
        LoopNestResult first, second;
        evaluator.evaluate(*mapping, first);
        const auto read = mappingOf(*again, npu, problem, "");
        QVERIFY(read);
        evaluator.evaluate(*read, second);
        QCOMPARE(second.cycles, first.cycles);
        for (std::size_t t = 0; t < 3; ++t)
            QCOMPARE(second.levels[0].tensors[t].reads, first.levels[0].tensors[t].reads);
    }

    void overlappingOutputsAreRefused() {
        const auto problem = convolution();
        const auto read = readDirectives("TemporalMap(4,2) Y'", problem, "");
        QVERIFY(read);
        const auto mapping = mappingOf(*read, array(), problem, "/plan/directives");
        QVERIFY(!mapping);
        QCOMPARE(mapping.error().code, std::string("not-modelled"));
        QVERIFY(!mappingOf(*readDirectives("Cluster(2,P); Cluster(2,P); SpatialMap(1,1) K", problem, ""), array(),
                           problem, ""));
    }
};

QTEST_APPLESS_MAIN(DirectivesTest)
#include "directives_test.moc"
