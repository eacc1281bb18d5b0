// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/command_palette.h"
#include "app/window/shell/window_actions.h"
#include "core/catalog/library.h"
#include "core/evaluate/design/catalog_edits.h"
#include "core/evaluate/estimate.h"
#include "core/evaluate/method.h"
#include "tests/views/window/window_fixture.h"
#include "views/headline/headline.h"
#include "views/support/base/view.h"

#include <nlohmann/json.hpp>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QTreeView>

using namespace strata;
using tests::WindowFixture;

/// The GPU sample in the real window: its workspace, drags that every view follows, entries of either kind of hardware.
class WindowGpuTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> state_; ///< of each test: layouts are kept in it
    std::unique_ptr<WindowFixture> fixture_;

    app::StudyController& controller() { return fixture_->window->controller(); }
    const Estimate& estimate() { return *controller().scene()->selectedDesign()->estimate; }
    const Json& request() { return *controller().scene()->selectedDesign()->design.request; }
    double latency() { return estimate().findMetric("latency_s")->value; }
    QDockWidget* dock(const char* id) { return fixture_->window->findChild<QDockWidget*>(QLatin1String(id)); }

    bool openSample() {
        QSignalSpy opened(fixture_->window.get(), &app::MainWindow::sessionOpened);
        fixture_->window->actions().sample(QStringLiteral("gpu"))->trigger();
        return (opened.count() > 0 || opened.wait(20000)) && fixture_->settle();
    }

private slots:
    void wordsOfACommandComeInAnyOrder() {
        const QString name = QStringLiteral("Open the GPU sample session");
        QVERIFY(app::fit(name, QStringLiteral("sample gpu")) > 0);
        QVERIFY(app::fit(name, QStringLiteral("gpu sample")) > app::fit(name, QStringLiteral("sample gpu")));
        QCOMPARE(app::fit(name, QStringLiteral("gpu zebra")), 0);
    }

    /// Layers of the model are a slider like any other, and every estimate follows it.
    void draggingTheModelsLayersChangesItsTime() {
        views::ParameterSlider* layers = fixture_->slider("/workload/model/layers");
        QVERIFY(layers);
        const double before = latency();
        tests::drag(layers, 12, 4);
        QVERIFY(fixture_->settle());
        QVERIFY(request()["workload"]["model"]["set"]["/layers"].get<int>() > 36);
        QVERIFY(latency() > 1.05 * before);
    }

    void init() {
        state_ = std::make_unique<QTemporaryDir>();
        QVERIFY(state_->isValid());
        fixture_ = std::make_unique<WindowFixture>(state_->path());
        QVERIFY(fixture_->start());
        fixture_->window->resize(1600, 1000); // room for views above each other: those behind tabs are not drawn
        QVERIFY(openSample());
    }
    void cleanup() { fixture_.reset(); }

    void theSampleBringsItsWorkspace() {
        QCOMPARE(fixture_->window->workspace(), QStringLiteral("gpu"));
        for (const char* id : {"waterfall", "roofline", "kernel", "compare"})
            QVERIFY2(dock(id)->isVisible(), id);
        QVERIFY(dock("mapping")->isHidden());
        const auto scene = controller().scene();
        QCOMPARE(scene->designs.size(), std::size_t(3));
        for (const views::DesignState& design : scene->designs) {
            QVERIFY2(design.estimate && design.estimate->valid,
                     design.error ? describe(*design.error).c_str() : "no estimate");
        }
        QCOMPARE(scene->baselineDesign()->design.letter, 'B');
        const auto* tree = dock("catalog")->findChild<QTreeView*>();
        QVERIFY(!tree->isExpanded(tree->model()->index(0, 0)));
        QVERIFY2(tree->isExpanded(tree->model()->index(1, 0)), "GPUs, among which is the design's");
        QVERIFY2(latency() > scene->baselineDesign()->estimate->findMetric("latency_s")->value,
                 "H100 is faster than A100");
        QCOMPARE(scene->metric, std::string("latency_s"));
        // A study of the user's own stays, whatever the workspace draws; an untouched sample would give way.
        controller().rename(controller().study().selected, QStringLiteral("mine"));
        fixture_->window->actions().workspaces.front()->trigger();
        QCOMPARE(fixture_->window->workspace(), QStringLiteral("npu"));
        QVERIFY(dock("mapping")->isVisible());
        fixture_->window->actions().workspaces.at(1)->trigger();
        QCOMPARE(fixture_->window->workspace(), QStringLiteral("gpu"));
        QVERIFY(dock("waterfall")->isVisible());
    }

    void everyDockFindsRoomInASmallWindow_data() {
        QTest::addColumn<QSize>("small");
        QTest::newRow("low") << QSize(1280, 720);
        QTest::newRow("narrow") << QSize(1000, 680);
    }
    void everyDockFindsRoomInASmallWindow() {
        QFETCH(QSize, small);
        for (QAction* workspace : fixture_->window->actions().workspaces) {
            workspace->trigger();
            fixture_->window->resize(small);
            QTest::qWait(50);
            fixture_->window->actions().restore_layout->trigger();
            QTest::qWait(50);
            // Docks of a narrow layout take their places in later turns of the event loop.
            QTRY_VERIFY2((fixture_->window->resize(small), fixture_->window->size() == small),
                         qPrintable(workspace->text()));
            QTest::qWait(50);
            for (QDockWidget* qdock_widget : fixture_->window->findChildren<QDockWidget*>()) {
                if (qdock_widget->isHidden() || qdock_widget->visibleRegion().isEmpty()) continue;
                QVERIFY2(fixture_->window->rect().contains(qdock_widget->geometry()),
                         qPrintable(qdock_widget->objectName()));
            }
            for (const auto* label : fixture_->window->findChild<views::Headline*>()->findChildren<QLabel*>()) {
                const QRect place(label->mapTo(fixture_->window.get(), QPoint(0, 0)), label->size());
                QVERIFY2(fixture_->window->rect().contains(place), qPrintable(label->text()));
                if (label->wordWrap()) // a text that came late is laid out in the next turn
                    QTRY_VERIFY2(label->heightForWidth(label->width()) <= label->height(), qPrintable(label->text()));
            }
        }
    }

    void dragsMoveEveryView_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<int>("pixels");
        QTest::addColumn<QStringList>("follow");
        QTest::newRow("SMs") << "/hardware/sms" << -30 << QStringList{"waterfall", "roofline", "compare"};
        QTest::newRow("clock") << "/hardware/clock_hz" << -30 << QStringList{"waterfall", "roofline", "compare"};
        QTest::newRow("bandwidth") << "/hardware/memory_bytes_per_s" << -30
                                   << QStringList{"waterfall", "roofline", "compare"};
        QTest::newRow("L2") << "/hardware/l2_bytes" << -40 << QStringList{"waterfall", "compare"};
        QTest::newRow("batch") << "/workload/batch" << 20 << QStringList{"waterfall", "roofline", "compare"};
        QTest::newRow("sequence") << "/workload/sequence" << -20 << QStringList{"waterfall", "roofline", "compare"};
    }
    void dragsMoveEveryView() {
        QFETCH(QString, pointer);
        QFETCH(int, pixels);
        QFETCH(QStringList, follow);
        const std::string path = pointer.toStdString();
        fixture_->window->parametersPanel().reveal(path);
        QTest::qWait(20);
        views::ParameterSlider* slider = fixture_->slider(path);
        QVERIFY(slider);
        std::map<QString, Table> before;
        for (const QString& id : follow)
            before[id] = fixture_->window->view(id)->figureData();
        const Study study = controller().study();
        QSignalSpy scenes(&controller(), &app::StudyController::sceneChanged);
        tests::drag(slider, pixels, 10);
        QVERIFY(fixture_->settle());
        QVERIFY(controller().study() != study);
        QVERIFY(scenes.count() > 0);
        const auto scene = controller().scene();
        const views::DesignState* design = scene->selectedDesign();
        QVERIFY2(!design->error, design->error ? describe(*design->error).c_str() : "");
        QVERIFY(design->estimate->valid);
        QCOMPARE(controller().undoStack().count(), 1);
        for (const QString& id : follow)
            QVERIFY2(toCsv(fixture_->window->view(id)->figureData()) != toCsv(before[id]), qPrintable(id));
        controller().undoStack().undo();
        QVERIFY(fixture_->settle());
        QVERIFY(controller().study() == study);
        for (const QString& id : follow)
            QCOMPARE(toCsv(fixture_->window->view(id)->figureData()), toCsv(before[id]));
    }

    void aDragOfAKernelMovesTheKernelView() {
        controller().select(controller().study().designs[2].id);
        QVERIFY(fixture_->settle());
        QCOMPARE(estimate().kind, std::string("kernel"));
        for (const char* pointer : {"/workload/n", "/hardware/sms"}) {
            const std::string before = toCsv(fixture_->window->view(QStringLiteral("kernel"))->figureData());
            fixture_->window->parametersPanel().reveal(pointer);
            QTest::qWait(20);
            tests::drag(fixture_->slider(pointer), -25, 8);
            QVERIFY(fixture_->settle());
            QVERIFY2(toCsv(fixture_->window->view(QStringLiteral("kernel"))->figureData()) != before, pointer);
        }
    }

    void typesAreChosenFromAList() {
        fixture_->window->parametersPanel().reveal("/workload/dtype");
        auto* types = fixture_->window->parametersPanel().row("/workload/dtype")->findChild<QComboBox*>();
        QVERIFY(types);
        QCOMPARE(types->currentData().toString(), QStringLiteral("bf16"));
        const double before = latency();
        std::map<QString, std::string> drawn;
        for (const char* id : {"waterfall", "roofline", "compare"})
            drawn[QLatin1String(id)] = toCsv(fixture_->window->view(QLatin1String(id))->figureData());
        types->setFocus();
        while (types->currentData().toString() != QLatin1String("fp32")) {
            const int index = types->currentIndex();
            QTest::keyClick(types, types->findData(QStringLiteral("fp32")) < index ? Qt::Key_Up : Qt::Key_Down);
            QVERIFY(fixture_->settle());
            QVERIFY2(types->currentIndex() != index || types->currentData().toString() == QLatin1String("fp32"),
                     "stuck");
        }
        QVERIFY(fixture_->settle());
        QCOMPARE(request()["workload"]["dtype"], "fp32");
        QVERIFY2(latency() > before, "fp32 is slower than bf16 on tensor cores");
        for (const auto& [id, csv] : drawn)
            QVERIFY2(toCsv(fixture_->window->view(id)->figureData()) != csv, qPrintable(id));
    }

    void entriesOfBothKindsLeadToSoundRequests() {
        const Library& library = *controller().library();
        const Json layer{{"kind", "layer"},
                         {"hardware", "eyeriss-like"},
                         {"workload", {{"model", "resnet-50"}, {"layer", "conv1"}}}};
        const auto model = design::withHardware(layer, "h100-sxm5-80gb", library);
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QCOMPARE((**model)["kind"], "model");
        QCOMPARE((**model)["workload"]["model"], "resnet-50");
        QVERIFY(answers(**model));
        const auto language = design::withModel(**model, "gpt2-large", library);
        QVERIFY2(language, language ? "" : describe(language.error()).c_str());
        QCOMPARE((**language)["workload"]["phase"], "inference");
        QCOMPARE((**language)["workload"]["sequence"], 1024);
        QVERIFY(answers(**language));
        const auto kernel = design::withLayer(**language, "resnet-50", "conv1", library);
        QVERIFY2(kernel, kernel ? "" : describe(kernel.error()).c_str());
        QCOMPARE((**kernel)["kind"], "kernel");
        QCOMPARE((**kernel)["workload"]["operator"], "conv2d");
        QVERIFY(answers(**kernel));
        for (const Json& on_gpu : {**language, **kernel}) {
            const auto back = design::withHardware(on_gpu, "eyeriss-like", library);
            QVERIFY2(back, back ? "" : describe(back.error()).c_str());
            // A model stays whole; a kernel becomes the layer that it computes.
            QCOMPARE((**back)["kind"], on_gpu["kind"] == "model" ? "model" : "layer");
            QVERIFY(answers(**back));
        }
        const Json served{
            {"kind", "model"},
            {"hardware", {{"base", "h100-sxm5-80gb"}, {"set", {{"/engine", "vllm"}, {"/sms", 100}}}}},
            {"workload", {{"model", "llama3.1-8b"}, {"phase", "decode"}, {"dtype", "fp8"}, {"batch", 8}}}};
        const auto older = design::withHardware(served, "a100-sxm4-80gb", library);
        QVERIFY2(older, older ? "" : describe(older.error()).c_str());
        QVERIFY((**older)["hardware"] == (Json{{"base", "a100-sxm4-80gb"}, {"set", {{"/engine", "vllm"}}}}));
        QCOMPARE((**older)["workload"]["dtype"], "bf16"); // no fp8 units
        QCOMPARE((**older)["workload"]["batch"], 8);
        QVERIFY(answers(**older));
    }

private:
    bool answers(const Json& request) {
        const auto estimate = evaluate(request, Context{*controller().library(), {}, nullptr});
        if (!estimate) qWarning("%s: %s", request.dump().c_str(), describe(estimate.error()).c_str());
        return bool(estimate);
    }
};

QTEST_MAIN(WindowGpuTest)
#include "window_gpu_test.moc"
