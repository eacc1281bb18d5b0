// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/assembly.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <Zydis/Zydis.h>

namespace strata::cpu::assembly {
namespace {

bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '@'; }

std::string small(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

/// Decimal, 0x1f or 1fh, with a sign.
std::optional<std::int64_t> numberOf(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        base = 16;
        text.remove_prefix(2);
    } else if (text.size() > 1 && (text.ends_with('h') || text.ends_with('H')) &&
               std::isdigit(static_cast<unsigned char>(text.front())) != 0) {
        base = 16;
        text.remove_suffix(1);
    }
    std::uint64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return static_cast<std::int64_t>(negative ? ~value + 1 : value);
}

/// Modulo 2^64, as addresses are.
std::int64_t sumOf(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
std::int64_t negated(std::int64_t value) { return static_cast<std::int64_t>(~static_cast<std::uint64_t>(value) + 1); }

struct Size {
    std::string_view word;
    int bytes;
};
constexpr std::array kSizes{Size{"byte", 1},     Size{"word", 2},    Size{"dword", 4},    Size{"fword", 6},
                            Size{"qword", 8},    Size{"tbyte", 10},  Size{"xmmword", 16}, Size{"oword", 16},
                            Size{"ymmword", 32}, Size{"zmmword", 64}};

/// Reads a text from its beginning.
class OperandReader {
public:
    OperandReader(std::string_view text, std::size_t at, Statement& statement, Fault& fault)
        : text_(text), at_(at), statement_(statement), fault_(fault) {}

    bool operand() {
        skip();
        Operand operand;
        operand.at = here();
        if (done()) return fail({"error.assembly-operand-missing"});
        const bool read = statement_.att ? att(operand) : intel(operand);
        if (!read) return false;
        if (!decorations(operand)) return false;
        skip();
        if (!done()) return fail({"error.assembly-unexpected", {{"text", std::string(characterAt(text_, place_))}}});
        statement_.operands.push_back(std::move(operand));
        return true;
    }

private:
    std::size_t here() const { return at_ + place_; }
    bool done() const { return place_ >= text_.size(); }
    char peek() const { return done() ? '\0' : text_[place_]; }
    void skip() {
        while (!done() && isSpace(text_[place_]))
            ++place_;
    }
    bool take(char c) {
        skip();
        if (peek() != c) return false;
        ++place_;
        return true;
    }
    std::string_view word() {
        skip();
        const std::size_t begin = place_;
        while (!done() && isWord(text_[place_]))
            ++place_;
        return text_.substr(begin, place_ - begin);
    }
    bool fail(Message what) {
        fault_ = {here(), std::move(what)};
        return false;
    }
    bool failAt(std::size_t at, Message what) {
        fault_ = {at, std::move(what)};
        return false;
    }

    /// A sign and a word that is a number; a name is a label.
    bool numberOrLabel(Operand& operand) {
        skip();
        const std::size_t begin = here();
        const bool negative = peek() == '-';
        if (negative || peek() == '+') ++place_;
        const std::string_view text = word();
        if (const auto value = numberOf(text)) {
            operand.kind = Operand::Kind::Number;
            operand.number = negative ? negated(*value) : *value;
            return true;
        }
        if (text.empty() || negative || std::isdigit(static_cast<unsigned char>(text.front())) != 0)
            return failAt(begin,
                          {"error.assembly-no-operand",
                           {{"text", text.empty() ? std::string(text_.substr(begin - at_)) : std::string(text)}}});
        operand.kind = Operand::Kind::Label;
        operand.label = text;
        return true;
    }

    bool registerWord(std::string_view text, std::size_t at, Operand& operand) {
        operand.name = registerNamed(small(text));
        if (operand.name == 0) return failAt(at, {"error.assembly-no-register", {{"name", text}}});
        operand.kind = Operand::Kind::Register;
        return true;
    }

    bool intel(Operand& operand) {
        const std::size_t begin = place_;
        const std::string first = small(word());
        if (const auto* size = std::ranges::find(kSizes, first, &Size::word); size != kSizes.end()) {
            operand.bytes = size->bytes;
            const std::size_t behind = place_;
            if (small(word()) != "ptr") place_ = behind;
            skip();
            if (peek() != '[') return fail({"error.assembly-memory-expected"});
        } else if (registerNamed(first) != 0) {
            return registerWord(first, at_ + begin, operand);
        } else {
            place_ = begin;
        }
        if (!take('[')) return numberOrLabel(operand);
        operand.kind = Operand::Kind::Memory;
        for (bool first_term = true;; first_term = false) {
            skip();
            const char sign = peek();
            if (sign == ']') break;
            if (sign == '+' || sign == '-')
                ++place_;
            else if (!first_term)
                return fail({"error.assembly-address"});
            if (!term(operand, sign == '-')) return false;
        }
        ++place_;
        return true;
    }

    /// A register, with a scale before or behind it, or a number of an address.
    bool term(Operand& operand, bool negative) {
        skip();
        const std::size_t begin = here();
        const std::string text = small(word());
        const auto number = numberOf(text);
        std::string factor;
        if (take('*')) factor = small(word());
        const std::string& name = number && !factor.empty() ? factor : text;
        const auto scale = factor.empty() ? std::optional<std::int64_t>(1) : number ? number : numberOf(factor);
        if (number && factor.empty()) {
            operand.number = sumOf(operand.number, negative ? negated(*number) : *number);
            return true;
        }
        const int found = registerNamed(name);
        if (found == 0) return failAt(begin, {"error.assembly-no-register", {{"name", name}}});
        if (!scale || negative) return failAt(begin, {"error.assembly-address"});
        return addRegister(operand, found, static_cast<int>(std::clamp<std::int64_t>(*scale, 0, 99)), !factor.empty(),
                           begin);
    }

    bool addRegister(Operand& operand, int name, int scale, bool scaled, std::size_t at) {
        if (!scaled && operand.base == 0) {
            operand.base = name;
            return true;
        }
        if (operand.index != 0 || (scale != 1 && scale != 2 && scale != 4 && scale != 8))
            return failAt(at, {"error.assembly-address"});
        operand.index = name;
        operand.scale = scale;
        return true;
    }

    bool attRegister(int& name) {
        const std::size_t begin = here();
        if (!take('%')) return fail({"error.assembly-address"});
        const std::string text = small(word());
        name = registerNamed(text);
        return name != 0 || failAt(begin, {"error.assembly-no-register", {{"name", text}}});
    }

    bool branches() const {
        const std::string& name = statement_.name;
        return name.starts_with('j') || name.starts_with("call") || name.starts_with("loop") || name == "xbegin";
    }

    bool att(Operand& operand) {
        take('*');
        skip();
        if (peek() == '%') return attRegister(operand.name);
        if (take('$')) {
            const std::size_t begin = here();
            if (!numberOrLabel(operand)) return false;
            return operand.kind == Operand::Kind::Number ||
                   failAt(begin, {"error.assembly-no-operand", {{"text", operand.label}}});
        }
        if (peek() != '(' && !numberOrLabel(operand)) return false;
        if (!take('(')) {
            // A number without "$" is an address, but for branches, whose targets are written so.
            if (operand.kind == Operand::Kind::Number && !branches()) operand.kind = Operand::Kind::Memory;
            return true;
        }
        if (operand.kind == Operand::Kind::Label)
            return failAt(operand.at, {"error.assembly-no-operand", {{"text", operand.label}}});
        operand.kind = Operand::Kind::Memory;
        skip();
        if (peek() == '%' && !attRegister(operand.base)) return false;
        if (take(',')) {
            skip();
            if (peek() == '%' && !attRegister(operand.index)) return false;
            operand.scale = operand.index != 0 ? 1 : 0;
            if (take(',')) {
                const std::size_t begin = here();
                const auto scale = numberOf(word());
                if (!scale || (*scale != 1 && *scale != 2 && *scale != 4 && *scale != 8) || operand.index == 0)
                    return failAt(begin, {"error.assembly-address"});
                operand.scale = static_cast<int>(*scale);
            }
        }
        return take(')') || fail({"error.assembly-address"});
    }

    static bool isBroadcast(std::int64_t places) { return places == 2 || places == 4 || places == 8 || places == 16; }

    /// "{k1}", "{z}" and "{1to8}" behind an operand.
    bool decorations(Operand& operand) {
        while (take('{')) {
            const std::size_t begin = here();
            take('%');
            const std::string text = small(word());
            const int mask = registerNamed(text);
            if (text == "z")
                statement_.zeroing = true;
            else if (mask >= ZYDIS_REGISTER_K0 && mask <= ZYDIS_REGISTER_K7)
                statement_.mask = mask;
            else if (const auto places = text.starts_with("1to") ? numberOf(text.substr(3)) : std::nullopt;
                     places && operand.kind == Operand::Kind::Memory && isBroadcast(*places))
                operand.broadcast = static_cast<int>(*places);
            else
                return failAt(begin, {"error.assembly-unexpected", {{"text", text}}});
            if (!take('}')) return fail({"error.assembly-brace"});
        }
        // Zeroing says what becomes of places that a mask leaves out.
        if (statement_.zeroing && statement_.mask == 0) return fail({"error.assembly-unexpected", {{"text", "{z}"}}});
        return true;
    }

    std::string_view text_;
    std::size_t at_, place_ = 0;
    Statement& statement_;
    Fault& fault_;
};

} // namespace

int registerNamed(std::string_view name) {
    if (name.empty()) return 0;
    for (int i = ZYDIS_REGISTER_NONE + 1; i <= ZYDIS_REGISTER_MAX_VALUE; ++i) {
        const char* known = ZydisRegisterGetString(static_cast<ZydisRegister>(i));
        if (known != nullptr && name == known) return i;
    }
    return 0;
}

bool readOperand(std::string_view text, std::size_t at, Statement& statement, Fault& fault) {
    return OperandReader(text, at, statement, fault).operand();
}

} // namespace strata::cpu::assembly
