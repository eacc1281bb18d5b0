// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/image/diffusion_graph.h"

namespace strata::workload {
namespace {

constexpr double kGroups = 32; ///< of every group norm (Rombach et al., CVPR 2022, reference implementation)

} // namespace

ValueId UnetGraph::groupNorm(const std::string& name, ValueId x) {
    return tape_.normOver(name, VectorFunction::LayerNorm, x, shape_.batch * kGroups, 2 * tape_[x].cols);
}

ValueId UnetGraph::conv(const std::string& name, const Picture& picture, double channels, double edge, double stride) {
    return tape_.conv(name, picture.id,
                      {shape_.batch, tape_[picture.id].cols, channels, picture.height / stride, picture.width / stride,
                       edge, edge, stride},
                      true);
}

/// Two convolutions with the time step between them (Ho et al., NeurIPS 2020, Appendix B).
void UnetGraph::residual(const std::string& name, Picture& picture, double channels) {
    tape_.begin(name + ".");
    const ValueId in = picture.id;
    picture.id = tape_.composite("activation1", "silu", groupNorm("norm1", in));
    picture.id = conv("conv1", picture, channels, 3);
    if (time_) {
        const ValueId step = tape_.linear("time", tape_.composite("time_activation", "silu", *time_), channels, true);
        picture.id = tape_.pointwise("add_time", VectorFunction::Add, {picture.id, step});
    }
    picture.id = tape_.composite("activation2", "silu", groupNorm("norm2", picture.id));
    picture.id = conv("conv2", picture, channels, 3);
    const bool widened = tape_[in].cols != channels;
    const ValueId skip = widened ? conv("shortcut", {in, picture.height, picture.width}, channels, 1) : in;
    picture.id = tape_.pointwise("residual", VectorFunction::Residual, {picture.id, skip});
    // diffusers divides by a factor that is 1 (ResnetBlock2D, output_scale_factor); engines drop it.
    if (!tape_.rules.whole_composites) picture.id = tape_.pointwise("rescale", VectorFunction::Mul, {picture.id});
}

/// Pixels attend to one another and to the text, between two projections of one pixel each.
void UnetGraph::transformer(const std::string& name, Picture& picture, double depth) {
    if (depth < 1) return;
    const double channels = tape_[picture.id].cols;
    const double tokens = picture.height * picture.width;
    TransformerShape block;
    block.architecture = "decoder";
    block.hidden = channels;
    block.heads = block.kv_heads = shape_.model.heads > 0 ? shape_.model.heads : channels / shape_.model.head_dim;
    block.head_dim = channels / block.heads;
    block.ffn = 4 * channels;
    block.gated = block.bias = true;
    block.activation = "gelu";
    block.norm = "layernorm";
    block.placement = "pre";
    block.style = "vit";
    tape_.begin(name + ".");
    const ValueId in = picture.id;
    const ValueId projected = tape_.linear("project_in", groupNorm("norm", in), channels, true);
    tape_.begin(name + ".blocks.", depth, true);
    TransformerGraph graph(tape_, block);
    if (context_) tape_.everyRound(*context_);
    const Stack stack{"", shape_.batch, tokens, tokens, false, false};
    const ValueId out = graph.block(projected, stack, {}, context_, shape_.model.context_tokens);
    tape_.begin(name + ".");
    picture.id =
        tape_.pointwise("residual", VectorFunction::Residual, {in, tape_.linear("project_out", out, channels, true)});
}

ValueId UnetGraph::timeStep() {
    const DiffusionShape& model = shape_.model;
    tape_.begin("time.");
    const auto two = [&](const std::string& name, ValueId x) {
        return tape_.linear(
            name + "2",
            tape_.composite(name + "activation", "silu", tape_.linear(name + "1", x, model.time_width, true)),
            model.time_width, true);
    };
    ValueId time = two("linear", tape_.source(shape_.batch, model.channels.front()));
    if (model.pooled_width > 0) {
        time = tape_.pointwise("add_pooled", VectorFunction::Add,
                               {time, two("pooled", tape_.source(shape_.batch, model.pooled_width))});
    }
    return time;
}

void UnetGraph::down(Picture& picture, std::vector<ValueId>& skips) {
    const DiffusionShape& model = shape_.model;
    for (std::size_t level = 0; level < model.channels.size(); ++level) {
        const std::string name = "down." + std::to_string(level);
        for (double block = 0; block < model.blocks; ++block) {
            const std::string each = "." + std::to_string(static_cast<int>(block));
            residual(name + ".residual" + each, picture, model.channels[level]);
            transformer(name + ".attention" + each, picture, model.depth[level]);
            skips.push_back(picture.id);
        }
        if (level + 1 == model.channels.size()) break;
        tape_.begin(name + ".");
        picture.id = conv("downsample", picture, model.channels[level], 3, 2);
        picture.height /= 2;
        picture.width /= 2;
        skips.push_back(picture.id);
    }
}

/// Each block of the way up also sees what the way down made at its size.
void UnetGraph::up(Picture& picture, std::vector<ValueId>& skips) {
    const DiffusionShape& model = shape_.model;
    for (std::size_t level = model.channels.size(); level-- > 0;) {
        const std::string name = "up." + std::to_string(level);
        for (double block = 0; block <= model.blocks; ++block) {
            const std::string each = "." + std::to_string(static_cast<int>(block));
            tape_.begin(name + ".join" + each + ".");
            const double cols = tape_[picture.id].cols + tape_[skips.back()].cols;
            const ValueId joined = tape_.value(tape_[picture.id].rows, cols, tape_.wide);
            tape_.add("skip", VectorOp{VectorFunction::Copy, tape_[joined].rows, cols, 1, 1},
                      {picture.id, skips.back()}, joined);
            skips.pop_back();
            picture.id = joined;
            residual(name + ".residual" + each, picture, model.channels[level]);
            transformer(name + ".attention" + each, picture, model.depth[level]);
        }
        if (level > 0) upsample(name + ".", picture);
    }
}

void UnetGraph::upsample(const std::string& prefix, Picture& picture) {
    tape_.begin(prefix);
    const double channels = tape_[picture.id].cols;
    picture.height *= 2;
    picture.width *= 2;
    const ValueId larger = tape_.value(shape_.batch * picture.height * picture.width, channels, tape_.wide);
    tape_.add("enlarge", VectorOp{VectorFunction::Copy, tape_[larger].rows, channels, 0.25, 1}, {picture.id}, larger);
    picture.id = larger;
    picture.id = conv("upsample", picture, channels, 3);
}

void UnetGraph::run() {
    const DiffusionShape& model = shape_.model;
    if (model.time_width > 0) time_ = timeStep();
    if (model.context_tokens > 0) context_ = tape_.source(shape_.batch * model.context_tokens, model.context_width);
    tape_.begin("in.");
    Picture picture{tape_.source(shape_.batch * model.height * model.width, model.latent_channels), model.height,
                    model.width};
    picture.id = conv("conv", picture, model.channels.front(), 3);
    std::vector<ValueId> skips{picture.id};
    down(picture, skips);
    residual("middle.residual.0", picture, model.channels.back());
    transformer("middle.attention", picture, model.middle_depth);
    residual("middle.residual.1", picture, model.channels.back());
    up(picture, skips);
    finish(picture);
}

void UnetGraph::finish(Picture& picture) {
    tape_.begin("out.");
    picture.id = tape_.composite("activation", "silu", groupNorm("norm", picture.id));
    conv("conv", picture, shape_.model.out_channels, 3);
}

/// From the coarsest level to pixels: one attention of a single head in the middle, then residual blocks.
void UnetGraph::decode() {
    const DiffusionShape& model = shape_.model;
    tape_.begin("in.");
    Picture picture{tape_.source(shape_.batch * model.height * model.width, model.latent_channels), model.height,
                    model.width};
    picture.id = conv("quantized", picture, model.latent_channels, 1);
    picture.id = conv("conv", picture, model.channels.back(), 3);
    residual("middle.residual.0", picture, model.channels.back());
    middleAttention(picture);
    residual("middle.residual.1", picture, model.channels.back());
    for (std::size_t level = model.channels.size(); level-- > 0;) {
        const std::string name = "up." + std::to_string(level);
        for (double block = 0; block <= model.blocks; ++block) {
            residual(name + ".residual." + std::to_string(static_cast<int>(block)), picture, model.channels[level]);
        }
        if (level > 0) upsample(name + ".", picture);
    }
    finish(picture);
}

void UnetGraph::middleAttention(Picture& picture) {
    const double channels = tape_[picture.id].cols;
    const double tokens = picture.height * picture.width;
    TransformerShape transformer_shape;
    transformer_shape.architecture = "decoder";
    transformer_shape.hidden = transformer_shape.head_dim = channels;
    transformer_shape.style = "vit";
    transformer_shape.bias = transformer_shape.qkv_bias = true;
    tape_.begin("middle.attention.");
    TransformerGraph graph(tape_, transformer_shape);
    const ValueId out =
        graph.selfAttention(groupNorm("norm", picture.id), {"", shape_.batch, tokens, tokens, false, false}, 0);
    picture.id = tape_.pointwise("residual", VectorFunction::Residual, {picture.id, out});
}

} // namespace strata::workload
