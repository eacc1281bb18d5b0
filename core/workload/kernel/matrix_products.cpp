// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/layer_fields.h"

namespace strata::workload {

namespace {

/// Loops of both attention products. Query heads are kv_heads x group: the members of a group share keys and
/// values (Ainslie et al., "GQA", EMNLP 2023).
enum Attention : std::uint32_t { Batch, KvHead, Group, Query, Context, Width };

Problem attention(LayerFields& fields) {
    const std::uint64_t heads = fields.bound("heads");
    const std::uint64_t kv_heads = fields.bound("kv_heads", heads);
    if (kv_heads != 0 && heads % kv_heads != 0) {
        fields.fail("bad-value", "kv_heads",
                    {"error.field-beside-heads", {{"field", "kv_heads"}, {"value", kv_heads}, {"heads", heads}}},
                    {"accepted.divisor", {{"whole", heads}}});
    }
    Problem problem;
    problem.dimensions = {{"batch", fields.bound("batch", 1)},
                          {"kv_heads", kv_heads},
                          {"group", kv_heads == 0 ? 0 : heads / kv_heads},
                          {"q_len", fields.bound("q_len")},
                          {"kv_len", fields.bound("kv_len")},
                          {"head_dim", fields.bound("head_dim")}};
    return problem;
}

} // namespace

Problem matmul(LayerFields& fields) {
    enum Loop : std::uint32_t { B, M, N, K };
    Problem problem;
    problem.dimensions = {{"batch", fields.bound("batch", 1)},
                          {"m", fields.bound("m")},
                          {"n", fields.bound("n")},
                          {"k", fields.bound("k")}};
    problem.tensors = {{"weights", {{{B}}, {{K}}, {{N}}}, false, 0},
                       {"inputs", {{{B}}, {{M}}, {{K}}}, false, 0},
                       {"outputs", {{{B}}, {{M}}, {{N}}}, true, 0}};
    return problem;
}

Problem attentionScores(LayerFields& fields) {
    Problem problem = attention(fields);
    problem.tensors = {{"weights", {{{Batch}}, {{KvHead}}, {{Context}}, {{Width}}}, false, 0},
                       {"inputs", {{{Batch}}, {{KvHead}}, {{Group}}, {{Query}}, {{Width}}}, false, 0},
                       {"outputs", {{{Batch}}, {{KvHead}}, {{Group}}, {{Query}}, {{Context}}}, true, 0}};
    return problem;
}

Problem attentionContext(LayerFields& fields) {
    Problem problem = attention(fields);
    problem.tensors = {{"weights", {{{Batch}}, {{KvHead}}, {{Context}}, {{Width}}}, false, 0},
                       {"inputs", {{{Batch}}, {{KvHead}}, {{Group}}, {{Query}}, {{Context}}}, false, 0},
                       {"outputs", {{{Batch}}, {{KvHead}}, {{Group}}, {{Query}}, {{Width}}}, true, 0}};
    return problem;
}

} // namespace strata::workload
