// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/encoding.h"

#include <algorithm>
#include <QTest>

using namespace strata::edge;

namespace {

double feature(std::string_view space, std::string_view text, std::string_view name) {
    const EncodingSpace& known = *encodingSpaceNamed(space);
    const auto names = known.names();
    const auto values = known.features(text);
    const auto place = std::ranges::find(names, name) - names.begin();
    return values.at(static_cast<std::size_t>(place));
}

} // namespace

class EncodingTest : public QObject {
    Q_OBJECT

private slots:
    void everySpaceHasAsManyFeaturesAsNames() {
        for (const auto& [space, text] :
             {std::pair{"nas-bench-201", "|nor_conv_3x3~0|+|none~0|skip_connect~1|+|none~0|none~1|nor_conv_1x1~2|"},
              std::pair{"fbnet", "7-8-1-8-4-8-8-8-7-4-1-4-7-3-2-7-3-2-4-2-4-5"},
              std::pair{"ofa", "ks75557757573753735353;e64466343363336346436;d22223;r204"}}) {
            const EncodingSpace& known = *encodingSpaceNamed(space);
            QCOMPARE(known.features(text).size(), known.names().size());
            QVERIFY(known.own_end <= known.names().size());
        }
    }

    /// As the spaces' own programs print them.
    void listsSayTheSame() {
        const EncodingSpace& chains = *encodingSpaceNamed("fbnet");
        QCOMPARE(chains.features("[7, 8, 1, 8, 4, 8, 8, 8, 7, 4, 1, 4, 7, 3, 2, 7, 3, 2, 4, 2, 4, 5]"),
                 chains.features("7-8-1-8-4-8-8-8-7-4-1-4-7-3-2-7-3-2-4-2-4-5"));
        const EncodingSpace& elastic = *encodingSpaceNamed("ofa");
        const auto plain = elastic.features("ks75557757573753735353;e64466343363336346436;d22223;r204");
        QVERIFY(!plain.empty());
        const std::string kernels = "[7, 5, 5, 5, 7, 7, 5, 7, 5, 7, 3, 7, 5, 3, 7, 3, 5, 3, 5, 3]";
        const std::string ratios = "[6, 4, 4, 6, 6, 3, 4, 3, 3, 6, 3, 3, 3, 6, 3, 4, 6, 4, 3, 6]";
        QCOMPARE(elastic.features("{'wid': None, 'ks': " + kernels + ", 'e': " + ratios +
                                  ", 'd': [2, 2, 2, 2, 3], 'r': [204]}"),
                 plain);
        QCOMPARE(elastic.features("{\"ks\":" + kernels + ",\"e\":" + ratios + ",\"d\":[2,2,2,2,3],\"r\":204}"), plain);
        for (const char* wrong : {"[2, 2, 2, 2, -3]", "[2, 2, 2, 2, 3.5]", "[2, 2, 2, 2]"})
            QVERIFY2(elastic.features("{'ks': " + kernels + ", 'e': " + ratios + ", 'd': " + wrong + ", 'r': [204]}")
                         .empty(),
                     wrong);
        QVERIFY(chains.features("[7, 8, 1]").empty());
    }

    /// 0 -> 1 -> 2 -> 3 is the only way through this cell, and the skip adds no depth.
    void liveEdgesAndDepthFollowTheWays() {
        const char* cell = "|nor_conv_3x3~0|+|none~0|skip_connect~1|+|none~0|avg_pool_3x3~1|nor_conv_1x1~2|";
        QCOMPARE(feature("nas-bench-201", cell, "count avg_pool_3x3"), 1.0);
        QCOMPARE(feature("nas-bench-201", cell, "live count avg_pool_3x3"), 1.0);
        QCOMPARE(feature("nas-bench-201", cell, "depth"), 2.0);
        const char* cut = "|none~0|+|nor_conv_3x3~0|nor_conv_3x3~1|+|none~0|nor_conv_3x3~1|skip_connect~2|";
        QCOMPARE(feature("nas-bench-201", cut, "count nor_conv_3x3"), 3.0);
        QCOMPARE(feature("nas-bench-201", cut, "live count nor_conv_3x3"), 1.0); // nothing reaches node 1
    }

    void depthsHideLayers() {
        const char* text = "ks75557757573753735353;e64466343363336346436;d22223;r224";
        QCOMPARE(feature("ofa", text, "layer 0 k7 e6"), 1.0);
        QCOMPARE(feature("ofa", text, "layer 2 k5 e4"), 0.0); // the first stage has two layers
        QCOMPARE(feature("ofa", text, "area"), 1.0);
    }

    void whatIsNoEncodingIsRefused_data() {
        QTest::addColumn<QString>("space");
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << "nas-bench-201"
                               << "";
        QTest::newRow("unknown operator") << "nas-bench-201"
                                          << "|conv_9x9~0|+|none~0|none~1|+|none~0|none~1|none~2|";
        QTest::newRow("wrong node") << "nas-bench-201"
                                    << "|none~1|+|none~0|none~1|+|none~0|none~1|none~2|";
        QTest::newRow("short") << "fbnet"
                               << "1-2-3";
        QTest::newRow("block 9") << "fbnet"
                                 << "9-8-1-8-4-8-8-8-7-4-1-4-7-3-2-7-3-2-4-2-4-5";
        QTest::newRow("no size") << "ofa"
                                 << "ks75557757573753735353;e64466343363336346436;d22223;";
        QTest::newRow("kernel 9") << "ofa"
                                  << "ks95557757573753735353;e64466343363336346436;d22223;r204";
    }
    void whatIsNoEncodingIsRefused() {
        QFETCH(QString, space);
        QFETCH(QString, text);
        const auto features = encodingFeatures(*encodingSpaceNamed(space.toStdString()), text.toStdString(), "/here");
        QVERIFY(!features);
        QCOMPARE(features.error().pointer, std::string("/here"));
        QVERIFY(!features.error().expected.empty());
    }
};

QTEST_GUILESS_MAIN(EncodingTest)
#include "encoding_test.moc"
