// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/roofline/roofline_layout.h"
#include "views/support/plot/chart_view.h"

#include <memory>

class QComboBox;

namespace strata::views {

class RooflineChart;
struct RooflineOptions;

/// Operators of a kernel or model under the roofs of the device: arithmetic intensity against rate, both logarithmic.
class RooflineView : public ChartView {
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

protected:
    void refresh() override;
    QString hoverAt(const QPointF& position) override;
    void endHover() override;
    void clickAt(const QPointF& position) override;
    void step(int direction) override;
    bool takeBack() override;
    void showEverything() override;
    void addActions(QMenu& menu, const QPointF& at) override;

private:
    Roofline roofline() const;
    RooflineOptions options() const;
    std::string comparison(const Roofline& roofline) const;
    RooflineAxes axesNow(const Roofline& roofline) const;
    void showLevels();
    void showTypes();
    void choose(const std::string& name);

    QComboBox* level_;
    QComboBox* type_;
    std::unique_ptr<RooflineChart> chart_;
    std::string chosen_;
    std::string wanted_type_; ///< kept while a device without that type is shown
    bool locked_ = false;     ///< as the lock button stood before
    KeptRange<RooflineAxes> axes_;
};

} // namespace strata::views
