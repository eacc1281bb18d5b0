// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/listed/listed_graph.h"

#include "core/workload/graph_builders.h"
#include "core/workload/kernel/layer_document.h"
#include "core/workload/kernel/vector_function.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace strata::workload {
namespace {

double sizeOf(const Json& document, const char* key, double absent = 1) { return document.value(key, absent); }

/// Sizes that each operator cannot do without.
Result<void> checkOperator(const Json& one, const std::string& pointer) {
    const std::string kind = one.at("operator").get<std::string>();
    const auto need = [&](std::initializer_list<const char*> keys) -> Result<void> {
        for (const char* key : keys) {
            if (!one.contains(key))
                return Error{"missing",
                             pointer + "/" + key,
                             {"error.operator-has-no", {{"kind", kind}, {"key", key}}},
                             verbatim(key),
                             {}};
        }
        return {};
    };
    if (kind == "conv2d") {
        if (auto has = need({"in_channels", "out_channels", "out_height", "out_width"}); !has) return has;
        const double groups = sizeOf(one, "groups");
        if (std::fmod(sizeOf(one, "in_channels"), groups) != 0 || std::fmod(sizeOf(one, "out_channels"), groups) != 0)
            return Error{"bad-value",
                         pointer + "/groups",
                         {"error.channels-do-not-divide-by-groups"},
                         {"accepted.common-divisor"},
                         {}};
        return {};
    }
    if (kind == "vector") return need({"function", "rows", "cols"});
    return kind == "embedding" ? need({"rows", "cols", "table"}) : need({"m", "n", "k"});
}

/// Names are unique, and what an operator reads stands before it.
Result<void> checkGraph(const Json& model, std::string_view pointer) {
    if (auto valid = validate(model, graphSchema(), pointer); !valid) return valid;
    std::set<std::string> made;
    if (const auto inputs = model.find("inputs"); inputs != model.end()) {
        for (const Json& input : *inputs)
            made.insert(input.at("name").get<std::string>());
    }
    const Json& operators = model.at("operators");
    if (operators.size() > kMostOperators)
        return Error{"too-large",
                     std::string(pointer) + "/operators",
                     {"error.there-too-many-operators"},
                     {"accepted.at-most-200-000"},
                     {}};
    for (std::size_t i = 0; i < operators.size(); ++i) {
        const Json& one = operators[i];
        const std::string here = std::string(pointer) + "/operators/" + std::to_string(i);
        if (auto sound = checkOperator(one, here); !sound) return sound;
        if (const auto inputs = one.find("inputs"); inputs != one.end()) {
            for (const Json& input : *inputs) {
                if (made.contains(input.get<std::string>())) continue;
                return Error{"bad-value",
                             here + "/inputs",
                             {"error.nothing-before-makes", {{"input", input.get<std::string>()}}},
                             {"accepted.input-graph-or-operator-before"},
                             {}};
            }
        }
        if (!made.insert(one.at("name").get<std::string>()).second)
            return Error{"bad-value",
                         here + "/name",
                         {"error.two-values-named", {{"at", one.at("name").get<std::string>()}}},
                         {"accepted.name-own"},
                         {}};
    }
    return {};
}

class ListedGraph {
public:
    ListedGraph(const Json& model, Tape& tape)
        : model_(model), tape_(tape), scale_(tape.options.batch / sizeOf(model, "batch")) {}

    void run() {
        tape_.begin("");
        if (const auto inputs = model_.find("inputs"); inputs != model_.end()) {
            for (const Json& input : *inputs)
                values_[input.at("name").get<std::string>()] =
                    tape_.source(scaled(input, "rows"), sizeOf(input, "cols"));
        }
        for (const Json& one : model_.at("operators"))
            add(one);
    }
    ValueId last() const { return last_; }

private:
    double scaled(const Json& one, const char* key) const { return std::max(1.0, sizeOf(one, key) * scale_); }

    std::vector<ValueId> inputsOf(const Json& one) const {
        std::vector<ValueId> ids;
        if (const auto inputs = one.find("inputs"); inputs != one.end()) {
            for (const Json& input : *inputs)
                ids.push_back(values_.at(input.get<std::string>()));
        }
        return ids;
    }

    /// The value in the rows that an operator reads; a view of another size is a value of its own.
    ValueId as(const std::vector<ValueId>& ids, double rows, double cols) {
        if (ids.empty() || tape_[ids.front()].elements() != rows * cols) return tape_.source(rows, cols);
        tape_.reshape(ids.front(), rows, cols);
        return ids.front();
    }

    void add(const Json& one) {
        const std::string name = one.at("name").get<std::string>();
        const std::string kind = one.at("operator").get<std::string>();
        const auto inputs = inputsOf(one);
        if (kind == "conv2d")
            last_ = convolution(one, name, inputs);
        else if (kind == "linear")
            last_ = tape_.linear(name, as(inputs, scaled(one, "m") * sizeOf(one, "batch"), sizeOf(one, "k")),
                                 sizeOf(one, "n"), one.value("bias", false), !one.value("shared_weights", false));
        else if (kind == "matmul")
            last_ = tape_.product(
                name,
                inputs.empty() ? std::vector{tape_.source(scaled(one, "batch") * sizeOf(one, "m"), sizeOf(one, "k"))}
                               : inputs,
                Matmul{scaled(one, "batch"), sizeOf(one, "m"), sizeOf(one, "n"), sizeOf(one, "k")});
        else if (kind == "embedding")
            last_ = tape_.embedding(name, scaled(one, "rows"), sizeOf(one, "cols"), sizeOf(one, "table"));
        else
            last_ = vector(one, name, inputs);
        values_[name] = last_;
    }

    ValueId convolution(const Json& one, const std::string& name, const std::vector<ValueId>& inputs) {
        const double stride = sizeOf(one, "stride");
        const Conv2d shape{scaled(one, "batch"),        sizeOf(one, "in_channels"),
                           sizeOf(one, "out_channels"), sizeOf(one, "out_height"),
                           sizeOf(one, "out_width"),    sizeOf(one, "kernel_height"),
                           sizeOf(one, "kernel_width"), stride,
                           sizeOf(one, "dilation"),     sizeOf(one, "groups")};
        const ValueId x =
            inputs.empty() ? tape_.source(shape.n * shape.p * shape.q * stride * stride, shape.c) : inputs.front();
        return tape_.conv(name, x, shape, one.value("bias", false));
    }

    ValueId vector(const Json& one, const std::string& name, std::vector<ValueId> inputs) {
        const auto function = vectorFunctionNamed(one.at("function").get<std::string>());
        const double rows = scaled(one, "rows"), cols = sizeOf(one, "cols");
        const ValueId made = tape_.value(rows, cols, tape_.wide);
        double read = 0;
        for (const ValueId input : inputs)
            read += std::min(1.0, tape_[input].elements() / (rows * cols));
        if (inputs.empty()) read = 1;
        if (one.contains("read")) read = sizeOf(one, "read");
        Step& step = tape_.add(name, VectorOp{function.value_or(VectorFunction::Copy), rows, cols, read, 1},
                               std::move(inputs), made);
        step.weights = sizeOf(one, "weights", 0);
        step.tensors = step.weights > 0 ? 2 : 0;
        return made;
    }

    const Json& model_;
    Tape& tape_;
    double scale_;
    ValueId last_ = 0;
    std::map<std::string, ValueId> values_;
};

} // namespace

Result<void> writeListed(const Json& model, Tape& tape, ModelGraph& graph, std::string_view pointer) {
    if (auto valid = checkGraph(model, pointer); !valid) return valid;
    if (auto passes = onePass(tape.options, model.at("id").get<std::string>(), pointer); !passes) return passes;
    graph.model = model.at("id").get<std::string>();
    graph.tokens = tape.options.batch;
    if (tape.options.static_scales && !tape.training()) tape.wide = tape.options.activations;
    ListedGraph listed(model, tape);
    listed.run();
    if (tape.training() && tape.options.loss) tape.pointwise("loss.softmax", VectorFunction::Softmax, {listed.last()});
    return {};
}

Result<Json> listedLayers(const Json& model, const LayerListOptions& options) {
    if (auto valid = checkGraph(model, {}); !valid) return valid.error();
    LayerDocuments documents;
    const double scale = static_cast<double>(options.batch) / sizeOf(model, "batch");
    const auto whole = [](double value) { return static_cast<std::uint64_t>(std::max(1.0, std::round(value))); };
    const auto size = [&](const Json& one, const char* key) { return whole(sizeOf(one, key)); };
    for (const Json& one : model.at("operators")) {
        const std::string kind = one.at("operator").get<std::string>(), name = one.at("name").get<std::string>();
        if (kind == "conv2d")
            documents.add(name, "conv2d", 1,
                          {{"n", whole(sizeOf(one, "batch") * scale)},
                           {"c", size(one, "in_channels")},
                           {"m", size(one, "out_channels")},
                           {"p", size(one, "out_height")},
                           {"q", size(one, "out_width")},
                           {"r", size(one, "kernel_height")},
                           {"s", size(one, "kernel_width")},
                           {"stride", size(one, "stride")},
                           {"dilation", size(one, "dilation")},
                           {"groups", size(one, "groups")}});
        else if (kind == "linear")
            documents.addMatmul(name, 1, whole(sizeOf(one, "m") * sizeOf(one, "batch") * scale), size(one, "n"),
                                size(one, "k"));
        else if (kind == "matmul")
            documents.addMatmul(name, 1, size(one, "m"), size(one, "n"), size(one, "k"),
                                whole(sizeOf(one, "batch") * scale));
    }
    return documents.take();
}

} // namespace strata::workload
