// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/assembly.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace strata::cpu::assembly {
namespace {

constexpr std::array<std::string_view, 6> kPrefixes{"lock", "rep", "repe", "repz", "repne", "repnz"};

bool isBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool isNamePart(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '@' || c == '$';
}

/// From `begin` to the end of the line, without a comment.
std::size_t endOfLine(std::string_view text, std::size_t begin, std::size_t& next) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    next = end + 1;
    const std::string_view line = text.substr(begin, end - begin);
    return begin + std::min({line.size(), line.find('#'), line.find("//")});
}

class ListingReader {
public:
    ListingReader(std::string_view text, Listing& listing, Fault& fault)
        : text_(text), listing_(listing), fault_(fault) {}

    bool read() {
        for (std::size_t begin = 0, next = 0; begin < text_.size(); begin = next) {
            const std::size_t end = endOfLine(text_, begin, next);
            const bool att = text_.substr(begin, end - begin).find('%') != std::string_view::npos;
            for (std::size_t from = begin; from < end;) {
                const std::size_t to = std::min(text_.substr(0, end).find(';', from), end);
                if (!statement(from, to, att)) return false;
                from = to + 1;
            }
        }
        return true;
    }

private:
    bool fail(std::size_t at, Message what) {
        fault_ = {at, std::move(what)};
        return false;
    }
    void skip(std::size_t& at, std::size_t end) const {
        while (at < end && isBlank(text_[at]))
            ++at;
    }
    std::string word(std::size_t& at, std::size_t end) const {
        const std::size_t begin = at;
        while (at < end && isNamePart(text_[at]))
            ++at;
        return std::string(text_.substr(begin, at - begin));
    }

    bool statement(std::size_t at, std::size_t end, bool att) {
        Statement statement;
        statement.att = att;
        for (;;) {
            skip(at, end);
            statement.at = at;
            if (at == end) return statement.prefixes.empty() || fail(at, {"error.assembly-instruction-missing"});
            const std::string text = word(at, end);
            if (text.empty())
                return fail(at, {"error.assembly-unexpected", {{"text", std::string(characterAt(text_, at))}}});
            if (at < end && text_[at] == ':') {
                listing_.labels.push_back({text, listing_.statements.size()});
                ++at;
                continue;
            }
            statement.name = text;
            std::ranges::transform(statement.name, statement.name.begin(),
                                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
            if (std::ranges::find(kPrefixes, statement.name) == kPrefixes.end()) break;
            statement.prefixes.push_back(statement.name);
        }
        if (!operands(at, end, statement)) return false;
        // AT&T writes the destination last.
        if (att) std::ranges::reverse(statement.operands);
        listing_.statements.push_back(std::move(statement));
        return true;
    }

    /// Commas part operands, but not inside brackets.
    bool operands(std::size_t at, std::size_t end, Statement& statement) {
        skip(at, end);
        if (at == end) return true;
        int depth = 0;
        for (std::size_t from = at, i = at;; ++i) {
            const char c = i < end ? text_[i] : ',';
            if (c == '[' || c == '(' || c == '{') ++depth;
            if (c == ']' || c == ')' || c == '}') --depth;
            if (i < end && (c != ',' || depth > 0)) continue;
            if (!readOperand(text_.substr(from, i - from), from, statement, fault_)) return false;
            if (i == end) return true;
            from = i + 1;
        }
    }

    std::string_view text_;
    Listing& listing_;
    Fault& fault_;
};

} // namespace

std::string_view characterAt(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        ++end;
    return text.substr(at, end - at);
}

bool readListing(std::string_view text, Listing& listing, Fault& fault) {
    return ListingReader(text, listing, fault).read();
}

} // namespace strata::cpu::assembly
