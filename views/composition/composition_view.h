// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/composition/composition_canvas.h"
#include "views/composition/composition_pages.h"
#include "views/support/plot/picture_view.h"

class QComboBox;

namespace strata::views {

/// What is known of composition: the gap, how errors propagate, what simple models capture, where fidelities of
/// communication break, how models transfer and age. Pages of measured rows need no design; the others are about the
/// selected one, and are computed elsewhere, in the background.
class CompositionView : public PictureView {
    Q_OBJECT

public:
    explicit CompositionView(QWidget* parent = nullptr);

    /// What the page on show needs of the selected design.
    enum class Needs { Nothing, Propagation, Communication };
    Needs needs() const;
    /// The answers about the design with this request; they are shown while it is selected.
    void showPropagation(std::shared_ptr<const Json> request, std::vector<composition::LevelError> levels);
    void showCommunication(std::shared_ptr<const Json> request,
                           std::optional<composition::CommunicationFidelity> fidelity);

    /// Computes at once what the window computes in the background for the designs of a scene.
    void computeNow(const Scene& scene, Executor& executor);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const CompositionCanvas& canvas() const { return *canvas_; }

signals:
    /// Another page is on show.
    void pageChanged();

protected:
    void refresh() override;

private:
    CompositionPage page() const;
    CompositionPicture picture(const QLocale& locale) const;
    void fillGroupings(const std::string& wanted = {});

    CompositionCanvas* canvas_;
    QComboBox* grouping_;
    CompositionPage filled_ = CompositionPage::Gamma; ///< whose groupings the box has
    std::string chosen_;                              ///< grouping; known before the catalog is there that has it
    double tolerance_ = 0.1;
    std::shared_ptr<const Json> of_levels_, of_communication_;
    std::vector<composition::LevelError> levels_;
    std::optional<composition::CommunicationFidelity> communication_;
};

} // namespace strata::views
