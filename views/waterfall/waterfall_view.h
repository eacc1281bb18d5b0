// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/view.h"
#include "views/waterfall/waterfall_chart.h"

#include <memory>
#include <optional>
#include <QPointF>

class QComboBox;
class QCustomPlot;
class QLabel;
class QToolButton;

namespace strata::views {

class PlotNavigation;
class ViewToolBar;

/// Composition gap: what lies between the sum of kernels and the model, step by step, and where the error comes from.
class WaterfallView : public View {
    Q_OBJECT

public:
    explicit WaterfallView(QWidget* parent = nullptr);
    ~WaterfallView() override;

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const WaterfallChart& chart() const { return *chart_; }

protected:
    void refresh() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Waterfall waterfall() const;
    ServedLife life() const;
    void showLives();
    WaterfallOptions options() const;
    void drawFigure(WaterfallChart& chart, Waterfall drawn, const FigureStyle& style) const;
    WaterfallRoom roomNow(const Waterfall& waterfall) const;
    void showMessage(const QString& text);
    void hover(const QPointF& position, const QPoint& global);
    void choose(const std::string& label);
    void step(int direction);
    void open(const WaterfallBar& bar);
    bool goBack();
    void freeAxis();
    void copyTable() const;

    ViewToolBar* toolbar_;
    QComboBox* life_; ///< which request of a serving engine
    QToolButton* back_;
    QCustomPlot* plot_;
    QLabel* message_;
    std::unique_ptr<WaterfallChart> chart_;
    PlotNavigation* navigation_;
    std::vector<std::string> path_;
    std::string chosen_;
    QString scale_;
    bool locked_ = false;
    std::optional<WaterfallRoom> fixed_;  ///< by the reader: locked, zoomed or panned
    std::optional<WaterfallRoom> widest_; ///< while a baseline is pinned, the axis only grows
    std::string widest_for_;
};

} // namespace strata::views
