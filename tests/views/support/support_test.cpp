// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/scene_fixture.h"
#include "views/support/base/view.h"
#include "views/support/base/view_state.h"
#include "views/support/plot/axis_ticks.h"
#include "views/support/table/part_model.h"
#include "views/support/table/table_model.h"
#include "views/support/text/text.h"
#include "views/support/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace strata;
using namespace strata::views;

namespace {

/// Counts what the base class makes it do.
class CountingView : public View {
public:
    void paintFigure(QPainter&, const QRectF&, const FigureStyle&) const override {}
    Table figureData() const override { return {}; }
    int refreshes = 0;
    int paints = 0;
    int paints_when_told = -1;

protected:
    void refresh() override {
        ++refreshes;
        update();
    }
    void paintEvent(QPaintEvent*) override { ++paints; }
};

QString dump(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0) {
    QString text;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        text += QString(2 * depth, QLatin1Char(' ')) + index.data().toString() + QLatin1Char('\n');
        text += dump(model, index, depth + 1);
    }
    return text;
}

} // namespace

class SupportTest : public QObject {
    Q_OBJECT

private slots:
    void scenesOfOneTurnRefreshOnce() {
        CountingView view;
        QSignalSpy told(&view, &View::refreshed);
        connect(&view, &View::refreshed, &view, [&] { view.paints_when_told = view.paints; });
        view.show();
        QTRY_COMPARE(told.count(), 1);
        const int paints = view.paints;
        for (int i = 0; i < 5; ++i)
            view.setScene(fixture::scene(false));
        QCOMPARE(view.refreshes, 1);
        QTRY_COMPARE(told.count(), 2);
        QCOMPARE(view.refreshes, 2);
        // The signal comes after the repaint that the refresh asked for.
        QVERIFY(view.paints_when_told > paints);
    }

    void hiddenViewsWait() {
        CountingView view;
        view.setScene(fixture::scene(false));
        QTest::qWait(30);
        QCOMPARE(view.refreshes, 0);
        view.show();
        QTRY_COMPARE(view.refreshes, 1);
        view.hide();
        view.setScene(fixture::scene(true));
        QTest::qWait(30);
        QCOMPARE(view.refreshes, 1);
        view.show();
        QTRY_COMPARE(view.refreshes, 2);
    }

    void paletteChangesRefresh() {
        CountingView view;
        view.show();
        QTRY_COMPARE(view.refreshes, 1);
        view.setPalette(theme(true).palette());
        QTRY_COMPARE(view.refreshes, 2);
        QVERIFY(themeFor(view.palette()).dark);
    }

    void baselineOfItselfIsNone() {
        Scene scene = *fixture::scene(true);
        QVERIFY(scene.baselineDesign());
        scene.baseline = scene.selected;
        QVERIFY(!scene.baselineDesign());
        scene.selected = 7;
        QVERIFY(!scene.selectedDesign());
    }

    /// Ticks close together have the digits that tell them apart, others no more than they need.
    void ticksDiffer() {
        const auto texts = tickTexts({1.22210, 1.22215, 1.22220}, "s", QLocale::c());
        QCOMPARE(texts, (QVector<QString>{QStringLiteral("1.2221 s"), QStringLiteral("1.22215 s"),
                                          QStringLiteral("1.2222 s")}));
        QCOMPARE(tickTexts({0.0, 0.1, 0.2}, "s", QLocale::c()),
                 (QVector<QString>{QStringLiteral("0"), QStringLiteral("100 ms"), QStringLiteral("200 ms")}));
    }

    void coloursAreFixed() {
        for (const bool dark : {false, true}) {
            QCOMPARE(theme(dark).category(Category::Compute), QColor("#0072B2"));
            QCOMPARE(theme(dark).category(Category::Queueing), QColor("#F0E442"));
            QCOMPARE(theme(dark).tensor("outputs"), QColor("#D55E00"));
            QCOMPARE(theme(dark).design('A'), theme(dark).design('I'));
            QVERIFY(theme(dark).design('A') != theme(dark).design('H'));
        }
        // Where the colour is the same, the hatching is not.
        QVERIFY(theme(false).hatch("weights") != theme(false).hatch("compute"));
        QVERIFY(theme(false).hatch("inputs") != theme(false).hatch("outputs"));
    }

    void textHasEnoughContrast_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void textHasEnoughContrast() {
        QFETCH(bool, dark);
        const Theme t = theme(dark);
        const auto luminance = [](const QColor& color) {
            const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
            return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
        };
        const auto contrast = [&](const QColor& a, const QColor& b) {
            const double la = luminance(a) + 0.05;
            const double lb = luminance(b) + 0.05;
            return std::max(la, lb) / std::min(la, lb);
        };
        // WCAG 2.1, success criterion 1.4.3: 4.5 for text.
        for (const QColor& ground : {t.window, t.surface})
            for (const QColor& ink : {t.text, t.text_muted, t.error, t.warning, t.accent})
                QVERIFY2(contrast(ink, ground) >= 4.5, qPrintable(ink.name() + QLatin1String(" on ") + ground.name()));
    }

    void changes_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("baseline");
        QTest::addColumn<QString>("text");
        QTest::newRow("more") << 1.03 << 1.0 << QStringLiteral("+3.0 %");
        QTest::newRow("less") << 0.88 << 1.0 << QStringLiteral("\u221212 %");
        QTest::newRow("same") << 2.0 << 2.0 << QStringLiteral("0 %");
        QTest::newRow("nearly") << 2.0 << 2.0000001 << QStringLiteral("\u00b10 %");
        QTest::newRow("manifold") << 50.0 << 2.0 << QStringLiteral("\u00d725");
        QTest::newRow("from nothing") << 1.0 << 0.0 << QStringLiteral("\u2013");
    }
    void changes() {
        QFETCH(double, value);
        QFETCH(double, baseline);
        QFETCH(QString, text);
        QCOMPARE(changeText(value, baseline, QLocale::c()), text);
    }

    void numbersFollowTheLocale() {
        QCOMPARE(shortText(6.393e-3, "s", QLocale(QLocale::German)), QStringLiteral("6,39 ms"));
        QCOMPARE(shortText(6.393e-3, "s", QLocale::c()), QStringLiteral("6.39 ms"));
        QCOMPARE(differenceText(2e-6, 5e-6, "J", QLocale::c()), QStringLiteral("\u22123.00 \u00b5J"));
        QCOMPARE(differenceText(0.5, 0.25, "1", QLocale::c()), QStringLiteral("+25 points"));
    }

    void countsAndShares() {
        QCOMPARE(cellText(std::int64_t{16056320}, "reads", QLocale::c()), QStringLiteral("16\u202f056\u202f320"));
        QCOMPARE(cellText(std::int64_t{-5}, "reads_difference", QLocale::c()), QStringLiteral("\u22125"));
        QCOMPARE(cellText(std::int64_t{0}, "kept", QLocale::c()), QStringLiteral("bypassed"));
        QCOMPARE(cellText(Cell(), "reads", QLocale::c()), QStringLiteral("\u2013"));
        QCOMPARE(shareText(0.327, QLocale::c()), QStringLiteral("32.7 %"));
        QCOMPARE(shareText(2e-5, QLocale::c()), QStringLiteral("< 0.1 %"));
        QCOMPARE(shareText(0.0, QLocale::c()), QStringLiteral("0.0 %"));
    }

    void answersEscapeWhatModelsSay() {
        Answer answer;
        answer.title = QStringLiteral("<b>x</b>");
        answer.value = 1.5e-3;
        answer.unit = "s";
        answer.formula = verbatim("a < b");
        answer.source = verbatim("Table 3 & 4");
        const QString html = answerHtml(answer, QLocale::c());
        QVERIFY(html.contains(QLatin1String("&lt;b&gt;x")));
        QVERIFY(html.contains(QLatin1String("a &lt; b")));
        QVERIFY(html.contains(QLatin1String("Table 3 &amp; 4")));
        QVERIFY(html.contains(QLatin1String("1.50 ms")));
    }

    void partTreeIsAModel() {
        PartModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.show(fixture::designA(), fixture::designB(), 'B', QLocale::c());
        const QModelIndex energy = model.index(1, 0);
        QCOMPARE(energy.data().toString(), QStringLiteral("Energy"));
        QCOMPARE(energy.siblingAtColumn(PartModel::Value).data().toString(), QStringLiteral("360 \u00b5J"));
        QVERIFY(dump(model, energy)
                    .startsWith(QLatin1String(
                        "DRAM\n  Weights\n  Inputs\n  Outputs\nglobal buffer\n  Inputs\n  Outputs\n  Leakage\n")));
        const QModelIndex dram = model.index(0, 0, energy);
        QCOMPARE(dram.siblingAtColumn(PartModel::Baseline).data().toString(), QStringLiteral("64.0 \u00b5J"));
        QCOMPARE(dram.siblingAtColumn(PartModel::Change).data().toString(), QStringLiteral("+30 %"));
        QVERIFY(dram.data(Qt::ToolTipRole).toString().contains(QLatin1String("Table of the fixture")));
        QVERIFY(model.index(0, 0).data(Qt::ToolTipRole).toString().contains(QLatin1String("npu-energy-45nm")));
    }

    void newNumbersKeepTheRows() {
        PartModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.show(fixture::designA(), nullptr, 0, QLocale::c());
        const QPersistentModelIndex dram = model.index(0, PartModel::Value, model.index(1, 0));
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        model.show(fixture::designB(), nullptr, 0, QLocale::c());
        QVERIFY(dram.isValid());
        QCOMPARE(dram.data().toString(), QStringLiteral("64.0 \u00b5J"));
        QCOMPARE(resets.count() + removed.count(), 0);
        // Fewer levels: only the rows that are gone are removed.
        model.show(fixture::estimate({{"DRAM", 1e-6, 1e-6, 1e-6, 0}}, 1e-6, 1e-3), nullptr, 0, QLocale::c());
        QVERIFY(dram.isValid());
        QCOMPARE(dump(model, model.index(1, 0)), QStringLiteral("DRAM\n  Weights\n  Inputs\n  Outputs\nMAC\n"));
        model.show(nullptr, nullptr, 0, QLocale::c());
        QCOMPARE(model.rowCount(), 0);
    }

    void tablesAreModels() {
        TableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(
            {"t", {"level", "reads", "energy_j"}, {{std::string("a,\"b"), std::int64_t{1234567}, 1.2345678e-5}}},
            QLocale(QLocale::English));
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("1,234,567"));
        QCOMPARE(model.index(0, 2).data().toString(), QStringLiteral("12.3 \u00b5J"));
        QCOMPARE(modelAsCsv(model), QStringLiteral("level,reads,energy_j\n\"a,\"\"b\",1234567,1.2345678e-05\n"));
        QItemSelection selection(model.index(0, 1), model.index(0, 2));
        QCOMPARE(selectionAsTsv(model, selection), QStringLiteral("reads\tenergy_j\n1234567\t1.2345678e-05\n"));
    }

    void differencesStandBesideTheirColumn() {
        const Table a{
            "t", {"level", "reads"}, {{std::string("x"), std::int64_t{5}}, {std::string("new"), std::int64_t{1}}}};
        const Table b{
            "t", {"level", "reads"}, {{std::string("gone"), std::int64_t{9}}, {std::string("x"), std::int64_t{7}}}};
        const Table both = tableWithBaseline(a, b);
        QCOMPARE(both.columns, (std::vector<std::string>{"level", "reads", "reads_difference"}));
        QCOMPARE(both.rows.size(), std::size_t{3});
        QVERIFY(both.rows[0][2] == Cell(std::int64_t{-2}));
        QVERIFY(both.rows[1][2] == Cell());
        QVERIFY(both.rows[2][0] == Cell(std::string("gone")) && both.rows[2][1] == Cell());
    }

    void foreignViewStateIsHarmless() {
        for (const char* text : {"", "[]", "{\"scale\": 7, \"compare\": \"yes\"}", "{not json", "{\"scale\": null}"}) {
            const ViewState state(text);
            QCOMPARE(state.text("scale", "absolute"), std::string("absolute"));
            QCOMPARE(state.flag("compare", true), true);
        }
        const ViewState state(ViewState::write({{"a", true}, {"b", 2.5}, {"c", std::string("d")}}));
        QVERIFY(state.flag("a", false) && state.number("b", 0) == 2.5 && state.text("c", "") == "d");
    }
};

QTEST_MAIN(SupportTest)
#include "support_test.moc"
