// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/hint_bar.h"
#include "app/window/panels/manual_window.h"
#include "app/window/panels/new_design_dialog.h"
#include "app/window/shell/window_actions.h"
#include "app/window/shell/workspaces.h"
#include "core/evaluate/estimate.h"
#include "tests/views/window/window_fixture.h"
#include "views/catalog/catalog_model.h"
#include "views/catalog/catalog_panel.h"
#include "views/figure/figure_panel.h"
#include "views/parameters/quantity_edit.h"
#include "views/study/note_edit.h"
#include "views/support/base/view.h"

#include <nlohmann/json.hpp>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTextBrowser>
#include <QTreeView>

using namespace strata;
using tests::WindowFixture;

namespace {
constexpr std::string_view kGlobalBuffer = "/hardware/levels/1/capacity_bytes";
}

/// The first start: sample session, a drag with real mouse events, the baseline, the same bits as the command line.
class WindowSampleTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir state_;
    std::unique_ptr<WindowFixture> fixture_;

    app::StudyController& controller() { return fixture_->window->controller(); }

private slots:
    void init() {
        QVERIFY(state_.isValid());
        fixture_ = std::make_unique<WindowFixture>(state_.path());
        QVERIFY(fixture_->start());
    }

    void cleanup() { fixture_.reset(); }

    void opensTheSampleWithABaseline() {
        const auto scene = controller().scene();
        QVERIFY(scene->designs.size() >= 2);
        QVERIFY(scene->baselineDesign());
        const Estimate& estimate = *scene->selectedDesign()->estimate;
        QVERIFY(estimate.valid);
        // The reference tool's answer to this mapping (validation case tl18).
        QCOMPARE(estimate.findMetric("cycles")->value, 1278704.0);
        for (const char* dock : {"study", "catalog", "parameters", "mapping", "energy", "estimate", "accesses"})
            QVERIFY2(fixture_->window->findChild<QDockWidget*>(QLatin1String(dock)), dock);
        QVERIFY(!fixture_->window->isWindowModified());
        QVERIFY2(fixture_->window->notice().isHidden(), qPrintable(fixture_->window->notice().text()));
        const QImage picture = fixture_->window->grab().toImage();
        QCOMPARE(picture.width(), qRound(fixture_->window->width() * fixture_->window->devicePixelRatioF()));
    }

    /// Three hints at the first start, never again by themselves, and from the menu Help.
    void hintsComeOnceAndFromTheMenu() {
        QTemporaryDir fresh;
        WindowFixture first(fresh.path());
        QVERIFY(first.start());
        const auto bar = [](WindowFixture& fixture) { return fixture.window->findChild<app::HintBar*>(); };
        QTRY_VERIFY(bar(first)->isVisible());
        for (const char* number : {"1", "2", "3"}) {
            QVERIFY2(bar(first)->text().contains(QLatin1String(number) + QStringLiteral(" of 3")),
                     qPrintable(bar(first)->text()));
            QTest::mouseClick(bar(first)->findChildren<QPushButton*>().last(), Qt::LeftButton);
            QTest::qWait(10);
        }
        QVERIFY(!bar(first)->isVisible());
        first.window.reset();
        WindowFixture second(fresh.path());
        QVERIFY(second.start());
        QVERIFY(!bar(second)->isVisible());
        second.window->actions().hints->trigger();
        QVERIFY(bar(second)->isVisible());
    }

    /// The first hint is about what the workspace draws, and follows it.
    void hintsFitTheWorkspace() {
        app::MainWindow& window = *fixture_->window;
        const auto* bar = window.findChild<app::HintBar*>();
        window.actions().hints->trigger();
        QSet<QString> hints;
        for (QAction* workspace : window.actions().workspaces) {
            workspace->trigger();
            QTRY_COMPARE(window.workspace(), workspace->data().toString());
            hints << bar->text();
            // Where no run is shown yet, the hint begins as the view does: with a new one.
            if (window.workspace() == QLatin1String("explore"))
                QVERIFY2(bar->text().contains(QStringLiteral("New exploration")), qPrintable(bar->text()));
        }
        QCOMPARE(hints.size(), static_cast<qsizetype>(window.actions().workspaces.size()));
    }

    void aWorkspaceWithoutAViewForTheDesignOffersAWayOut() {
        app::MainWindow& window = *fixture_->window;
        QVERIFY(window.fitOffer().isHidden());
        controller().rename(controller().study().selected,
                            QStringLiteral("conv1 on Eyeriss, mine")); // no longer the sample
        for (QAction* workspace : window.actions().workspaces)
            if (workspace->data().toString() == QStringLiteral("cluster")) workspace->trigger();
        QVERIFY(!window.fitOffer().isHidden());
        QVERIFY(window.fitOffer().text().contains(QStringLiteral("conv1 on Eyeriss")));
        const auto buttons = window.fitOffer().findChildren<QPushButton*>();
        QCOMPARE(buttons.size(), 2);
        QTest::mouseClick(buttons.first(), Qt::LeftButton);
        QCOMPARE(window.workspace(), QStringLiteral("npu"));
        QVERIFY(window.fitOffer().isHidden());
    }

    /// Whoever only looks around sees each workspace with a study that it can draw.
    void anUntouchedSampleGivesWayToTheSampleOfTheWorkspace() {
        app::MainWindow& window = *fixture_->window;
        QSignalSpy opened(&window, &app::MainWindow::sessionOpened);
        for (QAction* workspace : window.actions().workspaces)
            if (workspace->data().toString() == QStringLiteral("cluster")) workspace->trigger();
        QTRY_COMPARE(opened.size(), 1);
        QCOMPARE(window.workspace(), QStringLiteral("cluster"));
        QTRY_VERIFY(window.fitOffer().isHidden());
        QVERIFY(!window.isWindowModified());
        QVERIFY(controller().scene()->selectedDesign()->design.request->value("kind", std::string()) != "layer");
    }

    /// Whoever opens the sample of a workspace looks at views that draw something, each of them.
    void everySampleFillsItsViews() {
        app::MainWindow& window = *fixture_->window;
        for (QAction* sample : window.actions().samples) {
            const QString id = sample->data().toString();
            if (id == QStringLiteral("assess") || id == QStringLiteral("explore")) continue; // begin with a run
            sample->trigger();
            QTRY_COMPARE(window.workspace(), id);
            QTRY_VERIFY_WITH_TIMEOUT(!controller().evaluating(), 60000);
            for (const views::View* view : window.findChildren<views::View*>()) {
                if (!view->seen()) continue;
                const auto* message = view->findChild<QLabel*>(QStringLiteral("message"));
                if (message == nullptr) continue;
                QTRY_VERIFY2(!message->isVisible(), qPrintable(id + QStringLiteral(": ") + message->text()));
            }
        }
    }

    /// A machine that the selected design cannot run on opens a design of its own, which is answered, and its
    /// workspace.
    void machinesOfOtherKindsOpenASampleOnThem() {
        app::MainWindow& window = *fixture_->window;
        auto* catalog = window.findChild<views::CatalogPanel*>();
        const auto first = controller().study().designs.front().request;
        for (const auto& [machine, workspace] :
             {std::pair{"zen-3", "cpu"}, std::pair{"upmem-dimm", "pim"}, std::pair{"digital-tree-28nm", "pim"}}) {
            const std::size_t before = controller().study().designs.size();
            controller().select(controller().study().designs.front().id);
            emit catalog->chosen(QLatin1String(machine), {});
            QCOMPARE(controller().study().designs.size(), before + 1);
            QCOMPARE(controller().study().designs.front().request, first);
            QTRY_VERIFY_WITH_TIMEOUT(!controller().evaluating(), 60000);
            const auto scene = controller().scene();
            const views::DesignState* added = scene->selectedDesign();
            QVERIFY2(added->estimate && added->estimate->valid, machine);
            QCOMPARE(added->design.request->at("hardware"), Json(machine));
            QCOMPARE(window.workspace(), QLatin1String(workspace));
        }
    }

    /// The pointer on a layer in the catalog is told the layer's numbers.
    void layersOfTheCatalogTellTheirNumbers() {
        views::CatalogModel model;
        model.setLibrary(*controller().scene()->library);
        const auto found = [&model] {
            return model.match(model.index(0, 0), views::CatalogModel::LayerRole, QStringLiteral("conv1"), 1,
                               Qt::MatchExactly | Qt::MatchRecursive);
        };
        QVERIFY2(found().isEmpty(), "the start of the program lists no layers");
        model.listAllLayers();
        const QModelIndexList layers = found();
        QVERIFY(!layers.isEmpty());
        const QString told = layers.front().data(Qt::ToolTipRole).toString();
        QVERIFY2(told.contains(QStringLiteral("conv1")) && told.count(QStringLiteral("<br>")) > 3, qPrintable(told));
        const QString entry = layers.front().parent().data(Qt::ToolTipRole).toString();
        QVERIFY2(!entry.isEmpty() && entry != told, qPrintable(entry));
    }

    /// Opening a model in the catalog lists its layers. The filter also finds layers of models that are closed.
    void layersAreListedWhenTheyAreWanted() {
        auto* panel = fixture_->window->findChild<views::CatalogPanel*>();
        auto* tree = panel->findChild<QTreeView*>();
        const auto named = [&](const QString& name) {
            const auto found = tree->model()->match(tree->model()->index(0, 0), Qt::DisplayRole, name, 1,
                                                    Qt::MatchExactly | Qt::MatchRecursive);
            return found.isEmpty() ? QModelIndex() : found.front();
        };
        const QModelIndex model = named(QStringLiteral("ResNet-50"));
        QVERIFY(model.isValid());
        QCOMPARE(tree->model()->rowCount(model), 0);
        QVERIFY(tree->model()->hasChildren(model));
        tree->expand(model.parent());
        tree->expand(model);
        QTRY_VERIFY(tree->model()->rowCount(model) > 10);
        auto* filter = panel->findChild<QLineEdit*>();
        QTest::keyClicks(filter, QStringLiteral("conv1"));
        QTRY_VERIFY(tree->model()->rowCount(named(QStringLiteral("ResNet-18"))) > 0);
        const QModelIndex layer = tree->model()->index(0, 0, named(QStringLiteral("ResNet-18")));
        QVERIFY2(layer.data().toString().contains(QStringLiteral("conv1")), qPrintable(layer.data().toString()));
        filter->clear();
    }

    /// A design of a kernel goes where its hardware is drawn, not only its kind.
    void designsOnMemoriesOpenInTheirWorkspace() {
        app::MainWindow& window = *fixture_->window;
        const auto library = controller().scene()->library;
        const Json kernel{{"kind", "kernel"}, {"hardware", "upmem-dimm"}},
            gpu{{"kind", "kernel"}, {"hardware", "a100-sxm4-80gb"}};
        const Json changed{{"kind", "kernel"}, {"hardware", {{"base", "digital-tree-28nm"}}}};
        QCOMPARE(QLatin1String(app::workspaceFor(kernel, library.get())->id), QLatin1String("pim"));
        QCOMPARE(QLatin1String(app::workspaceFor(changed, library.get())->id), QLatin1String("pim"));
        const Json on_npu{{"kind", "model"}, {"hardware", "simba-like"}, {"workload", {{"model", "resnet-18"}}}};
        QCOMPARE(QLatin1String(app::workspaceFor(on_npu, library.get())->id), QLatin1String("npu"));
        QCOMPARE(QLatin1String(app::workspaceFor(gpu, library.get())->id), QLatin1String("gpu"));
        QVERIFY(!app::workspaceNamed(QStringLiteral("gpu")).draws(kernel, library.get()));
        QVERIFY(app::workspaceNamed(QStringLiteral("explore")).draws(kernel, library.get()));
        QVERIFY(app::workspaceFor(Json{{"kind", "nothing"}}, library.get()) == nullptr);
        for (QAction* sample : window.actions().samples)
            if (sample->data().toString() == QStringLiteral("pim")) sample->trigger();
        QTRY_COMPARE(window.workspace(), QStringLiteral("pim"));
        QTRY_VERIFY(window.fitOffer().isHidden());
    }

    /// An empty study is no dead end: a button makes the first design, another opens the sample.
    void anEmptyStudyLeadsToItsFirstDesign() {
        app::MainWindow& window = *fixture_->window;
        window.actions().new_session->trigger();
        QTRY_VERIFY(controller().study().designs.empty());
        QTRY_VERIFY(!window.fitOffer().isHidden());
        QVERIFY2(window.fitOffer().text().startsWith(QStringLiteral("No design yet")),
                 qPrintable(window.fitOffer().text()));
        const auto buttons = window.fitOffer().findChildren<QPushButton*>();
        QCOMPARE(buttons.size(), 2);
        QTest::mouseClick(buttons.first(), Qt::LeftButton);
        auto* dialog = window.findChild<app::NewDesignDialog*>();
        QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
        QCOMPARE(dialog->reason(), QString()); // what it begins with is already possible
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_COMPARE(controller().study().designs.size(), std::size_t{1});
        QVERIFY(fixture_->settle());
        QVERIFY(window.fitOffer().isHidden());
    }

    /// A note is the design's, a stretch of writing is one step, and undo in the field is the study's.
    void notesAreWrittenAndUndone() {
        auto* note = fixture_->window->findChild<views::NoteEdit*>();
        QVERIFY(note);
        fixture_->window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(fixture_->window.get()));
        note->setFocus();
        const std::string first = controller().study().selected;
        const int line = note->height();
        QTest::keyClicks(note, QStringLiteral("as taped out"));
        QCOMPARE(controller().undoStack().count(), 1);
        QCOMPARE(controller().study().notes.at(first), std::string("as taped out"));
        QVERIFY(note->height() >= line);
        controller().duplicateSelected();
        QTRY_COMPARE(note->toPlainText(), QString()); // a note is about one design
        controller().select(first);
        QTRY_COMPARE(note->toPlainText(), QStringLiteral("as taped out"));
        controller().undoStack().undo();
        controller().undoStack().undo();
        QTRY_COMPARE(note->toPlainText(), QString());
        QVERIFY(controller().study().notes.empty());
        QKeyEvent undo(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        undo.ignore();
        QApplication::sendEvent(note, &undo);
        QVERIFY(!undo.isAccepted());
    }

    void f1OpensTheManual() {
        QCOMPARE(fixture_->window->actions().view_help->shortcut(), QKeySequence(Qt::Key_F1));
        fixture_->window->actions().view_help->trigger();
        const app::ManualWindow* manual = fixture_->window->manual();
        QVERIFY(manual && manual->isVisible());
        QVERIFY(manual->path().startsWith(QStringLiteral("views/")) || manual->path() == QStringLiteral("index.md"));
        fixture_->window->showManual(QStringLiteral("views/energy.md"));
        QCOMPARE(fixture_->window->manual(), manual); // one window, whatever page
        QVERIFY(manual->browser().toPlainText().startsWith(QStringLiteral("Breakdown")));
        fixture_->window->manual()->close();
    }

    /// Right after a typed value Ctrl+Z takes it back, although the field has the focus; while one types it is the
    /// field's.
    void undoAfterTypingIsTheStudys() {
        fixture_->window->activateWindow();
        views::ParameterRow* row = fixture_->window->parametersPanel().row(kGlobalBuffer);
        fixture_->window->parametersPanel().reveal(kGlobalBuffer);
        auto* number = row->findChild<views::QuantityEdit*>();
        const Study before = controller().study();
        number->setFocus();
        number->selectAll();
        QTest::keyClicks(number, QStringLiteral("64 KiB"));
        QTest::keyClick(number, Qt::Key_Return);
        QVERIFY(fixture_->settle());
        QVERIFY(controller().study() != before);
        QKeyEvent typed(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        typed.ignore();
        QApplication::sendEvent(number, &typed);
        QVERIFY2(!typed.isAccepted(), "the window's action must get it");
        controller().undoStack().undo();
        QVERIFY(controller().study() == before);
        number->selectAll();
        QTest::keyClicks(number, QStringLiteral("6"));
        typed.ignore();
        QApplication::sendEvent(number, &typed);
        QVERIFY(typed.isAccepted());
        QTest::keyClick(number, Qt::Key_Escape);
    }

    void exportTakesTheViewThatWasUsedLast_data() {
        QTest::addColumn<QString>("used");
        QTest::addColumn<QString>("raised");
        QTest::addColumn<QString>("exported");
        QTest::newRow("in front") << "energy"
                                  << ""
                                  << "energy";
        QTest::newRow("a tab") << "accesses"
                               << ""
                               << "accesses";
        QTest::newRow("behind a tab since") << "accesses"
                                            << "estimate"
                                            << "mapping";
    }

    /// What Ctrl+E exports is a view that can be seen: the one that was used last, also after a drag of a slider.
    void exportTakesTheViewThatWasUsedLast() {
        QFETCH(QString, used);
        QFETCH(QString, raised);
        app::MainWindow& window = *fixture_->window;
        auto* shown = window.findChild<QDockWidget*>(used);
        shown->raise();
        QTest::qWait(300); // until the docks have moved
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QWidget* inside = shown->widget()->nextInFocusChain();
        while (inside->focusPolicy() == Qt::NoFocus || !inside->isVisible())
            inside = inside->nextInFocusChain();
        inside->setFocus();
        window.parametersPanel().setFocus();
        if (!raised.isEmpty()) window.findChild<QDockWidget*>(raised)->raise();
        QTest::qWait(300);
        window.actions().export_figure->trigger();
        QTEST(window.findChild<views::FigurePanel*>()->viewId(), "exported");
    }

    void aSliderDragIsOneUndoStep() {
        views::ParameterSlider* slider = fixture_->slider(kGlobalBuffer);
        QVERIFY(slider);
        fixture_->window->parametersPanel().reveal(kGlobalBuffer);
        const Study before = controller().study();
        const int position = slider->value();
        QSignalSpy moves(slider, &QSlider::valueChanged);
        tests::drag(slider, -slider->width() / 4, 12);
        QVERIFY(fixture_->settle());
        QVERIFY2(moves.count() > 3, "the drag must have passed several values");
        QCOMPARE(controller().undoStack().count(), 1);
        QVERIFY(controller().study() != before);
        QVERIFY(controller().undoStack().undoText().contains(QStringLiteral("Capacity")));
        QVERIFY(fixture_->window->isWindowModified());
        controller().undoStack().undo();
        QVERIFY(fixture_->settle());
        QVERIFY(controller().study() == before);
        QCOMPARE(slider->value(), position);
    }

    void escapeTakesADragBack() {
        views::ParameterSlider* slider = fixture_->slider(kGlobalBuffer);
        fixture_->window->parametersPanel().reveal(kGlobalBuffer);
        const Study before = controller().study();
        const QPoint start(slider->handleX(slider->sliderPosition()), slider->height() / 2);
        QTest::mousePress(slider, Qt::LeftButton, {}, start);
        QTest::mouseMove(slider, start - QPoint(slider->width() / 5, 0));
        QVERIFY(controller().study() != before);
        QTest::keyClick(slider, Qt::Key_Escape);
        QVERIFY(controller().study() == before);
        QCOMPARE(controller().undoStack().count(), 0);
    }

    void pinsTheBaseline() {
        app::WindowActions& actions = fixture_->window->actions();
        actions.duplicate->trigger();
        QVERIFY(fixture_->settle());
        const std::string copy = controller().study().selected;
        actions.pin->trigger();
        QCOMPARE(controller().study().baseline.value_or(""), copy);
        actions.undo->trigger();
        QVERIFY(controller().study().baseline.value_or("") != copy);
    }

    void showsTheSameBitsAsTheCommandLine() {
        const auto scene = controller().scene();
        for (const views::DesignState& design : scene->designs) {
            QTemporaryFile file;
            QVERIFY(file.open());
            const std::string request = design.design.request->dump();
            file.write(request.data(), static_cast<qint64>(request.size()));
            file.close();
            QProcess cli;
            cli.start(qEnvironmentVariable("STRATA_BIN") + QStringLiteral("/strata-cli"),
                      {QStringLiteral("evaluate"), file.fileName()});
            QVERIFY2(cli.waitForFinished(30000), qPrintable(cli.errorString()));
            const std::string answer = cli.readAllStandardOutput().trimmed().toStdString();
            QCOMPARE(answer, toJson(*design.estimate).dump());
        }
    }

    void fillsTheWindowAndComesBack() {
        app::WindowActions& actions = fixture_->window->actions();
        const auto* parameters = fixture_->window->findChild<QDockWidget*>(QStringLiteral("parameters"));
        QVERIFY(parameters->isVisible());
        actions.fill_view->trigger();
        QVERIFY(!parameters->isVisible());
        actions.fill_view->trigger();
        QVERIFY(parameters->isVisible());
    }
};

QTEST_MAIN(WindowSampleTest)
#include "window_sample_test.moc"
