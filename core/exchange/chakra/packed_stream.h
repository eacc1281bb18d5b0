// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <streambuf>
#include <vector>

struct gzFile_s;

namespace strata::exchange {

/// Reads a file, plain or gzip, a piece at a time.
class PackedBuffer final : public std::streambuf {
public:
    explicit PackedBuffer(const std::filesystem::path& path);

    bool isOpen() const { return file_ != nullptr; }
    bool isDamaged() const { return damaged_; }    ///< the compressed data ended early or makes no sense
    std::uint64_t bytes() const { return bytes_; } ///< unpacked so far
    void stopAt(std::uint64_t most) { most_ = most; }
    bool isTooLarge() const { return bytes_ > most_; }

private:
    int_type underflow() override;

    struct Close {
        void operator()(gzFile_s* file) const;
    };
    std::unique_ptr<gzFile_s, Close> file_;
    std::vector<char> piece_;
    std::uint64_t bytes_ = 0, most_ = ~std::uint64_t{0};
    bool damaged_ = false;
};

} // namespace strata::exchange
