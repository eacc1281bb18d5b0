// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/view.h"

#include <memory>
#include <QPointF>

class QCustomPlot;
class QLabel;

namespace strata::views {

class BreakdownChart;
class ViewToolBar;
struct BreakdownOptions;

/// Stacked bars of the metric's parts by level and tensor: energy, or any other metric that has parts.
class EnergyView : public View {
    Q_OBJECT

public:
    explicit EnergyView(QWidget* parent = nullptr);
    ~EnergyView() override;

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const BreakdownChart& chart() const { return *chart_; }

signals:
    /// The reader picked a level; empty when none is picked any more.
    void levelChosen(const QString& level);

protected:
    void refresh() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    BreakdownOptions options() const;
    std::string metric() const;
    void showMessage(const QString& text);
    void hover(const QPointF& position, const QPoint& global);
    void click(const QPointF& position);
    QString tooltipAt(const QPointF& position) const;
    void copyTable() const;
    void repaintChart();

    ViewToolBar* toolbar_;
    QCustomPlot* plot_;
    QLabel* message_;
    std::unique_ptr<BreakdownChart> chart_;
    std::string highlighted_;
    std::string selected_level_;
    double locked_upper_ = 0.0; ///< 0: not locked
    double locked_lower_ = 0.0;
};

} // namespace strata::views
