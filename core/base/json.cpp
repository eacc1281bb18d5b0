// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

// Far deeper than any document of ours; keeps recursive walks over a document off the end of the stack.
constexpr std::size_t kMaximumDepth = 64;

Message lineAndColumn(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte, text.size()));
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return {"error.line-and-column",
            {{"line", lines + 1}, {"column", std::max<std::size_t>(before.size() - line_start, 1)}}};
}

/// The library's explanation without its own prefix "[json.exception...] parse error at line 1, column 2: ".
std::string reason(std::string_view what) {
    const std::size_t prefix = what.find("; last read: ");
    std::string_view kept = what;
    for (const std::string_view lead : {"syntax error while parsing ", "syntax error ", "parse error: "}) {
        if (const std::size_t at = kept.find(lead); at != std::string_view::npos) {
            kept = what.substr(at + lead.size());
            break;
        }
    }
    if (const std::size_t at = kept.find("] "); prefix == std::string_view::npos && at != std::string_view::npos) {
        kept = kept.substr(at + 2);
    }
    return std::string(kept);
}

/// Builds the document while it refuses what a tree of JSON values would silently lose or never survive.
class DocumentBuilder final : public nlohmann::json_sax<Json> {
public:
    DocumentBuilder(std::string_view text, Json& root) : text_(text), root_(root) {}

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t&) override { return put(value); }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        Json& object = *open_.back();
        if (object.contains(name)) {
            fail("duplicate-key", {"error.key-appears-twice", {{"name", name}}}, {"accepted.each-key-once"});
            error.pointer = here() + "/" + pointerStep(name);
            return false;
        }
        member_ = &object[name];
        path_.back() = name;
        return true;
    }

    bool parse_error(std::size_t byte, const std::string& token, const nlohmann::detail::exception& failure) override {
        if (failure.id == 406) {
            fail("bad-value", {"error.number-out-range", {{"number", token}, {"place", lineAndColumn(text_, byte)}}},
                 {"accepted.magnitudes-up-to-1-8e308"});
            error.pointer = valuePointer();
            return false;
        }
        fail("malformed-json",
             {"error.malformed-json-at", {{"place", lineAndColumn(text_, byte)}, {"what", reason(failure.what())}}},
             {"accepted.one-json-document"});
        return false;
    }

    Error error;

private:
    void fail(std::string code, Message text, Message expected) {
        error.code = std::move(code);
        error.text = std::move(text);
        error.expected = std::move(expected);
    }

    Json* place(Json value) {
        if (open_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        Json& container = *open_.back();
        if (container.is_object()) {
            *member_ = std::move(value);
            return member_;
        }
        container.push_back(std::move(value));
        return &container.back();
    }

    bool put(Json value) {
        place(std::move(value));
        return true;
    }

    bool open(Json container) {
        if (open_.size() == kMaximumDepth) {
            fail("too-deep", {"error.nested-deeper-than-levels", {{"levels", kMaximumDepth}}},
                 {"accepted.at-most-levels", {{"levels", kMaximumDepth}}});
            return false;
        }
        open_.push_back(place(std::move(container)));
        path_.emplace_back();
        return true;
    }

    bool close() {
        open_.pop_back();
        path_.pop_back();
        return true;
    }

    /// Pointer of the innermost open container.
    std::string here() const {
        std::string pointer;
        for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
            pointer += "/" + (open_[i]->is_array() ? std::to_string(open_[i]->size() - 1) : pointerStep(path_[i]));
        }
        return pointer;
    }

    /// Pointer of the value that was about to be placed.
    std::string valuePointer() const {
        if (open_.empty()) return {};
        const Json& container = *open_.back();
        return here() + "/" + (container.is_array() ? std::to_string(container.size()) : pointerStep(path_.back()));
    }

    std::string_view text_;
    Json& root_;
    std::vector<Json*> open_;       // containers from the root inwards
    std::vector<std::string> path_; // member of each that is being read; unused for arrays
    Json* member_ = nullptr;
};

} // namespace

Result<Json> parseJson(std::string_view text, std::string_view file) {
    if (text.size() > kMaximumJsonBytes) {
        return Error{"too-large",
                     "",
                     {"error.document-has-bytes", {{"bytes", text.size()}}},
                     {"accepted.at-most-bytes", {{"most", kMaximumJsonBytes}}},
                     std::string(file)};
    }
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) { // the parser would end there
        return Error{"malformed-json",
                     "",
                     {"error.malformed-json-at-zero-byte", {{"place", lineAndColumn(text, nul + 1)}}},
                     {"accepted.one-json-document"},
                     std::string(file)};
    }
    Json document;
    DocumentBuilder builder(text, document);
    if (Json::sax_parse(text.begin(), text.end(), &builder)) return document;
    builder.error.file = std::string(file);
    return builder.error;
}

std::string canonicalText(const Json& document) {
    return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace strata
