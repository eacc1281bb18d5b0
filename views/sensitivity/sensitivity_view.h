// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/exploration_view.h"
#include "views/sensitivity/sensitivity_painter.h"

class QLabel;
class QPushButton;
class QStackedWidget;

namespace strata::views {

class SensitivityCanvas;
class ViewToolBar;

/// How much of a metric's variance over a sweep each parameter causes, alone and with all that it interacts
/// with.
class SensitivityView : public ExplorationView {
    Q_OBJECT

public:
    explicit SensitivityView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;

    const IndexChart& chart() const { return chart_; }
    std::vector<IndexRowPlace> places() const;

signals:
    /// Asks for a sweep whose points give such indices.
    void sweepRequested();
    /// A bar was double clicked, or Enter pressed: the parameter of this axis.
    void parameterChosen(const QString& pointer);

protected:
    void refresh() override;
    void refreshMarks() override {} ///< no row is pointed at here
    void explorationChanged() override;

private:
    friend class SensitivityCanvas;
    std::string metric() const;
    IndexOptions options() const;
    QString tooltip(int row) const;
    QString absence() const;

    IndexChart chart_;
    ViewToolBar* toolbar_;
    QStackedWidget* pages_;
    SensitivityCanvas* canvas_;
    QLabel* message_;
    QPushButton* start_;
};

} // namespace strata::views
