// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/scaling_runner.h"
#include "app/window/shell/window_actions.h"
#include "core/evaluate/estimate.h"
#include "tests/views/fixtures/hover.h"
#include "tests/views/window/window_fixture.h"
#include "views/cluster/degree_handles.h"
#include "views/scaling/scaling_canvas.h"
#include "views/scaling/scaling_view.h"

#include <nlohmann/json.hpp>
#include <QDockWidget>

using namespace strata;
using tests::WindowFixture;

/// The cluster sample in the real window: its workspace, drags of parameters, degrees and devices that every
/// view follows.
class WindowClusterTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> state_;
    std::unique_ptr<WindowFixture> fixture_;

    app::StudyController& controller() { return fixture_->window->controller(); }
    const Json& request() { return *controller().scene()->selectedDesign()->design.request; }
    views::View* view(const char* id) { return fixture_->window->view(QLatin1String(id)); }
    std::string csv(const char* id) { return toCsv(view(id)->figureData()); }

private slots:
    void init() {
        state_ = std::make_unique<QTemporaryDir>();
        QVERIFY(state_->isValid());
        fixture_ = std::make_unique<WindowFixture>(state_->path());
        QVERIFY(fixture_->start());
        fixture_->window->resize(1600, 1000);
        QSignalSpy opened(fixture_->window.get(), &app::MainWindow::sessionOpened);
        fixture_->window->actions().sample(QStringLiteral("cluster"))->trigger();
        QVERIFY((opened.count() > 0 || opened.wait(20000)) && fixture_->settle());
    }
    void cleanup() { fixture_.reset(); }

    void theSampleBringsItsWorkspace() {
        QCOMPARE(fixture_->window->workspace(), QStringLiteral("cluster"));
        for (const char* id : {"cluster", "pipeline", "memory", "scaling"})
            QVERIFY2(fixture_->window->findChild<QDockWidget*>(QLatin1String(id))->isVisible(), id);
        const auto scene = controller().scene();
        QCOMPARE(scene->designs.size(), std::size_t(3));
        for (const views::DesignState& design : scene->designs)
            QVERIFY2(design.estimate && design.estimate->valid,
                     design.error ? describe(*design.error).c_str() : "no estimate");
        for (const char* id : {"cluster", "pipeline", "memory"})
            QVERIFY2(view(id)->figureData().rows.size() > 8, id);
        controller().select(controller().study().designs[2].id);
        QVERIFY(fixture_->settle());
        QVERIFY(view("cluster")->figureData().rows.size() > 8); // a collective has a fabric, but no pipeline
        QVERIFY(view("pipeline")->figureData().rows.empty());
    }

    void dragsMoveEveryView_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<int>("pixels");
        QTest::newRow("micro-batch") << "/plan/micro_batch" << 12;
        QTest::newRow("interleave") << "/plan/interleave" << -12;
        QTest::newRow("sequence") << "/workload/sequence" << -20;
    }
    void dragsMoveEveryView() {
        QFETCH(QString, pointer);
        QFETCH(int, pixels);
        const std::string path = pointer.toStdString();
        fixture_->window->parametersPanel().reveal(path);
        QTest::qWait(20);
        views::ParameterSlider* slider = fixture_->slider(path);
        QVERIFY(slider);
        const std::string pipeline = csv("pipeline"), memory = csv("memory");
        const Study study = controller().study();
        tests::drag(slider, pixels, 6);
        QVERIFY(fixture_->settle());
        QVERIFY(controller().study() != study);
        QVERIFY(csv("memory") != memory);
        if (controller().scene()->selectedDesign()->estimate->valid) QVERIFY(csv("pipeline") != pipeline);
        controller().undoStack().undo();
        QVERIFY(fixture_->settle());
        QCOMPARE(csv("pipeline"), pipeline);
        QCOMPARE(csv("memory"), memory);
    }

    void aDegreeIsDraggedInTheClusterView() {
        auto* handle = view("cluster")->findChild<views::DegreeHandle*>(QStringLiteral("degree_tp"));
        QVERIFY(handle && handle->isVisible());
        const std::string cluster = csv("cluster"), memory = csv("memory"), pipeline = csv("pipeline");
        QTest::mousePress(handle, Qt::LeftButton, {}, QPoint(8, 8));
        for (int step = 1; step <= 5; ++step)
            fixture::drag(handle, QPoint(8 + step * 6, 8));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, QPoint(38, 8));
        QVERIFY(fixture_->settle());
        QCOMPARE(request()["plan"]["tp"], 8);
        QVERIFY(csv("cluster") != cluster);
        QVERIFY(csv("memory") != memory);
        QVERIFY(csv("pipeline") != pipeline);
        QCOMPARE(controller().undoStack().count(), 1);
        controller().undoStack().undo();
        QVERIFY(fixture_->settle());
        QCOMPARE(csv("cluster"), cluster);
    }

    void scalingIsComputedInTheBackgroundAndItsMarkDragged() {
        auto* scaling = qobject_cast<views::ScalingView*>(view("scaling"));
        QVERIFY(scaling);
        QTRY_VERIFY_WITH_TIMEOUT(!scaling->figureData().rows.empty(), 60000);
        QTRY_VERIFY(!scaling->canvas().pair().empty());
        const views::ScalingPair pair = scaling->canvas().pair();
        QVERIFY(pair.baseline && !pair.stale);
        const explore::ScalingPoint* own = nullptr;
        const explore::ScalingPoint* other = nullptr;
        for (const explore::ScalingPoint& point : pair.selected->points) {
            if (point.devices == 64) own = &point;
            if (point.valid && point.devices > 64 && !other) other = &point;
        }
        QVERIFY(own && own->valid && other);
        // The same number as the headline's, to the bit.
        QCOMPARE(own->find("iteration_s")->value,
                 controller().scene()->selectedDesign()->estimate->findMetric("iteration_s")->value);
        auto* canvas = scaling->findChild<QWidget*>(QStringLiteral("canvas"));
        const views::ScalingLayout places = scaling->canvas().places();
        const int y = static_cast<int>(places.chart.center().y());
        QTest::mousePress(canvas, Qt::LeftButton, {}, QPoint(static_cast<int>(places.x(64)), y));
        fixture::drag(canvas, QPoint(static_cast<int>(places.x(static_cast<double>(other->devices))), y));
        QTest::mouseRelease(canvas, Qt::LeftButton, {},
                            QPoint(static_cast<int>(places.x(static_cast<double>(other->devices))), y));
        QVERIFY(fixture_->settle());
        QCOMPARE(request()["hardware"]["devices"].get<std::uint64_t>(), other->devices);
        QTRY_VERIFY_WITH_TIMEOUT(!scaling->canvas().pair().stale, 60000);
        QCOMPARE(scaling->canvas().pair().selected->devices, other->devices);
    }

    /// Behind another tab nobody sees the curves: they are computed when they come to the front, or are exported.
    void curvesThatNobodySeesAreNotComputed() {
        auto* scaling = qobject_cast<views::ScalingView*>(view("scaling"));
        auto* runner = fixture_->window->findChild<app::ScalingRunner*>();
        QTRY_VERIFY_WITH_TIMEOUT(!scaling->figureData().rows.empty(), 60000);
        auto* front = fixture_->window->findChild<QDockWidget*>(QStringLiteral("pareto"));
        front->raise();
        QTRY_VERIFY(!scaling->seen());
        QVERIFY2(scaling->isVisible(), "for Qt a dock behind another tab is visible");
        QSignalSpy computed(runner, &app::ScalingRunner::finished);
        const auto change = [&](int batch) {
            Json changed = request();
            changed["workload"]["global_batch"] = batch;
            controller().apply(
                {controller().study().selected, std::make_shared<const Json>(changed), QStringLiteral("batch"), {}});
            QVERIFY(fixture_->settle());
        };
        change(256);
        QTest::qWait(app::ScalingRunner::kQuiet_ms + 500);
        QCOMPARE(computed.count(), 0);
        fixture_->window->findChild<QDockWidget*>(QStringLiteral("scaling"))->raise();
        QTRY_COMPARE_WITH_TIMEOUT(computed.count(), 1, 60000);
        QTRY_VERIFY(!scaling->canvas().pair().stale);
        QTest::qWait(app::ScalingRunner::kQuiet_ms + 200);
        QCOMPARE(computed.count(), 1);
        front->raise();
        front->raise();
        change(512);
        QVERIFY(!scaling->seen());
        emit scaling->exportRequested();
        QTRY_COMPARE_WITH_TIMEOUT(computed.count(), 2, 60000);
        const auto step = [&] {
            return controller().scene()->selectedDesign()->estimate->findMetric("iteration_s")->value;
        };
        const std::string exported = toCsv(scaling->figureData());
        const auto lines = QString::fromStdString(exported).split(u'\n');
        const auto row = std::ranges::find_if(lines, [](const QString& line) {
            return line.startsWith(QStringLiteral("selected,strong,64,512,iteration_s,"));
        });
        QVERIFY2(row != lines.end(), exported.c_str());
        QCOMPARE(row->section(u',', 5, 5).toDouble(), step());
    }
};

QTEST_MAIN(WindowClusterTest)
#include "window_cluster_test.moc"
