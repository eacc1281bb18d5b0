// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/compare_view.h"

#include "core/evaluate/method.h"
#include "core/evaluate/presentation.h"
#include "views/compare/compare_delegate.h"
#include "views/compare/compare_model.h"
#include "views/compare/multiples_canvas.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/table/table_copy.h"
#include "views/support/table/table_figure.h"
#include "views/support/text/text.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <vector>

namespace strata::views {
namespace {

constexpr int kAllParts = 16;
constexpr int kLeastLabel = 96, kTightLabel = 44;
constexpr int kSpare = 24;

QTableView* makeTable(CompareModel* model, CompareView* view) {
    auto* table = new QTableView(view);
    table->setModel(model);
    table->setItemDelegate(new CompareDelegate(table));
    table->setFont(tabularFont(view->font()));
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->verticalHeader()->setDefaultSectionSize(view->fontMetrics().height() + 8);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->horizontalHeader()->setMinimumSectionSize(32); // by default as wide as the widest letter of any script
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

} // namespace

CompareView::CompareView(QWidget* parent) : View(parent) {
    toolbar_ = new ViewToolBar(this, ViewToolBar::Metric | ViewToolBar::Scale);
    toolbar_->setScales({{QStringLiteral("0"), tr("Metrics")},
                         {QStringLiteral("1"), tr("Metrics and main parts")},
                         {QStringLiteral("2"), tr("Two levels of parts")},
                         {QString::number(kAllParts), tr("All parts")}});
    toolbar_->setScale(QStringLiteral("1"));
    differing_ = new QCheckBox(QStringLiteral("\u2260"), toolbar_);
    differing_->setAccessibleName(tr("Differences only"));
    differing_->setToolTip(tr("Differences only: leaves out what is equal in all designs"));
    add_method_ = new QToolButton(toolbar_);
    add_method_->setText(tr("Method"));
    add_method_->setAccessibleName(tr("Add a method"));
    add_method_->setToolTip(tr("Answers the selected design by another method, as a further design"));
    add_method_->setPopupMode(QToolButton::InstantPopup);
    methods_ = new QMenu(add_method_);
    add_method_->setMenu(methods_);
    toolbar_->extras()->addWidget(differing_);
    toolbar_->extras()->addWidget(add_method_);
    model_ = new CompareModel(this);
    table_view_ = makeTable(model_, this);
    table_view_->viewport()->installEventFilter(this);
    table_view_->setAccessibleName(tr("Designs side by side"));
    buildMultiples();
    message_ = new QLabel(this);
    message_->setAlignment(Qt::AlignCenter);
    message_->setWordWrap(true);
    message_->setMargin(16);
    message_->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(toolbar_);
    layout->addWidget(table_view_, 1);
    layout->addWidget(multiples_, 1);
    layout->addWidget(message_, 1);
    setMinimumSize(280, 150);
    connect(toolbar_, &ViewToolBar::changed, this, &CompareView::scheduleRefresh);
    connect(toolbar_, &ViewToolBar::metricChosen, this, &View::metricChosen);
    connect(differing_, &QCheckBox::toggled, this, &CompareView::scheduleRefresh);
    connect(methods_, &QMenu::aboutToShow, this, &CompareView::fillMethods);
    copyOnRequest(*table_view_, [this] { return tableAsTsv(figureData()); });
    connect(table_view_, &QTableView::doubleClicked, this, &CompareView::openMetric);
}

CompareOptions CompareView::options() const { return {toolbar_->scale().toInt(), differing_->isChecked()}; }

void CompareView::showMessage(const QString& text) {
    message_->setText(text);
    message_->setVisible(!text.isEmpty());
    table_view_->setVisible(text.isEmpty() && !shownBy());
    multiples_->setVisible(text.isEmpty() && shownBy());
}

bool CompareView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == table_view_->viewport() && event->type() == QEvent::Resize) fitColumns();
    return View::eventFilter(watched, event);
}

int CompareView::widthOf(int column) const {
    const int cells = static_cast<QAbstractItemView*>(table_view_)->sizeHintForColumn(column);
    return std::max(cells, table_view_->horizontalHeader()->sectionSizeHint(column));
}

/// All designs are to be seen without scrolling sideways: labels are cut first, then changes move below their values,
/// then headings keep their letters alone.
void CompareView::fitColumns() {
    const int columns = model_->columnCount();
    const int room = table_view_->viewport()->width();
    if (columns == 0) return;
    std::vector<int> widths(static_cast<std::size_t>(columns));
    using Density = CompareModel::Density;
    const Density before = model_->density();
    for (const Density density : {Density::Wide, Density::Stacked, Density::Tight}) {
        // Back to more room only where there is plainly enough: numbers that change their width in a drag move no rows.
        const int spare = density < before ? kSpare : 0;
        model_->setDensity(density);
        for (int column = 0; column < columns; ++column)
            widths[static_cast<std::size_t>(column)] = widthOf(column);
        const int designs = std::accumulate(widths.begin() + 1, widths.end(), 0);
        const bool last = density == Density::Tight;
        const int label = std::min(widths[0], last ? kTightLabel : kLeastLabel);
        if (!last && designs + label + spare > room) continue;
        widths[0] = std::max(label, std::min(widths[0], room - designs));
        break;
    }
    for (int column = 0; column < columns; ++column)
        table_view_->horizontalHeader()->resizeSection(column, widths[static_cast<std::size_t>(column)]);
    const int lines = model_->density() == Density::Wide ? 1 : 2;
    table_view_->verticalHeader()->setDefaultSectionSize(lines * fontMetrics().height() + 8);
}

void CompareView::refresh() {
    toolbar_->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    add_method_->setEnabled(design != nullptr);
    if (design == nullptr) return showMessage(tr("No design yet"));
    if (showMultiples()) return;
    CompareTable table = compareTable(scene(), options());
    if (table.rows.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty() ? tr("The designs do not differ.") : reason);
    }
    showMessage({});
    model_->setTable(std::move(table), locale());
    fitColumns();
}

/// The methods that answer the selected design's kind of request, without the one that it uses.
void CompareView::fillMethods() {
    methods_->clear();
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr) return;
    for (const Method* method : otherMethods(*design->design.request, design->estimate.get(), *scene().registry)) {
        const QString id = toQString(method->id);
        QAction* action = methods_->addAction(id, this, [this, id] { addMethod(id); });
        action->setToolTip(toQString(method->follows));
    }
    if (methods_->isEmpty()) methods_->addAction(tr("There is no other method for this request"))->setEnabled(false);
}

void CompareView::addMethod(const QString& id) {
    const DesignState* design = scene().selectedDesign();
    if (design == nullptr) return;
    Json request = *design->design.request;
    request["method"] = id.toStdString();
    emit designRequested(std::make_shared<const Json>(std::move(request)),
                         toQString(design->design.label) + QStringLiteral(", ") + id);
}

void CompareView::openMetric(const QModelIndex& index) {
    emit metricChosen(index.data(CompareModel::MetricRole).toString());
}

void CompareView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(tableAsTsv(figureData()));
        return;
    }
    const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (opens && table_view_->currentIndex().isValid()) return openMetric(table_view_->currentIndex());
    View::keyPressEvent(event);
}

Table CompareView::figureData() const {
    return shownBy() ? multiplesTable(drawnMultiples()) : compareData(compareTable(scene(), options()));
}

TableFigure CompareView::figure() const {
    const CompareTable table = compareTable(scene(), options());
    TableFigure result;
    result.columns.push_back({tr("Metric or part"), false, 0});
    for (const CompareColumn& column : table.columns) {
        const QString method = column.method.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(column.method);
        const QString mark = column.extrapolation.isEmpty() ? QString() : QStringLiteral(", ") + tr("extrapolated");
        const QString heading = column.beside ? column.label : QString(QLatin1Char(column.letter)) + method + mark;
        result.columns.push_back({heading, true, column.reference ? 0 : 1});
    }
    for (const CompareRow& row : table.rows) {
        TableFigure::Row line;
        line.indent = row.depth;
        line.strong = row.depth == 0;
        line.cells.push_back(compareTitle(row, table.titles));
        for (const CompareCell& cell : row.cells)
            line.cells.push_back(compareText(row, cell, QLocale::c()));
        result.rows.push_back(std::move(line));
    }
    return result;
}

void CompareView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    if (!shownBy()) return paintTableFigure(painter, rectangle, figure(), style);
    PictureLook look = pictureLook();
    look.theme = style.theme;
    look.font = style.font;
    look.line_width = style.line_width_mm * style.units_per_mm;
    look.locale = QLocale::c();
    const Multiples drawn = drawnMultiples();
    painter.save();
    painter.translate(rectangle.topLeft());
    paintMultiples(painter, drawn, layOutMultiples(drawn, look.font, rectangle.size()), look);
    painter.restore();
}

double CompareView::figureHeight(double width, const FigureStyle& style) const {
    return shownBy() ? heightOfMultiples(drawnMultiples(), style.font, width) : tableFigureHeight(figure(), style);
}

std::string CompareView::saveState() const {
    return ViewState::write({{"depth", toolbar_->scale().toStdString()},
                             {"differing", differing_->isChecked()},
                             {"form", form_->currentData().toString().toStdString()},
                             {"axis", axis_.value_or(0.0)}});
}

void CompareView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    toolbar_->setScale(toQString(state.text("depth", "1")));
    differing_->setChecked(state.flag("differing", false));
    form_->setCurrentIndex(std::max(0, form_->findData(toQString(state.text("form", "table")))));
    const double axis = state.number("axis", 0.0);
    axis_ = axis > 0.0 ? std::optional(axis) : std::nullopt;
    scheduleRefresh();
}

} // namespace strata::views
