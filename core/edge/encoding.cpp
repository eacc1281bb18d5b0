// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/encoding.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace strata::edge {
namespace {

/// Numbers of a text between separators; empty where something else stands in it.
std::vector<int> numbersOf(std::string_view text, char separator) {
    std::vector<int> numbers;
    while (!text.empty()) {
        int value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc()) return {};
        numbers.push_back(value);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (text.empty()) break;
        if (text.front() != separator || text.size() == 1) return {};
        text.remove_prefix(1);
    }
    return numbers;
}

/// A list as JSON and Python write it, "[7, 8, 1]", with that separator and no brackets; other texts as they are.
std::string listOf(std::string_view text, char separator) {
    if (!text.starts_with('[') || !text.ends_with(']')) return std::string(text);
    std::string list;
    for (const char c : text.substr(1, text.size() - 2))
        if (c != ' ') list += c == ',' ? separator : c;
    return list;
}

/// An object of lists as JSON and Python write it, "{'ks': [3, 5], 'd': [2]}", as "ks35;d2"; other texts as they are.
/// Members without a list or a number, such as None, go.
std::string membersOf(std::string_view text) {
    if (!text.starts_with('{') || !text.ends_with('}')) return std::string(text);
    const bool plain = std::ranges::all_of(text.substr(1, text.size() - 2), [](unsigned char c) {
        return std::isalnum(c) != 0 ||
               std::string_view("[],:'\" ").find(static_cast<char>(c)) != std::string_view::npos;
    });
    if (!plain) return std::string(text);
    std::string members, member;
    bool in_list = false, counted = false;
    const auto end = [&] {
        if (counted) members += (members.empty() ? "" : ";") + member;
        member.clear();
        counted = false;
    };
    for (const char c : text.substr(1, text.size() - 2)) {
        if (c == '[' || c == ']') in_list = c == '[';
        if (c == ',' && !in_list) end();
        counted |= c >= '0' && c <= '9';
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')) member += c;
    }
    end();
    return members;
}

// FBNet (B. Wu et al., CVPR 2019): 22 layers of nine blocks.
constexpr std::size_t kLayers = 22, kBlocks = 9;

std::vector<std::string> chainNames() {
    std::vector<std::string> names;
    for (std::size_t layer = 0; layer < kLayers; ++layer)
        for (std::size_t block = 0; block < kBlocks; ++block)
            names.push_back("layer " + std::to_string(layer) + " block " + std::to_string(block));
    return names;
}

std::vector<double> chainFeatures(std::string_view text) {
    const std::vector<int> blocks = numbersOf(listOf(text, '-'), '-');
    if (blocks.size() != kLayers) return {};
    std::vector<double> f(kLayers * kBlocks, 0.0);
    for (std::size_t i = 0; i < kLayers; ++i) {
        if (blocks[i] < 0 || blocks[i] >= static_cast<int>(kBlocks)) return {};
        f[i * kBlocks + static_cast<std::size_t>(blocks[i])] = 1;
    }
    return f;
}

// Once-for-all (H. Cai et al., ICLR 2020), the space of MobileNetV3: five stages of up to four layers.
constexpr std::size_t kStages = 5, kDeepest = 4;
constexpr std::array<char, 3> kKernels{'3', '5', '7'}, kRatios{'3', '4', '6'};
constexpr double kUsualEdge = 224; ///< pixels

std::vector<std::string> elasticNames() {
    std::vector<std::string> names;
    for (const std::string_view what : {"", " by area"})
        for (std::size_t i = 0; i < kStages * kDeepest; ++i)
            for (const char kernel : kKernels)
                for (const char ratio : kRatios)
                    names.push_back("layer " + std::to_string(i) + " k" + kernel + " e" + ratio + std::string(what));
    names.emplace_back("area");
    names.emplace_back("edge");
    return names;
}

std::vector<double> elasticFeatures(std::string_view written) {
    const std::string plain = membersOf(written);
    std::string_view text = plain;
    constexpr std::size_t kSlots = kStages * kDeepest, kFirst = kSlots * 9;
    const auto take = [&](char letter, std::size_t digits) -> std::string_view {
        if (text.empty() || text.front() != letter) return {};
        std::size_t start = 1;
        while (start < text.size() && (text[start] < '0' || text[start] > '9'))
            ++start;
        const std::size_t end = std::min(text.find(';'), text.size());
        const std::string_view value = end > start ? text.substr(start, end - start) : std::string_view();
        text.remove_prefix(std::min(text.size(), end + 1));
        return digits == 0 || value.size() == digits ? value : std::string_view();
    };
    const std::string_view kernels = take('k', kSlots), ratios = take('e', kSlots), depths = take('d', kStages),
                           edge = take('r', 0);
    const std::vector<int> size = numbersOf(edge, ' ');
    if (kernels.empty() || ratios.empty() || depths.empty() || size.size() != 1 || size[0] < 1) return {};
    const double share = size[0] / kUsualEdge, area = share * share;
    std::vector<double> f(2 * kFirst, 0.0);
    for (std::size_t i = 0; i < kSlots; ++i) {
        const auto kernel = std::ranges::find(kKernels, kernels[i]) - kKernels.begin();
        const auto ratio = std::ranges::find(kRatios, ratios[i]) - kRatios.begin();
        const int depth = depths[i / kDeepest] - '0';
        if (kernel == 3 || ratio == 3 || depth < 0 || depth > static_cast<int>(kDeepest)) return {};
        if (static_cast<int>(i % kDeepest) >= depth) continue;
        const std::size_t place = i * 9 + static_cast<std::size_t>(kernel * 3 + ratio);
        f[place] = 1;
        f[kFirst + place] = area - 1;
    }
    f.push_back(area);
    f.push_back(share);
    return f;
}

} // namespace

std::span<const EncodingSpace> encodingSpaces() {
    static constexpr std::array kSpaces{
        EncodingSpace{"nas-bench-201", "Cells of NAS-Bench-201", "|op~0|+|op~0|op~1|+|op~0|op~1|op~2|",
                      cellFeatureNames, cellFeatures, 48, 57},
        EncodingSpace{"fbnet", "Chains of FBNet", "22 numbers from 0 to 8, separated by dashes", chainNames,
                      chainFeatures, 0, kLayers * kBlocks},
        EncodingSpace{"ofa", "Networks of once-for-all MobileNetV3", "ks20 digits;e20 digits;d5 digits;rPIXELS",
                      elasticNames, elasticFeatures, 0, 362}};
    return kSpaces;
}

const EncodingSpace* encodingSpaceNamed(std::string_view id) {
    const auto spaces = encodingSpaces();
    const auto found = std::ranges::find(spaces, id, &EncodingSpace::id);
    return found == spaces.end() ? nullptr : &*found;
}

Result<std::vector<double>> encodingFeatures(const EncodingSpace& space, std::string_view text,
                                             std::string_view pointer) {
    std::vector<double> features = space.features(text);
    if (!features.empty()) return features;
    return Error{"bad-value",
                 std::string(pointer),
                 {"error.no-encoding", {{"value", text}, {"id", space.id}}},
                 verbatim(std::string(space.form)),
                 {}};
}

} // namespace strata::edge
