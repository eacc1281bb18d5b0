// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/models/imported_entry.h"

#include <string_view>

namespace strata::exchange {

/// A topology of SCALE-Sim as a graph: one layer a line, either "name, IFMAP height, IFMAP width, filter height, filter
/// width, channels, filters, stride" or, where the header says M, N, K, "name, M, N, K", further columns by their
/// names: batch size, stride width, sparsity. Columns that are not known are named in a note. Errors: "malformed-text"
/// with the line.
Result<ImportedEntry> parseScaleSimTopology(std::string_view text, std::string_view file);
/// Whether the first line is that of a topology.
bool isScaleSimTopology(std::string_view text);

/// A configuration of SCALE-Sim as an npu entry: memory outside, a buffer for each operand, an array of units; words of
/// a byte. A clock is assumed, energies are 0, and the dataflow goes into a note, as a request states it. Settings that
/// the entry does not have are named in a note with their lines. Errors: "missing", "bad-value" with the line.
Result<ImportedEntry> parseScaleSimConfig(std::string_view text, std::string_view file);
/// Whether the text states the height and the width of an array.
bool isScaleSimConfig(std::string_view text);

/// A network description of MAESTRO as a graph: `Network NAME { Layer NAME { Type: CONV Stride { X: 1, Y: 1 }
/// Dimensions { K: 64, C: 3, R: 3, S: 3, Y: 224, X: 224 } ... } }`, behind lines `Constant NAME 100;` whose names stand
/// for sizes. Dataflows are passed over and counted in a note; types of layers that are not known are named in one.
/// Errors: "malformed-text" with the line.
Result<ImportedEntry> parseMaestroNetwork(std::string_view text, std::string_view file);
/// Whether the text begins as such a description does.
bool isMaestroNetwork(std::string_view text);

} // namespace strata::exchange
