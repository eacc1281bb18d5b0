// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/npu/npu_sparse_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace strata::hardware {
namespace {

using namespace strata::field;

constexpr double kMostEnergyPj = 1e6;
constexpr std::array kFormats{"offset-pair", "uncompressed-bitmask", "bitmask", "coordinate", "run-length"};
constexpr std::array kActions{"gate", "skip", "skip-copies"};
constexpr const char* kAnyDimension = "any";

template <std::size_t N>
std::vector<std::string> words(const std::array<const char*, N>& table) {
    return {table.begin(), table.end()};
}

template <class Enum, std::size_t N>
Enum valueOf(const std::array<const char*, N>& table, const Json& word) {
    const auto found = std::find(table.begin(), table.end(), word.get_ref<const std::string&>());
    return static_cast<Enum>(found - table.begin());
}

template <class T>
T valueOr(const Json& object, const char* key, T fallback) {
    const auto found = object.find(key);
    return found == object.end() ? fallback : found->get<T>();
}

Field energy(const char* key, const char* title, const char* help) {
    return number(key, title, "pJ", help).within(0, kMostEnergyPj);
}

ObjectSchema rankSchema() {
    return {
        "format_rank",
        "Rank",
        {
            choice(
                "format", "Format", words(kFormats),
                "How the coordinates of the rank are stored: \"offset-pair\" all of them with the places where their "
                "fibres begin, \"uncompressed-bitmask\" all of them with a bit each, \"bitmask\" a bit each and "
                "those that are not empty, \"coordinate\" and \"run-length\" those that are not empty.")
                .needed(),
            list("dimensions", "Dimensions", text("", "Dimension"),
                 "Dimensions whose loops form the rank together; \"any\" for all loops that are left.")
                .byRule("the next loop alone"),
            integer("metadata_bits", "Metadata", "bit", "Width of a coordinate, a run or a flag.")
                .byRule("what the number of coordinates needs; 1 for a bitmask")
                .within(0, 64),
            integer("payload_bits", "Place", "bit", "Width of the place where a fibre begins.")
                .byRule("what the number of words needs")
                .within(0, 64),
        }};
}

ObjectSchema formatSchema() {
    return {
        "tensor_format",
        "Format of a tensor",
        {
            text("tensor", "Tensor", "Tensor that the level stores so.").needed(),
            list("ranks", "Ranks", rankSchema(), "Ranks of the tensor, outermost first.").atLeast(1).needed(),
            flag("from_inside", "From inside",
                 "The innermost rank takes the innermost loop of the level, instead of the outermost the outermost.")
                .byDefault(false),
        }};
}

ObjectSchema savingSchema() {
    return {
        "saving",
        "Saving",
        {
            choice(
                "action", "Action", words(kActions),
                "\"gate\" saves the energy of an access, \"skip\" also its cycle; \"skip-copies\" leaves copies of the "
                "next level inside without zeros; where the tensor's own zeros decide, they take its other words in "
                "turn.")
                .needed(),
            text("tensor", "Tensor", "Tensor whose accesses are saved.").needed(),
            list("where_zero", "Where zero", text("", "Tensor"), "Tensors whose zeros decide.").atLeast(1).needed(),
        }};
}

} // namespace

ObjectSchema levelSparsitySchema() {
    return {
        "level_sparsity",
        "Zeros",
        {
            list("formats", "Formats", formatSchema(), "How the level stores tensors with zeros.")
                .byRule("all words with their zeros"),
            list("savings", "Savings", savingSchema(), "Accesses that the level saves where words are zero."),
            integer("metadata_width_bits", "Metadata width", "bit", "Width of one access to metadata.")
                .byRule("one unit of metadata an access")
                .within(1, 1 << 20),
            integer("metadata_entries", "Metadata entries", "", "Entries of metadata of one instance.")
                .byRule("unbounded")
                .within(1, 1LL << 40),
            object("energy_pj", "Energy per action",
                   {"sparse_energy",
                    "Energy",
                    {
                        energy("gated", "Gated access", "Energy of an access that is gated."),
                        energy("skipped", "Skipped access", "Energy of an access that is skipped."),
                        energy("metadata_read", "Metadata read", "Energy of reading metadata once."),
                        energy("metadata_write", "Metadata write", "Energy of writing metadata once."),
                        energy("metadata_gated", "Gated metadata", "Energy of an access to metadata that is saved."),
                        energy("decompress", "Decompression", "Energy of unpacking one word."),
                        energy("compress", "Compression", "Energy of packing one word."),
                    }}),
        }};
}

ObjectSchema computeSparsitySchema() {
    return {"compute_sparsity",
            "Zeros",
            {
                flag("gates_zeros", "Gates zeros", "A unit rests where an operand is zero.").byDefault(false),
                flag("skips_missing", "Skips missing operands",
                     "No cycle passes where one operand of a pair is not stored.")
                    .byDefault(false),
                energy("gated_pj", "Gated operation", "Energy of a unit that rests in a cycle."),
                energy("skipped_pj", "Skipped operation", "Energy of an operation that is skipped."),
            }};
}

LevelSparsity readLevelSparsity(const Json& document) {
    LevelSparsity sparse;
    for (const Json& format : document.value("formats", Json::array())) {
        TensorFormat read{format.at("tensor").get<std::string>(), {}, valueOr(format, "from_inside", false)};
        for (const Json& rank : format.at("ranks")) {
            FormatRank& added = read.ranks.emplace_back();
            added.format = valueOf<RankFormat>(kFormats, rank.at("format"));
            added.dimensions = valueOr<std::vector<std::string>>(rank, "dimensions", {});
            added.any_dimension =
                std::find(added.dimensions.begin(), added.dimensions.end(), kAnyDimension) != added.dimensions.end();
            if (rank.contains("metadata_bits")) added.metadata_bits = rank.at("metadata_bits").get<std::uint32_t>();
            if (rank.contains("payload_bits")) added.payload_bits = rank.at("payload_bits").get<std::uint32_t>();
        }
        sparse.formats.push_back(std::move(read));
    }
    for (const Json& saving : document.value("savings", Json::array())) {
        sparse.savings.push_back({valueOf<Saving::Action>(kActions, saving.at("action")),
                                  saving.at("tensor").get<std::string>(),
                                  saving.at("where_zero").get<std::vector<std::string>>()});
    }
    sparse.metadata_width_bits = valueOr<std::uint32_t>(document, "metadata_width_bits", 0);
    sparse.metadata_entries = valueOr<std::uint64_t>(document, "metadata_entries", 0);
    if (const auto found = document.find("energy_pj"); found != document.end()) {
        const Json& e = *found;
        sparse.energy = {valueOr(e, "gated", 0.0),          valueOr(e, "skipped", 0.0),
                         valueOr(e, "metadata_read", 0.0),  valueOr(e, "metadata_write", 0.0),
                         valueOr(e, "metadata_gated", 0.0), valueOr(e, "decompress", 0.0),
                         valueOr(e, "compress", 0.0)};
    }
    return sparse;
}

ComputeSparsity readComputeSparsity(const Json& document) {
    return {valueOr(document, "gates_zeros", false), valueOr(document, "skips_missing", false),
            valueOr(document, "gated_pj", 0.0), valueOr(document, "skipped_pj", 0.0)};
}

} // namespace strata::hardware
