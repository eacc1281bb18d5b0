// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/network.h"

#include <nlohmann/json.hpp>

namespace strata::edge {
namespace {

using namespace strata::field;

constexpr double kMost = 1e15;

std::vector<std::string> classNames() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kOperatorClasses; ++i)
        names.emplace_back(name(static_cast<OperatorClass>(i)));
    return names;
}

} // namespace

ObjectSchema operatorSchema() {
    return {"edge_operator",
            "Operator",
            {
                text("name", "Name", "Name of the operator.").needed(),
                choice("class", "Class", classNames(), "Class of the operator.").needed(),
                number("macs", "MACs", "", "Multiply-accumulate operations.").byDefault(0).within(0, kMost),
                number("parameters", "Parameters", "", "Number of weights.").byDefault(0).within(0, kMost),
                number("elements", "Elements", "", "Elements that the operator reads and writes, without its weights.")
                    .byDefault(0)
                    .within(0, kMost),
                flag("int8", "8 bits", "The operator computes in 8-bit integers.").byDefault(false),
                number("count", "Count", "", "Number of times that the operator appears.").byDefault(1).within(1, 1e6),
            }};
}

Result<EdgeNetwork> readNetwork(const Json& operators, std::string_view pointer) {
    EdgeNetwork network;
    network.lowered = true;
    const ObjectSchema schema = operatorSchema();
    const auto names = classNames();
    for (std::size_t i = 0; i < operators.size(); ++i) {
        const Json& row = operators[i];
        const std::string here = std::string(pointer) + "/" + std::to_string(i);
        if (auto valid = validate(row, schema, here); !valid) return valid.error();
        EdgeOperator op;
        op.name = row.at("name").get<std::string>();
        const auto found = std::find(names.begin(), names.end(), row.at("class").get<std::string>());
        op.operator_class = static_cast<OperatorClass>(found - names.begin());
        op.macs = row.value("macs", 0.0);
        op.parameters = row.value("parameters", 0.0);
        op.elements = row.value("elements", 0.0);
        op.int8 = row.value("int8", false);
        op.count = row.value("count", 1.0);
        network.operators.push_back(std::move(op));
    }
    return network;
}

Json toJson(const EdgeOperator& op) {
    Json row{{"name", op.name}, {"class", name(op.operator_class)}};
    if (op.macs > 0) row["macs"] = op.macs;
    if (op.parameters > 0) row["parameters"] = op.parameters;
    if (op.elements > 0) row["elements"] = op.elements;
    if (op.int8) row["int8"] = true;
    if (op.count != 1) row["count"] = op.count;
    return row;
}

} // namespace strata::edge
