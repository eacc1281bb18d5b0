// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/figure/figure_latex.h"

#include "views/figure/figure_export.h"
#include "views/support/base/view.h"

#include <QString>

namespace strata::views {
namespace {

/// Letters that mean something else in LaTeX.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        if (letter == '\\')
            result += "\\textbackslash{}";
        else if (letter == '~' || letter == '^')
            result += std::string("\\") + letter + "{}";
        else if (std::string_view("&%$#_{}").find(letter) != std::string_view::npos)
            result += std::string("\\") + letter;
        else
            result += letter;
    }
    return result;
}

std::string named(const DesignState& design) {
    return std::string(1, design.design.letter) + " (" + design.design.label + ")";
}

} // namespace

std::string figureCaption(const View& view, std::string_view view_id) {
    const ViewInfo* info = findView(view_id);
    std::string caption = info ? info->title : std::string(view_id);
    const DesignState* design = view.scene().selectedDesign();
    if (!design) return caption + ".";
    caption += " of " + named(*design);
    if (const DesignState* baseline = view.scene().baselineDesign()) caption += " against " + named(*baseline);
    return caption + ".";
}

std::string figureLatex(const View& view, std::string_view view_id, const FigureSpec& spec) {
    const std::string stem = spec.path.stem().string();
    const std::string width = QString::number(spec.width_mm, 'g', 6).toStdString();
    return "\\begin{figure}\n  \\centering\n  \\includegraphics[width=" + width + "mm]{" + stem + "}\n  \\caption{" +
           escaped(figureCaption(view, view_id) + (spec.note.empty() ? "" : " " + spec.note)) +
           "}\n  \\label{fig:" + stem + "}\n\\end{figure}\n";
}

} // namespace strata::views
