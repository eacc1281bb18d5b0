// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace strata::views {

class View;
struct FigureSpec;

/// What a figure shows and of which designs, as one sentence for below it.
std::string figureCaption(const View& view, std::string_view view_id);

/// A `figure` environment that includes the exported file at its width, with that caption and the label
/// `fig:<stem of the file>`.
std::string figureLatex(const View& view, std::string_view view_id, const FigureSpec& spec);

} // namespace strata::views
