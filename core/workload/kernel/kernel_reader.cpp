// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/kernel/kernel_reader.h"

#include "core/workload/kernel/kernel_schema.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace strata::workload {
namespace {

constexpr std::array<std::string_view, 6> kCommonKeys{"operator", "dtype", "a", "b", "out", "math"};

bool among(std::span<const std::string_view> keys, std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::string listed(const KernelOperator& op) {
    std::string keys;
    for (const auto group : {op.needed, op.optional, std::span<const std::string_view>(kCommonKeys).subspan(1)}) {
        for (const std::string_view key : group)
            keys += (keys.empty() ? "" : ", ") + std::string(key);
    }
    return keys;
}

/// Products of operands below 16 bits are written wider.
NumberType resultOf(NumberType operand) { return bytesOf(operand) < 2 ? NumberType::Bf16 : operand; }

/// TF32 is arithmetic, not storage.
NumberType stored(NumberType type) { return type == NumberType::Tf32 ? NumberType::Fp32 : type; }

} // namespace

KernelReader::KernelReader(const Json& document, std::string_view pointer)
    : document_(document), pointer_(pointer), operator_(document.at("operator").get<std::string>()) {
    checkKeys();
}

void KernelReader::fail(const char* code, std::string_view key, Message text, Message expected) {
    if (!error_) error_ = Error{code, pointer_ + "/" + pointerStep(key), std::move(text), std::move(expected), {}};
}

void KernelReader::checkKeys() {
    const KernelOperator& op = *kernelOperatorNamed(operator_);
    for (const auto& [key, value] : document_.items()) {
        if (among(kCommonKeys, key) || among(op.needed, key) || among(op.optional, key)) continue;
        fail("unknown-key", key, {"error.has-no-word", {{"owner", operator_}, {"field", key}}}, verbatim(listed(op)));
    }
}

bool KernelReader::has(const char* key) const { return document_.contains(key); }

double KernelReader::number(const char* key, std::optional<double> absent) {
    if (const auto found = document_.find(key); found != document_.end()) return found->get<double>();
    if (absent) return *absent;
    miss(key);
    return 1;
}

void KernelReader::miss(const char* key) {
    const Field& field = *kernelSchema().find(key);
    fail("missing", key, {"error.has-no", {{"owner", operator_}, {"field", key}}},
         {"accepted.field-titled", {{"key", key}, {"title", field.title}}});
}

std::string KernelReader::neededText(const char* key) {
    if (!has(key)) miss(key);
    return text(key);
}

bool KernelReader::flag(const char* key, bool absent) const {
    const auto found = document_.find(key);
    return found == document_.end() ? absent : found->get<bool>();
}

std::string KernelReader::text(const char* key) const {
    const auto found = document_.find(key);
    return found == document_.end() ? std::string() : found->get<std::string>();
}

std::optional<NumberType> KernelReader::type(const char* key) const {
    return has(key) ? numberTypeNamed(text(key)) : std::nullopt;
}

Kernel KernelReader::types() {
    for (const char* operand : {"a", "b", "out"})
        excludes("dtype", operand);
    const NumberType given = type("dtype").value_or(NumberType::Fp32);
    Kernel kernel;
    const NumberType a = type("a").value_or(given);
    kernel.a = stored(a);
    kernel.b = stored(type("b").value_or(a));
    kernel.out = stored(type("out").value_or(resultOf(a)));
    kernel.math = type("math").value_or(a);
    // Wider than the operands is a conversion on the way in; narrower would drop bits that the operands have.
    const bool tensor_cores = kernel.math == NumberType::Tf32 && kernel.a == NumberType::Fp32;
    if (bytesOf(kernel.math) < bytesOf(kernel.a) && !tensor_cores) {
        fail("bad-value", "math",
             {"error.field-beside-operand", {{"field", "math"}, {"math", name(kernel.math)}, {"a", name(kernel.a)}}},
             {"accepted.format-at-least-s-width-or-2", {{"a", name(kernel.a)}}});
    }
    return kernel;
}

void KernelReader::divides(const char* key, double divisor, const char* of, double whole) {
    if (std::fmod(whole, divisor) == 0) return;
    fail("bad-value", key,
         {"error.field-beside-other", {{"field", key}, {"groups", divisor}, {"what", of}, {"channels", whole}}},
         {"accepted.divisor", {{"whole", whole}}});
}

void KernelReader::atLeast(const char* key, double value, const char* than, double smallest) {
    if (value >= smallest) return;
    fail("bad-value", key,
         {"error.field-beside-other", {{"field", key}, {"groups", value}, {"what", than}, {"channels", smallest}}},
         {"accepted.at-least", {{"least", smallest}}});
}

void KernelReader::atMost(const char* key, double value, const char* than, double largest) {
    if (value <= largest) return;
    fail("bad-value", key,
         {"error.field-beside-other", {{"field", key}, {"groups", value}, {"what", than}, {"channels", largest}}},
         {"accepted.at-most", {{"most", largest}}});
}

void KernelReader::excludes(const char* key, const char* other) {
    if (!has(key) || !has(other)) return;
    fail("bad-value", other, {"error.and-both-stand", {{"key", key}, {"other", other}}}, {"accepted.one-two"});
}

} // namespace strata::workload
