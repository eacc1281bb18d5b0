// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/command_palette.h"
#include "app/window/shell/window_actions.h"
#include "core/evaluate/request.h"
#include "tests/views/window/window_fixture.h"

#include <functional>
#include <map>
#include <QAccessible>
#include <QDockWidget>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QPixmap>
#include <set>

using namespace strata;
using tests::WindowFixture;

namespace {

QString where(const QWidget* widget) {
    QStringList names;
    for (; widget; widget = widget->parentWidget()) {
        names.prepend(QLatin1String(widget->metaObject()->className()) + QLatin1Char('#') + widget->objectName());
        if (qobject_cast<const QDockWidget*>(widget)) break;
    }
    return names.join(QLatin1Char('/'));
}

/// What Tab reaches in the window, in its order.
QList<QWidget*> tabStops(QWidget& window) {
    QList<QWidget*> stops;
    for (QWidget* at = window.nextInFocusChain(); at != &window; at = at->nextInFocusChain()) {
        const bool reached = (at->focusPolicy() & Qt::TabFocus) != 0 && at->isVisibleTo(&window) && at->isEnabled();
        if (reached && !at->visibleRegion().isEmpty() && at->window() == &window && !at->focusProxy()) stops << at;
    }
    return stops;
}

/// The dock that a control belongs to; nullptr for those of the window itself.
QString dockOf(const QWidget* widget) {
    for (; widget; widget = widget->parentWidget())
        if (qobject_cast<const QDockWidget*>(widget)) return widget->objectName();
    return {};
}

} // namespace

/// The window without a mouse: what Tab reaches has a name, shows the focus, and stands dock by dock.
class WindowKeyboardTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir state_;
    std::unique_ptr<WindowFixture> fixture_;

private slots:
    void initTestCase() {
        fixture_ = std::make_unique<WindowFixture>(state_.path());
        fixture_->window->resize(1600, 1000);
        QVERIFY(fixture_->start());
        fixture_->window->activateWindow();
    }

    void cleanupTestCase() { fixture_.reset(); }

    void everyStop_data() {
        QTest::addColumn<QString>("workspace");
        for (const char* id : {"npu", "gpu", "cluster", "serving", "explore"})
            QTest::newRow(id) << QString::fromLatin1(id);
    }

    void everyStop() {
        QFETCH(QString, workspace);
        fixture_->window->actions().sample(workspace)->trigger();
        QVERIFY(fixture_->settle());
        QTest::qWait(400); // docks move to their places
        const QList<QWidget*> stops = tabStops(*fixture_->window);
        QVERIFY2(stops.size() > 20, qPrintable(QString::number(stops.size())));
        QStringList nameless, unseen, docks;
        for (QWidget* stop : stops) {
            const QAccessibleInterface* told = QAccessible::queryAccessibleInterface(stop);
            if (!told || told->text(QAccessible::Name).isEmpty()) nameless << where(stop);
            const QRect place(stop->mapTo(fixture_->window.get(), QPoint()), stop->size());
            fixture_->window->setFocus();
            const QImage without = fixture_->window->grab(place).toImage();
            stop->setFocus(Qt::TabFocusReason);
            if (stop->hasFocus() && fixture_->window->grab(place).toImage() == without) unseen << where(stop);
            const QString dock = dockOf(stop);
            if (!dock.isEmpty() && (docks.isEmpty() || docks.last() != dock)) docks << dock;
        }
        for (const QString& each : nameless)
            qInfo().noquote() << "no name:" << each;
        for (const QString& each : unseen)
            qInfo().noquote() << "focus not seen:" << each;
        QCOMPARE(nameless.size(), 0);
        QCOMPARE(unseen.size(), 0);
        // Parameters are many: their sliders follow their filter, and what belongs to the window comes after all docks.
        QStringList once = docks;
        once.removeDuplicates();
        QCOMPARE(docks, once);
    }

    /// Only after keys: whoever clicks knows where.
    void theRingComesWithTheKeyboard() {
        fixture_->window->actions().sample(QStringLiteral("npu"))->trigger();
        QVERIFY(fixture_->settle());
        auto* list = fixture_->window->findChild<QDockWidget*>(QStringLiteral("study"))->findChild<QListView*>();
        const auto ring = [&] { return fixture_->window->findChild<QWidget*>(QStringLiteral("focus_ring")); };
        list->setFocus(Qt::TabFocusReason);
        QVERIFY(ring() && ring()->isVisible());
        QCOMPARE(ring()->geometry(), QRect(list->mapTo(fixture_->window.get(), QPoint()), list->size()));
        QTest::mouseClick(list->viewport(), Qt::LeftButton);
        QVERIFY(!ring());
        list->setFocus(Qt::TabFocusReason);
        fixture_->window->parametersPanel().setFocus(Qt::TabFocusReason); // a field frames itself
        QVERIFY(!ring());
    }

    /// Whoever has no mouse opens the menus: every action stands in one, says what it does, and no two share a key.
    void everyActionIsInAMenu() {
        app::MainWindow& window = *fixture_->window;
        std::set<QAction*> reached;
        std::function<void(const QList<QAction*>&)> walk = [&](const QList<QAction*>& actions) {
            for (QAction* action : actions) {
                reached.insert(action);
                if (!action->menu()) continue;
                emit action->menu()->aboutToShow();
                walk(action->menu()->actions());
            }
        };
        walk(window.menuBar()->actions());
        std::map<QString, QAction*> keys;
        for (QAction* action : window.actions().all()) {
            QVERIFY2(reached.contains(action), qPrintable(action->text()));
            const bool told = !action->toolTip().isEmpty();
            QVERIFY2(told, qPrintable(action->text()));
            for (const QKeySequence& key : action->shortcuts())
                QVERIFY2(keys.emplace(key.toString(), action).second, qPrintable(action->text()));
        }
        QVERIFY(keys.size() > 20);
    }

    /// Every parameter of the design, every dock and every action that can be done now is found by its name, and Enter
    /// goes there.
    void thePaletteListsEverything() {
        fixture_->window->actions().sample(QStringLiteral("npu"))->trigger();
        QVERIFY(fixture_->settle());
        app::MainWindow& window = *fixture_->window;
        auto* palette = window.findChild<app::CommandPalette*>();
        const auto found = [&](const QString& name) {
            window.actions().palette->trigger();
            auto* field = palette->findChild<QLineEdit*>();
            field->setText(name);
            const auto* list = palette->findChild<QListView*>();
            bool there = false;
            for (int row = 0; row < list->model()->rowCount(); ++row)
                there = there || list->model()->index(row, 0).data().toString() == name;
            return there;
        };
        for (const Parameter& parameter : window.parametersPanel().parameters()) {
            const QString name = QString::fromStdString(parameter.group + ": " + parameter.title);
            QVERIFY2(found(name), qPrintable(name));
        }
        for (const QDockWidget* dock : window.findChildren<QDockWidget*>())
            QVERIFY2(found(dock->windowTitle()), qPrintable(dock->windowTitle()));
        for (const QAction* action : window.actions().all())
            if (action->isEnabled() && action != window.actions().palette)
                QVERIFY2(found(action->text().remove(u'&')), qPrintable(action->text()));
        const Parameter last = window.parametersPanel().parameters().back();
        QVERIFY(found(QString::fromStdString(last.group + ": " + last.title)));
        QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY(!palette->isVisible());
        QCOMPARE(window.parametersPanel().focusedPointer(), last.pointer);
    }
};

QTEST_MAIN(WindowKeyboardTest)
#include "window_keyboard_test.moc"
