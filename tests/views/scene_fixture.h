// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/scene.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Hand-made estimates of an Eyeriss-like hierarchy: round numbers that tests can name, of the usual proportions.
namespace strata::fixture {

struct LevelEnergy {
    const char* level;
    double weights;
    double inputs;
    double outputs;
    double leakage;
};

Part leaf(const char* id, Category category, double value, std::string formula = {});

/// A layer of so many joules a level and tensor, of `mac` joules in the multipliers and `latency` seconds.
std::shared_ptr<const Estimate> estimate(const std::vector<LevelEnergy>& levels, double mac, double latency,
                                         std::int64_t scale = 1);

std::shared_ptr<const Estimate> designA();
std::shared_ptr<const Estimate> designB();

Design design(char letter, const char* label);

/// Design A selected, B beside it when pinned.
std::shared_ptr<const views::Scene> scene(bool with_baseline, const char* metric = "energy_j");

} // namespace strata::fixture
