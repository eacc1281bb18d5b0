// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/protocol.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/shown.h"
#include "views/coverage/coverage_canvas.h"
#include "views/coverage/coverage_view.h"
#include "views/figure/figure_export.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

using namespace strata;
using namespace strata::views;

namespace {

const Library& library() {
    static const auto loaded = *Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    return *loaded;
}

/// The catalog's tools, and one own method that has answered one scenario.
std::shared_ptr<const coverage::Coverage> sample() {
    coverage::OwnRun run;
    run.scenario = "D1.2";
    run.method = "gpu.tile";
    run.answered = run.in_range = run.moves = run.informs = true;
    return std::make_shared<const coverage::Coverage>(
        coverage::makeCoverage(library(), builtinRegistry(), {{run}, {}}, coverage::builtinProtocol().worstError()));
}

CoverageCanvas* canvasOf(CoverageView& view) { return view.findChild<CoverageCanvas*>(); }

void show(CoverageView& view) {
    view.setCoverage(sample());
    fixture::show(view, std::make_shared<const Scene>(), QSize(1400, 900));
    fixture::settle();
}

/// Where a scenario and a column are drawn.
std::pair<std::size_t, std::size_t> placeOf(const CoveragePicture& picture, const std::string& question,
                                            const std::string& column) {
    std::pair<std::size_t, std::size_t> place{0, 0};
    for (std::size_t row = 0; row < picture.rows.size(); ++row)
        if (picture.summary.rows[picture.rows[row]] == question) place.first = row;
    for (std::size_t at = 0; at < picture.columns.size(); ++at)
        if (picture.summary.columns[picture.columns[at]] == column) place.second = at;
    return place;
}

QPoint centre(const CoverageCanvas& canvas, const std::pair<std::size_t, std::size_t>& place) {
    return canvas.places().cell(place.first, place.second).center().toPoint();
}

} // namespace

class CoverageViewTest : public QObject {
    Q_OBJECT

private slots:
    void hoverAndClickTellTheEvidence() {
        CoverageView view;
        show(view);
        CoverageCanvas* canvas = canvasOf(view);
        const auto place = placeOf(canvas->picture(), "T1.1", "ASTRA-sim");
        fixture::hover(canvas, centre(*canvas, place));
        QTRY_VERIFY2(QToolTip::text().contains(QLatin1String("operators on a device")), qPrintable(QToolTip::text()));
        QTest::mouseClick(canvas, Qt::LeftButton, {}, centre(*canvas, place));
        const auto* evidence = view.findChild<QLabel*>(QStringLiteral("evidence"));
        QVERIFY(evidence->isVisibleTo(&view));
        QVERIFY2(evidence->text().contains(QLatin1String("Stated: supported")), qPrintable(evidence->text()));
    }

    void aDraggedBarWeighsItsGroup() {
        CoverageView view;
        show(view);
        CoverageCanvas* canvas = canvasOf(view);
        const auto share = [&] { return canvas->picture().tools.share(); };
        const double before = share();
        // Batched serving is what one tool answers fully.
        const auto place = placeOf(canvas->picture(), "I2.1", "VIDUR");
        const QRectF bar = canvas->places().row(canvas->places().values, place.first);
        QTest::mousePress(canvas, Qt::LeftButton, {}, bar.center().toPoint());
        fixture::act(view, [&] {
            fixture::drag(canvas, QPoint(static_cast<int>(bar.right()) + 20, bar.center().toPoint().y()));
        });
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, bar.center().toPoint());
        QCOMPARE(view.choice().values.at("I2"), kMostValue);
        QVERIFY(share() > before);
        CoverageView again;
        again.restoreState(view.saveState());
        QCOMPARE(again.choice().values.at("I2"), kMostValue);
    }

    void doubleClickOpensTheScenario() {
        CoverageView view;
        show(view);
        CoverageCanvas* canvas = canvasOf(view);
        QSignalSpy asked(&view, &View::designRequested);
        const auto place = placeOf(canvas->picture(), "D1.2", "gpu.tile");
        QTest::mouseDClick(canvas, Qt::LeftButton, {}, centre(*canvas, place));
        QCOMPARE(asked.size(), 1);
        const auto request = asked.front().front().value<std::shared_ptr<const Json>>();
        QCOMPARE(request->at("method").get<std::string>(), std::string("gpu.tile"));
        QVERIFY(asked.front().back().toString().startsWith(QLatin1String("D1.2")));
    }

    void filtersAndOrders() {
        CoverageView view;
        show(view);
        CoverageCanvas* canvas = canvasOf(view);
        const auto all = canvas->picture().columns.size();
        auto* platform = view.findChild<QComboBox*>(QStringLiteral("platform"));
        fixture::act(view, [&] { platform->setCurrentIndex(platform->findData(QStringLiteral("edge"))); });
        QVERIFY(canvas->picture().columns.size() < all && canvas->picture().columns.size() > 1);
        for (const std::size_t column : canvas->picture().columns) {
            const coverage::Answerer* answerer = canvas->picture().answerer(column);
            QVERIFY(answerer->whole || std::ranges::count(answerer->platforms, std::string("edge")) == 1);
        }
        fixture::act(view, [&] { platform->setCurrentIndex(0); });
        auto* order = view.findChild<QComboBox*>(QStringLiteral("order"));
        const auto rows = canvas->picture().rows;
        for (const char* id : {"answered", "clustered"}) {
            fixture::act(view, [&] { order->setCurrentIndex(order->findData(QLatin1String(id))); });
            auto sorted = canvas->picture().rows;
            QVERIFY(sorted != rows);
            std::ranges::sort(sorted);
            QCOMPARE(sorted, rows); // the same rows, in another order
        }
        auto* by = view.findChild<QComboBox*>(QStringLiteral("by"));
        fixture::act(view, [&] { by->setCurrentIndex(by->findData(QStringLiteral("methodology"))); });
        QVERIFY(canvas->picture().answerers.empty() && !canvas->picture().empty());
    }

    void keysWalk() {
        CoverageView view;
        show(view);
        CoverageCanvas* canvas = canvasOf(view);
        canvas->setFocus();
        QSignalSpy chosen(canvas, &CoverageCanvas::cellChosen);
        for (const int key : {Qt::Key_Down, Qt::Key_Down, Qt::Key_Right})
            QTest::keyClick(canvas, static_cast<Qt::Key>(key));
        QCOMPARE(chosen.size(), 3);
        QCOMPARE(chosen.back().at(0).value<std::size_t>(), std::size_t{1});
        QCOMPARE(chosen.back().at(1).value<std::size_t>(), std::size_t{1});
        QVERIFY(!canvas->accessibleDescription().isEmpty());
    }

    void figuresHaveTheirNumbers() {
        QTemporaryDir folder;
        for (const char* by : {"scenario", "category", "methodology"}) {
            CoverageView view;
            view.setCoverage(sample());
            view.restoreState(Json{{"by", by}}.dump());
            FigureSpec spec;
            spec.path = folder.filePath(QStringLiteral("coverage.svg")).toStdString();
            spec.width_mm = 177.8;
            const auto svg = renderFigure(view, spec);
            QVERIFY2(svg, svg ? "" : describe(svg.error()).c_str());
            QVERIFY(!svg->contains("nan"));
            QVERIFY(view.figureData().rows.size() > 10);
        }
        const CoverageView none;
        FigureSpec spec;
        spec.path = folder.filePath(QStringLiteral("none.svg")).toStdString();
        QVERIFY(!renderFigure(none, spec));
    }
};

QTEST_MAIN(CoverageViewTest)
#include "coverage_test.moc"
