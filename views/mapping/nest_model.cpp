// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/nest_model.h"

#include "core/base/quantity.h"
#include "views/mapping/factor_drag.h"
#include "views/mapping/locks.h"
#include "views/mapping/mapping_text.h"
#include "views/mapping/nest_tables.h"
#include "views/mapping/shown_query.h"
#include "views/support/plot/axis_ticks.h"
#include "views/support/text/text.h"

#include <algorithm>

namespace strata::views {
namespace {

QString count(double value, const QLocale& locale) { return locale.toString(value, 'f', 0); }

QString loopLabel(const npu::Loop& loop, const workload::Problem& problem, const QLocale& locale) {
    const QString name = toQString(problem.dimensions[loop.dimension].name);
    const QString label = name + QLatin1Char(' ') + locale.toString(static_cast<qulonglong>(loop.bound));
    if (loop.remainder == loop.bound) return label;
    return label + QStringLiteral(" (%1)").arg(loop.remainder);
}

bool walksAlong(const workload::Tensor& tensor, std::uint32_t dimension) {
    for (const auto& axis : tensor.axes)
        for (const auto& term : axis)
            if (term.dimension == dimension && term.coefficient != 0) return true;
    return false;
}

std::vector<ChipModel> chipsOf(const std::vector<npu::Loop>& loops, LoopZone zone, const workload::Problem& problem,
                               const QLocale& locale) {
    std::vector<ChipModel> chips;
    chips.reserve(loops.size());
    for (std::size_t index = 0; index < loops.size(); ++index) {
        ChipModel chip;
        chip.place = {zone.level, zone.kind, index};
        chip.dimension = problem.dimensions[loops[index].dimension].name;
        chip.bound = loops[index].bound;
        chip.remainder = loops[index].remainder;
        chip.label = loopLabel(loops[index], problem, locale);
        for (const auto& tensor : problem.tensors)
            chip.indexes.push_back(walksAlong(tensor, loops[index].dimension));
        chips.push_back(std::move(chip));
    }
    return chips;
}

std::uint64_t product(const std::vector<npu::Loop>& loops) {
    std::uint64_t result = 1;
    for (const auto& loop : loops)
        result *= loop.bound;
    return result;
}

QString detailOf(const hardware::NpuLevel& level, const QLocale& locale) {
    if (!level.stores) return MappingText::tr("%1 × %2 copies").arg(level.fanout_x).arg(level.fanout_y);
    const QString word = MappingText::tr("%1 bit").arg(level.word_bits);
    if (level.entries == 0) return MappingText::tr("unbounded · %1").arg(word);
    const double bytes = static_cast<double>(level.entries) * level.entry_bits / 8.0;
    QString text = bytes < 1024.0 ? MappingText::tr("%1 B").arg(locale.toString(bytes)) : tickText(bytes, "B", locale);
    text += QStringLiteral(" · ") + word;
    if (level.buffering > 1) text += QStringLiteral(" · ") + MappingText::tr("%1 buffers").arg(level.buffering);
    return text;
}

QString letterOf(const std::string& tensor) { return toQString(tensor).left(1).toUpper(); }

std::vector<KeepModel> keepsOf(const LayerQuery& query, std::size_t level, const std::optional<Occupancy>& occupancy) {
    std::vector<KeepModel> keeps;
    const auto& hardware = query.architecture.levels[level];
    if (!hardware.stores) return keeps;
    const auto& mapping = query.mapping.levels[level];
    for (std::size_t tensor = 0; tensor < query.problem.tensors.size(); ++tensor) {
        KeepModel keep;
        keep.tensor = query.problem.tensors[tensor].name;
        keep.letter = letterOf(keep.tensor);
        keep.kept = tensor < mapping.keep.size() && mapping.keep[tensor];
        const auto& able = hardware.keeps;
        const bool can_hold = able.empty() || std::find(able.begin(), able.end(), keep.tensor) != able.end();
        keep.changeable = level > 0 && can_hold;
        keep.locked = locksKeep(query, level, tensor);
        if (occupancy) keep.words = occupancy->words[tensor];
        keeps.push_back(std::move(keep));
    }
    return keeps;
}

/// Documents may name loops of a single iteration; they do nothing and would only take room.
void dropUnitLoops(npu::Mapping& mapping) {
    for (auto& level : mapping.levels)
        for (auto* list : {&level.temporal, &level.spatial_x, &level.spatial_y})
            std::erase_if(*list, [](const npu::Loop& loop) { return loop.bound <= 1; });
}

LevelModel levelModel(const DesignState& state, const LayerQuery& query, std::size_t level, const QLocale& locale) {
    const auto& hardware = query.architecture.levels[level];
    const auto& mapping = query.mapping.levels[level];
    LevelModel result;
    result.name = levelTitle(hardware);
    result.detail = detailOf(hardware, locale);
    result.stores = hardware.stores;
    result.fanout_x = hardware.fanout_x;
    result.fanout_y = hardware.fanout_y;
    result.used_x = product(mapping.spatial_x);
    result.used_y = product(mapping.spatial_y);
    result.temporal = chipsOf(mapping.temporal, {level, LoopKind::Temporal}, query.problem, locale);
    result.spatial_x = chipsOf(mapping.spatial_x, {level, LoopKind::SpatialX}, query.problem, locale);
    result.spatial_y = chipsOf(mapping.spatial_y, {level, LoopKind::SpatialY}, query.problem, locale);
    for (auto* chips : {&result.temporal, &result.spatial_x, &result.spatial_y})
        for (ChipModel& chip : *chips)
            chip.locked = locksFactor(query, chip.place);
    if (state.estimate) {
        result.occupancy = occupancyOf(*state.estimate, query, level);
        result.bandwidth = bandwidthOf(*state.estimate, query, level, locale);
    }
    result.keeps = keepsOf(query, level, result.occupancy);
    result.problems = problemsOf(state, query, level);
    if (result.occupancy && result.occupancy->capacity > 0.0) {
        const QString used = count(result.occupancy->used, locale);
        const QString capacity = count(result.occupancy->capacity, locale);
        result.occupancy_text = MappingText::tr("%1 of %2 words").arg(used, capacity);
        result.occupancy_short = MappingText::tr("%1 / %2").arg(used, capacity);
    }
    return result;
}

QString loopsText(const std::vector<npu::Loop>& loops, const workload::Problem& problem, const QString& prefix,
                  const QLocale& locale) {
    QStringList labels;
    for (const auto& loop : loops)
        labels << loopLabel(loop, problem, locale);
    if (labels.isEmpty()) return {};
    return prefix + labels.join(QStringLiteral(", "));
}

QString nestText(const npu::LevelMapping& level, const workload::Problem& problem, const QLocale& locale) {
    QStringList parts{loopsText(level.temporal, problem, {}, locale),
                      loopsText(level.spatial_x, problem, QStringLiteral("x: "), locale),
                      loopsText(level.spatial_y, problem, QStringLiteral("y: "), locale)};
    parts.removeAll(QString());
    return parts.isEmpty() ? MappingText::tr("no loops") : parts.join(QStringLiteral("   "));
}

QString arrayText(const PeArray& array, const QLocale& locale) {
    const double share = array.total() > 0.0 ? array.used() / array.total() * 100.0 : 0.0;
    return MappingText::tr("%1 of %2 PEs (%3 %)")
        .arg(count(array.used(), locale), count(array.total(), locale), count(share, locale));
}

/// Adds the baseline's twin to every level of the same name.
void compare(NestModel& model, const DesignState& baseline) {
    auto query = shownQuery(baseline);
    if (!query) return;
    dropUnitLoops(query->mapping);
    model.baseline_letter = baseline.design.letter;
    const QString letter = QLatin1Char(baseline.design.letter) + QStringLiteral(": ");
    for (std::size_t other = 0; other < query->architecture.levels.size(); ++other) {
        const QString name = levelTitle(query->architecture.levels[other]);
        const auto level = std::find_if(model.levels.begin(), model.levels.end(),
                                        [&](const LevelModel& candidate) { return candidate.name == name; });
        if (level == model.levels.end()) continue;
        const auto index = static_cast<std::size_t>(std::distance(model.levels.begin(), level));
        const QString twin = nestText(query->mapping.levels[other], query->problem, model.locale);
        if (twin != nestText(model.query->mapping.levels[index], model.query->problem, model.locale))
            level->baseline_text = letter + twin;
        for (KeepModel& keep : level->keeps) {
            const int tensor = query->problem.findTensor(keep.tensor);
            if (tensor < 0) continue;
            const bool kept = query->mapping.levels[other].keep[static_cast<std::size_t>(tensor)];
            if (kept != keep.kept) keep.baseline = kept;
        }
        if (!baseline.estimate || !level->occupancy) continue;
        auto occupancy = occupancyOf(*baseline.estimate, *query, other);
        const bool differs = occupancy && (occupancy->used != level->occupancy->used ||
                                           occupancy->capacity != level->occupancy->capacity);
        if (differs) level->baseline_occupancy = std::move(occupancy);
    }
    const QString text = arrayText(peArray(query->mapping, query->architecture), model.locale);
    if (text != model.array_text) model.baseline_array_text = letter + text;
}

} // namespace

const std::vector<ChipModel>& LevelModel::chips(LoopKind kind) const {
    if (kind == LoopKind::SpatialX) return spatial_x;
    return kind == LoopKind::SpatialY ? spatial_y : temporal;
}

bool NestModel::holds(const LoopPlace& place) const {
    return place.level < levels.size() && place.index < levels[place.level].chips(place.kind).size();
}

NestModel nestModel(const Scene& scene, const QLocale& locale) {
    NestModel model;
    model.locale = locale;
    const DesignState* const state = scene.selectedDesign();
    if (state == nullptr || !state->design.request || !scene.library) {
        model.message = MappingText::tr("No design is selected. Choose a layer and a device in the catalog.");
        return model;
    }
    model.stale = state->stale;
    auto query = shownQuery(*state);
    if (!query) {
        model.message = generalProblem(*state, nullptr);
        model.failed = !model.message.isEmpty();
        if (!model.failed && !state->stale)
            model.message =
                MappingText::tr("This view draws the mapping of one layer on an NPU. This design has none.");
        return model;
    }
    if (state->estimate && state->estimate->valid && !state->stale && !state->estimate->findTable("levels")) {
        model.message = MappingText::tr(
            "The method of this design lays the layer out by itself. No mapping takes part in its answer.");
        return model;
    }
    dropUnitLoops(query->mapping);
    model.query = std::make_shared<const LayerQuery>(std::move(*query));
    model.message = generalProblem(*state, model.query.get());
    model.failed = state->error.has_value();
    model.problem_name = toQString(model.query->problem.name);
    for (std::size_t level = 0; level < model.query->architecture.levels.size(); ++level)
        model.levels.push_back(levelModel(*state, *model.query, level, locale));
    model.array = peArray(model.query->mapping, model.query->architecture);
    model.compute_name = labelText(model.query->architecture.compute.name);
    model.array_text = arrayText(model.array, locale);
    model.array_detail = MappingText::tr("%1 × %2").arg(model.array.x.total).arg(model.array.y.total);
    if (const DesignState* const baseline = scene.baselineDesign()) compare(model, *baseline);
    return model;
}

QString describeChip(const NestModel& model, const LoopPlace& place) {
    const auto& chip = model.levels[place.level].chips(place.kind)[place.index];
    QStringList walks;
    QStringList reuses;
    for (std::size_t tensor = 0; tensor < chip.indexes.size(); ++tensor) {
        const QString name = labelText(model.query->problem.tensors[tensor].name).toLower();
        (chip.indexes[tensor] ? walks : reuses) << name;
    }
    const char* const sentence = place.kind == LoopKind::Temporal ? QT_TRANSLATE_NOOP("MappingText", "%1 in time at %2")
                                 : place.kind == LoopKind::SpatialX
                                     ? QT_TRANSLATE_NOOP("MappingText", "%1 across columns (X) at %2")
                                     : QT_TRANSLATE_NOOP("MappingText", "%1 across rows (Y) at %2");
    QString text = MappingText::tr(sentence).arg(chip.label, model.levels[place.level].name);
    if (!walks.isEmpty()) text += MappingText::tr(". Walks along %1").arg(walks.join(QStringLiteral(", ")));
    if (!reuses.isEmpty()) text += MappingText::tr(". Reuses %1").arg(reuses.join(QStringLiteral(", ")));
    if (chip.locked) text += MappingText::tr(". Locked: searches keep it");
    return text;
}

QString describeKeep(const NestModel& model, std::size_t level, std::size_t tensor) {
    const LevelModel& row = model.levels[level];
    const KeepModel& keep = row.keeps[tensor];
    const QString name = labelText(keep.tensor).toLower();
    QString text = keep.kept ? MappingText::tr("%1 keeps %2").arg(row.name, name)
                             : MappingText::tr("%1 bypasses %2").arg(row.name, name);
    if (keep.kept && row.occupancy)
        text += MappingText::tr(": a tile of %1 words").arg(count(keep.words, model.locale));
    if (!keep.changeable)
        text += level == 0 ? MappingText::tr(". The outermost level keeps everything")
                           : MappingText::tr(". The hardware cannot hold it here");
    if (keep.locked) text += MappingText::tr(". Locked: searches keep it");
    if (keep.baseline) text += MappingText::tr(". The baseline does otherwise");
    return text;
}

QString describeOccupancy(const NestModel& model, std::size_t level) {
    const LevelModel& row = model.levels[level];
    if (!row.occupancy) return {};
    QStringList lines{MappingText::tr("%1: %2").arg(row.name, row.occupancy_text)};
    for (const KeepModel& keep : row.keeps)
        if (keep.kept)
            lines << MappingText::tr("%1: %2 words").arg(labelText(keep.tensor), count(keep.words, model.locale));
    if (row.baseline_occupancy)
        lines << MappingText::tr("Baseline %1: %2 of %3 words")
                     .arg(QLatin1Char(model.baseline_letter))
                     .arg(count(row.baseline_occupancy->used, model.locale),
                          count(row.baseline_occupancy->capacity, model.locale));
    return lines.join(QLatin1Char('\n'));
}

} // namespace strata::views
