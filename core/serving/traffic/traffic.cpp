// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/traffic/traffic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace strata::serving {
namespace {

constexpr std::uint64_t kGaps = 1, kPrompts = 2, kOutputs = 3, kRows = 4;

double clamped(const LengthDistribution& lengths, double tokens) {
    return std::clamp(tokens, std::max(1.0, lengths.minimum), std::max(1.0, lengths.maximum));
}

double normalOf(CounterRandom& random) {
    const double u = 1 - random.nextUniform();
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * random.nextUniform());
}

std::int32_t drawnLength(const LengthDistribution& lengths, CounterRandom& random, const Arrival* row, bool prompt) {
    double tokens = lengths.tokens;
    const double span = lengths.maximum - lengths.minimum + 1;
    switch (lengths.kind) {
    case LengthDistribution::Kind::Fixed: return static_cast<std::int32_t>(std::max(1.0, std::round(tokens)));
    case LengthDistribution::Kind::Uniform: tokens = std::floor(lengths.minimum + span * random.nextUniform()); break;
    case LengthDistribution::Kind::Zipf:
        tokens = lengths.minimum + zipfRank(std::max(1.0, span), lengths.theta, random.nextUniform());
        break;
    case LengthDistribution::Kind::LogNormal: {
        const double variance = std::log1p(lengths.cv * lengths.cv);
        tokens *= std::exp(std::sqrt(variance) * normalOf(random) - variance / 2);
        break;
    }
    case LengthDistribution::Kind::Trace:
        if (row) tokens = prompt ? row->prompt_tokens : row->output_tokens;
        break;
    }
    return static_cast<std::int32_t>(std::round(clamped(lengths, tokens)));
}

constexpr std::uint64_t kTenants = 5;

/// The tenant of the request with this number, by their shares.
const TenantTraffic* tenantOf(const TrafficOptions& options, std::uint64_t number, std::int32_t& which) {
    which = 0;
    if (options.tenants.empty()) return nullptr;
    double all = 0;
    for (const TenantTraffic& tenant : options.tenants)
        all += tenant.share;
    double left = CounterRandom(options.seed, kTenants).block(number)[0] / 4294967296.0 * all;
    while (which + 1 < static_cast<std::int32_t>(options.tenants.size()) &&
           left >= options.tenants[static_cast<std::size_t>(which)].share)
        left -= options.tenants[static_cast<std::size_t>(which++)].share;
    return &options.tenants[static_cast<std::size_t>(which)];
}

void promise(const TrafficOptions& options, const TenantTraffic* tenant, Arrival& arrival) {
    arrival.ttft_promised_s = tenant ? tenant->ttft_promised_s : options.ttft_promised_s;
    arrival.priority = tenant ? tenant->priority : 0;
}

} // namespace

/// Rank in [0, items) of a Zipf distribution with theta < 1 by the inverse that Gray et al. (SIGMOD 1994)
/// give. Zeta is taken by Euler and Maclaurin's formula, which is within 1e-3 of the sum from one item on.
double zipfRank(double items, double theta, double u) {
    const auto zeta = [theta](double n) {
        return 1 + (std::pow(n, 1 - theta) - 1) / (1 - theta) + (std::pow(n, -theta) - 1) / 2 +
               theta * (1 - std::pow(n, -theta - 1)) / 12;
    };
    const double all = zeta(items), first = 1 + std::pow(0.5, theta);
    if (u * all < 1) return 0;
    if (u * all < first) return std::min(1.0, items - 1);
    const double eta = (1 - std::pow(2 / items, 1 - theta)) / (1 - first / all);
    return std::min(items - 1, std::floor(items * std::pow(eta * u - eta + 1, 1 / (1 - theta))));
}

GeneratedTraffic::GeneratedTraffic(const TrafficOptions& options)
    : options_(options), gaps_(options.seed, kGaps), prompts_(options.seed, kPrompts), outputs_(options.seed, kOutputs),
      rows_(options.seed, kRows) {}

double GeneratedTraffic::normal() { return normalOf(gaps_); }

/// Marsaglia and Tsang (ACM TOMS 2000); shapes below 1 by the power of a uniform number.
double GeneratedTraffic::gamma(double shape) {
    if (shape < 1) return gamma(shape + 1) * std::pow(1 - gaps_.nextUniform(), 1 / shape);
    const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double x = normal(), v = std::pow(1 + c * x, 3);
        if (v > 0 && std::log(1 - gaps_.nextUniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
    }
}

double GeneratedTraffic::gap() {
    const ArrivalProcess& process = options_.arrivals;
    switch (process.kind) {
    case ArrivalProcess::Kind::Static:
    case ArrivalProcess::Kind::Closed: return 0;
    case ArrivalProcess::Kind::Even: return 1 / process.rate_per_s;
    case ArrivalProcess::Kind::Poisson: return -std::log(1 - gaps_.nextUniform()) / process.rate_per_s;
    case ArrivalProcess::Kind::Gamma: {
        const double squared = std::max(1e-6, process.cv * process.cv);
        return gamma(1 / squared) * squared / process.rate_per_s;
    }
    }
    return 0;
}

bool GeneratedTraffic::next(Arrival& arrival) {
    if (options_.requests > 0 ? made_ >= options_.requests : options_.duration_s <= 0) return false;
    now_s_ += gap();
    if (options_.requests == 0 && now_s_ > options_.duration_s) return false;
    const std::size_t rows = options_.trace ? options_.trace->size() : 0;
    const auto place = static_cast<std::size_t>(rows_.nextBelow(rows));
    const Arrival* row = rows > 0 ? &(*options_.trace)[place] : nullptr;
    std::int32_t which = 0;
    const TenantTraffic* tenant = tenantOf(options_, made_, which);
    arrival = {now_s_,
               drawnLength(tenant ? tenant->prompt : options_.prompt, prompts_, row, true),
               drawnLength(tenant ? tenant->output : options_.output, outputs_, row, false),
               {},
               0};
    arrival.tenant = which;
    promise(options_, tenant, arrival);
    ++made_;
    return true;
}

Arrival drawnRequest(const TrafficOptions& options, std::uint64_t number, CounterRandom& random) {
    Arrival arrival;
    const TenantTraffic* tenant = tenantOf(options, number, arrival.tenant);
    const std::size_t rows = options.trace ? options.trace->size() : 0;
    const auto place = static_cast<std::size_t>(random.nextBelow(rows));
    const Arrival* row = rows > 0 ? &(*options.trace)[place] : nullptr;
    arrival.prompt_tokens = drawnLength(tenant ? tenant->prompt : options.prompt, random, row, true);
    arrival.output_tokens = drawnLength(tenant ? tenant->output : options.output, random, row, false);
    promise(options, tenant, arrival);
    return arrival;
}

ReplayTraffic::ReplayTraffic(std::vector<Arrival> arrivals) : arrivals_(std::move(arrivals)) {
    std::stable_sort(arrivals_.begin(), arrivals_.end(),
                     [](const Arrival& a, const Arrival& b) { return a.time_s < b.time_s; });
}

bool ReplayTraffic::next(Arrival& arrival) {
    if (next_ >= arrivals_.size()) return false;
    arrival = arrivals_[next_++];
    return true;
}

std::vector<Arrival> vidurTraffic(const VidurTrafficOptions& options) {
    PythonRandom random(options.seed);
    std::vector<Arrival> arrivals;
    arrivals.reserve(options.requests);
    double now_s = 0;
    for (std::uint64_t i = 0; i < options.requests; ++i) {
        now_s += std::min(-std::log(1 - random.uniform()) / options.rate_per_s, 3 / options.rate_per_s);
        Arrival arrival;
        arrival.time_s = now_s;
        if (options.uniform) {
            const double total = random.uniform(options.minimum, options.maximum);
            const double output = std::ceil(total / (1 + options.prompt_to_output));
            arrival.output_tokens = static_cast<std::int32_t>(output);
            arrival.prompt_tokens = static_cast<std::int32_t>(total - output);
        }
        arrivals.push_back(arrival);
    }
    return arrivals;
}

} // namespace strata::serving
