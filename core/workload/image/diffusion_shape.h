// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace strata::workload {

/// Hyper-parameters of a diffusion entry: a network that takes noise off a latent picture, once a step, or
/// the decoder that makes pixels of it.
struct DiffusionShape {
    std::string id, architecture;
    double latent_channels = 4, height = 64, width = 64, out_channels = 4;
    double context_tokens = 0, context_width = 0, time_width = 0, pooled_width = 0;

    std::vector<double> channels, depth; ///< by level: width, transformer blocks behind each residual block
    double blocks = 2, middle_depth = 0, heads = 0, head_dim = 0;

    double layers = 0, hidden = 0, ffn = 0, patch = 2, classes = 0;
};

/// Schema of a file of workloads/diffusion.
const ObjectSchema& diffusionSchema();

/// A valid diffusion document, at the picture that the options ask for. Errors: "bad-value".
Result<DiffusionShape> readDiffusion(const Json& model, const GraphOptions& options, std::string_view pointer);

} // namespace strata::workload
