// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/exploration_view.h"
#include "views/parallel/parallel_settings.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace strata::views {

class FilterBar;
class ParallelCanvas;
class ViewToolBar;

/// Parameters and metrics of a run as parallel axes that are brushed, moved, inverted and scaled.
class ParallelView : public ExplorationView {
    Q_OBJECT

public:
    explicit ParallelView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const ParallelCanvas& canvas() const { return *canvas_; }
    /// Of the rows that are shown, only the best in a metric stay.
    void keepBest(std::size_t column, int count);

protected:
    void refresh() override;
    void refreshMarks() override;
    void explorationChanged() override;

private:
    void showMenu(int axis, const QPoint& global);
    void fillAxesMenu();
    void setAxes(std::vector<ParallelAxis> axes);

    ViewToolBar* toolbar_;
    QComboBox* color_;
    QToolButton* axes_;
    QToolButton* infeasible_;
    FilterBar* bar_;
    ParallelCanvas* canvas_;
    QLabel* message_;
    ParallelSettings settings_;
};

} // namespace strata::views
