// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/hf_members.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::exchange {
namespace {

double layersOf(const Json& entry) { return entry.at("layers").get<double>(); }

/// Layers from 0 to `layers` - 1 whose index leaves `offset` when divided by `period`.
double everyNth(double layers, double period, double offset) {
    double times = 0;
    for (double layer = 0; layer < layers; ++layer)
        times += std::fmod(layer, period) == offset ? 1 : 0;
    return times;
}

/// Layers without experts.
double denseLayers(HfMembers& members, double layers) {
    if (const auto first = members.count({"first_k_dense_replace", "num_dense_layers"}))
        return std::min(*first, layers);
    double dense = 0;
    if (const Json* plain = members.any({"mlp_only_layers"}); plain != nullptr && plain->is_array())
        dense += static_cast<double>(plain->size());
    const auto step = members.count({"decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_freq"});
    if (step && *step > 1) return std::min(layers, dense + layers - std::floor(layers / *step));
    const auto period = members.count({"expert_layer_period"});
    const auto offset = members.count({"expert_layer_offset"});
    if (period && *period > 1) return layers - everyNth(layers, *period, offset.value_or(0));
    if (const auto sparse = members.count({"num_sparse_decoder_layers", "num_sparse_encoder_layers"}))
        return std::max(0.0, layers - *sparse);
    return std::min(layers, dense);
}

/// Parts of Nemotron-H's pattern: M Mamba, * attention, - feed-forward network, E mixture.
struct Pattern {
    double mamba = 0, attention = 0, feeding = 0, experts = 0;
};
std::optional<Pattern> patternOf(HfMembers& members) {
    const std::string text = members.text({"hybrid_override_pattern"});
    if (text.empty()) return {};
    Pattern pattern;
    for (const char part : text) {
        pattern.mamba += part == 'M' ? 1 : 0;
        pattern.attention += part == '*' ? 1 : 0;
        pattern.feeding += part == '-' ? 1 : 0;
        pattern.experts += part == 'E' ? 1 : 0;
    }
    return pattern;
}

/// Layers that have a state instead of attention, as the file lists, spaces or counts them.
double recurrentLayers(HfMembers& members, double layers) {
    if (const Json* types = members.any({"layer_types", "layers_block_type"}); types != nullptr && types->is_array()) {
        double listed = 0;
        for (const char* word : {"linear_attention", "mamba", "conv", "recurrent"})
            listed += members.listed(*types, word);
        return listed;
    }
    if (const Json* attending =
            members.any({"full_attn_idxs", "attn_layer_indices", "linear_attn_config.full_attn_layers"});
        attending != nullptr && attending->is_array())
        return std::max(0.0, layers - static_cast<double>(attending->size()));
    const auto period = members.count({"attn_layer_period"});
    const auto offset = members.count({"attn_layer_offset"});
    if (period && *period > 0) return layers - everyNth(layers, *period, offset.value_or(0));
    const auto interval = members.count({"full_attention_interval"});
    return interval && *interval > 0 ? layers - std::floor(layers / *interval) : 0.0;
}

/// Kind and sizes of the layers with a state; null where the file states none.
Json recurrentOf(HfMembers& members, double hidden) {
    const auto put = [](Json& into, const char* key, const std::optional<double>& value) {
        if (value && *value > 0) into[key] = *value;
    };
    Json made = nullptr;
    if (const auto heads = members.count({"linear_num_value_heads", "linear_attn_config.num_heads"})) {
        made = {{"kind", "delta"}};
        put(made, "heads", heads);
        put(made, "groups", members.count({"linear_num_key_heads"}));
        put(made, "key_dim", members.count({"linear_key_head_dim", "linear_attn_config.head_dim"}));
        put(made, "value_dim", members.count({"linear_value_head_dim", "linear_attn_config.head_dim"}));
        put(made, "convolution",
            members.count({"linear_conv_kernel_dim", "linear_attn_config.short_conv_kernel_size"}));
    } else if (const auto states = members.count({"mamba_num_heads", "mamba_n_heads"})) {
        made = {{"kind", "ssm"}};
        put(made, "heads", states);
        put(made, "groups", members.count({"n_groups", "mamba_n_groups", "mamba_ngroups"}));
        put(made, "key_dim", members.count({"ssm_state_size", "mamba_d_state"}));
        auto width = members.any({"mamba_d_head"});
        put(made, "value_dim",
            width != nullptr && width->is_string() ? members.count({"mamba_expand"}).value_or(2) * hidden / *states
                                                   : members.count({"mamba_head_dim", "mamba_d_head"}));
        put(made, "convolution", members.count({"conv_kernel", "mamba_d_conv"}));
        members.any({"expand", "mamba_expand"});
    } else if (const auto state = members.count({"mamba_d_state"})) {
        const double inner = members.count({"mamba_expand"}).value_or(2) * hidden;
        const double value = std::fmod(inner, 64) == 0 ? 64 : 1;
        made = {{"kind", "selective"}, {"heads", inner / value}, {"value_dim", value}};
        put(made, "key_dim", state);
        put(made, "convolution", members.count({"mamba_d_conv"}));
        const Json* rank = members.any({"mamba_dt_rank"});
        put(made, "rank",
            rank != nullptr && rank->is_number() ? members.count({"mamba_dt_rank"})
                                                 : std::optional(std::ceil(hidden / 16)));
    } else if (const auto taps = members.count({"conv_L_cache"})) {
        made = {{"kind", "convolution"}};
        put(made, "convolution", taps);
        members.any({"conv_dim", "conv_dim_out"});
    }
    return made;
}

} // namespace

void readHfExperts(HfMembers& members, Json& entry) {
    const auto experts = members.count(
        {"num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts", "ffn_config.moe_num_experts"});
    const auto chosen = members.count({"num_experts_per_tok", "experts_per_token", "num_experts_per_token", "moe_top_k",
                                       "moe_topk", "ffn_config.moe_top_k", "num_selected_experts"});
    if (!experts || *experts <= 1) return;
    const double plain = entry.at("ffn").get<double>();
    const auto width = members.count({"moe_intermediate_size", "ffn_config.ffn_hidden_size", "expert_ffn_hidden_size"});
    Json moe{{"experts", *experts}, {"per_token", chosen.value_or(1)}, {"ffn", width.value_or(plain)}};
    const double each = moe.at("ffn").get<double>();
    const auto shared = members.count({"n_shared_experts", "num_shared_experts", "moe_num_shared_experts"});
    const auto wide = members.count(
        {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "shared_intermediate_size"});
    if (const auto dense = members.count({"intermediate_size_mlp"})) { // beside it, every token passes one more expert
        entry["ffn"] = *dense;
        moe["shared_ffn"] = each;
    } else if (wide && *wide > 0) {
        moe["shared_ffn"] = *wide;
    } else if (shared && *shared > 0) {
        moe["shared_ffn"] = *shared * each;
    }
    const auto pattern = patternOf(members);
    const double dense = pattern ? pattern->feeding : denseLayers(members, layersOf(entry));
    if (dense > 0) moe["dense_layers"] = dense;
    entry["moe"] = std::move(moe);
}

void readHfRecurrent(HfMembers& members, Json& entry) {
    double layers = 0;
    if (const auto pattern = patternOf(members)) { // one part a layer: a mixer and what follows it are one of ours
        layers = pattern->mamba;
        entry["layers"] = pattern->mamba + pattern->attention;
        const double feeding = pattern->feeding + pattern->experts;
        if (feeding < layersOf(entry)) entry["feed_forward_layers"] = feeding;
    } else {
        layers = recurrentLayers(members, layersOf(entry));
    }
    Json recurrent = recurrentOf(members, entry.at("hidden").get<double>());
    if (layers <= 0 || recurrent.is_null()) return;
    recurrent["layers"] = layers;
    entry["recurrent"] = std::move(recurrent);
}

void readHfWindows(HfMembers& members, Json& entry, std::vector<Message>& notes) {
    const auto window = members.count({"sliding_window", "sliding_window_size", "attention_window", "local_attention"});
    const auto chunk = members.count({"attention_chunk_size"});
    const auto used = members.flag({"use_sliding_window"});
    const auto pattern =
        members.count({"sliding_window_pattern", "_sliding_window_pattern", "global_attn_every_n_layers"});
    const double tokens = chunk.value_or(0) > 0 ? *chunk : window.value_or(0);
    if (tokens <= 0 || (used && !*used)) return;
    const double recurrent = entry.contains("recurrent") ? entry["recurrent"]["layers"].get<double>() : 0;
    double layers = layersOf(entry) - recurrent;
    const Json* types = members.any({"layer_types"});
    const Json* positions = members.any({"no_rope_layers"});
    const auto first = members.count({"max_window_layers"});
    if (types != nullptr && types->is_array()) {
        layers = members.listed(*types, "sliding_attention") + members.listed(*types, "chunked_attention");
    } else if (chunk && positions != nullptr && positions->is_array() && !positions->empty()) {
        layers = static_cast<double>(std::count(positions->begin(), positions->end(), 1));
    } else if (chunk) {
        layers -= std::floor(layers / 4);
    } else if (pattern && *pattern > 0) {
        layers -= std::floor(layers / *pattern);
    } else if (first && used) {
        layers = std::max(0.0, layers - *first);
    }
    if (layers < 1) return;
    entry["sliding_window"] = {{"tokens", tokens}, {"layers", layers}};
    if (chunk.value_or(0) > 0) notes.push_back({"note.import-chunks", {{"tokens", tokens}}});
}

void readHfLatent(HfMembers& members, Json& entry) {
    const auto rank = members.count({"kv_lora_rank"});
    if (!rank || *rank <= 0) return;
    Json latent{{"kv_rank", *rank},
                {"nope_dim", members.size({"qk_nope_head_dim"})},
                {"rope_dim", members.size({"qk_rope_head_dim"})},
                {"value_dim", members.size({"v_head_dim"})}};
    if (const auto query = members.count({"q_lora_rank"}); query && *query > 0) latent["query_rank"] = *query;
    entry["head_dim"] = latent["nope_dim"].get<double>() + latent["rope_dim"].get<double>();
    entry["kv_heads"] = entry["heads"];
    entry["latent_attention"] = std::move(latent);
    members.any({"head_dim", "qk_head_dim", "num_key_value_heads"});
    const auto selected = members.count({"index_topk"});
    if (!selected || *selected <= 0) return;
    entry["sparse_attention"] = {{"selected", *selected},
                                 {"heads", members.size({"index_n_heads"})},
                                 {"head_dim", members.size({"index_head_dim"})}};
}

} // namespace strata::exchange
