// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/network/layer_runner.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::npu::detail {
namespace {

std::string keyOf(const LayerTask& task) {
    const NetworkLayer& layer = *task.layer;
    Json key = Json::array({layer.document ? *layer.document : Json(), layer.vector.operations, layer.vector.read_words,
                            layer.vector.written_words, task.placement.held_words});
    for (const bool inside : task.placement.inside)
        key.push_back(inside);
    for (std::size_t i = 0; i < task.operand_words.size(); ++i) {
        key.push_back(task.operand_words[i]);
        key.push_back(bool{task.operands_inside[i]});
    }
    return key.dump();
}

} // namespace

LayerRunner::LayerRunner(const hardware::NpuArchitecture& architecture, const LayerSearch& search, Executor* executor,
                         const std::stop_token& stop)
    : architecture_(architecture), search_(search), executor_(executor), stop_(stop) {}

std::vector<LayerRunner::Outcome> LayerRunner::run(std::span<const LayerTask> tasks) {
    std::vector<std::string> keys;
    std::vector<std::pair<const std::string*, const LayerTask*>> unknown;
    keys.reserve(tasks.size());
    for (const LayerTask& task : tasks) {
        keys.push_back(keyOf(task));
        if (known_.try_emplace(keys.back()).second) unknown.emplace_back(&keys.back(), &task);
    }
    std::vector<Outcome> made(unknown.size());
    runParts(executor_, unknown.size(), [&](std::size_t i) {
        const LayerTask& task = *unknown[i].second;
        made[i] = std::make_shared<const Result<MappedRun>>(runLayer(
            architecture_, *task.layer, task.placement, task.operands_inside, task.operand_words, search_, stop_));
    });
    for (std::size_t i = 0; i < unknown.size(); ++i)
        known_[*unknown[i].first] = std::move(made[i]);
    std::vector<Outcome> outcomes;
    for (const std::string& key : keys)
        outcomes.push_back(known_.at(key));
    return outcomes;
}

LayerRunner::Outcome LayerRunner::run(const LayerTask& task) { return run(std::span(&task, 1)).front(); }

LayerTask aloneTask(const Network& network, std::size_t layer) {
    return placedTask(network, layer, std::vector<bool>(network.activations.size(), false), 0.0);
}

LayerTask placedTask(const Network& network, std::size_t layer, const std::vector<bool>& stays, double held_words) {
    const NetworkLayer& network_layer = network.layers[layer];
    LayerTask task{&network_layer, {{}, held_words}, {}, {}};
    const auto inside = [&](std::size_t activation) { return activation != kNoActivation && stays[activation]; };
    task.placement.inside = {inside(network_layer.stationary), inside(network_layer.input),
                             inside(network_layer.output)};
    for (const std::size_t operand : network_layer.operands) {
        task.operands_inside.push_back(stays[operand]);
        task.operand_words.push_back(network.activations[operand].words);
    }
    return task;
}

} // namespace strata::npu::detail
