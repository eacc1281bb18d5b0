// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/base/view_state.h"
#include "views/support/plot/plot_style.h"
#include "views/support/text/text.h"
#include "views/support/theme/theme.h"
#include "views/validation/drift_canvas.h"
#include "views/validation/validation_chart.h"
#include "views/validation/validation_view.h"

#include <algorithm>
#include <QComboBox>
#include <qcustomplot.h>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kMmPerInch = 25.4;
constexpr double kCloudDpi = 300.0;       // of a figure's points where they are too many for vectors
constexpr std::size_t kFigureGroups = 40; // more lines than that are no figure

} // namespace

/// Of the scene as it is, whether it was drawn in the window or not.
Validation ValidationView::current() const {
    const auto report = scene().validation;
    if (!report || report->rows.empty()) return {};
    const auto quantities = quantitiesOf(*report);
    const bool known = std::find(quantities.begin(), quantities.end(), wanted_quantity_) != quantities.end();
    const auto keys = groupKeys(*report);
    const bool known_key = std::find(keys.begin(), keys.end(), wanted_key_) != keys.end();
    const std::string key = known_key ? wanted_key_ : keys.empty() ? std::string() : keys.front();
    return makeValidation(report, known ? wanted_quantity_ : quantities.front(), key);
}

Table ValidationView::figureData() const {
    if (drifts()) return driftTable(makeDrift(history_, drift_->from(), drift_->to()));
    const Validation validation = current();
    if (validation.empty()) return {};
    return plot() == ValidationPlot::Groups ? validationSpreads(validation) : validationRows(validation);
}

void ValidationView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    if (drifts()) {
        PictureLook look = driftLook();
        look.theme = style.theme;
        look.font = style.font;
        look.line_width = style.line_width_mm * style.units_per_mm;
        look.locale = QLocale::c();
        const DriftPicture picture = makeDrift(history_, drift_->from(), drift_->to());
        const Legend legend = driftLegend(picture, look, rectangle.width() - 16.0);
        painter.save();
        painter.translate(rectangle.topLeft());
        paintDrift(painter, picture, layOutDrift(picture, look.font, rectangle.size(), legend.height()), legend, look);
        painter.restore();
        return;
    }
    const Validation validation = current();
    if (validation.empty()) {
        painter.setFont(style.font);
        painter.setPen(style.theme.text_muted);
        painter.drawText(rectangle, Qt::AlignCenter | Qt::TextWordWrap, tr("There is no validation run to draw."));
        return;
    }
    ValidationOptions figure = options();
    figure.theme = style.theme;
    figure.font = style.font;
    figure.line_width = style.line_width_mm * style.units_per_mm;
    figure.locale = QLocale::c();
    figure.pixels_per_unit = kCloudDpi / (style.units_per_mm * kMmPerInch);
    QCustomPlot plot;
    ValidationChart chart(plot);
    plot.setViewport(QRect(QPoint(0, 0), rectangle.size().toSize()));
    chart.show(validation, figure, true);
    paintPlot(plot, painter, rectangle.topLeft());
}

double ValidationView::figureHeight(double width, const FigureStyle& style) const {
    if (drifts()) return 0.6 * width + 8.0 * QFontMetricsF(style.font).height();
    if (plot() != ValidationPlot::Groups) return (plot() == ValidationPlot::Against ? 0.9 : 0.62) * width;
    const auto groups = static_cast<double>(std::min(kFigureGroups, current().groups.size()));
    return (2.0 * groups + 8.0) * QFontMetricsF(style.font).height();
}

std::string ValidationView::saveState() const {
    return ViewState::write({{"quantity", wanted_quantity_},
                             {"key", wanted_key_},
                             {"only", only_},
                             {"from", drift_->from()},
                             {"to", drift_->to()},
                             {"plot", kind_->currentData().toString().toStdString()}});
}

void ValidationView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    wanted_quantity_ = state.text("quantity", "");
    wanted_key_ = state.text("key", "");
    only_ = state.text("only", "");
    drift_->setDays(state.text("from", ""), state.text("to", ""));
    kind_->setCurrentIndex(std::max(0, kind_->findData(toQString(state.text("plot", "against")))));
    scheduleRefresh();
}

} // namespace strata::views
