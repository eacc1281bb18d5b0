// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/view.h"

#include <set>

class QLabel;
class QScrollArea;
class QTreeView;

namespace strata::views {

class PartDelegate;
class PartModel;
class ViewToolBar;

/// Every metric with its tree of parts: values, intervals, shares, and the baseline beside them.
class EstimateView : public View {
    Q_OBJECT

public:
    explicit EstimateView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

protected:
    void refresh() override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    void fitNotes();
    bool comparing() const;
    void showMessage(const QString& text);
    void showNotes(const DesignState* design);
    QString selectedText() const; ///< of the rows that are selected, else of all
    void copySelection() const;
    void openMetric();

    ViewToolBar* toolbar_;
    QTreeView* tree_;
    PartModel* model_;
    PartDelegate* delegate_;
    QLabel* message_;
    QLabel* notes_;
    QScrollArea* notes_area_;   ///< many notes scroll in it, so that the tree keeps its room
    std::string opened_metric_; ///< expanded by itself once; afterwards the reader decides
};

} // namespace strata::views
