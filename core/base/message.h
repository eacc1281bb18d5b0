// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace strata {

struct Message;

/// A number and its SI unit ("s", "B/s"; "1" for a share). The text decides on prefix and digits.
struct Amount {
    double value = 0.0;
    std::string unit;

    friend bool operator==(const Amount&, const Amount&) = default;
};

/// What stands at one place of a message.
struct Argument {
    /// A name or another word that stands for itself, a count, an amount, or messages one behind the other.
    using Value = std::variant<std::string, double, Amount, std::vector<Message>>;

    Argument(std::string place, std::string word);
    Argument(std::string place, std::string_view word);
    Argument(std::string place, const char* word);
    Argument(std::string place, Amount amount);
    template <class Number>
    requires(std::is_arithmetic_v<Number> && !std::is_same_v<Number, bool>) Argument(std::string place, Number count);
    Argument(std::string place, Message message);
    Argument(std::string place, std::vector<Message> messages);

    std::string name;
    Value value;
};

/// Something to say, as a value: which text, and what stands at its places. The text itself is made at the edge, in the
/// language of the reader, by messageText(). Ids are those of resources/messages.
struct Message {
    std::string id; ///< "note.over-capacity"; empty: nothing is said
    std::vector<Argument> arguments = {};

    bool empty() const { return id.empty(); }
    /// The value at that place; nullptr where there is none.
    const Argument::Value* find(std::string_view name) const;
};

// Where a message is complete: clang looks into the variant at once.
inline Argument::Argument(std::string place, std::string word) : name(std::move(place)), value(std::move(word)) {}
inline Argument::Argument(std::string place, std::string_view word) : Argument(std::move(place), std::string(word)) {}
inline Argument::Argument(std::string place, const char* word) : Argument(std::move(place), std::string(word)) {}
inline Argument::Argument(std::string place, Amount amount) : name(std::move(place)), value(std::move(amount)) {}
template <class Number>
requires(std::is_arithmetic_v<Number> && !std::is_same_v<Number, bool>) Argument::Argument(std::string place,
                                                                                           Number count)
    : name(std::move(place)), value(static_cast<double>(count)) {}

bool operator==(const Argument& a, const Argument& b);
/// The order of arguments says nothing.
bool operator==(const Message& a, const Message& b);

/// A word that texts may know, as "term.<word>"; any other is told as it is.
Message term(std::string_view word);

/// A name, or a text from outside, which is the same in every language. Nothing for an empty one.
Message verbatim(std::string text);

} // namespace strata
