// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/exchange/csv.h"
#include "core/exchange/timings/number_cell.h"
#include "core/exchange/timings/tool_timings.h"

#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace strata::exchange {
namespace {

using Sizes = std::vector<std::vector<double>>;

Error error(const char* code, Message text, Message expected, std::string_view file) {
    return {code, "", std::move(text), std::move(expected), std::string(file)};
}

/// What stands between "name" and the next ", " or the end.
std::string_view nameOf(std::string_view range) {
    if (range.starts_with(":")) range.remove_prefix(1); // the domain that NVTX uses where a program names none
    return range.substr(0, range.find(", "));
}

/// "aten::mm, op_id = 7, sizes = [[8, 16], [16, 4]]" of torch.autograd.profiler.emit_nvtx(record_shapes=True). Nothing
/// where the range states no sizes.
std::optional<Sizes> sizesOf(std::string_view range) {
    constexpr std::string_view kBegin = "sizes = ";
    const std::size_t begin = range.find(kBegin);
    if (begin == std::string_view::npos) return std::nullopt;
    std::string_view text = range.substr(begin + kBegin.size());
    int depth = 0;
    std::size_t end = 0;
    for (; end < text.size(); ++end) {
        if (text[end] == '[') ++depth;
        if (text[end] == ']' && --depth == 0) break;
    }
    if (end == text.size()) return std::nullopt;
    const auto lists = parseJson(text.substr(0, end + 1));
    if (!lists || !lists->is_array()) return std::nullopt;
    Sizes sizes;
    for (const Json& list : *lists) {
        if (!list.is_array()) return std::nullopt;
        auto& size = sizes.emplace_back();
        for (const Json& extent : list) {
            constexpr double kMost = 1e12;
            if (!extent.is_number() || !(extent.get<double>() >= 1) || extent.get<double>() > kMost)
                return std::nullopt;
            size.push_back(extent.get<double>());
        }
    }
    return sizes;
}

std::string idOf(std::string_view range) {
    constexpr std::string_view kBegin = "op_id = ";
    const std::size_t begin = range.find(kBegin);
    if (begin == std::string_view::npos) return {};
    const std::string_view rest = range.substr(begin + kBegin.size());
    return std::string(rest.substr(0, rest.find_first_not_of("0123456789")));
}

double product(const std::vector<double>& size, std::size_t last) {
    double all = 1;
    for (std::size_t i = 0; i < last; ++i)
        all *= size[i];
    return all;
}

/// A x B of matrices, or of batches of them.
bool multiply(const std::vector<double>& a, const std::vector<double>& b, KernelTiming& kernel) {
    const std::size_t rank = a.size();
    if (rank < 2 || rank > 3 || b.size() != rank || a[rank - 1] != b[rank - 2]) return false;
    if (rank == 3 && a[0] != b[0]) return false;
    kernel.op = "matmul";
    kernel.sizes = {{"m", a[rank - 2]}, {"n", b[rank - 1]}, {"k", a[rank - 1]}};
    if (rank == 3) kernel.sizes.emplace_back("batch", a[0]);
    return true;
}

/// The operators of PyTorch that are one kernel of a request; false for all others.
bool describe(std::string_view name, const Sizes& sizes, KernelTiming& kernel) {
    const auto rowsAndColumns = [&](const char* op) {
        constexpr double kMostRows = 1e15;
        if (sizes.empty() || sizes[0].empty()) return false;
        const double rows = product(sizes[0], sizes[0].size() - 1);
        if (rows > kMostRows) return false;
        kernel.op = op;
        kernel.sizes = {{"rows", rows}, {"cols", sizes[0].back()}};
        return true;
    };
    if (name == "aten::mm" || name == "aten::bmm") return sizes.size() >= 2 && multiply(sizes[0], sizes[1], kernel);
    if (name == "aten::addmm" || name == "aten::baddbmm")
        return sizes.size() >= 3 && multiply(sizes[1], sizes[2], kernel);
    if (name == "aten::_softmax") return rowsAndColumns("softmax");
    if (name == "aten::native_layer_norm") return rowsAndColumns("layernorm");
    return false;
}

/// Times of a range add up: Nsight Compute lists each of its kernels.
class Collector {
public:
    void add(std::size_t line, std::string_view range, double seconds) {
        KernelTiming kernel;
        kernel.line = line;
        const auto sizes = sizesOf(range);
        const std::string_view name = nameOf(range);
        if (!sizes || !describe(name, *sizes, kernel)) {
            ++profile_.left_out[std::string(sizes ? name : std::string_view())];
            return;
        }
        const std::string id = idOf(range);
        if (!id.empty()) {
            const auto [place, first] = places_.emplace(std::string(name) + " " + id, profile_.kernels.size());
            if (!first) {
                profile_.kernels[place->second].seconds += seconds;
                return;
            }
        }
        kernel.seconds = seconds;
        profile_.kernels.push_back(std::move(kernel));
    }
    ProfiledKernels take() { return std::move(profile_); }

private:
    ProfiledKernels profile_;
    std::map<std::string, std::size_t> places_;
};

struct Unit {
    std::string_view name;
    double seconds;
};
constexpr std::array kUnits{Unit{"ns", 1e-9}, Unit{"nsecond", 1e-9}, Unit{"us", 1e-6}, Unit{"usecond", 1e-6},
                            Unit{"ms", 1e-3}, Unit{"msecond", 1e-3}, Unit{"s", 1.0},   Unit{"second", 1.0}};

Result<double> secondsOf(std::string_view unit, std::string_view file) {
    for (const Unit& known : kUnits)
        if (known.name == unit) return known.seconds;
    return error("bad-value", {"error.unit-of-time-not-known", {{"unit", unit}}}, {"accepted.units-of-time"}, file);
}

Error badTime(std::size_t line, std::string_view text, std::string_view file) {
    return error("bad-value", {"error.line-field-is-word", {{"line", line}, {"field", "duration"}, {"value", text}}},
                 {"accepted.number-above-0"}, file);
}

/// Seconds above 0; nothing where the cell states none.
std::optional<double> durationOf(std::string_view cell, double unit_s) {
    const auto number = numberOf(cell);
    return number && *number * unit_s > 0 ? std::optional(*number * unit_s) : std::nullopt;
}

/// `nsys stats --report nvtx_gpu_proj_trace --format csv`: when the kernels of a range ran.
Result<ProfiledKernels> fromSystems(const CsvTable& table, std::size_t header, std::string_view file) {
    Collector collector;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const std::string_view range = table.text(row, "Name");
        if (range.empty() || table.text(row, "Projected Duration (ns)").empty()) continue; // no kernel ran within it
        const auto seconds = durationOf(table.text(row, "Projected Duration (ns)"), 1e-9);
        if (!seconds) return badTime(header + row + 2, table.text(row, "Projected Duration (ns)"), file);
        collector.add(header + row + 2, range, *seconds);
    }
    return collector.take();
}

/// `ncu --page raw --csv`: one line a kernel, its units in the first line behind the header.
Result<ProfiledKernels> fromComputeRaw(const CsvTable& table, std::size_t header, std::string_view file) {
    constexpr std::string_view kTime = "gpu__time_duration.sum";
    if (table.rows() == 0) return ProfiledKernels{};
    const auto unit = secondsOf(table.text(0, kTime), file);
    if (!unit) return unit.error();
    Collector collector;
    for (std::size_t row = 1; row < table.rows(); ++row) {
        const auto seconds = durationOf(table.text(row, kTime), *unit);
        if (!seconds) return badTime(header + row + 2, table.text(row, kTime), file);
        collector.add(header + row + 2, table.text(row, "Kernel Name"), *seconds);
    }
    return collector.take();
}

/// `ncu --csv`: one line a kernel and metric.
Result<ProfiledKernels> fromComputeDetails(const CsvTable& table, std::size_t header, std::string_view file) {
    Collector collector;
    std::set<std::string, std::less<>> timed; ///< kernels; two sections may tell the same time
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const std::string_view metric = table.text(row, "Metric Name");
        if (metric != "gpu__time_duration.sum" && metric != "Duration") continue;
        if (const std::string_view id = table.text(row, "ID"); !id.empty() && !timed.emplace(id).second) continue;
        const auto unit = secondsOf(table.text(row, "Metric Unit"), file);
        if (!unit) return unit.error();
        const auto seconds = durationOf(table.text(row, "Metric Value"), *unit);
        if (!seconds) return badTime(header + row + 2, table.text(row, "Metric Value"), file);
        collector.add(header + row + 2, table.text(row, "Kernel Name"), *seconds);
    }
    return collector.take();
}

} // namespace

Result<ProfiledKernels> parseProfiledKernels(std::string_view text, std::string_view file) {
    // Both programs print lines of their own before the table.
    std::size_t begin = 0, header = 0;
    const auto isHeader = [](std::string_view line) {
        return line.find("Projected Duration (ns)") != std::string_view::npos ||
               line.find("\"Kernel Name\"") != std::string_view::npos ||
               line.find(",Kernel Name,") != std::string_view::npos;
    };
    while (begin < text.size() && !isHeader(text.substr(begin, text.find('\n', begin) - begin))) {
        const std::size_t end = text.find('\n', begin);
        begin = end == std::string_view::npos ? text.size() : end + 1;
        ++header;
    }
    if (begin == text.size())
        return error("malformed-csv", {"error.no-table-of-profiled-kernels"}, {"accepted.table-of-profiled-kernels"},
                     file);
    const auto table = CsvTable::parse(std::string(text.substr(begin)), file);
    if (!table) return table.error();
    if (table->column("Projected Duration (ns)")) return fromSystems(*table, header, file);
    if (table->column("gpu__time_duration.sum")) return fromComputeRaw(*table, header, file);
    if (table->column("Metric Name") && table->column("Metric Unit") && table->column("Metric Value"))
        return fromComputeDetails(*table, header, file);
    return error("missing-column", {"error.no-table-of-profiled-kernels"}, {"accepted.table-of-profiled-kernels"},
                 file);
}

} // namespace strata::exchange
