// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/scaling/scaling_text.h"
#include "views/support/plot/picture_view.h"

namespace strata::views {

class ScalingCanvas;

/// A training step over growing numbers of devices. What it shows is computed elsewhere, in the background.
class ScalingView : public PictureView {
    Q_OBJECT

public:
    explicit ScalingView(QWidget* parent = nullptr);

    explore::Scaling scaling() const;
    /// Newest runs; null: none. They are shown while they are about the designs of the scene, as stale until
    /// newer ones come.
    void showRuns(std::shared_ptr<const explore::ScalingRun> selected,
                  std::shared_ptr<const explore::ScalingRun> baseline);
    /// How many numbers of devices a run has.
    static constexpr std::size_t kPoints = 16;

    /// Computes at once what the window computes in the background for the designs of a scene.
    void computeNow(const Scene& scene, Executor& executor);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const ScalingCanvas& canvas() const { return *canvas_; }

signals:
    /// Strong or weak has been chosen: other runs are needed.
    void scalingChanged();

protected:
    void refresh() override;

private:
    ScalingPair pair() const;
    void setDevices(std::uint64_t devices, const QString& gesture);

    ScalingCanvas* canvas_;
    std::shared_ptr<const explore::ScalingRun> selected_, baseline_;
};

} // namespace strata::views
