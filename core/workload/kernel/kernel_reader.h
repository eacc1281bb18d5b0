// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/workload/kernel/kernel.h"

#include <optional>
#include <string>
#include <string_view>

namespace strata::workload {

/// Reads the members of one kernel document that its schema accepts; the first thing that stands wrong is
/// kept.
class KernelReader {
public:
    /// Refuses members of other operators and finds the needed ones. `document` must outlive the reader.
    KernelReader(const Json& document, std::string_view pointer);

    bool has(const char* key) const;
    double number(const char* key, std::optional<double> absent = {});
    bool flag(const char* key, bool absent) const;
    std::string text(const char* key) const; ///< empty where it does not stand
    std::string neededText(const char* key);
    /// Number formats of the operands, in a kernel without a shape.
    Kernel types();

    void divides(const char* key, double divisor, const char* of, double whole);
    void atLeast(const char* key, double value, const char* than, double smallest);
    void atMost(const char* key, double value, const char* than, double largest);
    void excludes(const char* key, const char* other);
    const std::optional<Error>& error() const { return error_; }

private:
    void fail(const char* code, std::string_view key, Message text, Message expected);
    void miss(const char* key);
    void checkKeys();
    std::optional<NumberType> type(const char* key) const;

    const Json& document_;
    std::string pointer_;
    std::string operator_;
    std::optional<Error> error_;
};

} // namespace strata::workload
