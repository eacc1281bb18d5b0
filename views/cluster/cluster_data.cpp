// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cluster/cluster_data.h"

#include "core/evaluate/kinds/system/collective_query.h"
#include "core/evaluate/kinds/system/training_query.h"
#include "core/evaluate/table_reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::views {
namespace {

void addLevels(ClusterPicture& picture) {
    std::uint64_t devices = 1;
    for (const hardware::ScaleUpLevel& level : picture.cluster.scale_up) {
        devices *= level.devices;
        picture.scale_up.push_back({level.name, level.topology, devices, level.bandwidth_bytes_per_s, {}, {}, {}});
    }
    if (picture.domains() < 2) return;
    const hardware::ScaleOut& out = picture.cluster.scale_out;
    picture.scale_out =
        FabricLevel{out.technology,
                    out.topology,
                    picture.cluster.devices(),
                    picture.cluster.nicBandwidth_bytes_per_s(static_cast<double>(picture.cluster.devices_per_node)),
                    {},
                    {},
                    {}};
}

void addGroups(ClusterPicture& picture, const Estimate* estimate, const system::Plan& plan) {
    const TableReader table(estimate != nullptr ? estimate->findTable("groups") : nullptr);
    for (std::size_t row = 0; row < table.rows(); ++row) {
        GroupKind kind;
        kind.name = table.text(row, "group");
        kind.ranks = static_cast<std::uint64_t>(std::max(1.0, table.number(row, "ranks").value_or(1.0)));
        kind.stride = static_cast<std::uint64_t>(std::max(1.0, table.number(row, "stride").value_or(1.0)));
        kind.crosses_nodes = table.text(row, "crosses_nodes") == "yes";
        if (kind.ranks * kind.stride <= picture.devices) picture.kinds.push_back(std::move(kind));
    }
    if (table.rows() > 0) return;
    // Before the first answer the plan itself says which ranks belong together.
    const std::uint64_t tp = plan.tp, cp = plan.cp, dp = plan.dp, pp = plan.pp;
    const auto add = [&](const char* name, std::uint64_t ranks, std::uint64_t stride) {
        const bool crosses = (ranks - 1) * stride >= picture.per_domain;
        if (ranks > 1 && ranks * stride <= picture.devices) picture.kinds.push_back({name, ranks, stride, crosses});
    };
    add("tensor", tp, 1);
    add("context", cp, tp);
    add("expert", plan.ep, 1);
    add("data", dp, tp * cp);
    add("pipeline", pp, tp * cp * dp);
}

double partOf(const Part& root, std::string_view label) {
    const auto found = std::ranges::find(root.children, label, &Part::id);
    return found == root.children.end() ? 0.0 : found->value;
}

/// Bytes of one device over each level, and how long they keep its links busy.
void addUse(ClusterPicture& picture, const Estimate* estimate) {
    const TableReader table(estimate != nullptr && estimate->valid ? estimate->findTable("links") : nullptr);
    if (table.rows() == 0) return;
    const auto add = [&](FabricLevel& level) {
        level.bytes = level.use = 0.0; // a level that the answer does not name is not used
        for (std::size_t row = 0; row < table.rows(); ++row) {
            if (table.text(row, "level") != level.name) continue;
            level.bytes = table.number(row, "bytes").value_or(0.0);
            level.use = std::clamp(table.number(row, "busy").value_or(0.0), 0.0, 1.0);
        }
    };
    for (FabricLevel& level : picture.scale_up)
        add(level);
    if (picture.scale_out) add(*picture.scale_out);
}

/// Seconds that the iteration waits for the collectives of each kind, laid on the levels where the kind's
/// groups meet.
void addWaits(ClusterPicture& picture, const Estimate* estimate) {
    const Part* root = estimate != nullptr && estimate->valid ? estimate->findParts("iteration_s") : nullptr;
    if (root == nullptr || !(root->value > 0.0)) return;
    double inside_s = 0.0, between_s = 0.0;
    const std::pair<const char*, const char*> kParts[]{{"tensor", "tensor-parallel"},
                                                       {"context", "context-parallel"},
                                                       {"expert", "expert-all-to-all"},
                                                       {"data", "data-parallel-exposed"},
                                                       {"pipeline", "stage-to-stage"}};
    for (const auto& [kind, part] : kParts) {
        const auto found = std::ranges::find(picture.kinds, kind, &GroupKind::name);
        if (found == picture.kinds.end()) continue;
        (found->crosses_nodes ? between_s : inside_s) += partOf(*root, part);
    }
    for (FabricLevel& level : picture.scale_up)
        level.waits = std::min(1.0, inside_s / root->value);
    if (picture.scale_out) picture.scale_out->waits = std::min(1.0, between_s / root->value);
}

} // namespace

ClusterPicture makeClusterPicture(const Resolved& resolved, const Estimate* estimate, bool stale) {
    ClusterPicture picture;
    if (const auto training = resolved.as<TrainingQuery>()) {
        picture.cluster = training->cluster;
        picture.devices = static_cast<std::uint64_t>(training->devices);
        picture.per_domain = std::max<std::uint64_t>(1, picture.cluster.scaleUpDevices());
        addLevels(picture);
        addGroups(picture, stale ? nullptr : estimate, training->plan);
        addUse(picture, estimate);
        addWaits(picture, estimate);
    } else if (const auto query = resolved.as<CollectiveQuery>()) {
        picture.collective = true;
        picture.devices = query->fabric.ranks();
        std::uint64_t inside = 1;
        for (const network::Dimension& dimension : query->fabric.dimensions)
            if (!dimension.between_nodes) inside *= dimension.ranks;
        picture.cluster = query->cluster;
        picture.per_domain = inside;
        // A part of a torus is drawn with the sides that it has.
        for (std::size_t level = 0; level < picture.cluster.scale_up.size(); ++level) {
            const auto side = std::ranges::find(query->fabric.dimensions, "/scale_up/" + std::to_string(level),
                                                &network::Dimension::pointer);
            const bool is_part = side != query->fabric.dimensions.end();
            picture.cluster.scale_up[level].devices = is_part ? side->ranks : 1;
        }
        addLevels(picture);
        const auto out = std::ranges::find_if(query->fabric.dimensions, &network::Dimension::between_nodes);
        if (picture.scale_out && out != query->fabric.dimensions.end()) picture.scale_out->name = out->name;
        picture.kinds.push_back(
            {std::string(network::name(query->collective)), picture.devices, 1, picture.domains() > 1});
        addUse(picture, estimate);
    }
    return picture;
}

Table clusterTable(const ClusterPicture& picture, std::uint64_t most) {
    Table table{"cluster", {"what", "name", "number", "ranks", "stride", "place", "bytes", "use"}, {}};
    const auto whole = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
    const auto level = [&](const FabricLevel& fabric_level) {
        Cell bytes, use;
        if (fabric_level.bytes) bytes = *fabric_level.bytes;
        if (fabric_level.use) use = *fabric_level.use;
        table.rows.push_back({std::string("level"), fabric_level.name, Cell(), whole(fabric_level.devices), Cell(),
                              std::string(hardware::name(fabric_level.topology)), bytes, use});
    };
    if (picture.empty()) return table;
    for (const FabricLevel& scale_up : picture.scale_up)
        level(scale_up);
    if (picture.scale_out) level(*picture.scale_out);
    for (const GroupKind& kind : picture.kinds)
        table.rows.push_back({std::string("group kind"), kind.name, whole(picture.devices / kind.ranks),
                              whole(kind.ranks), whole(kind.stride),
                              std::string(kind.crosses_nodes ? "between nodes" : "inside a node"), Cell(), Cell()});
    for (std::uint64_t rank = 0; rank < std::min(most, picture.devices); ++rank)
        for (const GroupKind& kind : picture.kinds)
            table.rows.push_back({std::string("rank"), kind.name, whole(rank), whole(kind.coordinate(rank)), Cell(),
                                  "domain " + std::to_string(rank / picture.per_domain), Cell(), Cell()});
    return table;
}

} // namespace strata::views
