// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

template class nlohmann::basic_json<>; // the members that the precompiled header says are elsewhere: see CMakeLists.txt
