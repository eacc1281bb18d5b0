// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/study/study_delegate.h"

#include "views/study/study_model.h"
#include "views/support/text/letter.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <QPainter>

namespace strata::views {

namespace {

constexpr int kBadge = 22;
constexpr int kGap = 8;
constexpr int kReadableName = 72; // pixels of a name that are left before its value goes

} // namespace

QSize StudyDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
    return {120, std::max(kBadge, option.fontMetrics.height()) + 10};
}

void StudyDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                         const QModelIndex&) const {
    editor->setGeometry(option.rect.adjusted(kBadge + 2 * kGap - 4, 3, -kGap, -3));
}

void StudyDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme colors = themeFor(option.palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) {
        QColor fill = colors.accent;
        fill.setAlphaF(option.state & QStyle::State_Selected ? 0.14F : 0.05F);
        painter->fillRect(option.rect, fill);
    }
    if (option.state & QStyle::State_Selected)
        painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), colors.accent);

    const QRectF box(option.rect.left() + kGap + 2, option.rect.center().y() - kBadge / 2.0 + 0.5, kBadge, kBadge);
    paintLetter(*painter, box, index.data(StudyModel::LetterRole).toString().at(0), colors, option.font, false);

    QRect text = option.rect.adjusted(kBadge + 2 * kGap + 2, 0, -kGap, 0);
    const auto state = static_cast<StudyModel::State>(index.data(StudyModel::StateRole).toInt());
    const bool bad = state == StudyModel::State::Invalid || state == StudyModel::State::Failed;
    const QString value = bad ? QStringLiteral("\u2715") : index.data(StudyModel::ValueRole).toString();
    const QFont figures = tabularFont(option.font);
    painter->setFont(figures);
    painter->setPen(bad ? colors.error : colors.text_muted);
    // In a narrow list the name comes first: the value stands in the headline as well.
    const int value_width = QFontMetrics(figures).horizontalAdvance(value) + kGap;
    const int name_width = std::min(option.fontMetrics.horizontalAdvance(index.data().toString()), kReadableName);
    if (bad || text.width() - value_width >= name_width) {
        painter->drawText(text, Qt::AlignRight | Qt::AlignVCenter, value);
        text.setRight(text.right() - value_width);
    }

    painter->setFont(option.font);
    const bool pinned = index.data(StudyModel::BaselineRole).toBool();
    if (pinned || index.data(StudyModel::FurtherBaselineRole).toBool()) {
        const QString star = pinned ? QStringLiteral("\u2605") : QStringLiteral("\u2606");
        painter->setPen(colors.warning);
        painter->drawText(text, Qt::AlignRight | Qt::AlignVCenter, star);
        text.setRight(text.right() - option.fontMetrics.horizontalAdvance(star) - kGap / 2);
    }
    painter->setPen(colors.text);
    // Names of designs begin with the workload and end with the machine, and either tells designs apart.
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, text.width()));
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(colors.accent, 1));
        painter->drawRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter->restore();
}

} // namespace strata::views
