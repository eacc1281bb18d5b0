// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/run.h"
#include "tests/unit/evaluate/sample.h"
#include "tests/views/fixtures/hover.h"
#include "views/explore/exploration.h"
#include "views/figure/figure_export.h"
#include "views/sensitivity/sensitivity_canvas.h"
#include "views/sensitivity/sensitivity_painter.h"
#include "views/sensitivity/sensitivity_view.h"
#include "views/support/theme/theme.h"

#include <nlohmann/json.hpp>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

using namespace strata;
using namespace strata::views;

/// Bars of Sobol indices over a sweep whose answer is known: latency depends on the clock, energy does not.
class SensitivityTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<Exploration> exploration(const char* algorithm, std::uint64_t budget) const {
        const Json clock{{"pointer", "/hardware/clock_hz"}, {"name", "clock"}, {"from", 1e8}, {"to", 4e8}};
        const Json dram{
            {"pointer", "/hardware/levels/0/energy_pj/read"}, {"name", "dram_read_pj"}, {"from", 256}, {"to", 1024}};
        const Json document{{"kind", "sweep"},
                            {"algorithm", algorithm},
                            {"budget", budget},
                            {"axes", {dram, clock}},
                            {"objectives", {"energy_j", "latency_s"}},
                            {"base",
                             {{"kind", "layer"},
                              {"hardware", "eyeriss-like"},
                              {"workload", {{"model", "resnet-50"}, {"layer", "conv1"}}}}}};
        auto request = explore::parseExploreRequest(document, library_);
        if (!request) return nullptr;
        auto shared = std::make_shared<const explore::ExploreRequest>(*std::move(request));
        explore::ResultTable table;
        if (!explore::runExploration(*shared, library_, {}, table)) return nullptr;
        auto run = std::make_shared<Exploration>(shared, library_.get());
        run->setTable(std::move(table));
        return run;
    }

    static void show(SensitivityView& view, const std::shared_ptr<Exploration>& run, const char* metric) {
        auto scene = std::make_shared<Scene>();
        scene->metric = metric;
        view.resize(520, 320);
        view.setScene(scene);
        view.setExploration(run);
        QSignalSpy refreshed(&view, &View::refreshed);
        view.show();
        QVERIFY(refreshed.count() > 0 || refreshed.wait(5000));
    }

    std::shared_ptr<const Library> library_;

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void indicesAroundZeroHaveNoSign() {
        QCOMPARE(indexText(-0.003, QLocale::c()), QStringLiteral("0.00"));
        QCOMPARE(indexText(-0.03, QLocale::c()), QStringLiteral("\u22120.03"));
        QCOMPARE(indexText(0.586, QLocale(QLocale::German)), QStringLiteral("0,59"));
    }

    void theCauseHasTheBar() {
        const auto run = exploration("saltelli", 512);
        QVERIFY(run);
        SensitivityView view;
        show(view, run, "latency_s");
        QCOMPARE(view.chart().rows.size(), std::size_t{2});
        QCOMPARE(view.chart().rows.front().name, std::string("clock"));
        QVERIFY(std::abs(view.chart().rows.front().index.total - 1) < 0.05);
        QVERIFY(std::abs(view.chart().rows.back().index.total) < 0.01);
        const auto places = view.places();
        QVERIFY(places[0].total.width() > 20 * std::max(places[1].total.width(), 1.0));
        show(view, run, "energy_j");
        QTRY_COMPARE(view.chart().rows.front().name, std::string("dram_read_pj"));
    }

    void hoverAndKeysAnswer() {
        const auto run = exploration("saltelli", 512);
        SensitivityView view;
        show(view, run, "latency_s");
        auto* canvas = view.findChild<SensitivityCanvas*>();
        fixture::hover(canvas, view.places()[0].first.center().toPoint());
        QTRY_VERIFY(QToolTip::isVisible());
        QVERIFY2(QToolTip::text().contains(QStringLiteral("128 ")),
                 qPrintable(QToolTip::text())); // 512 points in groups of 4
        QCOMPARE(canvas->current(), 0);
        QTest::keyClick(canvas, Qt::Key_Down);
        QCOMPARE(canvas->current(), 1);
        QTest::keyClick(canvas, Qt::Key_Up);
        QSignalSpy chosen(&view, &SensitivityView::parameterChosen);
        QTest::keyClick(canvas, Qt::Key_Return);
        QTest::mouseDClick(canvas, Qt::LeftButton, {}, view.places()[1].row.center().toPoint());
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(chosen.at(0).front().toString(), QStringLiteral("/hardware/clock_hz"));
        QCOMPARE(chosen.at(1).front().toString(), QStringLiteral("/hardware/levels/0/energy_pj/read"));
    }

    void anotherSweepOffersOne() {
        SensitivityView view;
        show(view, exploration("sobol", 32), "latency_s");
        auto* button = view.findChild<QPushButton*>();
        QVERIFY(button && button->isVisible());
        QSignalSpy wanted(&view, &SensitivityView::sweepRequested);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
    }

    void theFigureHasItsNumbers() {
        SensitivityView view;
        show(view, exploration("saltelli", 256), "latency_s");
        const Table data = view.figureData();
        QCOMPARE(data.rows.size(), std::size_t{2});
        QCOMPARE(std::get<std::string>(data.rows[0][0]), std::string("clock"));
        QCOMPARE(std::get<double>(data.rows[0][4]), view.chart().rows[0].index.total);
        FigureSpec spec;
        spec.path = "sobol.svg";
        const auto svg = renderFigure(view, spec);
        QVERIFY(bool(svg));
        QVERIFY(svg->size() > 1000);
        QCOMPARE(*svg, *renderFigure(view, spec));
    }
};

QTEST_MAIN(SensitivityTest)
#include "sensitivity_test.moc"
