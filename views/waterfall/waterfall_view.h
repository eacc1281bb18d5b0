// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/plot/chart_view.h"
#include "views/waterfall/waterfall_chart.h"

#include <memory>

class QComboBox;
class QToolButton;

namespace strata::views {

/// Composition gap: what lies between the sum of kernels and the model, step by step, and where the error comes from.
class WaterfallView : public ChartView {
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
    QString hoverAt(const QPointF& position) override;
    void endHover() override;
    void clickAt(const QPointF& position) override;
    void doubleClickAt(const QPointF& position) override;
    void step(int direction) override;
    bool open() override;
    bool goBack() override;
    bool takeBack() override;
    void showEverything() override;
    void addActions(QMenu& menu, const QPointF& at) override;

private:
    Waterfall waterfall() const;
    ServedLife life() const;
    void showLives();
    WaterfallOptions options() const;
    void drawFigure(WaterfallChart& chart, Waterfall drawn, const FigureStyle& style) const;
    std::string comparison(const Waterfall& waterfall) const;
    WaterfallRoom roomNow(const Waterfall& waterfall) const;
    void choose(const std::string& label);
    bool openBar(const WaterfallBar* bar); ///< false where it does not open
    void freeAxis();

    QComboBox* life_; ///< which request of a serving engine
    QToolButton* back_;
    std::unique_ptr<WaterfallChart> chart_;
    std::vector<std::string> path_;
    std::string chosen_;
    QString scale_;
    bool locked_ = false;
    KeptRange<WaterfallRoom> room_;
};

} // namespace strata::views
