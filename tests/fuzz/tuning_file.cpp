// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is a list of tuning configurations, each of which can be proposed, or is refused with a reason.
#include "core/exchange/tuning/tuning_file.h"
#include "core/schedule/tuner.h"

#include <cmath>
#include <cstdlib>

namespace {

void look(const strata::Result<strata::exchange::TuningFile>& read) {
    if (!read) {
        if (read.error().text.empty()) std::abort();
        return;
    }
    const strata::schedule::TuningSpace& space = read->space;
    if (space.values.size() != space.rows() * space.parameters.size() || read->cells.size() != space.values.size())
        std::abort();
    for (std::size_t row = 0; row < space.rows(); ++row) {
        const bool measured = space.outcomes[row] == strata::schedule::Outcome::Measured;
        if (measured != (space.seconds[row] > 0)) std::abort();
    }
    if (space.rows() == 0 || space.rows() > 200 || space.parameters.size() > 20) return;
    const auto tuner = strata::schedule::Tuner::over(space, {.drawn = 50, .boosters = 2, .trees = 4});
    std::vector<double> logs;
    for (const double seconds : space.seconds)
        logs.push_back(seconds > 0 ? std::log(seconds) : 0.0);
    for (const std::size_t row : tuner->next(space.outcomes, logs, 2)) {
        if (space.outcomes[row] != strata::schedule::Outcome::Open) std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    look(strata::exchange::parseTuningTable(text, "text"));
    look(strata::exchange::parseTuningCache(text, "text"));
    look(strata::exchange::parseTuningLog(text, "text"));
    return 0;
}
