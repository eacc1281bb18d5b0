// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/roofline/roofline_geometry.h"
#include "views/support/base/view.h"

#include <memory>
#include <optional>
#include <QPointF>

class QComboBox;
class QCustomPlot;
class QLabel;

namespace strata::views {

class PlotNavigation;
class RooflineChart;
class ViewToolBar;
struct RooflineOptions;

/// Operators of a kernel or model under the roofs of the device: arithmetic intensity against rate, both logarithmic.
class RooflineView : public View {
    Q_OBJECT

public:
    explicit RooflineView(QWidget* parent = nullptr);
    ~RooflineView() override;

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const RooflineChart& chart() const { return *chart_; }
    const std::string& chosenOperator() const { return chosen_; }

signals:
    /// The reader picked an operator; empty when none is picked any more.
    void operatorChosen(const QString& name);

protected:
    void refresh() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Roofline roofline() const;
    RooflineOptions options() const;
    RooflineOptions figureOptions(const FigureStyle& style) const;
    RooflineAxes axesNow(const Roofline& roofline) const;
    void showMessage(const QString& text);
    void showTypes();
    void hover(const QPointF& position, const QPoint& global);
    void choose(const std::string& name);
    void step(int direction);
    void resetAxes();
    void copyTable() const;

    ViewToolBar* toolbar_;
    QComboBox* level_;
    QComboBox* type_;
    QCustomPlot* plot_;
    QLabel* message_;
    std::unique_ptr<RooflineChart> chart_;
    PlotNavigation* navigation_;
    std::string chosen_;
    std::string wanted_type_;            ///< kept while a device without that type is shown
    bool locked_ = false;                ///< as the lock button stood before
    std::optional<RooflineAxes> fixed_;  ///< by the reader: locked, zoomed or panned
    std::optional<RooflineAxes> widest_; ///< while a baseline is pinned, axes only grow: no run rescales the comparison
    std::string widest_for_;             ///< baseline and level that it belongs to
};

} // namespace strata::views
