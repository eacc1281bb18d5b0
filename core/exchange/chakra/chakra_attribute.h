// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/chakra/wire.h"

#include <optional>

namespace strata::exchange {

/// One attribute of a Chakra node: a name and a value of one of sixteen types, a single one or a list.
struct ChakraAttribute {
    enum class Kind : std::uint8_t { None, Whole, Real, Text, List };
    std::string_view name;
    Kind kind = Kind::None;
    bool negative = false;   ///< of Whole
    std::uint64_t whole = 0; ///< magnitude where negative
    double real = 0.0;
    std::string_view text;

    /// The value as a number; nothing for texts and lists.
    std::optional<double> number() const;
};

/// Field numbers of AttributeProto (MLCommons Chakra, schema 0.0.4 to 1.1). Nothing where the bytes are no
/// attribute.
std::optional<ChakraAttribute> readChakraAttribute(std::string_view bytes);

} // namespace strata::exchange
