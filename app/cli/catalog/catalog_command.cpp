// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/catalog/commands.h"
#include "app/cli/input/input.h"
#include "app/cli/input/places.h"
#include "app/cli/output/pretty.h"
#include "core/catalog/catalog.h"
#include "core/catalog/data_root.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata::cli {
namespace {

constexpr std::array kOptions{Option{"--kind", "KIND", "list, search: show only entries of that kind."},
                              Option{"--vendor", "NAME", "list, search: show only entries of that vendor."},
                              Option{"--from", "YEAR", "list, search: show only entries of that year or later."},
                              Option{"--to", "YEAR", "list, search: show only entries of that year or earlier."},
                              kDataRootOption,
                              kCatalogOption};

Result<int> year(const Arguments& arguments, std::string_view option) {
    const auto text = arguments.value(option);
    if (!text) return 0;
    int number = 0;
    const auto [end, status] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (status == std::errc{} && end == text->data() + text->size()) return number;
    return badArgument({"error.field-is-word", {{"field", option}, {"value", *text}}}, {"accepted.year"});
}

Result<CatalogQuery> queryOf(const Arguments& arguments) {
    CatalogQuery query;
    query.limit = 100000;
    for (std::size_t i = 1; i < arguments.positional().size(); ++i) {
        query.text += (query.text.empty() ? "" : " ") + arguments.positional()[i];
    }
    query.vendor = arguments.value("--vendor").value_or("");
    if (const auto kind = arguments.value("--kind")) {
        query.kind = entryKindNamed(*kind);
        std::string known;
        for (const EntryKind entry_kind : entryKinds())
            known += (known.empty() ? "" : ", ") + std::string(name(entry_kind));
        if (!query.kind)
            return badArgument({"error.field-is-word", {{"field", "--kind"}, {"value", *kind}}}, verbatim(known));
    }
    const auto from = year(arguments, "--from");
    if (!from) return from.error();
    const auto to = year(arguments, "--to");
    if (!to) return to.error();
    query.year_from = *from;
    query.year_to = *to;
    return query;
}

int list(const Arguments& arguments, Streams& streams) {
    const auto query = queryOf(arguments);
    if (!query) return fail(query.error(), streams);
    auto catalog = openCatalog(arguments);
    if (!catalog) return fail(catalog.error(), streams);
    const auto matches = catalog->search(*query);
    if (!matches) return fail(matches.error(), streams);
    std::vector<std::vector<std::string>> rows{{"kind", "id", "year", "vendor", "name"}};
    for (const CatalogRow& row : matches->rows) {
        rows.push_back({std::string(name(row.kind)), row.id, row.year > 0 ? std::to_string(row.year) : "", row.vendor,
                        row.name + (row.user ? " (own)" : "")});
    }
    streams.out << alignedText(rows, {false, false, true, false, false});
    return kAnswered;
}

int show(const Arguments& arguments, Streams& streams) {
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto document = (*library)->resolve(Json(arguments.positional()[1]), "");
    if (!document) return fail(document.error(), streams, kFailed);
    streams.out << document->dump(2) << '\n';
    return kAnswered;
}

int check(const Arguments& arguments, Streams& streams) {
    const auto root = dataRoot(arguments.value("--data-root"));
    if (!root) return fail(root.error(), streams);
    const auto partial = Library::loadWhatIsSound(*root);
    if (!partial) return fail(partial.error(), streams);
    for (const Error& error : partial->errors)
        streams.out << describe(error) << '\n';
    streams.out << partial->library->entries().size() << " entries are sound, " << partial->errors.size()
                << " are not\n";
    return partial->errors.empty() ? kAnswered : kFailed;
}

int source(const Arguments& arguments, Streams& streams) {
    auto catalog = openCatalog(arguments);
    if (!catalog) return fail(catalog.error(), streams);
    const auto text = catalog->sourceOf(arguments.positional()[1], arguments.positional()[2]);
    if (!text) return fail(text.error(), streams, kFailed);
    streams.out << *text << '\n';
    return kAnswered;
}

struct Action {
    std::string_view name;
    std::string_view usage;
    std::size_t least = 0;
    std::size_t most = 0;
    int (*run)(const Arguments& arguments, Streams& streams) = nullptr;
    bool filters = false;     ///< it looks at --kind, --vendor, --from and --to
    bool own_catalog = false; ///< it looks at --catalog
};
constexpr std::array kActions{Action{"list", "list", 0, 0, list, true, true},
                              Action{"search", "search WORD...", 1, 100, list, true, true},
                              Action{"show", "show ID", 1, 1, show, false, true},
                              Action{"source", "source ID /pointer", 2, 2, source, false, true},
                              Action{"check", "check", 0, 0, check, false, false}};

/// An option that a verb would not look at.
std::optional<std::string_view> unheeded(const Action& action, const Arguments& arguments) {
    for (const char* filter : {"--kind", "--vendor", "--from", "--to"})
        if (!action.filters && arguments.has(filter)) return filter;
    if (!action.own_catalog && arguments.has("--catalog")) return "--catalog";
    return std::nullopt;
}

int run(const Arguments& arguments, Streams& streams) {
    const std::string& wanted = arguments.positional().front();
    const std::size_t given = arguments.positional().size() - 1;
    const auto action =
        std::find_if(kActions.begin(), kActions.end(), [&](const Action& a) { return a.name == wanted; });
    if (action == kActions.end()) {
        return fail(
            badArgument({"error.catalog-cannot", {{"wanted", wanted}}}, {"accepted.list-search-show-source-check"}),
            streams);
    }
    if (given < action->least || given > action->most) {
        return fail(badArgument({"error.catalog-got-arguments", {{"wanted", wanted}, {"given", given}}},
                                {"accepted.catalog", {{"usage", action->usage}}}),
                    streams);
    }
    if (const auto option = unheeded(*action, arguments))
        return fail(badArgument({"error.catalog-verb-takes-no-option", {{"wanted", wanted}, {"option", *option}}},
                                {"accepted.catalog", {{"usage", action->usage}}}),
                    streams);
    return action->run(arguments, streams);
}

} // namespace

Command catalogCommand() {
    return {"catalog",
            "list | search WORD... | show ID | source ID /pointer | check",
            "Lists and shows hardware and workloads, and where each number comes from.",
            kOptions,
            1,
            101,
            run};
}

} // namespace strata::cli
