// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/axis_json.h"

#include "core/evaluate/engine/compiled_request.h"
#include "core/evaluate/request.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace strata::explore {
namespace {

constexpr double kMostSteps = 4294967296.0;

/// One axis of the document while it is read.
class AxisReader {
public:
    AxisReader(const Json& written, const Json& base, const Library& library, std::string place)
        : written_(written), base_(base), library_(library), place_(std::move(place)) {}

    Result<Axis> read() {
        axis_.pointer = written_.value("pointer", std::string());
        if (auto named = readName(); !named) return named.error();
        const Field* const field = axis_.pointer.empty() ? nullptr : fieldOf(base_, axis_.pointer, library_);
        axis_.whole = field != nullptr && field->type == Field::Type::Integer;
        if (field != nullptr) {
            axis_.least = field->minimum;
            axis_.most = field->maximum;
        }
        if (auto kind = readKind(); !kind) return kind.error();
        if (auto accepted = checkPointer(); !accepted) return accepted.error();
        return axis_;
    }

private:
    Error error(const char* member, Message text, Message expected, const char* code = "bad-value") const {
        return {code, place_ + member, std::move(text), std::move(expected), {}};
    }

    Result<void> readName() {
        if (!axis_.pointer.empty() && axis_.pointer.front() != '/') {
            return error("/pointer", {"error.no-json-pointer", {{"pointer", axis_.pointer.substr(0, 60)}}},
                         {"accepted.text-begins-with"}, "bad-pointer");
        }
        axis_.name = written_.value("name", axis_.pointer.substr(axis_.pointer.rfind('/') + 1));
        if (isFormulaName(axis_.name)) return {};
        if (axis_.name.empty())
            return error("", {"error.axis-has-neither-pointer-nor-name"}, {"accepted.pointer-name-or-both"}, "missing");
        return error("/name", {"error.cannot-name-axis", {{"substr", axis_.name.substr(0, 60)}}},
                     {"accepted.letters-digits-and-letter-first"});
    }

    Result<void> readKind() {
        const bool range = written_.contains("from") || written_.contains("to");
        const bool values = written_.contains("values");
        const bool formula = written_.contains("formula");
        if (range + values + formula != 1) {
            return error("",
                         range || values || formula
                             ? Message{"error.axis-has-more-than-one-from", {{"axis", axis_.name}}}
                             : Message{"error.axis-has-none-from-and-to", {{"axis", axis_.name}}},
                         {"accepted.exactly-one-them"});
        }
        if (range) return readRange();
        for (const char* member : {"steps", "scale"}) {
            if (written_.contains(member)) {
                return error(("/" + std::string(member)).c_str(),
                             {"error.belongs-to-from-and-to", {{"member", member}}},
                             {"accepted.without-member", {{"member", member}}});
            }
        }
        if (values) return readValues();
        axis_.kind = Axis::Kind::Linked; // the formula is read when all names are known
        return {};
    }

    Result<void> readRange() {
        for (const char* end : {"from", "to"}) {
            if (!written_.contains(end))
                return error("", {"error.field-missing", {{"field", end}}}, {"accepted.from-and-to"}, "missing");
        }
        axis_.kind = Axis::Kind::Range;
        axis_.from = written_["from"].get<double>();
        axis_.to = written_["to"].get<double>();
        axis_.log2 = written_.value("scale", std::string("linear")) == "log2";
        axis_.steps = written_.value("steps", std::uint64_t{0});
        if (axis_.log2 && !(axis_.from > 0 && axis_.to > 0)) {
            return error("/scale",
                         {"error.logarithmic-axis-reaches-from-to",
                          {{"written", canonicalText(written_["from"])}, {"written_2", canonicalText(written_["to"])}}},
                         {"accepted.both-ends-above-0"});
        }
        if (axis_.whole && (axis_.from != std::floor(axis_.from) || axis_.to != std::floor(axis_.to))) {
            return error("/from", {"error.axis-takes-whole-numbers", {{"axis", axis_.name}}},
                         {"accepted.whole-numbers-in-from-and-to"});
        }
        const double span = std::abs(axis_.to - axis_.from);
        if (axis_.steps == 0 && axis_.whole && !axis_.log2 && span < kMostSteps)
            axis_.steps = static_cast<std::uint64_t>(span) + 1;
        return {};
    }

    Result<void> readValues() {
        const Json& values = written_["values"];
        const bool numbers =
            std::all_of(values.begin(), values.end(), [](const Json& value) { return value.is_number(); });
        if (numbers) {
            axis_.kind = Axis::Kind::List;
            axis_.values = values.get<std::vector<double>>();
            return {};
        }
        if (axis_.pointer.empty())
            return error("/values", {"error.axis-without-pointer-can-only-have"}, {"accepted.numbers-2"});
        axis_.kind = Axis::Kind::Words;
        axis_.words = std::make_shared<const Json>(values);
        return {};
    }

    /// Every word, every listed number and both ends of a range, as documents.
    std::vector<std::pair<std::string, Json>> trials() const {
        const Varied varied{axis_.pointer, axis_.words};
        if (axis_.kind == Axis::Kind::Range) {
            return {{"/from", documentValue(varied, axis_.from)}, {"/to", documentValue(varied, axis_.to)}};
        }
        std::vector<std::pair<std::string, Json>> trials;
        for (std::size_t i = 0; axis_.kind != Axis::Kind::Linked && i < axis_.size(); ++i) {
            const double value = axis_.kind == Axis::Kind::Words ? static_cast<double>(i) : axis_.values[i];
            trials.emplace_back("/values/" + std::to_string(i), documentValue(varied, value));
        }
        return trials;
    }

    /// A value that the base does not take by itself is refused; one that only makes a design that cannot
    /// exist is not.
    Result<void> checkPointer() const {
        if (axis_.pointer.empty()) return {};
        for (const auto& [member, value] : trials()) {
            const auto changed = setParameter(base_, axis_.pointer, value, library_);
            if (changed || (changed.error().pointer != axis_.pointer && changed.error().code != "bad-pointer"))
                continue;
            Error refused = changed.error();
            const bool place_is_wrong = refused.code == "bad-pointer" || refused.code == "unknown-key";
            refused.pointer = place_ + (place_is_wrong ? "/pointer" : member);
            return refused;
        }
        return {};
    }

    const Json& written_;
    const Json& base_;
    const Library& library_;
    std::string place_;
    Axis axis_;
};

std::string placeOf(std::size_t axis) { return "/axes/" + std::to_string(axis); }

Result<void> checkNames(const Space& space, const std::vector<std::string>& metrics) {
    for (std::size_t a = 0; a < space.axes.size(); ++a) {
        const Axis& axis = space.axes[a];
        const auto same = [&](const Axis& other) { return other.name == axis.name; };
        const auto earlier = space.axes.begin() + static_cast<std::ptrdiff_t>(a);
        const bool metric = std::find(metrics.begin(), metrics.end(), axis.name) != metrics.end();
        if (!metric && std::find_if(space.axes.begin(), earlier, same) == earlier) continue;
        return Error{"duplicate-name",
                     placeOf(a) + "/name",
                     metric ? Message{"error.also-metric", {{"axis", axis.name}}}
                            : Message{"error.two-axes-named", {{"axis", axis.name}}},
                     {"accepted.name-own"},
                     {}};
    }
    for (std::size_t a = 0; a < space.axes.size(); ++a) {
        for (std::size_t b = 0; b < a && !space.axes[a].pointer.empty(); ++b) {
            if (space.axes[a].pointer != space.axes[b].pointer) continue;
            return Error{"duplicate-name",
                         placeOf(a) + "/pointer",
                         {"error.two-axes-set", {{"pointer", space.axes[a].pointer}}},
                         {"accepted.one-axis-place"},
                         {}};
        }
    }
    return {};
}

} // namespace

Result<Space> readSpace(const Json& axes, const Json& base, const std::vector<std::string>& metrics,
                        const Library& library) {
    constexpr std::size_t kMostAxes = 256;
    if (axes.size() > kMostAxes) {
        return Error{"too-large", "/axes", {"error.there-axes", {{"axes", axes.size()}}}, {"accepted.up-to-256"}, {}};
    }
    Space space;
    for (std::size_t a = 0; a < axes.size(); ++a) {
        auto axis = AxisReader(axes[a], base, library, placeOf(a)).read();
        if (!axis) return axis.error();
        space.axes.push_back(*std::move(axis));
    }
    if (auto sound = checkNames(space, metrics); !sound) return sound.error();
    const auto names = space.names();
    for (std::size_t a = 0; a < axes.size(); ++a) {
        if (space.axes[a].kind != Axis::Kind::Linked) continue;
        auto formula = Formula::parse(axes[a]["formula"].get_ref<const std::string&>(), names);
        if (!formula) {
            Error error = formula.error();
            error.pointer = placeOf(a) + "/formula";
            return error;
        }
        space.axes[a].formula = *std::move(formula);
    }
    if (auto finished = finishSpace(space); !finished) return finished.error();
    if (space.free.empty())
        return Error{
            "bad-value", "/axes", {"error.every-axis-follows-another-one"}, {"accepted.at-least-one-axis-own"}, {}};
    return space;
}

} // namespace strata::explore
