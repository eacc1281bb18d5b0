// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/edge/edge_painter.h"

#include "views/support/text/text.h"
#include "views/support/text/word_table.h"
#include "views/support/theme/color_map.h"

#include <algorithm>
#include <array>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kStrip = 42.0;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

constexpr std::array<std::string_view, 11> kClasses{"conv3",  "conv",        "pointwise", "depthwise",
                                                    "linear", "attention",   "pool",      "activation",
                                                    "norm",   "elementwise", "move"};

} // namespace

QColor classColor(const std::string& kernel_class) {
    const auto place = std::ranges::find(kClasses, kernel_class) - kClasses.begin();
    return viridis(0.05 + 0.9 * static_cast<double>(place) / static_cast<double>(kClasses.size()));
}

QString classText(const std::string& kernel_class) {
    static constexpr WordTitle kTitles[]{
        {"conv3", QT_TRANSLATE_NOOP("strata::views", "3 x 3 convolution")},
        {"conv", QT_TRANSLATE_NOOP("strata::views", "Convolution")},
        {"pointwise", QT_TRANSLATE_NOOP("strata::views", "Pointwise convolution")},
        {"depthwise", QT_TRANSLATE_NOOP("strata::views", "Depthwise convolution")},
        {"linear", QT_TRANSLATE_NOOP("strata::views", "Fully connected")},
        {"attention", QT_TRANSLATE_NOOP("strata::views", "Attention")},
        {"pool", QT_TRANSLATE_NOOP("strata::views", "Pooling")},
        {"move", QT_TRANSLATE_NOOP("strata::views", "Movement of data")},
    };
    if (const auto title = titleIn(kTitles, kernel_class)) return *title;
    return tr("Elementwise");
}

EdgeLayout layOutEdge(const EdgePicture& picture, const QFont& font, const QSizeF& size) {
    const QFontMetricsF metrics(font);
    EdgeLayout layout;
    layout.header = QRectF(kGap, kGap, size.width() - 2 * kGap, metrics.height());
    layout.strip = QRectF(kGap, layout.header.bottom() + kGap, size.width() - 2 * kGap, kStrip);
    double sum = 0;
    for (const EdgeKernel& kernel : picture.kernels)
        sum += kernel.seconds;
    double x = layout.strip.left();
    for (const EdgeKernel& kernel : picture.kernels) {
        const double width = sum > 0 ? kernel.seconds / sum * layout.strip.width() : 0;
        layout.pieces.emplace_back(x, layout.strip.top(), width, kStrip);
        x += width;
    }
    layout.bars = QRectF(kGap, layout.strip.bottom() + 2 * kGap, size.width() - 2 * kGap,
                         std::max(0.0, size.height() - layout.strip.bottom() - 3 * kGap));
    const double row = metrics.height() + 6.0;
    layout.listed = picture.longest(static_cast<std::size_t>(std::max(0.0, layout.bars.height() / row)));
    layout.label_width = std::min(0.45 * layout.bars.width(), metrics.averageCharWidth() * 34);
    const double room =
        layout.bars.width() - layout.label_width - metrics.horizontalAdvance(QStringLiteral("000.0 ms")) - 2 * kGap;
    const double most = layout.listed.empty() ? 1.0 : picture.kernels[layout.listed[0]].seconds;
    for (std::size_t i = 0; i < layout.listed.size(); ++i) {
        const double width = most > 0 ? picture.kernels[layout.listed[i]].seconds / most * std::max(0.0, room) : 0;
        layout.bar_pieces.emplace_back(layout.bars.left() + layout.label_width + kGap,
                                       layout.bars.top() + static_cast<double>(i) * row, width, row - 4.0);
    }
    return layout;
}

void paintEdge(QPainter& painter, const EdgePicture& picture, const EdgeLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    painter.drawText(QPointF(layout.header.left(), layout.header.top() + metrics.ascent()),
                     tr("%1 kernels, %2")
                         .arg(look.locale.toString(static_cast<qlonglong>(picture.kernels.size())),
                              shortText(picture.latency_s, "s", look.locale)));
    for (std::size_t i = 0; i < picture.kernels.size(); ++i) {
        const QRectF& piece = layout.pieces[i];
        painter.fillRect(piece, classColor(picture.kernels[i].kernel_class));
        painter.setPen(QPen(look.theme.surface, 0.5 * look.line_width));
        painter.drawLine(piece.topRight(), piece.bottomRight());
    }
    // Kernels of several operators are outlined, so that colour is not needed to see them.
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.theme.text, 1.5 * look.line_width));
    for (std::size_t i = 0; i < picture.kernels.size(); ++i)
        if (picture.kernels[i].fused() && layout.pieces[i].width() > 2.0)
            painter.drawRect(layout.pieces[i].adjusted(1, 1, -1, -1));
    for (std::size_t i = 0; i < layout.listed.size(); ++i) {
        const EdgeKernel& kernel = picture.kernels[layout.listed[i]];
        const QRectF& bar = layout.bar_pieces[i];
        painter.setPen(look.theme.text);
        const double base = bar.center().y() + (metrics.ascent() - metrics.descent()) / 2;
        const QString name = metrics.elidedText(toQString(kernel.fused() ? kernel.members : kernel.name),
                                                Qt::ElideMiddle, layout.label_width);
        painter.drawText(QPointF(layout.bars.left(), base), name);
        painter.fillRect(bar, classColor(kernel.kernel_class));
        if (kernel.fused()) {
            painter.setPen(QPen(look.theme.text, 1.5 * look.line_width));
            painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        painter.setPen(look.theme.text_muted);
        painter.drawText(QPointF(bar.right() + kGap, base), shortText(kernel.seconds, "s", look.locale));
    }
}

PictureHit edgeHit(const EdgePicture& picture, const EdgeLayout& layout, const PictureLook& look,
                   const QPointF& position) {
    const auto answer = [&](const QRectF& place, const EdgeKernel& kernel) {
        QStringList lines{classText(kernel.kernel_class),
                          tr("%1, %2 of the network")
                              .arg(shortText(kernel.seconds, "s", look.locale), shareText(kernel.share, look.locale))};
        if (kernel.fused()) lines << tr("One kernel: %1").arg(toQString(kernel.members)) << toQString(kernel.rule);
        return PictureHit{place, hitHtml(toQString(kernel.name), lines)};
    };
    for (std::size_t i = 0; i < layout.pieces.size(); ++i)
        if (layout.pieces[i].contains(position)) return answer(layout.pieces[i], picture.kernels[i]);
    for (std::size_t i = 0; i < layout.listed.size(); ++i) {
        const QRectF row(layout.bars.left(), layout.bar_pieces[i].top(), layout.bars.width(),
                         layout.bar_pieces[i].height());
        if (row.contains(position)) return answer(row, picture.kernels[layout.listed[i]]);
    }
    return {};
}

} // namespace strata::views
