// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/hardware/refusals.h"

#include <nlohmann/json.hpp>
#include <QTest>

namespace strata::fixture {

void addRefusalColumns() {
    QTest::addColumn<QString>("changed");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("pointer");
}

void addRefusal(const char* name, const char* changed, const char* value, const char* code, const char* pointer) {
    QTest::newRow(name) << QString::fromUtf8(changed) << QString::fromUtf8(value) << QString::fromUtf8(code)
                        << QString::fromUtf8(pointer);
}

void checkRefusal(const std::function<Result<void>(const char* changed, Json value)>& read) {
    QFETCH(QString, changed);
    QFETCH(QString, value);
    QFETCH(QString, code);
    QFETCH(QString, pointer);
    const Result<void> answer = read(changed.toUtf8().constData(), Json::parse(value.toStdString()));
    QVERIFY(!answer);
    QCOMPARE(QString::fromStdString(answer.error().code), code);
    QCOMPARE(QString::fromStdString(answer.error().pointer), pointer);
    QVERIFY(!answer.error().text.empty());
    QVERIFY(!answer.error().expected.empty());
}

} // namespace strata::fixture
