// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace strata {

/// How a slider or a sweep steps through a number.
enum class Scale { Linear, Log2, Log10 };

struct ObjectSchema;

/// What holds where a document does not state a member: a value as the document would state it, or a rule.
struct Default {
    std::variant<std::monostate, bool, double, std::string> value{};
    std::string rule; ///< in words that complete "Default: ...", where no one value holds for all documents

    bool isStated() const { return value.index() != 0 || !rule.empty(); }
};

/// What one member of a JSON object may be. One table of these validates documents, prints JSON Schema and
/// generates the parameters panel, so that a range or a unit is written down once.
struct Field {
    enum class Type { Number, Integer, Text, Choice, Flag, Object, List, Map, Any };

    std::string key;
    Type type = Type::Number;
    std::string title; ///< what people read; sentence case
    std::string unit;  ///< of the stored number, "" for a count; see quantity.h
    std::string help;  ///< one sentence
    bool required = false;
    double minimum = -std::numeric_limits<double>::infinity();
    double maximum = std::numeric_limits<double>::infinity();
    Scale scale = Scale::Linear;
    std::vector<std::string> choices;           ///< of a Choice
    std::shared_ptr<const ObjectSchema> object; ///< of an Object, or of each element of a List or Map of objects
    std::shared_ptr<const Field> element;       ///< of each element of a List or Map of something else
    std::size_t minimum_items = 0;              ///< of a List
    bool parameter = false; ///< an architect would drag it: shown in the parameters panel; of an Object: as a section
    std::vector<Type> also; ///< further JSON types that the member may have
    Default fallback;       ///< what holds where the member is absent; nothing where its help or its parent says it

    // Each returns a changed copy, so that a schema reads as a table: number("clock_hz", ...).within(1e6,
    // 1e11).needed().
    Field within(double low, double high) const;        ///< both ends accepted
    Field needed() const;                               ///< required
    Field draggable(Scale steps = Scale::Linear) const; ///< shown in the parameters panel
    Field atLeast(std::size_t items) const;             ///< of a List
    Field orType(Type type) const;                      ///< accepts a further JSON type
    Field byDefault(int value) const;                   ///< what holds where the member is absent
    Field byDefault(double value) const;
    Field byDefault(bool value) const;
    Field byDefault(const char* value) const;
    Field byRule(const char* rule) const; ///< the same where it follows from other members
};

/// Members that a JSON object may have, in the order in which people read them.
struct ObjectSchema {
    std::string name; ///< "npu", "storage_level", ...
    std::string title;
    std::vector<Field> fields;
    /// Holds facts: needs a member `source`, a text, or an object from member to text with "*" for the rest.
    bool sourced = false;

    const Field* find(std::string_view key) const;
};

/// The rows of a schema. Title and help are what people read.
namespace field {
Field number(std::string key, std::string title, std::string unit = {}, std::string help = {});
Field integer(std::string key, std::string title, std::string unit = {}, std::string help = {});
Field text(std::string key, std::string title, std::string help = {});
Field choice(std::string key, std::string title, std::vector<std::string> choices, std::string help = {});
Field flag(std::string key, std::string title, std::string help = {});
Field any(std::string key, std::string title, std::string help = {});
Field object(std::string key, std::string title, ObjectSchema members, std::string help = {});
Field list(std::string key, std::string title, ObjectSchema element, std::string help = {});
Field list(std::string key, std::string title, Field element, std::string help = {});
Field map(std::string key, std::string title, ObjectSchema element, std::string help = {});
Field map(std::string key, std::string title, Field element, std::string help = {});
} // namespace field

/// What a member may hold, as errors and the manual say it: "a whole number, 1 to 64", "one of ring, tree".
Message accepted(const Field& field);

/// The default as people read it, with its unit: "16", "25 GB/s", "true", "that of the plan"; empty where there is
/// none.
std::string defaultText(const Field& field);

/// The word most like a mistyped one, or empty when none is near.
std::string nearestWord(std::string_view wrong, const std::vector<std::string>& words);

/// Checks a document: unknown keys, missing members, types, ranges, choices, sources; the first failure wins and
/// carries its JSON pointer, the value found and what is accepted. Non-finite numbers are refused.
Result<void> validate(const Json& document, const ObjectSchema& schema, std::string_view pointer = {},
                      std::string_view file = {});

/// The same rules as a JSON Schema (2020-12) document, with `x-unit` and `x-scale` where a field has them.
Json toJsonSchema(const ObjectSchema& schema);

/// The field that rules a pointer, following lists and maps; nullptr where the schema knows none.
const Field* fieldAt(const ObjectSchema& schema, std::string_view pointer);

/// The text of the nearest `source` that covers the fact at a pointer, empty where there is none.
std::string sourceOf(const Json& document, std::string_view pointer);

} // namespace strata
