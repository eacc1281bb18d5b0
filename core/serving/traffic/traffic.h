// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/serving/request.h"
#include "core/serving/traffic/python_random.h"

#include <memory>
#include <span>
#include <vector>

namespace strata::serving {

/// Requests in the order of their arrival, made as they are asked for.
class Traffic {
public:
    virtual ~Traffic() = default;
    /// Fills the next arrival; false at the end.
    virtual bool next(Arrival& arrival) = 0;
    /// What its end brings about: arrivals at that time or later.
    virtual void completed(const RequestRecord&, std::vector<Arrival>&) {}
    virtual std::uint64_t expected() const { return 0; } ///< requests in all, 0 where unknown
};

/// Gaps between arrivals.
struct ArrivalProcess {
    /// Static: all at 0; Closed: ClosedLoopTraffic makes them.
    enum class Kind { Poisson, Gamma, Static, Even, Closed } kind = Kind::Poisson;
    double rate_per_s = 1;
    double cv = 1;          ///< of the gaps (gamma): 1 is Poisson, above is bursty
    std::int32_t users = 1; ///< Closed: requests that are never more in flight,
    double think_s = 0;     ///< and what passes before the next
};

/// Tokens of a prompt or of an output.
struct LengthDistribution {
    enum class Kind { Fixed, Uniform, Zipf, LogNormal, Trace } kind = Kind::Fixed;
    double tokens = 512; ///< Fixed; mean of LogNormal
    double cv = 1;       ///< LogNormal
    double minimum = 1, maximum = 4096;
    double theta = 0.6; ///< Zipf: P(rank) ~ rank^-theta, the shortest length is the most frequent
};

/// Rank in [0, items) of a Zipf distribution with theta < 1, by the uniform number u.
double zipfRank(double items, double theta, double u);

/// One of several groups of users.
struct TenantTraffic {
    double share = 1; ///< of the requests, relative to the others
    LengthDistribution prompt, output;
    std::int32_t priority = 0;
    double ttft_promised_s = 0; ///< 0: nothing
};

/// When requests arrive, and how long prompts and answers are, in tokens.
struct TrafficOptions {
    ArrivalProcess arrivals;
    LengthDistribution prompt, output;
    std::uint64_t requests = 0; ///< 0: as many as arrive within duration_s
    double duration_s = 0;
    std::uint64_t seed = 42;
    /// Pairs that Kind::Trace draws from; both lengths of a request come from the same pair.
    std::shared_ptr<const std::vector<Arrival>> trace;
    std::vector<TenantTraffic> tenants{}; ///< in place of prompt and output; empty: one
    double ttft_promised_s = 0;           ///< where there are no tenants
};

/// A request by numbers of its own (a turn of a session): lengths, tenant and what it is promised. `number`
/// chooses the tenant.
Arrival drawnRequest(const TrafficOptions& options, std::uint64_t number, CounterRandom& random);

/// Gaps and lengths come from streams of their own: changing one leaves the others as they were.
class GeneratedTraffic final : public Traffic {
public:
    explicit GeneratedTraffic(const TrafficOptions& options);
    bool next(Arrival& arrival) override;
    std::uint64_t expected() const override { return options_.requests; }

private:
    double gap();
    double normal();
    double gamma(double shape);

    TrafficOptions options_;
    CounterRandom gaps_, prompts_, outputs_, rows_;
    double now_s_ = 0;
    std::uint64_t made_ = 0;
};

/// Arrivals as recorded, sorted by time.
class ReplayTraffic final : public Traffic {
public:
    explicit ReplayTraffic(std::vector<Arrival> arrivals);
    bool next(Arrival& arrival) override;
    std::uint64_t expected() const override { return arrivals_.size(); }

private:
    std::vector<Arrival> arrivals_;
    std::size_t next_ = 0;
};

/// The reference simulator's synthetic requests: gaps min(-ln(1 - u), 3) / rate (so that the rate is about 5
/// % higher than asked), and a total length uniform in [minimum, maximum] of which 1 / (1 + ratio) is output.
/// One stream for both.
struct VidurTrafficOptions {
    double rate_per_s = 1;
    bool uniform = true; ///< draws a length after each gap; else only gaps are drawn and lengths stay 1
    double minimum = 1024, maximum = 4096, prompt_to_output = 20;
    std::uint64_t requests = 0;
    std::uint32_t seed = 42;
};
std::vector<Arrival> vidurTraffic(const VidurTrafficOptions& options);

} // namespace strata::serving
