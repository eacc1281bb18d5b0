// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/transformer_graph.h"

#include "core/workload/graph_builders.h"

#include <algorithm>

namespace strata::workload {
namespace {

constexpr double kUsualSequence = 2048;

/// Keys and values of all tokens so far; layers with a window keep no more than that. A latent cache is not
/// divided among ranks: each needs all of it.
double cacheBytes(const TransformerShape& shape, const GraphOptions& options, double sequence) {
    if (options.phase != Phase::Prefill && options.phase != Phase::Decode) return 0;
    const double each = bytesOf(options.kv_cache) * options.batch;
    const double attending = shape.attendingLayers();
    // Keys of an indexer: 8 bits, and one scale of 32 for each (DeepSeek-V3.2, arXiv:2512.02556, Section 2.1).
    const double index_bytes = shape.indexer.selected > 0 ? shape.indexer.head_dim + 4 : 0;
    if (shape.latent.kv_rank > 0)
        return attending * sequence * (each * (shape.latent.kv_rank + shape.latent.rope) + options.batch * index_bytes);
    const double width = 2 * shape.kv_heads * shape.head_dim;
    const double seen = shape.window > 0 ? std::min(shape.window, sequence) : sequence;
    const double crossed = shape.twoStacks() ? shape.layers * sequence : 0;
    return each * width * (shape.windowed_layers * seen + (attending - shape.windowed_layers) * sequence + crossed);
}

} // namespace

std::string beside(std::string_view pointer, const char* key) {
    const std::size_t last = pointer.rfind('/');
    return std::string(last == std::string_view::npos ? pointer : pointer.substr(0, last)) + "/" + key;
}

Result<void> writeTransformer(const Json& model, Tape& tape, ModelGraph& graph, std::string_view pointer) {
    const GraphOptions& options = tape.options;
    const auto read = readTransformer(model, options, pointer);
    if (!read) return read.error();
    const TransformerShape& shape = *read;
    const double sequence = options.sequence > 0 ? options.sequence : std::min(kUsualSequence, shape.max_seq);
    graph.model = shape.id;
    graph.memory.kv_cache_bytes = cacheBytes(shape, options, sequence + options.cached);
    if (options.phase == Phase::Prefill || options.phase == Phase::Decode)
        graph.memory.state_bytes = options.batch * recurrentStateBytes(shape, bytesOf(tape.wide));
    TransformerGraph writer(tape, shape);
    if (shape.vision()) {
        const double tokens = shape.image_height * shape.image_width / (shape.patch * shape.patch) + 1;
        const Stack stack{"", options.batch, tokens, tokens, false, false};
        writer.visionHead(writer.blocks(writer.patches(options.batch), stack, std::nullopt, 0), options.batch);
        graph.tokens = stack.tokens();
        return {};
    }
    const bool decodes = options.phase == Phase::Decode;
    const double context = sequence + options.cached;
    Stack stack{"", options.batch, decodes ? 1 : sequence, context, !shape.encodes(), decodes};
    graph.tokens = stack.tokens();
    std::optional<ValueId> encoded;
    if (shape.twoStacks()) {
        if (!decodes) {
            const Stack encoder{"encoder.", options.batch, sequence, sequence, false, false};
            encoded = writer.blocks(writer.embed(encoder, true), encoder, std::nullopt, 0);
        }
        stack.prefix = "decoder.";
    }
    const ValueId out = writer.blocks(writer.embed(stack, !encoded), stack, encoded, shape.twoStacks() ? sequence : 0);
    if (shape.encodes()) {
        writer.encoderHead(out, options.batch);
    } else {
        writer.languageHead(out, stack);
    }
    return {};
}

} // namespace strata::workload
