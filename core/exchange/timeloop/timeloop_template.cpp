// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_files.h"

#include <algorithm>
#include <filesystem>

namespace strata::exchange::detail {
namespace {

constexpr std::size_t kMostText = std::size_t{1} << 20;
constexpr int kDeepestInclude = 8, kMostIncludes = 1000;

/// The first text in quotes.
std::string_view quoted(std::string_view text) {
    const std::size_t begin = text.find_first_of("'\"");
    if (begin == std::string_view::npos) return {};
    const std::size_t end = text.find(text[begin], begin + 1);
    return end == std::string_view::npos ? std::string_view() : text.substr(begin + 1, end - begin - 1);
}

std::string fileNameOf(std::string_view path) { return std::filesystem::path(path).filename().string(); }

} // namespace

namespace {

using Texts = std::span<const std::pair<std::string, std::string>>;

/// @param includes number of texts that were included so far: each may include many
Result<std::string> textWithIncludes(std::string_view text, const std::string& file, Texts texts,
                                     std::vector<Message>& notes, int depth, int& includes) {
    std::string plain, passed;
    std::size_t line = 1;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find("{{"), text.size());
        plain += text.substr(0, open);
        line +=
            static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(open), '\n'));
        text.remove_prefix(open);
        if (text.empty()) break;
        const std::size_t close = text.find("}}");
        if (close == std::string_view::npos) break;
        const std::string_view call = text.substr(2, close - 2);
        text.remove_prefix(close + 2);
        if (call.find("include_text") == std::string_view::npos) {
            // What another file says under a key is read where that file itself is given.
            plain += call.find("include") == std::string_view::npos ? "" : "null";
            if (call.find("add_to_path") == std::string_view::npos)
                passed += (passed.empty() ? "" : ", ") + ("line " + std::to_string(line) + ": ") +
                          std::string(call.substr(0, 80));
            continue;
        }
        const std::string name = fileNameOf(quoted(call));
        const auto included =
            std::ranges::find_if(texts, [&](const auto& given) { return fileNameOf(given.second) == name; });
        if (included == texts.end() || depth >= kDeepestInclude || ++includes > kMostIncludes)
            return Error{
                "missing",
                {},
                {"error.on-line", {{"line", line}, {"error", Message{"error.includes-file", {{"name", name}}}}}},
                {"accepted.included-file-beside"},
                file};
        auto inner = textWithIncludes(included->first, included->second, texts, notes, depth + 1, includes);
        if (!inner) return inner;
        plain += *inner;
        if (plain.size() > kMostText)
            return Error{"too-large", {}, {"error.description-too-large"}, {"accepted.at-most-1-mib"}, file};
    }
    plain += text;
    if (!passed.empty()) notes.push_back({"note.import-template", {{"file", fileNameOf(file)}, {"calls", passed}}});
    return plain;
}

} // namespace

Result<std::string> timeloopText(std::string_view text, const std::string& file, Texts texts,
                                 std::vector<Message>& notes) {
    int includes = 0;
    return textWithIncludes(text, file, texts, notes, 0, includes);
}

} // namespace strata::exchange::detail
