// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace strata {
struct ObjectSchema;
}

namespace strata::cli {

/// The members of a document as tables in Markdown, one for each object in it, with what they accept and their
/// defaults.
std::string fieldTables(const ObjectSchema& schema);

/// Text for a cell of a table: without line ends, and with its bars escaped.
std::string cellOf(std::string text);

} // namespace strata::cli
