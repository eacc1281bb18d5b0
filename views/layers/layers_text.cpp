// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/layers/layers_text.h"

#include "core/layers/layer_tables.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QCoreApplication>

namespace strata::views {
namespace {

using layers::Layer;
using layers::LayerEffect;
using layers::LayerStep;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString count(std::int64_t number, const QLocale& locale) { return locale.toString(static_cast<qlonglong>(number)); }

Metric asMetric(const layers::Handed& handed) { return {{}, handed.value, handed.low, handed.high, 0.8}; }

/// What follows the method and where it fails is told in the manual; here, whose idea it is.
QString followsText(const Registry& registry, const LayerStep& step, const std::string& method) {
    const Method* row = registry.method(step.kind, method);
    for (const Method& known : registry.methods)
        if (row == nullptr && known.id == method) row = &known;
    return row == nullptr || row->follows.empty() ? QString() : tr("After %1").arg(toQString(row->follows));
}

QStringList resultLines(const LayerStep& step, const QLocale& locale) {
    QStringList lines;
    for (const assess::ResultRecord& record : step.results)
        lines << tr("%1, %2 of %3: mean error %4 on %5 rows, measured values inside the interval %6")
                     .arg(toQString(record.date), quantityTitle(record.quantity), toQString(record.suite),
                          shareText(record.mape, locale), count(static_cast<std::int64_t>(record.n), locale),
                          shareText(record.coverage80, locale));
    for (const CalibrationUse& use : step.calibrations)
        lines << tr("Calibration %1: half of %2 points within %3, 90 % within %4")
                     .arg(toQString(use.id), count(use.points, locale), shareText(use.residual_p50, locale),
                          shareText(use.residual_p90, locale));
    if (lines.isEmpty()) lines << layerErrorText(step, locale);
    return lines;
}

QStringList stepLines(const LayersDrawing& drawing, const LayerStep& step, std::string_view unit,
                      const QLocale& locale) {
    QStringList lines;
    if (step.handed) {
        lines << tr("Adds %1").arg(shortText(step.handed->own, unit, locale));
        lines << tr("Hands on %1, 80 % interval %2")
                     .arg(shortText(step.handed->value, unit, locale), intervalText(asMetric(*step.handed), locale));
        lines << tr("Share of the variance of the end up to here: %1")
                     .arg(shareText(step.handed->variance_share, locale));
        const LayerStep* twin = drawing.baseline ? drawing.baseline->find(step.layer) : nullptr;
        if (twin != nullptr && twin->handed)
            lines << tr("Baseline: %1 hands on %2")
                         .arg(toQString(twin->method), shortText(twin->handed->value, unit, locale));
    }
    lines << resultLines(step, locale);
    if (!step.pointer.empty()) lines << tr("Click a method below, or drag it here, to put it in this place");
    return lines;
}

QStringList effectLines(const LayersDrawing& drawing, const LayerStep& step, const LayerEffect& effect,
                        std::string_view unit, const QLocale& locale) {
    QStringList lines{tr("End with this method: %1 (%2)")
                          .arg(shortText(effect.end.value, unit, locale),
                               changeText(effect.end.value, drawing.chain.end.value, locale)),
                      tr("80 % interval %1").arg(intervalText(effect.end, locale))};
    for (std::size_t s = 0; s < effect.handed.size(); ++s) {
        const LayerStep& layer_step = drawing.chain.steps[s];
        if (!layer_step.handed) continue;
        lines << tr("%1: %2 instead of %3")
                     .arg(layerText(layer_step.layer), shortText(effect.handed[s].own, unit, locale),
                          shortText(layer_step.handed->own, unit, locale));
    }
    lines << tr("Click, or drag it to %1, to put it in the place of %2")
                 .arg(layerText(step.layer), toQString(step.method));
    return lines;
}

} // namespace

QString layerText(Layer layer) {
    switch (layer) {
    case Layer::Kernel: return tr("Kernels");
    case Layer::Model: return tr("Model");
    case Layer::Network: return tr("Collectives");
    case Layer::System: return tr("Training step");
    case Layer::Serving: break;
    }
    return tr("Serving");
}

QString layerErrorText(const LayerStep& step, const QLocale& locale) {
    if (const assess::ResultRecord* kept = layers::keptResult(step))
        return tr("mean error %1 on %2 rows of %3")
            .arg(shareText(kept->mape, locale), count(static_cast<std::int64_t>(kept->n), locale),
                 toQString(kept->suite));
    const layers::CalibratedError error = layers::calibratedError(step);
    if (error.calibrations == 0) return tr("no measurement of this method was kept");
    const QString reach =
        error.smallest == error.largest
            ? shareText(error.largest, locale)
            : QStringLiteral("%1\u2013%2").arg(shareText(error.smallest, locale), shareText(error.largest, locale));
    return tr("90 % within %1, %2 points").arg(reach, count(error.points, locale));
}

QString layerNumberText(const LayersDrawing& drawing, const LayersRow& row, const QLocale& locale) {
    const std::string_view unit = quantityUnit(drawing.chain.metric);
    if (row.effect) {
        const LayerEffect& effect = drawing.effects[*row.effect];
        return QStringLiteral("%1 (%2)").arg(shortText(effect.end.value, unit, locale),
                                             changeText(effect.end.value, drawing.chain.end.value, locale));
    }
    const auto& handed = drawing.chain.steps[row.step].handed;
    if (!handed) return QStringLiteral("\u2013");
    const QString interval = shortIntervalText(asMetric(*handed), locale);
    const QString value = shortText(handed->value, unit, locale);
    return interval.isEmpty() ? value : QStringLiteral("%1 (%2)").arg(value, interval);
}

QString layerBriefText(const LayersDrawing& drawing, const LayersRow& row, const QLocale& locale) {
    if (row.effect) return changeText(drawing.effects[*row.effect].end.value, drawing.chain.end.value, locale);
    const auto& handed = drawing.chain.steps[row.step].handed;
    return handed ? shortText(handed->value, quantityUnit(drawing.chain.metric), locale) : QStringLiteral("\u2013");
}

QString layersSummary(const LayersDrawing& drawing, const QLocale& locale) {
    const std::string_view unit = quantityUnit(drawing.chain.metric);
    const QString interval = shortIntervalText(drawing.chain.end, locale);
    QString text =
        quantityTitle(drawing.chain.metric) + QStringLiteral(": ") + shortText(drawing.chain.end.value, unit, locale);
    if (!interval.isEmpty()) text += QStringLiteral(" (%1)").arg(interval);
    if (drawing.computing) text += QStringLiteral(", ") + tr("other methods are being tried \u2026");
    return text;
}

PictureHit layersHit(const LayersDrawing& drawing, const LayersLayout& layout, const PictureLook& look,
                     const Registry& registry, const QPointF& position) {
    const LayersRow* row = layout.rowAt(position);
    if (row == nullptr) return {};
    const LayerStep& step = drawing.chain.steps[row->step];
    const std::string_view unit = quantityUnit(drawing.chain.metric);
    const std::string& method = row->effect ? drawing.effects[*row->effect].method : step.method;
    QStringList lines;
    if (const QString follows = followsText(registry, step, method); !follows.isEmpty()) lines << follows;
    lines << (row->effect ? effectLines(drawing, step, drawing.effects[*row->effect], unit, look.locale)
                          : stepLines(drawing, step, unit, look.locale));
    return {row->place.adjusted(1.5, 0.5, -1.5, -0.5),
            hitHtml(QStringLiteral("%1: %2").arg(layerText(step.layer), toQString(method)), lines)};
}

} // namespace strata::views
