// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/validation_fixture.h"
#include "views/validation/validation_chart.h"
#include "views/validation/validation_data.h"
#include "views/validation/validation_view.h"

#include <nlohmann/json.hpp>
#include <QClipboard>
#include <QComboBox>
#include <qcustomplot.h>
#include <QGuiApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QSplitter>
#include <QTableView>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace strata;
using namespace strata::views;

class ValidationTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        report_ = fixture::suiteReport();
        view_ = std::make_unique<ValidationView>();
        view_->resize(1000, 600);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    }
    void cleanup() { view_.reset(); }

    void keysWithSeveralValuesComeFirst() {
        QCOMPARE(groupKeys(*report_), (std::vector<std::string>{"op", "device", "split"}));
        QCOMPARE(quantitiesOf(*report_), (std::vector<std::string>{"latency_s"}));
    }

    void errorsAreThoseOfTheSuite() {
        const Validation validation = makeValidation(report_, "latency_s", "op");
        QCOMPARE(validation.groups.size(), std::size_t(3));
        QCOMPARE(validation.groups.front().name, std::string("linear"));
        QCOMPARE(validation.groups.front().rows.size(), std::size_t(120));
        for (const ValidationGroup& group : validation.groups) {
            std::vector<assess::SuiteRow> rows;
            for (const assess::SuiteRow& row : report_->rows)
                if (row.group[1].second == group.name) rows.push_back(row);
            for (assess::SuiteRow& row : rows)
                row.group = {{"op", group.name}};
            const auto expected = assess::groupErrors(rows);
            QCOMPARE(expected.size(), std::size_t(1));
            QCOMPARE(group.errors.n, expected[0].n);
            QCOMPARE(group.errors.mape, expected[0].mape);
            QCOMPARE(group.errors.bias, expected[0].bias);
            QCOMPARE(group.errors.p95, expected[0].p95);
            QCOMPARE(group.errors.coverage80, expected[0].coverage80);
        }
        std::size_t close = 0;
        for (int i = 0; i < 240; ++i)
            close += std::abs(fixture::ratioOf(i) - 1.0) <= kBand + 1e-12 ? 1 : 0;
        QCOMPARE(validation.in_band, close);
    }

    void outliersComeWorstFirst() {
        const Validation validation = makeValidation(report_, "latency_s", "device");
        QCOMPARE(validation.outliers.front(), std::size_t(17));
        for (std::size_t i = 1; i < validation.outliers.size(); ++i)
            QVERIFY(off(validation.outliers[i - 1]) >= off(validation.outliers[i]));
    }

    void rowsWithoutAPlaceAreCounted() {
        assess::SuiteReport report = *report_;
        report.rows[3].predicted = 0.0;
        const Validation validation =
            makeValidation(std::make_shared<const assess::SuiteReport>(report), "latency_s", "op");
        QCOMPARE(validation.undrawable, std::size_t(1));
        QCOMPARE(validation.all.n, std::size_t(240));
    }

    void withoutARunItSaysWhatToDo() {
        show(fixture::validationScene(nullptr));
        QVERIFY(visibleText().contains(QStringLiteral("Open a file")));
        QVERIFY(view_->figureData().rows.empty());
        QSignalSpy asked(view_.get(), &ValidationView::fileRequested);
        auto* open = buttonNamed(QStringLiteral("Open ..."));
        QVERIFY(open);
        QTest::mouseClick(open, Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
    }

    void aRunThatGoesOnIsTold() {
        auto* open = buttonNamed(QStringLiteral("Open ..."));
        view_->setRunning(QStringLiteral("rows.jsonl"));
        QTRY_VERIFY2(visibleText().contains(QStringLiteral("rows.jsonl")), qPrintable(visibleText()));
        QVERIFY(!open->isEnabled());
        QCOMPARE(open->text(), QStringLiteral("Running ..."));
        view_->setRunning({});
        QTRY_VERIFY(visibleText().contains(QStringLiteral("Open a file")));
        QVERIFY(open->isEnabled());
    }

    void tablesStandBelowWhereTheyHaveNoRoomBeside() {
        show(fixture::validationScene(report_));
        auto* splitter = view_->findChild<QSplitter*>();
        QCOMPARE(splitter->orientation(), Qt::Horizontal);
        view_->resize(380, 600);
        QTRY_COMPARE(splitter->orientation(), Qt::Vertical);
    }

    void aNewReportRefreshesOnce() {
        QTest::qWait(30); // until it is shown
        QSignalSpy told(view_.get(), &View::refreshed);
        for (int rows = 100; rows <= 140; rows += 20)
            view_->setScene(fixture::validationScene(fixture::suiteReport(rows)));
        QTRY_VERIFY(told.count() > 0);
        QTest::qWait(30);
        QCOMPARE(told.count(), 1);
        QVERIFY2(visibleText().contains(QStringLiteral("140 rows")), qPrintable(visibleText()));
    }

    void aClickRingsAPointAndADoubleClickOpensIt() {
        show(fixture::validationScene(report_));
        const QPoint at = view_->chart().positionOf(17).toPoint();
        const QImage before = plot()->grab().toImage();
        QTest::mouseClick(plot(), Qt::LeftButton, {}, at);
        QTRY_VERIFY2(plot()->grab().toImage() != before, "a ring must be drawn");
        QSignalSpy designs(view_.get(), &View::designRequested);
        QTest::mouseDClick(plot(), Qt::LeftButton, {}, at);
        QTRY_COMPARE(designs.count(), 1);
        const auto request = designs.front().front().value<std::shared_ptr<const Json>>();
        QVERIFY(request);
        QCOMPARE(*request, Json::parse(report_->rows[17].request));
        QCOMPARE(designs.front().at(1).toString(), QStringLiteral("kernels.csv:19"));
    }

    void theTableOfOutliersOpensRowsAsWell() {
        show(fixture::validationScene(report_));
        auto* tabs = view_->findChild<QTabWidget*>();
        tabs->setCurrentIndex(1);
        auto* table = qobject_cast<QTableView*>(tabs->currentWidget());
        QVERIFY(table);
        QSignalSpy designs(view_.get(), &View::designRequested);
        const QPoint first = table->visualRect(table->model()->index(0, 0)).center();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, first);
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, first);
        QCOMPARE(designs.count(), 1);
    }

    /// Whichever row is current: both tables go to a spreadsheet as they are, with headings and exact numbers.
    void tablesAreCopiedWhole() {
        show(fixture::validationScene(report_));
        auto* tabs = view_->findChild<QTabWidget*>();
        for (const int tab : {0, 1}) {
            tabs->setCurrentIndex(tab);
            auto* table = qobject_cast<QTableView*>(tabs->widget(tab));
            table->setCurrentIndex(table->model()->index(1, 0));
            QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
            const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
            QCOMPARE(lines.size(), table->model()->rowCount() + 1);
            for (const QString& line : lines)
                QCOMPARE(line.count(QLatin1Char('\t')), table->model()->columnCount() - 1);
        }
    }

    void aGroupOfTheTableStandsOut() {
        show(fixture::validationScene(report_));
        auto* tabs = view_->findChild<QTabWidget*>();
        auto* table = qobject_cast<QTableView*>(tabs->widget(0));
        QCOMPARE(table->model()->rowCount(), 4); // three operators and all
        QSignalSpy told(view_.get(), &View::refreshed);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, 0)).center());
        QTRY_COMPARE(told.count(), 1);
        const std::string chosen = table->model()->index(1, 0).data().toString().toStdString();
        QVERIFY2(view_->saveState().find("\"only\":\"" + chosen + "\"") != std::string::npos,
                 view_->saveState().c_str());
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, 0)).center());
        QTRY_VERIFY(view_->saveState().find("\"only\":\"\"") != std::string::npos);
    }

    void theWheelZoomsAndADragMoves() {
        show(fixture::validationScene(report_));
        const QCPRange before = plot()->xAxis->range();
        const QPointF centre = plot()->axisRect()->center();
        QWheelEvent wheel(centre, plot()->mapToGlobal(centre), {}, QPoint(0, 240), Qt::NoButton, {}, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(plot(), &wheel);
        const QCPRange zoomed = plot()->xAxis->range();
        QVERIFY(zoomed.upper / zoomed.lower < before.upper / before.lower);
        QTest::mousePress(plot(), Qt::LeftButton, {}, centre.toPoint());
        for (int x = 10; x <= 60; x += 10)
            QTest::mouseMove(plot(), centre.toPoint() + QPoint(x, 0));
        QTest::mouseRelease(plot(), Qt::LeftButton, {}, centre.toPoint() + QPoint(60, 0));
        const QCPRange moved = plot()->xAxis->range();
        QVERIFY2(moved.lower < zoomed.lower, "dragging to the right shows smaller values");
        QVERIFY(std::abs(moved.upper / moved.lower / (zoomed.upper / zoomed.lower) - 1.0) < 1e-6);
        QTest::keyClick(view_.get(), Qt::Key_Home);
        QTRY_VERIFY(std::abs(plot()->xAxis->range().lower / before.lower - 1.0) < 1e-9);
    }

    void groupingIsChosenAndKept() {
        show(fixture::validationScene(report_));
        view_->restoreState(R"({"quantity":"latency_s","key":"device","only":""})");
        auto* tabs = view_->findChild<QTabWidget*>();
        auto* table = qobject_cast<QTableView*>(tabs->widget(0));
        QTRY_COMPARE(table->model()->rowCount(), 5);
        QVERIFY(view_->saveState().find("\"key\":\"device\"") != std::string::npos);
    }

private:
    double off(std::size_t row) const {
        return std::abs(std::log(report_->rows[row].predicted / report_->rows[row].measured));
    }
    QCustomPlot* plot() const { return view_->findChild<QCustomPlot*>(); }
    void show(std::shared_ptr<const Scene> scene) {
        QSignalSpy told(view_.get(), &View::refreshed);
        view_->setScene(std::move(scene));
        QTRY_VERIFY(told.count() > 0);
        QTest::qWait(30);
    }
    QString visibleText() const {
        QString text;
        for (const QLabel* label : view_->findChildren<QLabel*>())
            if (label->isVisible()) text += label->text() + QLatin1Char('\n');
        return text;
    }
    QToolButton* buttonNamed(const QString& text) const {
        for (QToolButton* button : view_->findChildren<QToolButton*>())
            if (button->text() == text) return button;
        return nullptr;
    }

    std::unique_ptr<ValidationView> view_;
    std::shared_ptr<const assess::SuiteReport> report_;
};

QTEST_MAIN(ValidationTest)
#include "validation_test.moc"
