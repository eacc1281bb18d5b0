// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/schedule_runner.h"
#include "app/window/panels/messages_panel.h"
#include "app/window/panels/own_measurements_dialog.h"
#include "app/window/shell/window_actions.h"
#include "core/base/database.h"
#include "tests/views/window/window_fixture.h"
#include "views/schedules/schedules_view.h"
#include "views/support/base/view.h"

#include <array>
#include <nlohmann/json.hpp>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFile>
#include <QImage>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTimer>
#include <QTreeWidget>
#include <set>

using namespace strata;
using tests::WindowFixture;

/// Files that cannot be opened or written: one clear message each, and the window lives on.
class WindowFilesTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir state_;
    std::unique_ptr<WindowFixture> fixture_;

    QString inState(const QString& name) const { return state_.filePath(name); }

    void write(const QString& name, const QByteArray& bytes) const {
        QFile file(inState(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    QString save(const QString& name) {
        QSignalSpy saved(fixture_->window.get(), &app::MainWindow::sessionSaved);
        fixture_->window->saveFile(inState(name));
        return saved.wait(10000) ? inState(name) : QString();
    }

    void drop(const QStringList& names) {
        QList<QUrl> files;
        for (const QString& name : names)
            files << QUrl::fromLocalFile(inState(name));
        QMimeData data;
        data.setUrls(files);
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(fixture_->window.get(), &enter);
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(fixture_->window.get(), &event);
    }

    void drop(const QString& name) { drop(QStringList{name}); }

    /// Opens a file that cannot be opened and checks that the study stays and exactly one message came.
    void refuse(const QString& name, const QString& word) {
        const Study before = fixture_->window->controller().study();
        const int messages = fixture_->window->messages().count();
        fixture_->window->openFile(inState(name));
        QVERIFY(QTest::qWaitFor([&] { return fixture_->window->messages().count() > messages; }, 10000));
        QTest::qWait(50);
        QCOMPARE(fixture_->window->messages().count(), messages + 1);
        QVERIFY(fixture_->window->notice().isVisible());
        QVERIFY2(fixture_->window->notice().text().contains(word, Qt::CaseInsensitive),
                 qPrintable(fixture_->window->notice().text()));
        QVERIFY(fixture_->window->controller().study() == before);
        fixture_->window->controller().duplicateSelected();
        QVERIFY2(fixture_->settle(), "the window must still work");
        fixture_->window->controller().undoStack().undo();
    }

private slots:
    void init() {
        fixture_ = std::make_unique<WindowFixture>(state_.path());
        QVERIFY(fixture_->start());
    }

    void cleanup() { fixture_.reset(); }

    void theExportPanelOpensInTheMiddle() {
        app::MainWindow& window = *fixture_->window;
        window.resize(1280, 800);
        window.actions().export_figure->trigger();
        auto* dock = window.findChild<QDockWidget*>(QStringLiteral("figure"));
        QTRY_VERIFY(dock->isVisible() && dock->isFloating());
        QVERIFY2(dock->width() >= 400 && dock->height() >= 500, "room for the preview");
        QVERIFY(window.geometry().contains(dock->geometry()));
        QVERIFY(QTest::qWaitForWindowActive(dock));
        QTRY_VERIFY(dock->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!dock->isVisible());
        // Where the reader has put it, it comes back.
        dock->move(window.pos() + QPoint(30, 40));
        const QPoint put = dock->pos();
        window.actions().export_figure->trigger();
        QTRY_VERIFY(dock->isVisible());
        QCOMPARE(dock->pos(), put);
    }

    /// A session that is dropped on the window opens, and the list of recent files has it from then on.
    void droppedSessionsOpenAndAreRemembered() {
        fixture_->window->controller().rename(fixture_->window->controller().study().selected,
                                              QStringLiteral("dropped"));
        const QString file = save(QStringLiteral("dropped.strata"));
        QVERIFY(!file.isEmpty());
        fixture_ = std::make_unique<WindowFixture>(QDir(state_.path()).filePath(QStringLiteral("elsewhere")));
        QVERIFY(fixture_->start());
        app::MainWindow& window = *fixture_->window;
        QSignalSpy opened(&window, &app::MainWindow::sessionOpened);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &drop);
        QVERIFY(opened.count() > 0 || opened.wait(20000));
        QVERIFY(fixture_->settle());
        const Study& study = window.controller().study();
        QCOMPARE(study.find(study.selected)->label, std::string("dropped"));
        QMenu* recent = nullptr;
        for (QMenu* menu : window.findChildren<QMenu*>())
            if (menu->title().remove(u'&') == QLatin1String("Open recent")) recent = menu;
        QVERIFY(recent);
        emit recent->aboutToShow();
        QCOMPARE(recent->actions().first()->text(), QStringLiteral("dropped.strata"));
        // What is no file is not taken.
        QMimeData words;
        words.setText(QStringLiteral("words"));
        QDragEnterEvent other(QPoint(5, 5), Qt::CopyAction, &words, Qt::LeftButton, Qt::NoModifier);
        other.ignore();
        QCoreApplication::sendEvent(&window, &other);
        QVERIFY(!other.isAccepted());
    }

    /// A sweep's request that is dropped runs beside the study; its file of results, as a server would have written it,
    /// opens elsewhere with the design that it began with.
    void sweepsAndTheirResultsOpen() {
        app::MainWindow& window = *fixture_->window;
        const std::size_t designs = window.controller().study().designs.size();
        const Json base = *window.controller().study().designs.front().request;
        const Json sweep = {
            {"kind", "sweep"},
            {"label", "from a server"},
            {"base", base},
            {"objectives", {"energy_j", "latency_s"}},
            {"axes", {{{"name", "clock"}, {"pointer", "/hardware/clock_hz"}, {"values", {1e8, 2e8, 4e8}}}}}};
        write(QStringLiteral("sweep.json"), QByteArray::fromStdString(sweep.dump()));
        drop(QStringLiteral("sweep.json"));
        const auto& explorations = window.explorations();
        QTRY_VERIFY_WITH_TIMEOUT(explorations.list().size() == 1 &&
                                     explorations.list().front().state == app::ExplorationStatus::State::Finished,
                                 20000);
        QCOMPARE(window.workspace(), QStringLiteral("explore"));
        QCOMPARE(window.controller().study().designs.size(), designs);
        const auto stored = app::explorationFile(state_.path(), explorations.list().front().id);
        const QString results = inState(QStringLiteral("server.results"));
        QVERIFY(QFile::copy(QString::fromStdU16String(stored.u16string()), results));
        QTemporaryDir elsewhere;
        WindowFixture other(elsewhere.path(), results);
        QVERIFY(other.start());
        QTRY_COMPARE(other.window->explorations().list().size(), std::size_t{1});
        QTRY_COMPARE(other.window->explorations().list().front().done, std::uint64_t{3});
        const auto opened = [&other] { return other.window->explorations().list().front(); };
        QTRY_VERIFY2(opened().state == app::ExplorationStatus::State::Finished, qPrintable(opened().problem));
        QCOMPARE(opened().label, QStringLiteral("from a server"));
        // The file may go now: the window has its own.
        const auto kept = app::explorationFile(elsewhere.path(), opened().id);
        QVERIFY(std::filesystem::exists(kept));
        QCOMPARE(other.window->workspace(), QStringLiteral("explore"));
        const Study& study = other.window->controller().study();
        QCOMPARE(study.designs.size(), std::size_t{1});
        QVERIFY(*study.designs.front().request == base);
        QVERIFY(other.window->windowTitle().contains(QStringLiteral("server")));
    }

    /// A file whose values changed is refused whole: points that came before are not gone on with.
    void damagedResultsAreNotGoneOnWith() {
        app::MainWindow& window = *fixture_->window;
        const Json sweep = {{"kind", "sweep"},
                            {"base", *window.controller().study().designs.front().request},
                            {"objectives", {"energy_j"}},
                            {"axes", {{{"name", "clock"}, {"pointer", "/hardware/clock_hz"}, {"values", {1e8, 2e8}}}}}};
        write(QStringLiteral("small.json"), QByteArray::fromStdString(sweep.dump()));
        drop(QStringLiteral("small.json"));
        const auto& explorations = window.explorations();
        using State = app::ExplorationStatus::State;
        QTRY_VERIFY(explorations.list().size() == 1 && explorations.list().front().state == State::Finished);
        QFile stored(
            QString::fromStdU16String(app::explorationFile(state_.path(), explorations.list().front().id).u16string()));
        QVERIFY(stored.open(QIODevice::ReadOnly));
        QByteArray bytes = stored.readAll();
        const std::array values{1e8, 2e8};
        const qsizetype at = bytes.indexOf(QByteArray(reinterpret_cast<const char*>(values.data()), sizeof(values)));
        QVERIFY(at > 0);
        bytes[at] = static_cast<char>(bytes[at] ^ 1);
        write(QStringLiteral("damaged.results"), bytes);
        window.openFile(inState(QStringLiteral("damaged.results")));
        QTRY_VERIFY(explorations.list().size() == 2 && explorations.list().back().state == State::Failed);
        QVERIFY(!explorations.list().back().problem.isEmpty());
        QVERIFY(!explorations.selected());
        window.explorations().resume(explorations.list().back().id);
        QCOMPARE(explorations.list().back().state, State::Failed);
    }

    /// A request becomes a design of the study, and the workspace follows it; a figure's description brings its
    /// designs, its view and the metric back.
    void requestsAndFiguresOpen() {
        app::MainWindow& window = *fixture_->window;
        QFile sample(QStringLiteral(":/samples/gpt2-large-prefill-a100.json"));
        QVERIFY(sample.open(QIODevice::ReadOnly));
        const QByteArray request = sample.readAll();
        write(QStringLiteral("asked.json"), request);
        const std::size_t designs = window.controller().study().designs.size();
        drop(QStringLiteral("asked.json"));
        QTRY_COMPARE(window.controller().study().designs.size(), designs + 1);
        QCOMPARE(window.workspace(), QStringLiteral("gpu"));
        QVERIFY(fixture_->settle());
        QVERIFY(window.controller().scene()->selectedDesign()->estimate);
        const Json figure = {
            {"strata_figure", 1},
            {"view", "energy"},
            {"metric", "cycles"},
            {"view_state", {{"scale", "share"}}},
            {"selected", {{"label", "drawn"}, {"request", *window.controller().study().designs.front().request}}},
            {"baseline", {{"label", "against"}, {"request", Json::parse(request.toStdString())}}}};
        Json changed = figure;
        changed["selected"]["request"]["label"] = "another text";
        write(QStringLiteral("figure.json"), QByteArray::fromStdString(changed.dump()));
        drop(QStringLiteral("figure.json"));
        QTRY_COMPARE(window.controller().study().find(window.controller().study().selected)->label,
                     std::string("drawn"));
        const Study& study = window.controller().study();
        QCOMPARE(study.find(*study.baseline)->label,
                 std::string("GPT-2 large, prompts on A100")); // the one that is there
        QCOMPARE(window.controller().metric(), QStringLiteral("cycles"));
        QVERIFY(window.view(QStringLiteral("energy"))->saveState().find("share") != std::string::npos);
        // An answer cannot be asked again, and a figure of the future is not guessed at.
        write(QStringLiteral("answer.json"), R"({"kind": "model", "method": "gpu.x", "metrics": {}, "parts": {}})");
        refuse(QStringLiteral("answer.json"), QStringLiteral("answer"));
        changed["strata_figure"] = 2;
        write(QStringLiteral("later.json"), QByteArray::fromStdString(changed.dump()));
        refuse(QStringLiteral("later.json"), QStringLiteral("version"));
    }

    /// Parts of a case of Timeloop that are dropped together are one design; an architecture alone is a device.
    void casesOfTimeloopOpen() {
        app::MainWindow& window = *fixture_->window;
        write(QStringLiteral("arch.yaml"), R"(
architecture:
  version: 0.4
  nodes:
  - !Container {name: system, attributes: {global_cycle_seconds: 5e-9, technology: "45nm"}}
  - !Component {name: DRAM, class: DRAM, attributes: {type: "LPDDR4", width: 64, datawidth: 8}}
  - !Component {name: buffer, class: smartbuffer_SRAM, attributes: {depth: 1024, width: 64, datawidth: 8}}
  - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
)");
        write(QStringLiteral("prob.yaml"), R"(
problem:
  version: 0.4
  shape:
    name: product
    dimensions: [M, N, K]
    data_spaces:
    - {name: A, projection: [[[M]], [[K]]]}
    - {name: B, projection: [[[K]], [[N]]]}
    - {name: Z, projection: [[[M]], [[N]]], read_write: True}
  instance: {M: 8, N: 4, K: 2}
)");
        write(QStringLiteral("map.yaml"), R"(
mapping:
- {target: DRAM, type: temporal, factors: "M=4 N=1 K=1", permutation: MNK}
- {target: buffer, type: temporal, factors: "M=2 N=4 K=2", permutation: MNK}
)");
        const std::size_t designs = window.controller().study().designs.size();
        drop(QStringList{QStringLiteral("arch.yaml"), QStringLiteral("prob.yaml"), QStringLiteral("map.yaml")});
        QTRY_COMPARE(window.controller().study().designs.size(), designs + 1);
        QVERIFY(fixture_->settle());
        const auto estimate = window.controller().scene()->selectedDesign()->estimate;
        QVERIFY(estimate);
        QCOMPARE(estimate->findMetric("cycles")->value, 64.0); // 8 x 4 x 2 on one unit, with ports that no file bounds
        drop(QStringLiteral("arch.yaml"));
        QTRY_VERIFY(window.notice().text().contains(QStringLiteral("is in the catalog now")));
        QCOMPARE(window.controller().study().designs.size(), designs + 1);
        refuse(QStringLiteral("map.yaml"), QStringLiteral("architecture"));
    }

    /// What other tools measured goes where something is made of it: rows into the view of validation, timings into the
    /// dialog that calibrates, tuning configurations into the view of schedules.
    void measurementsOfOtherToolsOpen() {
        app::MainWindow& window = *fixture_->window;
        write(QStringLiteral("timings.csv"), "operator,m,n,k,dtype,latency_us\nmatmul,4096,4096,4096,bf16,230\n");
        drop(QStringLiteral("timings.csv"));
        QTRY_VERIFY(window.findChild<app::OwnMeasurementsDialog*>() != nullptr);
        auto* dialog = window.findChild<app::OwnMeasurementsDialog*>();
        QVERIFY(dialog->isVisible());
        QVERIFY(dialog->findChild<QPlainTextEdit*>()->toPlainText().contains(QStringLiteral("4096,bf16,230")));
        dialog->close();
        const Json row = {{"id", "one"},
                          {"request", *window.controller().study().designs.front().request},
                          {"quantity", "cycles"},
                          {"measured", 1.3e6}};
        write(QStringLiteral("rows.jsonl"), QByteArray::fromStdString(row.dump() + "\n"));
        drop(QStringLiteral("rows.jsonl"));
        QTRY_VERIFY_WITH_TIMEOUT(window.controller().scene()->validation, 20000);
        QCOMPARE(window.workspace(), QStringLiteral("assess"));
        QFile sample(QStringLiteral(":/samples/tuning-blocked-product.csv"));
        QVERIFY(sample.open(QIODevice::ReadOnly));
        const QByteArray measured = sample.readAll();
        write(QStringLiteral("tuned.csv"), measured);
        drop(QStringLiteral("tuned.csv"));
        QTRY_COMPARE(window.workspace(), QStringLiteral("edge"));
        auto* schedules = qobject_cast<views::SchedulesView*>(window.view(QStringLiteral("schedules")));
        QTRY_VERIFY_WITH_TIMEOUT(!schedules->figureData().rows.empty(), 60000);
        // A figure of such configurations brings them along.
        const Json figure = {{"strata_figure", 1},
                             {"view", "schedules"},
                             {"view_state", {{"samples", 20}}},
                             {"tuning", {{"file", "drawn.csv"}, {"text", measured.toStdString()}}}};
        write(QStringLiteral("study.json"), QByteArray::fromStdString(figure.dump()));
        drop(QStringLiteral("study.json"));
        QTRY_VERIFY_WITH_TIMEOUT(schedules->canvas().picture().file == "drawn.csv", 60000);
        QCOMPARE(schedules->canvas().picture().point().samples, std::size_t{20});
        write(QStringLiteral("story.txt"), "Once upon a time there was an accelerator.\n");
        refuse(QStringLiteral("story.txt"), QStringLiteral("no known form"));
    }

    /// Of files that are asked for while one is studied, the last one is studied next.
    void theLastTuningFileIsShown() {
        app::MainWindow& window = *fixture_->window;
        auto* view = qobject_cast<views::SchedulesView*>(window.view(QStringLiteral("schedules")));
        QVERIFY(view);
        auto* runner = view->findChild<app::ScheduleRunner*>();
        QVERIFY(runner);
        QByteArray text = "tile,block,time_ms\n";
        for (int tile = 1; tile <= 6; ++tile)
            for (int block = 1; block <= 8; ++block)
                text += QByteArray::number(tile) + ',' + QByteArray::number(block) + ',' +
                        QByteArray::number(tile + 0.1 * block) + '\n';
        for (const char* name : {"shown.csv", "first.csv", "passed-over.csv", "last.csv"})
            write(QLatin1String(name), text);
        drop(QStringLiteral("shown.csv")); // brings the view to the front, which draws nothing unseen
        QTRY_VERIFY_WITH_TIMEOUT(view->canvas().picture().file == "shown.csv", 60000);
        const QSignalSpy finished(runner, &app::ScheduleRunner::finished);
        for (const char* name : {"first.csv", "passed-over.csv", "last.csv"}) {
            runner->study(QDir(state_.path()).filePath(QLatin1String(name)));
        }
        QTRY_VERIFY_WITH_TIMEOUT(view->canvas().picture().file == "last.csv", 60000);
        QCOMPARE(finished.count(), 2);
    }

    /// The same where the program is started with the file: the study of the last time opens first.
    void measurementsOpenAtTheStart() {
        QFile sample(QStringLiteral(":/samples/tuning-blocked-product.csv"));
        QVERIFY(sample.open(QIODevice::ReadOnly));
        write(QStringLiteral("first.csv"), sample.readAll());
        fixture_ = std::make_unique<WindowFixture>(QDir(state_.path()).filePath(QStringLiteral("started")),
                                                   inState(QStringLiteral("first.csv")));
        QVERIFY(fixture_->start());
        QTRY_COMPARE(fixture_->window->workspace(), QStringLiteral("edge"));
        QVERIFY(!fixture_->window->controller().study().designs.empty());
    }

    /// Ctrl+Shift+C: the current view as a picture, at the size at which it is seen.
    void aViewIsCopiedAsAPicture() {
        QGuiApplication::clipboard()->clear();
        app::MainWindow& window = *fixture_->window;
        window.actions().fill_view->trigger();
        QTest::qWait(50);
        window.actions().copy_picture->trigger();
        const QImage picture = QGuiApplication::clipboard()->image();
        QVERIFY2(picture.width() > 300 && picture.height() > 200, "the picture of a view");
        std::set<QRgb> colours;
        for (int x = 0; x < picture.width(); x += 7)
            for (int y = 0; y < picture.height(); y += 7)
                colours.insert(picture.pixel(x, y));
        QVERIFY2(colours.size() > 4, "it shows what the view draws");
        const QByteArray figure = QGuiApplication::clipboard()->mimeData()->data(QStringLiteral("image/svg+xml"));
        QVERIFY2(figure.contains("<svg") && figure.contains("DRAM"), "the same as a figure whose text is text");
    }

    /// Every chart and picture offers itself as a picture by a right click.
    void viewsAreCopiedFromTheirMenus() {
        app::MainWindow& window = *fixture_->window;
        for (const char* id : {"energy", "components", "roofline"}) {
            QGuiApplication::clipboard()->clear();
            auto* dock = window.findChild<QDockWidget*>(QLatin1String(id));
            views::View* view = window.view(QLatin1String(id));
            dock->show();
            dock->raise();
            QTRY_VERIFY(view->seen());
            QVERIFY(fixture_->settle());
            QWidget* drawn = view->focusProxy();
            QVERIFY2(drawn != nullptr, id);
            QTimer chooses;
            connect(&chooses, &QTimer::timeout, this, [] {
                auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                if (menu == nullptr) return;
                for (QAction* action : menu->actions())
                    if (action->text() == QLatin1String("Copy as picture")) action->trigger();
                menu->close();
            });
            chooses.start(20);
            const QPoint at(drawn->width() / 2, drawn->height() / 2);
            QTest::mouseClick(drawn, Qt::RightButton, {}, at);
            QContextMenuEvent asked(QContextMenuEvent::Mouse, at, drawn->mapToGlobal(at));
            QCoreApplication::sendEvent(drawn, &asked);
            QTRY_VERIFY2(QGuiApplication::clipboard()->mimeData()->hasFormat(QStringLiteral("image/svg+xml")), id);
            chooses.stop();
            const QImage picture = QGuiApplication::clipboard()->image();
            QCOMPARE(picture.size(), view->size() * view->devicePixelRatioF());
        }
    }

    /// Edit > Copy does what Ctrl+C does: what has the keyboard is copied, and the view where nothing else is.
    void copyTakesWhatHasTheKeyboard() {
        app::MainWindow& window = *fixture_->window;
        window.activateWindow();
        auto* chart = window.view(QStringLiteral("energy"))->focusProxy();
        chart->setFocus();
        QTRY_COMPARE(QApplication::focusWidget(), chart);
        QGuiApplication::clipboard()->clear();
        window.actions().copy->trigger();
        const QString numbers = QGuiApplication::clipboard()->text();
        QVERIFY2(numbers.contains(QStringLiteral("selected,dram,weights")), qPrintable(numbers));
        auto* messages = window.findChild<QDockWidget*>(QStringLiteral("messages"));
        messages->show();
        auto* list = messages->findChild<QTreeWidget*>();
        window.openFile(inState(QStringLiteral("missing.strata")));
        QTRY_VERIFY(list->topLevelItemCount() > 0);
        list->setFocus();
        list->selectAll();
        window.actions().copy->trigger();
        const QString told = QGuiApplication::clipboard()->text();
        QVERIFY2(told.contains(QStringLiteral("missing.strata")) && told.contains(u'\t'), qPrintable(told));
        QGuiApplication::clipboard()->clear();
        QTest::keyClick(list, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), told);
    }

    void refusesWhatIsNoSession() {
        write(QStringLiteral("text.strata"), "hello, this is no database\n");
        refuse(QStringLiteral("text.strata"), QStringLiteral("text.strata"));
        write(QStringLiteral("empty.strata"), {});
        refuse(QStringLiteral("empty.strata"), QStringLiteral("empty.strata"));
        refuse(QStringLiteral("missing.strata"), QStringLiteral("missing.strata"));
    }

    /// A file named on the command line that is refused: a sample opens, and the reason stays beside it.
    void saysAtTheStartWhyAFileWasRefused() {
        write(QStringLiteral("first.strata"), "hello, this is no database\n");
        fixture_ = std::make_unique<WindowFixture>(QDir(state_.path()).filePath(QStringLiteral("anew")),
                                                   inState(QStringLiteral("first.strata")));
        QVERIFY(fixture_->start());
        QVERIFY(!fixture_->window->controller().study().designs.empty());
        QVERIFY(fixture_->window->notice().isVisible());
        QVERIFY(fixture_->window->notice().text().contains(QStringLiteral("first.strata")));
    }

    void refusesASessionFromTheFuture() {
        const QString file = save(QStringLiteral("future.strata"));
        QVERIFY(!file.isEmpty());
        QFile bytes(file);
        QVERIFY(bytes.open(QIODevice::ReadWrite));
        bytes.seek(60); // user_version in the header of an SQLite file, big endian
        bytes.write(QByteArray::fromHex("00000fff"));
        bytes.close();
        refuse(QStringLiteral("future.strata"), QStringLiteral("4095"));
    }

    void refusesACutFile() {
        const QString file = save(QStringLiteral("cut.strata"));
        QFile bytes(file);
        QVERIFY(bytes.resize(bytes.size() / 2));
        refuse(QStringLiteral("cut.strata"), QStringLiteral("cut.strata"));
    }

    void saysWhyItCannotSave() {
        const int messages = fixture_->window->messages().count();
        fixture_->window->controller().duplicateSelected();
        // A folder that does not exist refuses everybody, also a superuser, whom a read-only folder would not stop.
        fixture_->window->saveFile(inState(QStringLiteral("no/such/folder/a.strata")));
        QVERIFY(QTest::qWaitFor([&] { return fixture_->window->messages().count() > messages; }, 10000));
        QVERIFY(fixture_->window->notice().text().contains(QStringLiteral("a.strata")));
        QVERIFY2(fixture_->window->isWindowModified(), "what was not saved stays marked as changed");
    }

    void saysThatTheDiskIsFull() {
        if (!QFile::exists(QStringLiteral("/dev/full"))) QSKIP("this system has no /dev/full");
        const int messages = fixture_->window->messages().count();
        fixture_->window->saveFile(QStringLiteral("/dev/full/a.strata"));
        QVERIFY(QTest::qWaitFor([&] { return fixture_->window->messages().count() > messages; }, 10000));
        QVERIFY(fixture_->window->notice().isVisible());
    }

    void aSessionComesBackWithItsViews() {
        app::StudyController& controller = fixture_->window->controller();
        controller.duplicateSelected();
        controller.rename(controller.study().selected, QStringLiteral("Entwurf Ä"));
        controller.setMetric(QStringLiteral("cycles"));
        fixture_->window->findChild<QDockWidget*>(QStringLiteral("catalog"))->hide();
        QVERIFY(fixture_->settle());
        const Session before = fixture_->window->session();
        const QString file = save(QStringLiteral("round.strata"));
        QVERIFY(!file.isEmpty());
        QVERIFY(!fixture_->window->isWindowModified());
        fixture_ = std::make_unique<WindowFixture>(state_.path(), file);
        QVERIFY(fixture_->start());
        const Session after = fixture_->window->session();
        QVERIFY(after.study == before.study);
        QVERIFY(after.view_state == before.view_state);
        QCOMPARE(fixture_->window->controller().metric(), QStringLiteral("cycles"));
        QVERIFY(!fixture_->window->findChild<QDockWidget*>(QStringLiteral("catalog"))->isVisible());
        QVERIFY(fixture_->window->windowTitle().contains(QStringLiteral("round")));
    }
};

QTEST_MAIN(WindowFilesTest)
#include "window_files_test.moc"
