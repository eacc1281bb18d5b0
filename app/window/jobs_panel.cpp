// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/jobs_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QVBoxLayout>

namespace strata::app {

JobsPanel::JobsPanel(QWidget* parent)
    : QWidget(parent), rows_(new QVBoxLayout), idle_(new QLabel(tr("Nothing runs in the background."))),
      counters_(new QLabel) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->addLayout(rows_);
    layout->addWidget(idle_);
    layout->addWidget(counters_);
    layout->addStretch(1);
    idle_->setForegroundRole(QPalette::PlaceholderText);
    counters_->setForegroundRole(QPalette::PlaceholderText);
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

void JobsPanel::showIdle() { idle_->setVisible(jobs_.empty()); }

void JobsPanel::showCounters(quint64 evaluated, quint64 from_cache) {
    const QLocale locale;
    counters_->setText(tr("%1 requests evaluated, %2 answered from memory.")
                           .arg(locale.toString(evaluated), locale.toString(from_cache)));
}

}  // namespace strata::app
