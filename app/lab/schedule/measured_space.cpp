// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/schedule/measured_space.h"

#include "app/lab/run/data_table.h"
#include "core/base/random.h"
#include "core/exchange/tuning/tuning_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace strata::assess {
namespace {

constexpr std::uint64_t kSampleStream = 91;

struct Named {
    const char* kernel;
    const char* device;
    double unit = 1.0; ///< of its times, in what the column's name says
};
constexpr std::array kSpaces{Named{"convolution_milo", "A100"},    Named{"convolution_milo", "A4000"},
                             Named{"convolution_milo", "MI250X"},  Named{"convolution_milo", "W6600"},
                             Named{"dedispersion_milo", "A100"},   Named{"dedispersion_milo", "A6000"},
                             Named{"gemm_clblast", "RTX_2080_Ti"}, Named{"gemm_clblast", "RTX_Titan"},
                             Named{"pnpoly", "RTX_2080_Ti", 1e3},  Named{"pnpoly", "RTX_3060_laptop"}};

} // namespace

Result<std::vector<MeasuredSpace>> readMeasuredSpaces(const std::filesystem::path& folder) {
    std::vector<MeasuredSpace> spaces;
    for (const Named& named : kSpaces) {
        const std::string file = std::string("kt_") + named.kernel + "_" + named.device + ".csv";
        const auto path = findTable(folder, file, "schedules");
        auto read = exchange::readTuningFile(path.empty() ? folder / file : path);
        if (!read) return read.error();
        for (double& seconds : read->space.seconds)
            seconds *= named.unit;
        MeasuredSpace space{named.kernel, named.device, file, std::move(read->space), 0};
        space.best_log_time = std::log(std::ranges::min(space.space.seconds));
        spaces.push_back(std::move(space));
    }
    return spaces;
}

schedule::TuningSpace sampleOf(const MeasuredSpace& measured, std::size_t count, std::uint64_t seed) {
    schedule::TuningSpace sample = measured.space;
    std::vector<std::size_t> order(sample.rows());
    std::iota(order.begin(), order.end(), std::size_t{0});
    CounterRandom random(seed, kSampleStream);
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.nextBelow(i)]);
    for (std::size_t i = count; i < order.size(); ++i) {
        sample.outcomes[order[i]] = schedule::Outcome::Open;
        sample.seconds[order[i]] = 0;
    }
    return sample;
}

} // namespace strata::assess
