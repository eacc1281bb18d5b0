// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace strata::fuzz {

/// Changes one to three fields of a message in Protocol Buffers' wire format, at any depth: fields go, come twice,
/// change places, take over the content of another field, and numbers become extreme. All lengths are written anew, so
/// that the change reaches what lies behind the parser. Nothing where the bytes are no message.
std::optional<std::string> mutatedMessage(std::string_view bytes, std::uint64_t seed);

/// Whether the bytes are a message, and not empty.
bool isMessage(std::string_view bytes);

} // namespace strata::fuzz
