// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/hf_config.h"

#include "core/exchange/models/hf_members.h"
#include "core/workload/kernel/operators.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::exchange {
namespace {

const Json& families() {
    static const Json document = [] {
        auto parsed = parseJson(hfFamiliesText(), "hf_families.json");
        return parsed ? *parsed : Json::object();
    }();
    return document;
}

/// The member that holds the language model of a model with several parts.
const char* languagePart(const Json& config) {
    for (const char* key : {"text_config", "llm_config", "language_config"}) {
        const auto part = config.find(key);
        if (part != config.end() && part->is_object() && part->size() > 2) return key;
    }
    return nullptr;
}

std::string familyOf(const Json& config) {
    const auto type = config.find("model_type");
    return type != config.end() && type->is_string() ? type->get<std::string>() : std::string();
}

/// What a model of an unknown family is, by its classes ("BertForMaskedLM") and members.
const char* guessedArchitecture(const Json& model, const Json& config) {
    for (const Json* part : {&model, &config}) {
        const auto both = part->find("is_encoder_decoder");
        if (both != part->end() && *both == true) return "encoder_decoder";
    }
    if (model.contains("image_size") && model.contains("patch_size") && !model.contains("vocab_size"))
        return "vision_encoder";
    const auto classes = config.find("architectures");
    if (classes == config.end() || !classes->is_array()) return "decoder";
    for (const Json& name : *classes) {
        const std::string text = name.is_string() ? name.get<std::string>() : std::string();
        for (const char* word : {"CausalLM", "LMHead", "ConditionalGeneration"})
            if (text.find(word) != std::string::npos) return "decoder";
        for (const char* word : {"MaskedLM", "PreTraining", "Classification", "QuestionAnswering"})
            if (text.find(word) != std::string::npos) return "encoder";
    }
    return "decoder";
}

/// Row of a family, or one that is guessed from the members. `config`: of the whole file.
Json rowOf(const Json& model, const Json& config, const std::string& family, std::vector<Message>& notes) {
    const auto row = families().at("families").find(family);
    if (row != families().at("families").end()) return *row;
    const std::string architecture = guessedArchitecture(model, config);
    const std::string name = family.empty() ? std::string("-") : family;
    notes.push_back(architecture == "decoder"
                        ? Message{"note.import-family", {{"family", name}}}
                        : Message{"note.import-family-other", {{"family", name}, {"architecture", architecture}}});
    const bool modern = model.contains("rms_norm_eps") || model.contains("num_key_value_heads");
    return {{"entry", {{"architecture", architecture}, {"gated_mlp", modern}}}, {"config", Json::object()}};
}

std::string activationOf(HfMembers& members, Json& entry) {
    std::string name = members.text({"hidden_act", "hidden_activation", "activation_function", "activation",
                                     "mlp_hidden_act", "ffn_config.ffn_act_fn.name", "feed_forward_proj"});
    if (const auto gated = name.find("gated-"); gated == 0) {
        entry["gated_mlp"] = true;
        name.erase(0, 6);
    } else if (members.any({"feed_forward_proj"}) != nullptr) {
        entry["gated_mlp"] = false;
    }
    struct Name {
        const char *theirs, *ours;
    };
    for (const Name& known : {Name{"silu", "silu"},
                              {"swish", "silu"},
                              {"swiglu", "silu"},
                              {"relu", "relu"},
                              {"relu2", "squared_relu"},
                              {"gelu_new", "gelu_new"},
                              {"gelu_fast", "gelu_new"},
                              {"gelu", "gelu"},
                              {"gelu_pytorch_tanh", "gelu"},
                              {"gelu_python", "gelu"},
                              {"quick_gelu", "gelu"},
                              {"geglu", "gelu"}}) {
        if (name == known.theirs) return known.ours;
    }
    return {};
}

void readWidths(HfMembers& members, Json& entry) {
    entry["layers"] = members.size({"num_hidden_layers", "n_layer", "n_layers", "num_layers", "encoder_layers"});
    entry["hidden"] = members.size({"hidden_size", "n_embd", "d_model", "dim", "n_embed"});
    entry["heads"] = members.size({"num_attention_heads", "n_head", "n_heads", "num_heads", "encoder_attention_heads"});
    const double hidden = entry["hidden"].get<double>(), heads = entry["heads"].get<double>();
    auto kv = members.count({"num_key_value_heads", "num_kv_heads", "multi_query_group_num", "attn_config.kv_n_heads"});
    const auto one = members.flag({"multi_query", "multi_query_attention"});
    const bool grouped = members.flag({"new_decoder_architecture"}).value_or(false);
    if (one && *one && !grouped && !members.count({"multi_query_group_num"})) kv = 1.0;
    if (one && !*one && !grouped) kv = heads;
    entry["kv_heads"] = kv.value_or(0) > 0 ? *kv : heads;
    const auto width = members.count({"head_dim", "kv_channels", "d_kv", "attention_head_dim"});
    entry["head_dim"] = width.value_or(0) > 0 ? *width : std::max(1.0, std::floor(hidden / heads));
}

void readFeedForward(HfMembers& members, Json& entry) {
    auto width =
        members.count({"intermediate_size", "n_inner", "ffn_dim", "d_ff", "ffn_hidden_size", "hidden_dim",
                       "block_ff_dim", "moe_intermediate_size", "ffn_config.ffn_hidden_size", "encoder_ffn_dim"});
    // Both stacks count as the wider one.
    if (const auto decoder = members.count({"decoder_ffn_dim"})) width = std::max(width.value_or(0), *decoder);
    members.any({"decoder_attention_heads", "encoder_layers"});
    const double factor = members.count({"expansion_ratio"}).value_or(4);
    if (width.value_or(0) <= 0) width = factor * entry["hidden"].get<double>();
    if (members.flag({"halved_intermediate"}).value_or(false)) width = std::floor(*width / 2);
    // The file states the width before it is cut to two thirds and rounded up.
    if (members.flag({"block_auto_adjust_ff_dim"}).value_or(false)) {
        const double multiple = members.count({"block_multiple_of"}).value_or(256);
        const Json* scale = members.any({"block_ffn_dim_multiplier"});
        const double scaled =
            std::floor(2 * *width / 3) * (scale != nullptr && scale->is_number() ? scale->get<double>() : 1);
        width = multiple > 0 ? multiple * std::ceil(std::floor(scaled) / multiple) : scaled;
    }
    entry["ffn"] = *width;
    if (const std::string activation = activationOf(members, entry); !activation.empty())
        entry["activation"] = activation;
}

void readText(HfMembers& members, Json& entry, std::vector<Message>& notes) {
    entry["vocab"] = members.size({"padded_vocab_size", "vocab_size"});
    const auto longest = members.count({"max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", "seq_length",
                                        "max_sequence_length", "model_max_length"});
    constexpr double kAssumed = 2048;
    entry["max_seq"] = longest.value_or(0) > 0 ? *longest : kAssumed;
    if (longest.value_or(0) <= 0)
        notes.push_back({"note.import-assumed", {{"member", "max_position_embeddings"}, {"value", kAssumed}}});
    const auto types = members.count({"type_vocab_size"});
    if (types && entry["architecture"] == "encoder") entry["token_types"] = *types;
    if (entry["architecture"] != "encoder_decoder") return;
    const auto decoder = members.count({"num_decoder_layers", "decoder_layers"});
    if (!decoder || *decoder == entry["layers"].get<double>() || *decoder <= 0) return;
    notes.push_back({"note.import-stacks", {{"encoder", entry["layers"].get<double>()}, {"decoder", *decoder}}});
    entry["layers"] = std::max(*decoder, entry["layers"].get<double>());
}

void readPicture(HfMembers& members, Json& entry) {
    const double edge = members.size({"image_size"}), patch = members.size({"patch_size"});
    const double whole = std::max(patch, std::floor(edge / patch) * patch);
    entry["image"] = {
        {"height", whole}, {"width", whole}, {"channels", members.size({"num_channels"})}, {"patch", patch}};
    entry["max_seq"] = whole * whole / (patch * patch) + 1;
    const Json* labels = members.any({"id2label"});
    entry["vocab"] = labels != nullptr && labels->is_object() && !labels->empty()
                         ? static_cast<double>(labels->size())
                         : members.count({"num_labels"}).value_or(1000);
}

/// What a file says of biases, norms and positions.
void readManner(HfMembers& members, Json& entry) {
    if (const auto tied = members.flag({"tie_word_embeddings", "tie_embedding"})) entry["tied_embeddings"] = *tied;
    if (const auto bias = members.flag({"attention_bias", "add_qkv_bias", "use_qkv_bias", "qkv_bias"});
        bias && *bias && !entry.value("bias", false) && !entry["architecture"].get<std::string>().starts_with("v"))
        entry["qkv_bias"] = true;
    if (members.flag({"use_qk_norm", "qk_layernorm", "use_qk_layernorm"}).value_or(false)) entry["qk_norm"] = true;
    if (members.flag({"attn_output_gate"}).value_or(false)) entry["attention_gate"] = true;
    if (members.flag({"alibi", "attn_config.alibi"}).value_or(false)) entry["position"] = "alibi";
    if (const auto parallel = members.flag({"parallel_attn", "use_parallel_residual", "parallel_residual"});
        parallel && !*parallel)
        entry.erase("norm_placement");
    const auto without = members.flag({"no_bias"}), with = members.flag({"bias"});
    if (entry.contains("bias") && (with || without)) entry["bias"] = without ? !*without : *with;
}

void noteRest(HfMembers& members, const Json& config, std::vector<Message>& notes) {
    if (members.count({"num_nextn_predict_layers", "mtp_num_hidden_layers"}).value_or(0) > 0)
        notes.push_back({"note.import-next-tokens"});
    const auto stored = config.find("quantization_config");
    if (stored != config.end() && stored->is_object()) {
        const auto method = stored->find("quant_method");
        notes.push_back({"note.import-quantized",
                         {{"format", method != stored->end() && method->is_string() ? method->get<std::string>()
                                                                                    : std::string("-")}}});
    }
    const Json& known = families();
    std::string unknown;
    for (const std::string& key : members.unread()) {
        bool passed = key == "quantization_config";
        for (const Json& ignored : known.at("ignored"))
            passed |= key == ignored.get_ref<const std::string&>();
        for (const Json& suffix : known.at("ignored_suffixes"))
            passed |= key.ends_with(suffix.get_ref<const std::string&>());
        if (!passed) unknown += (unknown.empty() ? "" : ", ") + key.substr(0, 60);
    }
    if (!unknown.empty()) notes.push_back({"note.import-unread", {{"members", unknown}}});
}

/// Whole numbers are written as such.
void makeWhole(Json& value) {
    if (value.is_number_float() && value.get<double>() == std::floor(value.get<double>()))
        value = static_cast<std::int64_t>(value.get<double>());
    else if (value.is_structured())
        for (Json& member : value)
            makeWhole(member);
}

Error noAttention(const std::string& family, std::string_view file) {
    return {"not-modelled",
            "/model_type",
            {"error.model-type-none-its-layers-attends", {{"family", family}}},
            {"accepted.model-which-some-layers-attend"},
            std::string(file)};
}

Json begin(const Json& config, const Json& row, std::string_view file) {
    const auto path = config.find("_name_or_path");
    std::string name = path != config.end() && path->is_string() ? path->get<std::string>() : std::string();
    if (name.empty() || name.front() == '/' || name.front() == '.') name = nameOfFile(file);
    Json entry = row.at("entry");
    entry["id"] = entryIdOf(name);
    entry["kind"] = "transformer";
    entry["name"] = name.substr(name.find_last_of('/') + 1);
    entry["source"] = "config.json of " + name + " in the layout of Hugging Face transformers";
    return entry;
}

} // namespace

bool isHfConfig(const Json& document) {
    if (!document.is_object() || document.contains("kind")) return false;
    const auto classes = document.find("architectures");
    return (document.contains("model_type") && document.at("model_type").is_string()) ||
           (classes != document.end() && classes->is_array());
}

Result<ImportedEntry> readHfConfig(const Json& config, std::string_view file) {
    if (!isHfConfig(config))
        return Error{"missing",
                     "/model_type",
                     {"error.document-names-no-family-models"},
                     {"accepted.config-json-with-model-type"},
                     std::string(file)};
    ImportedEntry imported;
    const char* part = languagePart(config);
    const Json& model = part != nullptr ? config.at(part) : config;
    if (part != nullptr) imported.notes.push_back({"note.import-language-model"});
    const std::string family = familyOf(model).empty() ? familyOf(config) : familyOf(model);
    for (const char* without : {"mamba", "mamba2", "falcon_mamba", "rwkv", "xlstm"}) {
        if (family == without) return noAttention(family, file);
    }
    const Json row = rowOf(model, config, family, imported.notes);
    HfMembers members(model, row.at("config"), file, part != nullptr ? "/" + std::string(part) : std::string());
    Json entry = begin(config, row, file);
    readWidths(members, entry);
    readFeedForward(members, entry);
    if (entry["architecture"] == "vision_encoder")
        readPicture(members, entry);
    else
        readText(members, entry, imported.notes);
    readManner(members, entry);
    readHfRecurrent(members, entry);
    readHfLatent(members, entry);
    readHfExperts(members, entry);
    readHfWindows(members, entry, imported.notes);
    noteRest(members, model, imported.notes);
    if (members.error()) return *members.error();
    makeWhole(entry);
    if (auto valid = validate(entry, workload::transformerSchema(), {}, file); !valid) return valid.error();
    imported.document = std::make_shared<const Json>(std::move(entry));
    return imported;
}

} // namespace strata::exchange
