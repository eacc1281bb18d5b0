// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>

class QLabel;
class QVBoxLayout;

namespace strata::app {

/// What works in the background now, and how much was evaluated so far.
class JobsPanel : public QWidget {
    Q_OBJECT

public:
    explicit JobsPanel(QWidget* parent = nullptr);

    /// @return a number for finish()
    int start(const QString& text);
    void finish(int job);
    void showCounters(quint64 evaluated, quint64 from_cache);
    int running() const { return static_cast<int>(jobs_.size()); }

private:
    void showIdle();

    int next_ = 1;
    std::map<int, QWidget*> jobs_;
    QVBoxLayout* rows_;
    QLabel* idle_;
    QLabel* counters_;
};

}  // namespace strata::app
