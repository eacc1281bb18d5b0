// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <string>
#include <utility>
#include <variant>

namespace strata {

/// An expected failure, for people and for scripts (REQUESTS: `{"error": {...}}`). What it says are messages: their
/// texts are made at the edge, in the language of the reader.
struct Error {
    std::string code;    ///< short and stable, for example "bad-value", "unknown-key", "not-found"
    std::string pointer; ///< JSON pointer of the offending field, empty when the whole document is meant
    Message text;        ///< names the field and the value; ids "error.…"
    Message expected;    ///< what is accepted instead; ids "accepted.…"
    std::string file;    ///< the file it stands in, empty for a document without one

    friend bool operator==(const Error&, const Error&) = default;
};

/// `file: pointer: text; accepted: expected` in English, leaving out what is empty.
std::string describe(const Error& error);
/// The same as a message, for whoever tells it on in another sentence or another language.
Message described(const Error& error);

/// Either a value or the Error that explains why there is none.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return content_.index() == 0; }
    const T& operator*() const& { return std::get<0>(content_); }
    T& operator*() & { return std::get<0>(content_); }
    T&& operator*() && { return std::get<0>(std::move(content_)); }
    const T* operator->() const { return &std::get<0>(content_); }
    T* operator->() { return &std::get<0>(content_); }
    const Error& error() const { return std::get<1>(content_); }

private:
    std::variant<T, Error> content_;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)), failed_(true) {}

    explicit operator bool() const { return !failed_; }
    const Error& error() const { return error_; }

private:
    Error error_;
    bool failed_ = false;
};

} // namespace strata
