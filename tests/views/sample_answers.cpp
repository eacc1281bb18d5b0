// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/sample_answers.h"

#include "core/evaluate/method.h"
#include "core/evaluate/request.h"
#include "tests/unit/evaluate/sample.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <QtTest>

namespace strata::fixture {
namespace {

/// A sample with another value somewhere: what cannot exist, and other methods.
struct Changed {
    const char* file;
    const char* pointer;
    const char* value;
};

constexpr Changed kChanged[] = {
    {"resnet50-conv1-eyeriss.json", "/hardware/levels/1/capacity_bytes", "16384"},
    {"resnet50-conv1-eyeriss.json", "/plan/mapping/levels/3/spatial_x", R"([["s", 7], ["q", 14]])"},
    {"gpt2-large-a100.json", "/workload/batch", "4000"},
    {"llama3.1-70b-inference-dgx-h100.json", "/workload/batch", "20000"},
    {"llama3.1-8b-serving-h100.json", "/workload/model", R"("llama3.1-70b")"},
    {"llama3.1-8b-serving-h100.json", "/method", R"("serving.steady-state")"},
    {"train-gpt3-175b-64-h100.json", "/workload/sequence", "65536"},
    {"all-reduce-dgx-h100.json", "/method", R"("network.alpha-beta")"},
    {"all-reduce-dgx-h100.json", "/method", R"("network.link")"},
    {"all-reduce-dgx-h100.json", "/method", R"("network.step")"},
    {"gemm-bf16-h100.json", "/method", R"("gpu.roofline")"},
};

} // namespace

std::vector<SampleAnswer> sampleAnswers() {
    const auto folder = test::root() / "resources" / "samples";
    const auto library = test::library();
    if (!library) return {};
    std::vector<SampleAnswer> answers;
    const auto add = [&](Json request) {
        auto estimate = evaluate(request, Context{*library, {}, nullptr});
        if (!estimate) {
            qWarning("%s", describe(estimate.error()).c_str());
            return false;
        }
        answers.push_back({std::move(request), *std::move(estimate)});
        return true;
    };
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        const auto request = file.is_regular_file() ? readJsonFile(file.path()) : Result<Json>(Json());
        if (!request || !request->is_object() || !request->contains("kind") || !request->contains("hardware")) continue;
        if (!add(*request)) return {};
    }
    for (const Changed& changed : kChanged) {
        const auto sample = readJsonFile(folder / changed.file);
        if (!sample) return {};
        const auto request = setParameter(*sample, changed.pointer, Json::parse(changed.value), *library);
        if (!request) qWarning("%s", describe(request.error()).c_str());
        if (!request || !add(*request)) return {};
    }
    return answers;
}

} // namespace strata::fixture
