// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/tables/rank_links.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace strata::serving {
namespace {

std::uint32_t whole(double ranks) { return static_cast<std::uint32_t>(ranks); }

} // namespace

Result<RankLinks> RankLinks::make(const hardware::Gpu& gpu, const compose::RuntimeCosts& costs,
                                  const hardware::Cluster* cluster, std::span<const hardware::Calibration> calibrations,
                                  const RankPlan& plan, network::CollectiveTimer timer) {
    RankLinks links;
    links.gpu_ = links.reducing_gpu_ = gpu;
    links.costs_ = costs;
    links.plan_ = plan;
    if (cluster == nullptr) return links;
    links.timer_ = std::move(timer);
    const auto path = [&](std::uint32_t ranks, std::uint32_t in_domain, std::optional<Path>& into) -> Result<void> {
        if (ranks < 2) return {};
        auto fabric = network::fabricOf(*cluster, {ranks, in_domain});
        if (!fabric) {
            Error error = fabric.error();
            error.pointer = "/plan/tp";
            return error;
        }
        auto group = network::ncclGroupOf(*fabric, cluster->id);
        if (!group) {
            Error error = group.error();
            error.pointer = "/hardware";
            return error;
        }
        const auto calibration = network::resolveNccl(*group, calibrations);
        into = Path{*std::move(group), calibration};
        return {};
    };
    const double domain = static_cast<double>(cluster->scaleUpDevices());
    links.one_node_ = plan.tp <= domain;
    links.experts_one_node_ = plan.ep <= domain;
    if (auto ok = path(whole(plan.tp), 0, links.reduce_); !ok) return ok.error();
    links.reducing_gpu_.link_bytes_per_s = links.linkBytesPerSecond(links.reduce_);
    if (auto ok = path(whole(plan.ep), 0, links.exchange_); !ok) return ok.error();
    if (plan.stages < 2) return links;
    const bool leaves = plan.ranks() > domain;
    if (auto ok = path(2, leaves ? 1 : 0, links.send_); !ok) return ok.error();
    return links;
}

double RankLinks::linkBytesPerSecond(const std::optional<Path>& path) const {
    return path && std::isfinite(path->group.link_bytes_per_s) ? path->group.link_bytes_per_s : gpu_.link_bytes_per_s;
}

double RankLinks::furtherSeconds(const std::optional<Path>& path) {
    return path ? network::furtherStepSeconds(path->group) : 0.0;
}

double RankLinks::skewSeconds(double ranks) const { return costs_.all_reduce_skew_s * std::log2(std::max(ranks, 1.0)); }

double RankLinks::pathSeconds(const Path& path, network::Collective collective, double bytes) const {
    if (timer_) return timer_(collective, path.group.ranks, path.group.nodes, bytes);
    return network::ncclTime(path.group, path.calibration.values, collective, bytes).seconds();
}

double RankLinks::allReduceSeconds(double bytes) const {
    if (plan_.tp <= 1) return 0;
    if (timer_ && reduce_) return pathSeconds(*reduce_, network::Collective::AllReduce, bytes) + skewSeconds(plan_.tp);
    double seconds = std::numeric_limits<double>::infinity();
    if (one_node_) {
        seconds = compose::allReduceSeconds(costs_, reducing_gpu_, bytes, plan_.tp, furtherSeconds(reduce_));
    }
    if (reduce_) {
        seconds = std::min(seconds, pathSeconds(*reduce_, network::Collective::AllReduce, bytes));
    }
    return seconds + skewSeconds(plan_.tp);
}

double RankLinks::expertExchangeSeconds(double tokens, double per_token, double hidden, double sent_bytes,
                                        double returned_bytes) const {
    const double n = plan_.ep;
    if (n <= 1) return 0;
    // Of n ranks those, other than its own, that a token's experts lie on, drawn evenly.
    const double reached = (n - 1) * (1 - std::pow(1 - 1 / n, per_token));
    double seconds = 0;
    for (const double element : {sent_bytes, returned_bytes}) {
        const double bytes = tokens * reached * hidden * element;
        double exchange_s = std::numeric_limits<double>::infinity();
        if (experts_one_node_ && !timer_) {
            const double links = linkBytesPerSecond(exchange_);
            exchange_s = std::max(0.0, costs_.all_reduce_s + furtherSeconds(exchange_)) + costs_.all_reduce_rank_s * n +
                         bytes / std::max(links * costs_.all_reduce_share, 1.0);
        }
        if (exchange_) {
            // NCCL counts what a rank holds, of which (n - 1) / n leaves it.
            exchange_s =
                std::min(exchange_s, pathSeconds(*exchange_, network::Collective::AllToAll, bytes * n / (n - 1)));
        }
        seconds += exchange_s + skewSeconds(n);
    }
    return seconds;
}

double RankLinks::sendSeconds(double bytes) const {
    if (plan_.stages < 2) return 0;
    if (send_) return pathSeconds(*send_, network::Collective::SendRecv, bytes);
    return costs_.all_reduce_s + bytes / std::max(gpu_.link_bytes_per_s * costs_.all_reduce_share, 1.0);
}

} // namespace strata::serving
