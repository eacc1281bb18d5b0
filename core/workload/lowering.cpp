// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/lowering.h"

#include "core/workload/kernel/vector_function.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::workload {
namespace {

using namespace strata::field;

ObjectSchema stepSchema() {
    return {"composite_step",
            "Step",
            {text("id", "Id"), choice("function", "Function", elementwiseNames()).needed(),
             list("of", "Operands", text("", "Operand")), flag("reduces", "Reduces", "One number a row remains."),
             flag("biased", "Biased", "Reads a bias of the size of the scores."),
             flag("masked", "Masked", "Reads a mask of queries by keys again for each head.")}};
}

ObjectSchema compositeSchema() {
    return {"composite",
            "Composite",
            {choice("function", "Function", elementwiseNames(), "As one kernel.").needed(),
             list("steps", "Steps", stepSchema(), "Kernels of the eager module.").atLeast(1).needed()}};
}

ObjectSchema styleSchema() {
    return {"attention_style",
            "Attention style",
            {list("query", "On queries", stepSchema()), list("scores", "On scores", stepSchema()),
             list("copies", "Copies", choice("", "Tensor", {"query", "key", "value", "context"}))}};
}

std::vector<std::string> classNames() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kKernelClasses; ++i)
        names.emplace_back(name(static_cast<KernelClass>(i)));
    return names;
}

ObjectSchema joinSchema() {
    const Field field = choice("", "Class", classNames());
    return {"join",
            "Join",
            {list("producer", "Producer", field).needed(), list("consumer", "Consumer", field).needed(),
             flag("lone", "Lone", "The consumer reads nothing else.")}};
}

ObjectSchema ruleSchema() {
    return {
        "fusion_rules",
        "Fusion rules",
        {choice("composites", "Composites", {"steps", "whole"}, "Modules as listed, or as one kernel each.").needed(),
         list("joins", "Joins", joinSchema(), "A consumer joins the kernel of its producer."),
         number("most_inputs", "Most inputs", "", "Tensors that one joined kernel may read.").within(1, 64),
         flag("merges_linears", "Merges linears", "Projections of one input are one product."),
         flag("merges_rope", "Merges rotary embeddings", "Queries and keys are rotated by one kernel."),
         flag("fused_attention", "Fused attention"), flag("fused_experts", "Fused experts"),
         flag("folds_batch_norm", "Folds batch norms", "Into the weights of the convolution before."),
         flag("keeps_channels_last", "Keeps channels last", "Layouts are planned for all convolutions at once."),
         flag("keeps_narrow", "Keeps narrow",
              "Tensors between products are as narrow as their operands where scales are known.")}};
}

std::vector<KernelClass> classes(const Json& names) {
    std::vector<KernelClass> made;
    const std::vector<std::string> all = classNames();
    for (const Json& name : names) {
        made.push_back(
            static_cast<KernelClass>(std::find(all.begin(), all.end(), name.get<std::string>()) - all.begin()));
    }
    return made;
}

VectorFunction functionOf(const Json& step) { return *vectorFunctionNamed(step.at("function").get<std::string>()); }

Result<Composite> readComposite(const Json& document, const std::string& pointer) {
    Composite composite{functionOf(document), {}};
    std::vector<std::string> known{"x"};
    const Json& steps = document.at("steps");
    for (std::size_t i = 0; i < steps.size(); ++i) {
        CompositeStep step{
            steps[i].value("id", std::string()), functionOf(steps[i]), {}, steps[i].value("reduces", false)};
        for (const Json& operand : steps[i].value("of", Json::array())) {
            step.of.push_back(operand.get<std::string>());
            if (std::find(known.begin(), known.end(), step.of.back()) != known.end()) continue;
            return Error{"bad-value",
                         pointer + "/steps/" + std::to_string(i) + "/of",
                         {"error.names-no-step-before-makes", {{"of", step.of.back()}}},
                         {"accepted.x-or-earlier-id"},
                         {}};
        }
        known.push_back(step.id);
        composite.steps.push_back(std::move(step));
    }
    return composite;
}

AttentionStyle readStyle(const Json& document) {
    AttentionStyle style;
    for (const auto& [key, touches] : {std::pair{"query", &style.query}, std::pair{"scores", &style.scores}}) {
        for (const Json& step : document.value(key, Json::array())) {
            touches->push_back({step.value("id", std::string(name(functionOf(step)))), functionOf(step),
                                step.value("biased", false), step.value("masked", false)});
        }
    }
    style.copies = document.value("copies", std::vector<std::string>());
    return style;
}

FusionRules readRules(const Json& document) {
    FusionRules rules;
    for (const Json& join : document.value("joins", Json::array())) {
        rules.joins.push_back({classes(join.at("producer")), classes(join.at("consumer")), join.value("lone", false)});
    }
    rules.most_inputs = document.value("most_inputs", rules.most_inputs);
    rules.whole_composites = document.at("composites") == "whole";
    rules.merges_linears = document.value("merges_linears", false);
    rules.merges_rope = document.value("merges_rope", false);
    rules.fused_attention = document.value("fused_attention", false);
    rules.fused_experts = document.value("fused_experts", false);
    rules.folds_batch_norm = document.value("folds_batch_norm", false);
    rules.keeps_channels_last = document.value("keeps_channels_last", false);
    rules.keeps_narrow = document.value("keeps_narrow", false);
    return rules;
}

} // namespace

bool AttentionStyle::makesContiguous(std::string_view tensor) const {
    return std::find(copies.begin(), copies.end(), tensor) != copies.end();
}

const ObjectSchema& loweringSchema() {
    static const ObjectSchema schema{"lowering",
                                     "Lowering",
                                     {number("workspace_bytes", "Workspace", "B").within(0, 1e12).needed(),
                                      map("composites", "Composites", compositeSchema()).needed(),
                                      map("styles", "Attention styles", styleSchema()).needed(),
                                      map("rules", "Fusion rules", ruleSchema()).needed()},
                                     true};
    return schema;
}

Result<Lowering> readLowering(const Json& document) {
    if (auto valid = validate(document, loweringSchema()); !valid) return valid.error();
    Lowering lowering;
    lowering.workspace_bytes = document.at("workspace_bytes").get<double>();
    for (const auto& [key, composite] : document.at("composites").items()) {
        auto read = readComposite(composite, "/composites/" + pointerStep(key));
        if (!read) return read.error();
        lowering.composites[key] = *std::move(read);
    }
    for (const auto& [key, style] : document.at("styles").items())
        lowering.styles[key] = readStyle(style);
    for (const auto& [key, rules] : document.at("rules").items())
        lowering.rules[key] = readRules(rules);
    return lowering;
}

const Lowering& builtInLowering() {
    static const Lowering lowering = [] {
        const auto document = parseJson(loweringText());
        auto read = document ? readLowering(*document) : Result<Lowering>(document.error());
        return read ? *std::move(read) : Lowering{};
    }();
    return lowering;
}

const FusionRules& rulesFor(const GraphOptions& options, const Lowering& lowering) {
    static const FusionRules none;
    const bool serving = options.phase == Phase::Prefill || options.phase == Phase::Decode;
    const std::string_view by_phase = serving ? "engine" : "torch-compile";
    const std::string_view wanted = options.fused ? by_phase : std::string_view("eager");
    const auto found = lowering.rules.find(options.fusion.empty() ? wanted : std::string_view(options.fusion));
    return found == lowering.rules.end() ? none : found->second;
}

} // namespace strata::workload
