// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/transformer_mixers.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::workload {
namespace {

std::uint64_t atOr(const Json& object, const char* key, std::uint64_t absent) {
    return object.contains(key) ? object.at(key).get<std::uint64_t>() : absent;
}

struct Recurrent {
    explicit Recurrent(const Json& document, std::uint64_t hidden)
        : kind(document.at("kind").get<std::string>()), layers(atOr(document, "layers", 0)),
          heads(atOr(document, "heads", kind == "convolution" ? hidden : 1)), groups(atOr(document, "groups", heads)),
          key_dim(atOr(document, "key_dim", 1)), value_dim(kind == "convolution" ? 1 : atOr(document, "value_dim", 1)),
          width(atOr(document, "convolution", 0)), rank(atOr(document, "rank", 0)) {}

    bool grouped() const { return kind == "delta" || kind == "ssm"; }
    std::uint64_t inner() const { return heads * value_dim; }
    std::uint64_t convolved() const { return inner() + (grouped() ? 2 * groups * key_dim : 0); }
    /// Columns of the products that the input of the layer passes.
    std::uint64_t projected() const {
        if (kind == "convolution") return 3 * inner();
        if (kind == "selective") return 2 * inner();
        return convolved() + inner() + (kind == "delta" ? 2 : 1) * heads;
    }

    std::string kind;
    std::uint64_t layers, heads, groups, key_dim, value_dim, width, rank;
};

void listRecurrent(LayerDocuments& documents, const Recurrent& r, std::uint64_t hidden, const MixerPass& pass) {
    const std::string name = pass.prefix + "recurrent.";
    const std::uint64_t tokens = pass.batch * pass.queries;
    documents.addMatmul(name + "input", r.layers, tokens, r.projected(), hidden);
    if (r.width > 1) {
        documents.add(name + "convolution", "conv2d", r.layers,
                      {{"n", pass.batch},
                       {"c", r.convolved()},
                       {"m", r.convolved()},
                       {"p", 1},
                       {"q", pass.queries},
                       {"r", 1},
                       {"s", r.width},
                       {"groups", r.convolved()}});
    }
    if (r.kind == "selective") {
        documents.addMatmul(name + "rates", r.layers, tokens, r.rank + 2 * r.key_dim, r.inner());
        if (r.rank > 0) documents.addMatmul(name + "rate", r.layers, tokens, r.inner(), r.rank);
    }
    if (r.kind != "convolution") {
        const std::uint64_t states = tokens * r.heads;
        if (r.kind == "delta") documents.addMatmul(name + "state_key", r.layers, 1, r.value_dim, r.key_dim, states);
        documents.addMatmul(name + "state_update", r.layers, r.key_dim, r.value_dim, 1, states);
        documents.addMatmul(name + "state_query", r.layers, 1, r.value_dim, r.key_dim, states);
    }
    documents.addMatmul(name + "output", r.layers, tokens, hidden, r.inner());
}

void listIndexer(LayerDocuments& documents, const Json& model, const MixerPass& pass) {
    const Json& sparse = model.at("sparse_attention");
    const std::uint64_t layers = attendingLayers(model), hidden = atOr(model, "hidden", 1);
    const std::uint64_t heads = atOr(sparse, "heads", 1), width = atOr(sparse, "head_dim", 1);
    const std::uint64_t rank =
        model.contains("latent_attention") ? atOr(model.at("latent_attention"), "query_rank", hidden) : hidden;
    const std::string name = pass.prefix + "indexer.";
    const std::uint64_t tokens = pass.batch * pass.queries;
    documents.addMatmul(name + "key", layers, tokens, width, hidden);
    documents.addMatmul(name + "query", layers, tokens, heads * width, rank);
    documents.addMatmul(name + "weights", layers, tokens, heads, hidden);
    if (selectedTokens(model, pass.context) == pass.context) return;
    documents.add(name + "scores", "attention_scores", layers,
                  {{"batch", pass.batch},
                   {"heads", heads},
                   {"kv_heads", 1},
                   {"head_dim", width},
                   {"q_len", pass.queries},
                   {"kv_len", pass.context}});
}

} // namespace

std::uint64_t attendingLayers(const Json& transformer) {
    const std::uint64_t layers = atOr(transformer, "layers", 1);
    const auto recurrent = transformer.find("recurrent");
    return recurrent == transformer.end() ? layers : layers - std::min(layers, atOr(*recurrent, "layers", 0));
}

std::uint64_t selectedTokens(const Json& transformer, std::uint64_t context) {
    const auto sparse = transformer.find("sparse_attention");
    return sparse == transformer.end() ? context : std::min(context, atOr(*sparse, "selected", context));
}

void listMixers(LayerDocuments& documents, const Json& transformer, const MixerPass& pass) {
    const std::uint64_t hidden = atOr(transformer, "hidden", 1);
    if (transformer.contains("recurrent"))
        listRecurrent(documents, Recurrent(transformer.at("recurrent"), hidden), hidden, pass);
    if (transformer.contains("sparse_attention")) listIndexer(documents, transformer, pass);
}

} // namespace strata::workload
