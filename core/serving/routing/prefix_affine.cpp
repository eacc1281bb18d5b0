// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/routing/routers.h"

#include <unordered_map>

namespace strata::serving {
namespace {

class PrefixAffine final : public Router {
public:
    std::int32_t choose(const ActiveRequest& request, std::span<const Replica> replicas) override {
        const auto least = leastOutstanding(replicas);
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

} // namespace

std::unique_ptr<Router> makePrefixAffine(const RouterOptions&) { return std::make_unique<PrefixAffine>(); }

} // namespace strata::serving
