// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/imported_entry.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace strata::exchange {

std::string entryIdOf(std::string_view name) {
    constexpr std::size_t kLongest = 80;
    const std::size_t slash = name.find_last_of("/\\");
    if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
    std::string id;
    for (const char letter : name.substr(0, kLongest)) {
        const bool upper = letter >= 'A' && letter <= 'Z';
        const char lower = upper ? static_cast<char>(letter - 'A' + 'a') : letter;
        if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') || (lower == '.' && !id.empty()))
            id += lower;
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    while (!id.empty() && (id.back() == '-' || id.back() == '.'))
        id.pop_back();
    return id.empty() ? "imported" : id;
}

std::string nameOfFile(std::string_view file) {
    constexpr std::array<std::string_view, 4> kCommon{"config", "model", "model_quantized", "pytorch_model"};
    const std::filesystem::path path(file);
    const std::string stem = path.stem().string();
    const std::string folder = path.parent_path().filename().string();
    const bool common = std::find(kCommon.begin(), kCommon.end(), stem) != kCommon.end();
    return common && !folder.empty() && folder != "." ? folder : stem;
}

} // namespace strata::exchange
