// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/request.h"
#include "views/parameters/quantity_text.h"
#include "views/parameters/value_scale.h"

#include <QtTest>

using namespace strata;
using namespace strata::views;

class ParametersTextTest : public QObject {
    Q_OBJECT

private slots:
    void prefixesKeepEveryBit_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        QTest::newRow("kibibytes") << 110592.0 << "B"
                                   << "108 KiB";
        QTest::newRow("quarters") << 1280.0 << "B"
                                  << "1.25 KiB";
        QTest::newRow("odd bytes") << 110593.0 << "B"
                                   << "110,593 B";
        QTest::newRow("clock") << 200e6 << "Hz"
                               << "200 MHz";
        QTest::newRow("odd clock") << 33333333.0 << "Hz"
                                   << "33.333333 MHz";
        QTest::newRow("count") << 14.0 << ""
                               << "14";
        QTest::newRow("energy") << 18.183829 << "pJ"
                                << "18.183829 pJ";
        QTest::newRow("tokens") << 8192.0 << "token"
                                << "8,192 tokens";
        QTest::newRow("one token") << 1.0 << "token"
                                   << "1 token";
        QTest::newRow("rate") << 14.0 << "1/s"
                              << "14 /s";
        QTest::newRow("latency") << 2.7e-6 << "s"
                                 << "2.7 \u00b5s";
        QTest::newRow("bandwidth") << 16.0 << "words/cycle"
                                   << "16 words/cycle";
    }

    void prefixesKeepEveryBit() {
        QFETCH(double, value);
        QFETCH(QString, unit);
        const QLocale english(QLocale::English, QLocale::UnitedStates);
        QTEST(editText(value, unit.toStdString(), english), "text");
        for (const QLocale& locale : {english, QLocale(QLocale::German, QLocale::Germany)})
            QCOMPARE(
                parseQuantity(editText(value, unit.toStdString(), locale), unit.toStdString(), locale).value_or(-1),
                value);
    }

    void glancesAreShort() {
        const QLocale english(QLocale::English, QLocale::UnitedStates);
        QCOMPARE(briefText(18.183829, "pJ", english), QStringLiteral("18.18 pJ"));
        QCOMPARE(briefText(33333333.0, "Hz", english), QStringLiteral("33.33 MHz"));
        QCOMPARE(briefText(110593.0, "B", english), QStringLiteral("110,593 B"));
        QCOMPARE(briefText(1.555e12, "B/s", english), QStringLiteral("1.555 TB/s"));
        QCOMPARE(briefText(0.202442, "1", english), QStringLiteral("0.2024"));
    }

    void readsWhatPeopleType() {
        const QLocale english(QLocale::English, QLocale::UnitedStates);
        QCOMPARE(parseQuantity(QStringLiteral("0.2 GHz"), "Hz", english).value_or(-1), 0.2e9);
        QCOMPARE(parseQuantity(QStringLiteral("200M"), "Hz", english).value_or(-1), 200e6);
        QCOMPARE(parseQuantity(QStringLiteral("64KiB"), "B", english).value_or(-1), 65536.0);
        QCOMPARE(parseQuantity(QStringLiteral("1,5"), "", QLocale(QLocale::German)).value_or(-1), 1.5);
        QCOMPARE(editText(0.8, "1", english), QStringLiteral("0.8"));
        QCOMPARE(parseQuantity(QStringLiteral("0.8"), "1", english).value_or(-1), 0.8);
        QCOMPARE(parseQuantity(QStringLiteral("80 %"), "1", english).value_or(-1), 0.8);
        QCOMPARE(parseQuantity(QStringLiteral("2.7 us"), "s", english).value_or(-1), 2.7e-6);
        QCOMPARE(parseQuantity(QStringLiteral("512 token"), "token", english).value_or(-1), 512.0);
        QCOMPARE(parseQuantity(QStringLiteral("8 1/s"), "1/s", english).value_or(-1), 8.0);
        QVERIFY(!parseQuantity(QStringLiteral("64 KiB"), "Hz", english));
        QVERIFY(!parseQuantity(QStringLiteral("many"), "", english));
        QVERIFY(!parseQuantity(QString(), "", english));
    }

    void scalesStepThroughRoundValues() {
        Parameter parameter;
        parameter.value = parameter.catalog_value = 108 * 1024;
        parameter.minimum = 1;
        parameter.maximum = 1e12;
        parameter.scale = Scale::Log2;
        parameter.integer = true;
        const ValueScale scale(parameter);
        QCOMPARE(scale.value(scale.position(108 * 1024)), 108.0 * 1024);
        QCOMPARE(scale.stepped(108 * 1024, 1), 112.0 * 1024);
        QCOMPARE(scale.stepped(109 * 1024, -1), 108.0 * 1024);
        QCOMPARE(scale.stepped(64 * 1024, -1), 56.0 * 1024);
        QVERIFY(scale.count() > 40 && scale.count() < 80);
        for (int i = 1; i < scale.count(); ++i)
            QVERIFY(scale.value(i) > scale.value(i - 1));
    }

    void linearScalesHaveBothEnds() {
        Parameter parameter;
        parameter.value = parameter.catalog_value = 2;
        parameter.minimum = 1;
        parameter.maximum = 16;
        parameter.integer = true;
        const ValueScale scale(parameter);
        QCOMPARE(scale.value(0), 1.0);
        QCOMPARE(scale.value(scale.count() - 1), 8.0);
        QCOMPARE(scale.stepped(2, 100), 8.0);
    }
};

QTEST_APPLESS_MAIN(ParametersTextTest)
#include "parameters_text_test.moc"
