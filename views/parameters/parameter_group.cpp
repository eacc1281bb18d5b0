// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parameters/parameter_group.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace strata::views {

ParameterGroup::ParameterGroup(const QString& title, QWidget* parent)
    : QWidget(parent), header_(new QToolButton(this)), body_(new QWidget(this)), body_layout_(new QVBoxLayout(body_)) {
    header_->setText(title);
    header_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    header_->setArrowType(Qt::DownArrow);
    header_->setAutoRaise(true);
    header_->setCheckable(true);
    header_->setFocusPolicy(Qt::TabFocus);
    header_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QFont bold = header_->font();
    bold.setBold(true);
    header_->setFont(bold);
    body_layout_->setContentsMargins(0, 0, 0, 6);
    body_layout_->setSpacing(2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(header_);
    layout->addWidget(body_);
    connect(header_, &QToolButton::toggled, this, [this](bool folded) {
        body_->setVisible(!folded);
        header_->setArrowType(folded ? Qt::RightArrow : Qt::DownArrow);
    });
}

void ParameterGroup::addRow(QWidget* row) {
    body_layout_->insertWidget(body_layout_->count() - (subgroup_ ? 1 : 0), row);
}

bool ParameterGroup::folded() const { return header_->isChecked(); }

ParameterGroup* ParameterGroup::subgroup(const QString& title) {
    if (subgroup_) return subgroup_;
    subgroup_ = new ParameterGroup(title, body_);
    subgroup_->header_->setFont(font());
    body_layout_->addWidget(subgroup_);
    subgroup_->setFolded(true);
    return subgroup_;
}

void ParameterGroup::setFolded(bool folded) { header_->setChecked(folded); }

} // namespace strata::views
