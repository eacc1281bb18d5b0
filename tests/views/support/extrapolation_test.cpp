// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers outside of what their models were checked against are marked in every view that draws them, on the screen and
// in the figure, and the mark goes with its cause.
#include "tests/views/fixtures/exploration_fixture.h"
#include "tests/views/fixtures/gpu_fixture.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/scene_fixture.h"
#include "tests/views/fixtures/serving_fixture.h"
#include "tests/views/fixtures/shown.h"
#include "views/compare/compare_model.h"
#include "views/compare/compare_view.h"
#include "views/pareto/pareto_view.h"
#include "views/roofline/roofline_chart.h"
#include "views/roofline/roofline_view.h"
#include "views/serving/serving_view.h"
#include "views/support/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QTableView>
#include <QTest>
#include <QToolTip>

using namespace strata;
using namespace strata::views;

class ExtrapolationTest : public QObject {
    Q_OBJECT

private slots:
    void rooflinesFrameTheirPoints() {
        RooflineView view;
        show(view, fixture::gpuScene(fixture::modelEstimate()));
        const QImage inside = figureOf(view);
        show(view, fixture::gpuScene(outside(*fixture::modelEstimate())));
        QVERIFY(figureOf(view) != inside);
        QWidget* plot = view.findChild<QWidget*>(QStringLiteral("plot"));
        fixture::hover(plot, view.chart().locate("layers.mlp.up", false).centre.toPoint());
        QTRY_VERIFY(QToolTip::text().contains(QStringLiteral("Extrapolated")));
        show(view, fixture::gpuScene(fixture::modelEstimate()));
        QCOMPARE(figureOf(view), inside);
    }

    /// Metrics with an interval are marked, each in the column of its design, with the reason.
    void comparisonsFrameTheMetricsOfTheDesign() {
        CompareView view;
        Scene scene = *fixture::scene(true, "latency_s");
        scene.designs[0].estimate = outside(*scene.designs[0].estimate);
        show(view, std::make_shared<const Scene>(scene));
        const auto* table = view.findChild<QTableView*>();
        const auto marked = [&](int column) {
            return table->model()->index(0, column).data(CompareModel::ExtrapolatedRole).toBool();
        };
        QVERIFY(!marked(1)); // B, the reference
        QVERIFY(marked(2));
        const QString why = table->model()->headerData(2, Qt::Horizontal, Qt::ToolTipRole).toString();
        QVERIFY2(why.contains(QStringLiteral("never measured")), qPrintable(why));
        const QImage framed = table->viewport()->grab().toImage();
        show(view, fixture::scene(true, "latency_s"));
        QVERIFY(!marked(2));
        QVERIFY(table->viewport()->grab().toImage() != framed);
    }

    void distributionsFrameTheirPercentiles() {
        ServingView view;
        show(view, fixture::servingScene(fixture::servingRequest(), fixture::servingEstimate()));
        const QImage inside = figureOf(view);
        QVERIFY(!view.distribution().selected.extrapolated);
        show(view, fixture::servingScene(fixture::servingRequest(), outside(*fixture::servingEstimate())));
        QVERIFY(view.distribution().selected.extrapolated);
        QVERIFY(figureOf(view) != inside);
    }

    /// The row of a run that is a design of the study.
    void frontsFrameTheDesignsOfTheStudy() {
        ParetoView view;
        const auto run = fixture::exploration(100);
        run->setChosen(4); // 3 is not feasible
        Scene scene = *fixture::scene(false, "latency_s");
        show(view, std::make_shared<const Scene>(scene));
        fixture::act(view, [&] { view.setExploration(run); });
        const QImage inside = figureOf(view);
        scene.designs[0].estimate = outside(*scene.designs[0].estimate);
        show(view, std::make_shared<const Scene>(scene));
        QVERIFY(figureOf(view) != inside);
    }

private:
    static std::shared_ptr<const Estimate> outside(Estimate estimate) {
        estimate.notes.push_back(
            {Note::Level::Extrapolation, "outside", verbatim("half of it was never measured"), {}});
        return std::make_shared<const Estimate>(std::move(estimate));
    }

    static void show(View& view, std::shared_ptr<const Scene> scene) {
        fixture::show(view, std::move(scene), {900, 520});
    }

    static QImage figureOf(const View& view) {
        QImage image(800, 500, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        FigureStyle style;
        style.theme = theme(false);
        style.font = view.font();
        style.units_per_mm = 4.0;
        view.paintFigure(painter, QRectF(0, 0, 800, 500), style);
        painter.end();
        return image;
    }
};

QTEST_MAIN(ExtrapolationTest)
#include "extrapolation_test.moc"
