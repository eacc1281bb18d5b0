// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/exchange/astra/astra_network.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What descriptions of ASTRA-sim's networks and systems are read with.
namespace strata::exchange::astra {

/// Text of a description. Errors: "unreadable-file", "too-large" beyond 1 MiB.
Result<std::string> textOf(const std::filesystem::path& path);
Result<Json> objectOf(std::string_view text, std::string_view file);
Error badValue(const std::string& pointer, const Json& found, Message expected, std::string_view file);

/// A number, also as text.
std::optional<double> numberOf(const Json& value);

/// A list of numbers, or one alone. Errors: "missing-key", "bad-value".
Result<std::vector<double>> numbersOf(const Json& document, const char* key, double least, double most,
                                      std::string_view file);

/// Whether a document has a member of a system's description.
bool isSystem(const Json& document);

/// Names the members of a document that are none of `read`, with their values. Nothing where there are none.
std::optional<Message> unusedMembers(const Json& document, std::span<const std::string_view> read,
                                     std::string_view file);

/// What descriptions of 2021 say beside topology, units, bandwidth and latency: links of a rank, network cards, routers
/// and memory, as the simulator of that year adds them up (astra-network-analytical, HierarchicalTopology).
/// Errors: "bad-value" with the pointer.
Result<void> addEarlyParts(const Json& document, AstraNetwork& network);

} // namespace strata::exchange::astra
