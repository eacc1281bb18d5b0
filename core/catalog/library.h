// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/catalog/entry_facts.h"
#include "core/catalog/kind.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/engine_profile.h"
#include "core/hardware/gpu/kernel_table.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

/// One catalog entry, its inheritance already resolved.
struct Entry {
    std::string id;
    EntryKind kind = EntryKind::Npu;
    std::string name;
    std::string vendor;
    int year = 0; ///< 0 when not known
    std::vector<std::string> aliases;
    std::string file; ///< relative to the library's root, or "user" for the user's own
    bool user = false;
    std::shared_ptr<const Json> document; ///< resolved and valid
};

/// Which entries a reference may name.
enum class Role { Any, Hardware, Workload };

/// An immutable snapshot of all entries; shared freely between threads.
class Library {
public:
    /// Reads every JSON file under root/hwlib and root/workloads and resolves `base` + `set`.
    /// Errors: those of a file (with its name and pointer), "duplicate-id", "unknown-base",
    /// "inheritance-cycle".
    static Result<std::shared_ptr<const Library>> load(const std::filesystem::path& root);

    /// What could be read, and why the rest could not.
    struct Partial {
        std::shared_ptr<const Library> library;
        std::vector<Error> errors;
    };
    /// Like load(), but leaves broken files out instead of refusing all. Errors: "unreadable-file" when root
    /// is no library.
    static Result<Partial> loadWhatIsSound(const std::filesystem::path& root);

    /// Ids must be unique; of two equal aliases the first wins, and an id wins over any alias.
    explicit Library(std::vector<Entry> entries);

    /// By id or alias; failing that by plainName(), where it means one entry. nullptr when there is none.
    const Entry* find(std::string_view id) const;
    const std::vector<Entry>& entries() const { return entries_; }
    /// Those of the entries, in their order, each with its model's tables of kernels.
    const std::vector<hardware::Calibration>& calibrations() const { return calibrations_; }
    /// Tables of published kernels that a model reads, in the order of the entries.
    std::vector<std::shared_ptr<const hardware::KernelTable>> kernelTables(std::string_view model) const;

    /// The runtimes, in the order of the entries.
    const std::vector<hardware::Engine>& engines() const { return engines_; }
    /// By id or alias; nullptr where there is none.
    const hardware::Engine* findEngine(std::string_view id) const;
    /// The one that serves, or that runs models, where nobody names one; nullptr where the library has none.
    const hardware::Engine* preferredEngine(bool serves = true) const;

    /// The hash of an entry of this library and the entries that it names, worked out once.
    const EntryFacts& factsOf(const Entry& entry) const { return facts_->of(*this, entry); }

    /// A library with this calibration in place of the one of its id, or beside the others.
    std::shared_ptr<const Library> withCalibration(const hardware::Calibration& calibration) const;

    /// A request's `hardware` or inline workload model: an id, an inline document, or `{"base", "set"}`. The
    /// result is valid against the schema of its kind. Errors: "not-found" (with near ids as expected),
    /// "wrong-kind", those of validate, at `pointer`; an error in a value that `set` brought in points to
    /// that member of `set`.
    Result<Json> resolve(const Json& reference, std::string_view pointer, Role role = Role::Any) const;

    /// Up to `limit` ids that somebody who typed `wanted` may have meant, the nearest first.
    std::vector<std::string> near(std::string_view wanted, Role role = Role::Any, std::size_t limit = 3) const;

private:
    Result<Json> resolveChanged(const Json& reference, std::string_view pointer, Role role) const;
    Result<const Entry*> require(std::string_view id, std::string_view pointer, Role role) const;

    std::vector<Entry> entries_;
    std::map<std::string, std::size_t, std::less<>> index_;
    std::map<std::string, std::size_t, std::less<>> plain_; ///< the number of entries where names of several meet
    std::vector<hardware::Calibration> calibrations_;
    std::vector<std::shared_ptr<const hardware::KernelTable>> kernel_tables_;
    std::vector<hardware::Engine> engines_;
    std::shared_ptr<EntryFactsMemo> facts_ = std::make_shared<EntryFactsMemo>(); ///< never null
};

/// The entries whose id, alias or plain name stands as a text somewhere in the document, each once.
std::vector<const Entry*> entriesNamedIn(const Json& document, const Library& library);

} // namespace strata
