// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/chakra/wire.h"

#include <bit>

namespace strata::exchange {

using google::protobuf::io::CodedInputStream;

WireMessage::WireMessage(std::string_view bytes)
    : size_(static_cast<int>(bytes.size())),
      stream_(reinterpret_cast<const std::uint8_t*>(bytes.data()), static_cast<int>(bytes.size())) {}

bool WireMessage::next(WireField& field) {
    if (broken_ || stream_.CurrentPosition() >= size_) return false;
    broken_ = !read(field);
    return !broken_;
}

bool WireMessage::read(WireField& field) {
    const std::uint32_t tag = stream_.ReadTag();
    field.number = tag >> 3;
    if (field.number == 0) return false;
    switch (tag & 7U) {
    case 0: field.type = WireField::Type::Varint; return stream_.ReadVarint64(&field.value);
    case 1: field.type = WireField::Type::Fixed64; return stream_.ReadLittleEndian64(&field.value);
    case 5: {
        field.type = WireField::Type::Fixed32;
        std::uint32_t value = 0;
        if (!stream_.ReadLittleEndian32(&value)) return false;
        field.value = value;
        return true;
    }
    case 2: {
        field.type = WireField::Type::Bytes;
        std::uint32_t length = 0;
        if (!stream_.ReadVarint32(&length)) return false;
        if (length > static_cast<std::uint32_t>(size_ - stream_.CurrentPosition())) return false;
        const void* data = nullptr;
        int left = 0;
        if (length > 0 && !stream_.GetDirectBufferPointer(&data, &left)) return false;
        field.bytes = {static_cast<const char*>(data), length};
        return stream_.Skip(static_cast<int>(length));
    }
    default: // groups, which neither schema has
        return false;
    }
}

bool appendVarints(const WireField& field, std::vector<std::uint64_t>& values) {
    if (field.type != WireField::Type::Bytes) {
        values.push_back(field.value);
        return true;
    }
    const int size = static_cast<int>(field.bytes.size());
    CodedInputStream packed(reinterpret_cast<const std::uint8_t*>(field.bytes.data()), size);
    while (packed.CurrentPosition() < size) {
        std::uint64_t value = 0;
        if (!packed.ReadVarint64(&value)) return false;
        values.push_back(value);
    }
    return true;
}

double doubleOf(const WireField& field) { return std::bit_cast<double>(field.value); }

double floatOf(const WireField& field) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(field.value)));
}

std::int64_t zigzag(std::uint64_t value) {
    return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

} // namespace strata::exchange
