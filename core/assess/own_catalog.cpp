// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/own_catalog.h"

#include "core/catalog/catalog.h"

#include <nlohmann/json.hpp>

namespace strata::assess {

std::string ownEntryName(const OwnTarget& target) {
    std::string name = "own";
    for (const std::string* part : {&target.hardware, &target.cluster, &target.engine, &target.engine_version}) {
        if (!part->empty()) name += "-" + *part;
    }
    return name;
}

Result<void> keepOwn(Catalog& catalog, const hardware::Calibration& entry) {
    const Json document = hardware::toJson(entry);
    if (catalog.ownEntry(entry.id)) return catalog.updateEntry(entry.id, document);
    return catalog.addEntry(EntryKind::Calibration, document);
}

Result<void> useOwn(Catalog& catalog, std::string_view id, bool used) {
    auto document = catalog.ownEntry(id);
    if (!document) return document.error();
    if (!document->contains("own")) {
        return Error{
            "bad-argument", "", {"error.holds-no-measurements", {{"id", id}}}, {"accepted.command-line-own-entry"}, {}};
    }
    (*document)["own"]["enabled"] = used;
    return catalog.updateEntry(id, *document);
}

} // namespace strata::assess
