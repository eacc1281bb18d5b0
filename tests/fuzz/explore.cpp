// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is a sweep or a search, or is refused with an error; what is accepted decodes and evaluates its
// first points.
#include "core/explore/point_pool.h"
#include "core/explore/run.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace strata;
using namespace strata::explore;

namespace {

std::shared_ptr<const Library> library() {
    static const auto loaded =
        Library::loadWhatIsSound(std::getenv("STRATA_ROOT") == nullptr ? "." : std::getenv("STRATA_ROOT"));
    return loaded ? loaded->library : std::make_shared<const Library>(std::vector<Entry>{});
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::vector<std::string> names{"a", "b"};
    if (const auto formula = Formula::parse(text, names)) formula->evaluate(std::vector<double>{1, 2});
    const auto document = parseJson(text);
    if (!document) return 0;
    auto request = parseExploreRequest(*document, library());
    if (!request && request.error().text.empty()) std::abort();
    if (!request) return 0;
    request->budget = std::min<std::uint64_t>(request->budget, 3);
    request->evolution.population = std::min<std::size_t>(request->evolution.population, 8);
    request->chains = std::min<std::size_t>(request->chains, 2);
    ResultTable table;
    const auto done = runExploration(*request, library(), {}, table);
    if (done && table.rows() != request->budget) std::abort();
    summarize(*request, table);
    return 0;
}
