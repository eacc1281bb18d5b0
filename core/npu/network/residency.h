// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/network/network.h"

namespace strata::npu::detail {

/// Which activations stand in the shared buffer from their maker to their last reader.
struct Residency {
    std::vector<bool> stays;        ///< by activation
    std::vector<double> held_words; ///< by layer: all that stand in the buffer while it runs
};

/// Chooses activations for the room of `capacity_words` less `working_words`, which tiles of other tensors need: first
/// those that save most traffic for the layers over which they take room, the larger among equals. `refused` ones are
/// left out.
Residency chooseResidents(const Network& network, double capacity_words, double working_words,
                          const std::vector<bool>& refused);

} // namespace strata::npu::detail
