// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/session/session.h"

#include <filesystem>
#include <string>

strata::Design sampleDesign(const std::string& id, char letter, strata::Json request);

/// Two designs, one pinned, with notes, view states, a layout and two explorations, one with results.
strata::Session sampleSession();

bool sameSession(const strata::Session& a, const strata::Session& b);

std::string bytesOf(const std::filesystem::path& file);
