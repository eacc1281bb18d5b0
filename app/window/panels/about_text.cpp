// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/about_text.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeySequence>

namespace strata::app {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::app", text); }

QString row(const QString& left, const QString& right) {
    return QStringLiteral("<tr><td style='padding:3px 24px 3px 0'>%1</td><td style='padding:3px 0'><b>%2</b></td></tr>")
        .arg(left.toHtmlEscaped(), right.toHtmlEscaped());
}

} // namespace

QString aboutHtml() {
    return QStringLiteral("<h2>Strata %1</h2><p>%2</p><p>%3</p><p>%4</p>")
        .arg(QCoreApplication::applicationVersion().toHtmlEscaped(),
             tr("Design-space explorer for machine-learning hardware."),
             tr("Free software under the GNU General Public License, version 3 or later; without any warranty."),
             tr("Built with Qt %1, QCustomPlot, nlohmann JSON, SQLite, Eigen and OpenSSL.")
                 .arg(QLatin1String(qVersion())));
}

QString shortcutsHtml(const std::vector<QAction*>& actions) {
    QString rows;
    for (const QAction* action : actions) {
        if (action->shortcut().isEmpty()) continue;
        QString text = action->text();
        rows += row(text.remove(u'&').remove(u':'), action->shortcut().toString(QKeySequence::NativeText));
    }
    rows += row(tr("Nudge a slider by one step"), tr("Arrow keys"));
    rows += row(tr("Nudge a slider by ten steps"), tr("Shift and arrow keys"));
    rows += row(tr("Smallest and largest value of a slider"), tr("Home, End"));
    rows += row(tr("Take a drag back while it lasts"), tr("Esc"));
    return QStringLiteral("<table>%1</table>").arg(rows);
}

} // namespace strata::app
