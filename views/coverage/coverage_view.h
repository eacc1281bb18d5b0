// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/coverage/coverage_data.h"
#include "views/support/plot/picture_view.h"

class QComboBox;
class QToolButton;

namespace strata::views {

class CoverageCanvas;

/// Which scenarios the tools of the field and Strata's own methods answer, as a heatmap.
class CoverageView : public PictureView {
    Q_OBJECT

public:
    explicit CoverageView(QWidget* parent = nullptr);

    /// What is drawn; nullptr: nothing is known yet.
    void setCoverage(std::shared_ptr<const coverage::Coverage> coverage);
    /// While the scenarios run, the button that starts them says how far they are.
    void setRunning(bool running, int percent = 0);

    /// Tells in the place of the evidence why something could not be read.
    void showProblem(const QString& text);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const CoverageCanvas& canvas() const { return *canvas_; }
    const CoverageChoice& choice() const { return choice_; }

signals:
    /// Asks for the scenarios to be run by Strata's own methods.
    void runRequested();
    /// Asks for results of validations.
    void resultsRequested();

protected:
    void refresh() override;

private:
    void buildToolbar();
    void fillFilters();
    void readChoice();
    void open(std::size_t row, std::optional<std::size_t> column);

    std::shared_ptr<const coverage::Coverage> coverage_;
    CoverageChoice choice_;
    QComboBox* by_;
    QComboBox* order_;
    QComboBox* who_;
    QComboBox* platform_;
    QComboBox* methodology_;
    QComboBox* era_;
    QToolButton* run_;
    CoverageCanvas* canvas_;
};

} // namespace strata::views
