// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/kineto/kineto_events.h"

#include "core/base/json.h"

#include <charconv>
#include <cmath>
#include <istream>
#include <nlohmann/json.hpp>
#include <vector>

namespace strata::exchange {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kLongestList = 4096; ///< of shapes and types as text; what is longer is not kept

/// Where in a document the parser stands. The levels of an event are counted from the event's own.
enum class Place : std::uint8_t { Elsewhere, Event, Arguments, Header, DeviceList };

using Visit = std::function<Result<void>(const KinetoEvent&, std::size_t)>;

/// Follows the document and keeps one event at a time.
class EventReader final : public nlohmann::json_sax<Json> {
public:
    EventReader(KinetoHeader& header, const Visit& visit) : header_(header), visit_(visit) {}

    bool null() override {
        separate();
        return true;
    }
    bool boolean(bool value) override { return number(value ? 1.0 : 0.0); }
    bool number_integer(number_integer_t value) override { return number(static_cast<double>(value)); }
    bool number_unsigned(number_unsigned_t value) override {
        if (place() == Place::Arguments) identifier(value);
        return number(static_cast<double>(value));
    }
    bool number_float(number_float_t value, const string_t&) override { return number(value); }
    bool string(string_t& value) override;
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(false); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(true); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        key_ = std::move(name);
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const Json::exception&) override {
        error_ = {"malformed-json",
                  {},
                  {"error.byte-does-not-fit-into-json", {{"byte", position}}},
                  {"accepted.json-of-pytorch-profiler"},
                  {}};
        return false;
    }

    const Error& error() const { return error_; }
    bool failed() const { return !error_.code.empty(); }
    bool hasEvents() const { return has_events_; }

private:
    struct Level {
        Place place = Place::Elsewhere;
        bool list = false;
        bool events = false; ///< the list of events
    };

    Place place() const { return levels_.empty() ? Place::Elsewhere : levels_.back().place; }
    bool number(double value);
    void identifier(std::uint64_t value);
    bool open(bool list);
    bool close();
    Place placeOf(bool list) const;
    void setText(std::string& value);
    void setNumber(double value);
    void setDigits(std::string_view value);
    double* argument(std::string_view name);
    std::string* listText();
    void separate();
    void append(std::string_view piece);

    KinetoHeader& header_;
    const Visit& visit_;
    std::vector<Level> levels_;
    std::string key_, list_key_; ///< list_key_: of the argument whose list is open
    std::size_t list_depth_ = 0; ///< levels of that list
    std::size_t item_ = 0;
    bool list_fresh_ = true; ///< nothing stands yet in the innermost list
    KinetoEvent event_;
    std::size_t events_ = 0;
    bool has_events_ = false;
    Error error_;
};

Place EventReader::placeOf(bool list) const {
    if (levels_.empty()) return Place::Elsewhere;
    const Level& outer = levels_.back();
    if (outer.events && !list) return Place::Event;
    if (outer.place == Place::Event && key_ == "args" && !list) return Place::Arguments;
    if (levels_.size() != 1 || outer.list) {
        const bool device = outer.place == Place::DeviceList && outer.list && header_.device.empty();
        return device && !list ? Place::DeviceList : Place::Elsewhere;
    }
    if (key_ == "distributedInfo" && !list) return Place::Header;
    return key_ == "deviceProperties" && list ? Place::DeviceList : Place::Elsewhere;
}

bool EventReader::open(bool list) {
    if (levels_.size() >= kDeepest) {
        error_ = {"malformed-trace", {}, {"error.trace-nested-too-deep"}, {"accepted.at-most-64-levels"}, {}};
        return false;
    }
    if (list_depth_ > 0 || (place() == Place::Arguments && list)) {
        if (list_depth_ == 0) {
            list_key_ = key_;
            item_ = 0;
        } else {
            separate();
        }
        append("[");
        list_fresh_ = true;
        ++list_depth_;
        levels_.push_back({});
        levels_.back().list = list;
        return true;
    }
    Level level;
    level.place = placeOf(list);
    level.list = list;
    level.events = list && (levels_.empty() || (levels_.size() == 1 && !levels_[0].list && key_ == "traceEvents"));
    has_events_ |= level.events;
    if (level.place == Place::Event) event_ = {};
    levels_.push_back(level);
    return true;
}

bool EventReader::close() {
    const Level level = levels_.back();
    levels_.pop_back();
    if (list_depth_ > 0) {
        append("]");
        --list_depth_;
        list_fresh_ = false;
        return true;
    }
    if (level.place != Place::Event) return true;
    auto visited = visit_(event_, events_++);
    if (!visited) error_ = visited.error();
    return static_cast<bool>(visited);
}

std::string* EventReader::listText() {
    if (list_key_ == "Input Dims") return &event_.shapes;
    return list_key_ == "Input type" ? &event_.types : nullptr;
}

void EventReader::append(std::string_view piece) {
    std::string* const text = listText();
    if (text != nullptr && text->size() <= kLongestList) *text += piece;
}

/// A comma between the members of a list.
void EventReader::separate() {
    if (list_depth_ == 0) return;
    if (!list_fresh_) append(",");
    list_fresh_ = false;
}

bool EventReader::number(double value) {
    if (!std::isfinite(value)) value = 0.0;
    if (list_depth_ > 0) {
        separate();
        if (listText() != nullptr)
            append(Json(value == std::floor(value) && std::abs(value) < 1e15 ? Json(static_cast<std::int64_t>(value))
                                                                             : Json(value))
                       .dump());
        if (list_depth_ == 1 && item_ < 3) {
            if (list_key_ == "grid") event_.grid[item_] = value;
            if (list_key_ == "block") event_.block[item_] = value;
        }
        ++item_;
        return true;
    }
    setNumber(value);
    return true;
}

void EventReader::identifier(std::uint64_t value) {
    if (list_depth_ > 0) return;
    if (key_ == "correlation") event_.correlation = value;
    if (key_ == "External id" || key_ == "external id") event_.external_id = value;
}

double* EventReader::argument(std::string_view name) {
    if (name == "device") return &event_.device;
    if (name == "stream") return &event_.stream;
    if (name == "registers per thread") return &event_.registers;
    if (name == "shared memory") return &event_.shared_bytes;
    if (name == "bytes") return &event_.bytes;
    if (name == "In msg nelems") return &event_.elements_in;
    if (name == "Out msg nelems") return &event_.elements_out;
    return name == "Group size" ? &event_.ranks : nullptr;
}

void EventReader::setNumber(double value) {
    switch (place()) {
    case Place::Event:
        if (key_ == "ts") event_.start_us = value, event_.has_start = true;
        if (key_ == "dur") event_.duration_us = value;
        if (key_ == "tid") event_.thread = std::to_string(static_cast<std::int64_t>(std::fmod(value, 1e15)));
        return;
    case Place::Arguments:
        if (double* const number = argument(key_)) *number = value;
        return;
    case Place::Header:
        if (key_ == "rank") header_.rank = value;
        if (key_ == "world_size") header_.ranks = value;
        return;
    default: return;
    }
}

/// Old profilers quote identifiers.
void EventReader::setDigits(std::string_view value) {
    std::uint64_t number = 0;
    const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (failure != std::errc() || end != value.data() + value.size()) return;
    identifier(number);
    setNumber(static_cast<double>(number));
}

bool EventReader::string(string_t& value) {
    if (list_depth_ > 0) {
        separate();
        append(value);
        return true;
    }
    setText(value);
    return true;
}

void EventReader::setText(std::string& value) {
    switch (place()) {
    case Place::Event:
        if (key_ == "ph")
            event_.phase = std::move(value);
        else if (key_ == "cat")
            event_.category = std::move(value);
        else if (key_ == "name")
            event_.name = std::move(value);
        else if (key_ == "tid")
            event_.thread = std::move(value);
        return;
    case Place::Arguments:
        if (key_ == "Collective name")
            event_.collective = std::move(value);
        else if (key_ == "Process Group Name")
            event_.group = std::move(value);
        else if (key_ == "dtype")
            event_.element = std::move(value);
        else
            setDigits(value);
        return;
    case Place::DeviceList:
        if (key_ == "name" && header_.device.empty()) header_.device = std::move(value);
        return;
    default: return;
    }
}

} // namespace

Result<KinetoHeader> visitKinetoEvents(std::istream& stream, std::string_view file, const Visit& visit) {
    KinetoHeader header;
    EventReader reader(header, visit);
    const bool whole = Json::sax_parse(stream, &reader);
    if (reader.failed()) {
        Error error = reader.error();
        error.file = file;
        return error;
    }
    if (!whole || !reader.hasEvents()) {
        return Error{"malformed-trace",
                     "/traceEvents",
                     {"error.trace-has-no-list-events"},
                     {"accepted.trace-pytorch-s-profiler"},
                     std::string(file)};
    }
    return header;
}

} // namespace strata::exchange
