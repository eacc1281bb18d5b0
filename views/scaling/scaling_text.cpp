// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scaling/scaling_text.h"

#include "core/base/message_text.h"
#include "core/base/quantity.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>

namespace strata::views {
namespace {

using explore::Scaling;
using explore::ScalingPoint;
using explore::ScalingRun;

constexpr double kReach = 14.0; // pixels from a point that still mean it

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString count(double value, const QLocale& locale) { return locale.toString(static_cast<qulonglong>(value)); }

/// Share of the ideal that a point reaches: less time, more tokens, less energy.
std::optional<double> efficiency(const ScalingRun& run, const ScalingPoint& point, const std::string& metric) {
    const Metric* value = point.valid ? point.find(metric) : nullptr;
    const auto ideal = idealAt(run, metric, static_cast<double>(point.devices));
    if (value == nullptr || !ideal || !(value->value > 0.0) || !(*ideal > 0.0)) return {};
    const Quantity* quantity = findQuantity(metric);
    const bool smaller_is_better = quantity == nullptr || quantity->smaller_is_better;
    return smaller_is_better ? *ideal / value->value : value->value / *ideal;
}

const ScalingPoint* pointAt(const ScalingRun& run, std::uint64_t devices) {
    const auto found = std::ranges::find(run.points, devices, &ScalingPoint::devices);
    return found == run.points.end() ? nullptr : &*found;
}

} // namespace

std::optional<ScalingCurve> ScalingPair::twin() const {
    if (!baseline || baseline->points.empty()) return {};
    return ScalingCurve{baseline.get(), metric};
}

QString scalingSummary(const ScalingPair& pair, const QLocale& locale, bool brief) {
    const ScalingRun& run = *pair.selected;
    const bool strong = run.scaling == Scaling::Strong;
    QString text =
        strong ? tr("Strong scaling: the batch stays") : tr("Weak scaling: the batch grows with the devices");
    if (brief) text = strong ? tr("Strong scaling") : tr("Weak scaling");
    // Of the largest that can exist: there the plan loses most.
    for (auto point = run.points.rbegin(); point != run.points.rend(); ++point) {
        const auto share = efficiency(run, *point, pair.metric);
        if (!share) continue;
        text += tr("; %1 of ideal on %2 devices")
                    .arg(shareText(*share, locale), count(static_cast<double>(point->devices), locale));
        break;
    }
    if (pair.stale) text += tr(" (being computed)");
    return text;
}

PictureHit scalingHit(const ScalingPair& pair, const ScalingLayout& layout, const PictureLook& look,
                      const QPointF& position) {
    const bool inside = layout.chart.adjusted(-kReach, 0, kReach, 0).contains(position) ||
                        layout.shares.adjusted(-kReach, 0, kReach, 0).contains(position);
    const ScalingPoint* point = inside ? nearestPoint(*pair.selected, layout, position.x(), false) : nullptr;
    if (point == nullptr) return {};
    const double x = layout.x(static_cast<double>(point->devices));
    if (std::abs(x - position.x()) > kReach) return {};
    QStringList lines;
    if (!point->valid) lines << (point->reason.empty() ? tr("This cannot exist") : told(point->reason, look.locale));
    for (const Metric& metric : point->metrics) {
        if (metric.name == "flop") continue;
        QString line = QStringLiteral("%1: %2").arg(quantityTitle(metric.name),
                                                    shortText(metric.value, quantityUnit(metric.name), look.locale));
        const QString interval = intervalText(metric, look.locale);
        if (!interval.isEmpty()) line += QStringLiteral(" (%1)").arg(interval);
        lines << line;
    }
    if (const auto share = efficiency(*pair.selected, *point, pair.metric))
        lines << tr("%1 of ideal").arg(shareText(*share, look.locale));
    for (const auto& [label, share] : point->communication)
        lines << QStringLiteral("%1: %2").arg(partTitle(label), shareText(share, look.locale));
    lines << tr("Batch %1").arg(count(point->global_batch, look.locale));
    if (const ScalingPoint* twin = pair.baseline ? pointAt(*pair.baseline, point->devices) : nullptr)
        if (const Metric* metric = twin->valid ? twin->find(pair.metric) : nullptr)
            lines << tr("Baseline %1: %2")
                         .arg(QString(QLatin1Char(look.baseline_letter)),
                              shortText(metric->value, quantityUnit(metric->name), look.locale));
    PictureHit hit;
    hit.place = QRectF(x - 1.0, layout.chart.top(), 2.0,
                       (layout.shares.isEmpty() ? layout.chart.bottom() : layout.shares.bottom()) - layout.chart.top());
    hit.text = hitHtml(tr("%1 devices").arg(count(static_cast<double>(point->devices), look.locale)), lines);
    return hit;
}

Table scalingTable(const ScalingPair& pair) {
    Table table{
        "scaling", {"design", "scaling", "devices", "global_batch", "what", "value", "low", "high", "reason"}, {}};
    if (pair.empty()) return table;
    const auto add = [&](const char* design, const ScalingRun& run) {
        for (const ScalingPoint& point : run.points) {
            const auto row = [&](const std::string& what, Cell value, Cell low, Cell high, const std::string& reason) {
                table.rows.push_back({std::string(design), std::string(explore::name(run.scaling)),
                                      static_cast<std::int64_t>(point.devices), point.global_batch, what,
                                      std::move(value), std::move(low), std::move(high), reason});
            };
            if (!point.valid) row("infeasible", Cell(), Cell(), Cell(), messageText(point.reason));
            for (const Metric& metric : point.metrics)
                row(metric.name, metric.value, metric.low, metric.high, {});
            if (const auto ideal = idealAt(run, pair.metric, static_cast<double>(point.devices)))
                row("ideal " + pair.metric, *ideal, Cell(), Cell(), {});
            for (const auto& [label, share] : point.communication)
                row("share of " + messageText({"part." + label}), share, Cell(), Cell(), {});
        }
    };
    add("selected", *pair.selected);
    if (pair.baseline) add("baseline", *pair.baseline);
    return table;
}

} // namespace strata::views
