// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/new_design_dialog.h"

#include "app/window/panels/entry_list.h"
#include "core/catalog/library.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace strata::app {

using design::Wish;

namespace {

/// Texts of the rows of kinds; others are shown as they are.
constexpr const char* kTexts[] = {
    QT_TRANSLATE_NOOP("strata::app::NewDesignDialog", "&Run it once"),
    QT_TRANSLATE_NOOP("strata::app::NewDesignDialog", "&Serve it"),
    QT_TRANSLATE_NOOP("strata::app::NewDesignDialog", "&Train it"),
    QT_TRANSLATE_NOOP("strata::app::NewDesignDialog", "%1 on %2"),
    QT_TRANSLATE_NOOP("strata::app::NewDesignDialog", "%1 served on %2"),
    QT_TRANSLATE_NOOP("strata::app::NewDesignDialog", "%1 trained on %2"),
};

QString translated(std::string_view text) {
    for (const char* known : kTexts) {
        if (text == known) return NewDesignDialog::tr(known);
    }
    return views::toQString(text);
}

} // namespace

NewDesignDialog::NewDesignDialog(QWidget* parent, const Registry& registry)
    : QDialog(parent), registry_(registry), tasks_(design::tasks(registry)), what_(new EntryList(tr("&What"))),
      where_(new EntryList(tr("&Where"))), task_(new QButtonGroup(this)), told_(new QLabel) {
    setWindowTitle(tr("New design"));
    auto* doing = new QVBoxLayout;
    doing->addWidget(new QLabel(tr("To do what")));
    for (const TaskForm* task : tasks_) {
        auto* button = new QRadioButton(translated(task->title));
        task_->addButton(button, static_cast<int>(doing->count()) - 1);
        doing->addWidget(button);
    }
    doing->addStretch(1);
    auto* fields = new QHBoxLayout;
    fields->setSpacing(16);
    fields->addWidget(what_, 1);
    fields->addWidget(where_, 1);
    fields->addLayout(doing);
    told_->setWordWrap(true);
    told_->setMinimumHeight(2 * told_->fontMetrics().lineSpacing());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    add_ = buttons->addButton(tr("&Add design"), QDialogButtonBox::AcceptRole);
    add_->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(fields, 1);
    layout->addWidget(told_);
    layout->addWidget(buttons);
    resize(760, 460);
    task_->button(0)->setChecked(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &NewDesignDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &NewDesignDialog::reject);
    connect(task_, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (on) changed();
    });
    for (EntryList* list : {what_, where_}) {
        connect(list, &EntryList::chosenChanged, this, &NewDesignDialog::changed);
        connect(list, &EntryList::activated, this, &NewDesignDialog::accept);
    }
}

void NewDesignDialog::setLibrary(std::shared_ptr<const Library> library) {
    if (library == library_) return;
    library_ = std::move(library);
    what_->setEntries(*library_, [](const Entry& entry) { return isWorkload(entry.kind); });
    where_->setEntries(*library_, [](const Entry& entry) { return isHardware(entry.kind); });
}

void NewDesignDialog::begin(const Wish& wish) {
    what_->choose(views::toQString(wish.workload));
    where_->choose(views::toQString(wish.hardware));
    const auto task = std::ranges::find(tasks_, wish.task, &TaskForm::id);
    task_->button(task == tasks_.end() ? 0 : static_cast<int>(task - tasks_.begin()))->setChecked(true);
    what_->setFocus(Qt::OtherFocusReason);
    changed();
}

Wish NewDesignDialog::wish() const {
    return {what_->chosen().toStdString(), {}, where_->chosen().toStdString(), std::string(task().id)};
}

const TaskForm& NewDesignDialog::task() const {
    return *tasks_[static_cast<std::size_t>(std::max(0, task_->checkedId()))];
}

QString NewDesignDialog::label() const {
    return translated(task().label).arg(what_->chosenName(), where_->chosenName());
}

QString NewDesignDialog::reasonFor(const Wish& wish) const {
    const Entry* workload = library_->find(wish.workload);
    const Entry* hardware = library_->find(wish.hardware);
    if (workload == nullptr || hardware == nullptr) return tr("Choose a workload and a machine.");
    const auto error = design::obstacle(*workload, *hardware, wish.task, *library_, registry_);
    return error ? views::errorText(*error, QLocale()) : QString();
}

QString NewDesignDialog::reason() const { return library_ ? reasonFor(wish()) : tr("The catalog is still read."); }

void NewDesignDialog::changed() {
    if (!library_) return;
    const Wish now = wish();
    where_->setReasons([&](const QString& id) { return reasonFor({now.workload, {}, id.toStdString(), now.task}); });
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
        QAbstractButton* button = task_->button(static_cast<int>(i));
        button->setToolTip(reasonFor({now.workload, {}, now.hardware, std::string(tasks_[i]->id)}));
    }
    const QString why = reason();
    told_->setText(why.isEmpty() ? label() : why);
    add_->setEnabled(why.isEmpty());
}

void NewDesignDialog::accept() {
    if (!reason().isEmpty()) return;
    emit wanted(wish(), label());
    QDialog::accept();
}

} // namespace strata::app
