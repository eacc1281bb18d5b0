// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/job_row.h"

#include "views/support/text/text.h"
#include "views/support/theme/icons.h"
#include "views/support/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace strata::app {

namespace {

using State = ExplorationStatus::State;
constexpr int kBarSteps = 1000;

QString durationText(double seconds) {
    if (seconds < 60) return JobRow::tr("%n s", nullptr, std::max(1, static_cast<int>(seconds + 0.5)));
    if (seconds < 3600) return JobRow::tr("%n min", nullptr, static_cast<int>(seconds / 60 + 0.5));
    return JobRow::tr("%n h", nullptr, static_cast<int>(seconds / 3600 + 0.5));
}

} // namespace

QString describeProgress(const ExplorationStatus& status, const QLocale& locale) {
    const QString points = JobRow::tr("%1 of %2 points")
                               .arg(locale.toString(static_cast<qulonglong>(status.done)),
                                    locale.toString(static_cast<qulonglong>(status.budget)));
    const QString rate = JobRow::tr("%1 points/s").arg(views::shortText(status.rate_per_s, "", locale));
    switch (status.state) {
    case State::Reading: return JobRow::tr("Being read");
    case State::Waiting: return JobRow::tr("Waits for the one before it; %1").arg(points);
    case State::Running:
        if (status.remaining_s < 0) return points;
        return JobRow::tr("%1, %2, %3 left").arg(points, rate, durationText(status.remaining_s));
    case State::Paused: return JobRow::tr("Paused; %1").arg(points);
    case State::Stopped: return JobRow::tr("Cancelled; %1 kept").arg(points);
    case State::Failed: return status.problem;
    case State::Finished: break;
    }
    return status.rate_per_s > 0 ? JobRow::tr("%1, %2").arg(points, rate) : points;
}

JobRow::JobRow(const QString& id, QWidget* parent)
    : QWidget(parent), id_(id), label_(new QLabel), bar_(new QProgressBar), progress_(new QLabel),
      pause_(addButton("pause", tr("Pause"))), cancel_(addButton("stop", tr("Cancel; the points that are there stay"))),
      remove_(addButton("delete", tr("Remove with its points"))) {
    setFocusPolicy(Qt::StrongFocus);
    bar_->setRange(0, kBarSteps);
    bar_->setTextVisible(false);
    bar_->setFixedHeight(6);
    progress_->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel* text : {label_, progress_}) {
        text->setWordWrap(true); // in a narrow dock the remaining time is not cut off
        text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(label_);
    texts->addWidget(bar_);
    texts->addWidget(progress_);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(12, 6, 8, 6);
    line->addLayout(texts, 1);
    for (QToolButton* button : {pause_, cancel_, remove_})
        line->addWidget(button);
    connect(pause_, &QToolButton::clicked, this, &JobRow::togglePause);
    connect(cancel_, &QToolButton::clicked, this, [this] { emit cancelled(id_); });
    connect(remove_, &QToolButton::clicked, this, [this] { emit removed(id_); });
    updateIcons();
}

QToolButton* JobRow::addButton(const char* icon, const QString& help) {
    auto* button = new QToolButton(this);
    button->setObjectName(QLatin1String(icon));
    button->setAutoRaise(true);
    button->setToolTip(help);
    button->setAccessibleName(help);
    return button;
}

QString JobRow::progressText() const { return progress_->text(); }

void JobRow::showStatus(const ExplorationStatus& status) {
    status_ = status;
    label_->setText(status.label);
    QFont font = label_->font();
    font.setBold(status.selected);
    label_->setFont(font);
    const QString text = describeProgress(status, locale());
    progress_->setText(text);
    progress_->setToolTip(text);
    setAccessibleName(status.label);
    setAccessibleDescription(text);
    const bool under_way = status.state == State::Running || status.state == State::Waiting;
    const bool may_go_on = status.state == State::Paused || status.state == State::Stopped ||
                           (status.state == State::Failed && status.budget > 0);
    bar_->setValue(status.budget > 0 ? static_cast<int>(kBarSteps * static_cast<double>(status.done) /
                                                        static_cast<double>(status.budget))
                                     : 0);
    pause_->setVisible(under_way || may_go_on);
    const QString wanted = under_way ? QStringLiteral("pause") : QStringLiteral("play");
    if (pause_->objectName() != wanted) {
        pause_->setObjectName(wanted);
        pause_->setToolTip(under_way ? tr("Pause") : tr("Go on"));
        pause_->setAccessibleName(pause_->toolTip());
        updateIcons();
    }
    cancel_->setVisible(under_way || status.state == State::Paused);
    update();
}

void JobRow::togglePause() {
    const bool under_way = status_.state == State::Running || status_.state == State::Waiting;
    if (under_way)
        emit paused(id_);
    else
        emit resumed(id_);
}

void JobRow::updateIcons() {
    const views::Theme colors = views::themeFor(palette());
    for (QToolButton* button : {pause_, cancel_, remove_})
        button->setIcon(views::themedIcon(QStringLiteral(":/icons/%1.svg").arg(button->objectName()), colors));
}

void JobRow::paintEvent(QPaintEvent*) {
    const views::Theme colors = views::themeFor(palette());
    QPainter painter(this);
    if (status_.selected) {
        QColor fill = colors.accent;
        fill.setAlphaF(0.10F);
        painter.fillRect(rect(), fill);
        painter.fillRect(QRect(0, 0, 3, height()), colors.accent);
    }
    if (hasFocus()) {
        painter.setPen(colors.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void JobRow::mousePressEvent(QMouseEvent* event) {
    QWidget::mousePressEvent(event);
    emit selected(id_);
}

void JobRow::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: return emit selected(id_);
    case Qt::Key_P: return togglePause();
    case Qt::Key_C:
        if (event->modifiers() == Qt::NoModifier) return emit cancelled(id_);
        break;
    case Qt::Key_Delete: return emit removed(id_);
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void JobRow::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void JobRow::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

void JobRow::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) updateIcons();
}

} // namespace strata::app
