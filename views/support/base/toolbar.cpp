// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/base/toolbar.h"

#include "views/support/base/choice_box.h"
#include "views/support/base/view.h"
#include "views/support/text/text.h"
#include "views/support/theme/icons.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <QEvent>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QToolButton>
#include <vector>

namespace strata::views {

ViewToolBar::ViewToolBar(View* view, Items items) : QWidget(view) {
    setObjectName(QStringLiteral("viewToolBar"));
    row_ = new QHBoxLayout(this);
    row_->setContentsMargins(8, 4, 4, 4);
    row_->setSpacing(4);
    extras_ = new FlowLayout(4);
    row_->addLayout(extras_, 1);
    if (items & Metric) {
        metric_ = new ChoiceBox(tr("Metric"), tr("Metric of all views"), this);
        extras_->addWidget(metric_);
        connect(metric_, &QComboBox::activated, this, [this] { emit metricChosen(metric_->currentData().toString()); });
        connect(this, &ViewToolBar::metricChosen, view, &View::metricChosen);
    }
    if (items & Scale) {
        scale_ = new ChoiceBox(tr("Scale"), tr("Scale"), this);
        extras_->addWidget(scale_);
        connect(scale_, &QComboBox::currentIndexChanged, this, &ViewToolBar::changed);
    }
    if (items & Compare) {
        compare_ = addButton(QStringLiteral("compare"), tr("Show the baseline beside the selected design"), true);
        compare_->setChecked(true);
    }
    if (items & Lock) lock_ = addButton(QStringLiteral("lock"), tr("Keep the axes as they are"), true);
    connect(addButton(QStringLiteral("export"), tr("Export this figure"), false), &QToolButton::clicked, view,
            &View::exportRequested);
    connect(addButton(QStringLiteral("help"), tr("What this view shows"), false), &QToolButton::clicked, view,
            &View::helpRequested);
    updateIcons();
}

QToolButton* ViewToolBar::addButton(const QString& icon, const QString& text, bool checkable) {
    auto* button = new QToolButton(this);
    button->setObjectName(icon);
    button->setAutoRaise(true);
    button->setCheckable(checkable);
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    if (checkable) connect(button, &QToolButton::toggled, this, &ViewToolBar::changed);
    row_->addWidget(button, 0, Qt::AlignTop);
    return button;
}

void ViewToolBar::updateIcons() {
    const Theme theme = themeFor(palette());
    for (auto* button : findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
        button->setIcon(themedIcon(QStringLiteral(":/icons/%1.svg").arg(button->objectName()), theme));
}

/// In a narrow dock the choices stay readable: buttons whose actions are in menus as well go first.
void ViewToolBar::fitButtons() {
    std::vector<QToolButton*> optional;
    for (const char* name : {"float", "help", "fill", "export"})
        if (auto* button = findChild<QToolButton*>(QLatin1String(name), Qt::FindDirectChildrenOnly))
            optional.push_back(button);
    int needed = row_->contentsMargins().left() + row_->contentsMargins().right() + extras_->minimumSize().width();
    for (const auto* button : findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly)) {
        const bool counted = row_->indexOf(button) >= 0 &&
                             (button->isVisibleTo(this) || std::ranges::find(optional, button) != optional.end());
        if (counted) needed += button->sizeHint().width() + row_->spacing();
    }
    for (QToolButton* button : optional) {
        const bool fits = needed <= width();
        button->setVisible(fits);
        if (!fits) needed -= button->sizeHint().width() + row_->spacing();
    }
}

void ViewToolBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitButtons();
}

void ViewToolBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) updateIcons();
}

void ViewToolBar::setScales(const std::vector<std::pair<QString, QString>>& scales) {
    const QSignalBlocker blocker(scale_);
    const QString before = scale();
    scale_->clear();
    for (const auto& [id, text] : scales)
        scale_->addItem(text, id);
    scale_->setCurrentIndex(qMax(0, scale_->findData(before)));
}

void ViewToolBar::setScaleEnabled(const QString& id, bool enabled, const QString& why_not) {
    auto* model = qobject_cast<QStandardItemModel*>(scale_->model());
    QStandardItem* item = model ? model->item(scale_->findData(id)) : nullptr;
    if (!item || item->isEnabled() == enabled) return;
    item->setEnabled(enabled);
    item->setToolTip(enabled ? QString() : why_not);
}

QString ViewToolBar::scale() const { return scale_ ? scale_->currentData().toString() : QString(); }

void ViewToolBar::setScale(const QString& id) {
    if (const int index = scale_ ? scale_->findData(id) : -1; index >= 0) scale_->setCurrentIndex(index);
}

bool ViewToolBar::compare() const { return compare_ && compare_->isChecked(); }

void ViewToolBar::setCompare(bool on) {
    if (compare_) compare_->setChecked(on);
}

bool ViewToolBar::locked() const { return lock_ && lock_->isChecked(); }

void ViewToolBar::setLocked(bool on) {
    if (lock_) lock_->setChecked(on);
}

void ViewToolBar::showScene(const Scene& scene) {
    if (compare_) compare_->setEnabled(scene.baselineDesign() != nullptr || !scene.furtherBaselines().empty());
    if (!metric_) return;
    const QSignalBlocker blocker(metric_);
    const DesignState* design = scene.selectedDesign();
    std::vector<QString> names;
    if (design && design->estimate)
        for (const auto& [name, parts] : design->estimate->parts)
            names.push_back(toQString(name));
    const QString wanted = toQString(scene.metric);
    bool same = static_cast<int>(names.size()) == metric_->count();
    for (int i = 0; same && i < metric_->count(); ++i)
        same = metric_->itemData(i).toString() == names[static_cast<std::size_t>(i)];
    if (!same && !names.empty()) {
        metric_->clear();
        for (const QString& name : names)
            metric_->addItem(quantityTitle(name.toStdString()), name);
    }
    metric_->setCurrentIndex(metric_->findData(wanted));
}

} // namespace strata::views
