// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/capacity/capacity_painter.h"
#include "views/explore/exploration_view.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace strata::views {

class PlotCanvas;
class ViewToolBar;

/// A run over two parameters as a grid of cells, with the line up to which the service level is kept; or over one, such
/// as the scheduler, as bars. Cells open as designs.
class CapacityView : public ExplorationView {
    Q_OBJECT

public:
    /// What a new run varies.
    enum class Sweep { Replicas, TensorParallel, Schedulers };
    Q_ENUM(Sweep)

    explicit CapacityView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const CapacityPicture& picture() const { return picture_; }
    const CapacityPlaces& places() const { return places_; }

signals:
    /// Asks for a run of the selected design.
    void sweepRequested(strata::views::CapacityView::Sweep sweep);

protected:
    void refresh() override;
    void explorationChanged() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildMenu();
    ServingLook look() const;
    CapacityPicture makePicture() const;
    void fillColumns();
    QString absence() const;
    void point(std::optional<std::pair<std::size_t, std::size_t>> cell);
    bool walk(int key);
    void open(bool as_baseline);
    QString answer(const QPointF& at);

    ViewToolBar* toolbar_;
    QToolButton* new_;
    QComboBox* x_;
    QComboBox* y_;
    QComboBox* metric_;
    QComboBox* kept_;
    QStackedWidget* pages_;
    PlotCanvas* canvas_;
    QLabel* message_;
    CapacitySettings settings_;
    CapacityPicture picture_;
    CapacityPlaces places_;
    std::optional<std::pair<std::size_t, std::size_t>> pointed_;
};

} // namespace strata::views
