// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parameters/option_menu.h"

#include "views/support/text/default_text.h"
#include "views/support/text/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QMenu>

#include <map>

namespace strata::views {
namespace {

QString fieldWord(const std::string& text) { return QCoreApplication::translate("Field", text.c_str()); }

} // namespace

QString optionTitle(const RequestOption& option) {
    return QStringLiteral("%1: %2").arg(fieldWord(option.group), fieldWord(option.title));
}

void fillOptionMenu(QMenu& menu, const std::vector<RequestOption>& options,
                    const std::function<void(const RequestOption&)>& chosen) {
    // clear() keeps the submenus of the last time.
    qDeleteAll(menu.findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
    menu.clear();
    menu.setToolTipsVisible(true);
    // By place and not by title: prompts and answers have members of the same names.
    std::map<std::string, QMenu*> parts;
    for (const RequestOption& option : options) {
        QMenu*& part = parts[option.pointer.substr(0, option.pointer.rfind('/'))];
        if (part == nullptr) {
            part = menu.addMenu(fieldWord(option.group));
            part->setToolTipsVisible(true);
        }
        QAction* add = part->addAction(fieldWord(option.title));
        const QString fallback = defaultLine(option.fallback, option.unit, QLocale());
        add->setToolTip(fallback.isEmpty() ? fieldWord(option.help) : fieldWord(option.help) + '\n' + fallback);
        QObject::connect(add, &QAction::triggered, &menu, [chosen, option] { chosen(option); });
    }
    if (options.empty())
        menu.addAction(QCoreApplication::translate("OptionMenu", "Nothing can be added to this design"))
            ->setEnabled(false);
}

} // namespace strata::views
