// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/kineto/kineto_trace.h"

#include "core/exchange/chakra/packed_stream.h"
#include "core/exchange/kineto/kineto_events.h"

#include <algorithm>
#include <cmath>
#include <istream>
#include <map>
#include <sstream>
#include <unordered_map>

namespace strata::exchange {
namespace {

constexpr double kLatestUs = 1e17;
constexpr double kMostCount = 4294967295.0;
constexpr double kMostMoved = 1e18; ///< bytes or elements of one event
constexpr std::size_t kMostEvents = std::size_t{1} << 26;
constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 30;

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

/// What the categories of all versions of the profiler mean.
enum class Category : std::uint8_t { Other, Kernel, Copy, Set, Call, Operator, Range };

Category categoryOf(const std::string& written) {
    static const std::map<std::string, Category, std::less<>> known{
        {"kernel", Category::Kernel},    {"gpu_memcpy", Category::Copy},   {"memcpy", Category::Copy},
        {"gpu_memset", Category::Set},   {"memset", Category::Set},        {"cuda_runtime", Category::Call},
        {"cuda_driver", Category::Call}, {"hip_runtime", Category::Call},  {"runtime", Category::Call},
        {"cpu_op", Category::Operator},  {"operator", Category::Operator}, {"user_annotation", Category::Range},
    };
    const auto found = known.find(lowered(written));
    return found == known.end() ? Category::Other : found->second;
}

std::uint32_t count(double value) {
    return static_cast<std::uint32_t>(std::clamp(std::isnan(value) ? 0.0 : value, 0.0, kMostCount));
}

/// Keeps what is needed of each event.
class Collector {
public:
    explicit Collector(std::string_view file) { trace_.file = file; }

    Result<void> add(const KinetoEvent& event, std::size_t number) {
        if (event.phase != "X") return {};
        const Category category = categoryOf(event.category);
        // Newer profilers repeat the range where the device's work of the step lies.
        const bool step = event.name.starts_with("ProfilerStep#") && !lowered(event.category).starts_with("gpu");
        if (category == Category::Other && !step) return {};
        if (!event.has_start || !(std::abs(event.start_us) <= kLatestUs))
            return refuse(number, "ts", event.name, event.start_us, {"accepted.microseconds"});
        if (!(event.duration_us >= 0.0 && event.duration_us <= kLatestUs))
            return refuse(number, "dur", event.name, event.duration_us, {"accepted.microseconds-from-0-on"});
        for (const auto& [field, value] : {std::pair{"bytes", event.bytes},
                                           {"In msg nelems", event.elements_in},
                                           {"Out msg nelems", event.elements_out}})
            if (!(value <= kMostMoved))
                return refuse(number, field, event.name, value, {"accepted.from-0", {{"most", kMostMoved}}});
        if (trace_.work.size() + trace_.calls.size() + trace_.ops.size() > kMostEvents)
            return Error{
                "too-large", {}, {"error.trace-has-too-many-events"}, {"accepted.at-most-67-108-864"}, trace_.file};
        keep(event, step ? Category::Range : category, step);
        return {};
    }

    Result<KinetoTrace> finish(const KinetoHeader& header);

private:
    Error refuse(std::size_t number, const char* field, const std::string& name, double value, Message expected) const {
        return {"bad-value",
                "/traceEvents/" + std::to_string(number) + "/" + field,
                {"error.event-field-is",
                 {{"event", number}, {"name", name.substr(0, 60)}, {"field", field}, {"value", value}}},
                std::move(expected),
                trace_.file};
    }

    void keep(const KinetoEvent& event, Category category, bool step);
    void keepOp(const KinetoEvent& event);
    void keepWork(const KinetoEvent& event, Category category);
    std::uint32_t text(const std::string& value);
    void link();
    void rebase();

    KinetoTrace trace_;
    std::unordered_map<std::string, std::uint32_t> places_{{"", 0}};
    std::unordered_map<std::uint64_t, std::uint32_t> op_of_; ///< external id to place in ops
    std::vector<std::uint64_t> external_;                    ///< of each device work
};

std::uint32_t Collector::text(const std::string& value) {
    const auto [found, added] = places_.emplace(value, static_cast<std::uint32_t>(trace_.texts.size()));
    if (added) trace_.texts.push_back(value);
    return found->second;
}

HostOp opOf(const KinetoEvent& event) {
    HostOp op;
    op.external_id = event.external_id;
    op.elements_in = std::max(0.0, event.elements_in);
    op.elements_out = std::max(0.0, event.elements_out);
    op.ranks = count(event.ranks);
    return op;
}

void Collector::keepOp(const KinetoEvent& event) {
    if (event.external_id == 0 || (event.shapes.empty() && event.collective.empty())) return;
    HostOp op = opOf(event);
    op.name = text(event.name);
    op.shapes = text(event.shapes);
    op.types = text(event.types);
    op.collective = text(event.collective);
    op.group = text(event.group);
    op.element = text(event.element);
    op_of_[event.external_id] = static_cast<std::uint32_t>(trace_.ops.size());
    trace_.ops.push_back(op);
}

void Collector::keepWork(const KinetoEvent& event, Category category) {
    DeviceWork work;
    work.kind = category == Category::Copy  ? DeviceWork::Kind::Copy
                : category == Category::Set ? DeviceWork::Kind::Set
                                            : DeviceWork::Kind::Kernel;
    work.start_s = event.start_us;
    work.duration_s = event.duration_us;
    work.name = text(event.name);
    work.device = count(event.device);
    work.stream = count(event.stream);
    work.correlation = event.correlation;
    for (std::size_t i = 0; i < 3; ++i) {
        work.grid[i] = count(event.grid[i]);
        work.block[i] = count(event.block[i]);
    }
    work.registers = count(event.registers);
    work.shared_bytes = count(event.shared_bytes);
    work.bytes = std::max(0.0, event.bytes);
    if (!event.collective.empty()) { // newer profilers tell it with the kernel as well
        HostOp op = opOf(event);
        op.name = work.name;
        op.collective = text(event.collective);
        op.group = text(event.group);
        op.element = text(event.element);
        work.op = static_cast<std::uint32_t>(trace_.ops.size());
        trace_.ops.push_back(op);
    }
    trace_.work.push_back(work);
    external_.push_back(event.external_id);
}

void Collector::keep(const KinetoEvent& event, Category category, bool step) {
    switch (category) {
    case Category::Operator: return keepOp(event);
    case Category::Range:
        if (step) trace_.steps.push_back({event.start_us, event.duration_us, text(event.name)});
        return;
    case Category::Call:
        trace_.calls.push_back(
            {event.start_us, event.duration_us, text(event.name), text(event.thread), event.correlation});
        return;
    default: return keepWork(event, category);
    }
}

void Collector::link() {
    for (std::size_t i = 0; i < trace_.work.size(); ++i) {
        if (trace_.work[i].op != 0) continue;
        const auto found = op_of_.find(external_[i]);
        if (found != op_of_.end()) trace_.work[i].op = found->second;
    }
}

/// Microseconds of the machine to seconds since the first event.
void Collector::rebase() {
    double first = std::numeric_limits<double>::infinity();
    const auto visit = [&](auto&& change) {
        for (auto& one : trace_.work)
            change(one);
        for (auto& call : trace_.calls)
            change(call);
        for (auto& step : trace_.steps)
            change(step);
    };
    visit([&](const auto& one) { first = std::min(first, one.start_s); });
    visit([&](auto& one) {
        one.start_s = (one.start_s - first) * 1e-6;
        one.duration_s *= 1e-6;
    });
    const auto earlier = [](const auto& a, const auto& b) { return a.start_s < b.start_s; };
    std::stable_sort(trace_.work.begin(), trace_.work.end(), earlier);
    std::stable_sort(trace_.calls.begin(), trace_.calls.end(), earlier);
    std::stable_sort(trace_.steps.begin(), trace_.steps.end(), earlier);
}

Result<KinetoTrace> Collector::finish(const KinetoHeader& header) {
    if (trace_.work.empty()) {
        return Error{"malformed-trace",
                     "/traceEvents",
                     {"error.trace-has-no-work-device"},
                     {"accepted.events-category-kernel-recorded-with-profileractivity"},
                     trace_.file};
    }
    trace_.device = header.device;
    trace_.rank = count(header.rank);
    trace_.ranks = count(header.ranks);
    link();
    rebase();
    return std::move(trace_);
}

Result<KinetoTrace> collect(std::istream& stream, std::string_view file) {
    Collector collector(file);
    const auto header = visitKinetoEvents(
        stream, file, [&](const KinetoEvent& event, std::size_t number) { return collector.add(event, number); });
    if (!header) return header.error();
    return collector.finish(*header);
}

} // namespace

Result<KinetoTrace> parseKineto(std::string_view text, std::string_view file) {
    std::istringstream stream{std::string(text)};
    return collect(stream, file);
}

Result<KinetoTrace> readKineto(const std::filesystem::path& path) {
    const std::string file = path.string();
    PackedBuffer buffer(path);
    buffer.stopAt(kMostBytes);
    std::istream stream(&buffer);
    if (!buffer.isOpen() || std::filesystem::is_directory(path))
        return Error{"unreadable-file", {}, {"error.cannot-read-trace"}, {"accepted.file"}, file};
    auto trace = collect(stream, file);
    if (buffer.isTooLarge())
        return Error{"too-large", {}, {"error.trace-too-large"}, {"accepted.at-most-16-gib"}, file};
    if (buffer.isDamaged())
        return Error{"malformed-trace", {}, {"error.compressed-data-damaged"}, {"accepted.whole-gzip-file"}, file};
    return trace;
}

} // namespace strata::exchange
