// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <google/protobuf/io/coded_stream.h>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// One field of a protobuf message as it stands in the file (protobuf.dev, "Encoding").
struct WireField {
    enum class Type : std::uint8_t { Varint, Fixed64, Bytes, Fixed32 };
    std::uint32_t number = 0;
    Type type = Type::Varint;
    std::uint64_t value = 0; ///< of all but Bytes
    std::string_view bytes;  ///< of Bytes; lives as long as the message
};

/// Walks the fields of a message that lies in memory.
class WireMessage {
public:
    explicit WireMessage(std::string_view bytes);

    /// False at the end, and where the bytes are no message: then broken() tells.
    bool next(WireField& field);
    bool broken() const { return broken_; }

private:
    bool read(WireField& field);

    int size_ = 0;
    google::protobuf::io::CodedInputStream stream_;
    bool broken_ = false;
};

/// Appends whole numbers of a repeated field, packed or one by one; false where the packed bytes are cut off.
bool appendVarints(const WireField& field, std::vector<std::uint64_t>& values);

double doubleOf(const WireField& field);  ///< of a Fixed64
double floatOf(const WireField& field);   ///< of a Fixed32
std::int64_t zigzag(std::uint64_t value); ///< of sint32 and sint64
inline std::int64_t signedOf(std::uint64_t value) { return static_cast<std::int64_t>(value); }

} // namespace strata::exchange
