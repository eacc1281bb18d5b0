// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <memory>
#include <QObject>
#include <utility>
#include <vector>

namespace strata::views {
class Exploration;
struct Scene;
} // namespace strata::views

namespace strata::app {

class StudyController;

/// The exploration that the views show, and which of its rows are designs of the study.
class ExploredPoints : public QObject {
    Q_OBJECT

public:
    /// @param controller outlives this object
    explicit ExploredPoints(StudyController& controller);

    /// @param exploration nullptr where there is none
    void show(std::shared_ptr<views::Exploration> exploration);
    const std::shared_ptr<views::Exploration>& shown() const { return exploration_; }
    /// Rows lose their marks when the designs that they became are changed, undone or deselected.
    void mark(const views::Scene& scene);

signals:
    /// Filter or zoom of the exploration changed, and with them the steps back and forward.
    void historyChanged();
    /// A row did not become a design.
    void refused(const QString& reason);

private:
    void open(std::size_t row);
    void pin(std::size_t row);
    std::shared_ptr<const Json> pointOf(std::size_t row);

    StudyController& controller_;
    std::shared_ptr<views::Exploration> exploration_; ///< whose signals are connected
    /// Requests that rows of it were opened as, with the rows.
    std::vector<std::pair<std::shared_ptr<const Json>, std::size_t>> opened_;
};

} // namespace strata::app
