// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/image/diffusion_shape.h"
#include "core/workload/transformer/transformer_graph.h"

#include <optional>
#include <string>
#include <vector>

namespace strata::workload {

/// A model and how many pictures it makes at once.
struct DiffusionTask {
    const DiffusionShape& model;
    double batch = 1;
};

/// Writes the operators of a UNet, or of the decoder from latents to pixels, on a tape.
class UnetGraph {
public:
    UnetGraph(Tape& tape, const DiffusionTask& task) : tape_(tape), shape_(task) {}
    void run();
    void decode();

private:
    struct Picture {
        ValueId id;
        double height, width;
    };
    ValueId groupNorm(const std::string& name, ValueId x);
    ValueId conv(const std::string& name, const Picture& picture, double channels, double edge, double stride = 1);
    void residual(const std::string& name, Picture& picture, double channels);
    void transformer(const std::string& name, Picture& picture, double depth);
    void middleAttention(Picture& picture);
    void upsample(const std::string& prefix, Picture& picture);
    void down(Picture& picture, std::vector<ValueId>& skips);
    void up(Picture& picture, std::vector<ValueId>& skips);
    void finish(Picture& picture);
    ValueId timeStep();

    Tape& tape_;
    DiffusionTask shape_;
    std::optional<ValueId> time_, context_;
};

/// Writes a transformer over patches of the latent picture: one stream (DiT), or one for picture and one for
/// text that attend to each other (MMDiT).
class DitGraph {
public:
    DitGraph(Tape& tape, const DiffusionTask& task);
    void run();

private:
    struct Gates {
        ValueId all; ///< shifts, scales and gates of one stream
    };
    Gates condition(const std::string& name, double parts);
    ValueId modulate(const std::string& name, ValueId x, const Gates& gates);
    ValueId gated(const std::string& name, ValueId x, ValueId change, const Gates& gates);
    void oneStream();
    void twoStreams(double count, bool last);
    std::vector<ValueId> project(const std::string& name, ValueId x, const Gates& gates);
    ValueId behind(const std::string& name, ValueId x, ValueId attended, const Gates& gates);

    Tape& tape_;
    DiffusionTask task_;
    TransformerShape block_;
    TransformerGraph graph_;
    double tokens_;
    ValueId picture_ = 0, text_ = 0, time_ = 0;
};

} // namespace strata::workload
