// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/input.h"

#include "app/cli/input/places.h"
#include "core/catalog/catalog.h"
#include "core/catalog/data_root.h"
#include "core/evaluate/request.h"

#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

Result<std::shared_ptr<const Library>> fromFiles(const std::filesystem::path& root, Streams& streams) {
    auto partial = Library::loadWhatIsSound(root);
    if (!partial) return partial.error();
    for (const Error& error : partial->errors)
        streams.err << "left out: " << describe(error) << '\n';
    return partial->library;
}

Result<std::shared_ptr<const Library>> fromCatalog(const std::filesystem::path& file, const std::filesystem::path& root,
                                                   Streams& streams) {
    auto catalog = Catalog::open(file, root);
    if (!catalog) return catalog.error();
    const auto refreshed = catalog->refresh();
    if (!refreshed) return refreshed.error();
    for (const Error& error : refreshed->problems)
        streams.err << "left out: " << describe(error) << '\n';
    return catalog->library();
}

/// `/pointer=value`; a value that is no JSON is a text.
Result<Json> setOne(const Json& request, const std::string& change, const Library& library, const Registry& registry) {
    const std::size_t equals = change.find('=');
    if (!change.starts_with("/") || equals == std::string::npos) {
        return Error{"bad-argument",
                     "",
                     {"error.field-is-word", {{"field", "--set"}, {"value", change}}},
                     {"accepted.json-pointer-value"},
                     {}};
    }
    const std::string text = change.substr(equals + 1);
    const auto value = parseJson(text);
    return setParameter(request, change.substr(0, equals), value ? *value : Json(text), library, registry);
}

} // namespace

Result<std::shared_ptr<const Library>> openLibrary(const Arguments& arguments, Streams& streams) {
    const auto root = dataRoot(arguments.value("--data-root"));
    if (!root) return root.error();
    const auto file = catalogFile(arguments.value("--catalog"));
    std::error_code ignored;
    if (arguments.has("--catalog") || std::filesystem::exists(file, ignored)) {
        auto library = fromCatalog(file, *root, streams);
        if (library || arguments.has("--catalog")) return library;
        streams.err << "without the user's own entries: " << describe(library.error()) << '\n';
    }
    return fromFiles(*root, streams);
}

Result<Catalog> openCatalog(const Arguments& arguments) {
    const auto root = dataRoot(arguments.value("--data-root"));
    if (!root) return root.error();
    auto catalog = Catalog::open(catalogFile(arguments.value("--catalog")), *root);
    if (!catalog) return catalog;
    if (auto refreshed = catalog->refresh(); !refreshed) return refreshed.error();
    return catalog;
}

Result<Json> readDocument(const std::string& file, std::istream& in) {
    if (file != "-") return readJsonFile(file);
    std::string text;
    std::string chunk(std::size_t{1} << 16U, '\0');
    while (text.size() <= kMaximumJsonBytes &&
           (in.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || in.gcount() > 0)) {
        text.append(chunk, 0, static_cast<std::size_t>(in.gcount()));
    }
    return parseJson(text, "standard input");
}

Result<Json> applyChanges(Json request, const Arguments& arguments, const Library& library, const Registry& registry) {
    if (const auto method = arguments.value("--method")) {
        if (auto done = setPointer(request, "/method", *method); !done) return done.error();
    }
    for (const std::string& change : arguments.values("--set")) {
        auto changed = setOne(request, change, library, registry);
        if (!changed) return changed.error();
        request = *std::move(changed);
    }
    return request;
}

bool LineReader::next(std::string& line) {
    line.clear();
    std::streambuf* const buffer = in_.rdbuf();
    bool any = false;
    for (int c = buffer->sbumpc(); c != std::char_traits<char>::eof(); c = buffer->sbumpc()) {
        if (c == '\n') return true;
        any = true;
        if (line.size() <= kMaximumJsonBytes) line += static_cast<char>(c);
    }
    return any;
}

} // namespace strata::cli
