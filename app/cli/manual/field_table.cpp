// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/manual/field_table.h"

#include "core/base/message_text.h"
#include "core/base/schema.h"

#include <set>

namespace strata::cli {
namespace {

constexpr const char* kHead = "| Field | Accepts | Default | Meaning |\n|---|---|---|---|\n";

std::string meaningOf(const Field& field) {
    if (field.help.empty()) return field.title;
    return "**" + field.title + ".** " + field.help;
}

std::string defaultOf(const Field& field) {
    if (field.required) return "required";
    return defaultText(field);
}

/// Members that hold objects or lists of them get tables of their own.
const ObjectSchema* membersOf(const Field& field) {
    const Field* innermost = &field;
    while (innermost->element)
        innermost = innermost->element.get();
    return innermost->object.get();
}

void addTables(const ObjectSchema& schema, const std::string& place, std::set<const ObjectSchema*>& seen,
               std::string& text) {
    if (!seen.insert(&schema).second) return;
    if (!place.empty()) text += "\n### " + schema.title + "\n\nMembers of `" + place + "`.\n\n";
    text += kHead;
    for (const Field& field : schema.fields)
        text += "| `" + field.key + "` | " + cellOf(messageText(accepted(field))) + " | " + cellOf(defaultOf(field)) +
                " | " + cellOf(meaningOf(field)) + " |\n";
    for (const Field& field : schema.fields)
        if (const ObjectSchema* members = membersOf(field)) addTables(*members, place + "/" + field.key, seen, text);
}

} // namespace

std::string cellOf(std::string text) {
    std::string cell;
    for (const char letter : text) {
        if (letter == '|') cell += '\\';
        cell += letter == '\n' ? ' ' : letter;
    }
    return cell;
}

std::string fieldTables(const ObjectSchema& schema) {
    std::string text;
    std::set<const ObjectSchema*> seen;
    addTables(schema, "", seen, text);
    return text;
}

} // namespace strata::cli
