// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/image/diffusion_shape.h"

#include "core/workload/graph_builders.h"
#include "core/workload/kernel/operators.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::workload {
namespace {

using namespace strata::field;

constexpr double kLargestSize = 1e6;

Field size(const char* key, const char* title, const char* help = "") {
    return integer(key, title, "", help).within(1, kLargestSize);
}

ObjectSchema latentSchema() {
    return {"latent_picture",
            "Latent picture",
            {size("channels", "Channels").needed(), size("height", "Rows").needed(), size("width", "Columns").needed(),
             size("scale", "Scale", "Pixels along the edge of one latent element.").needed()}};
}

ObjectSchema contextSchema() {
    return {"context",
            "Context",
            {size("tokens", "Tokens", "Number of text tokens.").needed(), size("width", "Width").needed()}};
}

std::vector<Field> facts() {
    const Field level = integer("", "Level").within(0, kLargestSize);
    return {
        choice("architecture", "Architecture", {"unet", "dit", "mmdit", "vae_decoder"}).needed(),
        object("latent", "Latent picture", latentSchema()).needed(),
        size("out_channels", "Output channels").needed(),
        object("context", "Context", contextSchema(),
               "What cross-attention or joint attention sees beside the picture."),
        size("pooled_width", "Width of pooled conditions",
             "Width of the pooled text, which joins the time step through two projections."),
        size("time_width", "Width of the time step"),
        list("channels", "Channels by level", level,
             "unet, vae_decoder: number of channels of each level, from the finest to the coarsest."),
        list("transformer_depth", "Transformer blocks by level", level,
             "unet: number of transformer blocks after each residual block."),
        integer("middle_depth", "Transformer blocks in the middle").within(0, kLargestSize),
        integer("blocks", "Residual blocks by level", "",
                "unet: number of residual blocks per level on the way down; the way up has one more.")
            .within(1, 16),
        size("heads", "Heads", "Heads of all attention layers, stated instead of head_dim."),
        size("head_dim", "Head width"),
        size("layers", "Layers", "Used by dit and mmdit."),
        size("hidden", "Width", "Used by dit and mmdit."),
        size("ffn", "Feed-forward width", "Used by dit and mmdit."),
        size("patch", "Patch", "dit, mmdit: edge of the square of latent elements that forms one token."),
        size("classes", "Classes", "dit: number of labels that condition it."),
        number("parameters", "Parameters", "", "Number of parameters as published.").within(1, 1e15),
    };
}

std::vector<double> numbers(const Json& model, const char* key) { return model.value(key, std::vector<double>()); }

Error refuse(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

/// Levels that attend divide into whole heads.
Result<void> checkHeads(const DiffusionShape& shape, const std::string& at) {
    for (std::size_t i = 0; i < shape.depth.size() && i < shape.channels.size(); ++i) {
        const double width = shape.heads > 0 ? shape.heads : shape.head_dim;
        const bool attends = shape.depth[i] > 0 || (i + 1 == shape.depth.size() && shape.middle_depth > 0);
        if (!attends || (width > 0 && std::fmod(shape.channels[i], width) == 0)) continue;
        return refuse(at + "/channels/" + std::to_string(i), {"error.channels-do-not-divide-into-heads"},
                      {"accepted.multiple-heads-or-head-dim"});
    }
    return {};
}

/// Facts that no single range of the schema can tell.
Result<void> check(const DiffusionShape& shape, std::string_view pointer) {
    const std::string at(pointer);
    const bool flat = shape.architecture == "dit" || shape.architecture == "mmdit";
    if (!flat && shape.channels.empty())
        return refuse(at + "/channels", {"error.field-missing", {{"field", "channels"}}},
                      {"accepted.width-for-each-level"});
    for (const double channels : shape.channels) {
        if (channels < 1) return refuse(at + "/channels", {"error.level-has-no-channels"}, {"accepted.at-least-1"});
    }
    if (shape.channels.size() > 8) return refuse(at + "/channels", {"error.too-many-levels"}, {"accepted.1-to-8"});
    if (auto heads = checkHeads(shape, at); !heads) return heads;
    if (shape.architecture == "unet" && shape.depth.size() != shape.channels.size()) {
        return refuse(at + "/transformer_depth", {"error.transformer-depth-and-channels-differ-in"},
                      {"accepted.one-number-for-each-level"});
    }
    if (flat && (shape.layers < 1 || shape.hidden < 1 || shape.ffn < 1 || shape.heads < 1 ||
                 std::fmod(shape.hidden, shape.heads) != 0)) {
        return refuse(at + "/hidden", {"error.layers-hidden-ffn-and-heads-make"},
                      {"accepted.all-four-heads-divisor-hidden"});
    }
    if (shape.architecture == "mmdit" && shape.context_tokens < 1)
        return refuse(at + "/context", {"error.field-missing", {{"field", "context"}}}, {"accepted.tokens-and-width"});
    const double step = flat                           ? shape.patch
                        : shape.architecture == "unet" ? std::exp2(static_cast<double>(shape.channels.size()) - 1.0)
                                                       : 1;
    if (std::fmod(shape.height, step) == 0 && std::fmod(shape.width, step) == 0) return {};
    return refuse(beside(pointer, "image"),
                  {"error.latent-picture-does-not-divide-by", {{"step", static_cast<int>(step)}}},
                  {"accepted.edge-does"});
}

} // namespace

const ObjectSchema& diffusionSchema() {
    static const ObjectSchema schema = entrySchema("diffusion", "Diffusion model", facts());
    return schema;
}

Result<DiffusionShape> readDiffusion(const Json& model, const GraphOptions& options, std::string_view pointer) {
    if (auto valid = validate(model, diffusionSchema(), pointer); !valid) return valid.error();
    const Json& latent = model.at("latent");
    DiffusionShape shape;
    shape.id = model.at("id").get<std::string>();
    shape.architecture = model.at("architecture").get<std::string>();
    shape.latent_channels = latent.at("channels").get<double>();
    const double edge = std::floor(options.image / latent.at("scale").get<double>());
    shape.height = edge > 0 ? edge : latent.at("height").get<double>();
    shape.width = edge > 0 ? edge : latent.at("width").get<double>();
    shape.out_channels = model.at("out_channels").get<double>();
    if (model.contains("context")) {
        shape.context_tokens = model.at("context").at("tokens").get<double>();
        shape.context_width = model.at("context").at("width").get<double>();
    }
    shape.pooled_width = model.value("pooled_width", 0.0);
    shape.time_width = model.value("time_width", 0.0);
    shape.channels = numbers(model, "channels");
    shape.depth = numbers(model, "transformer_depth");
    shape.middle_depth = model.value("middle_depth", 0.0);
    shape.blocks = model.value("blocks", 2.0);
    shape.heads = model.value("heads", 0.0);
    shape.head_dim = model.value("head_dim", 0.0);
    shape.layers = model.value("layers", 0.0);
    shape.hidden = model.value("hidden", 0.0);
    shape.ffn = model.value("ffn", 0.0);
    shape.patch = model.value("patch", 2.0);
    shape.classes = model.value("classes", 0.0);
    if (auto valid = check(shape, pointer); !valid) return valid.error();
    return shape;
}

} // namespace strata::workload
