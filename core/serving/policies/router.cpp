// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/policies/router.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace strata::serving {
namespace {

constexpr std::uint64_t kRouterStream = 0x726f757465ULL; ///< apart from the streams of the traffic

/// From `start` on, around; `start` where none accepts requests.
std::size_t firstAccepting(std::span<const Replica> replicas, std::size_t start) {
    for (std::size_t i = 0; i < replicas.size(); ++i) {
        const std::size_t at = (start + i) % replicas.size();
        if (replicas[at].accepts()) return at;
    }
    return start;
}

template <class Load>
std::int32_t leastLoaded(std::span<const Replica> replicas, Load load) {
    std::size_t best = firstAccepting(replicas, 0);
    for (std::size_t i = best + 1; i < replicas.size(); ++i) {
        if (replicas[i].accepts() && load(replicas[i]) < load(replicas[best])) best = i;
    }
    return static_cast<std::int32_t>(best);
}

class RoundRobin final : public Router {
public:
    std::int32_t choose(const ActiveRequest&, std::span<const Replica> replicas) override {
        const std::size_t chosen = firstAccepting(replicas, next_ % replicas.size());
        next_ = chosen + 1;
        return static_cast<std::int32_t>(chosen);
    }

private:
    std::size_t next_ = 0;
};

class Random final : public Router {
public:
    explicit Random(std::uint64_t seed) : random_(seed, kRouterStream) {}
    std::int32_t choose(const ActiveRequest&, std::span<const Replica> replicas) override {
        return static_cast<std::int32_t>(firstAccepting(replicas, random_.nextBelow(replicas.size())));
    }

private:
    CounterRandom random_;
};

/// Queues are empty as long as a replica takes all that come: without turns the first one would get everything, however
/// many requests it runs.
class LeastQueued final : public Router {
public:
    explicit LeastQueued(bool first) : first_(first) {}
    std::int32_t choose(const ActiveRequest&, std::span<const Replica> replicas) override {
        const std::size_t n = replicas.size();
        std::size_t best = firstAccepting(replicas, first_ ? 0 : next_ % n);
        const std::size_t start = best;
        for (std::size_t i = 1; i < n; ++i) {
            const std::size_t at = (start + i) % n;
            if (replicas[at].accepts() && replicas[at].scheduler().queued() < replicas[best].scheduler().queued())
                best = at;
        }
        next_ = best + 1;
        return static_cast<std::int32_t>(best);
    }

private:
    bool first_;
    std::size_t next_ = 0;
};

class LeastOutstanding final : public Router {
public:
    std::int32_t choose(const ActiveRequest&, std::span<const Replica> replicas) override {
        return leastLoaded(replicas, [](const Replica& replica) { return replica.outstanding(); });
    }
};

/// Two at random, the less loaded of them (Mitzenmacher, IEEE TPDS 2001).
class PowerOfTwo final : public Router {
public:
    explicit PowerOfTwo(std::uint64_t seed) : random_(seed, kRouterStream) {}
    std::int32_t choose(const ActiveRequest&, std::span<const Replica> replicas) override {
        const std::size_t n = replicas.size();
        if (n == 1) return 0;
        const std::size_t first = random_.nextBelow(n);
        const std::size_t b = firstAccepting(replicas, (first + 1 + random_.nextBelow(n - 1)) % n);
        const std::size_t a = firstAccepting(replicas, first);
        return static_cast<std::int32_t>(replicas[b].outstanding() < replicas[a].outstanding() ? b : a);
    }

private:
    CounterRandom random_;
};

class PrefixAffine final : public Router {
public:
    std::int32_t choose(const ActiveRequest& request, std::span<const Replica> replicas) override {
        const auto least = leastLoaded(replicas, [](const Replica& replica) { return replica.outstanding(); });
        std::int32_t chosen = least;
        for (auto key = request.prefix.rbegin(); key != request.prefix.rend(); ++key) {
            const auto found = last_.find(*key);
            if (found == last_.end()) continue;
            const auto& home = replicas[static_cast<std::size_t>(found->second)];
            // Twice the least load is where waiting costs more than what the prefix saves.
            if (home.accepts() &&
                home.outstanding() <= 2 * (replicas[static_cast<std::size_t>(least)].outstanding() + 1))
                chosen = found->second;
            break;
        }
        for (const std::uint64_t key : request.prefix)
            last_[key] = chosen;
        return chosen;
    }

private:
    std::unordered_map<std::uint64_t, std::int32_t> last_;
};

struct Row {
    std::string_view name;
    std::unique_ptr<Router> (*make)(std::uint64_t seed, bool vidur_compatible);
};

template <class T>
std::unique_ptr<Router> plain(std::uint64_t, bool) {
    return std::make_unique<T>();
}
template <class T>
std::unique_ptr<Router> seeded(std::uint64_t seed, bool) {
    return std::make_unique<T>(seed);
}
std::unique_ptr<Router> queues(std::uint64_t, bool vidur_compatible) {
    return std::make_unique<LeastQueued>(vidur_compatible);
}

constexpr std::array kRouters{Row{"round-robin", plain<RoundRobin>},
                              Row{"random", seeded<Random>},
                              Row{"least-queued", queues},
                              Row{"least-outstanding", plain<LeastOutstanding>},
                              Row{"power-of-two", seeded<PowerOfTwo>},
                              Row{"prefix-affine", plain<PrefixAffine>}};

constexpr auto kNames = [] {
    std::array<std::string_view, kRouters.size()> names{};
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i] = kRouters[i].name;
    return names;
}();

} // namespace

std::span<const std::string_view> routerPolicies() { return kNames; }

Result<std::unique_ptr<Router>> makeRouter(std::string_view policy, std::uint64_t seed, bool vidur_compatible) {
    std::string known;
    for (const Row& row : kRouters) {
        if (row.name == policy) return row.make(seed, vidur_compatible);
        known += (known.empty() ? "" : ", ") + std::string(row.name);
    }
    return Error{"bad-value",
                 "/router",
                 {"error.field-is", {{"field", "router"}, {"value", policy}}},
                 {"accepted.one-of", {{"words", known}}},
                 ""};
}

} // namespace strata::serving
