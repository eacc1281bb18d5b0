// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/request_options.h"

#include "core/evaluate/kind.h"
#include "core/evaluate/set_values.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace strata {
namespace {

constexpr const char* kFurther = "further"; ///< of a start: what its object does not state at first

/// What a part is added with; null where it follows another one that the request does not state.
std::shared_ptr<const Json> firstOf(const Json& start, const Json& request) {
    Json own = start;
    if (own.is_object()) own.erase(kFurther);
    if (own.is_string() && own.get_ref<const std::string&>().starts_with('=')) {
        const Json* followed = findPointer(request, own.get_ref<const std::string&>().substr(1));
        if (followed == nullptr) return nullptr;
        own = *followed;
    }
    return std::make_shared<const Json>(std::move(own));
}

/// The start of a member, among those that come with the object or later.
const Json* startOf(const Json& starts, const std::string& key) {
    if (const auto further = starts.find(kFurther); further != starts.end()) {
        if (const auto found = further->find(key); found != further->end()) return &*found;
    }
    const auto found = starts.find(key);
    return found == starts.end() ? nullptr : &*found;
}

void collectAbsent(const ObjectSchema& schema, const Json& request, const Json& starts, const std::string& pointer,
                   std::vector<RequestOption>& options) {
    static const Json nothing = Json::object();
    const Json* stated = findPointer(request, pointer);
    if (stated == nullptr) stated = &nothing;
    for (const Field& field : schema.fields) {
        const Json* start = startOf(starts, field.key);
        if (start == nullptr) continue;
        const std::string place = pointer + "/" + pointerStep(field.key);
        const auto present = stated->find(field.key);
        if (present == stated->end()) {
            options.push_back(
                {place, schema.title, field.title, field.help, firstOf(*start, request), field.fallback, field.unit});
        } else if (field.type == Field::Type::Object && field.object && present->is_object() && start->is_object()) {
            collectAbsent(*field.object, request, *start, place, options);
        }
    }
}

/// The steps of a pointer as pointers: "/plan", "/plan/slo", "/plan/slo/ttft_s".
std::vector<std::string> waypoints(std::string_view pointer) {
    std::vector<std::string> ways;
    for (std::size_t end = pointer.find('/', 1); end != std::string_view::npos; end = pointer.find('/', end + 1))
        ways.emplace_back(pointer.substr(0, end));
    ways.emplace_back(pointer);
    return ways;
}

} // namespace

std::vector<RequestOption> optionsOf(const Json& request, const Library& library, const Registry& registry) {
    const auto parsed = parseRequest(request, registry);
    const auto shown = parsed ? parametersOf(request, library, registry) : Result<std::vector<Parameter>>(Error{});
    if (!shown) return {};
    std::vector<RequestOption> options;
    if (parsed->kind->starts == nullptr) return {};
    const ObjectSchema& schema = parsed->kind->schema();
    for (const char* key : {"workload", "plan"}) {
        const Json& starts = parsed->kind->starts();
        if (!starts.contains(key)) continue;
        collectAbsent(*schema.find(key)->object, request, starts[key], std::string("/") + key, options);
    }
    if (parsed->kind->held != nullptr) {
        for (RequestOption& option : options) {
            if (const auto held = parsed->kind->held(request, option.pointer))
                option.start = std::make_shared<const Json>(static_cast<std::int64_t>(*held));
        }
    }
    std::erase_if(options, [&](const RequestOption& option) {
        const bool is_shown = std::ranges::find(*shown, option.pointer, &Parameter::pointer) != shown->end();
        return is_shown || !option.start || !setParameter(request, option.pointer, *option.start, library, registry);
    });
    return options;
}

std::vector<RequestOption> removableAround(const Json& request, std::string_view pointer, const Library& library,
                                           const Registry& registry) {
    const auto parsed = parseRequest(request, registry);
    if (!parsed) return {};
    std::vector<RequestOption> parts;
    for (const std::string& place : waypoints(pointer)) {
        const Field* field = fieldAt(parsed->kind->schema(), place);
        if (field == nullptr || field->required || std::ranges::count(place, '/') < 2) continue;
        if (!withoutOption(request, place, library, registry)) continue;
        RequestOption part{place,
                           {},
                           field->title,
                           field->help,
                           std::make_shared<const Json>(*findPointer(request, place)),
                           field->fallback,
                           field->unit};
        parts.insert(parts.begin(), std::move(part));
    }
    return parts;
}

Result<Json> withoutOption(const Json& request, std::string_view pointer, const Library& library,
                           const Registry& registry) {
    if (findPointer(request, pointer) == nullptr)
        return Error{
            "bad-pointer", std::string(pointer), {"error.request-does-not-state"}, {"accepted.part-states"}, {}};
    Json changed = request;
    removePointer(changed, pointer);
    if (auto resolves = checkResolves(changed, library, registry); !resolves) return resolves.error();
    return changed;
}

} // namespace strata
