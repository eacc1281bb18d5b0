// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/layers/layers_canvas.h"
#include "views/support/plot/picture_view.h"

namespace strata::views {

/// The layers of the selected design's answer: which method answers each, how far it was off, what it hands on, and
/// what other methods in its place would make of the end. Those ends are computed elsewhere, in the background.
class LayersView : public PictureView {
    Q_OBJECT

public:
    explicit LayersView(QWidget* parent = nullptr);

    /// Ends of the design with this request by other methods; `complete`: no further ones follow. They are shown while
    /// the selected design has this request.
    void showEffects(std::shared_ptr<const Json> request, std::vector<layers::LayerEffect> effects, bool complete);
    /// Newest results of validations, which tell the errors of methods.
    void setResults(std::vector<coverage::Accuracy> results);

    /// Computes at once what the window computes in the background for the designs of a scene.
    void computeNow(const Scene& scene, Executor& executor);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const LayersCanvas& canvas() const { return *canvas_; }

protected:
    void refresh() override;

private:
    LayersDrawing drawing() const;
    void putMethod(std::size_t step, const QString& method);

    LayersCanvas* canvas_;
    std::shared_ptr<const Json> request_; ///< whose effects are known
    std::vector<layers::LayerEffect> effects_;
    bool complete_ = false;
    std::vector<coverage::Accuracy> results_;
};

} // namespace strata::views
