// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accesses/accesses_view.h"

#include "views/support/base/choice_box.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/table/table_copy.h"
#include "views/support/table/table_figure.h"
#include "views/support/table/table_model.h"
#include "views/support/text/level_titles.h"
#include "views/support/text/text.h"
#include "views/support/theme/theme.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace strata::views {

AccessesView::AccessesView(QWidget* parent) : View(parent) {
    toolbar_ = new ViewToolBar(this, ViewToolBar::Compare);
    choice_ = new ChoiceBox(tr("Table"), tr("Table of the estimate"), toolbar_);
    toolbar_->extras()->addWidget(choice_);
    model_ = new TableModel(this);
    sorted_ = new QSortFilterProxyModel(this);
    sorted_->setSourceModel(model_);
    sorted_->setSortRole(TableModel::SortRole);
    table_view_ = new QTableView(this);
    table_view_->setModel(sorted_);
    table_view_->setFont(tabularFont(font()));
    table_view_->setSortingEnabled(true);
    table_view_->sortByColumn(-1, Qt::AscendingOrder); // the order of the hierarchy until the reader sorts
    table_view_->setShowGrid(false);
    table_view_->setFrameShape(QFrame::NoFrame);
    table_view_->setAlternatingRowColors(true);
    table_view_->setWordWrap(false);
    table_view_->setAccessibleName(tr("Accesses by level and tensor"));
    table_view_->setContextMenuPolicy(Qt::CustomContextMenu);
    table_view_->verticalHeader()->hide();
    table_view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table_view_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    table_view_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_view_->horizontalHeader()->setHighlightSections(false);
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
    layout->addWidget(message_, 1);
    connect(toolbar_, &ViewToolBar::changed, this, &AccessesView::scheduleRefresh);
    connect(choice_, &QComboBox::activated, this, [this] {
        table_ = choice_->currentData().toString().toStdString();
        scheduleRefresh();
    });
    copyOnRequest(*table_view_, [this] { return selectedText(); });
    connect(table_view_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        QMenu menu;
        menu.addAction(tr("Copy"), QKeySequence::Copy, this, &AccessesView::copySelection);
        menu.addAction(tr("Copy everything as CSV"), this, &AccessesView::copyCsv);
        menu.addActions(actions());
        menu.addAction(tr("Order of the hierarchy"), this,
                       [this] { table_view_->sortByColumn(-1, Qt::AscendingOrder); });
        menu.exec(table_view_->viewport()->mapToGlobal(at));
    });
}

void AccessesView::showMessage(const QString& text) {
    message_->setText(text);
    message_->setVisible(!text.isEmpty());
    table_view_->setVisible(text.isEmpty());
}

void AccessesView::updateChoices() {
    const DesignState* design = scene().selectedDesign();
    if (!design || !design->estimate || design->estimate->tables.empty()) return;
    const QSignalBlocker blocker(choice_);
    const std::vector<Table>& tables = design->estimate->tables;
    bool same = choice_->count() == static_cast<int>(tables.size());
    for (int i = 0; same && i < choice_->count(); ++i)
        same = choice_->itemData(i).toString() == toQString(tables[static_cast<std::size_t>(i)].name);
    if (!same) {
        choice_->clear();
        for (const Table& table : tables)
            choice_->addItem(quantityTitle(table.name), toQString(table.name));
    }
    choice_->setCurrentIndex(choice_->findData(toQString(shownTable()->name)));
}

void AccessesView::refresh() {
    toolbar_->showScene(scene());
    updateChoices();
    const DesignState* design = scene().selectedDesign();
    if (!design) return showMessage(tr("No design yet"));
    Table table = figureData();
    if (table.columns.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty() ? tr("The answer to this design has no tables.") : reason);
    }
    showMessage({});
    model_->setTable(std::move(table), locale(), titles());
}

QString AccessesView::selectedText() const {
    const QItemSelection selection = table_view_->selectionModel()->selection();
    return selection.isEmpty() ? modelAsTsv(*sorted_) : selectionAsTsv(*sorted_, selection);
}

void AccessesView::copySelection() const { QGuiApplication::clipboard()->setText(selectedText()); }

void AccessesView::copyCsv() const { QGuiApplication::clipboard()->setText(modelAsCsv(*sorted_)); }

void AccessesView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copySelection();
    View::keyPressEvent(event);
}

const Table* AccessesView::shownTable() const {
    const DesignState* design = scene().selectedDesign();
    if (!design || !design->estimate) return nullptr;
    const Table* chosen = design->estimate->findTable(table_);
    if (chosen != nullptr || design->estimate->tables.empty()) return chosen;
    return &design->estimate->tables.front();
}

Table AccessesView::figureData() const {
    const Table* table = shownTable();
    if (!table) return {};
    const DesignState* other = toolbar_->compare() ? scene().baselineDesign() : nullptr;
    const Table* twin = other && other->estimate ? other->estimate->findTable(table->name) : nullptr;
    return twin ? tableWithBaseline(*table, *twin) : *table;
}

LevelTitles AccessesView::titles() const {
    std::vector<const DesignState*> designs;
    for (const DesignState* design : {scene().selectedDesign(), scene().baselineDesign()})
        if (design) designs.push_back(design);
    return levelTitles(designs);
}

TableFigure AccessesView::figure() const {
    const Table table = figureData();
    const LevelTitles named = titles();
    TableFigure result;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const bool text = !table.rows.empty() && std::holds_alternative<std::string>(table.rows.front()[i]);
        const bool difference = table.columns[i].ends_with(kDifferenceSuffix);
        const bool important = table.columns[i].starts_with("energy_j") || table.columns[i] == "reads";
        result.columns.push_back({columnTitle(table.columns[i]), !text, text ? 0 : important ? 1 : difference ? 3 : 2});
    }
    for (const auto& row : table.rows) {
        TableFigure::Row line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line.cells.push_back(cellText(row[i], table.columns[i], QLocale::c(), named));
        result.rows.push_back(std::move(line));
    }
    return result;
}

void AccessesView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    paintTableFigure(painter, rectangle, figure(), style);
}

double AccessesView::figureHeight(double, const FigureStyle& style) const { return tableFigureHeight(figure(), style); }

std::string AccessesView::saveState() const {
    return ViewState::write({{"compare", toolbar_->compare()}, {"table", table_}});
}

void AccessesView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    toolbar_->setCompare(state.flag("compare", true));
    table_ = state.text("table", "accesses");
    scheduleRefresh();
}

} // namespace strata::views
