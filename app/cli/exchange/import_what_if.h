// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exchange/import_output.h"
#include "app/cli/line/command.h"
#include "core/catalog/library.h"
#include "core/exchange/astra/astra_parts.h"
#include "core/replay/degrees.h"
#include "core/replay/what_if.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata::cli {

using LibraryPointer = std::shared_ptr<const Library>;

/// Description files of ASTRA-sim in any order.
struct AstraFiles {
    std::optional<exchange::AstraNetwork> network;
    exchange::AstraSystem system;
    std::vector<Message> notes; ///< what the files say and the answers do not depend on
};

/// Errors: those of the readers, "bad-argument" where none describes a network.
Result<AstraFiles> astraFilesOf(const std::vector<std::string>& files);

/// Fills `what` from the options; opens the catalog only where one of them names an entry. Errors:
/// "bad-argument", those of the catalog.
Result<void> readWhatIf(const Arguments& arguments, const std::string& recorded_on, Streams& streams,
                        LibraryPointer& library, replay::WhatIf& what);

/// "4:8", or 1:1 where the option does not stand. Errors: "bad-argument".
Result<replay::Degree> degreeOf(const Arguments& arguments, const char* option);

/// Cuts what was replayed into the stages that --pp asks for, and replays them. Errors: those of
/// replay::withStages(), "bad-argument".
Result<void> answerStages(const replay::WhatIf& what, const replay::Degrees& degrees, const Arguments& arguments,
                          Imported& imported);

} // namespace strata::cli
