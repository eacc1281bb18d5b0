// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"
#include "core/base/json.h"
#include "core/catalog/library.h"

#include <iosfwd>
#include <memory>
#include <string>

namespace strata {
class Catalog;
}

namespace strata::cli {

inline constexpr Option kDataRootOption{"--data-root", "DIR", "Folder that contains hwlib and workloads."};
inline constexpr Option kCatalogOption{"--catalog", "FILE", "Catalog file with your own entries."};
inline constexpr Option kMethodOption{"--method", "ID", "Id of the method that answers.", false,
                                      "the first method of the kind"};
inline constexpr Option kSetOption{"--set", "/POINTER=VALUE",
                                   "Change one value of the request; repeat the option for more.", true};

/// Every entry that requests may name: those of the data root, with the user's own where there is a catalog. Entries
/// that cannot be read are told on the error stream and left out. Errors: "no-data", "unreadable-file".
Result<std::shared_ptr<const Library>> openLibrary(const Arguments& arguments, Streams& streams);

/// The catalog as of now, to read and to write. Errors: "no-data", those of opening and refreshing it.
Result<Catalog> openCatalog(const Arguments& arguments);

/// One document from a file, or from the input for "-".
Result<Json> readDocument(const std::string& file, std::istream& in);

/// The request with --method and every --set applied. Errors: "bad-argument", those of setParameter().
Result<Json> applyChanges(Json request, const Arguments& arguments, const Library& library,
                          const Registry& registry = builtinRegistry());

/// Reads a stream line by line; no line takes more memory than a document may have.
class LineReader {
public:
    explicit LineReader(std::istream& in) : in_(in) {}

    /// False at the end. `line` is cut where it is longer than the largest document by one byte.
    bool next(std::string& line);

private:
    std::istream& in_;
};

} // namespace strata::cli
