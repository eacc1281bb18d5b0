// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/estimate_text.h"

#include "core/base/message_text.h"
#include "core/evaluate/estimate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

/// Whether a text stands in JSON as it is.
bool isPlain(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; });
}

/// Members by their names, the last of equal ones, as a document keeps them.
template <class List, class NameOf>
auto byName(const List& list, NameOf name_of) {
    std::map<std::string_view, const typename List::value_type*> sorted;
    for (const auto& item : list)
        sorted[name_of(item)] = &item;
    return sorted;
}

/// Whether its English text says all that the message holds.
bool isVerbatim(const Message& message) { return message.id == "verbatim"; }

/// Appends values as canonicalText() writes them; keys come in their order.
class Writer {
public:
    void open(char bracket) {
        separate();
        text_ += bracket;
        first_ = true;
    }
    void close(char bracket) {
        text_ += bracket;
        first_ = false;
    }
    void key(std::string_view name) {
        write(name);
        text_ += ':';
        first_ = true;
    }
    void write(std::string_view value) {
        separate();
        if (isPlain(value)) {
            text_ += '"';
            text_ += value;
            text_ += '"';
        } else {
            text_ += canonicalText(Json(value));
        }
    }
    void write(const std::string& value) { write(std::string_view(value)); }
    void write(double value) {
        separate();
        if (!std::isfinite(value)) {
            text_ += "null";
            return;
        }
        std::array<char, 64> digits{};
        text_.append(digits.data(), nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), value));
    }
    void write(std::int64_t value) {
        separate();
        std::array<char, 24> digits{};
        text_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
    }
    void write(bool value) {
        separate();
        text_ += value ? "true" : "false";
    }
    void write(const std::shared_ptr<const Message>& text) { write(messageText(*text)); }
    void write(const Json& document) {
        separate();
        text_ += canonicalText(document);
    }
    void write(std::monostate) {
        separate();
        text_ += "null";
    }
    template <class T>
    void member(std::string_view name, const T& value) {
        key(name);
        write(value);
    }
    void memberUnlessEmpty(std::string_view name, const std::string& value) {
        if (!value.empty()) member(name, value);
    }
    /// The English text, and beside it the message itself where it is more than that text.
    void memberUnlessEmpty(std::string_view name, const Message& message) {
        if (message.empty()) return;
        const std::string text = messageText(message);
        member(name, text);
        if (isVerbatim(message)) return;
        key(std::string(name) + "_message");
        write(message);
    }
    /// As toJson(Message) says, without a document on the way.
    void write(const Message& message) {
        open('{');
        key("arguments");
        writeArguments(message);
        member("id", message.id);
        close('}');
    }
    void writeArguments(const Message& message) {
        open('{');
        for (const auto& [name, argument] :
             byName(message.arguments, [](const Argument& a) { return std::string_view(a.name); })) {
            key(name);
            std::visit([this](const auto& value) { write(value); }, argument->value);
        }
        close('}');
    }
    void write(const Amount& amount) {
        open('{');
        member("unit", amount.unit);
        member("value", amount.value);
        close('}');
    }
    void write(const std::vector<Message>& messages) {
        open('[');
        for (const Message& message : messages)
            write(message);
        close(']');
    }
    std::string take() { return std::move(text_); }

private:
    void separate() {
        if (!first_) text_ += ',';
        first_ = false;
    }

    std::string text_;
    bool first_ = true; ///< nothing stands before in this object or list
};

void write(Writer& out, const Part& part) {
    out.open('{');
    out.member("category", name(part.category));
    if (!part.children.empty()) {
        out.key("children");
        out.open('[');
        for (const Part& child : part.children)
            write(out, child);
        out.close(']');
        out.member("combine", name(part.combine));
    }
    out.memberUnlessEmpty("formula", part.formula);
    out.member("id", part.id);
    out.memberUnlessEmpty("label", part.title);
    out.memberUnlessEmpty("source", part.source);
    out.member("value", part.value);
    out.close('}');
}

void write(Writer& out, const Table& table) {
    out.open('{');
    out.key("columns");
    out.open('[');
    for (const std::string& column : table.columns)
        out.write(column);
    out.close(']');
    out.key("rows");
    out.open('[');
    for (const auto& row : table.rows) {
        out.open('[');
        for (const Cell& cell : row)
            std::visit([&out](const auto& value) { out.write(value); }, cell);
        out.close(']');
    }
    out.close(']');
    out.close('}');
}

void write(Writer& out, const Metric& metric) {
    out.open('{');
    out.member("coverage", metric.coverage);
    out.member("high", metric.high);
    out.member("low", metric.low);
    out.member("value", metric.value);
    out.close('}');
}

void write(Writer& out, const CalibrationUse& use) {
    out.open('{');
    out.member("data", use.data);
    out.member("id", use.id);
    out.member("points", use.points);
    out.member("residual_p50", use.residual_p50);
    out.member("residual_p90", use.residual_p90);
    out.close('}');
}

void write(Writer& out, const Message& message) { out.write(message); }

template <class List>
void writeList(Writer& out, std::string_view key, const List& list) {
    out.key(key);
    out.open('[');
    for (const auto& item : list)
        write(out, item);
    out.close(']');
}

void write(Writer& out, const Note& note) {
    out.open('{');
    out.key("arguments");
    out.writeArguments(note.text);
    out.member("code", note.code);
    if (note.decides) out.member("decides", true);
    if (!note.fixes.empty()) {
        out.member("fix", alternativesText(note.fixes));
        writeList(out, "fixes", note.fixes);
    }
    out.member("id", note.text.id);
    out.member("level", name(note.level));
    out.memberUnlessEmpty("pointer", note.pointer);
    out.member("text", messageText(note.text));
    out.close('}');
}

template <class Sorted, class WriteOne>
void writeNamed(Writer& out, std::string_view key, const Sorted& sorted, WriteOne write_one) {
    out.key(key);
    out.open('{');
    for (const auto& [name, item] : sorted) {
        out.key(name);
        write_one(*item);
    }
    out.close('}');
}

void writeMetrics(Writer& out, const Estimate& estimate) {
    writeNamed(out, "metrics", byName(estimate.metrics, [](const Metric& m) { return std::string_view(m.name); }),
               [&out](const Metric& metric) { write(out, metric); });
}

} // namespace

std::string metricsText(const Estimate& estimate) {
    Writer out;
    out.open('{');
    out.member("kind", estimate.kind);
    out.member("method", estimate.method);
    writeMetrics(out, estimate);
    out.member("request_sha256", estimate.request_sha256);
    out.member("valid", estimate.valid);
    out.close('}');
    return out.take();
}

std::string estimateText(const Estimate& estimate) {
    Writer out;
    out.open('{');
    writeList(out, "calibrations", estimate.calibrations);
    out.memberUnlessEmpty("facts_sha256", estimate.facts_sha256);
    out.member("kind", estimate.kind);
    out.member("method", estimate.method);
    out.memberUnlessEmpty("method_version", estimate.method_version);
    writeMetrics(out, estimate);
    writeList(out, "notes", estimate.notes);
    writeNamed(out, "parts", byName(estimate.parts, [](const auto& root) { return std::string_view(root.first); }),
               [&out](const auto& root) { write(out, root.second); });
    out.member("program", std::string_view(STRATA_VERSION));
    out.member("request_sha256", estimate.request_sha256);
    writeNamed(out, "tables", byName(estimate.tables, [](const Table& t) { return std::string_view(t.name); }),
               [&out](const Table& table) { write(out, table); });
    out.member("valid", estimate.valid);
    out.close('}');
    return out.take();
}

Json toJson(const Estimate& estimate) { return Json::parse(estimateText(estimate)); }

} // namespace strata
