// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <string>
#include <string_view>

namespace strata::exchange {

/// Writes one protobuf message field by field; call text() once, at the end.
class WireWriter {
public:
    WireWriter() : stream_(&text_), out_(&stream_) {}

    WireWriter& whole(std::uint32_t field, std::uint64_t value) {
        out_.WriteTag(field << 3 | kVarint);
        out_.WriteVarint64(value);
        return *this;
    }
    WireWriter& bytes(std::uint32_t field, std::string_view value) {
        out_.WriteTag(field << 3 | kBytes);
        out_.WriteVarint32(static_cast<std::uint32_t>(value.size()));
        out_.WriteRaw(value.data(), static_cast<int>(value.size()));
        return *this;
    }
    std::string text() {
        out_.Trim();
        return text_;
    }

private:
    static constexpr std::uint32_t kVarint = 0, kBytes = 2;

    std::string text_;
    google::protobuf::io::StringOutputStream stream_;
    google::protobuf::io::CodedOutputStream out_;
};

} // namespace strata::exchange
