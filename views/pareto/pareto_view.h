// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/exploration_view.h"
#include "views/pareto/pareto_settings.h"

#include <array>
#include <memory>
#include <QElapsedTimer>
#include <QTimer>

class QButtonGroup;
class QComboBox;
class QCustomPlot;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSplitter;
class QTableView;
class QToolButton;

namespace strata::views {

class FilterBar;
class ParetoBrush;
class ParetoChart;
class PlotNavigation;
class TableModel;
class ViewToolBar;

/// Any two columns of a run against each other, a third as colour, with the front crisp on top and as a table.
class ParetoView : public ExplorationView {
    Q_OBJECT

public:
    explicit ParetoView(QWidget* parent = nullptr);
    ~ParetoView() override;

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const ParetoChart& chart() const { return *chart_; }

signals:
    /// Asks for a new sweep or search of the selected design.
    void explorationRequested();

protected:
    void refresh() override;
    void refreshMarks() override;
    void explorationChanged() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildControls();
    void buildTable();
    void fillColumns();
    void showScales();
    void keepZoom();
    void applyZoom();
    void clearZoom();
    bool zoomIsOurs() const;
    void showTable();
    void showTableSoon();
    void chooseColumn(std::size_t box);
    void hover(const QPointF& position, const QPoint& global);
    void open(std::size_t row, bool as_baseline);
    bool walk(int key, Qt::KeyboardModifiers modifiers);

    ViewToolBar* toolbar_;
    std::vector<QWidget*> needing_run_;    ///< columns, scales, tools, infeasible, epsilon, table
    std::array<QComboBox*, 3> columns_{};  ///< x, y, colour
    std::array<QToolButton*, 3> scales_{}; ///< logarithmic or not
    QButtonGroup* tools_;
    QToolButton* infeasible_;
    QDoubleSpinBox* epsilon_;
    QToolButton* table_shown_;
    bool table_decided_ = false;
    std::vector<std::uint32_t> table_rows_; ///< that stand in the table
    QTimer table_timer_;
    FilterBar* bar_;
    QSplitter* content_;
    QCustomPlot* plot_;
    QTableView* table_view_;
    TableModel* table_;
    QLabel* message_;
    QPushButton* start_; ///< shown where there is no run
    std::unique_ptr<ParetoChart> chart_;
    PlotNavigation* navigation_;
    ParetoBrush* brush_;
    ParetoSettings settings_;
    QElapsedTimer zoomed_; ///< since the axes were moved last
    int zooms_ = 0;        ///< steps of the history
};

} // namespace strata::views
