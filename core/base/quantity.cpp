// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace strata {
namespace {

constexpr bool kLargerIsBetter = false;

constexpr auto kQuantities = std::to_array<Quantity>({
    {"latency_s", "Latency", "s", "Time from the start to the last result."},
    {"energy_j", "Energy", "J", "Energy of all actions, with leakage where it is known."},
    {"cycles", "Cycles", "", "Clock cycles from the start to the last result."},
    {"utilization", "Utilization", "1", "Share of the multiply-accumulate slots that do useful work.", kLargerIsBetter},
    {"edp_js", "Energy-delay product", "J s", "Energy times latency."},
    {"macs", "MACs", "", "Multiply-accumulate operations of the layer."},
    {"memory_bytes", "Memory", "B", "Memory that must be held at once."},
    {"power_w", "Power", "W", "Energy divided by latency."},
    {"gamma", "Composition gap", "1",
     "Time of the model beyond the sum of its kernels, as a share of that sum; may be negative."},
    {"tokens_per_s", "Token rate", "tokens/s", "Tokens processed per second.", kLargerIsBetter},
    {"tokens_per_s_per_device", "Token rate of a device", "tokens/s",
     "Tokens per second divided by the number of devices.", kLargerIsBetter},
    {"largest_batch", "Largest batch", "", "Largest number of requests of these lengths that fit into memory.",
     kLargerIsBetter},
    {"devices", "Devices", "", "Number of devices that run the model together."},
    {"energy_per_token_j", "Energy per token", "J", "Energy of all devices divided by the number of output tokens."},
    {"kernels_s", "Sum of kernels", "s", "Time of all kernels, each timed by itself."},
    {"flop", "Arithmetic", "FLOP", "Floating-point operations that the shape demands; a multiply-add counts 2."},
    {"flop_per_s", "Arithmetic rate", "FLOP/s", "Operations that the shape demands, per second.", kLargerIsBetter},
    {"dram_bytes", "Memory traffic", "B", "Bytes between device memory and the chip."},
    {"buffer_bytes", "Peak buffer", "B", "Most bytes that the shared buffer on the chip holds at once."},
    {"l2_bytes", "L2 traffic", "B", "Bytes between L2 cache and SMs."},
    {"alone_s", "Latency timed alone", "s",
     "Time of one call as a stopwatch around it measures it, including the least time that the host needs."},
    {"slowdown", "Slowdown", "1", "Time beside other kernels divided by the time without them."},
    {"area_m2", "Area", "m2", "Silicon area of the levels whose area is known."},
    {"bandwidth_bytes_per_s", "Bandwidth", "B/s", "Bytes moved per second.", kLargerIsBetter},
    {"algorithm_bandwidth_bytes_per_s", "Algorithm bandwidth", "B/s", "Bytes of a collective divided by its time.",
     kLargerIsBetter},
    {"bus_bandwidth_bytes_per_s", "Bus bandwidth", "B/s", "Collective bandwidth per link.", kLargerIsBetter},
    {"requests_per_s", "Request rate", "requests/s", "Requests finished per second.", kLargerIsBetter},
    {"instructions_per_cycle", "Instructions per cycle", "", "Instructions divided by the cycles that they take.",
     kLargerIsBetter},
    {"macs_per_s", "MAC rate", "MACs/s", "Multiply-accumulates per second.", kLargerIsBetter},
    {"iteration_s", "Iteration time", "s", "Time of one training step."},
    {"iteration_p50_s", "Iteration, median", "s", "Median of the iteration time, including the spread of all devices."},
    {"iteration_p95_s", "Iteration, 95 %", "s", "95th percentile of the iteration time."},
    {"useful_share", "Useful time", "1", "Share of a long run that goes to steps that no failure undoes.",
     kLargerIsBetter},
    {"useful_tokens_per_s", "Useful token rate", "tokens/s", "Tokens of steps that no failure undoes, over a long run.",
     kLargerIsBetter},
    {"communication_s", "Communication", "s",
     "Time that the links of one device are busy in a training step, hidden behind kernels or not."},
    {"exposed_communication_s", "Exposed communication", "s",
     "Communication time of a training step that no kernel hides."},
    {"compute_to_communication", "Compute over communication", "1",
     "Time of the kernels of a training step divided by that of its communication, hidden or not.", kLargerIsBetter},
    {"mfu", "Model FLOP utilization", "1", "Share of the peak arithmetic rate that the model uses.", kLargerIsBetter},
    {"ttft_s", "Time to first token", "s", "Time from the arrival of a request to its first token."},
    {"tpot_s", "Time per output token", "s", "Mean time between the tokens of a request."},
    {"e2e_s", "End-to-end latency", "s", "Time from the arrival of a request to its last token."},
    {"e2e_p50_s", "End-to-end, median", "s", "Median of the end-to-end latency."},
    {"e2e_p90_s", "End-to-end, 90 %", "s", "90th percentile of the end-to-end latency."},
    {"e2e_p95_s", "End-to-end, 95 %", "s", "95th percentile of the end-to-end latency."},
    {"e2e_p99_s", "End-to-end, 99 %", "s", "99th percentile of the end-to-end latency."},
    {"ttft_p50_s", "First token, median", "s", "Median of the time to first token."},
    {"ttft_p90_s", "First token, 90 %", "s", "90th percentile of the time to first token."},
    {"ttft_p95_s", "First token, 95 %", "s", "95th percentile of the time to first token."},
    {"ttft_p99_s", "First token, 99 %", "s", "99th percentile of the time to first token."},
    {"tpot_p50_s", "Output token, median", "s", "Median of the time per output token."},
    {"tpot_p90_s", "Output token, 90 %", "s", "90th percentile of the time per output token."},
    {"tpot_p95_s", "Output token, 95 %", "s", "95th percentile of the time per output token."},
    {"tpot_p99_s", "Output token, 99 %", "s", "99th percentile of the time per output token."},
    {"queueing_s", "Queueing", "s", "Time from the arrival of a request to its first iteration."},
    {"queueing_p50_s", "Queueing, median", "s", "Median of the queueing time."},
    {"queueing_p90_s", "Queueing, 90 %", "s", "90th percentile of the queueing time."},
    {"queueing_p95_s", "Queueing, 95 %", "s", "95th percentile of the queueing time."},
    {"queueing_p99_s", "Queueing, 99 %", "s", "99th percentile of the queueing time."},
    {"goodput_per_s", "Goodput", "requests/s", "Requests per second that keep the service level.", kLargerIsBetter},
    {"goodput", "Service level kept", "1", "Share of the requests that keep the service level.", kLargerIsBetter},
    {"device_h_per_mtoken", "Device hours per million tokens", "h",
     "Hours for which all devices together are occupied by one million output tokens."},
    {"cost_per_mtoken", "Cost of a million tokens", "$",
     "Price of the devices while they produce one million output tokens."},
    {"preemptions", "Preemptions", "", "Number of times that a running request lost its cache."},
    {"busy", "Busy", "1", "Share of the time in which the replicas run an iteration.", kLargerIsBetter},
    {"tokens_per_pass", "Tokens of a pass", "", "Mean number of tokens that one pass over guesses gives a sequence.",
     kLargerIsBetter},
    {"transfer_s", "KV transfer", "s", "Time from the end of a prompt until its cache has reached the decoding pool."},
    {"swaps", "Swaps", "", "Number of times that the cache of a running request moved to host memory."},
    {"loaded_share", "Offloaded prefix hits", "1", "Share of the prompt tokens that came from host or remote memory.",
     kLargerIsBetter},
    {"mean_replicas", "Mean replicas", "", "Mean number of replicas over the simulated time."},
    {"failures", "Failures", "", "Number of failures of replicas."},
    {"cache_waste", "Waste of the KV cache", "1",
     "Share of the token slots in allocated blocks that hold no token, averaged over the iterations."},
    {"neighbour_alone_tpot_s", "Neighbour's token alone", "s",
     "Kernel time of a decode step of the neighbouring model when it has the device for itself."},
    {"neighbour_tpot_s", "Neighbour's token beside", "s",
     "Kernel time of a decode step of the neighbouring model beside the model that shares the device."},
    {"saturation_per_s", "Saturation", "requests/s", "Requests per second beyond which the queue grows.",
     kLargerIsBetter},
    {"capacity_per_s", "Capacity", "requests/s",
     "Highest rate at which the required share of the requests keeps the service level.", kLargerIsBetter},
    {"capacity_per_device_s", "Capacity of a device", "requests/s",
     "Capacity divided by the number of devices of all replicas.", kLargerIsBetter},
    {"running", "Running", "", "Number of requests that a replica decodes at the same time."},
    {"cached_share", "Prefix hits", "1", "Share of the prompt tokens that were found in the prefix cache.",
     kLargerIsBetter},
    {"level", "Level", "", "Level of the hierarchy, outermost first."},
    {"tensor", "Tensor", "", "Tensor of the layer."},
    {"kept", "Kept", "", "Whether the level holds the tensor or is bypassed."},
    {"tile_words", "Tile", "words", "Words that one instance must hold at once."},
    {"reads", "Reads", "words", "Words read per instance."},
    {"fills", "Fills", "words", "Words written per instance from the level outside."},
    {"updates", "Updates", "words", "Words written per instance from the level inside."},
    {"temporal_reductions", "Reductions", "words", "Partial sums added at the level, per instance."},
    {"instances_used", "Instances used", "", "Average number of instances that do something.", kLargerIsBetter},
    {"used_words", "Used", "words", "Words of the kept tiles."},
    {"capacity_words", "Capacity", "words", "Words that one instance may hold; empty where the level is unbounded.",
     kLargerIsBetter},
    {"occupancy", "Occupancy", "1", "Share of the capacity that the kept tiles use.", kLargerIsBetter},
    {"fanout_used_x", "Used along X", "", "Copies of the next level in use along X.", kLargerIsBetter},
    {"fanout_x", "Available along X", "", "Copies of the next level along X.", kLargerIsBetter},
    {"fanout_used_y", "Used along Y", "", "Copies of the next level in use along Y.", kLargerIsBetter},
    {"fanout_y", "Available along Y", "", "Copies of the next level along Y.", kLargerIsBetter},
    {"read_words_per_cycle", "Read demand", "words/cycle", "Words that one instance would read per cycle unthrottled."},
    {"read_limit_words_per_cycle", "Read limit", "words/cycle", "Words that one instance can read per cycle.",
     kLargerIsBetter},
    {"write_words_per_cycle", "Write demand", "words/cycle",
     "Words that one instance would write per cycle unthrottled."},
    {"write_limit_words_per_cycle", "Write limit", "words/cycle", "Words that one instance can write per cycle.",
     kLargerIsBetter},
    {"throttle", "Throttle", "1", "Share of its full speed that the level's bandwidth allows.", kLargerIsBetter},
    {"leakage_j", "Leakage", "J", "Energy that leaks while the layer runs."},
    {"limits", "Limits", "", "Property of the level that determines the number of cycles."},
    {"operator", "Operator", "", "Operator of the model with all of its copies."},
    {"class", "Class", "", "Class of operators with similar errors."},
    {"pass", "Pass", "", "Pass of a training step: forward, backward or update."},
    {"count", "Count", "", "Number of copies of the operator."},
    {"seconds", "Time", "s", "Time of all copies, each timed by itself."},
    {"low_s", "Lower end", "s", "Lower end of the 80 % interval."},
    {"high_s", "Upper end", "s", "Upper end of the 80 % interval."},
    {"limit", "Limit", "", "Resource that limits the kernel."},
    {"tile", "Tile", "", "Rows and columns of the result that one thread block computes."},
    {"waves", "Waves", "", "Rounds in which the SMs work off all tiles."},
    {"blocks_per_sm", "Blocks per SM", "", "Number of thread blocks that one SM holds at the same time.",
     kLargerIsBetter},
    {"quantity", "Quantity", "", "Quantity that the row states."},
    {"value", "Value", "", "Value in its unit."},
    {"unit", "Unit", "", "Unit of the value."},
    {"nominal", "Nominal", "/s", "FLOP/s or bytes/s according to the datasheet.", kLargerIsBetter},
    {"sustained", "Sustained", "/s", "FLOP/s or bytes/s that a large kernel reaches.", kLargerIsBetter},
    {"group", "Group", "", "Rows that share one value of the key."},
    {"id", "Row", "", "File and line in the reference data."},
    {"op", "Operator", "", "Operator class."},
    {"device", "Device", "", "Name of the device in the catalog."},
    {"dtype", "Type", "", "Number format."},
    {"split", "Split", "", "Whether the row was set aside for tests."},
    {"seen", "Seen", "", "Whether coefficients were fitted to this device."},
    {"rows", "Rows", "", "Number of rows in the group."},
    {"mape", "MAPE", "1", "Mean absolute relative error."},
    {"median", "Median", "1", "Median of the absolute relative error."},
    {"p95", "95 %", "1", "95th percentile of the absolute relative error."},
    {"bias", "Bias", "1", "Mean signed relative error."},
    {"spearman", "Rank correlation", "1", "Spearman's rank correlation; 1 where the predicted order is right.",
     kLargerIsBetter},
    {"coverage80", "Inside interval", "1", "Share of measurements inside the 80 % interval.", kLargerIsBetter},
    {"measured", "Measured", "", "Value in the reference data."},
    {"predicted", "Predicted", "", "Value that the method predicts."},
    {"ratio", "Predicted / measured", "1", "Predicted value divided by the measured value."},
    {"share", "Share", "", "Share of the variance; in the rows called sigma and bias, a relative error."},
});

struct Prefix {
    double factor;
    std::string_view symbol;
};
constexpr auto kDecimal = std::to_array<Prefix>({{1e18, "E"},
                                                 {1e15, "P"},
                                                 {1e12, "T"},
                                                 {1e9, "G"},
                                                 {1e6, "M"},
                                                 {1e3, "k"},
                                                 {1.0, ""},
                                                 {1e-3, "m"},
                                                 {1e-6, "µ"},
                                                 {1e-9, "n"},
                                                 {1e-12, "p"},
                                                 {1e-15, "f"},
                                                 {1e-18, "a"}});
constexpr auto kBinary = std::to_array<Prefix>(
    {{0x1p60, "Ei"}, {0x1p50, "Pi"}, {0x1p40, "Ti"}, {0x1p30, "Gi"}, {0x1p20, "Mi"}, {0x1p10, "Ki"}, {1.0, ""}});

/// Scientific where no prefix reaches.
std::string scientific(double value, int digits) {
    std::array<char, 64> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, digits - 1);
    return {text.data(), end.ptr};
}

/// Fixed notation with that many significant digits: 6.3935 -> "6.39", 999.96 -> "1000".
std::string significant(double value, int digits) {
    // The exponent after rounding decides how many decimals are left.
    const std::string rounded = scientific(value, digits);
    int exponent = 0;
    const std::size_t at = rounded.find('e') + (rounded.find("e+") == std::string::npos ? 1 : 2);
    std::from_chars(rounded.data() + at, rounded.data() + rounded.size(), exponent);
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed,
                                   std::clamp(digits - 1 - exponent, 0, 20));
    return {text.data(), end.ptr};
}

/// Half a unit of the last digit below a prefix already rounds up to it: 999,999 is "1.00 M", never "1000 k".
template <std::size_t N>
const Prefix* prefixFor(const std::array<Prefix, N>& prefixes, double magnitude, int digits) {
    const double rounding = 1.0 - 0.5 * std::pow(10.0, -digits);
    for (const Prefix& prefix : prefixes) {
        if (magnitude >= prefix.factor * rounding) return &prefix;
    }
    return nullptr;
}

/// Units that start with a word, "requests/s": a prefix would run into it.
bool isWord(std::string_view unit) { return unit.ends_with("/s") && unit.find("s/") != std::string_view::npos; }

std::string join(std::string number, std::string_view prefix, std::string_view unit) {
    if (!prefix.empty() || !unit.empty()) number += ' ';
    number += prefix;
    if (!prefix.empty() && isWord(unit)) number += ' ';
    // "12.3 /s" reads better than "12.3 1/s".
    number += unit.starts_with("1/") ? unit.substr(1) : unit;
    return number;
}

} // namespace

std::span<const Quantity> quantities() { return kQuantities; }

const Quantity* findQuantity(std::string_view name) {
    const auto* const found =
        std::find_if(kQuantities.begin(), kQuantities.end(), [name](const Quantity& q) { return q.name == name; });
    return found == kQuantities.end() ? nullptr : found;
}

std::size_t quantityRank(std::string_view name) {
    const Quantity* const found = findQuantity(name);
    return found == nullptr ? kQuantities.size() : static_cast<std::size_t>(found - kQuantities.data());
}

std::string formatQuantity(double value, std::string_view unit, int digits) {
    if (std::isnan(value)) return "–";
    if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
    if (unit == "1") return join(significant(value * 100.0, digits), "", "%");
    if (unit == "pJ") return formatQuantity(value * 1e-12, "J", digits); // a unit has one prefix, never two
    if (unit == "m2") {                                                  // chips are measured in square millimetres
        const double area = value * 1e6;
        const bool readable = area == 0.0 || (std::abs(area) >= 1e-3 && std::abs(area) < 1e6);
        return join(readable ? significant(area, digits) : scientific(area, digits), "", "mm2");
    }
    if (value == 0.0) return join("0", "", unit);
    const double magnitude = std::abs(value);
    const bool bytes = unit.starts_with("B");
    const Prefix* prefix = bytes ? prefixFor(kBinary, magnitude, digits) : prefixFor(kDecimal, magnitude, digits);
    // Squared units would need squared prefixes; words per cycle, money and hours read best plain, and nobody counts
    // kiloseconds.
    // Half an instruction is no "500 m": counts have prefixes for thousands only.
    const bool small_count = (unit.empty() || unit == "words" || unit == "cycles") && magnitude < 1.0;
    const bool plain = small_count || unit.find('2') != std::string_view::npos ||
                       unit.find("cycle") != std::string_view::npos || unit.starts_with('$') || unit == "h" ||
                       (unit == "s" && magnitude >= 1e3) || (isWord(unit) && magnitude < 1e3);
    if (plain && magnitude >= 1e-3 && magnitude < 1e6) return join(significant(value, digits), "", unit);
    if (plain || prefix == nullptr) return join(scientific(value, digits), "", unit);
    if (magnitude / prefix->factor >= 1e4) return join(scientific(value, digits), "", unit);
    return join(significant(value / prefix->factor, digits), prefix->symbol, unit);
}

std::string formatExact(double value, std::string_view unit) {
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return join(std::string(text.data(), end.ptr), "", unit);
}

std::string formatCount(double value) {
    if (!std::isfinite(value)) return formatQuantity(value, "");
    constexpr double kExact = 1e15; // beyond, decimals are below the resolution anyway
    if (std::abs(value) >= kExact) return scientific(value, 6);
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 4);
    std::string digits(text.data(), end.ptr);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::size_t first = digits.front() == '-' ? 1 : 0;
    for (std::size_t i = point; i > first + 3;)
        digits.insert(i -= 3, 1, ',');
    return digits;
}

} // namespace strata
