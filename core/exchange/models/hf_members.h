// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/message.h"

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// The file hf_families.json, which the library carries with it.
std::string_view hfFamiliesText();

/// Members of one config.json under the several names that families give them. Remembers what was read, so that the
/// rest can be named. Only the first error is kept.
class HfMembers {
public:
    using Names = std::initializer_list<const char*>;

    /// @param defaults values that hold where the file does not state a member
    HfMembers(const Json& config, const Json& defaults, std::string_view file, std::string pointer);

    /// The first of the members that stands and is not null: a whole number from 0 to 1e9.
    std::optional<double> count(Names names);
    /// The same where it must stand and be at least 1; 1 and an error otherwise.
    double size(Names names);
    std::optional<bool> flag(Names names);
    std::string text(Names names);
    /// The member itself, whatever its type; nullptr where it does not stand.
    const Json* any(Names names);
    /// Number of elements of a list that are the word.
    double listed(const Json& list, std::string_view word) const;

    void fail(Error error);
    Error bad(const char* key, const Json& value, Message expected) const;
    const std::optional<Error>& error() const { return error_; }
    std::string_view file() const { return file_; }
    /// Members that nothing has asked for.
    std::vector<std::string> unread() const;

private:
    const Json* find(const char* name);

    const Json& config_;
    const Json& defaults_;
    std::string_view file_;
    std::string pointer_;
    std::set<std::string, std::less<>> read_;
    std::optional<Error> error_;
};

/// Parts of the entry that the layers decide: mixtures, windows, recurrent layers, latent attention.
void readHfExperts(HfMembers& members, Json& entry);
void readHfWindows(HfMembers& members, Json& entry, std::vector<Message>& notes);
/// Before the others: a pattern of single parts changes the number of layers.
void readHfRecurrent(HfMembers& members, Json& entry);
void readHfLatent(HfMembers& members, Json& entry);

} // namespace strata::exchange
