// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pareto/pareto_brush.h"
#include "views/pareto/pareto_chart.h"
#include "views/pareto/pareto_view.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/fit_button.h"
#include "views/support/base/toolbar.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QButtonGroup>
#include <QDoubleSpinBox>
#include <QSignalBlocker>
#include <QToolButton>

namespace strata::views {
namespace {

QToolButton* toggle(QWidget* parent, const QString& text, const QString& help, const char* name) {
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(help);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setObjectName(QLatin1String(name));
    return button;
}

} // namespace

void ParetoView::buildControls() {
    toolbar_ = new ViewToolBar(this, {});
    addFitButton(*toolbar_, [this] { clearZoom(); });
    const std::array titles{tr("Across"), tr("Up"), tr("Colour")};
    const std::array helps{tr("What the horizontal axis shows"), tr("What the vertical axis shows"),
                           tr("What the colour shows")};
    const std::array names{"x", "y", "color"};
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        columns_[i] = new ChoiceBox(titles[i], helps[i], toolbar_);
        columns_[i]->setObjectName(QLatin1String(names[i]));
        scales_[i] = toggle(toolbar_, tr("log"), tr("Logarithmic: %1").arg(titles[i]), names[i]);
        scales_[i]->setAutoRaise(true);
        toolbar_->extras()->addWidget(columns_[i]);
        toolbar_->extras()->addWidget(scales_[i]);
        needing_run_.insert(needing_run_.end(), {columns_[i], scales_[i]});
        connect(columns_[i], &QComboBox::activated, this, [this, i] { chooseColumn(i); });
        connect(scales_[i], &QToolButton::clicked, this, [this, i](bool on) {
            (i == 0 ? settings_.log_x : i == 1 ? settings_.log_y : settings_.log_color) = on;
            clearZoom();
            scheduleRefresh();
        });
    }
    FlowLayout* row = toolbar_->extras();
    tools_ = new QButtonGroup(this);
    const auto tool = [&](ParetoBrush::Tool id, const QString& text, const QString& help, const char* name) {
        QToolButton* button = toggle(toolbar_, text, help, name);
        tools_->addButton(button, static_cast<int>(id));
        button->setChecked(id == ParetoBrush::Tool::Rectangle);
        row->addWidget(button);
        needing_run_.push_back(button);
    };
    tool(ParetoBrush::Tool::Rectangle, tr("Rectangle"), tr("Drag a rectangle: only what is inside is shown"),
         "rectangle");
    tool(ParetoBrush::Tool::Lasso, tr("Lasso"), tr("Draw a line around what is shown"), "lasso");
    tool(ParetoBrush::Tool::Move, tr("Move"), tr("Drag moves the axes; the wheel zooms with every tool"), "move");
    connect(tools_, &QButtonGroup::idClicked, this,
            [this](int id) { brush_->setTool(static_cast<ParetoBrush::Tool>(id)); });
    infeasible_ = toggle(toolbar_, tr("Infeasible"),
                         tr("Hollow marks for designs that cannot exist or break a constraint"), "infeasible");
    connect(infeasible_, &QToolButton::toggled, this, [this](bool on) {
        settings_.infeasible = on;
        scheduleRefresh();
    });
    epsilon_ = new QDoubleSpinBox(toolbar_);
    epsilon_->setRange(0.0, 50.0);
    epsilon_->setDecimals(1);
    epsilon_->setPrefix(QStringLiteral("\u03b5 "));
    epsilon_->setSuffix(QStringLiteral(" %"));
    epsilon_->setAccessibleName(tr("Epsilon of the front"));
    epsilon_->setToolTip(
        tr("Thins the front: every row of it is at most so much of its extent worse than a row that stays"));
    connect(epsilon_, &QDoubleSpinBox::valueChanged, this, [this](double percent) {
        settings_.epsilon = percent / 100.0;
        scheduleRefresh();
    });
    table_shown_ = toggle(toolbar_, tr("Table"), tr("Show the front as a table beside the plot"), "table");
    for (QWidget* widget : std::initializer_list<QWidget*>{infeasible_, epsilon_, table_shown_}) {
        row->addWidget(widget);
        needing_run_.push_back(widget);
    }
}

void ParetoView::fillColumns() {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const QSignalBlocker blocker(columns_[i]);
        columns_[i]->clear();
        if (i == 2) columns_[i]->addItem(tr("No colour"), QString());
        if (!exploration()) continue;
        for (const bool axis : {false, true}) {
            for (const ExploreColumn& column : exploration()->columns())
                if (column.axis == axis) columns_[i]->addItem(column.title, toQString(column.name));
            if (!axis) columns_[i]->insertSeparator(columns_[i]->count());
        }
    }
}

/// The boxes and scales as the chart has resolved them.
void ParetoView::showScales() {
    const ParetoAxes& axes = chart_->axes();
    const std::array<std::optional<std::size_t>, 3> shown{axes.x, axes.y, axes.color};
    const std::array logarithmic{axes.log_x, axes.log_y, axes.log_color};
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const QSignalBlocker block_box(columns_[i]), block_scale(scales_[i]);
        const QString name = shown[i] ? toQString(exploration()->columns()[*shown[i]].name) : QString();
        columns_[i]->setCurrentIndex(std::max(0, columns_[i]->findData(name)));
        scales_[i]->setChecked(logarithmic[i]);
        scales_[i]->setEnabled(shown[i].has_value());
    }
}

void ParetoView::chooseColumn(std::size_t box) {
    const std::string name = columns_[box]->currentData().toString().toStdString();
    (box == 0 ? settings_.x : box == 1 ? settings_.y : settings_.color) = name;
    (box == 0 ? settings_.log_x : box == 1 ? settings_.log_y : settings_.log_color).reset();
    clearZoom();
    scheduleRefresh();
}

} // namespace strata::views
