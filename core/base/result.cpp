// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"

#include "core/base/message_text.h"

namespace strata {

Message described(const Error& error) {
    std::vector<Message> parts;
    for (const std::string& place : {error.file, error.pointer}) {
        if (!place.empty()) parts.push_back({"error.at-place", {{"place", place}}});
    }
    parts.push_back(error.text);
    if (!error.expected.empty()) parts.push_back({"error.accepted-instead", {{"expected", error.expected}}});
    return {"error.described", {{"parts", std::move(parts)}}};
}

std::string describe(const Error& error) { return messageText(described(error)); }

} // namespace strata
