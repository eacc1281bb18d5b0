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
Result<void> checkOperator(const Json& listed, const std::string& pointer) {
    const std::string kind = listed.at("operator").get<std::string>();
    const auto need = [&](std::initializer_list<const char*> keys) -> Result<void> {
        for (const char* key : keys) {
            if (!listed.contains(key))
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
        const double groups = sizeOf(listed, "groups");
        if (std::fmod(sizeOf(listed, "in_channels"), groups) != 0 ||
            std::fmod(sizeOf(listed, "out_channels"), groups) != 0)
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
        const Json& listed = operators[i];
        const std::string here = std::string(pointer) + "/operators/" + std::to_string(i);
        if (auto sound = checkOperator(listed, here); !sound) return sound;
        if (const auto inputs = listed.find("inputs"); inputs != listed.end()) {
            for (const Json& input : *inputs) {
                if (made.contains(input.get<std::string>())) continue;
                return Error{"bad-value",
                             here + "/inputs",
                             {"error.nothing-before-makes", {{"input", input.get<std::string>()}}},
                             {"accepted.input-graph-or-operator-before"},
                             {}};
            }
        }
        if (!made.insert(listed.at("name").get<std::string>()).second)
            return Error{"bad-value",
                         here + "/name",
                         {"error.two-values-named", {{"at", listed.at("name").get<std::string>()}}},
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
        for (const Json& listed : model_.at("operators"))
            add(listed);
    }
    ValueId last() const { return last_; }

private:
    double scaled(const Json& listed, const char* key) const { return std::max(1.0, sizeOf(listed, key) * scale_); }

    std::vector<ValueId> inputsOf(const Json& listed) const {
        std::vector<ValueId> ids;
        if (const auto inputs = listed.find("inputs"); inputs != listed.end()) {
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

    void add(const Json& listed) {
        const std::string name = listed.at("name").get<std::string>();
        const std::string kind = listed.at("operator").get<std::string>();
        const auto inputs = inputsOf(listed);
        if (kind == "conv2d")
            last_ = convolution(listed, name, inputs);
        else if (kind == "linear")
            last_ =
                tape_.linear(name, as(inputs, scaled(listed, "m") * sizeOf(listed, "batch"), sizeOf(listed, "k")),
                             sizeOf(listed, "n"), listed.value("bias", false), !listed.value("shared_weights", false));
        else if (kind == "matmul")
            last_ = tape_.product(
                name,
                inputs.empty()
                    ? std::vector{tape_.source(scaled(listed, "batch") * sizeOf(listed, "m"), sizeOf(listed, "k"))}
                    : inputs,
                Matmul{scaled(listed, "batch"), sizeOf(listed, "m"), sizeOf(listed, "n"), sizeOf(listed, "k")});
        else if (kind == "embedding")
            last_ = tape_.embedding(name, scaled(listed, "rows"), sizeOf(listed, "cols"), sizeOf(listed, "table"));
        else
            last_ = vector(listed, name, inputs);
        values_[name] = last_;
    }

    ValueId convolution(const Json& listed, const std::string& name, const std::vector<ValueId>& inputs) {
        const double stride = sizeOf(listed, "stride");
        const Conv2d shape{scaled(listed, "batch"),        sizeOf(listed, "in_channels"),
                           sizeOf(listed, "out_channels"), sizeOf(listed, "out_height"),
                           sizeOf(listed, "out_width"),    sizeOf(listed, "kernel_height"),
                           sizeOf(listed, "kernel_width"), stride,
                           sizeOf(listed, "dilation"),     sizeOf(listed, "groups")};
        const ValueId x =
            inputs.empty() ? tape_.source(shape.n * shape.p * shape.q * stride * stride, shape.c) : inputs.front();
        return tape_.conv(name, x, shape, listed.value("bias", false));
    }

    ValueId vector(const Json& listed, const std::string& name, std::vector<ValueId> inputs) {
        const auto function = vectorFunctionNamed(listed.at("function").get<std::string>());
        const double rows = scaled(listed, "rows"), cols = sizeOf(listed, "cols");
        const ValueId made = tape_.value(rows, cols, tape_.wide);
        double read = 0;
        for (const ValueId input : inputs)
            read += std::min(1.0, tape_[input].elements() / (rows * cols));
        if (inputs.empty()) read = 1;
        if (listed.contains("read")) read = sizeOf(listed, "read");
        Step& step = tape_.add(name, VectorOp{function.value_or(VectorFunction::Copy), rows, cols, read, 1},
                               std::move(inputs), made);
        step.weights = sizeOf(listed, "weights", 0);
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
    const auto size = [&](const Json& listed, const char* key) { return whole(sizeOf(listed, key)); };
    for (const Json& listed : model.at("operators")) {
        const std::string kind = listed.at("operator").get<std::string>(), name = listed.at("name").get<std::string>();
        if (kind == "conv2d")
            documents.add(name, "conv2d", 1,
                          {{"n", whole(sizeOf(listed, "batch") * scale)},
                           {"c", size(listed, "in_channels")},
                           {"m", size(listed, "out_channels")},
                           {"p", size(listed, "out_height")},
                           {"q", size(listed, "out_width")},
                           {"r", size(listed, "kernel_height")},
                           {"s", size(listed, "kernel_width")},
                           {"stride", size(listed, "stride")},
                           {"dilation", size(listed, "dilation")},
                           {"groups", size(listed, "groups")}});
        else if (kind == "linear")
            documents.addMatmul(name, 1, whole(sizeOf(listed, "m") * sizeOf(listed, "batch") * scale),
                                size(listed, "n"), size(listed, "k"));
        else if (kind == "matmul")
            documents.addMatmul(name, 1, size(listed, "m"), size(listed, "n"), size(listed, "k"),
                                whole(sizeOf(listed, "batch") * scale));
    }
    return documents.take();
}

} // namespace strata::workload
