// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/base/choice_box.h"
#include "views/support/base/toolbar.h"
#include "views/support/table/table_copy.h"
#include "views/support/table/table_model.h"
#include "views/support/text/text.h"
#include "views/support/theme/theme.h"
#include "views/validation/validation_chart.h"
#include "views/validation/validation_view.h"

#include <algorithm>
#include <array>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <QTabWidget>
#include <QToolButton>

namespace strata::views {
namespace {

/// Words of the session for the kinds of plot, in the order of ValidationPlot; then the drift of kept results.
constexpr std::array kPlotIds{"against", "residuals", "groups", "drift"};

QTableView* tableOf(TableModel* model, QWidget* parent, const QFont& font) {
    auto* table = new QTableView(parent);
    table->setModel(model);
    table->setFont(font);
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setAlternatingRowColors(true);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(parent->fontMetrics().height() + 8);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

} // namespace

void ValidationView::buildToolbar() {
    toolbar_ = new ViewToolBar(this, {});
    open_ = new QToolButton(toolbar_);
    open_->setText(tr("Open ..."));
    open_->setStyleSheet(QStringLiteral("QToolButton { border: 1px solid palette(highlight); padding: 3px 10px; }"));
    open_->setToolTip(tr("Opens measured values with their requests, or a table of predictions; nothing is fitted"));
    toolbar_->extras()->addWidget(open_);
    beside_ = new QToolButton(toolbar_);
    beside_->setText(tr("Another tool ..."));
    beside_->setToolTip(tr("Sets predictions of another tool beside these rows: a table or document with row, tool, "
                           "quantity, value and unit"));
    beside_->setEnabled(false);
    toolbar_->extras()->addWidget(beside_);
    connect(beside_, &QToolButton::clicked, this, &ValidationView::predictionsRequested);
    choices_ = new QWidget(this);
    kind_ = new ChoiceBox(tr("Plot"), tr("What is drawn of the rows"), choices_);
    kind_->setObjectName(QStringLiteral("plot"));
    const std::array titles{tr("Predicted against measured"), tr("Residuals"), tr("Errors by group"),
                            tr("Drift of kept results")};
    for (std::size_t i = 0; i < titles.size(); ++i)
        kind_->addItem(titles[i], QLatin1String(kPlotIds[i]));
    quantity_ = new ChoiceBox(tr("Quantity"), tr("What is compared"), choices_);
    key_ = new ChoiceBox(tr("Grouped by"), tr("Colours and errors by this key"), choices_);
    auto* row = new QHBoxLayout(choices_);
    row->setContentsMargins(8, 0, 4, 4);
    row->setSpacing(4);
    auto* boxes = new FlowLayout(4);
    row->addLayout(boxes, 1);
    tables_shown_ = new QToolButton(choices_);
    tables_shown_->setText(tr("Table"));
    tables_shown_->setToolTip(tr("Show errors and the rows that are furthest off beside the plot"));
    tables_shown_->setCheckable(true);
    tables_shown_->setFocusPolicy(Qt::TabFocus);
    for (QWidget* widget : std::initializer_list<QWidget*>{kind_, quantity_, key_})
        boxes->addWidget(widget);
    row->addWidget(tables_shown_, 0, Qt::AlignTop);
    connect(kind_, &QComboBox::currentIndexChanged, this, [this] {
        fitted_.reset();
        scheduleRefresh();
    });
    connect(open_, &QToolButton::clicked, this, &ValidationView::fileRequested);
    connect(quantity_, &QComboBox::activated, this, [this] {
        wanted_quantity_ = quantity_->currentData().toString().toStdString();
        fitted_.reset();
        chosen_.reset();
        scheduleRefresh();
    });
    connect(key_, &QComboBox::activated, this, [this] {
        wanted_key_ = key_->currentData().toString().toStdString();
        only_.clear();
        if (plot() == ValidationPlot::Groups) fitted_.reset();
        scheduleRefresh();
    });
}

void ValidationView::buildTables() {
    errors_ = new TableModel(this);
    outliers_ = new TableModel(this);
    tables_ = new QTabWidget(this);
    tables_->setDocumentMode(true);
    errors_view_ = tableOf(errors_, tables_, tabularFont(font()));
    outliers_view_ = tableOf(outliers_, tables_, tabularFont(font()));
    copyOnRequest(*errors_view_, [this] { return modelAsTsv(*errors_); });
    copyOnRequest(*outliers_view_, [this] { return modelAsTsv(*outliers_); });
    tables_->addTab(errors_view_, tr("Errors by group"));
    tables_->addTab(outliers_view_, tr("Furthest off"));
    errors_view_->setAccessibleName(tr("Errors by group"));
    errors_view_->setToolTip(tr("Click or press Enter: this group stands out in the plot"));
    outliers_view_->setAccessibleName(tr("Furthest off"));
    outliers_view_->setToolTip(tr("Double click or press Enter: opens the row as a design"));
    const auto stressRow = [this](const QModelIndex& index) {
        const auto row = static_cast<std::size_t>(index.row());
        stress(row < shown_.groups.size() ? shown_.groups[row].name : std::string());
    };
    connect(errors_view_, &QTableView::clicked, this, stressRow);
    connect(errors_view_, &QTableView::activated, this, stressRow);
    connect(outliers_view_, &QTableView::clicked, this,
            [this](const QModelIndex& index) { choose(shown_.outliers[static_cast<std::size_t>(index.row())]); });
    connect(outliers_view_, &QTableView::activated, this,
            [this](const QModelIndex& index) { openRow(shown_.outliers[static_cast<std::size_t>(index.row())]); });
}

} // namespace strata::views
