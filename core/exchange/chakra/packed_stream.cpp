// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/chakra/packed_stream.h"

#include <zlib.h>

namespace strata::exchange {

constexpr std::size_t kPiece = std::size_t{1} << 18;

void PackedBuffer::Close::operator()(gzFile_s* file) const { gzclose_r(file); }

PackedBuffer::PackedBuffer(const std::filesystem::path& path) : file_(gzopen(path.c_str(), "rb")), piece_(kPiece) {}

PackedBuffer::int_type PackedBuffer::underflow() {
    if (!file_ || damaged_ || isTooLarge()) return traits_type::eof();
    const int read = gzread(file_.get(), piece_.data(), static_cast<unsigned>(piece_.size()));
    if (read <= 0) {
        int status = Z_OK;
        gzerror(file_.get(), &status);
        damaged_ = read < 0 || (status != Z_OK && status != Z_STREAM_END);
        return traits_type::eof();
    }
    bytes_ += static_cast<std::uint64_t>(read);
    setg(piece_.data(), piece_.data(), piece_.data() + read);
    return traits_type::to_int_type(piece_.front());
}

} // namespace strata::exchange
