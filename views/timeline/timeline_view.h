// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/view.h"
#include "views/support/table/read_once.h"
#include "views/timeline/timeline_layout.h"

#include <optional>

class QLabel;

namespace strata::views {

class PlotCanvas;
class ViewToolBar;

/// What the stages of all replicas do over time, how full their caches and queues are, and the life of one request.
class TimelineView : public View {
    Q_OBJECT

public:
    explicit TimelineView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const TimelinePicture& picture() const { return picture_; }
    const TimelinePlaces& places() const { return places_; }

protected:
    void refresh() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    ServingLook look() const;
    TimelinePicture makePicture() const;
    std::shared_ptr<const ServedTimeline> timelineOf(const DesignState* design) const;
    void showMessage(const QString& text);
    void choose(std::optional<std::int64_t> request);
    void step(int direction);
    void click(const QPointF& at);
    void setTime(PlotAxis time);
    /// Whether the picture differs from the one on the screen: during a drag most scenes bring no new answer.
    bool differsFromDrawn(const TimelinePicture& picture);

    ViewToolBar* toolbar_;
    PlotCanvas* canvas_;
    QLabel* message_;
    TimelinePicture picture_;
    TimelinePlaces places_;
    struct Drawn {
        std::shared_ptr<const ServedTimeline> selected, baseline;
        std::optional<std::int64_t> chosen;
        double low_s = 0.0, high_s = 0.0;
        std::size_t first_lane = 0;
        bool stale = false;
        char letter = 0, baseline_letter = 0;
        qint64 palette = 0;
        QFont font;
        QLocale locale;

        bool operator==(const Drawn&) const = default;
    } drawn_;
    std::optional<std::pair<double, double>> chosen_time_; ///< by the reader
    std::optional<std::int64_t> chosen_;
    std::size_t first_lane_ = 0;
    mutable ReadOnce<ServedTimeline> timelines_;
};

} // namespace strata::views
