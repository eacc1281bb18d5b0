// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/plot/picture_view.h"
#include "views/tools/tools_data.h"

class QComboBox;

namespace strata::views {

class ToolsCanvas;

/// The tools of the field and Strata's own methods: ranked by grades with weights to drag, claims beside verifications,
/// when they were published, when they fail, and all of them as a table.
class ToolsView : public PictureView {
    Q_OBJECT

public:
    explicit ToolsView(QWidget* parent = nullptr);

    /// What is drawn; nullptr: nothing is known yet.
    void setCoverage(std::shared_ptr<const coverage::Coverage> coverage);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const ToolsChoice& choice() const { return choice_; }

protected:
    void refresh() override;

private:
    void buildToolbar();
    void fillPlatforms();
    void weigh(std::size_t dimension, double weight);

    std::shared_ptr<const coverage::Coverage> coverage_;
    ToolsChoice choice_;
    QComboBox* page_;
    QComboBox* scheme_;
    QComboBox* platform_;
    ToolsCanvas* canvas_;
};

} // namespace strata::views
