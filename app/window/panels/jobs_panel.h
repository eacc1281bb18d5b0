// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/run/exploration_controller.h"

#include <map>
#include <QWidget>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace strata::app {

class JobRow;

/// What works in the background now, the explorations of the session, and how much was evaluated so far.
class JobsPanel : public QWidget {
    Q_OBJECT

public:
    explicit JobsPanel(QWidget* parent = nullptr);

    /// @return a number for finish()
    int start(const QString& text);
    void finish(int job);
    void showCounters(quint64 evaluated, quint64 from_cache);
    int running() const { return static_cast<int>(jobs_.size()); }
    void showExplorations(const std::vector<ExplorationStatus>& list);
    /// nullptr when there is none of that id.
    JobRow* row(const QString& id) const;

signals:
    void explorationSelected(const QString& id);
    void pauseRequested(const QString& id);
    void resumeRequested(const QString& id);
    void cancelRequested(const QString& id);
    void removeRequested(const QString& id);
    /// The button for a new exploration.
    void newRequested();

protected:
    void focusInEvent(QFocusEvent* event) override; ///< goes to the first exploration

private:
    void showIdle();

    int next_ = 1;
    std::map<int, QWidget*> jobs_;
    std::vector<JobRow*> explorations_; ///< in the order of the session
    QVBoxLayout* rows_;
    QVBoxLayout* exploration_rows_;
    QLabel* idle_;
    QLabel* counters_;
};

} // namespace strata::app
