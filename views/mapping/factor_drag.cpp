// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/factor_drag.h"

#include "views/mapping/mapping_text.h"
#include "views/support/text/level_titles.h"
#include "views/support/text/text.h"

#include <algorithm>

namespace strata::views {
namespace {

QString factorText(const LayerQuery& query, const LoopPlace& place, std::uint64_t factor) {
    return QStringLiteral("%1 %2")
        .arg(toQString(query.problem.dimensions[loopAt(query.mapping, place).dimension].name))
        .arg(factor);
}

QString kindText(LoopKind kind) {
    switch (kind) {
    case LoopKind::SpatialX: return MappingText::tr("columns (X)");
    case LoopKind::SpatialY: return MappingText::tr("rows (Y)");
    case LoopKind::Temporal: break;
    }
    return MappingText::tr("time");
}

QString moveText(const LayerQuery& query, const LoopPlace& from, std::uint64_t factor, const LoopZone& to) {
    const QString what = factorText(query, from, factor);
    const QString there = levelTitle(query.architecture.levels[to.level]);
    if (to == from.zone()) return MappingText::tr("Reorder %1 at %2").arg(what, there);
    if (to.level == from.level)
        return MappingText::tr("Move %1 from %2 to %3 at %4").arg(what, kindText(from.kind), kindText(to.kind), there);
    return MappingText::tr("Move %1 from %2 to %3").arg(what, levelTitle(query.architecture.levels[from.level]), there);
}

} // namespace

FactorDrag::FactorDrag(std::shared_ptr<const LayerQuery> origin, LoopPlace from, bool allow_remainders)
    : origin_(std::move(origin)), from_(from), allow_remainders_(allow_remainders),
      choices_(partsOf(origin_->mapping, from, allow_remainders)) {}

bool FactorDrag::whole() const { return choice_ == 0; }

QString FactorDrag::label() const {
    const QString text = factorText(*origin_, from_, carried());
    return whole() ? text : MappingText::tr("%1 of %2").arg(text).arg(choices_.front());
}

bool FactorDrag::step(int direction) {
    const std::size_t before = choice_;
    while (direction < 0 ? choice_ + 1 < choices_.size() : choice_ > 0) {
        choice_ = direction < 0 ? choice_ + 1 : choice_ - 1;
        if (!legalZones().empty()) return true;
    }
    choice_ = before;
    return false;
}

std::vector<LoopZone> FactorDrag::legalZones() const {
    std::vector<LoopZone> zones;
    for (std::size_t level = 0; level < origin_->architecture.levels.size(); ++level)
        for (const LoopKind kind : kLoopKinds)
            if (legal({level, kind})) zones.push_back({level, kind});
    return zones;
}

bool FactorDrag::legal(const LoopZone& zone) const {
    return takes(origin_->mapping, origin_->architecture, from_, carried(), zone);
}

QString FactorDrag::refusal(const LoopZone& zone) const {
    if (legal(zone)) return {};
    if (zone == from_.zone()) return MappingText::tr("alone in its place");
    if (zone.kind == LoopKind::Temporal) return MappingText::tr("holds no data");
    std::uint64_t used = 1;
    for (const npu::Loop& loop : loopsOf(origin_->mapping, zone))
        used *= loop.bound;
    const auto& level = origin_->architecture.levels[zone.level];
    return MappingText::tr("room for %1")
        .arg((zone.kind == LoopKind::SpatialX ? level.fanout_x : level.fanout_y) / used);
}

std::vector<std::uint64_t> FactorDrag::factorsFor(const LoopZone& zone) const {
    std::vector<std::uint64_t> factors;
    for (const std::uint64_t factor : choices_)
        if (takes(origin_->mapping, origin_->architecture, from_, factor, zone)) factors.push_back(factor);
    return factors;
}

std::optional<MappingEdit> FactorDrag::dropPart(std::uint64_t factor, const LoopZone& zone, std::size_t index) const {
    if (!takes(origin_->mapping, origin_->architecture, from_, factor, zone)) return std::nullopt;
    auto moved = carryFactor(origin_->mapping, origin_->problem, from_, factor, zone, index);
    if (!moved) return std::nullopt;
    return MappingEdit{std::move(moved->mapping), moveText(*origin_, from_, factor, zone), moved->place};
}

std::optional<MappingEdit> FactorDrag::drop(const LoopZone& zone, std::size_t index) const {
    return dropPart(carried(), zone, index);
}

std::vector<MappingEdit> splitsOf(const LayerQuery& query, const LoopPlace& place, bool allow_remainders) {
    std::vector<MappingEdit> edits;
    const std::uint64_t bound = loopAt(query.mapping, place).bound;
    for (const std::uint64_t inner : partsOf(query.mapping, place, allow_remainders)) {
        if (inner == bound) continue;
        auto split = carryFactor(query.mapping, query.problem, place, inner, place.zone(), place.index + 1);
        if (!split) continue;
        const QString text = MappingText::tr("Split %1 into %2 × %3")
                                 .arg(factorText(query, place, bound))
                                 .arg(loopAt(split->mapping, place).bound)
                                 .arg(inner);
        edits.push_back({std::move(split->mapping), text, place});
    }
    return edits;
}

std::optional<MappingEdit> keepToggled(const LayerQuery& query, std::size_t level, std::size_t tensor) {
    if (level == 0) return std::nullopt;
    auto mapping = npu::toggleKeep(query.mapping, query.architecture, query.problem, level, tensor);
    if (!mapping) return std::nullopt;
    const QString there = levelTitle(query.architecture.levels[level]);
    const QString what = labelText(query.problem.tensors[tensor].name).toLower();
    const QString text = mapping->levels[level].keep[tensor] ? MappingText::tr("Keep %1 at %2").arg(what, there)
                                                             : MappingText::tr("Bypass %1 at %2").arg(what, there);
    return MappingEdit{std::move(*mapping), text, std::nullopt};
}

QString levelTitle(const hardware::NpuLevel& level) {
    return level.title == level.name ? labelText(level.name) : toQString(levelTitle(level.title));
}

} // namespace strata::views
