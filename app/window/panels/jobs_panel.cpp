// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/jobs_panel.h"

#include "app/window/panels/job_row.h"

#include <algorithm>
#include <QFocusEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace strata::app {

JobsPanel::JobsPanel(QWidget* parent)
    : QWidget(parent), rows_(new QVBoxLayout), exploration_rows_(new QVBoxLayout),
      idle_(new QLabel(tr("Nothing runs in the background."))), counters_(new QLabel) {
    auto* body = new QWidget;
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 8);
    exploration_rows_->setSpacing(0);
    setFocusPolicy(Qt::ClickFocus); // Tab goes to its rows
    layout->addLayout(exploration_rows_);
    auto* plain = new QVBoxLayout;
    plain->setContentsMargins(12, 8, 12, 0);
    plain->addLayout(rows_);
    plain->addWidget(idle_);
    plain->addWidget(counters_);
    layout->addLayout(plain);
    auto* more = new QPushButton(tr("New exploration \u2026"));
    more->setToolTip(tr("Vary parameters of the selected design"));
    connect(more, &QPushButton::clicked, this, &JobsPanel::newRequested);
    plain->addWidget(more, 0, Qt::AlignLeft);
    layout->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(body);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // texts give way instead
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins({});
    whole->addWidget(scroll);
    for (QLabel* text : {idle_, counters_}) {
        text->setWordWrap(true);
        text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    idle_->setForegroundRole(QPalette::PlaceholderText);
    counters_->setForegroundRole(QPalette::PlaceholderText);
}

void JobsPanel::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (!explorations_.empty()) explorations_.front()->setFocus(event->reason());
}

JobRow* JobsPanel::row(const QString& id) const {
    const auto found = std::ranges::find(explorations_, id, &JobRow::id);
    return found == explorations_.end() ? nullptr : *found;
}

void JobsPanel::showExplorations(const std::vector<ExplorationStatus>& list) {
    // Rows stay as long as their exploration: a press that began on a button ends on the same one.
    std::vector<JobRow*> rows;
    for (const ExplorationStatus& status : list) {
        JobRow* job_row = row(status.id);
        if (!job_row) {
            job_row = new JobRow(status.id);
            connect(job_row, &JobRow::selected, this, &JobsPanel::explorationSelected);
            connect(job_row, &JobRow::paused, this, &JobsPanel::pauseRequested);
            connect(job_row, &JobRow::resumed, this, &JobsPanel::resumeRequested);
            connect(job_row, &JobRow::cancelled, this, &JobsPanel::cancelRequested);
            connect(job_row, &JobRow::removed, this, &JobsPanel::removeRequested);
            exploration_rows_->addWidget(job_row);
        }
        job_row->showStatus(status);
        rows.push_back(job_row);
    }
    for (JobRow* old : explorations_) {
        if (std::ranges::count(rows, old)) continue;
        old->hide();
        old->deleteLater();
    }
    explorations_ = std::move(rows);
    showIdle();
}

int JobsPanel::start(const QString& text) {
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins({});
    auto* bar = new QProgressBar;
    bar->setRange(0, 0);
    bar->setTextVisible(false);
    bar->setFixedWidth(160);
    bar->setAccessibleName(text);
    line->addWidget(new QLabel(text));
    line->addWidget(bar);
    line->addStretch(1);
    rows_->addWidget(row);
    jobs_[next_] = row;
    showIdle();
    return next_++;
}

void JobsPanel::finish(int job) {
    if (const auto found = jobs_.find(job); found != jobs_.end()) {
        found->second->deleteLater();
        jobs_.erase(found);
    }
    showIdle();
}

void JobsPanel::showIdle() { idle_->setVisible(jobs_.empty() && explorations_.empty()); }

void JobsPanel::showCounters(quint64 evaluated, quint64 from_cache) {
    const QLocale locale;
    counters_->setText(tr("%1 requests evaluated, %2 answered from memory.")
                           .arg(locale.toString(evaluated), locale.toString(from_cache)));
}

} // namespace strata::app
