// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

/// What kinds of entry the catalog holds; the folder under hwlib/ or workloads/ says which.
enum class EntryKind { Npu, Gpu, Soc, Cluster, Cpu, Cnn, Transformer };

std::string_view name(EntryKind kind);          ///< "npu", "cnn", ...
bool isHardware(EntryKind kind);

/// One catalog entry, its inheritance already resolved.
struct Entry {
    std::string id;
    EntryKind kind = EntryKind::Npu;
    std::string name;
    std::string vendor;
    int year = 0;                                ///< 0 when not known
    std::vector<std::string> aliases;
    std::string file;                            ///< relative to the library's root, or "user" for the user's own
    bool user = false;
    std::shared_ptr<const Json> document;        ///< resolved and valid
};

/// An immutable snapshot of all entries; shared freely between threads.
class Library {
public:
    /// Reads every JSON file under root/hwlib and root/workloads and resolves `base` + `set`.
    /// Errors: those of a file (with its name and pointer), "duplicate-id", "unknown-base", "inheritance-cycle".
    static Result<std::shared_ptr<const Library>> load(const std::filesystem::path& root);

    explicit Library(std::vector<Entry> entries);

    /// By id or alias; nullptr when there is none.
    const Entry* find(std::string_view id) const;
    const std::vector<Entry>& entries() const { return entries_; }

    /// A request's `hardware` or inline workload model: an id, an inline document, or `{"base", "set"}`. The result is valid
    /// against the schema of its kind. Errors: "not-found" (with near ids as expected), those of validate, at `pointer`.
    Result<Json> resolve(const Json& reference, std::string_view pointer) const;

private:
    std::vector<Entry> entries_;
    std::map<std::string, std::size_t, std::less<>> index_;
};

}  // namespace strata
