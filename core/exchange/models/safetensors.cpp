// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/models/safetensors.h"

#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

namespace strata::exchange {
namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kMostElements = std::uint64_t{1} << 50;

struct TypeBits {
    std::string_view name;
    std::uint64_t bits;
};
/// Formats of safetensors 0.6 (its enumeration Dtype).
constexpr std::array<TypeBits, 20> kTypes{{{"BOOL", 8},    {"U8", 8},   {"I8", 8},      {"F8_E5M2", 8}, {"F8_E4M3", 8},
                                           {"F8_E8M0", 8}, {"I16", 16}, {"U16", 16},    {"F16", 16},    {"BF16", 16},
                                           {"I32", 32},    {"U32", 32}, {"F32", 32},    {"F64", 64},    {"I64", 64},
                                           {"U64", 64},    {"F4", 4},   {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"C64", 64}}};

Error bad(std::string pointer, Message text, Message expected, std::string_view file) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), std::string(file)};
}

bool endsWithOneOf(std::string_view name, std::initializer_list<std::string_view> ends) {
    return std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return name.ends_with(end); });
}

/// Numbers that a tensor holds as parameters of the model.
std::uint64_t parametersOf(std::string_view name, std::string_view type, std::uint64_t elements) {
    if (endsWithOneOf(name, {"_scale", "_scale_inv", "_scale_2", ".scales", "_scales", ".qzeros", ".g_idx",
                             "input_scale", "weight_zero_point", ".weight_shape", "inv_freq", "position_ids", "_absmax",
                             "quant_map", "k_scale", "v_scale"}))
        return 0;
    if (endsWithOneOf(name, {".qweight", ".weight_packed"}) && type == "I32") return elements * 8; // eight of 4 bits
    if (endsWithOneOf(name, {"_blocks"}) && type == "U8") return elements * 2;                     // two of 4 bits
    return elements;
}

void add(StoredWeights& into, const std::string& type, std::uint64_t tensors, std::uint64_t elements,
         std::uint64_t bytes) {
    auto found = std::find_if(into.types.begin(), into.types.end(), [&](const auto& one) { return one.type == type; });
    if (found == into.types.end()) found = into.types.insert(found, StoredType{type, 0, 0, 0});
    found->tensors += tensors, found->elements += elements, found->bytes += bytes;
    into.tensors += tensors, into.elements += elements, into.bytes += bytes;
}

void sort(StoredWeights& weights) {
    std::sort(weights.types.begin(), weights.types.end(), [](const StoredType& a, const StoredType& b) {
        return a.bytes != b.bytes ? a.bytes > b.bytes : a.type < b.type;
    });
}

/// Elements of a shape. Errors: "bad-value".
Result<std::uint64_t> elementsOf(const Json& shape, const std::string& pointer, std::string_view file) {
    std::uint64_t elements = 1;
    if (!shape.is_array()) return bad(pointer, {"error.shape-not-list"}, {"accepted.list-whole-numbers"}, file);
    for (const Json& size : shape) {
        if (!size.is_number_unsigned())
            return bad(pointer, {"error.shape", {{"shape", shape.dump().substr(0, 60)}}}, {"accepted.whole-numbers"},
                       file);
        const auto edge = size.get<std::uint64_t>();
        if (edge > kMostElements || (edge > 0 && elements > kMostElements / edge))
            return bad(pointer, {"error.shape", {{"shape", shape.dump().substr(0, 60)}}},
                       {"accepted.at-most-2-50-elements"}, file);
        elements *= edge;
    }
    return elements;
}

Result<void> addTensor(const std::string& name, const Json& tensor, std::uint64_t room, std::string_view file,
                       StoredWeights& weights) {
    const std::string pointer = "/" + pointerStep(name);
    const auto member = [&](const char* key) { return tensor.is_object() ? tensor.find(key) : tensor.end(); };
    if (!tensor.is_object() || member("dtype") == tensor.end() || member("shape") == tensor.end() ||
        member("data_offsets") == tensor.end() || !member("dtype")->is_string())
        return bad(pointer, {"error.tensor-lacks-dtype-shape-or-data"}, {"accepted.these-three-members"}, file);
    const std::string type = member("dtype")->get<std::string>();
    const auto elements = elementsOf(*member("shape"), pointer + "/shape", file);
    if (!elements) return elements.error();
    const Json& at = *member("data_offsets");
    const bool sound = at.is_array() && at.size() == 2 && at[0].is_number_unsigned() && at[1].is_number_unsigned() &&
                       at[0].get<std::uint64_t>() <= at[1].get<std::uint64_t>() && at[1].get<std::uint64_t>() <= room;
    if (!sound)
        return bad(pointer + "/data_offsets", {"error.data-offsets", {{"at", at.dump().substr(0, 60)}}},
                   {"accepted.two-positions-within-file"}, file);
    const std::uint64_t bytes = at[1].get<std::uint64_t>() - at[0].get<std::uint64_t>();
    const auto known =
        std::find_if(kTypes.begin(), kTypes.end(), [&](const TypeBits& row) { return row.name == type; });
    if (known != kTypes.end() && (*elements * known->bits + 7) / 8 != bytes)
        return bad(pointer + "/data_offsets",
                   {"error.elements-take-bytes", {{"elements", *elements}, {"type", type}, {"bytes", bytes}}},
                   {"accepted.bytes-2", {{"bits", (*elements * known->bits + 7) / 8}}}, file);
    add(weights, type, 1, *elements, bytes);
    weights.parameters += parametersOf(name, type, *elements);
    return {};
}

Result<StoredWeights> readOne(const std::filesystem::path& path) {
    const std::string file = path.string();
    std::error_code failed;
    if (!std::filesystem::is_regular_file(path, failed))
        return Error{"unreadable-file", "", {"error.cannot-read-file"}, {"accepted.file"}, file};
    const std::uint64_t whole = std::filesystem::file_size(path, failed);
    std::ifstream in(path, std::ios::binary);
    std::array<unsigned char, kLengthBytes> begin{};
    if (failed || !in.read(reinterpret_cast<char*>(begin.data()), begin.size()))
        return Error{"malformed-safetensors",
                     "",
                     {"error.file-ends-before-its-header"},
                     {"accepted.eight-bytes-with-its-length"},
                     file};
    std::uint64_t length = 0;
    for (std::size_t i = kLengthBytes; i-- > 0;)
        length = length << 8 | begin[i];
    if (length > std::min<std::uint64_t>(kMaximumJsonBytes, whole - kLengthBytes))
        return Error{"malformed-safetensors",
                     "",
                     {"error.header-states-bytes", {{"length", length}}},
                     {"accepted.at-most-16-mib-within-file"},
                     file};
    std::string header(static_cast<std::size_t>(length), ' ');
    if (!in.read(header.data(), static_cast<std::streamsize>(length)))
        return Error{"malformed-safetensors", "", {"error.file-ends-within-its-header"}, {"accepted.whole-file"}, file};
    return parseSafetensorsHeader(header, whole - kLengthBytes - length, file);
}

Result<StoredWeights> readIndex(const std::filesystem::path& path) {
    const auto index = readJsonFile(path);
    if (!index) return index.error();
    const auto map = index->is_object() ? index->find("weight_map") : index->end();
    if (!index->is_object() || map == index->end() || !map->is_object())
        return Error{"missing",
                     "/weight_map",
                     {"error.index-has-no-weight-map"},
                     {"accepted.tensors-with-files-hold-them"},
                     path.string()};
    StoredWeights all;
    std::set<std::string> names;
    for (const Json& name : *map) {
        if (name.is_string()) names.insert(name.get<std::string>());
    }
    for (const std::string& name : names) {
        const bool plain = name.find('/') == std::string::npos && name.find('\\') == std::string::npos && name != "..";
        if (!plain)
            return bad("/weight_map", {"error.file-called", {{"name", name.substr(0, 60)}}},
                       {"accepted.file-beside-index"}, path.string());
        if (!std::filesystem::exists(path.parent_path() / name)) {
            all.missing_files.push_back(name);
            continue;
        }
        const auto one = readOne(path.parent_path() / name);
        if (!one) return one.error();
        for (const StoredType& row : one->types)
            add(all, row.type, row.tensors, row.elements, row.bytes);
        all.parameters += one->parameters;
        all.files.push_back(name);
    }
    const Json* total = findPointer(*index, "/metadata/total_size");
    if (total != nullptr && total->is_number_unsigned()) all.stated_bytes = total->get<std::uint64_t>();
    sort(all);
    return all;
}

} // namespace

Result<StoredWeights> parseSafetensorsHeader(std::string_view header, std::uint64_t whole_bytes,
                                             std::string_view file) {
    const auto document = parseJson(header, file);
    if (!document) return document.error();
    if (!document->is_object())
        return bad("", {"error.header-no-object"}, {"accepted.object-with-one-member-tensor"}, file);
    StoredWeights weights;
    const std::uint64_t room = whole_bytes > 0 ? whole_bytes : UINT64_MAX;
    for (const auto& [name, tensor] : document->items()) {
        if (name == "__metadata__") continue;
        if (auto added = addTensor(name, tensor, room, file, weights); !added) return added.error();
    }
    weights.files.emplace_back(std::filesystem::path(file).filename().string());
    sort(weights);
    return weights;
}

Result<StoredWeights> readSafetensors(const std::filesystem::path& path) {
    return isSafetensorsIndex(path.filename().string()) ? readIndex(path) : readOne(path);
}

bool isSafetensorsIndex(std::string_view file_name) { return file_name.ends_with(".safetensors.index.json"); }

} // namespace strata::exchange
