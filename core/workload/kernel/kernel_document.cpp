// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/kernel.h"
#include "core/workload/kernel/kernel_reader.h"
#include "core/workload/kernel/kernel_schema.h"
#include "core/workload/kernel/vector_function.h"

#include <nlohmann/json.hpp>

namespace strata::workload {
namespace {

Matmul readMatmul(KernelReader& reader, bool linear) {
    return {reader.number("batch", 1),
            reader.number("m"),
            reader.number("n"),
            reader.number("k"),
            linear,
            reader.flag("block_scaled", false),
            reader.flag("dynamic_quantization", false),
            reader.number("weight_copies", 0)};
}

Conv2d readConv(KernelReader& reader) {
    Conv2d shape;
    shape.n = reader.number("n", 1);
    shape.c = reader.number("c");
    shape.m = reader.number("m");
    shape.p = reader.number("p");
    shape.q = reader.number("q");
    shape.r = reader.number("r");
    shape.s = reader.number("s");
    shape.stride = reader.number("stride", 1);
    shape.dilation = reader.number("dilation", 1);
    shape.groups = reader.number("groups", 1);
    reader.divides("groups", shape.groups, "c", shape.c);
    reader.divides("groups", shape.groups, "m", shape.m);
    return shape;
}

Attention readAttention(KernelReader& reader) {
    Attention shape;
    shape.batch = reader.number("batch", 1);
    shape.heads = reader.number("heads");
    shape.latent = reader.flag("latent", false);
    shape.kv_heads = reader.number("kv_heads", shape.latent ? 1 : shape.heads);
    shape.head_dim = reader.number("head_dim");
    shape.value_dim = reader.number("value_dim", 0);
    shape.q_len = reader.number("q_len");
    shape.kv_len = reader.number("kv_len");
    shape.causal = reader.flag("causal", true);
    shape.window = reader.number("window", 0);
    shape.longest_kv = reader.number("longest_kv", 0);
    reader.divides("kv_heads", shape.kv_heads, "heads", shape.heads);
    if (shape.causal) reader.atLeast("kv_len", shape.kv_len, "q_len", shape.q_len);
    if (shape.longest_kv > 0) reader.atLeast("longest_kv", shape.longest_kv, "kv_len", shape.kv_len);
    return shape;
}

Moe readMoe(KernelReader& reader) {
    Moe shape;
    shape.tokens = reader.number("tokens");
    shape.hidden = reader.number("hidden");
    shape.ffn = reader.number("ffn");
    shape.experts = reader.number("experts");
    shape.all_experts = reader.number("all_experts", shape.experts);
    shape.top_k = reader.number("top_k");
    shape.skew = reader.number("skew", 0);
    shape.routing = reader.text("routing") == name(Routing::Independent) ? Routing::Independent : Routing::Balanced;
    shape.gated = reader.flag("gated", true);
    shape.block_scaled = reader.flag("block_scaled", false);
    reader.atLeast("all_experts", shape.all_experts, "experts", shape.experts);
    reader.atMost("top_k", shape.top_k, reader.has("all_experts") ? "all_experts" : "experts", shape.all_experts);
    return shape;
}

VectorOp readRows(KernelReader& reader, VectorFunction function) {
    return {function, reader.number("rows"), reader.number("cols"), reader.number("inputs", usualInputs(function)),
            reader.number("outputs", 1)};
}

/// `elements`, or the rows and columns that make them.
VectorOp readElementwise(KernelReader& reader) {
    const VectorFunction function = vectorFunctionNamed(reader.neededText("function")).value_or(VectorFunction::Copy);
    if (!reader.has("elements")) return readRows(reader, function);
    reader.excludes("elements", "rows");
    reader.excludes("elements", "cols");
    return {function, 1, reader.number("elements"), reader.number("inputs", usualInputs(function)),
            reader.number("outputs", 1)};
}

/// Windows overlap or leave out inputs: what is read is told relative to what is written.
VectorOp readPool(KernelReader& reader) {
    const double stride = reader.number("stride", 1);
    const double rows = (reader.number("p") - 1) * stride + reader.number("r");
    const double cols = (reader.number("q") - 1) * stride + reader.number("s");
    const double outputs = reader.number("p") * reader.number("q");
    return {VectorFunction::Pool, reader.number("n", 1) * reader.number("c"), outputs, rows * cols / outputs, 1};
}

Scan readScan(KernelReader& reader) {
    return {reader.number("batch", 1), reader.number("q_len"), reader.number("heads"), reader.number("key_dim"),
            reader.number("value_dim")};
}

KernelShape readShape(KernelReader& reader, std::string_view op, const Kernel& types) {
    if (op == "matmul" || op == "linear") return readMatmul(reader, op == "linear");
    if (op == "conv2d") return readConv(reader);
    if (op == "attention") return readAttention(reader);
    if (op == "elementwise") return readElementwise(reader);
    if (op == "moe") return readMoe(reader);
    if (op == "pool") return readPool(reader);
    if (op == "scan") return readScan(reader);
    if (op == "copy") return VectorOp{VectorFunction::Copy, 1, reader.number("bytes") / bytesOf(types.a), 1, 1};
    if (op == "quantize") {
        return Quantize{reader.number("rows"), reader.number("cols"), reader.flag("scale", true),
                        reader.flag("cast", true)};
    }
    return readRows(reader, *vectorFunctionNamed(op)); // softmax, norms, embedding
}

} // namespace

Result<Kernel> readKernel(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, kernelSchema(), pointer); !valid) return valid.error();
    KernelReader reader(document, pointer);
    Kernel kernel = reader.types();
    kernel.shape = readShape(reader, reader.text("operator"), kernel);
    kernel.cold = reader.flag("cold", false);
    if (reader.error()) return *reader.error();
    return kernel;
}

} // namespace strata::workload
