// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/filter_bar.h"

#include "views/explore/explore_text.h"

#include <limits>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QToolButton>

namespace strata::views {
namespace {

constexpr double kOpen = std::numeric_limits<double>::infinity();

QToolButton* arrow(QWidget* parent, Qt::ArrowType type, const QString& name, const QKeySequence& keys) {
    auto* button = new QToolButton(parent);
    button->setArrowType(type);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(name);
    button->setToolTip(QStringLiteral("%1 (%2)").arg(name, keys.toString(QKeySequence::NativeText)));
    return button;
}

QString chip(const QString& text, const QString& link) {
    return QStringLiteral("<a href='%1' style='text-decoration:none'>%2&nbsp;\u2715</a>")
        .arg(link, text.toHtmlEscaped().replace(QLatin1Char(' '), QStringLiteral("&nbsp;")));
}

} // namespace

FilterBar::FilterBar(QWidget* parent) : QWidget(parent) {
    back_ = arrow(this, Qt::LeftArrow, tr("Filter or zoom before"), QKeySequence(Qt::ALT | Qt::Key_Left));
    forward_ = arrow(this, Qt::RightArrow, tr("Filter or zoom after"), QKeySequence(Qt::ALT | Qt::Key_Right));
    label_ = new QLabel(this);
    label_->setTextFormat(Qt::RichText);
    label_->setWordWrap(true);
    label_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    label_->setAccessibleName(tr("Filters of the run"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(4, 0, 8, 2);
    row->setSpacing(2);
    row->addWidget(back_);
    row->addWidget(forward_);
    row->addWidget(label_, 1);
    connect(back_, &QToolButton::clicked, this, [this] {
        if (run_) run_->goBack();
    });
    connect(forward_, &QToolButton::clicked, this, [this] {
        if (run_) run_->goForward();
    });
    connect(label_, &QLabel::linkActivated, this, &FilterBar::follow);
}

void FilterBar::show(const std::shared_ptr<Exploration>& run) {
    if (run_ != run) {
        if (run_) run_->disconnect(this);
        if (run) connect(run.get(), &Exploration::zoomChanged, this, &FilterBar::showArrows);
    }
    run_ = run;
    setVisible(run_ != nullptr);
    if (!run_) return;
    showArrows();
    QStringList chips;
    for (const ColumnRange& range : run_->filter().ranges) {
        const ExploreColumn& column = run_->columns()[range.column];
        chips << chip(rangeText(column, range, locale()), QStringLiteral("range:%1").arg(range.column));
    }
    for (std::size_t i = 0; i < run_->filter().lassos.size(); ++i) {
        const Lasso& lasso = run_->filter().lassos[i];
        chips << chip(tr("Lasso in %1, %2").arg(run_->columns()[lasso.x].title, run_->columns()[lasso.y].title),
                      QStringLiteral("lasso:%1").arg(i));
    }
    if (chips.size() > 1) chips << chip(tr("Clear all"), QStringLiteral("all"));
    const QString counts = countsText(run_->counts(), locale()).toHtmlEscaped();
    label_->setText(chips.isEmpty() ? counts
                                    : counts + QStringLiteral(" &nbsp; ") + chips.join(QStringLiteral(" &nbsp; ")));
    label_->setFocusPolicy(chips.isEmpty() ? Qt::NoFocus : Qt::StrongFocus); // only chips can be pressed
}

void FilterBar::showArrows() {
    back_->setEnabled(run_->history().canGoBack());
    forward_->setEnabled(run_->history().canGoForward());
}

QString FilterBar::text() const { return label_->text(); }

void FilterBar::follow(const QString& link) {
    if (!run_) return;
    Filter filter = run_->filter();
    const std::size_t index = link.section(QLatin1Char(':'), 1).toULongLong();
    if (link.startsWith(QLatin1String("range:")))
        filter.setRange({index, -kOpen, kOpen});
    else if (link.startsWith(QLatin1String("lasso:")))
        filter.lassos.erase(filter.lassos.begin() + static_cast<long>(index));
    else
        filter = filter.cleared();
    run_->setFilter(std::move(filter));
}

} // namespace strata::views
