// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/wire_mutator.h"

#include <array>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace strata::fuzz {
namespace {

using Random = std::mt19937_64;

constexpr int kDeepest = 12;
constexpr std::size_t kMostFields = 1 << 16;

enum class Wire : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

/// A field; of a submessage the fields, of all others the content as it stands.
struct Field {
    std::uint64_t number = 0;
    Wire wire = Wire::Varint;
    std::uint64_t value = 0; ///< of a varint
    std::string content;
    std::vector<Field> fields;
};

std::optional<std::uint64_t> takeVarint(std::string_view& rest) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !rest.empty(); shift += 7) {
        const auto byte = static_cast<unsigned char>(rest.front());
        rest.remove_prefix(1);
        value |= std::uint64_t{byte & 0x7FU} << shift;
        if (byte < 0x80) return value;
    }
    return std::nullopt;
}

std::optional<std::vector<Field>> fieldsOf(std::string_view rest, int depth) {
    std::vector<Field> fields;
    while (!rest.empty()) {
        const auto tag = takeVarint(rest);
        if (!tag || *tag < 8 || fields.size() == kMostFields) return std::nullopt;
        Field field;
        field.number = *tag >> 3U;
        field.wire = static_cast<Wire>(*tag & 7U);
        if (field.wire == Wire::Varint) {
            const auto value = takeVarint(rest);
            if (!value) return std::nullopt;
            field.value = *value;
        } else {
            std::size_t size = field.wire == Wire::Fixed64 ? 8 : 4;
            if (field.wire == Wire::Bytes) {
                const auto length = takeVarint(rest);
                if (!length || *length > rest.size()) return std::nullopt;
                size = static_cast<std::size_t>(*length);
            } else if (field.wire != Wire::Fixed64 && field.wire != Wire::Fixed32) {
                return std::nullopt;
            }
            if (size > rest.size()) return std::nullopt;
            field.content = rest.substr(0, size);
            rest.remove_prefix(size);
            // Short names may read as messages too; changed as such, they are still names.
            if (field.wire == Wire::Bytes && depth < kDeepest && !field.content.empty())
                if (auto inner = fieldsOf(field.content, depth + 1)) field.fields = *std::move(inner);
        }
        fields.push_back(std::move(field));
    }
    return fields;
}

void addVarint(std::string& text, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7U)
        text += static_cast<char>(value | 0x80U);
    text += static_cast<char>(value);
}

std::string written(const std::vector<Field>& fields) {
    std::string text;
    for (const Field& field : fields) {
        addVarint(text, field.number << 3U | static_cast<std::uint64_t>(field.wire));
        if (field.wire == Wire::Varint) {
            addVarint(text, field.value);
            continue;
        }
        const std::string content = field.fields.empty() ? field.content : written(field.fields);
        if (field.wire == Wire::Bytes) addVarint(text, content.size());
        text += content;
    }
    return text;
}

/// Every list of fields, the outermost first.
void collect(std::vector<Field>& fields, std::vector<std::vector<Field>*>& lists) {
    if (!fields.empty()) lists.push_back(&fields);
    for (Field& field : fields)
        collect(field.fields, lists);
}

std::uint64_t extremeNumber(Random& random) {
    constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
    constexpr std::array<std::uint64_t, 14> kNumbers{
        0, 1, 2, 3, 7, 16, 65536, 1ULL << 31U, 1ULL << 32U, 1ULL << 62U, 1ULL << 63U, kMost, kMost - 1, 1000000007};
    return kNumbers[random() % kNumbers.size()];
}

void change(std::vector<std::vector<Field>*>& lists, Random& random) {
    std::vector<Field>& list = *lists[random() % lists.size()];
    if (list.empty()) return;
    const std::size_t at = random() % list.size();
    const std::size_t other = random() % list.size();
    Field& field = list[at];
    switch (random() % 7) {
    case 0: list.erase(list.begin() + static_cast<std::ptrdiff_t>(at)); return;
    case 1: list.push_back(Field(field)); return;
    case 2: std::swap(field, list[other]); return;
    case 3: { // the content of another field under this one's number
        Field taken = list[other];
        taken.number = field.number;
        field = std::move(taken);
        return;
    }
    case 4: field.number = 1 + random() % 16; return;
    case 5:
        if (field.wire == Wire::Varint) {
            field.value = extremeNumber(random);
        } else if (field.fields.empty() && !field.content.empty()) {
            field.content[random() % field.content.size()] = static_cast<char>(random());
        }
        return;
    default:
        if (field.wire == Wire::Varint) {
            field.value += random() % 3 - 1;
        } else if (field.wire == Wire::Bytes) { // a list of packed numbers becomes longer or ends early
            field.fields.clear();
            field.content.resize(random() % (2 * field.content.size() + 2), '\x01');
        }
        return;
    }
}

} // namespace

bool isMessage(std::string_view bytes) { return !bytes.empty() && fieldsOf(bytes, 0).has_value(); }

std::optional<std::string> mutatedMessage(std::string_view bytes, std::uint64_t seed) {
    auto fields = fieldsOf(bytes, 0);
    if (!fields || fields->empty()) return std::nullopt;
    Random random(seed);
    for (std::uint64_t changes = 1 + random() % 3; changes > 0; --changes) {
        std::vector<std::vector<Field>*> lists; // places move with each change
        collect(*fields, lists);
        if (lists.empty()) break;
        change(lists, random);
    }
    return written(*fields);
}

} // namespace strata::fuzz
