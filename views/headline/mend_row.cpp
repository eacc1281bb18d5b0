// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/headline/mend_row.h"

#include "core/catalog/library.h"
#include "core/evaluate/design/mends.h"
#include "views/support/base/flow_layout.h"
#include "views/support/text/choice_text.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <nlohmann/json.hpp>
#include <QApplication>
#include <QCoreApplication>
#include <QPushButton>

namespace strata::views {

namespace {

QString titleOf(const design::MendedValue& value) {
    if (!value.title.empty()) return QCoreApplication::translate("Field", value.title.c_str());
    const std::string& pointer = value.pointer; // a key that no schema knows, as it stands in the file
    return QStringLiteral("\u201c%1\u201d").arg(toQString(pointer.substr(pointer.rfind('/') + 1)));
}

QString valueText(const design::MendedValue& value, const Library& library, const QLocale& locale) {
    const Json& json = *value.value;
    if (json.is_number()) return exactText(json.get<double>(), value.unit, locale);
    if (json.is_boolean()) return choiceText(json.get<bool>() ? "yes" : "no");
    if (!json.is_string()) return {};
    const std::string word = json.get<std::string>();
    const Entry* entry = library.find(word);
    return entry ? toQString(entry->name) : choiceText(word);
}

} // namespace

MendRow::MendRow(QWidget* parent) : QWidget(parent), row_(new FlowLayout(6)) {
    setLayout(row_);
    row_->setContentsMargins(12, 0, 0, 4);
    setAccessibleName(tr("What would mend the design"));
    hide();
}

QPushButton* MendRow::addButton(const QString& text, const QString& help) {
    auto* button = new QPushButton(this);
    button->setText(text);
    button->setToolTip(help);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    row_->addWidget(button);
    button->show();
    buttons_.push_back(button);
    return button;
}

void MendRow::showFor(const DesignState* design, const Scene& scene) {
    const Note* broken = nullptr;
    if (design && design->estimate && !design->estimate->valid)
        for (const Note& note : design->estimate->notes)
            if (!broken && !note.fixes.empty()) broken = &note;
    const bool mendable = design && design->design.request && scene.library && (design->error || broken);
    if (!mendable) {
        shown_request_.reset();
        shown_estimate_.reset();
        // The pressed button goes: the focus would move on to whatever is next.
        if (const QWidget* focused = QApplication::focusWidget(); focused && isAncestorOf(focused))
            window()->setFocus();
        return hide();
    }
    if (shown_request_ == design->design.request && shown_estimate_ == design->estimate) return;
    shown_request_ = design->design.request;
    shown_estimate_ = design->estimate;
    for (QPushButton* button : buttons_)
        delete button;
    buttons_.clear();
    const Json& request = *design->design.request;
    const std::vector<design::Mend> mends =
        design->error ? design::mendsOf(request, *design->error, *scene.library, *scene.registry)
                      : design::mendsOf(request, broken->fixes, *scene.library, *scene.registry);
    for (const design::Mend& mend : mends) {
        QStringList changes;
        for (const design::MendedValue& value : mend.values)
            changes << (value.value ? tr("%1 to %2").arg(titleOf(value), valueText(value, *scene.library, locale()))
                                    : titleOf(value));
        const bool set = mend.values.front().value != nullptr;
        const QString what = changes.join(QStringLiteral(", "));
        const QString text = set ? tr("Set %1").arg(what) : tr("Leave out %1").arg(what);
        QPushButton* button = addButton(text, tr("Changes the design so; undo takes it back"));
        connect(button, &QPushButton::clicked, this, [this, text, id = design->design.id, changed = mend.request] {
            emit edited({id, changed, tr("mend: %1").arg(text), {}});
        });
    }
    // What the catalog does not have is chosen there.
    const bool of_catalog = design->error && (design->error->pointer.starts_with("/hardware") ||
                                              design->error->pointer.starts_with("/workload/model"));
    if (design->error && (of_catalog || isForCommandLine(design->error->expected)))
        connect(addButton(tr("Choose in the catalog"), tr("Goes to the filter of the catalog")), &QPushButton::clicked,
                this, &MendRow::catalogWanted);
    setVisible(!buttons_.empty());
}

} // namespace strata::views
