// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/validation_fixture.h"
#include "views/validation/residuals.h"
#include "views/validation/validation_chart.h"
#include "views/validation/validation_view.h"

#include <nlohmann/json.hpp>
#include <numeric>
#include <QComboBox>
#include <qcustomplot.h>
#include <QSignalSpy>
#include <QTableView>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

using namespace strata;
using namespace strata::views;

/// Residuals and the errors by group: what they show is what the rows say.
class ResidualsTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        report_ = fixture::suiteReport();
        view_ = std::make_unique<ValidationView>();
        view_->resize(1000, 640);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    }
    void cleanup() { view_.reset(); }

    void spreadsAreTheQuantilesOfTheRatio() {
        assess::SuiteReport report;
        for (int i = 0; i <= 10; ++i)
            report.rows.push_back(row(1e-3, 1e-3 * (0.5 + 0.1 * i)));
        report.rows.push_back(row(0.0, 1.0)); // has no ratio
        std::vector<std::size_t> all(report.rows.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        const RatioSpread spread = ratioSpread(report, all);
        QCOMPARE(spread.rows, std::size_t(11));
        QVERIFY(std::abs(spread.low - 0.6) < 1e-12);
        QVERIFY(std::abs(spread.median - 1.0) < 1e-12);
        QVERIFY(std::abs(spread.high - 1.4) < 1e-12);
        QVERIFY(spreadAlongMeasured(report, all).empty()); // too few rows for a curve
        const auto counts = ratioHistogram(report, all, 0.9, 1.1, 4);
        QCOMPARE(std::accumulate(counts.begin(), counts.end(), std::size_t{0}), std::size_t(11));
        QVERIFY2(counts.front() >= 4 && counts.back() >= 4, "rows beyond the ends count in the outermost bins");
    }

    void theRunningMedianFollowsTheRows() {
        // Short rows are predicted 20 % too fast, long ones 20 % too slow.
        assess::SuiteReport report;
        for (int i = 0; i < 300; ++i) {
            const double measured = 1e-5 * std::pow(1.02, i);
            report.rows.push_back(row(measured, measured * (i < 150 ? 0.8 : 1.2)));
        }
        std::vector<std::size_t> all(report.rows.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        const auto along = spreadAlongMeasured(report, all);
        QVERIFY(along.size() >= 10);
        QCOMPARE(along.front().spread.median, 0.8);
        QCOMPARE(along.back().spread.median, 1.2);
        for (std::size_t i = 1; i < along.size(); ++i)
            QVERIFY(along[i].measured > along[i - 1].measured);
    }

    void aPointOfTheResidualsStandsAtItsError() {
        show("residuals");
        QCPAxis* axis = plot()->yAxis;
        for (const std::size_t index : {std::size_t{0}, std::size_t{17}, std::size_t{100}}) {
            const QPointF at = view_->chart().positionOf(index);
            const assess::SuiteRow& suite_row = report_->rows[index];
            QVERIFY(std::abs(axis->pixelToCoord(at.y()) / (suite_row.predicted / suite_row.measured) - 1.0) < 1e-9);
            QVERIFY(plot()->axisRect()->rect().contains(at.toPoint()));
        }
        QVERIFY2(axis->range().lower < 1.0 - kBand && axis->range().upper > 1.0 + kBand,
                 "the band of 10 % is always seen");
        const auto found = view_->chart().rowAt(view_->chart().positionOf(17));
        QVERIFY(found && *found == 17);
    }

    void residualsAreDraggedZoomedAndOpened() {
        show("residuals");
        const QCPRange before = plot()->xAxis->range();
        const QPoint centre = plot()->axisRect()->center();
        QTest::mousePress(plot(), Qt::LeftButton, {}, centre);
        for (int x = 10; x <= 60; x += 10)
            QTest::mouseMove(plot(), centre + QPoint(x, 0));
        QTest::mouseRelease(plot(), Qt::LeftButton, {}, centre + QPoint(60, 0));
        QVERIFY(plot()->xAxis->range().lower < before.lower);
        QTest::keyClick(view_.get(), Qt::Key_Home);
        QTRY_VERIFY(std::abs(plot()->xAxis->range().lower / before.lower - 1.0) < 1e-9);
        QSignalSpy designs(view_.get(), &View::designRequested);
        QTest::mouseDClick(plot(), Qt::LeftButton, {}, view_->chart().positionOf(17).toPoint());
        QTRY_COMPARE(designs.count(), 1);
    }

    void groupsAreTakenByTheMouse() {
        show("groups");
        const QPoint centre = plot()->axisRect()->center();
        const auto second = [&] { return QPoint(centre.x(), qRound(plot()->yAxis->coordToPixel(1.5))); };
        QVERIFY(view_->chart().groupAt(second()));
        QCOMPARE(*view_->chart().groupAt(second()), std::size_t(1));
        QVERIFY(!view_->chart().rowAt(second()));
        fixture::hover(plot(), second());
        const std::string name = makeValidation(report_, "latency_s", "op").groups[1].name;
        QVERIFY2(QToolTip::text().contains(QString::fromStdString(name)), qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QStringLiteral("Median error")), qPrintable(QToolTip::text()));
        QTest::mouseClick(plot(), Qt::LeftButton, {}, second());
        QTRY_VERIFY(view_->saveState().find("\"only\":\"" + name + "\"") != std::string::npos);
        QVERIFY(view_->saveState().find("\"plot\":\"groups\"") != std::string::npos);
        QCOMPARE(view_->figureData().rows.size(), std::size_t(3));
    }

    void thePlotIsChosenByKeys() {
        show("against");
        auto* box = view_->findChild<QComboBox*>(QStringLiteral("plot"));
        QVERIFY(box);
        for (const char* id : {"against", "residuals", "groups", "drift"})
            QVERIFY2(box->findData(QLatin1String(id)) >= 0, id);
        box->setFocus();
        const QImage before = plot()->grab().toImage();
        QSignalSpy told(view_.get(), &View::refreshed);
        QTest::keyClick(box, Qt::Key_Down);
        QTRY_COMPARE(told.count(), 1);
        QVERIFY(view_->saveState().find("\"plot\":\"residuals\"") != std::string::npos);
        QTest::qWait(30);
        QVERIFY(plot()->grab().toImage() != before);
    }

    void enterOpensTheRowOfTheTable() {
        show("residuals");
        auto* tabs = view_->findChild<QTabWidget*>();
        tabs->setCurrentIndex(1);
        auto* table = qobject_cast<QTableView*>(tabs->currentWidget());
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, 0));
        QSignalSpy designs(view_.get(), &View::designRequested);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(designs.count(), 1);
    }

    void narrowViewsShowThePlotAloneUntilTheTableIsAskedFor() {
        show("against");
        auto* tabs = view_->findChild<QTabWidget*>();
        QVERIFY(tabs->isVisible());
        view_->resize(400, 400);
        QTRY_VERIFY(!tabs->isVisible());
        for (QToolButton* button : view_->findChildren<QToolButton*>())
            if (button->text() == QLatin1String("Table")) QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(tabs->isVisible());
        view_->resize(380, 400);
        QTest::qWait(30);
        QVERIFY2(tabs->isVisible(), "what the reader chose stays");
    }

private:
    static assess::SuiteRow row(double measured, double predicted) {
        assess::SuiteRow result;
        result.quantity = "latency_s";
        result.unit = "s";
        result.measured = measured;
        result.predicted = predicted;
        return result;
    }
    QCustomPlot* plot() const { return view_->findChild<QCustomPlot*>(); }
    void show(const char* kind) {
        QSignalSpy told(view_.get(), &View::refreshed);
        view_->restoreState(Json{{"plot", kind}, {"key", "op"}}.dump());
        view_->setScene(fixture::validationScene(report_));
        QTRY_VERIFY(told.count() > 0);
        QTest::qWait(30);
    }

    std::unique_ptr<ValidationView> view_;
    std::shared_ptr<const assess::SuiteReport> report_;
};

QTEST_MAIN(ResidualsTest)
#include "residuals_test.moc"
