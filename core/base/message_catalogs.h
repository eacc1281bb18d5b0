// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace strata {

/// The files of resources/messages, which the library carries with it.
std::string_view englishMessages();
std::string_view germanMessages();

} // namespace strata
