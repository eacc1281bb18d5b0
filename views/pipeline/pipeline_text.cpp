// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/pipeline_text.h"

#include "views/support/text/text.h"

#include <algorithm>
#include <QCoreApplication>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString blockName(const Timeline& timeline, const TimelineBlock& block, const QLocale& locale) {
    QString what = kindText(block.kind);
    if (block.passes > 1) {
        const QString many = block.kind == BlockKind::Passes ? tr("%1 passes from micro-batch %2 on, stage %3")
                                                             : tr("%1 messages from micro-batch %2 on, stage %3");
        return many.arg(locale.toString(block.passes), locale.toString(block.micro_batch),
                        locale.toString(block.stage));
    }
    if (block.kind == BlockKind::Other || block.kind == BlockKind::Communication)
        what = labelText(timeline.works[block.work]);
    const QString stage = locale.toString(block.stage);
    if (block.micro_batch == TimelineBlock::kNone) return tr("%1, stage %2").arg(what, stage);
    return tr("%1 of micro-batch %2, stage %3").arg(what, locale.toString(block.micro_batch), stage);
}

QString spanText(double from_s, double to_s, const QLocale& locale) {
    return tr("%1 to %2: %3")
        .arg(shortText(from_s, "s", locale), shortText(to_s, "s", locale), shortText(to_s - from_s, "s", locale));
}

QString waitText(const Timeline& timeline, std::uint32_t index, const QLocale& locale) {
    const auto before = waitedFor(timeline, index);
    if (!before) return tr("Waits for nothing");
    const TimelineBlock& block = timeline.blocks[index];
    const TimelineBlock& maker = timeline.blocks[*before];
    const double gap_s = std::max(0.0, block.start_s - maker.end_s);
    const QString name = blockName(timeline, maker, locale);
    if (gap_s <= 1e-9 * timeline.seconds) return tr("Waited for %1").arg(name);
    return tr("Waited for %1, which ended %2 earlier").arg(name, shortText(gap_s, "s", locale));
}

QString bubbleText(const Timeline& timeline, std::size_t stage, double at_s, const PictureLook& look) {
    const auto lane = timeline.lane(stage, false);
    const auto after = std::ranges::upper_bound(lane, at_s, {}, &TimelineBlock::start_s);
    const double from_s = after == lane.begin() ? 0.0 : std::min(at_s, (after - 1)->end_s);
    const double to_s = after == lane.end() ? std::max(timeline.seconds, at_s) : after->start_s;
    QStringList lines{spanText(from_s, to_s, look.locale)};
    if (after != lane.end()) {
        const auto index = static_cast<std::uint32_t>(&*after - timeline.blocks.data());
        lines << tr("Then: %1").arg(blockName(timeline, *after, look.locale)) << waitText(timeline, index, look.locale);
    }
    return hitHtml(tr("Bubble, stage %1").arg(look.locale.toString(static_cast<qulonglong>(stage))), lines);
}

} // namespace

QString kindText(BlockKind kind) {
    switch (kind) {
    case BlockKind::Forward: return tr("Forward");
    case BlockKind::Backward: return tr("Backward");
    case BlockKind::Weight: return tr("Weight gradients");
    case BlockKind::Optimizer: return tr("Optimizer");
    case BlockKind::Communication: return tr("Communication");
    case BlockKind::Host: return tr("Host");
    case BlockKind::Other:
    case BlockKind::Passes: break;
    }
    return tr("Other");
}

QString timelineSummary(const Timeline& timeline, const QLocale& locale) {
    return tr("%1; stages stand idle for %2 of it")
        .arg(shortText(timeline.seconds, "s", locale), shareText(timeline.bubbleShare(), locale));
}

QString placeText(const Timeline& timeline, const TimelinePlace& place, const TimelineLayout& layout,
                  const QPointF& position, const PictureLook& look) {
    if (!place.block) return bubbleText(timeline, place.stage, layout.secondsAt(position.x()), look);
    const TimelineBlock& block = timeline.blocks[*place.block];
    QStringList lines{spanText(block.start_s, block.end_s, look.locale)};
    if (block.kind == BlockKind::Passes) {
        for (const BlockKind kind : {BlockKind::Forward, BlockKind::Backward, BlockKind::Weight})
            if (const double seconds = block.passes_s[static_cast<std::size_t>(kind)]; seconds > 0.0)
                lines << QStringLiteral("%1: %2").arg(kindText(kind), shortText(seconds, "s", look.locale));
        if (const double idle_s = block.seconds() - block.busySeconds(); idle_s > 1e-9 * timeline.seconds)
            lines << QStringLiteral("%1: %2").arg(categoryText(Category::Bubble), shortText(idle_s, "s", look.locale));
    }
    if (block.communication_s > 0.0)
        lines << tr("Of it collectives: %1").arg(shortText(block.communication_s, "s", look.locale));
    if (block.chunk > 0) lines << tr("Chunk %1 of its layers").arg(look.locale.toString(block.chunk));
    if (block.passes == 1 && *place.block < timeline.first[2 * std::size_t{block.stage} + 1])
        lines << waitText(timeline, *place.block, look.locale);
    if (std::ranges::find(timeline.critical, *place.block) != timeline.critical.end())
        lines << tr("On the critical path: the iteration ends later when this does");
    if (place.baseline) lines << tr("Baseline %1").arg(QLatin1Char(look.baseline_letter));
    return hitHtml(blockName(timeline, block, look.locale), lines);
}

} // namespace strata::views
