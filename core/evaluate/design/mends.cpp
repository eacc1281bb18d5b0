// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/design/mends.h"

#include "core/base/schema.h"
#include "core/evaluate/design/catalog_edits.h"
#include "core/evaluate/engine/compiled_request.h"
#include "core/evaluate/request_options.h"
#include "core/evaluate/set_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata::design {

namespace {

/// What a fix changes: a place in the request, and the argument or the constant that comes there. Where a kind of
/// request has another place for the same, several are named: the first that its schema knows counts.
struct FixForm {
    std::string_view id;
    std::string_view pointer, otherwise;
    std::string_view argument; ///< of the message; empty: `constant`
    std::string_view constant; ///< JSON
    std::string_view second_pointer, second_argument;
};

constexpr std::array kForms{
    FixForm{"fix.batch", "/workload/batch", "", "batch", "", "", ""},
    FixForm{"fix.weights", "/workload/weights", "/workload/dtype", "type", "", "", ""},
    FixForm{"fix.tensor-parallel", "/workload/tensor_parallel", "/plan/tp", "ranks", "", "", ""},
    FixForm{"fix.tp", "/plan/tp", "/workload/tensor_parallel", "ranks", "", "", ""},
    FixForm{"fix.zero", "/plan/zero", "", "stage", "", "", ""},
    FixForm{"fix.micro-batch", "/plan/micro_batch", "", "size", "", "", ""},
    FixForm{"fix.sequence-parallel", "/plan/sequence_parallel", "", "", "true", "", ""},
    FixForm{"fix.offload-optimizer", "/plan/offload_optimizer", "", "", "true", "", ""},
    FixForm{"fix.recompute-selective", "/plan/recompute", "", "", "\"selective\"", "", ""},
    FixForm{"fix.recompute-full", "/plan/recompute", "", "", "\"full\"", "", ""},
    FixForm{"fix.tp-with-dp", "/plan/tp", "", "tp", "", "/plan/dp", "dp"},
    FixForm{"fix.pp-with-dp", "/plan/pp", "", "pp", "", "/plan/dp", "dp"},
};

Json asJson(const Argument::Value& value) {
    if (const auto* word = std::get_if<std::string>(&value)) return *word;
    const auto* number = std::get_if<double>(&value);
    if (number == nullptr) return {};
    return *number == std::floor(*number) ? Json(static_cast<std::int64_t>(*number)) : Json(*number);
}

/// Tries changes on one request and collects those that resolve.
class Mender {
public:
    Mender(const Json& request, const Library& library, const Registry& registry)
        : request_(request), library_(library), registry_(registry) {}

    const Field* fieldAt(std::string_view pointer) const { return fieldOf(request_, pointer, library_, registry_); }

    MendedValue named(std::string_view pointer, std::shared_ptr<const Json> value) const {
        MendedValue result{std::string(pointer), {}, {}, std::move(value)};
        if (const Field* field = fieldAt(pointer)) {
            result.title = field->title;
            result.unit = field->unit;
        }
        return result;
    }

    bool add(Json mended, std::vector<MendedValue> values) {
        if (mends_.size() >= kMostMends || mended == request_) return false;
        if (!checkResolves(mended, library_, registry_)) return false;
        auto shared = std::make_shared<const Json>(std::move(mended));
        for (const Mend& other : mends_)
            if (*other.request == *shared) return false;
        mends_.push_back({std::move(values), std::move(shared)});
        return true;
    }

    bool set(std::string_view pointer, const Json& value) {
        Json mended = request_;
        if (!setPointer(mended, pointer, value)) return false;
        return add(std::move(mended), {named(pointer, std::make_shared<const Json>(value))});
    }

    bool leaveOut(std::string_view pointer) {
        Json mended = request_;
        removePointer(mended, pointer);
        return add(std::move(mended), {named(pointer, nullptr)});
    }

    void addFix(const Message& fix);
    std::vector<Mend> take() { return std::move(mends_); }

private:
    const Json& request_;
    const Library& library_;
    const Registry& registry_;
    std::vector<Mend> mends_;
};

void Mender::addFix(const Message& fix) {
    if (fix.id == "fix.hardware") {
        const auto* id = fix.find("id");
        const auto* word = id != nullptr ? std::get_if<std::string>(id) : nullptr;
        if (word == nullptr) return;
        if (auto placed = withHardware(request_, *word, library_, registry_))
            add(**placed, {named("/hardware", std::make_shared<const Json>(*word))});
        return;
    }
    const auto form = std::ranges::find(kForms, fix.id, &FixForm::id);
    if (form == kForms.end()) return;
    const auto valueOf = [&](std::string_view argument) -> Json {
        if (argument.empty()) return Json::parse(form->constant);
        const auto* given = fix.find(argument);
        return given != nullptr ? asJson(*given) : Json();
    };
    const bool first = fieldAt(form->pointer) != nullptr || form->otherwise.empty();
    std::vector<std::pair<std::string_view, Json>> changes{
        {first ? form->pointer : form->otherwise, valueOf(form->argument)}};
    if (!form->second_pointer.empty()) changes.emplace_back(form->second_pointer, valueOf(form->second_argument));
    Json mended = request_;
    std::vector<MendedValue> values;
    for (const auto& [pointer, value] : changes) {
        if (value.is_null() || !setPointer(mended, pointer, value)) return;
        values.push_back(named(pointer, std::make_shared<const Json>(value)));
    }
    add(std::move(mended), std::move(values));
}

/// Numbers around a refused one, the nearest first: whole ones and halves and doubles of it, and the ends of its range.
std::vector<Json> numbersAround(double value, const Field& field) {
    constexpr int kReach = 16;
    const bool whole = field.type == Field::Type::Integer;
    std::vector<double> candidates;
    if (std::isfinite(field.minimum) && value < field.minimum) candidates.push_back(field.minimum);
    if (std::isfinite(field.maximum) && value > field.maximum) candidates.push_back(field.maximum);
    for (int step = 1; whole && step <= kReach; ++step) {
        candidates.push_back(value - step);
        candidates.push_back(value + step);
    }
    for (double factor = 2; factor <= kReach; factor *= 2) {
        candidates.push_back(value / factor);
        candidates.push_back(value * factor);
    }
    std::vector<Json> values;
    for (const double candidate : candidates) {
        if (candidate < field.minimum || candidate > field.maximum) continue;
        if (!whole) {
            values.emplace_back(candidate);
        } else if (candidate == std::floor(candidate)) {
            values.emplace_back(static_cast<std::int64_t>(candidate));
        }
    }
    return values;
}

} // namespace

std::vector<Mend> mendsOf(const Json& request, const Error& error, const Library& library, const Registry& registry) {
    Mender mender(request, library, registry);
    const std::string& pointer = error.pointer;
    const Json* stated = pointer.empty() ? nullptr : findPointer(request, pointer);
    const Field* field = stated != nullptr ? mender.fieldAt(pointer) : nullptr;
    if (field != nullptr && stated->is_number()) {
        for (const Json& value : numbersAround(stated->get<double>(), *field))
            if (mender.set(pointer, value)) break;
    }
    if (field != nullptr && stated->is_string())
        for (const std::string& choice : field->choices)
            mender.set(pointer, choice);
    if (stated != nullptr) mender.leaveOut(pointer);
    // A part that rules another one out may go as a whole.
    if (stated != nullptr)
        for (const RequestOption& part : removableAround(request, pointer, library, registry))
            mender.leaveOut(part.pointer);
    return mender.take();
}

std::vector<Mend> mendsOf(const Json& request, std::span<const Message> fixes, const Library& library,
                          const Registry& registry) {
    Mender mender(request, library, registry);
    for (const Message& fix : fixes)
        mender.addFix(fix);
    return mender.take();
}

} // namespace strata::design
