// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_files.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::exchange::detail {
namespace {

const Json* memberOf(const Json& object, std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
        if (object.is_object() && object.contains(key) && !object.at(key).is_null()) return &object.at(key);
    }
    return nullptr;
}

std::string textOf(const Json& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

/// Values of the coefficients: stated by the instance, else their defaults.
std::map<std::string, double> coefficientsOf(const Json& shape, const Json& instance) {
    std::map<std::string, double> values;
    const Json* list = memberOf(shape, {"coefficients"});
    if (list == nullptr || !list->is_array()) return values;
    for (const Json& one : *list) {
        const Json* name = memberOf(one, {"name"});
        if (name == nullptr || !name->is_string()) continue;
        const auto stated = timeloopNumber(instance, {name->get_ref<const std::string&>().c_str()});
        values[name->get<std::string>()] = stated.value_or(timeloopNumber(one, {"default"}).value_or(1));
    }
    return values;
}

/// [[R, Wdilation], [P, Wstride]]: a sum of dimensions with their coefficients.
Result<Json> axisOf(const Json& terms, const std::map<std::string, double>& coefficients, const Json& dimensions,
                    const std::string& pointer) {
    Json axis = Json::array();
    if (!terms.is_array() || terms.empty())
        return timeloopError(pointer, {"error.axis-no-list"}, {"accepted.list-terms"});
    for (const Json& term : terms) {
        const Json& parts = term.is_array() ? term : Json::array({term});
        std::string dimension;
        double factor = 1;
        for (const Json& part : parts) {
            const std::string name = textOf(part);
            const auto coefficient = coefficients.find(name);
            if (dimensions.contains(lowered(name)))
                dimension = lowered(name);
            else if (coefficient != coefficients.end())
                factor *= coefficient->second;
            else if (part.is_number())
                factor *= part.get<double>();
            else
                return timeloopError(pointer, {"error.no-dimension", {{"name", name.substr(0, 40)}}},
                                     {"accepted.dimensions-and-coefficients-shape"});
        }
        if (dimension.empty() || !(factor >= 1) || factor > 1e6 || factor != std::floor(factor))
            return timeloopError(pointer, {"error.term-has-no-dimension-or-its"},
                                 {"accepted.dimension-with-factor-1-to-1e6"});
        axis.push_back(factor == 1 ? Json(dimension) : Json{{dimension, static_cast<std::int64_t>(factor)}});
    }
    return axis;
}

Result<Json> tensorOf(const Json& space, const std::map<std::string, double>& coefficients, const Json& dimensions,
                      const std::string& pointer) {
    const Json *name = memberOf(space, {"name"}), *projection = memberOf(space, {"projection"});
    if (name == nullptr || !name->is_string() || projection == nullptr || !projection->is_array())
        return timeloopError(pointer, {"error.data-space-lacks-its-name-or"}, {"accepted.name-and-list-axes"});
    Json tensor{{"name", lowered(name->get<std::string>())}, {"axes", Json::array()}};
    for (std::size_t a = 0; a < projection->size(); ++a) {
        auto axis = axisOf((*projection)[a], coefficients, dimensions, pointer + "/projection/" + std::to_string(a));
        if (!axis) return axis;
        tensor["axes"].push_back(*std::move(axis));
    }
    const Json* writes = memberOf(space, {"read_write", "read-write"});
    if (writes != nullptr && (*writes == true || *writes == "True")) tensor["output"] = true;
    return tensor;
}

/// The built-in layer; its output channels are K, or M in later files.
Json defaultShape(const Json& instance) {
    std::string text = R"({"dimensions": ["C", "K", "R", "S", "N", "P", "Q"], "data_spaces": [
        {"name": "Weights", "projection": [[["C"]], [["K"]], [["R"]], [["S"]]]},
        {"name": "Inputs", "projection": [[["N"]], [["C"]], [["R", "Wdilation"], ["P", "Wstride"]], [["S", "Hdilation"], ["Q", "Hstride"]]]},
        {"name": "Outputs", "projection": [[["N"]], [["K"]], [["Q"]], [["P"]]], "read_write": true}],
        "coefficients": [{"name": "Wstride"}, {"name": "Hstride"}, {"name": "Wdilation"}, {"name": "Hdilation"}]})";
    if (instance.is_object() && instance.contains("M") && !instance.contains("K")) {
        for (std::size_t at = text.find("\"K\""); at != std::string::npos; at = text.find("\"K\""))
            text[at + 1] = 'M';
    }
    return Json::parse(text);
}

/// Members of an instance that are neither bounds nor coefficients.
void nameUnknown(const Json& instance, const Json& dimensions, const std::map<std::string, double>& coefficients,
                 std::vector<Message>& notes) {
    std::string unknown;
    for (const auto& [key, value] : instance.items()) {
        if (!timeloopNumber(instance, {key.c_str()}) || key == "version" || dimensions.contains(lowered(key)) ||
            coefficients.contains(key))
            continue;
        unknown += (unknown.empty() ? "instance/" : ", instance/") + key.substr(0, 40);
    }
    if (!unknown.empty()) notes.push_back({"note.import-unread", {{"members", unknown}}});
}

} // namespace

Result<Json> timeloopLayer(const Json& problem, std::vector<Message>& notes) {
    if (!problem.is_object())
        return timeloopError("/shape", {"error.problem-has-no-shape"}, {"accepted.dimensions-and-data-spaces"});
    // "cnn-layer" is the tool's own shape, which it takes where none is stated as well.
    const Json* stated = memberOf(problem, {"shape"});
    const bool built_in =
        stated == nullptr || (stated->is_string() && lowered(stated->get<std::string>()) == "cnn-layer");
    const Json* given = memberOf(problem, {"instance"});
    const Json& instance = given != nullptr ? *given : problem; // old files state the bounds beside the shape
    const Json shape = built_in ? defaultShape(instance) : *stated;
    const Json* list = memberOf(shape, {"dimensions"});
    const Json* spaces = memberOf(shape, {"data_spaces", "data-spaces"});
    if (list == nullptr || !list->is_array() || spaces == nullptr || !spaces->is_array())
        return timeloopError("/shape", {"error.shape-lacks-dimensions-or-data-spaces"}, {"accepted.both-as-lists"});
    Json dimensions = Json::object();
    for (const Json& dimension : *list) {
        const std::string name = textOf(dimension);
        if (name.empty())
            return timeloopError("/shape/dimensions", {"error.dimension-has-no-name"}, {"accepted.names"});
        const double bound = timeloopNumber(instance, {name.c_str()}).value_or(1);
        if (!(bound >= 1) || bound > 1e12 || bound != std::floor(bound))
            return timeloopError("/instance/" + pointerStep(name), {"error.out-range", {{"name", name}}},
                                 {"accepted.whole-number-1-to-1e12"});
        dimensions[lowered(name)] = static_cast<std::int64_t>(bound);
    }
    const auto coefficients = coefficientsOf(shape, instance);
    if (instance.is_object()) nameUnknown(instance, dimensions, coefficients, notes);
    Json tensors = Json::array();
    for (std::size_t i = 0; i < spaces->size(); ++i) {
        auto tensor = tensorOf((*spaces)[i], coefficients, dimensions, "/shape/data_spaces/" + std::to_string(i));
        if (!tensor) return tensor;
        tensors.push_back(*std::move(tensor));
    }
    const Json* densities = memberOf(instance, {"densities"});
    if (densities != nullptr && !densities->empty()) notes.push_back({"note.import-densities"});
    return Json{{"operator", "custom"}, {"problem", {{"dimensions", dimensions}, {"tensors", tensors}}}};
}

} // namespace strata::exchange::detail
