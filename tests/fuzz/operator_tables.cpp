// SPDX-License-Identifier: GPL-3.0-or-later
// Any texts are tables of operators whose iterations take finite times, or refused with a reason. The first byte
// chooses the format; lines of "---" separate the files of a set.
#include "core/exchange/serving/operator_tables.h"
#include "core/exchange/csv.h"
#include "core/exchange/serving/engine_profile.h"
#include "core/exchange/serving/operator_csv.h"
#include "core/exchange/serving/vidur_profile.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

namespace {

using namespace strata;

void check(const serving::StepTime& time) {
    constexpr std::array<std::array<int, 3>, 4> kShapes{{{0, 7, 0}, {1, 0, 100}, {3, 500, 64}, {5000, 9000, 100000}}};
    for (const auto& [decodes, chunk, context] : kShapes) {
        serving::BatchShape shape;
        shape.decodes = decodes;
        shape.decode_context_sum = std::int64_t{1} * decodes * context;
        if (chunk > 0) shape.prefills.push_back({context, chunk});
        shape.tokens = decodes + chunk;
        const double seconds = time.seconds(shape, 0);
        if (!std::isfinite(seconds) || seconds < 0) std::abort();
    }
}

template <class Time, class Tables, class Options>
void answer(Result<Tables> tables, const Options& options) {
    if (tables) return check(Time(*std::move(tables), options));
    if (tables.error().text.empty() || tables.error().expected.empty()) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    if (size < 1) return 0;
    std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    std::array<exchange::CsvTable, 3> files;
    for (exchange::CsvTable& file : files) {
        const std::size_t end = rest.find("---\n");
        auto table = exchange::CsvTable::parse(std::string(rest.substr(0, end)));
        if (table) file = *std::move(table);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 4);
    }
    using serving::EngineTableTime, serving::OperatorTableTime;
    const serving::OperatorTableOptions vidur;
    const serving::EngineTableOptions engine;
    const auto& [a, b, c] = files;
    switch (data[0] % 4) {
    case 0: answer<OperatorTableTime>(exchange::operatorTables(a, b, c, "x"), vidur); break;
    case 1: answer<OperatorTableTime>(exchange::vidurProfile(a, b, "x", 1), vidur); break;
    case 2: answer<EngineTableTime>(exchange::engineProfile(a, b, c, "x"), engine); break;
    default: answer<EngineTableTime>(exchange::operatorCsv(a, "x"), engine); break;
    }
    return 0;
}
