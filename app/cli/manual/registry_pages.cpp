// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/line/command.h"
#include "app/cli/manual/field_table.h"
#include "app/cli/manual/page.h"
#include "core/base/quantity.h"
#include "core/base/schema.h"
#include "core/catalog/kind.h"
#include "core/evaluate/registry.h"

#include <set>

namespace strata::cli {
namespace {

std::string linkTo(const Method& method) {
    return "[" + std::string(method.id) + "](../methods/" + std::string(method.id) + ".md)";
}

std::string entry(const char* title, std::string_view text) {
    return "- **" + std::string(title) + "**: " + std::string(text) + "\n";
}

/// What one row of the registry says. @param heading of its parts: "##"
std::string rowText(const Method& method, const std::string& heading) {
    const std::string kind(method.kind);
    std::string text = entry("Answers", "requests of the kind [" + kind + "](../kinds/" + kind + ".md)");
    text += entry("Layer", method.layer) + entry("Platform", method.platform);
    text += entry("Methodology", method.methodology) + entry("Follows", method.follows);
    text += "\n" + heading + " What it needs\n\n" + std::string(method.needs) + ".\n";
    text += "\n" + heading + " When it breaks down\n\n" + std::string(method.limits) + "\n";
    text += "\n" + heading + " Source\n\n" + std::string(method.citation) + ".\n";
    return text;
}

/// One page for all kinds of request that a method answers.
Page methodPage(std::string_view id) {
    std::vector<const Method*> rows;
    for (const Method& method : builtinRegistry().methods)
        if (method.id == id) rows.push_back(&method);
    std::string text = "# " + std::string(id) + "\n";
    for (const Method* row : rows) {
        if (rows.size() > 1) text += "\n## Requests of the kind " + std::string(row->kind) + "\n";
        text += "\n" + rowText(*row, rows.size() > 1 ? "###" : "##");
    }
    return makePage("methods/" + std::string(id) + ".md", std::move(text));
}

/// The methods of a kind; the first one answers where a request names none.
std::string methodList(std::string_view kind) {
    std::string text;
    for (const Method* row : builtinRegistry().methodsOf(kind)) {
        const Method& method = *row;
        const bool first = text.empty();
        text += "- " + linkTo(method) + ": " + std::string(method.methodology) + ", after " +
                std::string(method.follows) + (first ? ". Answers where the request names no method.\n" : ".\n");
    }
    return text;
}

} // namespace

std::vector<Page> methodPages() {
    std::vector<Page> pages;
    std::set<std::string_view> known;
    for (const Method& method : builtinRegistry().methods)
        if (known.insert(method.id).second) pages.push_back(methodPage(method.id));
    return pages;
}

Page kindPage(std::string_view kind, std::string_view introduction) {
    std::string text(introduction);
    if (const RequestKind* row = builtinRegistry().kind(kind)) {
        text += "\n## Methods\n\n" + methodList(kind);
        text += "\n## Fields of the request\n\n" + fieldTables(row->schema());
    }
    return makePage("kinds/" + std::string(kind) + ".md", std::move(text));
}

std::vector<Page> entryPages() {
    std::vector<Page> pages;
    for (const EntryKind kind : entryKinds()) {
        const std::string word(name(kind));
        std::string text = "# Entry: " + word + "\n\nFiles in `" + std::string(folder(kind)) +
                           "` describe entries of this kind. `strata-cli schema " + word +
                           "` prints the same as JSON Schema.\n\n" + fieldTables(schemaOf(kind));
        pages.push_back(makePage("entries/" + word + ".md", std::move(text)));
    }
    return pages;
}

Page quantityPage() {
    std::string text = "# Metrics and columns\n\nThe quantities of estimates, tables and axes. The window writes "
                       "them with their titles, documents with their names.\n\n"
                       "| Name | Title | Unit | Meaning |\n|---|---|---|---|\n";
    for (const Quantity& quantity : quantities())
        text += "| `" + std::string(quantity.name) + "` | " + std::string(quantity.title) + " | " +
                std::string(quantity.unit) + " | " + cellOf(std::string(quantity.help)) + " |\n";
    return makePage("reference/quantities.md", std::move(text));
}

Page commandPage(std::string_view program, std::span<const Command> commands) {
    const std::string name(program);
    std::string text = "# Commands of " + name + "\n";
    for (const Command& command : commands) {
        text += "\n## " + std::string(command.name) + "\n\n" + std::string(command.summary) + "\n\n```\n" + name + " " +
                std::string(command.name) + " " + std::string(command.usage) + "\n```\n\n";
        if (command.options.empty()) continue;
        text += "| Option | Meaning |\n|---|---|\n";
        for (const Option& option : command.options)
            text += "| `" + cellOf(std::string(option.name) + (option.value.empty() ? "" : " ")) +
                    cellOf(std::string(option.value)) + "` | " + cellOf(helpText(option)) + " |\n";
    }
    return makePage("reference/" + name + ".md", std::move(text));
}

} // namespace strata::cli
