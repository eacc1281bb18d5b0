// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/command_palette.h"
#include "app/window/shell/window_actions.h"
#include "tests/views/window/window_fixture.h"
#include "views/schedules/schedules_view.h"
#include "views/support/base/view.h"

#include <nlohmann/json.hpp>
#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QLineEdit>
#include <QToolButton>

using namespace strata;
using tests::WindowFixture;

/// Views are made when they are first seen: nobody who opens one late, or saves before, can tell.
class WindowLateViewsTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir state_;
    std::unique_ptr<WindowFixture> fixture_;

    qsizetype made() const { return fixture_->window->findChildren<views::View*>().size(); }
    std::string stateOf(const std::string& view) const {
        const Session session = fixture_->window->session();
        const auto state = session.view_state.find(view);
        return state == session.view_state.end() ? std::string() : state->second;
    }

private slots:
    void init() {
        fixture_ = std::make_unique<WindowFixture>(state_.path());
        QVERIFY(fixture_->start());
    }

    void cleanup() {
        fixture_.reset();
        QFile::remove(state_.filePath(QStringLiteral("strata.ini")));
    }

    void aWindowStartsWithTheViewsOfItsWorkspace() {
        QVERIFY(made() > 0);
        QVERIFY2(made() < static_cast<qsizetype>(views::viewRegistry().size()) / 2, "most views nobody sees");
        for (const views::View* view : fixture_->window->findChildren<views::View*>())
            QVERIFY2(view->seen(), view->metaObject()->className());
    }

    /// Docks that nobody sees have no title either; one that is shown has its own at once, and keeps it.
    void titlesComeWithTheDock() {
        auto* seen = fixture_->window->findChild<QDockWidget*>(QStringLiteral("mapping"));
        auto* unseen = fixture_->window->findChild<QDockWidget*>(QStringLiteral("pipeline"));
        QVERIFY(seen->isVisible() && seen->titleBarWidget() != nullptr);
        QVERIFY(!unseen->isVisible() && unseen->titleBarWidget() == nullptr);
        unseen->show();
        QVERIFY(unseen->titleBarWidget() != nullptr);
        QTRY_VERIFY(unseen->isVisible());
        QWidget* const title = unseen->titleBarWidget();
        unseen->hide();
        unseen->show();
        QCOMPARE(unseen->titleBarWidget(), title);
    }

    void aViewThatIsOpenedLateShowsTheDesign() {
        const qsizetype before = made();
        auto* dock = fixture_->window->findChild<QDockWidget*>(QStringLiteral("sensitivity"));
        QVERIFY(dock && !dock->widget());
        dock->show();
        dock->raise();
        QTRY_VERIFY(dock->widget());
        QCOMPARE(made(), before + 1);
        auto* view = qobject_cast<views::View*>(dock->widget());
        QTRY_VERIFY(view->seen());
        const auto scene = fixture_->window->controller().scene();
        QVERIFY(!scene->designs.empty());
        QCOMPARE(view->scene().designs.size(), scene->designs.size());
        QCOMPARE(view->scene().selected, scene->selected);
    }

    void thePaletteReachesAViewThatNobodyHasSeen() {
        app::MainWindow& window = *fixture_->window;
        auto* dock = window.findChild<QDockWidget*>(QStringLiteral("capacity"));
        QVERIFY(dock && !dock->widget());
        window.actions().palette->trigger();
        auto* palette = window.findChild<app::CommandPalette*>();
        auto* field = palette->findChild<QLineEdit*>();
        field->setText(dock->windowTitle());
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY(dock->isVisible());
        QVERIFY(dock->widget());
    }

    /// The view of tools draws what the view of coverage has already worked out.
    void toolsComeAfterCoverage() {
        app::MainWindow& window = *fixture_->window;
        const auto rowsOf = [&window](const QString& id) { return window.view(id)->figureData().rows.size(); };
        for (const char* id : {"coverage", "tools"}) {
            auto* dock = window.findChild<QDockWidget*>(QLatin1String(id));
            dock->show();
            dock->raise();
            QTRY_VERIFY_WITH_TIMEOUT(rowsOf(QLatin1String(id)) > 0, 20000);
        }
    }

    /// The sample of tuning measurements is read and studied in the background, and drawn when it is there.
    void theSampleOfSchedulesIsStudied() {
        app::MainWindow& window = *fixture_->window;
        auto* dock = window.findChild<QDockWidget*>(QStringLiteral("schedules"));
        QVERIFY(dock);
        dock->show();
        dock->raise();
        QTRY_VERIFY(dock->widget());
        auto* view = qobject_cast<views::SchedulesView*>(dock->widget());
        QVERIFY(view && view->figureData().rows.empty());
        const auto sample = view->findChildren<QToolButton*>(QStringLiteral("sample"));
        QCOMPARE(sample.size(), 1);
        sample.front()->click();
        QVERIFY(!sample.front()->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(!view->figureData().rows.empty(), 120'000);
        QVERIFY(sample.front()->isEnabled());
        QTRY_COMPARE(view->canvas().picture().measured, std::size_t{560});
        QCOMPARE(view->canvas().picture().open, std::size_t{240});
    }

    /// A session's settings of a view that was never seen outlive another save, and reach the view when it is opened.
    void settingsWaitForTheirView() {
        app::MainWindow& window = *fixture_->window;
        const QString file = state_.filePath(QStringLiteral("roofline.strata"));
        views::View* roofline = window.view(QStringLiteral("roofline"));
        QVERIFY(roofline);
        Json wanted = Json::parse(roofline->saveState());
        wanted["compare"] = !wanted.value("compare", false);
        roofline->restoreState(wanted.dump());
        const std::string kept = stateOf("roofline");
        QSignalSpy saved(&window, &app::MainWindow::sessionSaved);
        window.saveFile(file);
        QVERIFY(saved.wait(10000));
        fixture_ = std::make_unique<WindowFixture>(state_.filePath(QStringLiteral("elsewhere")), file);
        QVERIFY(fixture_->start());
        QTRY_COMPARE(stateOf("roofline"), kept);
        QVERIFY(!fixture_->window->findChild<QDockWidget*>(QStringLiteral("roofline"))->widget());
        QCOMPARE(fixture_->window->view(QStringLiteral("roofline"))->saveState(), kept);
        QVERIFY(fixture_->window->view(QStringLiteral("no such view")) == nullptr);
    }
};

QTEST_MAIN(WindowLateViewsTest)
#include "window_late_views_test.moc"
