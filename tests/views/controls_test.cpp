// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parameters/quantity_edit.h"
#include "views/support/look.h"
#include "views/support/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <qcustomplot.h>

using namespace strata::views;

/// Controls that every view has, in our look.
class ControlsTest : public QObject {
    Q_OBJECT

private slots:
    void enterTakesWhatWasTyped() {
        QuantityEdit edit;
        edit.setUp("Hz", 1e6, 1e10, false, ValueScale());
        edit.setLocale(QLocale::c());
        edit.setValue(1.41e9);
        edit.show();
        edit.activateWindow();
        edit.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&edit));
        double typed = 0.0;
        QString refused;
        connect(&edit, &QuantityEdit::typed, this, [&](double value) { typed = value; });
        connect(&edit, &QuantityEdit::refused, this, [&](const QString& text) { refused = text; });
        // Keys go to whatever has the focus, as from a keyboard.
        edit.selectAll();
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("1.2 GHz"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(typed, 1.2e9);
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("99 THz"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Enter);
        QVERIFY2(refused.contains(QStringLiteral("99 THz")), qPrintable(refused));
        QCOMPARE(typed, 1.2e9);
    }

    void numbersWithLongUnitsAreNotCut() {
        applyLook(*qApp, false);
        QuantityEdit edit;
        edit.setUp("words/cycle", 0.0, 1e6, false, ValueScale());
        edit.resize(edit.sizeHint());
        edit.setValue(127.5);
        edit.show();
        edit.clearFocus();
        edit.setValue(127.5);
        const int text = edit.fontMetrics().horizontalAdvance(edit.text());
        QVERIFY2(text <= edit.width() - 12, qPrintable(edit.text()));
        QVERIFY2(edit.text().endsWith(QStringLiteral("words/cycle")), qPrintable(edit.text()));
    }
};

QTEST_MAIN(ControlsTest)
#include "controls_test.moc"
