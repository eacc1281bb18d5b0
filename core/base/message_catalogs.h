// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace strata {

/// The files of resources/messages and its folders, which the library carries with it.
std::span<const std::string_view> englishMessages();
std::span<const std::string_view> germanMessages();

} // namespace strata
