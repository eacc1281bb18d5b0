// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/gpu/sharing/colocation.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

constexpr const char* kHere = "/plan/sharing";

gpu::SharingMode modeOf(const std::string& mode) {
    const auto modes = gpu::sharingModes();
    return static_cast<gpu::SharingMode>(std::find(modes.begin(), modes.end(), mode) - modes.begin());
}

gpu::Tenant tenantOf(const workload::Kernel& kernel, const Json& share) {
    return {kernel, share.value("sms", 0.0), share.value("memory_share", 0.0)};
}

/// The request's kernel first. Errors: those of the neighbours' workloads.
Result<std::vector<gpu::Tenant>> tenantsOf(const KernelQuery& query, const Json& sharing) {
    std::vector<gpu::Tenant> tenants{tenantOf(query.kernel, sharing)};
    constexpr std::size_t kMostNeighbours = 6; // with the kernel itself: as many as MIG makes instances
    if (const std::size_t count = sharing.at("neighbours").size(); count > kMostNeighbours) {
        return Error{"bad-value",
                     std::string(kHere) + "/neighbours",
                     {"error.there-neighbours", {{"count", count}}},
                     {"accepted.at-most", {{"most", kMostNeighbours}}},
                     {}};
    }
    std::size_t index = 0;
    for (const Json& neighbour : sharing.at("neighbours")) {
        const std::string pointer = std::string(kHere) + "/neighbours/" + std::to_string(index++) + "/workload";
        const auto kernel = workload::readKernel(neighbour.at("workload"), pointer);
        if (!kernel) return kernel.error();
        if (auto able = requireArithmetic(query.device.gpu, std::span(&*kernel, 1), pointer); !able)
            return able.error();
        tenants.push_back(tenantOf(*kernel, neighbour));
    }
    return tenants;
}

/// From "/1/sms" of the tenants to where it stands in the request.
Error inRequest(Error error) {
    const std::size_t member = error.pointer.find('/', 1);
    if (member == std::string::npos) return error;
    const int tenant = std::stoi(error.pointer.substr(1, member - 1));
    const std::string where = tenant == 0 ? "" : "/neighbours/" + std::to_string(tenant - 1);
    error.pointer = kHere + where + error.pointer.substr(member);
    return error;
}

Table tenantTable(std::span<const gpu::Tenant> tenants, const gpu::Colocation& shared) {
    Table table{"tenants", {"kernel", "sms", "alone_on_share_s", "seconds", "low_s", "high_s", "slowdown"}, {}};
    for (std::size_t t = 0; t < tenants.size(); ++t) {
        const gpu::TenantTime& time = shared.tenants[t];
        table.rows.push_back({std::string(workload::name(workload::classOf(tenants[t].kernel))),
                              static_cast<std::int64_t>(time.sms), time.alone.seconds, time.seconds, time.low_s,
                              time.high_s, time.slowdown()});
    }
    return table;
}

std::vector<Note> sharingNotes(const gpu::Colocation& shared) {
    std::vector<Note> notes;
    const gpu::TenantTime& own = shared.tenants.front();
    Message text{"note.co-located-kernel", {{"low", Amount{own.low_s, "s"}}, {"high", Amount{own.high_s, "s"}}}};
    notes.push_back({Note::Level::Info, "co-located", std::move(text), kHere});
    if (shared.clock_ratio < 1.0) {
        Message limited{"note.shared-power-limit", {{"clock", Amount{shared.clock_ratio, "1"}}}};
        notes.push_back({Note::Level::Info, "power-limited", std::move(limited), "", {}, true});
    }
    return notes;
}

} // namespace

Result<Estimate> estimateShared(const KernelQuery& query, const Json& sharing, const Context& context) {
    const auto tenants = tenantsOf(query, sharing);
    if (!tenants) return tenants.error();
    const auto mode = modeOf(sharing.at("mode").get<std::string>());
    const auto shared = gpu::colocate(query.device.gpu, mode, *tenants, context.library.calibrations());
    if (!shared) return inRequest(shared.error());

    const gpu::TenantTime& own = shared->tenants.front();
    Estimate estimate;
    Metric latency{"latency_s", own.seconds, own.low_s * std::exp(std::min(own.alone.log_p10, 0.0F)),
                   own.high_s * std::exp(std::max(own.alone.log_p90, 0.0F)), 0.8};
    const double flop = workload::workOf(query.kernel).flop;
    estimate.metrics = {latency, exactMetric("slowdown", own.slowdown()), exactMetric("flop", flop),
                        exactMetric("flop_per_s", flop / own.seconds), exactMetric("dram_bytes", own.alone.dram_bytes)};
    if (shared->power_w > 0) {
        const hardware::Gpu& gpu = query.device.gpu;
        const gpu::ResidualBand watts = gpu::powerBand(gpu, context.library.calibrations());
        estimate.metrics.push_back(powerMetric(shared->power_w, watts, gpu.board_power_w));
    }

    Part parts = kernelParts(query.device, query.kernel, own.alone);
    parts.children.push_back(makePart("neighbours", Category::Queueing, own.seconds - own.alone.seconds,
                                      {"formula.neighbours", {{"sms", own.sms}}}));
    parts.value = own.seconds;
    estimate.parts.emplace_back("latency_s", std::move(parts));
    estimate.tables = {tilingTable(query.device.gpu, query.kernel, own.alone), tenantTable(*tenants, *shared)};
    estimate.notes = sharingNotes(*shared);
    return estimate;
}

} // namespace strata::methods
