// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/point_lines.h"

#include "core/base/json.h"

#include <bit>
#include <charconv>
#include <nlohmann/json.hpp>

namespace strata::explore {
namespace {

constexpr std::size_t kDigits = 16; ///< of a number's bits

std::string digitsOf(std::span<const double> numbers) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text;
    text.reserve(numbers.size() * kDigits);
    for (const double number : numbers) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        for (int shift = 60; shift >= 0; shift -= 4)
            text += kHex[(bits >> shift) & 0xF];
    }
    return text;
}

Error bad(const char* member) {
    return {"bad-value", std::string("/") + member, {"error.points-line-is-broken"}, {"accepted.line-of-points"}, {}};
}

/// The numbers of a member; nothing where it is no text of whole numbers, `width` to a point.
Result<std::vector<double>> numbersOf(const Json& line, const char* member, std::size_t width) {
    const auto found = line.find(member);
    if (found == line.end() || !found->is_string()) return bad(member);
    const std::string& text = found->get_ref<const std::string&>();
    if (width == 0 || text.empty() || text.size() % (kDigits * width) != 0) return bad(member);
    std::vector<double> numbers;
    numbers.reserve(text.size() / kDigits);
    for (const char* at = text.data(); at != text.data() + text.size(); at += kDigits) {
        std::uint64_t bits = 0;
        const auto [end, failure] = std::from_chars(at, at + kDigits, bits, 16);
        if (failure != std::errc() || end != at + kDigits) return bad(member);
        numbers.push_back(std::bit_cast<double>(bits));
    }
    return numbers;
}

Result<std::uint64_t> firstOf(const Json& line) {
    const auto found = line.is_object() ? line.find("first") : line.end();
    if (found == line.end() || !found->is_number_unsigned()) return bad("first");
    return found->get<std::uint64_t>();
}

} // namespace

std::string lineOf(const PointQuestion& question) {
    return Json{{"first", question.first}, {"coordinates", digitsOf(question.coordinates)}}.dump();
}

Result<PointQuestion> readPointQuestion(std::string_view line, std::size_t width) {
    const auto document = parseJson(line, "");
    if (!document) return document.error();
    const auto first = firstOf(*document);
    if (!first) return first.error();
    auto coordinates = numbersOf(*document, "coordinates", width);
    if (!coordinates) return coordinates.error();
    return PointQuestion{*first, *std::move(coordinates)};
}

std::string lineOf(const PointBlock& block) {
    return Json{{"first", block.first}, {"rows", digitsOf(block.rows)}, {"reasons", block.reasons}}.dump(
        -1, ' ', false, Json::error_handler_t::replace);
}

Result<PointBlock> readPointBlock(std::string_view line, std::size_t width) {
    const auto document = parseJson(line, "");
    if (!document) return document.error();
    const auto first = firstOf(*document);
    if (!first) return first.error();
    auto rows = numbersOf(*document, "rows", width);
    if (!rows) return rows.error();
    PointBlock block{*first, rows->size() / width, *std::move(rows), {}};
    const auto reasons = document->find("reasons");
    if (reasons == document->end() || !reasons->is_array() || reasons->size() != block.count) return bad("reasons");
    for (const Json& reason : *reasons) {
        if (!reason.is_string()) return bad("reasons");
        block.reasons.push_back(reason.get<std::string>());
    }
    return block;
}

std::string greetingOf(const ExploreRequest& request) {
    return Json{{"answers", request.sha256}, {"answered_by", request.answered_by}, {"metrics", request.metrics}}.dump();
}

} // namespace strata::explore
