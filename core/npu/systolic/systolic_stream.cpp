// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/systolic/systolic_stream.h"

#include "core/npu/systolic/stream_buffers.h"

#include <algorithm>
#include <cmath>

namespace strata::npu {
namespace {

constexpr int kLinesBetweenStops = 4096;

std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }
std::int64_t folds(std::int64_t length, std::int64_t width) { return (length + width - 1) / width; }

/// Numbers of the words of both operands.
struct Words {
    std::int64_t m, n, k;
    SystolicWindows windows;

    std::int32_t input(std::int64_t row, std::int64_t sum) const {
        if (windows.input_rows == 0) return static_cast<std::int32_t>(row * k + sum);
        const std::int64_t in_row = windows.filter_columns * windows.channels;
        const std::int64_t y = row / windows.output_columns * windows.stride + sum / in_row * windows.dilation;
        const std::int64_t x =
            row % windows.output_columns * windows.stride + sum % in_row / windows.channels * windows.dilation;
        if (y >= windows.input_rows || x >= windows.input_columns) return kNoWord;
        return static_cast<std::int32_t>((y * windows.input_columns + x) * windows.channels + sum % windows.channels);
    }
    std::int32_t weight(std::int64_t sum, std::int64_t column) const {
        return static_cast<std::int32_t>(column * k + sum);
    }
    std::int64_t inputWords() const {
        return windows.input_rows == 0 ? m * k : windows.input_rows * windows.input_columns * windows.channels;
    }
};

/// One fold of the array: which rows, sums and columns it works on.
struct Fold {
    std::int64_t m0, n0, k0;
};

/// The order of folds and what enters and leaves the array in one line of a fold.
class Demand {
public:
    Demand(Words words, std::int64_t rows, std::int64_t columns, Dataflow dataflow)
        : words_(words), rows_(rows), columns_(columns), dataflow_(dataflow) {}

    std::int64_t lines() const {
        if (dataflow_ == Dataflow::OutputStationary) return rows_ + columns_ + words_.k - 2;
        return 2 * rows_ + columns_ + streamed() - 2;
    }
    std::int64_t outer() const { return folds(dataflow_ == Dataflow::InputStationary ? words_.m : words_.n, columns_); }
    std::int64_t inner() const { return folds(dataflow_ == Dataflow::OutputStationary ? words_.m : words_.k, rows_); }
    Fold fold(std::int64_t outer, std::int64_t inner) const {
        switch (dataflow_) {
        case Dataflow::OutputStationary: return {inner * rows_, outer * columns_, 0};
        case Dataflow::WeightStationary: return {0, outer * columns_, inner * rows_};
        case Dataflow::InputStationary: break;
        }
        return {outer * columns_, 0, inner * rows_};
    }

    /// Calls `take(word)` for the inputs of a line, in the order of the array's edge.
    template <typename Take>
    void inputs(const Fold& fold, std::int64_t line, Take&& take) const {
        if (dataflow_ == Dataflow::InputStationary) {
            const std::int64_t sum = fold.k0 + rows_ - 1 - line;
            if (line >= rows_ || sum >= words_.k) return;
            for (std::int64_t m = fold.m0; m < std::min(fold.m0 + columns_, words_.m); ++m)
                take(words_.input(m, sum));
            return;
        }
        if (dataflow_ == Dataflow::OutputStationary) {
            skewed(line, rows_, words_.m - fold.m0, words_.k,
                   [&](std::int64_t lane, std::int64_t step) { take(words_.input(fold.m0 + lane, step)); });
            return;
        }
        skewed(line - rows_, rows_, words_.k - fold.k0, words_.m,
               [&](std::int64_t lane, std::int64_t step) { take(words_.input(step, fold.k0 + lane)); });
    }
    template <typename Take>
    void weights(const Fold& fold, std::int64_t line, Take&& take) const {
        if (dataflow_ == Dataflow::WeightStationary) {
            const std::int64_t sum = fold.k0 + rows_ - 1 - line;
            if (line >= rows_ || sum >= words_.k) return;
            for (std::int64_t n = fold.n0; n < std::min(fold.n0 + columns_, words_.n); ++n)
                take(words_.weight(sum, n));
            return;
        }
        if (dataflow_ == Dataflow::OutputStationary) {
            skewed(line, columns_, words_.n - fold.n0, words_.k,
                   [&](std::int64_t lane, std::int64_t step) { take(words_.weight(step, fold.n0 + lane)); });
            return;
        }
        skewed(line - rows_, rows_, words_.k - fold.k0, words_.n,
               [&](std::int64_t lane, std::int64_t step) { take(words_.weight(fold.k0 + lane, step)); });
    }
    /// Sums that leave the array in a line.
    std::int64_t outputs(const Fold& fold, std::int64_t line) const {
        std::int64_t count = 0;
        const auto countWord = [&](std::int64_t, std::int64_t) { ++count; };
        if (dataflow_ == Dataflow::OutputStationary) {
            // They leave over the bottom edge, the last row first.
            const std::int64_t used = std::min(rows_, words_.m - fold.m0);
            skewed(line - (words_.k - 1) - (rows_ - used), columns_, words_.n - fold.n0, used, countWord);
        } else {
            const std::int64_t lanes =
                dataflow_ == Dataflow::WeightStationary ? words_.n - fold.n0 : words_.m - fold.m0;
            skewed(line - (2 * rows_ - 1), columns_, lanes, streamed(), countWord);
        }
        return count;
    }

    /// Words in the order of the first demand, with gaps where a fold does not fill the array.
    template <typename Take>
    void inputOrder(Take&& take) const {
        if (dataflow_ == Dataflow::InputStationary) {
            straight(words_.m, columns_, words_.k, [&](std::int64_t lane, std::int64_t step) {
                take(lane < words_.m ? words_.input(lane, step) : kNoWord);
            });
        } else if (dataflow_ == Dataflow::OutputStationary) {
            diagonal(words_.m, rows_, words_.k, [&](std::int64_t lane, std::int64_t step) {
                take(lane < words_.m ? words_.input(lane, step) : kNoWord);
            });
        } else {
            diagonal(words_.k, rows_, words_.m, [&](std::int64_t lane, std::int64_t step) {
                take(lane < words_.k ? words_.input(step, lane) : kNoWord);
            });
        }
    }
    template <typename Take>
    void weightOrder(Take&& take) const {
        if (dataflow_ == Dataflow::WeightStationary) {
            straight(words_.n, columns_, words_.k, [&](std::int64_t lane, std::int64_t step) {
                take(lane < words_.n ? words_.weight(step, lane) : kNoWord);
            });
        } else if (dataflow_ == Dataflow::OutputStationary) {
            diagonal(words_.n, columns_, words_.k, [&](std::int64_t lane, std::int64_t step) {
                take(lane < words_.n ? words_.weight(step, lane) : kNoWord);
            });
        } else {
            diagonal(words_.k, rows_, words_.n, [&](std::int64_t lane, std::int64_t step) {
                take(lane < words_.k ? words_.weight(lane, step) : kNoWord);
            });
        }
    }

private:
    Words words_;
    std::int64_t rows_, columns_;
    Dataflow dataflow_;

    std::int64_t streamed() const { return dataflow_ == Dataflow::InputStationary ? words_.n : words_.m; }

    /// Lanes of an edge, each a cycle behind its neighbour, each taking `steps` words.
    template <typename Take>
    static void skewed(std::int64_t line, std::int64_t width, std::int64_t lanes, std::int64_t steps, Take&& take) {
        const std::int64_t first = std::max<std::int64_t>(0, line - steps + 1);
        const std::int64_t end = std::min({width, lanes, line + 1});
        for (std::int64_t lane = first; lane < end; ++lane)
            take(lane, line - lane);
    }
    /// Folds of `width` lanes below each other, each of `steps` rows; row by row.
    template <typename Take>
    static void straight(std::int64_t lanes, std::int64_t width, std::int64_t steps, Take&& take) {
        for (std::int64_t begin = 0; begin < lanes; begin += width)
            for (std::int64_t step = 0; step < steps; ++step)
                for (std::int64_t lane = begin; lane < begin + width; ++lane)
                    take(lane, step);
    }
    /// The same, along the diagonals, which a skewed edge meets in this order.
    template <typename Take>
    static void diagonal(std::int64_t lanes, std::int64_t width, std::int64_t steps, Take&& take) {
        const std::int64_t height = folds(lanes, width) * steps;
        for (std::int64_t line = 0; line < height + width; ++line) {
            const std::int64_t last = std::min(line, height - 1);
            for (std::int64_t row = last; row >= std::max<std::int64_t>(0, line - width + 1); --row)
                take(row / steps * width + line - row, row % steps);
        }
    }
};

SystolicPort portOf(const ReadStream& stream, double stalls) {
    return {static_cast<double>(stream.words()), static_cast<double>(stream.firstCycle()),
            static_cast<double>(stream.lastCycle()), stalls};
}

} // namespace

SystolicWindows windowsOf(const workload::Problem& problem) {
    const auto bound = [&](const char* dimension) -> std::int64_t {
        const int found = problem.findDimension(dimension);
        return found < 0 ? 1 : static_cast<std::int64_t>(problem.dimensions[static_cast<std::size_t>(found)].bound);
    };
    SystolicWindows windows;
    if (problem.findDimension("p") < 0 || bound("r") * bound("s") == 1) return windows;
    const auto step = [&](const char* dimension) -> std::int64_t {
        for (const workload::Tensor& tensor : problem.tensors) {
            if (tensor.name != "inputs") continue;
            for (const workload::ProjectionAxis& axis : tensor.axes)
                for (const workload::ProjectionTerm& term : axis)
                    if (problem.dimensions[term.dimension].name == dimension) return term.coefficient;
        }
        return 1;
    };
    windows.output_columns = bound("q");
    windows.filter_columns = bound("s");
    windows.channels = bound("c");
    windows.stride = step("q");
    windows.dilation = step("s");
    windows.input_rows = (bound("p") - 1) * windows.stride + (bound("r") - 1) * windows.dilation + 1;
    windows.input_columns = (bound("q") - 1) * windows.stride + (bound("s") - 1) * windows.dilation + 1;
    return windows;
}

double streamWork(const SystolicProduct& product, const SystolicArray& array, Dataflow dataflow) {
    const SystolicTime time = systolicTime(product, array, dataflow);
    return time.buffer.inputs + time.buffer.weights + time.buffer.outputs + product.m * product.k +
           product.n * product.k;
}

SystolicStream systolicStream(const SystolicProduct& product, const SystolicWindows& windows,
                              const SystolicArray& array, Dataflow dataflow, const std::stop_token& stop) {
    const Words words{whole(product.m), whole(product.n), whole(product.k), windows};
    const std::int64_t rows = whole(array.rows), columns = whole(array.columns);
    const Demand demand(words, rows, columns, dataflow);
    const std::int64_t rate = whole(array.outside_words_per_cycle);
    ReadStream inputs(whole(array.input_words), rate, words.inputWords());
    ReadStream weights(whole(array.weight_words), rate, words.n * words.k);
    if (rate > 0) {
        demand.inputOrder([&](std::int32_t word) { inputs.plan(word); });
        demand.weightOrder([&](std::int32_t word) { weights.plan(word); });
    }
    inputs.begin();
    weights.begin();
    // Without a limit sums leave as fast as the edge of the array delivers them.
    WriteStream outputs(whole(array.output_words), rate > 0 ? rate : columns);

    SystolicStream result;
    double input_stalls = 0, weight_stalls = 0, output_stalls = 0;
    std::int64_t stalls = 0, line_number = 0, last_cycle = 0;
    for (std::int64_t outer = 0; outer < demand.outer(); ++outer) {
        for (std::int64_t inner = 0; inner < demand.inner(); ++inner) {
            const Fold fold = demand.fold(outer, inner);
            for (std::int64_t line = 0; line < demand.lines(); ++line, ++line_number) {
                if (line_number % kLinesBetweenStops == 0 && stop.stop_requested()) return {};
                const std::int64_t cycle = line_number + stalls;
                std::int64_t for_inputs = 0, for_weights = 0;
                demand.inputs(fold, line,
                              [&](std::int32_t word) { for_inputs = inputs.take(word, cycle, for_inputs); });
                demand.weights(fold, line,
                               [&](std::int32_t word) { for_weights = weights.take(word, cycle, for_weights); });
                const std::int64_t for_outputs = outputs.put(demand.outputs(fold, line), cycle);
                input_stalls += static_cast<double>(for_inputs);
                weight_stalls += static_cast<double>(for_weights);
                output_stalls += static_cast<double>(for_outputs);
                last_cycle = cycle + for_outputs;
                stalls += std::max({for_inputs, for_weights, for_outputs});
            }
        }
    }
    outputs.finish(last_cycle);
    result.stall_cycles = static_cast<double>(stalls);
    result.cycles = static_cast<double>(line_number - 1 + stalls);
    result.inputs = portOf(inputs, input_stalls);
    result.weights = portOf(weights, weight_stalls);
    result.outputs = {static_cast<double>(outputs.words()), static_cast<double>(outputs.firstCycle()),
                      static_cast<double>(outputs.lastCycle()), output_stalls};
    result.elapsed_cycles =
        std::max({result.cycles, result.inputs.last_cycle, result.weights.last_cycle, result.outputs.last_cycle}) -
        std::min({result.inputs.first_cycle, result.weights.first_cycle, 0.0});
    return result;
}

} // namespace strata::npu
