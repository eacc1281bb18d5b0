// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/shown.h"
#include "views/support/theme/theme.h"
#include "views/validation/drift_canvas.h"
#include "views/validation/validation_view.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QPainter>
#include <QTest>
#include <QToolTip>

using namespace strata;
using namespace strata::views;
using fixture::act;

namespace {

std::vector<assess::ResultRecord> history() {
    const auto record = [](const char* date, const char* method, double mape, const char* version) {
        return assess::ResultRecord{date, "c0ffee", "gpu",    method, "latency_s", version, 100,
                                    mape, mape,     2 * mape, 0.0,    0.9,         0.8};
    };
    return {record("2026-01-01", "gpu.tile", 0.10, "a"), record("2026-02-01", "gpu.tile", 0.12, "b"),
            record("2026-03-01", "gpu.tile", 0.12, "b"), record("2026-01-01", "gpu.roofline", 0.50, "r"),
            record("2026-03-01", "gpu.roofline", 0.45, "s")};
}

} // namespace

class DriftTest : public QObject {
    Q_OBJECT

private slots:
    void whatMovedMostStandsFirst() {
        const DriftPicture picture = makeDrift(history());
        QCOMPARE(picture.series.size(), std::size_t{2});
        QCOMPARE(picture.series[0].method, std::string("gpu.roofline"));
        QVERIFY(std::abs(picture.series[0].change() + 0.05) < 1e-12);
        QCOMPARE(picture.days.size(), std::size_t{3});
        QCOMPARE(driftTable(picture).rows.size(), std::size_t{5});
        QCOMPARE(makeDrift(history(), "2026-02-01", "2026-03-01").series[0].records.size() +
                     makeDrift(history(), "2026-02-01", "2026-03-01").series[1].records.size(),
                 std::size_t{3});
    }

    /// A history without rows is drawn at once; changing a kept result moves its point.
    void aHistoryIsDrawn() {
        ValidationView view;
        show(view, history());
        QVERIFY(view.drift().isVisible());
        const DriftLayout layout = view.drift().places();
        QVERIFY(layout.y(0.10) > layout.y(0.12));
        auto worse = history();
        worse[4].mape = 0.9;
        act(view, [&] { view.setHistory(worse); });
        QVERIFY(view.drift().places().most > layout.most);
        ValidationView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState());
    }

    void draggingOverDaysShowsTheseAlone() {
        ValidationView view;
        show(view, history());
        QWidget* canvas = view.findChild<QWidget*>(QStringLiteral("drift"));
        const DriftLayout layout = view.drift().places();
        const double y = layout.plot.center().y();
        const QPointF from(layout.x(view.drift().picture(), "2026-02-01") - 8.0, y), to(layout.plot.right() - 2.0, y);
        QTest::mousePress(canvas, Qt::LeftButton, Qt::NoModifier, from.toPoint());
        fixture::drag(canvas, to.toPoint());
        QTest::mouseRelease(canvas, Qt::LeftButton, Qt::NoModifier, to.toPoint());
        QCOMPARE(view.drift().from(), std::string("2026-02-01"));
        QCOMPARE(view.drift().to(), std::string("2026-03-01"));
        QCOMPARE(view.drift().picture().first_day, std::string("2026-02-01"));
        QTest::keyClick(canvas, Qt::Key_Escape);
        QVERIFY(view.drift().from().empty());
    }

    void hoverTellsTheRun() {
        ValidationView view;
        show(view, history());
        QWidget* canvas = view.findChild<QWidget*>(QStringLiteral("drift"));
        const DriftLayout layout = view.drift().places();
        fixture::hover(canvas, QPointF(layout.x(view.drift().picture(), "2026-02-01"), layout.y(0.12)).toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("c0ffee")), qPrintable(QToolTip::text()));
        QVERIFY(QToolTip::text().contains(QLatin1String("calibrations changed")));
    }

    void theFigureIsTheDrift() {
        ValidationView view;
        show(view, history());
        QCOMPARE(view.figureData().name, std::string("drift"));
        QImage image(600, 360, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        view.paintFigure(painter, QRectF(0, 0, 600, 360), FigureStyle{theme(false), QFont(), 0.18, 4.0});
        painter.end();
        QVERIFY(image != [] {
            QImage empty(600, 360, QImage::Format_RGB32);
            empty.fill(Qt::white);
            return empty;
        }());
    }

private:
    static void show(ValidationView& view, std::vector<assess::ResultRecord> records) {
        fixture::show(view, std::make_shared<const Scene>(), {640, 420});
        act(view, [&] { view.setHistory(std::move(records)); });
    }
};

QTEST_MAIN(DriftTest)
#include "drift_test.moc"
