// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <functional>

/// Documents that a reader refuses: one change each, and the error that names it.
namespace strata::fixture {

/// Columns of the test's table: what is changed, the value as JSON, code and pointer of the error.
void addRefusalColumns();
void addRefusal(const char* name, const char* changed, const char* value, const char* code, const char* pointer);

/// Reads the document with the row's change; no error where it is read after all. Reports to the running test.
void checkRefusal(const std::function<Result<void>(const char* changed, Json value)>& read);

} // namespace strata::fixture
