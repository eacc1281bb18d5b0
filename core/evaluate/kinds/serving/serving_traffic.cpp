// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_techniques.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

using serving::ArrivalProcess;
using serving::LengthDistribution;

constexpr double kMostRequests = 1e6;

const Json& memberOf(const Json& document, const char* key) { return servingMember(document, key); }

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

Result<LengthDistribution> readLength(const Json& lengths, const char* which, bool has_trace,
                                      const std::string& pointer) {
    const std::string here = pointer + "/" + which;
    const auto stated = lengths.find(which);
    LengthDistribution out;
    if (stated == lengths.end()) {
        if (!has_trace)
            return Error{
                "missing", here, {"error.has-no-lengths", {{"which", which}}}, {"accepted.distribution-or-trace"}, {}};
        out.kind = LengthDistribution::Kind::Trace;
        out.maximum = 1e7;
        return out;
    }
    static const std::array<const char*, 5> kKinds{"fixed", "uniform", "zipf", "lognormal", "trace"};
    const std::string kind = stated->value("distribution", "fixed");
    const auto place = std::find_if(kKinds.begin(), kKinds.end(), [&](const char* name) { return kind == name; });
    out.kind = static_cast<LengthDistribution::Kind>(place - kKinds.begin());
    out.tokens = stated->value("tokens", out.tokens);
    out.cv = stated->value("cv", out.cv);
    out.minimum = stated->value("minimum", out.minimum);
    out.maximum = stated->value("maximum", out.kind == LengthDistribution::Kind::Trace ? 1e7 : out.maximum);
    out.theta = stated->value("theta", out.theta);
    if (out.maximum < out.minimum) {
        return bad(here + "/maximum", {"error.below-minimum", {{"field", "maximum"}}},
                   {"accepted.at-least", {{"least", std::int64_t(out.minimum)}}});
    }
    if (out.kind == LengthDistribution::Kind::Trace && !has_trace) {
        return bad(here + "/distribution", {"error.traffic-has-no-trace"},
                   {"accepted.traffic-trace-or-another-distribution"});
    }
    return out;
}

Result<void> readArrivals(const Json& traffic, std::uint64_t seed, ServingQuery& query) {
    auto& out = query.traffic;
    out.seed = seed;
    query.trace = traffic.value("trace", std::string());
    const Json& arrivals = memberOf(traffic, "arrivals");
    const std::string process = arrivals.value("process", query.trace.empty() ? "poisson" : "trace");
    query.replay = process == "trace";
    if (query.replay && query.trace.empty()) {
        return bad("/workload/traffic/arrivals/process", {"error.traffic-has-no-trace"},
                   {"accepted.traffic-trace-or-another-process"});
    }
    out.arrivals.kind = process == "gamma"         ? ArrivalProcess::Kind::Gamma
                        : process == "static"      ? ArrivalProcess::Kind::Static
                        : process == "even"        ? ArrivalProcess::Kind::Even
                        : process == "closed-loop" ? ArrivalProcess::Kind::Closed
                                                   : ArrivalProcess::Kind::Poisson;
    out.arrivals.users = arrivals.value("concurrency", 1);
    out.arrivals.think_s = arrivals.value("think_s", 0.0);
    out.arrivals.rate_per_s = arrivals.value("rate_per_s", 1.0);
    out.arrivals.cv = arrivals.value("cv", 1.0);
    out.requests = traffic.value("requests", std::uint64_t{0});
    out.duration_s = traffic.value("duration_s", 0.0);
    if (query.replay) return {};
    if (out.requests == 0 && out.duration_s <= 0) {
        return Error{"missing",
                     "/workload/traffic/requests",
                     {"error.neither-requests-nor-duration-s-given"},
                     {"accepted.one-them"},
                     {}};
    }
    if (out.requests == 0 && out.arrivals.kind == ArrivalProcess::Kind::Static) {
        return Error{"missing",
                     "/workload/traffic/requests",
                     {"error.static-arrivals-have-no-duration"},
                     {"accepted.number-requests"},
                     {}};
    }
    const bool closed = out.arrivals.kind == ArrivalProcess::Kind::Closed;
    if (!closed && out.requests == 0 && out.duration_s * out.arrivals.rate_per_s > kMostRequests) {
        return bad("/workload/traffic/duration_s", {"error.duration-s-times-rate-per-s"},
                   {"accepted.shorter-duration-or-lower-rate"});
    }
    return {};
}

Result<void> readLengths(const Json& lengths, const std::string& pointer, bool has_trace, LengthDistribution& prompt,
                         LengthDistribution& output) {
    for (const auto& [which, into] : {std::pair{"prompt", &prompt}, {"output", &output}}) {
        auto read = readLength(lengths, which, has_trace, pointer);
        if (!read) return read.error();
        *into = *read;
    }
    return {};
}

Result<void> readTenants(const Json& tenants, ServingQuery& query) {
    for (std::size_t i = 0; i < tenants.size(); ++i) {
        const Json& one = tenants[i];
        const std::string here = "/workload/traffic/tenants/" + std::to_string(i);
        serving::TenantTraffic tenant;
        tenant.prompt = query.traffic.prompt;
        tenant.output = query.traffic.output;
        if (one.contains("lengths")) {
            if (auto read = readLengths(one.at("lengths"), here + "/lengths", !query.trace.empty(), tenant.prompt,
                                        tenant.output);
                !read)
                return read;
        }
        tenant.share = one.value("share", 1.0);
        tenant.priority = one.value("priority", 0);
        const auto level = one.contains("slo") ? readServiceLevel(one.at("slo"), here + "/slo")
                                               : Result<serving::ServiceLevel>(query.level);
        if (!level) return level.error();
        tenant.ttft_promised_s = level->ttft.seconds;
        query.tenants.push_back({one.value("name", "tenant " + std::to_string(i + 1)), *level});
        query.traffic.tenants.push_back(tenant);
    }
    return {};
}

void readSessions(const Json& traffic, ServingQuery& query) {
    const Json& arrivals = memberOf(traffic, "arrivals");
    auto& out = query.sessions;
    const auto stated_sessions = traffic.find("sessions");
    if (stated_sessions == traffic.end()) return; // a closed loop of single requests is ClosedLoopTraffic's
    if (arrivals.value("process", "") == "closed-loop") {
        out.users = arrivals.value("concurrency", 1);
        out.think_s = arrivals.value("think_s", 0.0);
    }
    const Json& stated = *stated_sessions;
    out.turns = stated.value("turns", 1);
    out.turn_s = stated.value("turn_s", 0.0);
    out.tool_share = stated.value("tool_share", 0.0);
    out.tool_s = stated.value("tool_s", 0.0);
    out.shared_tokens = stated.value("shared_tokens", 0);
    out.longest_tokens = query.model->value("max_seq", 4096);
}

} // namespace

const Json& servingMember(const Json& document, const char* key) {
    static const Json kEmpty = Json::object();
    const auto found = document.find(key);
    return found == document.end() ? kEmpty : *found;
}

Result<serving::ServiceLevel> readServiceLevel(const Json& slo, const std::string& pointer) {
    for (const char* named : {"ttft", "tpot", "e2e"}) {
        const std::string metric = named;
        const std::string seconds = metric + "_s";
        if (!slo.contains(metric + "_percentile") || slo.contains(seconds)) continue;
        return Error{"missing", pointer + "/" + seconds, {"error.field-missing", {{"field", seconds}}},
                     {"accepted.limit-of-percentile", {{"field", seconds}}}, {}};
    }
    const auto limit = [&slo](const char* seconds, const char* percentile) {
        return serving::Limit{slo.value(seconds, 0.0), slo.value(percentile, 0.0) / 100};
    };
    return serving::ServiceLevel{limit("ttft_s", "ttft_percentile"), limit("tpot_s", "tpot_percentile"),
                                 limit("e2e_s", "e2e_percentile")};
}

Result<void> readServingTraffic(const Json& traffic, std::uint64_t seed, ServingQuery& query) {
    if (auto read = readArrivals(traffic, seed, query); !read) return read;
    query.traffic.ttft_promised_s = query.level.ttft.seconds;
    readSessions(traffic, query);
    if (query.replay) {
        for (const char* key : {"tenants", "sessions"}) {
            if (traffic.contains(key))
                return bad(std::string("/workload/traffic/") + key, {"error.trace-replayed-as-recorded"},
                           {"accepted.no-or-another-process-arrivals", {{"key", key}}});
        }
        return {};
    }
    // Each tenant may have lengths of its own, so that those of all are not needed.
    const Json& tenants = memberOf(traffic, "tenants");
    const bool all_own = !tenants.empty() && std::all_of(tenants.begin(), tenants.end(),
                                                         [](const Json& one) { return one.contains("lengths"); });
    if ((!all_own && !traffic.contains("vidur")) || traffic.contains("lengths")) {
        if (auto read = readLengths(memberOf(traffic, "lengths"), "/workload/traffic/lengths", !query.trace.empty(),
                                    query.traffic.prompt, query.traffic.output);
            !read)
            return read;
    }
    return readTenants(tenants, query);
}

} // namespace strata
