// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/estimate/estimate_view.h"

#include "views/estimate/estimate_figure.h"
#include "views/estimate/part_delegate.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/table/part_model.h"
#include "views/support/table/table_copy.h"
#include "views/support/table/table_figure.h"
#include "views/support/text/level_titles.h"
#include "views/support/text/sentence_case.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <array>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QTreeView>
#include <QVBoxLayout>
#include <utility>

namespace strata::views {
namespace {

constexpr int kHeadingMargins = 18;
constexpr int kLeastLabel = 96;
constexpr int kShortLabel = 144;
/// The order in which columns leave where there is no room for all.
constexpr int kLeaving[] = {PartModel::Interval, PartModel::Difference, PartModel::Share, PartModel::Baseline,
                            PartModel::Change};

} // namespace

EstimateView::EstimateView(QWidget* parent) : View(parent) {
    toolbar_ = new ViewToolBar(this, ViewToolBar::Metric | ViewToolBar::Compare);
    model_ = new PartModel(this);
    delegate_ = new PartDelegate(this);
    tree_ = new QTreeView(this);
    tree_->setModel(model_);
    tree_->setItemDelegate(delegate_);
    tree_->setFont(tabularFont(font()));
    tree_->setUniformRowHeights(true);
    tree_->setAllColumnsShowFocus(true);
    tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setAccessibleName(tr("Parts of the estimate"));
    tree_->setContextMenuPolicy(Qt::CustomContextMenu);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(QHeaderView::Fixed);
    tree_->header()->setMinimumSectionSize(32);
    tree_->viewport()->installEventFilter(this);
    connect(tree_, &QTreeView::expanded, this, &EstimateView::fitColumns);
    connect(tree_, &QTreeView::collapsed, this, &EstimateView::fitColumns);
    message_ = new QLabel(this);
    message_->setAlignment(Qt::AlignCenter);
    message_->setWordWrap(true);
    message_->setMargin(16);
    message_->hide();
    notes_ = new QLabel(this);
    notes_->setWordWrap(true);
    notes_->setContentsMargins(12, 6, 12, 8);
    notes_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    notes_area_ = new QScrollArea(this);
    notes_area_->setWidget(notes_);
    notes_area_->setWidgetResizable(true);
    notes_area_->setFrameShape(QFrame::NoFrame);
    notes_area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    notes_area_->setAccessibleName(tr("Notes of the estimate"));
    notes_area_->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(toolbar_);
    layout->addWidget(tree_, 1);
    layout->addWidget(message_, 1);
    layout->addWidget(notes_area_);
    connect(toolbar_, &ViewToolBar::changed, this, &EstimateView::scheduleRefresh);
    connect(tree_, &QTreeView::doubleClicked, this,
            [this](const QModelIndex& index) { emit metricChosen(index.data(PartModel::MetricRole).toString()); });
    copyOnRequest(*tree_, [this] { return selectedText(); });
    connect(tree_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        QMenu menu;
        menu.addAction(tr("Copy"), QKeySequence::Copy, this, &EstimateView::copySelection);
        menu.addAction(tr("Copy everything as CSV"), this,
                       [this] { QGuiApplication::clipboard()->setText(toQString(toCsv(figureData()))); });
        menu.addActions(actions());
        menu.addSeparator();
        menu.addAction(tr("Expand all"), tree_, &QTreeView::expandAll);
        menu.addAction(tr("Collapse all"), tree_, &QTreeView::collapseAll);
        menu.exec(tree_->viewport()->mapToGlobal(at));
    });
}

bool EstimateView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == tree_->viewport() && event->type() == QEvent::Resize) fitColumns();
    return View::eventFilter(watched, event);
}

void EstimateView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    fitNotes();
}

bool EstimateView::comparing() const { return comparedWith(scene(), toolbar_->compare()) != nullptr; }

/// A narrow dock never scrolls sideways: numbers leave it, the least needed first, and are told on hover; then labels
/// are cut. Wide ones give labels what the numbers leave.
void EstimateView::fitColumns() {
    const QHeaderView* header = tree_->header();
    const QFontMetrics metrics = header->fontMetrics();
    std::array<int, PartModel::ColumnCount> widths{};
    int needed = 0;
    for (int column = 0; column < PartModel::ColumnCount; ++column) {
        if (column >= PartModel::Baseline && !comparing()) continue;
        const QString title = model_->headerData(column, Qt::Horizontal).toString();
        const int cells = static_cast<QAbstractItemView*>(tree_)->sizeHintForColumn(column);
        widths[static_cast<std::size_t>(column)] =
            std::max(cells, column == PartModel::Label ? 0 : metrics.horizontalAdvance(title) + kHeadingMargins);
        needed += widths[static_cast<std::size_t>(column)];
    }
    const int room = tree_->viewport()->width();
    const int cut = std::max(0, widths[PartModel::Label] - kShortLabel);
    for (const int column : kLeaving) {
        // What has changed is worth more than the ends of long labels.
        if (needed - (column == PartModel::Change ? cut : 0) <= room) break;
        needed -= std::exchange(widths[static_cast<std::size_t>(column)], 0);
    }
    int& label = widths[PartModel::Label];
    label = std::max(std::min(label, kLeastLabel), label + room - needed);
    for (int column = 0; column < PartModel::ColumnCount; ++column) {
        const int width = widths[static_cast<std::size_t>(column)];
        tree_->setColumnHidden(column, width == 0);
        if (width > 0) tree_->header()->resizeSection(column, width);
    }
}

/// Notes take what five rows of the tree leave.
void EstimateView::fitNotes() {
    const int rows = 5 * (fontMetrics().height() + 6);
    const int wanted = std::max(0, notes_->heightForWidth(width()));
    const int left = height() - toolbar_->height() - tree_->header()->height() - rows;
    notes_area_->setFixedHeight(std::clamp(left, std::min(wanted, 2 * fontMetrics().height()), wanted));
}

void EstimateView::showMessage(const QString& text) {
    message_->setText(text);
    message_->setVisible(!text.isEmpty());
    tree_->setVisible(text.isEmpty());
}

void EstimateView::refresh() {
    toolbar_->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    const bool compare = toolbar_->compare();
    delegate_->setMetric(toQString(scene().metric));
    fillParts(*model_, scene(), compare, locale());
    showNotes(design);
    if (!design) return showMessage(tr("No design yet"));
    showMessage(absenceText(*design));
    openMetric();
    fitColumns();
}

void EstimateView::openMetric() {
    if (opened_metric_ == scene().metric) return;
    for (int row = 0; row < model_->rowCount(); ++row) {
        const QModelIndex index = model_->index(row, 0);
        if (index.data(PartModel::MetricRole).toString().toStdString() != scene().metric) continue;
        if (model_->rowCount(index) == 0) continue;
        tree_->expand(index);
        opened_metric_ = scene().metric;
    }
}

void EstimateView::showNotes(const DesignState* design) {
    QStringList lines;
    const LevelTitles titles = design ? levelTitles(*design) : LevelTitles();
    if (design && design->estimate && design->estimate->valid)
        for (const Note& note : design->estimate->notes) {
            const QString mark = note.level == Note::Level::Info ? QString() : QStringLiteral("\u26a0 ");
            const QString fixes =
                note.fixes.empty() ? QString() : QStringLiteral("; ") + told(note.fixes, locale(), titles);
            lines << mark + noteSentence(told(note.text, locale(), titles) + fixes);
        }
    notes_->setText(lines.join(QLatin1Char('\n')));
    notes_area_->setVisible(!lines.isEmpty());
    fitNotes();
}

QString EstimateView::selectedText() const {
    QModelIndexList rows = tree_->selectionModel()->selectedRows();
    if (rows.isEmpty()) return tableAsTsv(figureData());
    // selectedRows() is in the order of clicking; copies are in the order of reading.
    std::ranges::sort(rows, {}, [this](const QModelIndex& index) { return tree_->visualRect(index).top(); });
    const auto line = [this](const auto& cell) {
        QStringList cells;
        for (int column = 0; column < PartModel::ColumnCount; ++column)
            if (column < PartModel::Baseline || comparing()) cells << cell(column);
        return cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    QString text = line([this](int column) { return model_->headerData(column, Qt::Horizontal).toString(); });
    for (const QModelIndex& row : rows)
        text += line([&](int column) { return row.siblingAtColumn(column).data(PartModel::ExactRole).toString(); });
    return text;
}

void EstimateView::copySelection() const { QGuiApplication::clipboard()->setText(selectedText()); }

void EstimateView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copySelection();
    View::keyPressEvent(event);
}

void EstimateView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    paintTableFigure(painter, rectangle, estimateFigure(scene(), toolbar_->compare(), style), style);
}

double EstimateView::figureHeight(double, const FigureStyle& style) const {
    return tableFigureHeight(estimateFigure(scene(), toolbar_->compare(), style), style);
}

Table EstimateView::figureData() const { return estimateTable(scene(), toolbar_->compare()); }

std::string EstimateView::saveState() const { return ViewState::write({{"compare", toolbar_->compare()}}); }

void EstimateView::restoreState(std::string_view json_text) {
    toolbar_->setCompare(ViewState(json_text).flag("compare", true));
    scheduleRefresh();
}

} // namespace strata::views
