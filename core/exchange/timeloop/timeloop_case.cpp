// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_case.h"

#include "core/exchange/timeloop/timeloop_parts.h"
#include "core/npu/loopnest.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::exchange {

namespace detail {

Error caseError(std::string code, std::string pointer, Message text, Message expected) {
    return {std::move(code), std::move(pointer), std::move(text), std::move(expected), {}};
}

Result<double> numberAt(const Json& object, std::string_view key, double fallback, std::string_view pointer) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) {
        return fallback;
    }
    const std::string here = std::string(pointer) + "/" + pointerStep(key);
    if (!found->is_number() || !std::isfinite(found->get<double>()) || found->get<double>() < 0.0) {
        return caseError("bad-value", here, {"error.field-is", {{"field", key}, {"value", found->dump()}}},
                         {"accepted.number-at-least-0"});
    }
    return found->get<double>();
}

Result<std::uint64_t> countAt(const Json& object, std::string_view key, std::uint64_t fallback, std::uint64_t least,
                              std::string_view pointer) {
    auto number = numberAt(object, key, static_cast<double>(fallback), pointer);
    if (!number) {
        return number.error();
    }
    constexpr double kLargest = 1.8e19;
    if (*number != std::floor(*number) || *number < static_cast<double>(least) || *number > kLargest) {
        return caseError("bad-value", std::string(pointer) + "/" + pointerStep(key),
                         {"error.field-is", {{"field", key}, {"value", object.find(key)->dump()}}},
                         {"accepted.whole-at-least", {{"least", least}}});
    }
    return static_cast<std::uint64_t>(*number);
}

Result<std::string> textAt(const Json& object, std::string_view key, std::string_view pointer) {
    const std::string here = std::string(pointer) + "/" + pointerStep(key);
    const auto found = object.find(key);
    if (found == object.end()) {
        return caseError("missing", here, {"error.field-missing", {{"field", key}}}, {"accepted.text"});
    }
    if (!found->is_string()) {
        return caseError("bad-value", here, {"error.field-is", {{"field", key}, {"value", found->dump()}}},
                         {"accepted.text"});
    }
    return found->get<std::string>();
}

std::size_t findLevel(const hardware::NpuArchitecture& architecture, std::string_view name) {
    for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
        if (architecture.levels[l].name == name) {
            return l;
        }
    }
    return ExpectedValue::kNone;
}

/// The sparse model prints other statistics, also for runs without zeros.
bool isSparseRun(const Json& document) {
    const auto sparse = document.find("sparse");
    if (sparse != document.end() && !sparse->empty()) return true;
    const Json* densities = findPointer(document, "/problem/densities");
    if (densities != nullptr && !densities->empty()) return true;
    return findPointer(document, "/expected/levels/0/stats") != nullptr;
}

} // namespace detail

bool isTimeloopCase(const Json& document) {
    return document.is_object() && document.contains("arch_levels_outer_to_inner") && document.contains("problem") &&
           document.contains("mapping") && document.contains("expected");
}

Result<TimeloopCase> readTimeloopCase(const Json& document) {
    if (!isTimeloopCase(document)) {
        return detail::caseError("missing", {}, {"error.document-no-reference-case"},
                                 {"accepted.object-with-arch-levels-outer-to"});
    }
    TimeloopCase result;
    if (const auto id = document.find("id"); id != document.end() && id->is_string()) {
        result.id = id->get<std::string>();
    }
    result.sparse = detail::isSparseRun(document);
    auto architecture = detail::readArchitecture(document);
    if (!architecture) {
        return architecture.error();
    }
    result.architecture = *std::move(architecture);
    auto problem = detail::readProblem(document);
    if (!problem) {
        return problem.error();
    }
    result.problem = *std::move(problem);
    if (auto fits = npu::checkLimits(result.architecture, result.problem); !fits) {
        return fits.error();
    }
    if (auto read = detail::readMappingInto(document, result); !read) {
        return read.error();
    }
    if (auto read = result.sparse ? detail::readSparseInto(document, result) : Result<void>{}; !read) {
        return read.error();
    }
    if (auto read = detail::readExpectedInto(document, result); !read) {
        return read.error();
    }
    return result;
}

Result<TimeloopCase> loadTimeloopCase(const std::filesystem::path& path) {
    auto document = readJsonFile(path);
    if (!document) {
        return document.error();
    }
    auto reference = readTimeloopCase(*document);
    if (!reference) {
        Error error = reference.error();
        error.file = path.filename().string();
        return error;
    }
    if (reference->id.empty()) {
        reference->id = path.stem().string();
    }
    return reference;
}

} // namespace strata::exchange
