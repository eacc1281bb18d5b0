// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/chakra/chakra_attribute.h"

namespace strata::exchange {
namespace {

using Kind = ChakraAttribute::Kind;
using Type = WireField::Type;

void setSigned(std::int64_t value, ChakraAttribute& attribute) {
    attribute.kind = Kind::Whole;
    attribute.negative = value < 0;
    attribute.whole = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

void setUnsigned(std::uint64_t value, ChakraAttribute& attribute) {
    attribute.kind = Kind::Whole;
    attribute.negative = false;
    attribute.whole = value;
}

void setReal(double value, ChakraAttribute& attribute) {
    attribute.kind = Kind::Real;
    attribute.real = value;
}

/// False where the wire's type is not that of the field.
bool setValue(const WireField& field, ChakraAttribute& attribute) {
    const bool list = field.number % 2 == 0;
    if (list || field.number > 28) {
        if (field.type != Type::Bytes) return false;
        attribute.kind = list ? Kind::List : Kind::Text;
        attribute.text = field.bytes;
        return true;
    }
    Type expected = Type::Varint;
    switch (field.number) {
    case 3: // double
        expected = Type::Fixed64;
        setReal(doubleOf(field), attribute);
        break;
    case 5: // float
        expected = Type::Fixed32;
        setReal(floatOf(field), attribute);
        break;
    case 7: // int32
    case 9: // int64
        setSigned(signedOf(field.value), attribute);
        break;
    case 15: // sint32
    case 17: // sint64
        setSigned(zigzag(field.value), attribute);
        break;
    case 19: // fixed32
    case 21: // fixed64
        expected = field.number == 19 ? Type::Fixed32 : Type::Fixed64;
        setUnsigned(field.value, attribute);
        break;
    case 23: // sfixed32
        expected = Type::Fixed32;
        setSigned(static_cast<std::int32_t>(static_cast<std::uint32_t>(field.value)), attribute);
        break;
    case 25: // sfixed64
        expected = Type::Fixed64;
        setSigned(signedOf(field.value), attribute);
        break;
    default: // uint32, uint64, bool
        setUnsigned(field.value, attribute);
        break;
    }
    return field.type == expected;
}

} // namespace

std::optional<double> ChakraAttribute::number() const {
    if (kind == Kind::Real) return real;
    if (kind == Kind::Whole) return negative ? -static_cast<double>(whole) : static_cast<double>(whole);
    return std::nullopt;
}

std::optional<ChakraAttribute> readChakraAttribute(std::string_view bytes) {
    ChakraAttribute attribute;
    WireMessage message(bytes);
    for (WireField field; message.next(field);) {
        if (field.number <= 2) {
            if (field.type != Type::Bytes) return std::nullopt;
            if (field.number == 1) attribute.name = field.bytes;
        } else if (field.number <= 32 && !setValue(field, attribute)) {
            return std::nullopt;
        }
    }
    if (message.broken()) return std::nullopt;
    return attribute;
}

} // namespace strata::exchange
