// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/manual/page.h"

namespace strata::cli {

/// A page as a complete HTML document; links to other pages end in .html.
std::string htmlOf(const Page& page);

/// Path of the page's HTML file, relative to the manual's root.
std::string htmlPath(std::string_view page_path);

} // namespace strata::cli
