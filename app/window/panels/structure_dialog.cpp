// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/structure_dialog.h"

#include "core/base/schema.h"
#include "core/catalog/structure_edits.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <set>

namespace strata::app {
namespace {

enum Column { PartColumn, ValueColumn, UnitColumn };
constexpr int kPointerRole = Qt::UserRole;

QString fieldText(const std::string& text) { return QCoreApplication::translate("Field", text.c_str()); }

std::string pointerOf(const QTreeWidgetItem* item) {
    return item ? item->data(PartColumn, kPointerRole).toString().toStdString() : std::string();
}

std::string parentOf(const std::string& pointer) { return pointer.substr(0, pointer.rfind('/')); }

/// What an element of a list is called: by its own title or name, else by its place.
QString elementTitle(const Json& element, std::size_t index) {
    for (const char* key : {"title", "name", "id"})
        if (const Json* text = element.is_object() ? findPointer(element, std::string("/") + key) : nullptr)
            if (text->is_string()) return fieldText(text->get<std::string>());
    return QString::number(index + 1);
}

/// Keys of an object as people read them: in the order of its schema, then those that it does not name.
std::vector<std::string> keysInOrder(const Json& object, const ObjectSchema& schema, const std::string& pointer) {
    std::vector<std::string> keys;
    const Field* field = pointer.empty() ? nullptr : fieldAt(schema, pointer);
    const ObjectSchema* rules = pointer.empty() ? &schema : field ? field->object.get() : nullptr;
    if (rules)
        for (const Field& member : rules->fields)
            if (object.contains(member.key)) keys.push_back(member.key);
    for (const auto& [key, part] : object.items())
        if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    return keys;
}

/// What names the whole entry is asked for when it is kept.
bool namesEntry(const std::string& pointer) {
    static const std::set<std::string> kNames{"/id", "/kind", "/name", "/aliases"};
    return kNames.contains(pointer);
}

} // namespace

StructureDialog::StructureDialog(QWidget* parent)
    : QDialog(parent), document_(std::make_shared<const Json>(Json::object())), name_(new QLineEdit),
      tree_(new QTreeWidget), add_(new QToolButton), additions_(new QMenu(add_)), copy_(new QPushButton(tr("&Copy"))),
      remove_(new QPushButton(tr("&Remove"))), up_(new QPushButton(tr("Move &up"))),
      down_(new QPushButton(tr("Move &down"))), undo_(new QPushButton(tr("U&ndo"))),
      keep_(new QPushButton(tr("&Save as mine"))), problem_(new QLabel) {
    setWindowTitle(tr("Edit structure"));
    tree_->setHeaderLabels({tr("Part"), tr("Value"), tr("Unit")});
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(PartColumn, QHeaderView::ResizeToContents);
    tree_->header()->setSectionResizeMode(ValueColumn, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(UnitColumn, QHeaderView::ResizeToContents);
    tree_->setAlternatingRowColors(true);
    tree_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    tree_->setAccessibleName(tr("Parts of the entry"));
    tree_->setMinimumSize(560, 420);
    add_->setText(tr("&Add"));
    add_->setPopupMode(QToolButton::InstantPopup);
    add_->setMenu(additions_);
    problem_->setWordWrap(true);
    auto* buttons = new QHBoxLayout;
    for (QWidget* button : std::initializer_list<QWidget*>{add_, copy_, remove_, up_, down_, undo_})
        buttons->addWidget(button);
    buttons->addStretch(1);
    for (QPushButton* button : {copy_, remove_, up_, down_, undo_, keep_})
        button->setAutoDefault(false); // Enter ends what is typed
    auto* keeping = new QHBoxLayout;
    auto* label = new QLabel(tr("&Name in the catalog"));
    label->setBuddy(name_);
    keeping->addWidget(label);
    keeping->addWidget(name_, 1);
    keeping->addWidget(keep_);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(tree_, 1);
    layout->addLayout(buttons);
    layout->addWidget(problem_);
    layout->addLayout(keeping);
    connect(additions_, &QMenu::aboutToShow, this, &StructureDialog::fillAdditions);
    connect(copy_, &QPushButton::clicked, this, &StructureDialog::copyPart);
    connect(remove_, &QPushButton::clicked, this, &StructureDialog::removePart);
    connect(up_, &QPushButton::clicked, this, [this] { movePart(-1); });
    connect(down_, &QPushButton::clicked, this, [this] { movePart(1); });
    connect(undo_, &QPushButton::clicked, this, &StructureDialog::undo);
    connect(keep_, &QPushButton::clicked, this, [this] { emit keepWanted(document_, name_->text().trimmed()); });
    connect(name_, &QLineEdit::textChanged, this, &StructureDialog::updateButtons);
    connect(tree_, &QTreeWidget::itemChanged, this, &StructureDialog::typed);
    connect(tree_, &QTreeWidget::currentItemChanged, this, &StructureDialog::updateButtons);
}

StructureDialog::~StructureDialog() = default;

void StructureDialog::begin(EntryKind kind, std::shared_ptr<const Json> document, const QString& name) {
    kind_ = kind;
    document_ = std::move(document);
    earlier_.clear();
    name_->setText(name);
    tree_->clear();
    rebuild();
}

QString StructureDialog::problem() const {
    const auto sound = validate(*document_, schemaOf(kind_));
    return sound ? QString() : views::errorText(sound.error(), locale());
}

void StructureDialog::showPart(QTreeWidgetItem* item, const Json& value, const std::string& pointer) {
    item->setData(PartColumn, kPointerRole, views::toQString(pointer));
    const Field* field = fieldAt(schemaOf(kind_), pointer);
    if (field && !field->help.empty()) item->setToolTip(PartColumn, fieldText(field->help));
    if (value.is_array()) {
        item->setText(ValueColumn, tr("%n part(s)", nullptr, static_cast<int>(value.size())));
    } else if (!value.is_object()) {
        item->setText(ValueColumn,
                      value.is_string() ? views::toQString(value.get<std::string>()) : views::toQString(value.dump()));
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        if (field) item->setText(UnitColumn, views::toQString(field->unit));
    }
    addChildren(item, value, pointer);
}

void StructureDialog::addChildren(QTreeWidgetItem* parent, const Json& value, const std::string& pointer) {
    const auto add = [&](const QString& title, const Json& part, const std::string& place) {
        auto* item = new QTreeWidgetItem(parent);
        item->setText(PartColumn, title);
        showPart(item, part, place);
    };
    if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            add(elementTitle(value[i], i), value[i], pointer + "/" + std::to_string(i));
    } else if (value.is_object()) {
        for (const std::string& key : keysInOrder(value, schemaOf(kind_), pointer)) {
            const std::string place = pointer + "/" + pointerStep(key);
            if (namesEntry(place)) continue;
            const Field* field = fieldAt(schemaOf(kind_), place);
            const QString title = key == "source" ? tr("Source") : views::toQString(key);
            add(field && !field->title.empty() ? fieldText(field->title) : title, value[key], place);
        }
    }
}

void StructureDialog::rebuild() {
    building_ = true;
    std::set<std::string> open;
    for (QTreeWidgetItemIterator item(tree_); *item; ++item)
        if ((*item)->isExpanded()) open.insert(pointerOf(*item));
    const std::string chosen_before = chosen();
    tree_->clear();
    addChildren(tree_->invisibleRootItem(), *document_, {});
    for (QTreeWidgetItemIterator item(tree_); *item; ++item)
        (*item)->setExpanded(open.contains(pointerOf(*item)) || (open.empty() && !(*item)->parent()));
    building_ = false;
    if (!chosen_before.empty()) choose(chosen_before);
    const QString why = problem();
    problem_->setText(why);
    updateButtons();
}

bool StructureDialog::choose(const std::string& pointer) {
    for (QTreeWidgetItemIterator item(tree_); *item; ++item) {
        if (pointerOf(*item) != pointer) continue;
        tree_->setCurrentItem(*item);
        return true;
    }
    return false;
}

std::string StructureDialog::chosen() const { return pointerOf(tree_->currentItem()); }

void StructureDialog::apply(Result<Json> changed, const std::string& then_chosen) {
    if (!changed) {
        problem_->setText(views::errorText(changed.error(), locale()));
        return;
    }
    earlier_.push_back(document_);
    document_ = std::make_shared<const Json>(*std::move(changed));
    rebuild();
    choose(then_chosen);
}

void StructureDialog::addMember(const std::string& key) {
    const std::string pointer = chosen();
    apply(withMember(*document_, schemaOf(kind_), pointer, key), pointer + "/" + pointerStep(key));
}

void StructureDialog::addElement() {
    const std::string pointer = chosen();
    const Json* list = findPointer(*document_, pointer);
    const std::size_t place = list ? list->size() : 0;
    apply(withElement(*document_, schemaOf(kind_), pointer), pointer + "/" + std::to_string(place));
}

void StructureDialog::copyPart() {
    const std::string pointer = chosen();
    const std::string parent = parentOf(pointer);
    const int index = QString::fromStdString(pointer.substr(parent.size() + 1)).toInt();
    apply(withCopy(*document_, pointer), parent + "/" + std::to_string(index + 1));
}

void StructureDialog::removePart() {
    const std::string pointer = chosen();
    apply(withoutPart(*document_, pointer), parentOf(pointer));
}

void StructureDialog::movePart(int places) {
    const std::string pointer = chosen();
    const std::string parent = parentOf(pointer);
    const int index = QString::fromStdString(pointer.substr(parent.size() + 1)).toInt();
    apply(withMoved(*document_, pointer, places), parent + "/" + std::to_string(index + places));
}

void StructureDialog::undo() {
    if (earlier_.empty()) return;
    document_ = earlier_.back();
    earlier_.pop_back();
    rebuild();
}

void StructureDialog::typed(QTreeWidgetItem* item, int column) {
    if (building_ || column != ValueColumn) return;
    const std::string pointer = pointerOf(item);
    const auto value = typedValue(schemaOf(kind_), pointer, item->text(ValueColumn).trimmed().toStdString());
    Json changed = *document_;
    const Result<void> set = value ? setPointer(changed, pointer, *value) : Result<void>(value.error());
    // Not while the view still edits the item.
    QMetaObject::invokeMethod(
        this,
        [this, pointer, result = set ? Result<Json>(changed) : Result<Json>(set.error())] { apply(result, pointer); },
        Qt::QueuedConnection);
}

void StructureDialog::fillAdditions() {
    additions_->clear();
    const std::string pointer = chosen();
    const Json* value = findPointer(*document_, pointer);
    if (value && value->is_array()) additions_->addAction(tr("One more part"), this, &StructureDialog::addElement);
    for (const Field* field : absentMembers(*document_, schemaOf(kind_), pointer)) {
        QAction* action = additions_->addAction(fieldText(field->title.empty() ? field->key : field->title), this,
                                                [this, key = field->key] { addMember(key); });
        action->setToolTip(fieldText(field->help));
    }
    if (additions_->isEmpty()) additions_->addAction(tr("Nothing can be added here"))->setEnabled(false);
}

void StructureDialog::updateButtons() {
    if (building_) return;
    const std::string pointer = chosen();
    const Json* parent = pointer.empty() ? nullptr : findPointer(*document_, parentOf(pointer));
    const bool element = parent && parent->is_array();
    copy_->setEnabled(element);
    up_->setEnabled(element && !pointer.ends_with("/0"));
    down_->setEnabled(element && !pointer.ends_with("/" + std::to_string(parent->size() - 1)));
    remove_->setEnabled(isRemovable(*document_, schemaOf(kind_), pointer));
    undo_->setEnabled(!earlier_.empty());
    keep_->setEnabled(!name_->text().trimmed().isEmpty() && problem().isEmpty());
}

} // namespace strata::app
