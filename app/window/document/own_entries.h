// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/environment.h"
#include "core/base/json.h"
#include "core/base/message.h"
#include "core/base/result.h"
#include "core/catalog/library.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace strata::app {

/// What of a design can become an entry of the catalog.
enum class OwnPart { Hardware, Model };

/// An entry that is still to be written: its document, and where the design names it.
struct OwnEntry {
    std::shared_ptr<const Json> document;
    std::string pointer; ///< "/hardware", "/hardware/cluster" or "/workload/model"
};

/// The changed device or model of a design as an entry of that name: what it is changed from, and the changes.
/// `label` names the design, as the source of the changes. Errors: "unchanged" where the design has the catalog's own.
Result<OwnEntry> ownEntryOf(const Json& request, OwnPart part, const std::string& name, const std::string& label,
                            const Library& library);

/// What a design names as its device, cluster or model, as a whole document with every change in it, and its kind.
/// Errors: those of resolving the reference, "bad-kind".
struct WholeEntry {
    std::shared_ptr<const Json> document;
    EntryKind kind = EntryKind::Npu;
    std::string pointer; ///< where the design names it
};
Result<WholeEntry> wholeEntryOf(const Json& request, OwnPart part, const Library& library);

/// A changed document as an entry of that name; `changed_from` names what it was changed from, for its source.
/// Errors: "bad-value" for a name without letters or digits.
Result<std::shared_ptr<const Json>> namedEntry(const Json& document, const std::string& name,
                                               const std::string& changed_from);

/// Takes an entry of the user's own out of the catalog file. Errors: those of Catalog::removeEntry().
Result<void> removeOwnEntry(const Environment& environment, const std::string& id);

/// Adds an entry to the user's own in the catalog file, or replaces the user's own one of that id; on a thread that may
/// wait for the disk. Errors: those of Catalog::addEntry(), "bad-kind" where the document states none.
Result<void> keepEntry(const Environment& environment, const Json& document);

/// What an import added, and what a reader of its numbers should know.
struct OwnImport {
    std::string id;
    std::vector<Message> notes;
};

/// The same from a file: an entry as JSON, a model in any form that readModelFile() knows, or an architecture of
/// Timeloop. Errors: those of the file and of keepEntry().
Result<OwnImport> importEntry(const Environment& environment, const std::filesystem::path& file);

} // namespace strata::app
