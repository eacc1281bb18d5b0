// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/npu/layer_query.h"
#include "views/mapping/loop_edits.h"
#include "views/mapping/pe_array.h"
#include "views/support/base/scene.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <QLocale>
#include <QString>
#include <QStringList>
#include <string>
#include <vector>

namespace strata::views {

/// One loop as it is drawn.
struct ChipModel {
    LoopPlace place;
    std::string dimension;
    std::uint64_t bound = 1;
    std::uint64_t remainder = 1;
    QString label;             ///< "m 4", or "m 4 (1)" with a remainder
    bool locked = false;       ///< searches keep this factor
    std::vector<bool> indexes; ///< per tensor: the loop walks along it; otherwise it reuses it
};

/// What a level holds of one tensor.
struct KeepModel {
    std::string tensor;
    QString letter; ///< "W", "I", "O"
    bool kept = false;
    bool locked = false;          ///< searches keep it so
    bool changeable = true;       ///< false where the hardware cannot hold it, or the outermost level must
    std::optional<bool> baseline; ///< set where the baseline does otherwise
    double words = 0.0;           ///< its tile, 0 unless kept
};

struct Occupancy {
    std::vector<double> words; ///< per tensor
    double used = 0.0;
    double capacity = 0.0; ///< 0: unbounded
};

struct LevelModel {
    QString name;
    QString detail; ///< "108 KiB · 16 bit", "14 × 1 copies"
    bool stores = true;
    std::uint64_t fanout_x = 1;
    std::uint64_t fanout_y = 1;
    std::uint64_t used_x = 1;
    std::uint64_t used_y = 1;
    std::vector<ChipModel> temporal;
    std::vector<ChipModel> spatial_x;
    std::vector<ChipModel> spatial_y;
    std::vector<KeepModel> keeps;                ///< empty for a pure fan-out point
    std::optional<Occupancy> occupancy;          ///< absent until an estimate tells
    std::optional<Occupancy> baseline_occupancy; ///< only where it differs
    QString occupancy_text;                      ///< "6,144 of 65,536 words"
    QString occupancy_short;                     ///< "6,144 / 65,536" where room is scarce
    QString baseline_text;                       ///< the baseline's loops where they differ
    QStringList problems;                        ///< what is wrong here, with what would mend it
    QString bandwidth;                           ///< set where the level throttles

    const std::vector<ChipModel>& chips(LoopKind kind) const;
};

/// Everything that the picture shows, ready to be laid out; made once per scene.
struct NestModel {
    std::shared_ptr<const LayerQuery> query; ///< nullptr when there is nothing to draw
    QString message;                         ///< why there is nothing to draw, or what else is wrong with the whole
    QString problem_name;
    std::vector<LevelModel> levels;
    PeArray array;
    QString compute_name;
    QString array_text; ///< "112 of 168 PEs (67 %)"
    QString array_detail;
    QString baseline_array_text;
    char baseline_letter = 0; ///< 0 without a baseline
    QLocale locale;
    bool stale = false;
    bool failed = false; ///< `message` is an error

    bool holds(const LoopPlace& place) const;
};

/// @param scene its selected design is drawn, its baseline design as the twin
/// @param locale of the numbers: the user's on screen, C in figures
NestModel nestModel(const Scene& scene, const QLocale& locale);

/// One chip's whole story, for tooltips and screen readers.
QString describeChip(const NestModel& model, const LoopPlace& place);
QString describeKeep(const NestModel& model, std::size_t level, std::size_t tensor);
QString describeOccupancy(const NestModel& model, std::size_t level);

} // namespace strata::views
