// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"
#include "views/support/base/scene.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace strata {
struct Session;
}

namespace strata::figure {

/// Where figures go, and what they look like.
struct FigureBatch {
    std::filesystem::path folder;
    std::string format = "pdf";
    double width_mm = 82.55;
    bool dark = false;
};

/// The answers of a session's designs, and the files of its figures.
struct DrawnSession {
    std::vector<views::DesignState> designs; ///< that were answered
    std::vector<std::filesystem::path> written;
    std::string latex;
    std::map<std::string, Error> failed; ///< by the id of a design, or "run N"
};

/// Draws every view of every design against the baseline, and of every exploration.
DrawnSession drawInto(const Session& session, const std::shared_ptr<const Library>& library, const FigureBatch& batch);

/// Every figure of a session into a folder: `<letter>-<view>` of each design against the baseline, `run<N>-<view>` of
/// each exploration, each with its numbers and its description beside it, and `figures.tex` that includes them all.
/// Prints the files. Returns the exit status.
int drawSession(const cli::Arguments& arguments, cli::Streams& streams);

} // namespace strata::figure
