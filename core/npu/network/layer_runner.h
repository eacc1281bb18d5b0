// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/executor.h"
#include "core/npu/network/layer_run.h"

#include <map>
#include <memory>
#include <span>
#include <string>

namespace strata::npu::detail {

/// One layer in one situation.
struct LayerTask {
    const NetworkLayer* layer = nullptr;
    Placement placement;
    std::vector<bool> operands_inside{}; ///< as NetworkLayer::operands
    std::vector<double> operand_words{};
};

/// Runs layers of one architecture, each situation once.
class LayerRunner {
public:
    LayerRunner(const hardware::NpuArchitecture& architecture, const LayerSearch& search, Executor* executor,
                const std::stop_token& stop);

    using Outcome = std::shared_ptr<const Result<MappedRun>>;

    /// All of them, unknown ones beside each other.
    std::vector<Outcome> run(std::span<const LayerTask> tasks);
    Outcome run(const LayerTask& task);

    const hardware::NpuArchitecture& architecture() const { return architecture_; }

private:
    const hardware::NpuArchitecture& architecture_;
    const LayerSearch& search_;
    Executor* executor_;
    const std::stop_token& stop_;
    std::map<std::string, Outcome> known_;
};

/// The layer with all operands in the memory outside.
LayerTask aloneTask(const Network& network, std::size_t layer);
/// The layer with what stays in the shared buffer, beside `held_words` of it.
LayerTask placedTask(const Network& network, std::size_t layer, const std::vector<bool>& stays, double held_words);

} // namespace strata::npu::detail
