// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/compare/compare_table.h"
#include "views/compare/multiples_data.h"
#include "views/support/base/view.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QMenu;
class QTableView;
class QToolButton;

namespace strata::views {

class CompareModel;
class MultiplesCanvas;
class ViewToolBar;
struct TableFigure;

/// Designs or methods in columns, metrics and parts in rows, differences to the baseline in colour and sign.
class CompareView : public View {
    Q_OBJECT

public:
    explicit CompareView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const MultiplesCanvas& multiples() const { return *multiples_; }

protected:
    void refresh() override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    CompareOptions options() const;
    void showMessage(const QString& text);
    void fitColumns();
    int widthOf(int column) const;
    void fillMethods();
    void addMethod(const QString& id);
    void openMetric(const QModelIndex& index);
    TableFigure figure() const;
    std::optional<MultiplesBy> shownBy() const; ///< nothing: a table
    Multiples drawnMultiples() const;
    PictureLook pictureLook() const;
    void buildMultiples();
    bool showMultiples(); ///< false where a table is to be shown

    ViewToolBar* toolbar_;
    QCheckBox* differing_;
    QToolButton* add_method_;
    QMenu* methods_;
    QTableView* table_view_;
    QComboBox* form_; ///< a table, or small multiples
    MultiplesCanvas* multiples_;
    std::optional<double> axis_; ///< end of the common axis as the reader has it
    CompareModel* model_;
    QLabel* message_;
};

} // namespace strata::views
