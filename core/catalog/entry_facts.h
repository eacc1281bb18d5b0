// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace strata {

class Library;
struct Entry;

/// What an answer may take from an entry: its document's hash, and the entries that the document names.
struct EntryFacts {
    std::string sha256;                ///< of the canonical document
    std::vector<const Entry*> names{}; ///< entries of the same library, each once, without itself
};

/// The facts of one library's entries, worked out when they are first asked for: a catalog holds hundreds of entries
/// and a request names a few. For several threads at once. The library outlives it.
class EntryFactsMemo {
public:
    const EntryFacts& of(const Library& library, const Entry& entry);

private:
    std::mutex mutex_;
    std::map<const Entry*, EntryFacts> known_; // references into a map stay valid
};

} // namespace strata
