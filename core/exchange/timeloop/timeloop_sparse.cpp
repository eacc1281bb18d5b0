// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_parts.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata::exchange::detail {
namespace {

using hardware::RankFormat;
using workload::TensorDensity;

// The files give no width of metadata; the tool's examples have words of four bits, each of which is one access.
constexpr std::uint32_t kMetadataBits = 4;

std::optional<RankFormat> formatNamed(const std::string& name) {
    struct Row {
        const char* name;
        RankFormat format;
    };
    static constexpr std::array kRows{Row{"UOP", RankFormat::OffsetPair}, Row{"UB", RankFormat::UncompressedBitmask},
                                      Row{"B", RankFormat::Bitmask}, Row{"CP", RankFormat::Coordinate},
                                      Row{"RLE", RankFormat::RunLength}};
    for (const Row& row : kRows) {
        if (name == row.name) return row.format;
    }
    return std::nullopt;
}

Result<void> readDensities(const Json& densities, workload::Problem& problem) {
    for (const auto& [name, written] : densities.items()) {
        const std::string here = "/problem/densities/" + pointerStep(name);
        const int tensor = problem.findTensor(name);
        if (tensor < 0)
            return caseError("unknown-tensor", here, {"error.tensor-not-known", {{"tensor_name", name}}},
                             {"accepted.tensor-problem"});
        TensorDensity& density = problem.tensors[static_cast<std::size_t>(tensor)].density;
        const std::string distribution =
            written.is_object() ? written.value("distribution", std::string()) : std::string("fixed_structured");
        if (distribution == "banded") {
            auto width = countAt(written, "band_width", 0, 0, here);
            if (!width) return width.error();
            density.distribution = TensorDensity::Distribution::Banded;
            density.half_width = *width;
            continue;
        }
        if (written.is_object()) {
            auto share = numberAt(written, "density", 1.0, here);
            if (!share) return share.error();
            density.share = *share;
        } else if (written.is_number()) {
            density.share = written.get<double>();
        }
        if (density.share < 1.0) {
            density.distribution = distribution == "hypergeometric" ? TensorDensity::Distribution::Uniform
                                                                    : TensorDensity::Distribution::Structured;
        }
    }
    return {};
}

Result<void> readFormats(const Json& formats, const std::string& pointer, hardware::LevelSparsity& sparse) {
    for (std::size_t f = 0; f < formats.size(); ++f) {
        const std::string here = pointer + "/formats/" + std::to_string(f);
        auto tensor = textAt(formats[f], "tensor", here);
        if (!tensor) return tensor.error();
        hardware::TensorFormat& format = sparse.formats.emplace_back();
        format.tensor = *tensor;
        for (const Json& written : formats[f].value("ranks", Json::array())) {
            auto name = textAt(written, "format", here + "/ranks");
            if (!name) return name.error();
            const auto known = formatNamed(*name);
            if (!known)
                return caseError("bad-value", here + "/ranks",
                                 {"error.field-is-word", {{"field", "format"}, {"value", *name}}},
                                 verbatim("UOP, UB, B, CP, RLE"));
            format.ranks.push_back({*known, {}, false, kMetadataBits, 0U});
        }
    }
    return {};
}

Result<void> readSavings(const Json& savings, const std::string& pointer, hardware::LevelSparsity& sparse) {
    for (const Json& written : savings) {
        auto kind = textAt(written, "kind", pointer + "/storage_saf");
        if (!kind) return kind.error();
        for (const Json& pair : written.value("follower_leader", Json::array())) {
            auto target = textAt(pair, "target", pointer + "/storage_saf/follower_leader");
            if (!target) return target.error();
            hardware::Saving saving;
            saving.action = *kind == "gating" ? hardware::Saving::Action::Gate : hardware::Saving::Action::Skip;
            saving.tensor = *target;
            for (const Json& leader : pair.value("condition_on", Json::array())) {
                if (leader.is_string()) saving.where_zero.push_back(leader.get<std::string>());
            }
            sparse.savings.push_back(std::move(saving));
        }
    }
    return {};
}

} // namespace

Result<void> readSparseInto(const Json& document, TimeloopCase& result) {
    if (const Json* densities = findPointer(document, "/problem/densities"); densities != nullptr) {
        if (auto read = readDensities(*densities, result.problem); !read) return read;
    }
    const Json& levels = document.at("arch_levels_outer_to_inner");
    for (std::size_t l = 0; l < result.architecture.levels.size(); ++l) {
        const std::string here = std::string(kLevels) + "/" + std::to_string(l) + "/pJ_per_action";
        const auto actions = levels[l].find("pJ_per_action");
        if (actions == levels[l].end() || !actions->is_object()) continue;
        auto read = numberAt(*actions, "metadata_read", 0.0, here);
        if (!read) return read.error();
        auto write = numberAt(*actions, "metadata_write", 0.0, here);
        if (!write) return write.error();
        result.architecture.levels[l].sparse.energy.metadata_read_pj = *read;
        result.architecture.levels[l].sparse.energy.metadata_write_pj = *write;
    }
    const auto sparse = document.find("sparse");
    if (sparse == document.end() || sparse->is_null()) return {};
    for (std::size_t s = 0; s < sparse->size(); ++s) {
        const std::string here = "/sparse/" + std::to_string(s);
        auto name = textAt((*sparse)[s], "level", here);
        if (!name) return name.error();
        const std::size_t level = findLevel(result.architecture, *name);
        if (level == ExpectedValue::kNone)
            return caseError("unknown-level", here + "/level", {"error.level-not-known", {{"name", *name}}},
                             {"accepted.level-hierarchy"});
        hardware::LevelSparsity& facts = result.architecture.levels[level].sparse;
        if (auto read = readFormats((*sparse)[s].value("formats", Json::array()), here, facts); !read) return read;
        if (auto read = readSavings((*sparse)[s].value("storage_saf", Json::array()), here, facts); !read) return read;
    }
    return {};
}

} // namespace strata::exchange::detail
