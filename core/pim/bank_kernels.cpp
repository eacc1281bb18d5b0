// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pim/bank_kernels.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace strata::pim {
namespace {

using hardware::Pim;

/// How the units of one channel share a matrix.
struct Sharing {
    double along = 1;    ///< units of a group, which share its contracted length
    double across = 1;   ///< groups, ranks and pseudo channels, which share its rows
    double outlets = 1;  ///< of them, those that empty their results one after the other
    double elements = 1; ///< of one column
};

Sharing sharingOf(const Pim& pim, double element_bytes) {
    Sharing sharing;
    sharing.along = std::max(1.0, pim.banks.banks / pim.units.banks_per_unit);
    sharing.across = pim.unitsOfChannel() / sharing.along;
    sharing.outlets = std::max(1.0, sharing.across / pim.banks.pseudo_channels);
    sharing.elements = pim.banks.column_bytes / element_bytes;
    return sharing;
}

/// Column commands for a matrix of `rows` x `length` in one channel.
double commandsOf(const Sharing& sharing, double rows, double length) {
    return std::ceil(rows / sharing.across) * std::ceil(length / (sharing.along * sharing.elements));
}

Error notModelled(std::string_view pointer, Message text, Message expected) {
    return {"not-modelled", std::string(pointer), std::move(text), std::move(expected), {}};
}

BankStream ofAttention(const Pim& pim, const workload::Attention& work, double element_bytes) {
    const Sharing sharing = sharingOf(pim, element_bytes);
    const double value_dim = work.value_dim > 0 ? work.value_dim : work.head_dim;
    const double tokens = work.window > 0 ? std::min(work.window, work.kv_len) : work.kv_len;
    const double caches = work.batch * work.kv_heads;
    const double queries = work.q_len * work.heads / work.kv_heads;
    const double passes = std::ceil(queries / pim.units.vectors);
    const double score_moves = sharing.outlets * std::ceil(std::ceil(tokens / sharing.across) / sharing.elements);

    BankStream stream;
    stream.repeats = std::ceil(caches / pim.banks.channels) * passes;
    stream.commands = commandsOf(sharing, tokens, work.head_dim) + commandsOf(sharing, tokens, value_dim);
    stream.row_columns = pim.banks.row_columns;
    const double query_moves = std::ceil(work.head_dim / sharing.elements);
    const double result_moves = std::ceil(value_dim / sharing.elements) *
                                (pim.units.banks_per_unit < pim.banks.inPseudoChannel() ? pim.banks.ranks : 1.0);
    stream.input_moves = query_moves + score_moves; // the query, and the weights of the tokens after the softmax
    stream.output_moves = score_moves + result_moves;
    stream.softmax_clocks = pim.units.softmax_clocks;
    stream.bytes = caches * passes * tokens * (work.head_dim + value_dim) * element_bytes;
    stream.moved_bytes = caches * passes * (stream.input_moves + stream.output_moves) * pim.banks.column_bytes;
    stream.input_bytes = caches * queries * work.head_dim * element_bytes;
    return stream;
}

BankStream ofProduct(const Pim& pim, const workload::Matmul& work, double element_bytes) {
    const Sharing sharing = sharingOf(pim, element_bytes);
    const double rows = std::ceil(work.batch * work.n / pim.banks.channels);
    BankStream stream;
    stream.repeats = std::ceil(work.m / pim.units.vectors);
    stream.commands = commandsOf(sharing, rows, work.k);
    stream.row_columns = pim.banks.row_columns;
    stream.input_moves = std::ceil(work.k / sharing.elements);
    stream.output_moves = sharing.outlets * std::ceil(std::ceil(rows / sharing.across) / sharing.elements);
    stream.bytes = stream.repeats * work.batch * work.n * work.k * element_bytes;
    stream.moved_bytes =
        pim.banks.channels * stream.repeats * (stream.input_moves + stream.output_moves) * pim.banks.column_bytes;
    stream.input_bytes = work.batch * work.m * work.k * element_bytes;
    return stream;
}

BankStream ofElements(const Pim& pim, const workload::VectorOp& work, double element_bytes) {
    const double elements = work.rows * work.cols;
    const double places = pim.banks.channels * pim.unitsOfChannel() * pim.banks.column_bytes / element_bytes;
    const double operands = work.inputs + work.outputs;
    BankStream stream;
    stream.commands = std::ceil(elements / places) * operands;
    stream.row_columns = std::min(pim.units.registers, pim.banks.row_columns);
    stream.bytes = elements * operands * element_bytes;
    return stream;
}

/// Functions that a unit applies to an element and its neighbours in the same column.
bool byElement(workload::VectorFunction function) {
    using enum workload::VectorFunction;
    return function == Add || function == Mul || function == Relu || function == Residual || function == Copy;
}

} // namespace

Result<BankStream> bankStream(const Pim& pim, const workload::Kernel& kernel) {
    if (std::ranges::find(pim.units.types, kernel.b) == pim.units.types.end())
        return notModelled(
            "/workload",
            {"error.units-of-memory-do-not-read", {{"name", pim.name}, {"type", std::string(name(kernel.b))}}},
            {"accepted.format-of-units"});
    const double element_bytes = bytesOf(kernel.b);
    if (const auto* attention = std::get_if<workload::Attention>(&kernel.shape))
        return ofAttention(pim, *attention, element_bytes);
    if (const auto* product = std::get_if<workload::Matmul>(&kernel.shape))
        return ofProduct(pim, *product, element_bytes);
    if (const auto* vector = std::get_if<workload::VectorOp>(&kernel.shape); vector && byElement(vector->function))
        return ofElements(pim, *vector, element_bytes);
    return notModelled("/workload/operator", {"error.memory-does-not-compute-kernel", {{"name", pim.name}}},
                       {"accepted.kernels-of-memory"});
}

double storedBytes(const workload::Kernel& kernel) {
    const double element_bytes = bytesOf(kernel.b);
    if (const auto* attention = std::get_if<workload::Attention>(&kernel.shape)) {
        const double value_dim = attention->value_dim > 0 ? attention->value_dim : attention->head_dim;
        return attention->batch * attention->kv_heads * attention->kv_len * (attention->head_dim + value_dim) *
               element_bytes;
    }
    const workload::KernelWork work = workload::workOf(kernel);
    return work.read_bytes + work.write_bytes;
}

} // namespace strata::pim
