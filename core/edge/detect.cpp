// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/network.h"

#include <algorithm>
#include <map>

namespace strata::edge {
namespace {

bool names(const std::vector<std::string>& classes, OperatorClass operator_class) {
    return std::ranges::find(classes, name(operator_class)) != classes.end();
}

const hardware::FusionRule* ruleFor(const hardware::Backend& backend, OperatorClass head) {
    const auto found = std::ranges::find_if(backend.fusion, [&](const auto& rule) { return names(rule.head, head); });
    return found == backend.fusion.end() ? nullptr : &*found;
}

} // namespace

std::vector<DetectedKernel> detectKernels(const EdgeNetwork& network, const hardware::Backend& backend) {
    std::vector<DetectedKernel> kernels;
    const auto& ops = network.operators;
    for (std::size_t i = 0; i < ops.size();) {
        DetectedKernel kernel{ops[i].name, {}, {i}};
        const hardware::FusionRule* rule = network.lowered ? nullptr : ruleFor(backend, ops[i].operator_class);
        std::size_t next = i + 1;
        // Folded repetitions stand for whole blocks: only operators that repeat as often follow one another.
        const auto follows = [&](std::size_t place) { return ops[place].count == ops[i].count; };
        while (rule != nullptr && next < ops.size() && kernel.places.size() < rule->longest && follows(next) &&
               names(rule->then, ops[next].operator_class))
            kernel.places.push_back(next++);
        while (!network.lowered && next < ops.size() && follows(next) && names(backend.free, ops[next].operator_class))
            kernel.places.push_back(next++);
        if (rule != nullptr && kernel.places.size() > 1) kernel.rule = rule->name;
        kernels.push_back(std::move(kernel));
        i = next;
    }
    return kernels;
}

std::vector<hardware::FusionRule> learnFusion(const std::vector<MeasuredPair>& pairs, double share) {
    std::map<std::pair<OperatorClass, OperatorClass>, std::pair<int, int>> votes; // fused, all
    for (const MeasuredPair& pair : pairs) {
        const double saved = pair.first_s + pair.second_s - pair.together_s;
        auto& [fused, all] = votes[{pair.first, pair.second}];
        fused += saved >= share * std::min(pair.first_s, pair.second_s) ? 1 : 0;
        ++all;
    }
    std::map<OperatorClass, hardware::FusionRule> rules;
    for (const auto& [classes, vote] : votes) {
        if (2 * vote.first <= vote.second) continue;
        hardware::FusionRule& rule = rules[classes.first];
        rule.name = std::string(name(classes.first)) + " and what follows";
        rule.head = {std::string(name(classes.first))};
        rule.then.emplace_back(name(classes.second));
        rule.source = "measured pairs of operators";
    }
    std::vector<hardware::FusionRule> list;
    for (auto& [head, rule] : rules)
        list.push_back(std::move(rule));
    return list;
}

} // namespace strata::edge
