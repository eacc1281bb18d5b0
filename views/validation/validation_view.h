// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/history.h"
#include "views/support/base/view.h"
#include "views/support/plot/picture_canvas.h"
#include "views/validation/validation_data.h"

#include <memory>
#include <optional>

class QComboBox;
class QHBoxLayout;
class QCustomPlot;
class QLabel;
class QSplitter;
class QTableView;
class QTabWidget;
class QToolButton;

namespace strata::views {

class DriftCanvas;
class PlotNavigation;
class TableModel;
class ValidationChart;
class ViewToolBar;
enum class ValidationPlot;
struct ValidationOptions;

/// Predicted against measured of a file of rows, errors by group, and the rows that are furthest off, by name.
class ValidationView : public View {
    Q_OBJECT

public:
    explicit ValidationView(QWidget* parent = nullptr);
    ~ValidationView() override;

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    /// Says that the rows of `file` are being predicted; empty: none are.
    void setRunning(const QString& file);
    const ValidationChart& chart() const { return *chart_; }
    /// Results of runs that were kept (`validate --keep`): drawn as they drift from day to day. Where no rows are
    /// there, this is what is shown.
    void setHistory(std::vector<assess::ResultRecord> records);
    const DriftCanvas& drift() const { return *drift_; }

signals:
    /// Asks for predictions of another tool about the rows on show.
    void predictionsRequested();
    /// Asks for a file of rows to predict, or of predictions.
    void fileRequested();

protected:
    void refresh() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildToolbar();
    void buildTables();
    void showMessage(const QString& text);
    void showReport();
    void showDrift();
    bool drifts() const;
    PictureLook driftLook() const;
    Validation current() const;
    void hover(const QPointF& position, const QPoint& global);
    void stress(const std::string& group);
    QString groupTip(std::size_t group) const;
    ValidationPlot plot() const;
    void choose(std::optional<std::size_t> row);
    void openRow(std::size_t row);
    QString rowText(std::size_t row) const;
    ValidationOptions options() const;

    ViewToolBar* toolbar_;
    QToolButton* open_;
    QToolButton* beside_; ///< predictions of another tool
    DriftCanvas* drift_;
    std::vector<assess::ResultRecord> history_;
    QWidget* choices_; ///< second row of controls, about the run that is shown
    QComboBox* kind_;
    QComboBox* quantity_;
    QComboBox* key_;
    QToolButton* tables_shown_;
    bool tables_decided_ = false;
    QSplitter* content_;
    QCustomPlot* plot_;
    QTabWidget* tables_;
    QTableView* errors_view_;
    QTableView* outliers_view_;
    TableModel* errors_;
    TableModel* outliers_;
    QLabel* summary_;
    QLabel* message_;
    std::unique_ptr<ValidationChart> chart_;
    PlotNavigation* navigation_;
    Validation shown_;
    std::shared_ptr<const assess::SuiteReport> fitted_; ///< whose points the axes show
    QString running_;                                   ///< what is said meanwhile
    std::string wanted_quantity_;
    std::string wanted_key_;
    std::string only_; ///< group that stands out
    std::optional<std::size_t> chosen_;
};

} // namespace strata::views
