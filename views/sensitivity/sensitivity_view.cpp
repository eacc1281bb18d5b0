// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sensitivity/sensitivity_view.h"

#include "views/sensitivity/sensitivity_canvas.h"
#include "views/support/base/toolbar.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace strata::views {

SensitivityView::SensitivityView(QWidget* parent)
    : ExplorationView(parent), toolbar_(new ViewToolBar(this, {})), pages_(new QStackedWidget),
      canvas_(new SensitivityCanvas(*this)), message_(new QLabel),
      start_(new QPushButton(tr("New sensitivity sweep \u2026"))) {
    message_->setObjectName(QStringLiteral("message"));
    message_->setWordWrap(true);
    message_->setAlignment(Qt::AlignCenter);
    auto* empty = new QWidget;
    auto* column = new QVBoxLayout(empty);
    column->setContentsMargins(16, 16, 16, 16);
    column->addStretch(1);
    column->addWidget(message_);
    column->addWidget(start_, 0, Qt::AlignCenter);
    column->addStretch(1);
    pages_->addWidget(canvas_);
    pages_->addWidget(empty);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(toolbar_);
    layout->addWidget(pages_, 1);
    setFocusProxy(canvas_);
    setMinimumSize(260, 160);
    connect(start_, &QPushButton::clicked, this, &SensitivityView::sweepRequested);
}

void SensitivityView::explorationChanged() { canvas_->setCurrent(-1); }

/// The metric of all views where the sweep has it, else its first objective, else its first metric.
std::string SensitivityView::metric() const {
    if (!exploration()) return scene().metric;
    const explore::ExploreRequest& request = exploration()->request();
    if (std::ranges::count(request.metrics, scene().metric)) return scene().metric;
    if (!request.objectives.empty()) return request.objectives.front().metric;
    return request.metrics.empty() ? scene().metric : request.metrics.front();
}

QString SensitivityView::absence() const {
    if (!exploration()) return tr("No sweep yet. Sobol indices tell how much of a metric each parameter causes.");
    if (exploration()->request().algorithm != explore::Algorithm::Saltelli)
        return tr("Sobol indices need a sweep by the method \u201cSensitivity\u201d; this run chose its "
                  "points otherwise.");
    if (exploration()->rows() < 2 * (exploration()->request().space.free.size() + 2)) return tr("Too few points yet.");
    return tr("%1 does not vary over the points of this sweep.").arg(quantityTitle(metric()));
}

void SensitivityView::refresh() {
    chart_ = exploration() ? indexChart(*exploration(), metric()) : IndexChart{};
    pages_->setCurrentIndex(chart_.rows.empty() ? 1 : 0);
    start_->setVisible(!exploration() || exploration()->request().algorithm != explore::Algorithm::Saltelli);
    if (chart_.rows.empty()) message_->setText(absence());
    if (canvas_->current() >= static_cast<int>(chart_.rows.size())) canvas_->setCurrent(-1);
    canvas_->update();
}

IndexOptions SensitivityView::options() const {
    return {themeFor(palette()), tabularFont(font()), locale(), 1.0, canvas_->current()};
}

std::vector<IndexRowPlace> SensitivityView::places() const { return placeIndices(chart_, canvas_->area(), options()); }

QString SensitivityView::tooltip(int row) const {
    const IndexChart::Row& shown = chart_.rows[static_cast<std::size_t>(row)];
    const auto number = [&](double value) { return locale().toString(value, 'f', 3); };
    return tr("%1\nAlone: %2 \u00b1 %3 of the variance of %4\nWith interactions: %5 \u00b1 %6\nFrom %n "
              "group(s) of points",
              nullptr, static_cast<int>(chart_.groups))
        .arg(shown.title, number(shown.index.first), number(shown.index.first_error), quantityTitle(chart_.metric),
             number(shown.index.total), number(shown.index.total_error));
}

void SensitivityView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const IndexOptions figure{style.theme, style.font, QLocale::c(), style.line_width_mm * style.units_per_mm, -1};
    if (chart_.rows.empty()) {
        painter.setPen(style.theme.text_muted);
        painter.setFont(style.font);
        painter.drawText(rectangle, Qt::AlignCenter | Qt::TextWordWrap, absence());
        return;
    }
    paintIndices(painter, chart_, rectangle, figure);
}

double SensitivityView::figureHeight(double width, const FigureStyle& style) const {
    return std::clamp(indexChartHeight(chart_, style.font), 0.25 * width, 1.6 * width);
}

Table SensitivityView::figureData() const { return indexTable(chart_); }

} // namespace strata::views
