// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/axes_table.h"
#include "app/window/explore/exploration_dialog.h"
#include "app/window/explore/serving_sweeps.h"
#include "app/window/panels/dock_title.h"
#include "app/window/panels/plan_search_dialog.h"
#include "app/window/shell/window_actions.h"
#include "core/evaluate/kinds/serving/load_curve.h"
#include "core/evaluate/request.h"
#include "tests/views/window/window_fixture.h"
#include "views/headline/headline.h"
#include "views/parameters/parameter_group.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view.h"

#include <nlohmann/json.hpp>
#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QDropEvent>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QTableWidget>
#include <QToolButton>

using namespace strata;
using tests::WindowFixture;

namespace {

constexpr const char* kRead = "/hardware/levels/0/energy_pj/read";

QDockWidget* dockOf(app::MainWindow& window, const char* id) {
    return window.findChild<QDockWidget*>(QLatin1String(id));
}

/// What the headline offers now.
QStringList offers(app::MainWindow& window) {
    QStringList texts;
    for (const auto* button : window.findChild<views::Headline*>()->findChildren<QToolButton*>())
        if (!button->isHidden()) texts << button->text();
    return texts;
}

} // namespace

/// What makes the window calm: things have one name, stay where they are, and go when their time is over.
class WindowComfortTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> state_;
    std::unique_ptr<WindowFixture> fixture_;

    app::MainWindow& window() { return *fixture_->window; }

    void open(const char* workspace) {
        QSignalSpy opened(&window(), &app::MainWindow::sessionOpened);
        window().actions().sample(QLatin1String(workspace))->trigger();
        QVERIFY(opened.wait(30000));
        QVERIFY(fixture_->settle());
    }

private slots:
    void init() {
        state_ = std::make_unique<QTemporaryDir>();
        fixture_ = std::make_unique<WindowFixture>(state_->path());
        fixture_->window->resize(1500, 950);
        QVERIFY(fixture_->start());
    }
    void cleanup() { fixture_.reset(); }

    /// A dock among tabs is named by its tab; alone, by its title. Its buttons are there either way.
    void docksHaveOneTitle() {
        QDockWidget* estimate = dockOf(window(), "estimate");
        QDockWidget* mapping = dockOf(window(), "mapping");
        QVERIFY(!window().tabifiedDockWidgets(estimate).isEmpty());
        QTRY_COMPARE(estimate->titleBarWidget()->sizeHint().height(), 0);
        QVERIFY(mapping->titleBarWidget()->sizeHint().height() > 0);
        QVERIFY(mapping->titleBarWidget()->findChild<QLabel*>()->isVisible());
        const auto* bar = estimate->widget()->findChild<views::ViewToolBar*>();
        for (const char* button : {"fill", "float", "close"})
            QVERIFY2(bar->findChild<QToolButton*>(QLatin1String(button)), button);
        estimate->setFloating(true);
        QTRY_VERIFY(estimate->titleBarWidget()->sizeHint().height() > 0);
        QVERIFY(!bar->findChild<QToolButton*>(QStringLiteral("close")));
    }

    /// A bar may appear above the views at any time; the views below stay where they are until the hand lets go.
    void nothingMovesUnderADrag() {
        QWidget* column = window().centralWidget();
        views::ParameterSlider* slider = fixture_->slider("/hardware/levels/1/capacity_bytes");
        const QPoint start(slider->handleX(slider->sliderPosition()), slider->height() / 2);
        QTest::mousePress(slider, Qt::LeftButton, {}, start);
        const int before = column->height();
        window().notify(app::NoticeBar::Tone::Info, QStringLiteral("something happened"));
        QVERIFY(!window().notice().isHidden());
        QTest::qWait(50);
        QCOMPARE(column->height(), before);
        QTest::mouseRelease(slider, Qt::LeftButton, {}, start);
        QTRY_VERIFY(column->height() > before);
    }

    /// Words on buttons are never cut: in a narrow window they go below the sentence, then below each other.
    void buttonsOfBannersAreNotCut() {
        app::NoticeBar bar;
        bar.show(app::NoticeBar::Tone::Warning,
                 QStringLiteral("Strata did not end by itself last time. Two studies can be recovered."));
        for (const char* text : {"Recover that of this morning", "Recover that of yesterday evening", "Discard"})
            bar.addButton(QLatin1String(text), [] {});
        const auto buttons = bar.findChildren<QPushButton*>();
        for (const int width : {1200, 700, 320}) {
            bar.resize(width, bar.heightForWidth(width));
            QTest::qWait(10);
            bar.resize(width, bar.heightForWidth(width)); // as arranged for that width
            QTest::qWait(10);
            for (const QPushButton* button : buttons) {
                QVERIFY2(button->width() >= button->sizeHint().width(),
                         qPrintable(QStringLiteral("%1: %2").arg(width).arg(button->text())));
                QVERIFY(button->geometry().right() < width);
            }
        }
        QVERIFY(buttons[1]->y() > buttons[0]->y()); // the narrowest
    }

    /// What was said of a step goes with the next; what was said of a file stays until the file is written.
    void bannersGoWithTheirCause() {
        using Tone = app::NoticeBar::Tone;
        window().notify(Tone::Info, QStringLiteral("of a step"));
        QVERIFY(window().notice().isVisible());
        window().controller().duplicateSelected();
        QVERIFY(!window().notice().isVisible());
        window().notify(Tone::Error, QStringLiteral("of a file"), app::MainWindow::Until::Saved);
        window().controller().duplicateSelected();
        QVERIFY(window().notice().isVisible());
        QSignalSpy saved(&window(), &app::MainWindow::sessionSaved);
        window().saveFile(state_->filePath(QStringLiteral("study.strata")));
        QVERIFY(saved.wait(30000));
        QVERIFY(!window().notice().isVisible());
    }

    void arrangementsAreKeptUnderNames() {
        QDockWidget* catalog = dockOf(window(), "catalog");
        QVERIFY(catalog->isVisible());
        auto* energy = window().view(QStringLiteral("energy"));
        energy->restoreState(R"({"scale":"share"})");
        const std::string shared = energy->saveState();
        window().keepPreset(QStringLiteral("Mine"));
        catalog->close();
        energy->restoreState(R"({"scale":"absolute"})");
        QVERIFY(energy->saveState() != shared);
        QVERIFY(window().showPreset(QStringLiteral("Mine")));
        QVERIFY(catalog->isVisible());
        QCOMPARE(energy->saveState(), shared);
        QVERIFY(!window().showPreset(QStringLiteral("Nobody's")));
    }

    /// The workload stands first; energies of actions stand folded, and come when they are looked for.
    void parametersBeginWithTheWorkload() {
        const auto& parameters = window().parametersPanel().parameters();
        QVERIFY(parameters.front().pointer.starts_with("/workload"));
        QVERIFY(!fixture_->slider(kRead)->isVisible());
        window().parametersPanel().reveal(kRead);
        QTRY_VERIFY(fixture_->slider(kRead)->isVisible());
    }

    /// A cell that cannot be read keeps what was typed and says why, and nothing starts until it is mended.
    void whatCannotBeReadIsRefusedWhereItStands() {
        app::ExplorationDialog* dialog = window().planExploration("/hardware/levels/1/capacity_bytes");
        QVERIFY(QTest::qWaitFor([&] { return dialog->ready(); }, 30000));
        auto& axes = *dialog->findChild<app::AxesTable*>();
        QTableWidgetItem* from = axes.item(0, app::AxesTable::kFrom);
        from->setText(QStringLiteral("many"));
        QCOMPARE(from->text(), QStringLiteral("many"));
        QVERIFY(from->toolTip().contains(QStringLiteral("many")));
        QTest::qWait(500); // longer than the pause before the points are counted
        QVERIFY(!dialog->ready());
        QCOMPARE(dialog->summary(), from->toolTip());
        from->setText(QStringLiteral("64 KiB"));
        QVERIFY(QTest::qWaitFor([&] { return dialog->ready(); }, 30000));
        QVERIFY(from->toolTip().isEmpty());
        axes.item(0, app::AxesTable::kSteps)->setText(QStringLiteral("100000"));
        dialog->addParameter("/hardware/levels/2/fanout_x");
        axes.item(1, app::AxesTable::kFrom)->setText(QStringLiteral("1"));
        axes.item(1, app::AxesTable::kTo)->setText(QStringLiteral("200"));
        axes.item(1, app::AxesTable::kSteps)->setText(QStringLiteral("200"));
        QVERIFY(QTest::qWaitFor([&] { return dialog->summary().contains(QStringLiteral("memory")); }, 30000));
    }

    /// The button of a serving design finds the rate at which its level ends, shows its search and tells of it.
    void theHighestRateIsFound() {
        QVERIFY2(offers(window()).isEmpty(), qPrintable(offers(window()).join(u' ')));
        open("serving");
        QVERIFY(offers(window()).contains(QStringLiteral("Find highest rate")));
        app::StudyController& controller = window().controller();
        const std::string id = controller.study().selected;
        Json quick = *controller.study().find(id)->request;
        quick["plan"]["capacity"] = {{"replications", 3}, {"longest_run", 2000}};
        controller.apply({id, std::make_shared<const Json>(quick), QStringLiteral("quick"), {}});
        const double before = *arrivalRate(quick);
        dockOf(window(), "jobs")->hide();
        window().actions().highest_rate->trigger();
        QVERIFY(dockOf(window(), "jobs")->isVisible());
        const auto rate = [&] { return *arrivalRate(*controller.study().find(id)->request); };
        QVERIFY(QTest::qWaitFor([&] { return rate() != before; }, 240000));
        QVERIFY2(window().notice().text().contains(QStringLiteral("requests/s")), qPrintable(window().notice().text()));
        controller.undoStack().undo();
        QCOMPARE(rate(), before);
    }

    /// Free and pinned degrees; the winner is in the panel, ranked below; one degree more that is free finds no worse
    /// one.
    void plansAreSearched() {
        open("cluster");
        app::StudyController& controller = window().controller();
        const std::string id = controller.study().selected;
        QVERIFY(offers(window()).contains(QStringLiteral("Find best plan \u2026")));
        window().actions().best_plan->trigger();
        app::PlanSearchDialog* dialog = window().planSearch();
        QVERIFY(dialog && dialog->isVisible());
        auto* search = dialog->findChild<QPushButton*>();
        double best = INFINITY;
        for (const auto& free : {std::vector<std::string>{"micro_batch"}, std::vector<std::string>{"micro_batch", "tp"},
                                 std::vector<std::string>{"micro_batch", "tp", "pp", "zero"}}) {
            dialog->setFree(free);
            const Json before = *controller.study().find(id)->request;
            QTest::mouseClick(search, Qt::LeftButton);
            QVERIFY(QTest::qWaitFor([&] { return search->isEnabled(); }, 120000));
            QVERIFY2(dialog->table().rowCount() > 0, qPrintable(dialog->told()));
            const Json& after = *controller.study().find(id)->request;
            for (const app::PlanChoice& choice : app::planChoices())
                if (std::ranges::find(free, choice.name) == free.end() && !app::chosenIn(before, choice).is_null())
                    QVERIFY2(app::chosenIn(after, choice) == app::chosenIn(before, choice), choice.name);
            QVERIFY(fixture_->settle());
            const double now = controller.scene()->selectedDesign()->estimate->findMetric("iteration_s")->value;
            QVERIFY2(now <= best * (1 + 1e-9), qPrintable(QStringLiteral("%1 after %2").arg(now).arg(best)));
            // The sample is called after its degrees: the name follows them.
            const std::string pp = "pp " + findPointer(*controller.study().find(id)->request, "/plan/pp")->dump();
            const std::string& name = controller.study().find(id)->label;
            QVERIFY2(name.find(pp) != std::string::npos, name.c_str());
            best = now;
        }
    }

    /// In a dark window icons are light from the first moment on.
    void iconsFollowTheTheme() {
        const auto lightness = [](const QAction* action) {
            const QImage image = action->icon().pixmap(24, QIcon::Normal, QIcon::Off).toImage();
            int brightest = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (image.pixelColor(x, y).alpha() > 200)
                        brightest = std::max(brightest, image.pixelColor(x, y).lightness());
            return brightest;
        };
        QVERIFY(lightness(window().actions().duplicate) < 128);
        fixture_.reset();
        QSettings(state_->filePath(QStringLiteral("strata.ini")), QSettings::IniFormat)
            .setValue(QStringLiteral("window/appearance"), QStringLiteral("dark"));
        fixture_ = std::make_unique<WindowFixture>(state_->path());
        QVERIFY(lightness(window().actions().duplicate) > 150);
        QVERIFY(fixture_->start());
        window().actions().appearance_light->trigger(); // for the tests that follow
        QVERIFY(lightness(window().actions().duplicate) < 128);
    }

    /// A changed device becomes an entry of the catalog that other designs can use; so does a file.
    void ownDevicesAreKept() {
        app::StudyController& controller = window().controller();
        const std::string id = controller.study().selected;
        window().saveAsOwn(app::OwnPart::Hardware, QStringLiteral("Unchanged"));
        Json request = *controller.study().find(id)->request;
        const auto changed = setParameter(request, "/hardware/levels/1/capacity_bytes", 262144, *controller.library());
        QVERIFY(bool(changed));
        controller.apply({id, std::make_shared<const Json>(*changed), QStringLiteral("larger"), {}});
        QVERIFY(fixture_->settle());
        const double energy = controller.scene()->selectedDesign()->estimate->findMetric("energy_j")->value;
        window().saveAsOwn(app::OwnPart::Hardware, QStringLiteral("My Large Array"));
        QTRY_VERIFY_WITH_TIMEOUT(controller.library()->find("my-large-array") != nullptr, 30000);
        QTRY_COMPARE((*controller.study().find(id)->request)["hardware"], Json("my-large-array"));
        QVERIFY(fixture_->settle());
        QCOMPARE(controller.scene()->selectedDesign()->estimate->findMetric("energy_j")->value, energy);
        QFile file(state_->filePath(QStringLiteral("other.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const Json other = {{"id", "other-array"},      {"kind", "npu"},
                            {"name", "Other"},          {"source", "Test"},
                            {"base", "my-large-array"}, {"set", {{"/levels/1/capacity_bytes", 524288}}}};
        file.write(QByteArray::fromStdString(other.dump()));
        file.close();
        window().importOwnFrom(file.fileName());
        QTRY_VERIFY_WITH_TIMEOUT(controller.library()->find("other-array") != nullptr, 30000);
    }

    /// A config.json that is dropped on the window becomes a model of the catalog, and the session stays.
    void modelsOfOtherToolsAreDropped() {
        const auto before = window().controller().study().designs.size();
        QVERIFY(QDir().mkpath(state_->filePath(QStringLiteral("tiny-llama"))));
        QFile file(state_->filePath(QStringLiteral("tiny-llama/config.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const Json config = {{"model_type", "llama"},     {"hidden_size", 512},
                             {"num_hidden_layers", 4},    {"num_attention_heads", 8},
                             {"intermediate_size", 1376}, {"vocab_size", 32000},
                             {"num_key_value_heads", 2},  {"max_position_embeddings", 4096}};
        file.write(QByteArray::fromStdString(config.dump()));
        file.close();
        QMimeData dragged;
        dragged.setUrls({QUrl::fromLocalFile(file.fileName())});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({10, 10}, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window(), &drop);
        QTRY_VERIFY_WITH_TIMEOUT(window().controller().library()->find("tiny-llama") != nullptr, 30000);
        QCOMPARE(window().controller().library()->find("tiny-llama")->document->at("kv_heads"), Json(2));
        QCOMPARE(window().controller().study().designs.size(), before);
    }

    /// Nine workspaces leave the menus their room: in a narrow window they are one button with a menu.
    void narrowWindowsKeepTheirMenus() {
        app::MainWindow& shown = window();
        auto* chosen = shown.menuBar()->cornerWidget()->findChild<QToolButton*>(QStringLiteral("workspaces"));
        const auto clear = [&] {
            const QRect last = shown.menuBar()->actionGeometry(shown.menuBar()->actions().back());
            return last.width() > 0 && last.right() <= shown.menuBar()->cornerWidget()->x();
        };
        shown.resize(1600, 950);
        QTRY_VERIFY(!chosen->isVisible() && clear());
        shown.resize(1024, 700);
        QTRY_VERIFY2(shown.width() < 1280, qPrintable(QString::number(shown.width())));
        QTRY_VERIFY(clear());
        for (int i = 0; i < 4; ++i) // as a language with longer words has them
            shown.menuBar()->addMenu(QStringLiteral("a long title"));
        shown.resize(1030, 700);
        QTRY_VERIFY(chosen->isVisible() && clear());
        QCOMPARE(chosen->text(), shown.actions().workspaces.front()->text().remove(u'&'));
        QCOMPARE(chosen->menu()->actions().size(), static_cast<qsizetype>(shown.actions().workspaces.size()));
        chosen->menu()->actions().at(1)->trigger();
        QTRY_COMPARE(chosen->text(), shown.actions().workspaces[1]->text().remove(u'&'));
        // Names of other workspaces are longer: none is cut.
        for (QAction* workspace : shown.actions().workspaces) {
            workspace->trigger();
            QTRY_COMPARE(chosen->text(), workspace->text().remove(u'&'));
            QTRY_VERIFY2(chosen->width() >= chosen->sizeHint().width(), qPrintable(chosen->text()));
        }
        shown.actions().workspaces[1]->trigger();
        shown.resize(1500, 950);
        QTRY_VERIFY(!chosen->isVisible() && clear());
    }

    /// A session may hold a request whose kind is no text; it is shown as one that nothing understands.
    void requestsOfNoKindAreShown() {
        app::StudyController& controller = window().controller();
        const std::string id = controller.study().selected;
        Json request = *controller.study().find(id)->request;
        request["kind"] = 5;
        controller.apply({id, std::make_shared<const Json>(request), QStringLiteral("no kind"), {}});
        QVERIFY(fixture_->settle());
        int chosen = 0;
        for (auto* button : window().menuBar()->cornerWidget()->findChildren<QToolButton*>()) {
            if (button->menu() != nullptr) continue; // the same in a menu
            button->click();
            ++chosen;
        }
        QVERIFY(chosen >= 2);
        QVERIFY(controller.scene()->selectedDesign() != nullptr);
        QVERIFY(controller.scene()->selectedDesign()->estimate == nullptr);
    }

    /// Rates of a sweep reach beyond what the largest fleet of it serves.
    void sweepsReachTheBoundary() {
        open("serving");
        const Json request = *window().controller().study().find(window().controller().study().selected)->request;
        const auto most = app::saturationOf(request, *window().controller().library());
        QVERIFY(most.has_value());
        const Json sweep = app::servingSweep(request, views::CapacityView::Sweep::Replicas, "sample", most);
        QVERIFY(sweep["axes"][0]["from"].get<double>() < *most / 3);
        QVERIFY(sweep["axes"][0]["to"].get<double>() > 8 * *most);
        QVERIFY(sweep["base"]["workload"]["traffic"]["duration_s"].get<double>() >= 240);
    }
};

QTEST_MAIN(WindowComfortTest)
#include "window_comfort_test.moc"
