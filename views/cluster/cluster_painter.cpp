// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cluster/cluster_painter.h"

#include "views/cluster/cluster_text.h"
#include "views/mapping/paint_tools.h"
#include "views/support/text/letter.h"
#include "views/support/text/text.h"
#include "views/support/theme/color_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

using hardware::Topology;

constexpr std::uint64_t kTints = 8;
constexpr std::uint64_t kMostPairs = 16; // devices whose links are all drawn

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

/// The end of the colour scale: a round share that no level exceeds.
double mostUse(const ClusterPicture& picture) {
    double most = picture.scale_out ? picture.scale_out->use.value_or(0.0) : 0.0;
    for (const FabricLevel& level : picture.scale_up)
        most = std::max(most, level.use.value_or(0.0));
    for (const double end : {0.01, 0.02, 0.05, 0.1, 0.2, 0.5})
        if (most <= end) return end;
    return 1.0;
}

/// The darkest colours of the map would vanish on a dark surface.
QColor scaleColor(double share, const Theme& theme) { return viridis(theme.dark ? 0.3 + 0.7 * share : share); }

QColor useColor(const ClusterPicture& picture, const std::optional<double>& use, const Theme& theme) {
    return use ? scaleColor(*use / mostUse(picture), theme) : theme.text_muted;
}

/// A level in full, or where there is no room for that, what passes it.
QString fittingText(const FabricLevel& level, const PictureLook& look, double room) {
    const QString text = levelText(level, look.locale);
    return QFontMetricsF(look.font).horizontalAdvance(text) > room ? levelUseText(level, look.locale) : text;
}

class ClusterPainter {
public:
    ClusterPainter(QPainter& painter, const ClusterPicture& picture, const ClusterLayout& layout,
                   const ChosenGroup& chosen, const PictureLook& look)
        : painter_(painter), picture_(picture), layout_(layout), look_(look),
          kind_(chosen.kind < picture.kinds.size() ? &picture.kinds[chosen.kind] : nullptr),
          rank_(std::min(chosen.rank, picture.devices - 1)) {
        for (std::uint64_t i = 0; i < kTints; ++i)
            tints_[i] = mixed(look.theme.design(static_cast<char>('A' + i)), look.theme.surface, 0.72);
        neutral_ = mixed(look.theme.category(Category::Other), look.theme.surface, 0.35);
    }

    void paint() {
        painter_.save();
        painter_.setClipRect(layout_.shown.adjusted(-2, -2, 2, 2));
        if (layout_.detail == ClusterLayout::Detail::Devices)
            paintDomains();
        else
            paintCells();
        painter_.restore();
        if (picture_.scale_out) paintNetwork();
    }

private:
    QColor tintOf(std::uint64_t rank) const {
        return kind_ != nullptr ? tints_[kind_->group(rank) % kTints] : neutral_;
    }
    bool isChosen(std::uint64_t rank) const { return kind_ != nullptr && kind_->group(rank) == kind_->group(rank_); }
    QPen linkPen(const FabricLevel& level) const {
        return QPen(useColor(picture_, level.use, look_.theme), 1.4 * look_.line_width);
    }

    void paintDomains() {
        const auto [first, last] = layout_.shownRows();
        for (std::uint64_t row = first; row < last; ++row) {
            if (picture_.scale_out) paintRowNetwork(row);
            const std::uint64_t end = std::min(layout_.cells, (row + 1) * layout_.columns);
            for (std::uint64_t cell = row * layout_.columns; cell < end; ++cell)
                paintDomain(cell);
        }
    }

    int nicCount() const {
        return static_cast<int>(std::clamp<std::uint32_t>(picture_.cluster.scale_out.nics_per_node, 1, 8));
    }

    /// The network of a row of nodes: a line above them, and their adapters.
    void paintRowNetwork(std::uint64_t row) {
        const std::uint64_t begin = row * layout_.columns;
        const std::uint64_t end = std::min(layout_.cells, begin + layout_.columns);
        const double y = layout_.corner(begin).y() + 0.3 * layout_.box.top();
        painter_.setPen(linkPen(*picture_.scale_out));
        painter_.drawLine(
            QPointF(layout_.area.left(), y),
            QPointF(layout_.cellPlace(end - 1).right() - 0.5 * layout_.cellPlace(end - 1).width() / nicCount(), y));
        if (row > 0 || layout_.area.top() < layout_.shown.top())
            painter_.drawLine(QPointF(layout_.area.left(), std::max(layout_.shown.top(), y - layout_.pitch.height())),
                              QPointF(layout_.area.left(), y));
        const int nics = nicCount();
        for (std::uint64_t cell = begin; cell < end; ++cell) {
            const QRectF place = layout_.cellPlace(cell);
            for (int nic = 0; nic < nics; ++nic) {
                const double x = place.left() + place.width() * (nic + 0.5) / nics;
                painter_.drawLine(QPointF(x, y), QPointF(x, place.top()));
            }
        }
    }

    void paintDomain(std::uint64_t cell) {
        const QRectF place = layout_.cellPlace(cell);
        if (!place.intersects(layout_.shown)) return;
        painter_.setPen(QPen(look_.theme.hairline, look_.line_width));
        painter_.setBrush(look_.theme.window);
        painter_.drawRoundedRect(place, 3.0, 3.0);
        paintLinks(cell);
        const std::uint64_t first = cell * picture_.per_domain;
        for (std::uint64_t i = 0; i < layout_.spots.size() && first + i < picture_.devices; ++i)
            paintDevice(layout_.devicePlace(cell, i), first + i);
    }

    void paintDevice(const QRectF& place, std::uint64_t rank) {
        const bool chosen = isChosen(rank);
        const QColor color =
            chosen ? look_.theme.design(static_cast<char>('A' + kind_->group(rank) % kTints)) : tintOf(rank);
        painter_.setPen(chosen ? QPen(look_.theme.text, 1.6 * look_.line_width)
                               : QPen(look_.theme.surface, 0.6 * look_.line_width));
        painter_.setBrush(color);
        painter_.drawRect(place);
        if (rank != rank_) return;
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(look_.theme.text);
        painter_.drawEllipse(place.center(), 0.16 * place.width(), 0.16 * place.width());
    }

    void paintLinks(std::uint64_t cell) {
        std::uint64_t stride = 1;
        for (std::size_t i = 0; i < picture_.scale_up.size(); ++i) {
            const FabricLevel& level = picture_.scale_up[i];
            const std::uint64_t size = picture_.cluster.scale_up[i].devices;
            painter_.setPen(linkPen(level));
            if (level.topology == Topology::Switch || level.topology == Topology::FatTree)
                paintSwitch(cell, level);
            else if (level.topology == Topology::Ring || level.topology == Topology::Mesh)
                paintNeighbours(cell, stride, size);
            else
                paintPairs(cell);
            stride *= size;
        }
    }

    /// A bar, and a line down every column of devices.
    void paintSwitch(std::uint64_t cell, const FabricLevel& level) {
        const QRectF bar = layout_.switchPlace(cell);
        const auto devices = devicesOf(cell);
        for (std::uint64_t i = 0; i < devices; ++i) {
            const QRectF place = layout_.devicePlace(cell, i);
            painter_.drawLine(QPointF(place.center().x(), bar.bottom()), place.center());
        }
        painter_.fillRect(bar, useColor(picture_, level.use, look_.theme));
    }

    void paintNeighbours(std::uint64_t cell, std::uint64_t stride, std::uint64_t size) {
        const auto devices = devicesOf(cell);
        for (std::uint64_t i = 0; i + stride < devices; ++i)
            if (i / stride % size + 1 < size)
                painter_.drawLine(layout_.devicePlace(cell, i).center(),
                                  layout_.devicePlace(cell, i + stride).center());
    }

    void paintPairs(std::uint64_t cell) {
        const auto devices = devicesOf(cell);
        if (devices > kMostPairs) return;
        for (std::uint64_t i = 0; i < devices; ++i)
            for (std::uint64_t j = 0; j < i; ++j)
                painter_.drawLine(layout_.devicePlace(cell, i).center(), layout_.devicePlace(cell, j).center());
    }

    std::uint64_t devicesOf(std::uint64_t cell) const {
        const std::uint64_t first = cell * picture_.per_domain;
        return std::min<std::uint64_t>(layout_.spots.size(), picture_.devices - std::min(picture_.devices, first));
    }

    /// One square for one domain or several: the share of it that the chosen group has is filled.
    void paintCells() {
        const std::uint64_t per_cell = picture_.per_domain * layout_.domains_per_cell;
        std::vector<std::uint32_t> chosen(layout_.cells, 0);
        if (kind_ != nullptr)
            for (std::uint64_t i = 0; i < kind_->ranks; ++i)
                ++chosen[std::min(layout_.cells - 1, kind_->member(rank_, i) / per_cell)];
        painter_.setRenderHint(QPainter::Antialiasing, false);
        const auto [first, last] = layout_.shownRows();
        const std::uint64_t end = std::min(layout_.cells, last * layout_.columns);
        const QColor strong =
            kind_ != nullptr ? look_.theme.design(static_cast<char>('A' + kind_->group(rank_) % kTints)) : neutral_;
        for (std::uint64_t cell = first * layout_.columns; cell < end; ++cell) {
            const QRectF place = layout_.cellPlace(cell);
            const std::uint64_t begin = cell * per_cell;
            const std::uint64_t back = std::min(picture_.devices, begin + per_cell) - 1;
            const bool is_one_group = kind_ != nullptr && kind_->group(begin) == kind_->group(back);
            painter_.fillRect(place, is_one_group ? tintOf(begin) : neutral_);
            if (chosen[cell] == 0) continue;
            const double share = static_cast<double>(chosen[cell]) / static_cast<double>(back - begin + 1);
            const double height = std::max(std::min(2.0, place.height()), share * place.height());
            painter_.fillRect(QRectF(place.left(), place.bottom() - height, place.width(), height), strong);
        }
        painter_.setRenderHint(QPainter::Antialiasing, true);
    }

    void paintNetwork() {
        const FabricLevel& level = *picture_.scale_out;
        const QColor color = useColor(picture_, level.use, look_.theme);
        painter_.setPen(Qt::NoPen);
        painter_.setBrush(color);
        painter_.drawRoundedRect(layout_.out_bar, 3.0, 3.0);
        const QFontMetricsF metrics(look_.font);
        painter_.setFont(look_.font);
        painter_.setPen(color.lightnessF() > 0.55 ? QColor(0x1c, 0x21, 0x28) : QColor(Qt::white));
        const double room = layout_.out_bar.width() - 12.0;
        painter_.drawText(QPointF(layout_.out_bar.left() + 6.0, layout_.out_bar.top() + 1.0 + metrics.ascent()),
                          metrics.elidedText(fittingText(level, look_, room), Qt::ElideRight, room));
        if (layout_.detail != ClusterLayout::Detail::Devices) return;
        painter_.setPen(linkPen(level));
        painter_.drawLine(QPointF(layout_.area.left(), layout_.out_bar.bottom()),
                          QPointF(layout_.area.left(),
                                  std::max(layout_.out_bar.bottom(), layout_.corner(0).y() + 0.3 * layout_.box.top())));
    }

    QPainter& painter_;
    const ClusterPicture& picture_;
    const ClusterLayout& layout_;
    const PictureLook& look_;
    const GroupKind* kind_;
    std::uint64_t rank_;
    std::array<QColor, kTints> tints_;
    QColor neutral_;
};

void paintWordsAbove(QPainter& painter, const ClusterPicture& picture, const ClusterLayout& layout,
                     const ChosenGroup& chosen, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    const double square = layout.header.height();
    paintLetter(painter, QRectF(layout.header.topLeft(), QSizeF(square, square)), QLatin1Char(look.letter), look.theme,
                look.font, false);
    const auto line = [&](const QRectF& place, double left, const QString& text, const QColor& color) {
        painter.setFont(look.font);
        painter.setPen(color);
        painter.drawText(QPointF(left, place.top() + metrics.ascent()),
                         metrics.elidedText(text, Qt::ElideRight, place.right() - left));
    };
    line(layout.header, layout.header.left() + square + 5.0, clusterSummary(picture, layout, look.locale),
         look.theme.text);
    line(layout.facts, layout.facts.left(), groupSummary(picture, chosen, look.locale), look.theme.text_muted);
}

} // namespace

Legend clusterLegend(const ClusterPicture& picture, const PictureLook& look, double width) {
    std::vector<Legend::Entry> entries;
    const bool known = std::ranges::any_of(
        picture.scale_up, [](const FabricLevel& fabric_level) { return fabric_level.use.has_value(); });
    if (known) {
        const QString most = shareText(mostUse(picture), look.locale);
        const auto scale = [theme = look.theme](QPainter& painter, const QRectF& place) {
            constexpr int kSteps = 24;
            for (int i = 0; i < kSteps; ++i)
                painter.fillRect(QRectF(place.left() + place.width() * i / kSteps, place.top(),
                                        place.width() / kSteps + 0.5, place.height()),
                                 scaleColor((i + 0.5) / kSteps, theme));
        };
        entries.push_back({picture.collective ? tr("Links busy: 0 to %1 of the time").arg(most)
                                              : tr("Links busy: 0 to %1 of the iteration").arg(most),
                           scale,
                           {}});
    }
    for (const FabricLevel& level : picture.scale_up) {
        const auto bar = [color = useColor(picture, level.use, look.theme)](QPainter& painter, const QRectF& place) {
            painter.fillRect(place.adjusted(0, 0.3 * place.height(), 0, -0.3 * place.height()), color);
        };
        entries.push_back({fittingText(level, look, width - 4.0 * QFontMetricsF(look.font).height()), bar, {}});
    }
    Legend legend;
    legend.layOut(std::move(entries), look.font, width);
    return legend;
}

void paintCluster(QPainter& painter, const ClusterPicture& picture, const ClusterLayout& layout,
                  const ChosenGroup& chosen, const Legend& legend, const PictureLook& look) {
    if (picture.empty()) return;
    paintWordsAbove(painter, picture, layout, chosen, look);
    ClusterPainter(painter, picture, layout, chosen, look).paint();
    legend.paint(painter, layout.legend, look.theme, look.font);
}

} // namespace strata::views
