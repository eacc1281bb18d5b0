// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is either a sound entry of the library or refused with an error.
#include "core/base/schema.h"
#include "core/catalog/inheritance.h"
#include "core/catalog/library.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace strata;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto document = parseJson({reinterpret_cast<const char*>(data), size});
    if (!document) return 0;
    for (const EntryKind kind : entryKinds()) {
        const auto checked = checkEntry(*document, kind);
        if (!checked && checked.error().text.empty()) std::abort();
    }
    const Library empty(std::vector<Entry>{});
    const auto resolved = empty.resolve(*document, "/hardware");
    if (resolved && !document->is_object()) std::abort();
    std::ignore = sourceOf(*document, "/levels/0/energy_pj/read");
    return 0;
}
