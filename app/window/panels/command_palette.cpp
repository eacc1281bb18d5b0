// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/command_palette.h"

#include "views/support/theme/theme.h"

#include <algorithm>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace strata::app {

namespace {

constexpr int kWidth = 560;
constexpr int kHeight = 380;
constexpr std::size_t kMostShown = 60;

/// The title on the left, the detail in muted text on the right.
class CommandDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {100, option.fontMetrics.height() + 10};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const views::Theme colors = views::themeFor(option.palette);
        if (option.state & QStyle::State_Selected) {
            QColor fill = colors.accent;
            fill.setAlphaF(0.16F);
            painter->fillRect(option.rect, fill);
        }
        QRect line = option.rect.adjusted(12, 0, -12, 0);
        const QString detail = index.data(Qt::UserRole).toString();
        painter->setPen(colors.text_muted);
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, detail);
        line.setRight(line.right() - option.fontMetrics.horizontalAdvance(detail) - 16);
        painter->setPen(colors.text);
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                          option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, line.width()));
    }
};

/// How well the letters of one word stand in their order in a name; 0: not at all.
int fitWord(const QString& name, const QString& word) {
    int score = 1;
    qsizetype from = 0;
    for (const QChar wanted : word) {
        const qsizetype found = name.indexOf(wanted, from, Qt::CaseInsensitive);
        if (found < 0) return 0;
        const bool word_start = found == 0 || !name.at(found - 1).isLetterOrNumber();
        score += word_start ? 8 : found == from ? 5 : 1;
        from = found + 1;
    }
    if (name.contains(word, Qt::CaseInsensitive)) score += 20;
    return score;
}

} // namespace

int fit(const QString& name, const QString& typed) {
    int score = name.contains(typed.simplified(), Qt::CaseInsensitive) ? 40 : 1;
    for (const QString& word : typed.split(u' ', Qt::SkipEmptyParts)) {
        const int found = fitWord(name, word);
        if (found == 0) return 0;
        score += found;
    }
    return score;
}

CommandPalette::CommandPalette(QWidget* parent)
    : QFrame(parent, Qt::Popup), field_(new QLineEdit), list_(new QListView), model_(new QStandardItemModel(this)) {
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(tr("Search"));
    field_->setPlaceholderText(tr("Search actions, parameters, views, devices …"));
    field_->setAccessibleName(tr("Search"));
    field_->installEventFilter(this);
    list_->setModel(model_);
    list_->setItemDelegate(new CommandDelegate(list_));
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setUniformItemSizes(true);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(field_);
    layout->addWidget(list_);
    connect(field_, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(list_, &QListView::clicked, this, &CommandPalette::runCurrent);
}

void CommandPalette::open(std::vector<Command> commands) {
    commands_ = std::move(commands);
    field_->clear();
    filter({});
    const QWidget* window = parentWidget();
    const QPoint top = window->mapToGlobal(QPoint((window->width() - kWidth) / 2, window->height() / 8));
    setGeometry(QRect(top, QSize(kWidth, kHeight)));
    show();
    field_->setFocus();
}

void CommandPalette::filter(const QString& typed) {
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < commands_.size(); ++i)
        if (const int score = fit(commands_[i].title, typed.trimmed()); score > 0) found.emplace_back(-score, i);
    std::ranges::stable_sort(found, {}, [](const auto& entry) { return entry.first; });
    if (found.size() > kMostShown) found.resize(kMostShown);
    shown_.clear();
    model_->clear();
    for (const auto& [score, index] : found) {
        auto* item = new QStandardItem(commands_[index].title);
        item->setData(commands_[index].detail, Qt::UserRole);
        item->setData(commands_[index].title + QStringLiteral(", ") + commands_[index].detail, Qt::AccessibleTextRole);
        model_->appendRow(item);
        shown_.push_back(index);
    }
    list_->setCurrentIndex(model_->index(0, 0));
}

void CommandPalette::runCurrent() {
    const int row = list_->currentIndex().row();
    hide();
    if (row < 0) return;
    const auto run = commands_[shown_[static_cast<std::size_t>(row)]].run;
    run();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched != field_ || event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    const int row = list_->currentIndex().row();
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down: list_->setCurrentIndex(model_->index(std::min(row + 1, model_->rowCount() - 1), 0)); return true;
    case Qt::Key_Up: list_->setCurrentIndex(model_->index(std::max(row - 1, 0), 0)); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: runCurrent(); return true;
    case Qt::Key_Escape: hide(); return true;
    default: return QFrame::eventFilter(watched, event);
    }
}

} // namespace strata::app
