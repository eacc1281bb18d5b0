// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parameters/quantity_edit.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/flow_layout.h"
#include "views/support/plot/axis_ticks.h"
#include "views/support/text/sentence_case.h"
#include "views/support/text/told.h"
#include "views/support/theme/look.h"
#include "views/support/theme/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <qcustomplot.h>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace strata::views;
using strata::Message;
using strata::verbatim;

namespace {

/// The largest distance between two lightnesses of a picture, 0 to 255.
int contrastOf(const QImage& image) {
    int darkest = 255, lightest = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const int grey = qGray(image.pixel(x, y));
            darkest = std::min(darkest, grey);
            lightest = std::max(lightest, grey);
        }
    return lightest - darkest;
}

} // namespace

/// Controls that every view has, in our look.
class ControlsTest : public QObject {
    Q_OBJECT

private slots:
    void listsShowTheEntryThatIsChosen_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void listsShowTheEntryThatIsChosen() {
        QFETCH(bool, dark);
        applyLook(*qApp, dark);
        QWidget parent;
        ChoiceBox box(QStringLiteral("Scale"), QStringLiteral("Scale"), &parent);
        box.addItems({QStringLiteral("Absolute"), QStringLiteral("Relative"), QStringLiteral("Logarithmic")});
        box.setCurrentIndex(1);
        parent.show();
        box.showPopup();
        QVERIFY(QTest::qWaitForWindowExposed(box.view()->window()));
        for (int row = 0; row < box.count(); ++row) {
            const QRect place = box.view()->visualRect(box.model()->index(row, 0)).adjusted(4, 4, -4, -4);
            const int contrast = contrastOf(box.view()->viewport()->grab(place).toImage());
            QVERIFY2(contrast > 100, qPrintable(QStringLiteral("%1: %2").arg(box.itemText(row)).arg(contrast)));
        }
        box.hidePopup();
    }

    void mutedLabelsFollowTheTheme() {
        QLabel label(QStringLiteral("Estimate"));
        label.setProperty("tone", "muted");
        label.show();
        for (const bool dark : {false, true, false}) {
            applyLook(*qApp, dark);
            QCOMPARE(label.palette().color(QPalette::WindowText), theme(dark).text_muted);
        }
    }

    void dialogsHaveNoIconsOfTheDesktop() {
        applyLook(*qApp, false);
        QDialogButtonBox box(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
        box.show();
        QVERIFY(box.button(QDialogButtonBox::Cancel)->icon().isNull());
    }

    void controlsGoIntoTheNextRowInsteadOfBeingCut() {
        applyLook(*qApp, false);
        QWidget bar;
        auto* row = new FlowLayout(4);
        bar.setLayout(row);
        std::vector<ChoiceBox*> boxes;
        for (int i = 0; i < 4; ++i) {
            boxes.push_back(new ChoiceBox(QStringLiteral("Box"), QStringLiteral("Box"), &bar));
            boxes.back()->addItem(QStringLiteral("Predicted against measured"));
            row->addWidget(boxes.back());
        }
        const int wide = row->sizeHint().width();
        QCOMPARE(row->heightForWidth(wide), boxes[0]->sizeHint().height());
        for (const int width : {wide, wide / 2, wide / 3, boxes[0]->minimumSizeHint().width()}) {
            bar.resize(width, row->heightForWidth(width));
            bar.show();
            row->activate();
            QRect before;
            for (const ChoiceBox* box : boxes) {
                QVERIFY(box->width() >= box->minimumSizeHint().width());
                QVERIFY2(bar.rect().contains(box->geometry()), "in the bar");
                QVERIFY2(!box->geometry().intersects(before), "beside each other");
                before = box->geometry();
            }
        }
        QVERIFY(row->heightForWidth(wide / 3) > boxes[0]->sizeHint().height());
        // One that is hidden takes no room.
        boxes[1]->hide();
        QVERIFY(row->sizeHint().width() < wide);
        // What a row has to spare goes to those that want it.
        boxes[1]->show();
        bar.resize(wide + 100, 40);
        row->activate();
        QCOMPARE(boxes[3]->width(), boxes[3]->sizeHint().width());
    }

    void ticksKeepTheirDistance_data() {
        QTest::addColumn<bool>("logarithmic");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("energies") << false << 0.0 << 1.2e-4;
        QTest::newRow("times of five decades") << true << 1e-5 << 20.0;
        QTest::newRow("times of two decades") << true << 1e-3 << 0.3;
    }

    void ticksKeepTheirDistance() {
        QFETCH(bool, logarithmic);
        QFETCH(double, low);
        QFETCH(double, high);
        QCustomPlot plot;
        setQuantityTicks(*plot.xAxis, "s", QLocale::c(), logarithmic);
        plot.xAxis->setRange(low, high);
        const QFontMetricsF metrics(plot.font());
        int most = 0;
        for (const double length : {60.0, 90.0, 140.0, 300.0, 900.0}) {
            fitTickCount(*plot.xAxis, length, plot.font(), 9);
            QVector<double> ticks;
            QVector<QString> labels;
            plot.xAxis->ticker()->generate(plot.xAxis->range(), QLocale::c(), QLatin1Char('g'), 6, ticks, nullptr,
                                           &labels);
            double end = -1e9;
            int shown = 0;
            for (qsizetype i = 0; i < ticks.size(); ++i) {
                if (ticks[i] < low || ticks[i] > high) continue;
                const double at = length * (logarithmic ? std::log(ticks[i] / low) / std::log(high / low)
                                                        : (ticks[i] - low) / (high - low));
                const double half = metrics.horizontalAdvance(labels[i]) / 2;
                if (length > 100.0) QVERIFY2(at - half > end, qPrintable(labels[i]));
                end = at + half;
                ++shown;
            }
            QVERIFY2(shown >= most, "a longer axis has no fewer");
            most = shown;
        }
        QVERIFY(most >= 4);
    }

    void ticksSayNoZeros() {
        QCOMPARE(tickText(80.0 * 1024 * 1024 * 1024, "B", QLocale::c()), QStringLiteral("80 GiB"));
        QCOMPARE(tickText(5.0, "s", QLocale::c()), QStringLiteral("5 s"));
        QCOMPARE(tickText(2.5e-3, "s", QLocale(QLocale::German)), QStringLiteral("2,5 ms"));
    }

    void wordsBeginLikeSentencesAndNamesDoNot() {
        QCOMPARE(partTitle("idle-power"), QStringLiteral("Idle power"));
        QCOMPARE(partTitle(Message{"part.launch"}), QStringLiteral("Launch"));
        const Message waiting{"part.waiting-for-level", {{"level", "shared_glb"}}};
        QCOMPARE(partTitle(waiting), QStringLiteral("Waiting for shared glb"));
        QCOMPARE(partTitle(waiting, {{"shared_glb", "Global buffer"}}), QStringLiteral("Waiting for Global buffer"));
        const Message phase{"part.collective-of-level", {{"level", "fabric_1"}, {"collective", "all_reduce"}}};
        QCOMPARE(partTitle(phase), QStringLiteral("fabric 1: all reduce"));
        QCOMPARE(partTitle(verbatim("fc")), QStringLiteral("fc"));
        QCOMPARE(partTitle(verbatim("layers.mlp.up")), QStringLiteral("layers.mlp.up"));
    }

    void notesAreSentences() {
        QCOMPARE(noteSentence(QStringLiteral("limited by DRAM: 82 % of full speed")),
                 QStringLiteral("Limited by DRAM: 82 % of full speed."));
        QCOMPARE(noteSentence(QStringLiteral("psum_spad holds 16 words.")),
                 QStringLiteral("psum_spad holds 16 words."));
    }

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

    /// Labels in GiB stand at whole steps of GiB, not of 10^9 bytes.
    void ticksOfBytesAreRoundAsTheyAreLabelled() {
        QCustomPlot plot;
        setQuantityTicks(*plot.xAxis, "B", QLocale::c(), false);
        plot.xAxis->ticker()->setTickCount(8);
        constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
        QVector<double> ticks;
        QVector<QString> labels;
        plot.xAxis->ticker()->generate(QCPRange(18.6 * kGiB, 79.2 * kGiB), QLocale::c(), QLatin1Char('g'), 6, ticks,
                                       nullptr, &labels);
        QVERIFY(ticks.size() >= 5);
        for (const double tick : ticks)
            QVERIFY2(std::abs(tick / kGiB - std::round(tick / kGiB)) < 1e-9, qPrintable(QString::number(tick / kGiB)));
        QVERIFY2(labels.contains(QStringLiteral("40 GiB")), qPrintable(labels.join(u' ')));
    }

    void numbersWithLongUnitsAreNotCut_data() {
        QTest::addColumn<QString>("unit");
        QTest::addColumn<double>("value");
        QTest::newRow("words") << "words/cycle" << 127.5;
        QTest::newRow("tokens") << "token" << 8192.0;
        QTest::newRow("many tokens") << "token" << 1048576.0;
        QTest::newRow("bytes") << "B" << 50.0 * 1048576.0;
        QTest::newRow("bandwidth") << "B/s" << 3.35e12;
        QTest::newRow("rate") << "1/s" << 0.0125;
        QTest::newRow("count") << "" << 50257.0;
        QTest::newRow("large count") << "" << 16777216.0;
    }
    void numbersWithLongUnitsAreNotCut() {
        QFETCH(QString, unit);
        QFETCH(double, value);
        applyLook(*qApp, false);
        QuantityEdit edit;
        edit.setUp(unit.toStdString(), 0.0, 1e18, false, ValueScale());
        edit.resize(edit.sizeHint());
        edit.setValue(value);
        edit.show();
        edit.clearFocus();
        edit.setValue(value);
        const int text = edit.fontMetrics().horizontalAdvance(edit.text());
        QVERIFY2(text <= edit.width() - 12, qPrintable(edit.text()));
        if (unit.size() > 4) QVERIFY2(edit.text().contains(unit.left(4)), qPrintable(edit.text()));
    }
};

QTEST_MAIN(ControlsTest)
#include "controls_test.moc"
