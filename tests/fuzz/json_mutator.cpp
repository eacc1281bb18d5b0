// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/json_mutator.h"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

namespace strata::fuzz {
namespace {

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t end) { return end == 0 ? 0 : random() % end; }

/// Every value of a document, the document itself first.
void collect(Json& node, std::vector<Json*>& nodes) {
    nodes.push_back(&node);
    if (node.is_structured())
        for (Json& child : node)
            collect(child, nodes);
}

Json extremeNumber(Random& random) {
    constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
    static const std::array numbers{Json(0),
                                    Json(-1),
                                    Json(1),
                                    Json(2),
                                    Json(3),
                                    Json(7),
                                    Json(0.5),
                                    Json(-0.0),
                                    Json(1e-9),
                                    Json(1e-30),
                                    Json(1e-310),
                                    Json(kSmallest),
                                    Json(1e6),
                                    Json(1e10),
                                    Json(1e15),
                                    Json(1e30),
                                    Json(1e300),
                                    Json(1.7e308),
                                    Json(-1e10),
                                    Json(-1e300),
                                    Json(65536),
                                    Json(255),
                                    Json(1000000007),
                                    Json(std::numeric_limits<std::int32_t>::max()),
                                    Json(std::numeric_limits<std::int32_t>::min()),
                                    Json(std::numeric_limits<std::int64_t>::max()),
                                    Json(std::numeric_limits<std::int64_t>::min()),
                                    Json(std::numeric_limits<std::uint64_t>::max()),
                                    Json(9007199254740993),
                                    Json(10000000000)};
    return numbers[below(random, numbers.size())];
}

Json anyValue(Random& random) {
    switch (below(random, 9)) {
    case 0: return nullptr;
    case 1: return below(random, 2) == 0;
    case 2: return "";
    case 3: return std::string(1 + below(random, 300), 'x');
    case 4: return "5";
    case 5: return Json::array();
    case 6: return Json::object();
    case 7: return Json::array({extremeNumber(random), extremeNumber(random)});
    default: return extremeNumber(random);
    }
}

/// A number near the one that stands there, a multiple, or an extreme one.
Json otherNumber(const Json& number, Random& random) {
    const double value = number.get<double>();
    const auto whole = [&](double changed) {
        return number.is_number_integer() && std::abs(changed) < 9e15 ? Json(static_cast<std::int64_t>(changed))
                                                                      : Json(changed);
    };
    switch (below(random, 8)) {
    case 0: return whole(value + 1);
    case 1: return whole(value - 1);
    case 2: return whole(value * 2);
    case 3: return whole(value * 1000);
    case 4: return whole(std::ceil(value / 2));
    case 5: return value / 1000;
    case 6: return -value;
    default: return extremeNumber(random);
    }
}

std::string someKey(const Json& object, Random& random) {
    auto member = object.begin();
    std::advance(member, static_cast<std::ptrdiff_t>(below(random, object.size())));
    return member.key();
}

void changeObject(Json& object, const std::vector<Json*>& nodes, Random& random) {
    if (object.empty()) {
        object["kind"] = anyValue(random);
        return;
    }
    const std::string key = someKey(object, random);
    switch (below(random, 4)) {
    case 0: object.erase(key); break;
    case 1: object[someKey(object, random)] = Json(object[key]); break;
    case 2: object[key + "x"] = Json(object[key]); break;
    default: object[key] = Json(*nodes[below(random, nodes.size())]); break;
    }
}

void changeArray(Json& array, Random& random) {
    if (array.empty()) {
        array.push_back(anyValue(random));
        return;
    }
    const std::size_t place = below(random, array.size());
    switch (below(random, 4)) {
    case 0: array.erase(place); break;
    case 1: array.push_back(Json(array[place])); break;
    case 2: std::swap(array[place], array[below(random, array.size())]); break;
    default: array[place] = anyValue(random); break;
    }
}

void changeOnce(Json& document, Random& random) {
    std::vector<Json*> nodes, numbers;
    collect(document, nodes);
    for (Json* node : nodes)
        if (node->is_number()) numbers.push_back(node);
    // Other numbers come further into the program than other structures.
    if (!numbers.empty() && below(random, 3) != 0) {
        Json& number = *numbers[below(random, numbers.size())];
        number = otherNumber(number, random);
        return;
    }
    Json& node = *nodes[below(random, nodes.size())];
    const std::size_t choice = below(random, 8);
    if (choice == 0) {
        node = anyValue(random);
    } else if (choice == 1) {
        node = Json(*nodes[below(random, nodes.size())]);
    } else if (node.is_object()) {
        changeObject(node, nodes, random);
    } else if (node.is_array()) {
        changeArray(node, random);
    } else if (node.is_number()) {
        node = otherNumber(node, random);
    } else {
        node = anyValue(random);
    }
}

} // namespace

Json mutated(Json document, std::uint64_t seed) {
    Random random(seed);
    for (std::size_t changes = 1 + below(random, 3); changes > 0; --changes)
        changeOnce(document, random);
    return document;
}

std::string mutatedText(std::string_view text, std::uint64_t seed) {
    const auto dumped = [&](const Json& document) {
        return mutated(document, seed).dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    if (const auto whole = parseJson(text)) return dumped(*whole);
    std::vector<std::string_view> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    if (lines.empty()) return std::string(text);
    const std::string_view line = lines[seed % lines.size()];
    const auto document = parseJson(line);
    if (!document) return std::string(text);
    std::string changed(text);
    return changed.replace(static_cast<std::size_t>(line.data() - text.data()), line.size(), dumped(*document));
}

} // namespace strata::fuzz
