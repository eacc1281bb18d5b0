// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/packed_text.h"

#include <memory>
#include <zlib.h>

namespace strata::exchange {
namespace {

constexpr std::size_t kMostBytes = std::size_t{256} << 20;

} // namespace

/// gzread() passes a file through that is not compressed.
Result<std::string> readPackedText(const std::filesystem::path& path) {
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
    const Error unreadable{"unreadable-file",
                           "",
                           {"error.cannot-read", {{"file", path.string()}}},
                           {"accepted.csv-file-plain-or-gzip"},
                           path.string()};
    if (!file) return unreadable;
    std::string text;
    std::string block(std::size_t{1} << 16, '\0');
    for (;;) {
        const int got = gzread(file.get(), block.data(), static_cast<unsigned>(block.size()));
        if (got < 0) return unreadable;
        if (got == 0) return text;
        text.append(block, 0, static_cast<std::size_t>(got));
        if (text.size() > kMostBytes) {
            return Error{"too-large",
                         "",
                         {"error.has-more-than-256-mib-unpacked", {{"path", path.string()}}},
                         {"accepted.smaller-table"},
                         path.string()};
        }
    }
}

} // namespace strata::exchange
