// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/mapping/nest_layout.h"
#include "views/mapping/nest_model.h"

#include <optional>
#include <QPointF>
#include <QString>
#include <utility>
#include <vector>

class QPainter;

namespace strata::views {

struct Theme;

/// A chip or a keep dot: what hovers, and what the keyboard is at.
struct NestItem {
    enum class Kind { Chip, Dot };
    Kind kind = Kind::Chip;
    LoopPlace place;       ///< of a chip
    std::size_t level = 0; ///< of a dot
    std::size_t tensor = 0;

    static NestItem chip(const LoopPlace& where) { return {Kind::Chip, where, where.level, 0}; }
    static NestItem dot(std::size_t at_level, std::size_t of_tensor) { return {Kind::Dot, {}, at_level, of_tensor}; }
    friend bool operator==(const NestItem&, const NestItem&) = default;
};

/// A drag under way, as it is drawn.
struct DragPicture {
    std::vector<LoopZone> legal;
    std::optional<LoopZone> target;  ///< the legal zone under the pointer
    std::optional<LoopPlace> landed; ///< where the carried factor stands in the drawn mapping
    QPointF pointer;
    QString label;        ///< "m 2 of 4"
    bool spatial = false; ///< shape of the carried chip
};

/// What the pointer and the keyboard add to the picture.
struct NestState {
    std::optional<NestItem> hover;
    std::optional<NestItem> focus;
    std::optional<DragPicture> drag;
    bool stale = false;
};

struct NestPen {
    const NestModel& model;
    const NestLayout& layout;
    const NestMetrics& metrics;
    const Theme& theme;
    double line = 1.0; ///< hairline in painter units
};

/// Paints the whole picture. Nothing is computed here that the layout could have told.
void paintNest(QPainter& painter, const NestPen& pen, const NestState& state);

// The parts, each in its own file.
void paintOccupancy(QPainter& painter, const NestPen& pen, std::size_t level, bool stale);
void paintArray(QPainter& painter, const NestPen& pen, bool stale);
void paintFocus(QPainter& painter, const NestPen& pen, const NestItem& item);
/// Marks every list that takes what is carried.
void paintDrag(QPainter& painter, const NestPen& pen, const DragPicture& drag);
/// The chip under the pointer.
void paintCarried(QPainter& painter, const NestPen& pen, const DragPicture& drag);

} // namespace strata::views
