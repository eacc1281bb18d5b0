// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/opened_file.h"
#include "core/exchange/models/imported_entry.h"

#include <span>
#include <string_view>

namespace strata::app {

/// Whether a file is one of Timeloop's parts, by its name.
bool isTimeloopPart(const std::filesystem::path& file);

/// Architecture, problem, mapping and constraints of Timeloop and Accelergy, in one file or in several, as a design. A
/// single architecture without a problem is an entry. Errors: those of readPackedText() and readTimeloopFiles(),
/// "missing" where architecture or problem is not there.
Result<OpenedFile> openedTimeloop(std::span<const std::filesystem::path> files);

/// The device that one file of Timeloop describes, as an entry. Errors as above.
Result<exchange::ImportedEntry> timeloopArchitecture(const std::filesystem::path& file);

/// Measurements and tuning configurations of other tools, told by what the text holds; nothing where it holds neither.
std::optional<OpenedFile> openedMeasurements(std::string_view text);

} // namespace strata::app
