// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <QByteArray>
#include <QSizeF>
#include <span>
#include <string>
#include <string_view>
#include <vector>

class QPainter;

namespace strata::views {

class View;
struct FigureStyle;

enum class FigureFormat { Pdf, Svg, Png };

/// What a figure is to be on paper.
struct FigureSpec {
    std::filesystem::path path; ///< ends in .pdf, .svg or .png
    double width_mm = 82.55;
    double height_mm = 0.0; ///< 0: what suits the view at that width
    bool dark = false;
    double png_dpi = 600.0;
    std::string note; ///< on what is drawn, for the file beside it and the caption
};

inline constexpr double kSmallestFigureMm = 20.0;
inline constexpr double kLargestFigureMm = 600.0;

/// Column widths of the usual templates.
struct WidthPreset {
    const char* title;
    double width_mm;
};
std::span<const WidthPreset> widthPresets();

/// By the end of the name. Errors: "unknown-format".
Result<FigureFormat> formatOf(const std::filesystem::path& path);

/// 8 pt text and 0.5 pt lines at final size.
FigureStyle figureStyle(bool dark);

/// Width and height in millimetres, the height filled in by the view where the spec leaves it open. Errors:
/// "bad-value".
Result<QSizeF> figureSize(const View& view, const FigureSpec& spec);

/// Paints a figure at its size in millimetres with a painter whose unit is `units_per_mm` of the style.
void paintFigurePage(const View& view, QPainter& painter, const QSizeF& size_mm, const FigureStyle& style);

/// The file's bytes; the same view gives the same bytes. Errors: those of figureSize and formatOf, "no-figure".
Result<QByteArray> renderFigure(const View& view, const FigureSpec& spec);

/// A file that is still to be written.
struct FigureFile {
    std::filesystem::path path;
    std::string bytes;
};

/// The figure, `<stem>.csv` with its numbers and `<stem>.json` with what it was made from. On the window's thread,
/// because views are widgets. Errors: those of renderFigure.
Result<std::vector<FigureFile>> makeFigureFiles(const View& view, std::string_view view_id, const FigureSpec& spec);

/// Writes all or none, on any thread. Returns the paths. Errors: "unwritable-file".
Result<std::vector<std::filesystem::path>> writeFigureFiles(const std::vector<FigureFile>& files);

/// Writes the figure, `<stem>.csv` with its numbers and `<stem>.json` with what it was made from: all three or none.
/// Returns the paths. Errors: those of renderFigure, "unwritable-file".
Result<std::vector<std::filesystem::path>> exportFigure(const View& view, std::string_view view_id,
                                                        const FigureSpec& spec);

} // namespace strata::views
