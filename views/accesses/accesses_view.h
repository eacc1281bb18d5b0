// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/view.h"
#include "views/support/text/level_titles.h"

class QComboBox;
class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace strata::views {

class TableModel;
class ViewToolBar;
struct TableFigure;

/// The tables of an estimate, accesses by level and tensor first, with the differences to the baseline.
class AccessesView : public View {
    Q_OBJECT

public:
    explicit AccessesView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

protected:
    void refresh() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showMessage(const QString& text);
    void updateChoices();
    QString selectedText() const; ///< of the rows that are selected, else of all
    void copySelection() const;
    void copyCsv() const;
    TableFigure figure() const;
    LevelTitles titles() const;

    ViewToolBar* toolbar_;
    QComboBox* choice_; ///< which table of the estimate
    QTableView* table_view_;
    TableModel* model_;
    QSortFilterProxyModel* sorted_;
    QLabel* message_;
    const Table* shownTable() const; ///< the chosen one, else the first of the estimate; nullptr where there is none

    std::string table_ = "accesses"; ///< chosen; kept while a design without it is shown
};

} // namespace strata::views
