// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/nest_layout.h"

#include "views/mapping/mapping_text.h"

#include <algorithm>
#include <cmath>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kHeaderShare = 0.42;  // of the width that names may take at most
constexpr double kBarTextShare = 0.55; // of the line that the text beside a bar may take

double textWidth(const QFont& font, const QString& text) { return QFontMetricsF(font).horizontalAdvance(text); }

/// Places one level after another from the top; knows the cursor and the columns.
class Composer {
public:
    Composer(const NestModel& model, const NestMetrics& metrics, double width)
        : model_(model), m_(metrics), width_(width), small_(metrics.small), normal_(metrics.font) {
        header_ = headerWidth();
        for (const LevelModel& level : model.levels)
            tensors_ = std::max(tensors_, level.keeps.size());
        dots_ = static_cast<double>(tensors_) * dotStep();
        bar_text_ = widest(&LevelModel::occupancy_text);
        layout_.short_texts = bar_text_ > (right() - left()) * kBarTextShare;
        if (layout_.short_texts) bar_text_ = widest(&LevelModel::occupancy_short);
    }

    NestLayout compose() {
        y_ = m_.grid;
        if (!model_.message.isEmpty()) placeMessage();
        for (std::size_t level = 0; level < model_.levels.size(); ++level)
            placeLevel(level);
        if (!model_.levels.empty()) placeArray();
        for (RowBox& row : layout_.rows)
            row.band.setBottom(y_ - m_.grid * 0.5);
        layout_.size = {width_, y_ + m_.grid * 0.5};
        return std::move(layout_);
    }

private:
    double indent(std::size_t level) const { return m_.grid * (1.0 + static_cast<double>(level)); }
    double dotStep() const { return std::round(m_.chip_height * 0.75) + m_.grid * 0.25; }
    double left() const { return header_; }
    double right() const { return width_ - m_.grid * 2.0; }

    double widest(QString LevelModel::*text) const {
        double result = 0.0;
        for (const LevelModel& level : model_.levels)
            result = std::max(result, small_.horizontalAdvance(level.*text));
        return result + m_.grid * 0.5;
    }

    double headerWidth() const {
        double widest = textWidth(m_.bold, model_.compute_name) + indent(model_.levels.size());
        for (std::size_t level = 0; level < model_.levels.size(); ++level) {
            const double text = std::max(textWidth(m_.bold, model_.levels[level].name),
                                         textWidth(m_.small, model_.levels[level].detail));
            widest = std::max(widest, text + indent(level));
        }
        return std::min(widest + m_.grid * 3.0, width_ * kHeaderShare);
    }

    void placeMessage() {
        const QRectF space(m_.grid * 1.5, y_ + m_.grid * 0.5, width_ - m_.grid * 3.0, 1e4);
        const QRectF text =
            normal_.boundingRect(space.adjusted(m_.grid, 0, -m_.grid, 0), Qt::TextWordWrap, model_.message);
        layout_.message = QRectF(m_.grid, y_, width_ - m_.grid * 2.0, text.height() + m_.grid);
        y_ = layout_.message.bottom() + m_.grid;
    }

    void placeChips(const std::vector<ChipModel>& chips, double extra) {
        for (const ChipModel& chip : chips) {
            const double width = normal_.horizontalAdvance(chip.label) + m_.grid * 1.5 + extra;
            if (x_ + width > chips_right_ && x_ > line_start_) newLine();
            layout_.chips.push_back({chip.place, QRectF(x_, line_, width, m_.chip_height)});
            x_ += width + m_.grid * 0.5;
        }
    }

    void newLine() {
        line_ += m_.chip_height + m_.grid * 0.5;
        x_ = line_start_;
    }

    void placeZone(std::size_t level, LoopKind kind) {
        const LevelModel& row = model_.levels[level];
        const auto& chips = row.chips(kind);
        const bool spatial = kind != LoopKind::Temporal;
        const std::uint64_t copies = kind == LoopKind::SpatialX ? row.fanout_x : row.fanout_y;
        if (chips.empty() && (spatial ? copies <= 1 : !row.stores)) return;
        ZoneBox zone;
        zone.zone = {level, kind};
        double first = m_.grid * 0.5;
        if (spatial) {
            const QString axis = kind == LoopKind::SpatialX ? MappingText::tr("x") : MappingText::tr("y");
            const std::uint64_t used = kind == LoopKind::SpatialX ? row.used_x : row.used_y;
            zone.caption = QStringLiteral("%1 %2/%3").arg(axis).arg(used).arg(copies);
            first = small_.horizontalAdvance(zone.caption) + m_.grid;
        }
        // A zone starts on a new line rather than tearing its caption from its first chip.
        const double chip =
            chips.empty() ? m_.grid * 3.0 : normal_.horizontalAdvance(chips.front().label) + m_.grid * 3.0;
        if (x_ + first + chip > chips_right_ && x_ > line_start_) newLine();
        const double top = line_;
        const double start = x_;
        if (spatial) {
            zone.caption_rect = QRectF(x_ + m_.grid * 0.5, line_, first - m_.grid * 0.5, m_.chip_height);
            x_ += first;
        }
        const std::size_t before = layout_.chips.size();
        placeChips(chips, spatial ? m_.grid * 1.25 : 0.0);
        if (chips.empty()) x_ += m_.grid * 3.0;
        zone.rect = QRectF(start, top, std::max(m_.grid, x_ - start - (chips.empty() ? 0.0 : m_.grid * 0.25)),
                           line_ + m_.chip_height - top);
        for (std::size_t i = before; i < layout_.chips.size(); ++i)
            zone.rect |= layout_.chips[i].rect;
        const double margin = m_.grid * 0.25;
        if (spatial) zone.rect.adjust(0, -margin, margin, margin);
        layout_.zones.push_back(std::move(zone));
        x_ += m_.grid;
    }

    void placeDots(std::size_t level, double top) {
        const double side = dotStep() - m_.grid * 0.25;
        double x = right() - static_cast<double>(model_.levels[level].keeps.size()) * dotStep() + m_.grid * 0.25;
        for (std::size_t tensor = 0; tensor < model_.levels[level].keeps.size(); ++tensor) {
            layout_.dots.push_back({level, tensor, QRectF(x, top + (m_.chip_height - side) / 2.0, side, side)});
            x += dotStep();
        }
    }

    void placeBar(const LevelModel& level, RowBox& box, double top) {
        if (level.occupancy_text.isEmpty()) return;
        box.bar_text = QRectF(right() - bar_text_, top, bar_text_, m_.small_height);
        const double height = std::round(m_.small_height * 0.55);
        box.bar =
            QRectF(left(), top + (m_.small_height - height) / 2.0, right() - bar_text_ - m_.grid - left(), height);
        if (box.bar.width() < m_.grid * 4.0) box.bar = {};
    }

    QRectF placeLine(double wrap_height) {
        const QRectF line(left(), y_, right() - left(), wrap_height);
        y_ = line.bottom() + m_.grid * 0.25;
        return line;
    }

    double wrapped(const QFontMetricsF& metrics, const QString& text) const {
        return std::ceil(
            metrics.boundingRect(QRectF(0, 0, right() - left() - m_.grid * 2.0, 1e4), Qt::TextWordWrap, text).height());
    }

    void placeLevel(std::size_t level) {
        const LevelModel& row = model_.levels[level];
        RowBox box;
        const double top = y_;
        y_ += m_.grid * 0.5;
        line_ = y_;
        line_start_ = x_ = left();
        chips_right_ = right() - dots_ - m_.grid;
        for (const LoopKind kind : kLoopKinds)
            placeZone(level, kind);
        placeDots(level, y_);
        const double text_left = indent(level) + m_.grid;
        box.name = QRectF(text_left, y_, left() - text_left - m_.grid * 0.5, m_.chip_height);
        // A long name may run on where no chip is in its way.
        const bool chips = std::any_of(std::begin(kLoopKinds), std::end(kLoopKinds),
                                       [&](LoopKind kind) { return !row.chips(kind).empty(); });
        if (!chips && row.stores) box.name.setRight(chips_right_);
        const double second = std::max(line_, y_) + m_.chip_height + m_.grid * 0.25;
        if (row.stores) {
            box.detail = QRectF(text_left, y_ + m_.chip_height - m_.grid * 0.125, box.name.width(), m_.small_height);
            placeBar(row, box, second);
        }
        y_ = second + (row.occupancy_text.isEmpty() ? 0.0 : m_.small_height + m_.grid * 0.25);
        if (!row.bandwidth.isEmpty()) box.bandwidth = placeLine(wrapped(small_, row.bandwidth));
        for (const QString& problem : row.problems)
            box.problems.push_back(placeLine(wrapped(small_, problem)));
        if (!row.baseline_text.isEmpty()) box.baseline = placeLine(wrapped(small_, row.baseline_text));
        y_ = std::max(y_, box.detail.bottom()) + m_.grid * 0.25;
        if (level < m_.row_floors.size()) y_ = std::max(y_, top + m_.row_floors[level]);
        box.row = QRectF(indent(level), top, width_ - m_.grid - indent(level), y_ - top);
        box.band = box.row;
        layout_.rows.push_back(std::move(box));
    }

    /// The texts stand beside the array, or below it where that would squeeze the array.
    void placeArray() {
        const double start = indent(model_.levels.size());
        const double top = y_;
        y_ += m_.grid;
        const auto nx = static_cast<double>(model_.array.x.states.size());
        const auto ny = static_cast<double>(model_.array.y.states.size());
        const double text = textWidth(m_.bold, model_.array_text) + m_.grid;
        const double space = right() - left();
        const double high = std::min(m_.grid * 2.0, m_.array_height / ny);
        const bool beside = std::min(high, (space - text - m_.grid * 2.0) / nx) > 0.75 * std::min(high, space / nx);
        double cell = std::min(high, std::max(m_.grid * 4.0, beside ? space - text - m_.grid * 2.0 : space) / nx);
        if (cell >= m_.grid * 0.5) cell = std::floor(cell);
        layout_.array_cell = cell;
        layout_.array = QRectF(left(), y_, cell * nx, cell * ny);
        layout_.array_name = QRectF(start + m_.grid, y_, left() - start - m_.grid * 1.5, normal_.height());
        const double x = beside ? layout_.array.right() + m_.grid * 2.0 : left();
        if (!beside) y_ = layout_.array.bottom() + m_.grid;
        placeArrayTexts(x, std::max(m_.grid, right() - x));
        y_ = std::max(layout_.array.bottom(), layout_.array_legend.bottom()) + m_.grid;
        layout_.array_row = QRectF(start, top, width_ - m_.grid - start, y_ - top);
    }

    void placeArrayTexts(double x, double width) {
        layout_.array_text = QRectF(x, y_, width, normal_.height());
        layout_.array_detail = QRectF(x, layout_.array_text.bottom() + m_.grid * 0.25, width, small_.height());
        double bottom = layout_.array_detail.bottom();
        if (!model_.baseline_array_text.isEmpty()) {
            layout_.array_baseline = QRectF(x, bottom + m_.grid * 0.25, width, small_.height());
            bottom = layout_.array_baseline.bottom();
        }
        const int entries = 1 + model_.array.contains(PeState::Partial) + model_.array.contains(PeState::Idle);
        layout_.array_legend = QRectF(x, bottom + m_.grid * 0.5, width, m_.small_height * entries);
    }

    const NestModel& model_;
    const NestMetrics& m_;
    double width_;
    QFontMetricsF small_;
    QFontMetricsF normal_;
    NestLayout layout_;
    std::size_t tensors_ = 0;
    double header_ = 0.0;
    double dots_ = 0.0;
    double bar_text_ = 0.0; // one width for all, so that full bars are equally long
    double y_ = 0.0;
    double x_ = 0.0;
    double line_ = 0.0;
    double line_start_ = 0.0;
    double chips_right_ = 0.0;
};

} // namespace

NestMetrics NestMetrics::forFont(const QFont& font, double grid) {
    NestMetrics result;
    result.font = result.bold = result.small = font;
    result.bold.setWeight(QFont::DemiBold);
    if (font.pixelSize() > 0)
        result.small.setPixelSize(std::max(1, qRound(font.pixelSize() * 0.875)));
    else
        result.small.setPointSizeF(font.pointSizeF() * 0.875);
    result.grid = grid;
    result.chip_height = std::ceil(QFontMetricsF(font).height()) + grid;
    result.small_height = std::ceil(QFontMetricsF(result.small).height());
    result.array_height = grid * 14.0;
    return result;
}

NestLayout layOutNest(const NestModel& model, const NestMetrics& metrics, double width) {
    return Composer(model, metrics, width).compose();
}

} // namespace strata::views
