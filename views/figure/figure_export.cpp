// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/figure/figure_export.h"

#include "views/support/base/view.h"
#include "views/support/text/letter.h"
#include "views/support/text/text.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <QBuffer>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QImage>
#include <QMarginsF>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>

namespace strata::views {
namespace {

constexpr double kMmPerInch = 25.4;
// Fonts have whole pixels in Qt. At 99 units an inch, 8 pt are exactly 11 units.
constexpr int kUnitsPerInch = 99;
constexpr int kTextUnits = 11;
constexpr int kPdfDpi = 1200;

constexpr std::array kPresets{WidthPreset{QT_TRANSLATE_NOOP("FigurePanel", "DATE column, 3.25 in"), 3.25 * kMmPerInch},
                              WidthPreset{QT_TRANSLATE_NOOP("FigurePanel", "ACM column, 3.33 in"), 3.33 * kMmPerInch},
                              WidthPreset{QT_TRANSLATE_NOOP("FigurePanel", "IEEE column, 3.5 in"), 3.5 * kMmPerInch},
                              WidthPreset{QT_TRANSLATE_NOOP("FigurePanel", "Two columns, 7 in"), 7.0 * kMmPerInch}};

QByteArray renderPdf(const View& view, const QSizeF& size_mm, const FigureStyle& style) {
    QByteArray bytes;
    {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter writer(&buffer);
        writer.setPageSize(QPageSize(size_mm, QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        writer.setResolution(kPdfDpi);
        writer.setTitle(view.windowTitle());
        writer.setCreator(QStringLiteral("Strata " STRATA_VERSION));
        QPainter painter(&writer);
        painter.setRenderHint(QPainter::LosslessImageRendering);
        painter.scale(double{kPdfDpi} / kUnitsPerInch, double{kPdfDpi} / kUnitsPerInch);
        paintFigurePage(view, painter, size_mm, style);
    }
    // The date is the only thing that differs between runs; the same length keeps the offsets of the file valid.
    const qsizetype at = bytes.indexOf("/CreationDate (D:");
    if (at >= 0) bytes.replace(at + 17, 14, "20000101000000");
    return bytes;
}

QByteArray number(double value) { return QByteArray::number(value, 'g', 8); }

/// Size in millimetres, and nothing visible beyond the page: QSvgGenerator rounds the one and ignores the other.
QByteArray framedSvg(QByteArray svg, const QSizeF& size_mm) {
    const double width = size_mm.width() / kMmPerInch * kUnitsPerInch;
    const double height = size_mm.height() / kMmPerInch * kUnitsPerInch;
    static const QRegularExpression root(QStringLiteral("<svg[^>]*>"));
    const QRegularExpressionMatch match = root.match(QString::fromUtf8(svg));
    const QByteArray head = "<svg width=\"" + number(size_mm.width()) + "mm\" height=\"" + number(size_mm.height()) +
                            "mm\" viewBox=\"0 0 " + number(width) + ' ' + number(height) +
                            "\" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
                            "version=\"1.1\">";
    svg.replace(match.captured(0).toUtf8(), head);
    const QByteArray clip = "<clipPath id=\"page\"><rect x=\"0\" y=\"0\" width=\"" + number(width) + "\" height=\"" +
                            number(height) + "\"/></clipPath>\n</defs>\n<g clip-path=\"url(#page)\">";
    if (const qsizetype defs = svg.indexOf("</defs>"); defs >= 0) svg.replace(defs, 7, clip);
    if (const qsizetype end = svg.lastIndexOf("</svg>"); end >= 0) svg.insert(end, "</g>\n");
    return svg;
}

QByteArray renderSvg(const View& view, const QSizeF& size_mm, const FigureStyle& style) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setResolution(kUnitsPerInch);
        const QSizeF units = size_mm * style.units_per_mm;
        generator.setSize(QSize(qCeil(units.width()), qCeil(units.height())));
        generator.setViewBox(QRectF(QPointF(0, 0), units));
        generator.setTitle(view.windowTitle());
        generator.setDescription(QStringLiteral("Strata " STRATA_VERSION));
        QPainter painter(&generator);
        paintFigurePage(view, painter, size_mm, style);
    }
    return framedSvg(bytes, size_mm);
}

QByteArray renderPng(const View& view, const QSizeF& size_mm, const FigureStyle& style, double dpi) {
    const double pixels_per_mm = dpi / kMmPerInch;
    QImage image(qRound(size_mm.width() * pixels_per_mm), qRound(size_mm.height() * pixels_per_mm),
                 QImage::Format_ARGB32_Premultiplied);
    image.setDotsPerMeterX(qRound(pixels_per_mm * 1000.0));
    image.setDotsPerMeterY(qRound(pixels_per_mm * 1000.0));
    image.fill(style.theme.surface);
    {
        QPainter painter(&image);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        painter.scale(dpi / kUnitsPerInch, dpi / kUnitsPerInch);
        paintFigurePage(view, painter, size_mm, style);
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

/// A design of the figure: the letter that stands for it in the picture, and its name.
struct NamedSeries {
    char letter = 'A';
    QString name;
    bool hollow = false;
};

/// The designs whose numbers are drawn; none where the view draws none by their letters.
std::vector<NamedSeries> seriesOf(const View& view) {
    const Table data = view.figureData();
    const auto column = std::ranges::find(data.columns, std::string("design"));
    const DesignState* selected = view.scene().selectedDesign();
    if (column == data.columns.end() || !selected || selected->design.label.empty()) return {};
    const auto place = static_cast<std::size_t>(column - data.columns.begin());
    std::vector<NamedSeries> series{{selected->design.letter, toQString(selected->design.label), false}};
    const bool compared = std::ranges::any_of(
        data.rows, [&](const std::vector<Cell>& row) { return row[place] == Cell(std::string("baseline")); });
    const DesignState* baseline = view.scene().baselineDesign();
    if (compared && baseline && !baseline->design.label.empty())
        series.push_back({baseline->design.letter, toQString(baseline->design.label), true});
    return series;
}

/// One line a design: what the letters of the picture stand for.
double namesHeight(const View& view, const FigureStyle& style) {
    const auto lines = static_cast<double>(seriesOf(view).size());
    return lines > 0.0 ? (lines * 1.3 + 0.4) * QFontMetricsF(style.font).height() : 0.0;
}

void paintNames(const View& view, QPainter& painter, const QRectF& page, const FigureStyle& style) {
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), gap = 0.5 * line;
    double top = page.top() + 0.4 * line;
    for (const NamedSeries& series : seriesOf(view)) {
        const QRectF square(page.left() + gap, top, line, line);
        paintLetter(painter, square, QLatin1Char(series.letter), style.theme, style.font, series.hollow);
        const double left = square.right() + gap;
        painter.setFont(style.font);
        painter.setPen(style.theme.text);
        painter.drawText(QPointF(left, top + metrics.ascent()),
                         metrics.elidedText(series.name, Qt::ElideRight, page.right() - gap - left));
        top += 1.3 * line;
    }
}

Error badLength(Message what, double value) {
    return {"bad-value",
            {},
            {"error.figure-mm", {{"what", what}, {"value", value}}},
            {"accepted.to-mm",
             {{"smallest_figure_mm", static_cast<int>(kSmallestFigureMm)},
              {"largest_figure_mm", static_cast<int>(kLargestFigureMm)}}},
            {}};
}

bool usable(double millimetres) {
    return std::isfinite(millimetres) && millimetres >= kSmallestFigureMm && millimetres <= kLargestFigureMm;
}

} // namespace

std::span<const WidthPreset> widthPresets() { return kPresets; }

Result<FigureFormat> formatOf(const std::filesystem::path& path) {
    std::string suffix = path.extension().string();
    std::ranges::transform(suffix, suffix.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (suffix == ".pdf") return FigureFormat::Pdf;
    if (suffix == ".svg") return FigureFormat::Svg;
    if (suffix == ".png") return FigureFormat::Png;
    return Error{"unknown-format",
                 {},
                 {"error.figure-s-name-ends-in", {{"suffix", suffix}}},
                 {"accepted.pdf-svg-or-png"},
                 path.string()};
}

FigureStyle figureStyle(bool dark) {
    QFont font;
    for (const char* family : {"DejaVu Sans", "Liberation Sans"}) {
        if (!QFontDatabase::hasFamily(QLatin1String(family))) continue;
        font = QFont(QLatin1String(family));
        break;
    }
    font.setPixelSize(kTextUnits);
    font.setHintingPreference(QFont::PreferNoHinting);
    // Qt joins "ff" to one glyph, which no search finds in a PDF; the smallest spacing that there is keeps letters
    // apart.
    font.setLetterSpacing(QFont::AbsoluteSpacing, 1.0 / 64.0);
    return {theme(dark), font, 0.18, kUnitsPerInch / kMmPerInch};
}

Result<QSizeF> figureSize(const View& view, const FigureSpec& spec) {
    if (!usable(spec.width_mm)) return badLength({"error.width"}, spec.width_mm);
    if (spec.height_mm != 0.0 && !usable(spec.height_mm)) return badLength({"error.height"}, spec.height_mm);
    if (spec.height_mm != 0.0) return QSizeF(spec.width_mm, spec.height_mm);
    const FigureStyle style = figureStyle(spec.dark);
    // The view keeps the whole millimetres that it would have without names above it.
    const double natural =
        std::ceil(view.figureHeight(spec.width_mm * style.units_per_mm, style) / style.units_per_mm) +
        namesHeight(view, style) / style.units_per_mm;
    return QSizeF(spec.width_mm, std::clamp(std::ceil(natural), kSmallestFigureMm, kLargestFigureMm));
}

void paintFigurePage(const View& view, QPainter& painter, const QSizeF& size_mm, const FigureStyle& style) {
    const QRectF page(QPointF(0, 0), size_mm * style.units_per_mm);
    painter.setClipRect(page);
    // Paper is white already; only a dark figure brings its own ground.
    if (style.theme.dark) painter.fillRect(page, style.theme.surface);
    painter.setFont(style.font);
    paintNames(view, painter, page, style);
    painter.setFont(style.font);
    view.paintFigure(painter, page.adjusted(0, namesHeight(view, style), 0, 0), style);
}

Result<QByteArray> renderFigure(const View& view, const FigureSpec& spec) {
    const auto format = formatOf(spec.path);
    if (!format) return format.error();
    const auto size = figureSize(view, spec);
    if (!size) return size.error();
    if (view.figureData().rows.empty())
        return Error{"no-figure",
                     {},
                     {"error.view-has-nothing-to-draw-for"},
                     {"accepted.design-with-estimate-for-validation-view"},
                     {}};
    const FigureStyle style = figureStyle(spec.dark);
    switch (*format) {
    case FigureFormat::Pdf: return renderPdf(view, *size, style);
    case FigureFormat::Svg: return renderSvg(view, *size, style);
    case FigureFormat::Png: {
        const double dpi = std::clamp(spec.png_dpi, 72.0, 1200.0);
        return renderPng(view, *size, style, dpi);
    }
    }
    return Error{"unknown-format", {}, {"error.unknown-format"}, {}, {}};
}

} // namespace strata::views
