// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/base/normal.h"
#include "core/base/quantity.h"
#include "core/base/random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <QtTest>
#include <set>

using namespace strata;
using Block = std::array<std::uint32_t, 4>;

class NumbersTest : public QObject {
    Q_OBJECT

private slots:
    /// Known answers of philox4x32-10 as published with Random123 (kat_vectors).
    void philoxKnownAnswers() {
        constexpr std::uint64_t kOnes = ~std::uint64_t{0};
        QVERIFY((CounterRandom(0, 0).block(0) == Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
        QVERIFY((CounterRandom(kOnes, kOnes).block(kOnes) == Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
        QVERIFY((CounterRandom(0x299f31d0a4093822, 0x0370734413198a2e).block(0x85a308d3243f6a88) ==
                 Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
    }

    void streamsAreReproducibleAndDifferent() {
        CounterRandom a(42, 1);
        CounterRandom b(42, 1);
        CounterRandom c(42, 2);
        std::set<std::uint64_t> seen;
        for (int i = 0; i < 1000; ++i) {
            const std::uint64_t bits = a.nextBits();
            QCOMPARE(bits, b.nextBits());
            seen.insert(bits);
            seen.insert(c.nextBits());
        }
        QCOMPARE(seen.size(), std::size_t{2000});
    }

    void uniformNumbersFillTheInterval() {
        CounterRandom random(7);
        double sum = 0;
        for (int i = 0; i < 100000; ++i) {
            const double x = random.nextUniform();
            QVERIFY(x >= 0.0 && x < 1.0);
            sum += x;
        }
        QVERIFY(std::abs(sum / 100000 - 0.5) < 0.005);
        std::array<int, 7> counts{};
        for (int i = 0; i < 70000; ++i)
            ++counts[random.nextBelow(7)];
        for (const int count : counts)
            QVERIFY(std::abs(count - 10000) < 500);
        QCOMPARE(random.nextBelow(0), std::uint64_t{0});
        QCOMPARE(random.nextBelow(1), std::uint64_t{0});
    }

    void sha256KnownAnswers() {
        QCOMPARE(sha256(""), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
        QCOMPARE(sha256("abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }

    void formats_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<int>("digits");
        QTest::addColumn<QString>("text");
        QTest::newRow("ms") << 0.00639352 << "s" << 3 << "6.39 ms";
        QTest::newRow("count") << 1278704.0 << "" << 3 << "1.28 M";
        QTest::newRow("half a count") << 0.50098 << "" << 3 << "0.501";
        QTest::newRow("a hundredth of a count") << 0.012345 << "" << 3 << "0.0123";
        QTest::newRow("next to nothing of a count") << 1.5e-7 << "" << 3 << "1.50e-07";
        QTest::newRow("uJ") << 360.05e-6 << "J" << 5 << "360.05 µJ";
        QTest::newRow("bytes") << 110592.0 << "B" << 3 << "108 KiB";
        QTest::newRow("bytes per second") << 3.2 * 0x1p40 << "B/s" << 3 << "3.20 TiB/s";
        QTest::newRow("ratio") << 0.5494 << "1" << 3 << "54.9 %";
        QTest::newRow("rounds up to the next prefix") << 999960.0 << "" << 3 << "1.00 M";
        QTest::newRow("just below") << 999000.0 << "" << 3 << "999 k";
        QTest::newRow("negative") << -0.002 << "J" << 3 << "-2.00 mJ";
        QTest::newRow("zero") << 0.0 << "s" << 3 << "0 s";
        QTest::newRow("no value") << std::nan("") << "s" << 3 << "–";
        QTest::newRow("beyond all prefixes") << 3e-30 << "s" << 3 << "3.00e-30 s";
        QTest::newRow("largest") << std::numeric_limits<double>::max() << "" << 3 << "1.80e+308";
        QTest::newRow("requests") << 140.0 << "requests/s" << 3 << "140 requests/s";
        QTest::newRow("few requests") << 0.0678 << "requests/s" << 3 << "0.0678 requests/s";
        QTest::newRow("tokens") << 2430.0 << "tokens/s" << 3 << "2.43 k tokens/s";
        QTest::newRow("a rate without a word") << 140.0 << "1/s" << 3 << "140 /s";
        QTest::newRow("a unit with a prefix") << 0.0005 << "pJ" << 3 << "500 aJ";
        QTest::newRow("pJ") << 18.18 << "pJ" << 3 << "18.2 pJ";
        QTest::newRow("part of an hour") << 0.248 << "h" << 3 << "0.248 h";
        QTest::newRow("many hours") << 12500.0 << "h" << 3 << "12500 h";
        QTest::newRow("many seconds") << 2166.4 << "s" << 3 << "2166 s";
        QTest::newRow("area") << 1.2e-5 << "m2" << 3 << "12.0 mm2";
    }

    void formats() {
        QFETCH(double, value);
        QFETCH(QString, unit);
        QFETCH(int, digits);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(formatQuantity(value, unit.toStdString(), digits)), text);
    }

    void exactTextReadsBack() {
        QCOMPARE(formatExact(0.1 + 0.2, "s"), std::string("0.30000000000000004 s"));
        QCOMPARE(formatExact(1278704, ""), std::string("1278704"));
    }

    void normalQuantilesArePublishedOnes() {
        // Table of the normal distribution.
        QVERIFY(std::abs(normalUpperQuantile(0.025) - 1.959964) < 1e-6);
        QVERIFY(std::abs(normalUpperQuantile(0.001) - 3.090232) < 1e-6);
        QVERIFY(std::abs(normalUpperQuantile(0.975) + 1.959964) < 1e-6);
        QVERIFY(std::abs(normalUpperQuantile(0.1) - kNormal90) < 1e-12);
        QVERIFY(std::abs(normalBelow(normalUpperQuantile(1e-4)) - (1.0 - 1e-4)) < 1e-12);
        QVERIFY(std::isfinite(normalUpperQuantile(0.0)) && std::isfinite(normalUpperQuantile(1.0)));
        QVERIFY(std::isnan(normalBelow(std::nan(""))));
        QCOMPARE(normalBelow(std::numeric_limits<double>::infinity()), 1.0);
    }

    void meanShortfallIsAnIntegral() {
        const double density_at_0 = 0.3989422804014327; // 1 / sqrt(2 pi)
        QVERIFY(std::abs(meanShortfall(3.0, 3.0, 2.0) - 2.0 * density_at_0) < 1e-12);
        QCOMPARE(meanShortfall(3.0, 1.0, 0.0), 2.0);
        QCOMPARE(meanShortfall(1.0, 3.0, 0.0), 0.0);
        double sum = 0.0; // over equally likely values
        constexpr int kValues = 100000;
        for (int i = 0; i < kValues; ++i)
            sum += std::max(0.0, 1.0 - (1.5 + 0.7 * normalUpperQuantile((i + 0.5) / kValues)));
        QVERIFY(std::abs(meanShortfall(1.0, 1.5, 0.7) - sum / kValues) < 1e-4);
    }

    void everyQuantityExplainsItself() {
        for (const char* name :
             {"latency_s", "energy_j", "cycles", "utilization", "edp_js", "memory_bytes", "tokens_per_s"}) {
            const Quantity* quantity = findQuantity(name);
            QVERIFY2(quantity != nullptr, name);
            QVERIFY(!quantity->title.empty() && quantity->help.ends_with('.'));
        }
        QVERIFY(findQuantity("latency") == nullptr);
    }
};

QTEST_APPLESS_MAIN(NumbersTest)
#include "numbers_test.moc"
