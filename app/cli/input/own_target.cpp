// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/own_target.h"

#include "core/catalog/library.h"

namespace strata::cli {
namespace {

/// The id of an entry by any of its names, of one of these kinds. Errors: "not-found".
Result<std::string> entryId(const Library& library, const std::string& wanted, const char* option, EntryKind kind) {
    const Entry* entry = library.find(wanted);
    if (entry != nullptr && entry->kind == kind) return entry->id;
    std::string near;
    for (const std::string& similar : library.near(wanted, Role::Any))
        near += (near.empty() ? "" : ", ") + similar;
    return Error{"not-found",
                 "",
                 {"error.field-is-word", {{"field", option}, {"value", wanted}}},
                 near.empty() ? Message{"accepted.id-of-kind", {{"kind", name(kind)}}}
                              : Message{"accepted.id-of-kind-near", {{"kind", name(kind)}, {"near", near}}},
                 {}};
}

} // namespace

Result<assess::OwnTarget> ownTargetOf(const Arguments& arguments, const Library& library) {
    assess::OwnTarget target;
    if (const auto hardware = arguments.value("--hardware")) {
        auto id = entryId(library, *hardware, "--hardware", EntryKind::Gpu);
        if (!id) return id.error();
        target.hardware = *std::move(id);
    }
    if (const auto cluster = arguments.value("--cluster")) {
        auto id = entryId(library, *cluster, "--cluster", EntryKind::Cluster);
        if (!id) return id.error();
        target.cluster = *std::move(id);
    }
    if (const auto engine = arguments.value("--engine")) {
        const std::size_t at = engine->find('@');
        auto id = entryId(library, engine->substr(0, at), "--engine", EntryKind::Engine);
        if (!id) return id.error();
        target.engine = *std::move(id);
        if (at != std::string::npos) target.engine_version = engine->substr(at + 1);
    }
    if (!target.hardware.empty() && !target.cluster.empty())
        return badArgument({"error.hardware-and-cluster-both-given"}, {"accepted.one-them-device-or-fabric"});
    return target;
}

Result<std::vector<assess::MeasuredRow>> ownRowsOf(std::span<const std::string> files, const Arguments& arguments,
                                                   const assess::OwnTarget& target, const Library& library,
                                                   std::vector<Message>* left_out) {
    const auto ranks = arguments.count("--ranks", 0, 1U << 24U);
    if (!ranks) return ranks.error();
    constexpr unsigned kMost = 1'000'000'000;
    const auto batch = arguments.count("--batch", 0, kMost);
    if (!batch) return batch.error();
    const auto sequence = arguments.count("--sequence", 0, kMost);
    if (!sequence) return sequence.error();
    const assess::OwnHints hints{target,
                                 arguments.value("--model").value_or(""),
                                 arguments.value("--weights").value_or(""),
                                 static_cast<double>(*ranks),
                                 static_cast<double>(*batch),
                                 static_cast<double>(*sequence),
                                 true};
    std::vector<assess::MeasuredRow> rows;
    for (const std::string& file : files) {
        auto some = assess::readOwnFile(file, hints, library, left_out);
        if (!some) return some.error();
        for (assess::MeasuredRow& row : *some) {
            if (files.size() > 1) row.id = file + ":" + row.id;
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

} // namespace strata::cli
