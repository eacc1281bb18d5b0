// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/exploration.h"
#include "views/explore/front.h"
#include "views/parallel/parallel_painter.h"

#include <memory>
#include <optional>
#include <QPixmap>
#include <QWidget>

namespace strata::views {

/// Parallel axes with mouse and keys: brush along an axis, reorder by its title, click a line. Knows the run.
class ParallelCanvas : public QWidget {
    Q_OBJECT

public:
    explicit ParallelCanvas(QWidget* parent);

    void show(std::shared_ptr<Exploration> run, const ParallelSettings& settings, const ExploreLook& look);
    const ParallelData& data() const { return data_; }
    /// Geometry for those who point at something: valid after the first paint.
    ParallelPicture picture() const;
    std::optional<std::size_t> rowAt(const QPointF& position) const;
    /// Paints the same into a figure.
    void paintInto(QPainter& painter, const QRectF& rectangle, const ExploreLook& look) const;

signals:
    void settingsChanged(const std::vector<strata::views::ParallelAxis>& axes);
    void menuRequested(int axis, const QPoint& global);

public slots:
    void toggleInverted(int axis);
    void toggleLogarithmic(int axis);
    void moveAxis(int from, int to);
    void removeAxis(int axis);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Drag { None, Line, NewRange, LowEnd, HighEnd, Whole, Title };
    std::optional<int> axisAt(const QPointF& position) const;
    bool onTitle(const QPointF& position) const;
    void pressAxis(int axis, const QPointF& position);
    void dragRange(const QPointF& position);
    void setShares(double from, double to);
    void nudge(double step, bool low);
    void cancel();
    void changeAxes(std::vector<ParallelAxis> axes);

    std::shared_ptr<Exploration> run_;
    std::vector<ParallelAxis> axes_;
    ExploreLook look_;
    ParallelData data_;
    ShownFront front_;
    ScaledColumn color_;
    bool colored_ = false;
    mutable GapPictures gaps_;
    bool infeasible_ = false;
    QPixmap lines_; ///< what does not change while the pointer moves
    Drag drag_ = Drag::None;
    int active_ = -1; ///< axis that keys and drags act on
    QPointF pressed_;
    double title_x_ = 0.0;
    double low_share_ = 0.0, high_share_ = 1.0; ///< of the range when the drag began
    Filter before_;
    int gestures_ = 0;
};

} // namespace strata::views
