// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu/kernel_table.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

namespace strata::hardware {

namespace {

constexpr std::size_t kSizeNumbers = 3;

std::uint32_t countOr(const Json& document, const char* key, std::uint32_t otherwise) {
    const auto found = document.find(key);
    return found == document.end() ? otherwise : found->get<std::uint32_t>();
}

/// A size and where it stands in the document.
struct PlacedSize {
    ProductSize size;
    std::string pointer;
};

Result<void> readSizes(const Json& owner, const char* key, std::uint32_t kernel, const std::string& pointer,
                       std::vector<PlacedSize>& sizes) {
    const auto list = owner.find(key);
    if (list == owner.end()) return {};
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Json& size = (*list)[i];
        std::string place = pointer + "/" + key + "/" + std::to_string(i);
        if (size.size() != kSizeNumbers) {
            return Error{"bad-value",
                         std::move(place),
                         {"error.size-has-numbers", {{"size", size.size()}}},
                         {"accepted.columns-rows-and-k"},
                         {}};
        }
        sizes.push_back(
            {{size[0].get<std::uint32_t>(), size[1].get<std::uint32_t>(), size[2].get<std::uint32_t>(), kernel},
             std::move(place)});
    }
    return {};
}

ProductKernel readKernel(const Json& document) {
    ProductKernel kernel;
    kernel.columns = document.at("columns").get<std::uint32_t>();
    kernel.rows = document.at("rows").get<std::uint32_t>();
    kernel.slice = document.at("slice").get<std::uint32_t>();
    kernel.threads = document.at("threads").get<std::uint32_t>();
    kernel.local_elements = document.at("local_elements").get<std::uint32_t>();
    kernel.matrix_cores = document.at("units").get_ref<const std::string&>() == "matrix";
    kernel.split = countOr(document, "split", 1);
    kernel.sharing = countOr(document, "sharing", 1);
    return kernel;
}

Result<SizeRange> readRange(const Json& known, const char* key, const std::string& pointer) {
    SizeRange range;
    const auto found = known.find(key);
    if (found == known.end()) return range;
    if (const auto least = found->find("least"); least != found->end()) range.least = least->get<double>();
    if (const auto most = found->find("most"); most != found->end()) range.most = most->get<double>();
    if (range.least > range.most) {
        return Error{"bad-value",
                     pointer + "/" + key + "/least",
                     {"error.above-most", {{"field", "least"}, {"at", found->at("least").dump()}}},
                     {"accepted.least-below-most"},
                     {}};
    }
    return range;
}

Result<KnownSizes> readKnown(const Json& document, const std::string& pointer) {
    KnownSizes known;
    const auto found = document.find("known");
    if (found == document.end()) return known;
    using Row = std::pair<const char*, SizeRange KnownSizes::*>;
    for (const auto& [key, member] : {Row{"m", &KnownSizes::m}, Row{"n", &KnownSizes::n}, Row{"k", &KnownSizes::k},
                                      Row{"shortest", &KnownSizes::shortest}, Row{"middle", &KnownSizes::middle},
                                      Row{"longest", &KnownSizes::longest}}) {
        const auto range = readRange(*found, key, pointer + "/known");
        if (!range) return range.error();
        known.*member = *range;
    }
    if (const auto ratio = found->find("longest_over_middle"); ratio != found->end()) {
        known.longest_over_middle = ratio->get<double>();
    }
    return known;
}

/// In rising order. Errors: "bad-value" where a size stands there twice.
Result<std::vector<ProductSize>> inOrder(std::vector<PlacedSize> placed) {
    const auto key = [](const PlacedSize& placed_size) {
        return std::tuple(placed_size.size.n, placed_size.size.m, placed_size.size.k);
    };
    std::stable_sort(placed.begin(), placed.end(),
                     [&](const PlacedSize& a, const PlacedSize& b) { return key(a) < key(b); });
    std::vector<ProductSize> sizes;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        if (i > 0 && key(placed[i]) == key(placed[i - 1])) {
            return Error{"bad-value",
                         placed[i].pointer,
                         {"error.size-stands-at-too", {{"pointer", placed[i - 1].pointer}}},
                         {"accepted.each-size-once"},
                         {}};
        }
        sizes.push_back(placed[i].size);
    }
    return sizes;
}

} // namespace

Result<KernelTable> readKernelTable(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, kernelTableSchema(), pointer); !valid) return valid.error();
    const std::string here(pointer);
    KernelTable table;
    table.id = document.at("id").get<std::string>();
    table.model = document.at("model").get<std::string>();
    table.vendor = document.at("vendor").get<std::string>();
    table.architecture = document.at("architecture").get<std::string>();
    table.op = document.at("operator").get<std::string>();
    auto known = readKnown(document, here);
    if (!known) return known.error();
    table.known = *known;
    std::vector<PlacedSize> placed;
    if (document.contains("kernels") == document.contains("tiles")) {
        return Error{"bad-value", here, {"error.table-has-both-kernels-and-tiles"}, {"accepted.kernels-or-tiles"}, {}};
    }
    if (const auto lanes = document.find("lanes"); lanes != document.end()) table.lanes = lanes->get<double>();
    if (const auto tiles = document.find("tiles"); tiles != document.end()) {
        for (const Json& tile : *tiles)
            table.tiles.push_back({tile.at("rows").get<std::uint32_t>(), tile.at("columns").get<std::uint32_t>()});
    }
    const Json none = Json::array();
    const auto written = document.find("kernels");
    const Json& kernels = written == document.end() ? none : *written;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        table.kernels.push_back(readKernel(kernels[i]));
        const std::string place = here + "/kernels/" + std::to_string(i);
        if (auto read = readSizes(kernels[i], "sizes", static_cast<std::uint32_t>(i), place, placed); !read) {
            return read.error();
        }
    }
    if (auto read = readSizes(document, "others", kOtherKernel, here, placed); !read) return read.error();
    auto sizes = inOrder(std::move(placed));
    if (!sizes) return sizes.error();
    table.sizes = *std::move(sizes);
    return table;
}

} // namespace strata::hardware
