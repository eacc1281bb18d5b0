// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/imported.h"
#include "tests/unit/evaluate/sample.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/shown.h"
#include "views/compare/compare_table.h"
#include "views/compare/compare_view.h"
#include "views/compare/multiples_canvas.h"
#include "views/support/theme/theme.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QPainter>
#include <QTest>

using namespace strata;
using namespace strata::views;
using fixture::act;

namespace {

DesignState design(char letter, const char* hardware, double m, const char* method, double seconds,
                   const char* label = "") {
    const Json request{{"kind", "kernel"},
                       {"hardware", hardware},
                       {"method", method},
                       {"workload", {{"operator", "matmul"}, {"m", m}, {"n", 64}, {"k", 64}, {"dtype", "fp16"}}}};
    Estimate estimate;
    estimate.kind = "kernel";
    estimate.method = method;
    estimate.metrics = {{"latency_s", seconds, 0.9 * seconds, 1.2 * seconds, 0.8}};
    DesignState state;
    state.design = {std::string(1, letter), letter, label, std::make_shared<const Json>(request)};
    state.estimate = std::make_shared<const Estimate>(std::move(estimate));
    return state;
}

/// Two products on two devices, the first by two methods.
Scene scene() {
    Scene scene;
    scene.library = test::library();
    scene.designs = {design('A', "h100-sxm5-80gb", 64, "gpu.tile", 1e-3, "row-1"),
                     design('B', "a100-sxm4-80gb", 64, "gpu.tile", 2e-3),
                     design('C', "h100-sxm5-80gb", 128, "gpu.tile", 3e-3),
                     design('D', "h100-sxm5-80gb", 64, "gpu.roofline", 5e-4)};
    scene.selected = 0;
    scene.metric = "latency_s";
    return scene;
}

/// A row of measurements that design A was opened from, and another tool's word on it.
std::shared_ptr<const assess::SuiteReport> report(const Scene& scene) {
    assess::SuiteReport own;
    assess::SuiteRow row{"row-1", {{"device", "h100"}}, "latency_s", "s", 1.25e-3, 1e-3, 9e-4, 1.2e-3, "gpu.tile"};
    row.request = canonicalText(*scene.designs[0].design.request);
    own.rows = {row};
    const std::vector<assess::ImportedPrediction> theirs{{"row-1", "Timeloop", "latency_s", "ms", 1.5},
                                                         {"row-9", "Timeloop", "latency_s", "ms", 1.5}};
    return std::make_shared<const assess::SuiteReport>(assess::withImported(own, theirs));
}

} // namespace

class MultiplesTest : public QObject {
    Q_OBJECT

private slots:
    void panelsAreWhatDesignsShare() {
        const Multiples workloads = makeMultiples(scene(), MultiplesBy::Workload);
        QCOMPARE(workloads.panels.size(), std::size_t{2});
        QCOMPARE(workloads.panels[0].bars.size(), std::size_t{3});
        const Multiples machines = makeMultiples(scene(), MultiplesBy::Machine);
        QCOMPARE(machines.panels.size(), std::size_t{2});
        const Multiples questions = makeMultiples(scene(), MultiplesBy::Question);
        QCOMPARE(questions.panels.size(), std::size_t{3});
        QCOMPARE(questions.panels[0].bars.size(), std::size_t{2});
        QCOMPARE(questions.panels[0].bars[1].label, QStringLiteral("gpu.roofline"));
        QCOMPARE(multiplesTable(questions).rows.size(), std::size_t{4});
    }

    /// All panels have one axis: equal values are equally long wherever they stand.
    void axesAreLocked() {
        const Multiples drawn = makeMultiples(scene(), MultiplesBy::Workload);
        const MultiplesLayout layout = layOutMultiples(drawn, QFont(), {700, 400});
        QCOMPARE(layout.panels.size(), std::size_t{2});
        const auto& [one, two] = std::tie(layout.panels[0], layout.panels[1]);
        QVERIFY(std::abs(one.plot.width() - two.plot.width()) < 1e-9);
        QVERIFY(std::abs((layout.x(one, 2e-3) - one.plot.left()) - (layout.x(two, 2e-3) - two.plot.left())) < 1e-9);
    }

    void draggingAnAxisStretchesAll() {
        CompareView view;
        view.restoreState(R"({"form": "workload"})");
        fixture::show(view, std::make_shared<const Scene>(scene()), {700, 420});
        auto* canvas = view.findChild<QWidget*>(QStringLiteral("multiples"));
        QVERIFY(canvas->isVisible());
        const double before = view.multiples().multiples().most;
        const MultiplesLayout layout = view.multiples().places();
        const QRectF plot = layout.panels[1].plot;
        const QPointF from(plot.left() + 0.4 * plot.width(), plot.bottom() + 5.0),
            to(plot.left() + 0.8 * plot.width(), from.y());
        QTest::mousePress(canvas, Qt::LeftButton, Qt::NoModifier, from.toPoint());
        fixture::drag(canvas, to.toPoint());
        QTest::mouseRelease(canvas, Qt::LeftButton, Qt::NoModifier, to.toPoint());
        fixture::settle();
        QVERIFY(std::abs(view.multiples().multiples().most / before - 0.5) < 0.05);
        const MultiplesLayout after = view.multiples().places();
        QVERIFY(std::abs(after.x(after.panels[0], 1e-3) - after.panels[0].plot.left() -
                         (after.x(after.panels[1], 1e-3) - after.panels[1].plot.left())) < 1e-9);
        QTest::keyClick(canvas, Qt::Key_0);
        fixture::settle();
        QCOMPARE(view.multiples().multiples().most, before);
        CompareView other;
        other.restoreState(view.saveState());
        QCOMPARE(other.saveState(), view.saveState());
    }

    /// What another tool says of the row, and what was measured, stand beside our answer: in panels and in the table.
    void otherToolsStandBesideTheSameRow() {
        Scene shown = scene();
        shown.validation = report(shown);
        QCOMPARE(shown.validation->refused.size(), std::size_t{1});
        const Multiples drawn = makeMultiples(shown, MultiplesBy::Question);
        const auto& bars = drawn.panels[0].bars;
        QCOMPARE(bars.size(), std::size_t{4});
        QVERIFY(bars[1].measured);
        QCOMPARE(bars[1].value, 1.25e-3);
        QCOMPARE(bars[2].label, QStringLiteral("Timeloop"));
        QCOMPARE(bars[2].value, 1.5e-3);
        const CompareTable table = compareTable(shown, {0, false});
        QCOMPARE(table.columns.size(), std::size_t{6});
        QVERIFY(table.columns[4].beside && table.columns[5].beside);
        QCOMPARE(table.columns[5].label, QStringLiteral("Timeloop"));
        QVERIFY(std::abs(*table.rows[0].cells[5].change - 0.5) < 1e-12);
        QCOMPARE(compareData(table).columns.back(), std::string("Timeloop_change"));
        // Of a baseline that does other work, nothing differs.
        Scene pinned = shown;
        Json other = *pinned.designs[2].design.request;
        other["workload"]["operator"] = "softmax";
        pinned.designs[2].design.request = std::make_shared<const Json>(std::move(other));
        pinned.baseline = 2;
        QVERIFY(!compareTable(pinned, {0, false}).rows[0].cells[5].change);
        // A changed design is that row no longer.
        shown.designs[0] = design('A', "h100-sxm5-80gb", 65, "gpu.tile", 1e-3, "row-1");
        QCOMPARE(compareTable(shown, {0, false}).columns.size(), std::size_t{4});
    }

    void theFigureHasThePanels() {
        CompareView view;
        view.restoreState(R"({"form": "machine"})");
        fixture::show(view, std::make_shared<const Scene>(scene()), {700, 420});
        QCOMPARE(view.figureData().name, std::string("multiples"));
        QImage image(700, 420, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        view.paintFigure(painter, QRectF(0, 0, 700, 420), FigureStyle{theme(false), QFont(), 0.18, 4.0});
        painter.end();
        const MultiplesLayout layout = layOutMultiples(view.multiples().multiples(), QFont(), {700, 420});
        const QRectF row = layout.panels[0].rows[0];
        QVERIFY(image.pixelColor(QPointF(row.left() + 8.0, row.bottom() - 8.0).toPoint()) != QColor(Qt::white));
    }
};

QTEST_MAIN(MultiplesTest)
#include "multiples_test.moc"
