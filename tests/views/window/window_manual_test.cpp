// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/manual/page.h"
#include "app/cli/program.h"
#include "app/window/panels/manual_window.h"
#include "views/support/base/view.h"

#include <QDockWidget>
#include <QLabel>
#include <QListWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QtTest>

using namespace strata;
using app::ManualWindow;

/// The manual inside the window.
class WindowManualTest : public QObject {
    Q_OBJECT

private slots:
    void everyViewAndPanelHasAPage() {
        const auto pages = cli::manualPages(cli::programCommands());
        for (const views::ViewInfo& view : views::viewRegistry())
            QVERIFY2(cli::findPage(pages, "views/" + std::string(view.id) + ".md"), std::string(view.id).c_str());
        for (const char* panel : {"study", "catalog", "parameters", "messages", "figure", "jobs", "headline"})
            QVERIFY2(cli::findPage(pages, std::string("views/") + panel + ".md"), panel);
    }

    void thePageIsThatOfTheDockAroundAWidget() {
        QDockWidget dock;
        dock.setObjectName(QStringLiteral("energy"));
        auto* inside = new QLabel(QStringLiteral("bar"));
        dock.setWidget(inside);
        QCOMPARE(app::manualPageOf(inside), QStringLiteral("views/energy.md"));
        QLabel outside;
        QVERIFY(app::manualPageOf(&outside).isEmpty());
        QVERIFY(app::manualPageOf(nullptr).isEmpty());
    }

    void linksLeadOnAndBack() {
        ManualWindow manual(nullptr);
        manual.showPage(QStringLiteral("views/mapping.md"));
        manual.show();
        QCOMPARE(manual.path(), QStringLiteral("views/mapping.md"));
        QVERIFY(manual.browser().toPlainText().startsWith(QStringLiteral("Mapping")));
        QVERIFY(QTest::qWaitForWindowExposed(&manual));
        click(manual.browser(), QStringLiteral("../kinds/layer.md"));
        QCOMPARE(manual.path(), QStringLiteral("kinds/layer.md"));
        QVERIFY(manual.browser().toPlainText().contains(QStringLiteral("Fields of the request")));
        manual.browser().backward();
        QCOMPARE(manual.path(), QStringLiteral("views/mapping.md"));
        manual.showPage(QStringLiteral("views/nothing.md"));
        QCOMPARE(manual.path(), QStringLiteral("index.md"));
    }

    void theSearchFindsPages() {
        ManualWindow manual(nullptr);
        const int all = manual.list().count();
        QVERIFY(all > 60);
        manual.search(QStringLiteral("glossary"));
        QVERIFY(manual.list().count() > 0 && manual.list().count() < all);
        QCOMPARE(manual.list().item(0)->text(), QStringLiteral("Glossary"));
        manual.search(QStringLiteral("no such words xyzzy"));
        QCOMPARE(manual.list().count(), 1);
        QVERIFY(!(manual.list().item(0)->flags() & Qt::ItemIsEnabled));
        manual.search({});
        QCOMPARE(manual.list().count(), all);
        emit manual.list().itemActivated(manual.list().item(0));
        QCOMPARE(manual.path(), QStringLiteral("index.md"));
    }

private:
    /// Presses the mouse on the first letter of a link.
    static void click(QTextBrowser& browser, const QString& target) {
        for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next())
            for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
                if (piece.fragment().charFormat().anchorHref() != target) continue;
                QTextCursor cursor(browser.document());
                cursor.setPosition(piece.fragment().position());
                browser.setTextCursor(cursor);
                browser.ensureCursorVisible();
                const QPoint place = browser.cursorRect(cursor).center() + QPoint(4, 0);
                QTest::mouseClick(browser.viewport(), Qt::LeftButton, Qt::NoModifier, place);
                return;
            }
        QFAIL(qPrintable(QStringLiteral("no link to ") + target));
    }
};

QTEST_MAIN(WindowManualTest)
#include "window_manual_test.moc"
