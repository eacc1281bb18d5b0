// SPDX-License-Identifier: GPL-3.0-or-later
// What most files of core/ and app/ read, compiled once in release builds; no file includes it. See core/CMakeLists.txt.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

// One file holds the members of JSON documents, so that the compiler need not write them again for each file.
extern template class nlohmann::basic_json<>;
