// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/explore_fixture.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

namespace strata::fixture {
namespace {

Json axis(const char* name, const char* pointer, double from, double to) {
    return {{"name", name}, {"pointer", pointer}, {"from", from}, {"to", to}};
}

} // namespace

std::filesystem::path root() {
    const char* stated = std::getenv("STRATA_ROOT");
    return stated != nullptr ? stated : ".";
}

const std::shared_ptr<const Library>& library() {
    static const std::shared_ptr<const Library> entries = [] {
        const auto partial = Library::loadWhatIsSound(root());
        return partial ? partial->library : nullptr;
    }();
    return entries;
}

Json layerSweep() {
    const auto base = readJsonFile(root() / "resources/samples/resnet50-conv1-eyeriss.json");
    return {
        {"kind", "sweep"},
        {"base", base ? *base : Json()},
        {"algorithm", "random"},
        {"budget", 100'000'000},
        {"axes",
         {axis("glb", "/hardware/levels/1/capacity_bytes", 131072, 262144),
          axis("reads", "/hardware/levels/1/read_words_per_cycle", 4, 64),
          axis("writes", "/hardware/levels/1/write_words_per_cycle", 4, 64),
          axis("read_pj", "/hardware/levels/1/energy_pj/read", 5, 50), axis("clock", "/hardware/clock_hz", 1e8, 1e9)}}};
}

Json modelSweep() {
    return {
        {"kind", "sweep"},
        {"algorithm", "random"},
        {"budget", 100'000'000},
        {"base",
         {{"kind", "model"},
          {"hardware", "a100-sxm4-40gb"},
          {"workload",
           {{"model", "gpt2-small"}, {"phase", "inference"}, {"batch", 4}, {"sequence", 1024}, {"dtype", "fp16"}}}}},
        {"axes",
         {axis("sms", "/hardware/sms", 40, 200), axis("clock", "/hardware/clock_hz", 1e9, 2e9),
          axis("hbm", "/hardware/memory_bytes_per_s", 1e12, 4e12), axis("l2", "/hardware/l2_bytes", 1e7, 1e8)}}};
}

Result<explore::ExploreRequest> parsed(const Json& document) {
    return library() ? explore::parseExploreRequest(document, library())
                     : Result<explore::ExploreRequest>(Error{"no-data", {}, {}, {}, {}});
}

} // namespace strata::fixture
