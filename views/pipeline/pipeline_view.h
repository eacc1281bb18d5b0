// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/pipeline/pipeline_data.h"
#include "views/support/plot/picture_view.h"
#include "views/support/table/read_once.h"

#include <memory>

class QToolButton;

namespace strata::views {

class PipelineCanvas;

/// Stages over time: which micro-batch each stage works on, what it waits for, and the path that decides the
/// iteration.
class PipelineView : public PictureView {
    Q_OBJECT

public:
    explicit PipelineView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const PipelineCanvas& canvas() const { return *canvas_; }

protected:
    void refresh() override;

private:
    std::shared_ptr<const Timeline> timelineOf(const DesignState* design) const;
    std::shared_ptr<const Timeline> twin() const;

    PipelineCanvas* canvas_;
    QToolButton* critical_;
    mutable ReadOnce<Timeline> timelines_;
};

} // namespace strata::views
