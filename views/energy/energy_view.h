// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/plot/chart_view.h"

#include <memory>

namespace strata::views {

class BreakdownChart;
struct BreakdownOptions;

/// Stacked bars of the metric's parts by level and tensor: energy, or any other metric that has parts.
class EnergyView : public ChartView {
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
    const std::string& chosenLevel() const { return selected_level_; } ///< empty: none

protected:
    void refresh() override;
    QString hoverAt(const QPointF& position) override;
    void endHover() override;
    void clickAt(const QPointF& position) override;
    void step(int direction) override;
    bool takeBack() override;

private:
    BreakdownOptions options() const;
    std::string metric() const;
    void chooseLevel(const std::string& level);

    std::unique_ptr<BreakdownChart> chart_;
    std::string highlighted_;
    std::string selected_level_;
    double locked_upper_ = 0.0; ///< 0: not locked
    double locked_lower_ = 0.0;
};

} // namespace strata::views
