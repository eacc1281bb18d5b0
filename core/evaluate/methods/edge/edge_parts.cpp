// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/edge/edge_methods.h"

#include <map>

namespace strata::methods {
namespace {

Category categoryOf(edge::OperatorClass operator_class) {
    if (operator_class <= edge::OperatorClass::Attention) return Category::Compute;
    return operator_class == edge::OperatorClass::Move ? Category::Movement : Category::Memory;
}

double sumOf(const EdgeQuery& query, const edge::AdditiveVector& coefficients) {
    double sum = coefficients.back();
    for (const edge::DetectedKernel& kernel : query.kernels)
        sum += edge::additiveSeconds(edge::featuresOf(query.work.network, kernel), coefficients);
    return sum;
}

} // namespace

Part edgeParts(const EdgeQuery& query, const edge::AdditiveVector& coefficients, double latency_s) {
    Part root = namedPart(query.work.name, Category::Total, latency_s);
    const double sum = sumOf(query, coefficients);
    if (query.work.space != nullptr || sum <= 0) {
        root.children = {makePart("network", Category::Compute, latency_s, {"formula.encoded-network"})};
        return root;
    }
    const double scale = latency_s / sum;
    std::map<std::string, int> seen;
    for (const edge::DetectedKernel& kernel : query.kernels) {
        const auto& first = query.work.network.operators[kernel.places.front()];
        const double seconds =
            scale * edge::additiveSeconds(edge::featuresOf(query.work.network, kernel), coefficients);
        const int again = seen[kernel.name]++;
        std::string id = again == 0 ? kernel.name : kernel.name + " #" + std::to_string(again + 1);
        root.children.push_back(namedPart(std::move(id), categoryOf(first.operator_class), seconds,
                                          {"formula.detected-kernel",
                                           {{"operators", static_cast<double>(kernel.places.size())},
                                            {"class", std::string(name(first.operator_class))}}}));
    }
    root.children.push_back(makePart("run", Category::Launch, scale * coefficients.back(), {"formula.run-of-network"}));
    return root;
}

Table kernelTable(const EdgeQuery& query, const edge::AdditiveVector& coefficients, double latency_s) {
    Table table{"edge_kernels", {"kernel", "class", "rule", "operators", "macs", "elements", "latency_s", "share"}, {}};
    const double sum = sumOf(query, coefficients);
    if (query.work.space != nullptr || sum <= 0) return table;
    for (const edge::DetectedKernel& kernel : query.kernels) {
        const auto& operators = query.work.network.operators;
        std::string members;
        double macs = 0, elements = 0;
        for (const std::size_t place : kernel.places) {
            members += (members.empty() ? "" : " + ") + operators[place].name;
            macs += operators[place].macs * operators[place].count;
            elements += operators[place].elements * operators[place].count;
        }
        const double share = edge::additiveSeconds(edge::featuresOf(query.work.network, kernel), coefficients) / sum;
        table.rows.push_back({kernel.name, std::string(name(operators[kernel.places.front()].operator_class)),
                              kernel.rule, members, macs, elements, share * latency_s, share});
    }
    return table;
}

} // namespace strata::methods
