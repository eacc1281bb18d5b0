// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memory_layout.h"

#include "views/memory/memory_painter.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kWidestBar = 64.0;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

/// 1, 2 or 5 times a power of ten of the binary unit that suits, with at most `most` steps.
double roundStep(double bytes, double most) {
    constexpr double kBinary = 1024.0;
    const double unit = std::pow(kBinary, std::floor(std::log(bytes) / std::log(kBinary)));
    const double rough = bytes / unit / std::max(1.0, most);
    const double decade = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= rough) return factor * decade * unit;
    return 10.0 * decade * unit;
}

void stack(const MemoryLayout& layout, const StageBar& bar, const QRectF& place,
           std::array<QRectF, kHeldKinds>& pieces) {
    double below = 0.0;
    for (std::size_t kind = 0; kind < kHeldKinds; ++kind) {
        const double above = below + bar.bytes[kind];
        pieces[kind] = QRectF(place.left(), layout.y(above), place.width(), layout.y(below) - layout.y(above));
        below = above;
    }
}

QRectF barPlace(const MemoryLayout& layout, const StageBar& bar, double left, double width) {
    const double top = layout.y(bar.total_bytes);
    return {left, top, width, layout.area.bottom() - top};
}

PictureHit hitOn(const StageBar& bar, const StageBar* other, std::size_t kind, const QRectF& place,
                 const PictureLook& look, bool twin) {
    const double bytes = bar.bytes[kind];
    QStringList lines{QStringLiteral("%1, %2").arg(exactText(bytes, "B", look.locale),
                                                   shareText(bytes / bar.total_bytes, look.locale))};
    lines << tr("Stage %1 holds %2")
                 .arg(look.locale.toString(static_cast<qlonglong>(bar.stage)),
                      shortText(bar.total_bytes, "B", look.locale));
    if (bar.capacity_bytes) lines << tr("The device leaves %1").arg(shortText(*bar.capacity_bytes, "B", look.locale));
    if (bar.overBytes() > 0.0) lines << tr("%1 over").arg(shortText(bar.overBytes(), "B", look.locale));
    if (twin)
        lines << tr("Baseline %1").arg(QLatin1Char(look.baseline_letter));
    else if (other != nullptr)
        lines << tr("Baseline %1: %2")
                     .arg(QString(QLatin1Char(look.baseline_letter)), shortText(other->bytes[kind], "B", look.locale));
    return {place, hitHtml(heldText(static_cast<Held>(kind)), lines)};
}

} // namespace

double MemoryLayout::y(double bytes) const { return area.bottom() - bytes / most * area.height(); }

MemoryLayout layOutMemory(const MemoryPicture& selected, const MemoryPicture* baseline, const QFont& font,
                          const QSizeF& size, double legend_height) {
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    MemoryLayout layout;
    double most = selected.most();
    std::size_t count = selected.stages.size();
    if (baseline != nullptr) {
        most = std::max(most, baseline->most());
        count = std::max(count, baseline->stages.size());
    }
    layout.most = std::max(1.0, 1.06 * most);
    layout.header = QRectF(kGap, 4.0, size.width() - 2 * kGap, line);
    double top = layout.header.bottom() + 2.0;
    if (!selected.fixes.empty()) {
        layout.advice = QRectF(kGap, top, size.width() - 2 * kGap, line);
        top = layout.advice.bottom();
    }
    const double left = kGap + metrics.horizontalAdvance(QStringLiteral("000 GiB")) + 6.0;
    // Room above for what a bar is over, below for numbers, title and legend.
    const double bottom = size.height() - 2.0 * line - legend_height - 2.5 * kGap;
    layout.area =
        QRectF(left, top + line, std::max(20.0, size.width() - left - kGap), std::max(20.0, bottom - top - line));
    layout.legend = QPointF(left, layout.area.bottom() + 2.0 * line + 1.5 * kGap);
    layout.axis_step = roundStep(layout.most, layout.area.height() / (2.5 * line));
    const double slot = layout.area.width() / static_cast<double>(std::max<std::size_t>(1, count));
    const double inner = std::min(0.8 * slot, baseline != nullptr ? 1.6 * kWidestBar : kWidestBar);
    const double width = baseline != nullptr ? 0.6 * inner : inner;
    for (std::size_t i = 0; i < count; ++i) {
        StagePlace place;
        const double x = layout.area.left() + (static_cast<double>(i) + 0.5) * slot - inner / 2;
        if (i < selected.stages.size()) {
            const StageBar& bar = selected.stages[i];
            place.bar = barPlace(layout, bar, x, width);
            stack(layout, bar, place.bar, place.pieces);
            if (bar.overBytes() > 0.0)
                place.over = QRectF(x, place.bar.top(), width, layout.y(*bar.capacity_bytes) - place.bar.top());
        }
        if (baseline != nullptr && i < baseline->stages.size()) {
            place.twin = barPlace(layout, baseline->stages[i], x + width, inner - width);
            stack(layout, baseline->stages[i], place.twin, place.twin_pieces);
        }
        layout.stages.push_back(place);
    }
    return layout;
}

PictureHit memoryHit(const MemoryPicture& selected, const MemoryPicture* baseline, const MemoryLayout& layout,
                     const PictureLook& look, const QPointF& position) {
    for (std::size_t i = 0; i < layout.stages.size(); ++i) {
        const StagePlace& place = layout.stages[i];
        const bool twin_there = baseline != nullptr && i < baseline->stages.size();
        for (std::size_t kind = 0; kind < kHeldKinds; ++kind) {
            if (place.pieces[kind].contains(position))
                return hitOn(selected.stages[i], twin_there ? &baseline->stages[i] : nullptr, kind, place.pieces[kind],
                             look, false);
            if (twin_there && place.twin_pieces[kind].contains(position))
                return hitOn(baseline->stages[i], nullptr, kind, place.twin_pieces[kind], look, true);
        }
    }
    return {};
}

} // namespace strata::views
