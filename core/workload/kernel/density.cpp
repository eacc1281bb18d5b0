// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/density.h"

#include "core/base/schema.h"

#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::workload {
namespace {

using namespace field;
using Distribution = TensorDensity::Distribution;

const ObjectSchema& densitySchema() {
    static const ObjectSchema schema{
        "density",
        "Density",
        {
            choice("distribution", "Distribution", {"uniform", "structured", "banded", "histogram"},
                   "Which words are zero.")
                .needed(),
            number("share", "Share", "1", "uniform, structured: share of words that are not zero.").within(0, 1),
            integer("n", "Words kept", "", "structured: words that may differ from zero in each group.")
                .within(0, 1 << 20),
            integer("m", "Words of a group", "", "structured: words of each group.").within(1, 1 << 20),
            integer("half_width", "Half width", "", "banded: words on each side of the diagonal.").within(0, 1LL << 40),
            integer("block", "Block", "", "histogram: words of each block.").within(1, 1LL << 40),
            list("bins", "Bins", list("", "Bin", number("", "Number", "1").within(0, 1)).atLeast(2),
                 "histogram: pairs of the share of words that are not zero and the share of blocks that have it.")
                .atLeast(1),
        }};
    return schema;
}

Error missing(std::string_view pointer, const char* key) {
    return {"missing",
            std::string(pointer) + "/" + key,
            {"error.field-missing", {{"field", key}}},
            {"accepted.number"},
            {}};
}

Result<void> readHistogram(const Json& document, std::string_view pointer, TensorDensity& density) {
    double weights = 0.0;
    density.share = 0.0;
    for (const Json& bin : document.at("bins")) {
        if (bin.size() != 2)
            return Error{
                "bad-value", std::string(pointer) + "/bins", {"error.bin-is-no-pair"}, {"accepted.pair-of-shares"}, {}};
        density.bins.push_back({bin[0].get<double>(), bin[1].get<double>()});
        weights += density.bins.back().weight;
    }
    constexpr double kSlack = 1e-6;
    if (std::abs(weights - 1.0) > kSlack)
        return Error{"bad-value",
                     std::string(pointer) + "/bins",
                     {"error.bins-do-not-sum-to-one", {{"sum", weights}}},
                     {"accepted.shares-of-blocks-that-sum-to-1"},
                     {}};
    for (TensorDensity::Bin& bin : density.bins) {
        bin.weight /= weights;
        density.share += bin.weight * bin.share;
    }
    return {};
}

} // namespace

Result<TensorDensity> readDensity(const Json& document, std::string_view pointer) {
    TensorDensity density;
    if (document.is_number()) {
        density.share = document.get<double>();
        if (density.share < 1.0) density.distribution = Distribution::Uniform;
        return density;
    }
    if (auto valid = validate(document, densitySchema(), pointer); !valid) return valid.error();
    const std::string& name = document.at("distribution").get_ref<const std::string&>();
    const auto need = [&](const char* key) { return document.contains(key); };
    if (name == "uniform") {
        if (!need("share")) return missing(pointer, "share");
        density.share = document.at("share").get<double>();
        density.distribution = density.share < 1.0 ? Distribution::Uniform : Distribution::Dense;
    } else if (name == "structured" && need("share")) {
        density.share = document.at("share").get<double>();
        density.distribution = density.share < 1.0 ? Distribution::Structured : Distribution::Dense;
    } else if (name == "structured") {
        for (const char* key : {"n", "m"}) {
            if (!need(key)) return missing(pointer, key);
        }
        const double n = document.at("n").get<double>();
        const double m = document.at("m").get<double>();
        if (n > m)
            return Error{"bad-value",
                         std::string(pointer) + "/n",
                         {"error.more-words-kept-than-there-are", {{"n", n}, {"m", m}}},
                         {"accepted.at-most", {{"most", m}}},
                         {}};
        density.share = n / m;
        density.distribution = n < m ? Distribution::Structured : Distribution::Dense;
    } else if (name == "banded") {
        if (!need("half_width")) return missing(pointer, "half_width");
        density.distribution = Distribution::Banded;
        density.half_width = document.at("half_width").get<std::uint64_t>();
    } else {
        for (const char* key : {"block", "bins"}) {
            if (!need(key)) return missing(pointer, key);
        }
        density.distribution = Distribution::Histogram;
        density.block = document.at("block").get<double>();
        if (auto read = readHistogram(document, pointer, density); !read) return read.error();
    }
    return density;
}

Result<Json> densityOfMask(std::string_view text, std::uint64_t block) {
    std::map<std::uint64_t, std::uint64_t> blocks; // nonzero words of a block -> blocks
    std::uint64_t words = 0;
    std::uint64_t kept = 0;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (true) {
        while (at != end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r' || *at == ','))
            ++at;
        if (at == end) break;
        double value = 0.0;
        const auto parsed = std::from_chars(at, end, value);
        if (parsed.ec != std::errc{} || std::isnan(value)) {
            return Error{"malformed",
                         {},
                         {"error.mask-has-no-number-at", {{"at", at - text.data()}}},
                         {"accepted.numbers-apart-by-white-space"},
                         {}};
        }
        at = parsed.ptr;
        kept += value != 0.0 ? 1 : 0;
        if (++words % block != 0) continue;
        ++blocks[kept];
        kept = 0;
    }
    const std::uint64_t full = words / block;
    if (full == 0)
        return Error{"empty",
                     {},
                     {"error.mask-has-no-full-block", {{"words", words}, {"block", block}}},
                     {"accepted.at-least-one-block-of-words"},
                     {}};
    Json bins = Json::array();
    for (const auto& [nonzero, count] : blocks)
        bins.push_back({static_cast<double>(nonzero) / static_cast<double>(block),
                        static_cast<double>(count) / static_cast<double>(full)});
    return Json{{"distribution", "histogram"}, {"block", block}, {"bins", std::move(bins)}};
}

} // namespace strata::workload
