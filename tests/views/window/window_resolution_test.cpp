// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/window_actions.h"
#include "core/evaluate/registry.h"
#include "tests/views/window/window_fixture.h"

#include <atomic>
#include <nlohmann/json.hpp>

using namespace strata;
using tests::WindowFixture;

/// One change of a design resolves its request once: the edit, the engine's question, the scene and every view share
/// what came of it. The window gets a registry whose rows count their resolutions.
class WindowResolutionTest : public QObject {
    Q_OBJECT

private:
    Registry registry_;
    std::atomic<int> resolutions_ = 0;
    std::unique_ptr<QTemporaryDir> state_;
    std::unique_ptr<WindowFixture> fixture_;

    app::StudyController& controller() { return fixture_->window->controller(); }

    void openSample(const QString& id) {
        QSignalSpy opened(fixture_->window.get(), &app::MainWindow::sessionOpened);
        fixture_->window->actions().sample(id)->trigger();
        QVERIFY((opened.count() > 0 || opened.wait(20000)) && fixture_->settle());
    }

private slots:
    void initTestCase() {
        registry_ = builtinRegistry();
        for (RequestKind& kind : registry_.kinds) {
            kind.resolve = [this, resolve = kind.resolve](const Json& request, const Library& library) {
                ++resolutions_;
                return resolve(request, library);
            };
        }
    }
    void init() {
        state_ = std::make_unique<QTemporaryDir>();
        QVERIFY(state_->isValid());
        fixture_ = std::make_unique<WindowFixture>(state_->path(), QString(), registry_);
        QVERIFY(fixture_->start());
        fixture_->window->resize(1600, 1000);
    }
    void cleanup() { fixture_.reset(); }

    void aDragResolvesOncePerEdit_data() {
        QTest::addColumn<QString>("sample");
        QTest::addColumn<QString>("pointer");
        QTest::newRow("layer, hardware") << "npu"
                                         << "/hardware/levels/2/fanout_x";
        QTest::newRow("layer, workload") << "npu"
                                         << "/workload/m";
        QTest::newRow("kernel or model") << "gpu"
                                         << "/hardware/clock_hz";
        QTest::newRow("training") << "cluster"
                                  << "/workload/sequence";
        QTest::newRow("serving") << "serving"
                                 << "/workload/traffic/arrivals/rate_per_s";
    }
    void aDragResolvesOncePerEdit() {
        QFETCH(QString, sample);
        QFETCH(QString, pointer);
        openSample(sample);
        const std::string path = pointer.toStdString();
        fixture_->window->parametersPanel().reveal(path);
        QTest::qWait(20);
        views::ParameterSlider* slider = fixture_->slider(path);
        QVERIFY2(slider, qPrintable(pointer));
        QVERIFY(fixture_->settle()); // nothing of the opened sample is left to do
        QSignalSpy edits(&fixture_->window->parametersPanel(), &views::ParametersPanel::edited);
        resolutions_ = 0;
        // Shorter sequences fit. What does not fit is offered mends, which resolve requests of their own.
        const bool back = pointer.endsWith("/sequence") || slider->sliderPosition() > slider->maximum() / 2;
        tests::drag(slider, back ? -40 : 40, 10);
        QVERIFY(fixture_->settle());
        QVERIFY2(edits.count() > 2, "the drag must have passed several values");
        QCOMPARE(resolutions_.load(), static_cast<int>(edits.count()));
        const auto scene = controller().scene();
        const views::DesignState* design = scene->selectedDesign();
        QVERIFY(design->resolved && design->resolved->document == design->design.request);
        QVERIFY(design->estimate || design->error);
    }

    /// An undo step is a change without an edit that carries its query: the controller resolves it, once.
    void undoAndRedoResolveOnce() {
        openSample(QStringLiteral("npu"));
        const std::string path = "/hardware/levels/2/fanout_x";
        fixture_->window->parametersPanel().reveal(path);
        QTest::qWait(20);
        tests::drag(fixture_->slider(path), -30, 5);
        QVERIFY(fixture_->settle());
        resolutions_ = 0;
        controller().undoStack().undo();
        QVERIFY(fixture_->settle());
        QCOMPARE(resolutions_.load(), 1);
        controller().undoStack().redo();
        QVERIFY(fixture_->settle());
        QCOMPARE(resolutions_.load(), 2);
    }
};

QTEST_MAIN(WindowResolutionTest)
#include "window_resolution_test.moc"
