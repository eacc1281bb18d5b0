// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is either answered or refused with an error, and what a slider could do to it leaves it well formed.
#include "core/evaluate/method.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace strata;

namespace {

std::shared_ptr<const Library> library() {
    static const auto loaded =
        Library::loadWhatIsSound(std::getenv("STRATA_ROOT") == nullptr ? "." : std::getenv("STRATA_ROOT"));
    return loaded ? loaded->library : std::make_shared<const Library>(std::vector<Entry>{});
}

void drag(const Json& request) {
    const auto parameters = parametersOf(request, *library());
    if (!parameters) return;
    for (const Parameter& parameter : *parameters) {
        const auto changed = setParameter(request, parameter.pointer, parameter.maximum, *library());
        if (changed && !parseRequest(*changed)) std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto document = parseJson({reinterpret_cast<const char*>(data), size});
    if (!document) return 0;
    const auto estimate = evaluate(*document, Context{*library(), {}, nullptr});
    if (!estimate && estimate.error().text.empty()) std::abort();
    if (!estimate && estimate.error().code == "internal") std::abort();
    if (!estimate) return 0;
    for (const auto& [metric, root] : estimate->parts) {
        if (!(worstImbalance(root) < 1e-9)) std::abort();
    }
    const std::string text = canonicalText(toJson(*estimate));
    const auto again = estimateFromJson(*parseJson(text));
    if (!again || canonicalText(toJson(*again)) != text) std::abort();
    drag(*document);
    return 0;
}
