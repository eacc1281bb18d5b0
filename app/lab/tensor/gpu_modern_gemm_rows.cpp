// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_gemm_rows.h"

#include "app/lab/tensor/gpu_modern_attention_rows.h"
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/exchange/csv.h"
#include "core/exchange/timings/operator_timings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

namespace strata::assess {
namespace {

using exchange::CsvTable;
namespace fs = std::filesystem;

/// Copies of the weights that take turns where the data do not say otherwise.
constexpr double kCopies = 5.0;

// Times up to here have digits beyond the tick; fewer rows of a format may lie on ticks by chance.
constexpr double kTicksTell_s = 5e-4;
constexpr std::size_t kFewestTicks = 50;

/// Columns of one source: the names that its tables give to the same things.
struct Columns {
    const char* device;
    const char* engine;
    const char* dtype;
    const char* latency;
    double latency_unit;
    const char* assumed_engine; ///< where the table has no such column
    const char* assumed_dtype;
};
constexpr Columns kOwn{"device", "backend", "dtype", "latency_ms", 1e-3, "", ""};
constexpr Columns kSystems{"system", "framework", "gemm_dtype", "latency_us", 1e-6, "", ""};
constexpr Columns kBare{"device", "", "", "latency_us", 1e-6, "deepgemm", "fp8_block"};

class Reader {
public:
    Reader(const Library& library, GemmRows& data) : library_(library), data_(data) {}

    Result<void> read(const fs::path& path) {
        const auto table = CsvTable::read(path);
        if (!table) return table.error();
        const Columns* columns = table->column("latency_ms") ? &kOwn : table->column("gemm_dtype") ? &kSystems : &kBare;
        const bool heads = table->column("heads").has_value();
        const auto required = heads ? table->require({"device", "backend", "op", "tokens", "latency_ms"}, path.string())
                                    : table->require({columns->device, columns->latency, "m", "k"}, path.string());
        if (!required) return required.error();
        for (std::size_t row = 0; row < table->rows(); ++row) {
            std::string id = path.filename().string() + ":" + std::to_string(row + 2);
            if (heads) {
                addLatent(*table, row, std::move(id));
            } else {
                add(*table, row, *columns, std::move(id));
            }
        }
        return {};
    }

private:
    void add(const CsvTable& table, std::size_t row, const Columns& columns, std::string id) {
        const auto refuse = [&](std::string reason) { data_.refused.push_back({std::move(id), std::move(reason)}); };
        const auto latency = table.number(row, columns.latency);
        const double m = table.numberOr(row, "m", 0.0), n = table.numberOr(row, "n", 1.0),
                     k = table.numberOr(row, "k", 0.0);
        if (!latency || *latency <= 0.0 || m < 1.0 || n < 1.0 || k < 1.0)
            return refuse("it has no latency or a size is missing");
        const std::string_view engine =
            *columns.engine != '\0' ? table.text(row, columns.engine) : columns.assumed_engine;
        const auto setup = setupNamed(table.text(row, columns.device), engine);
        if (!setup) return refuse(messageText(setup.error().text));
        GemmRow gemm_row;
        gemm_row.dtype = *columns.dtype != '\0' ? table.text(row, columns.dtype) : columns.assumed_dtype;
        const auto format = gemmFormat(gemm_row.dtype, m, n, k, kCopies);
        if (!format) return refuse("its format " + gemm_row.dtype + " is not known");
        gemm_row.id = std::move(id);
        gemm_row.setup = *setup;
        gemm_row.type = format->type;
        gemm_row.kernel = format->kernel;
        // The bare tables hold products of operands that are narrow already.
        if (&columns == &kBare) std::get<workload::Matmul>(gemm_row.kernel.shape).dynamic_quantization = false;
        gemm_row.measured_s = *latency * columns.latency_unit;
        gemm_row.held_out = heldOut({n, k});
        if (table.column("op") && !table.column("n")) {
            gemm_row.op = "quantize";
            gemm_row.step = table.text(row, "op") == "computescale" ? "scale" : "cast";
            gemm_row.kernel = {workload::Quantize{m, k, gemm_row.step == "scale", gemm_row.step == "cast"},
                               NumberType::Bf16, NumberType::Fp8, NumberType::Fp8, NumberType::Fp8};
            gemm_row.held_out = heldOut({k});
        }
        data_.rows.push_back(std::move(gemm_row));
    }

    /// MLA's products of queries and results with the up-projections of the latent, one for each head (DeepSeek-V2,
    /// arXiv:2405.04434, section 2.1): 128 wide heads to a latent of 512 and back. The weights stay in L2.
    void addLatent(const CsvTable& table, std::size_t row, std::string id) {
        constexpr double kHead = 128.0, kLatent = 512.0;
        const auto latency = table.number(row, "latency_ms");
        const double tokens = table.numberOr(row, "tokens", 0.0), heads = table.numberOr(row, "heads", 0.0);
        const bool up = table.text(row, "op") == "mla_gen_pre";
        const std::string_view dtype = table.text(row, "dtype");
        const auto format =
            gemmFormat(dtype == "fp8" ? "fp8_block" : dtype, tokens, up ? kLatent : kHead, up ? kHead : kLatent, 1.0);
        const auto setup = setupNamed(table.text(row, "device"), table.text(row, "backend"));
        if (!latency || *latency <= 0.0 || tokens < 1.0 || heads < 1.0 || !format || !setup) {
            data_.refused.push_back({std::move(id), "its device or type is not known, or it has no latency or size"});
            return;
        }
        GemmRow gemm_row;
        gemm_row.id = std::move(id);
        gemm_row.setup = *setup;
        gemm_row.dtype = dtype;
        gemm_row.op = "mla-bmm";
        gemm_row.type = format->type;
        gemm_row.kernel = format->kernel;
        auto& shape = std::get<workload::Matmul>(gemm_row.kernel.shape);
        shape.batch = heads;
        shape.linear = false;
        gemm_row.measured_s = *latency * 1e-3;
        gemm_row.held_out = true;
        data_.rows.push_back(std::move(gemm_row));
    }

    Result<std::size_t> setupNamed(std::string_view device, std::string_view engine) {
        const std::pair key{std::string(device), std::string(engine)};
        const auto known = known_.find(key);
        if (known != known_.end()) return known->second;
        auto index = newSetup(device, engine);
        known_.emplace(key, index);
        return index;
    }

    Result<std::size_t> newSetup(std::string_view device, std::string_view engine) {
        std::vector<hardware::Gpu> found;
        const auto index = deviceNamed(device, library_, found);
        if (!index) return index.error();
        found.front().engine = engine;
        chooseRuntime(found.front(), library_);
        data_.setups.push_back(std::move(found.front()));
        return data_.setups.size() - 1;
    }

    const Library& library_;
    GemmRows& data_;
    std::map<std::pair<std::string, std::string>, Result<std::size_t>> known_;
};

/// Is a time of this many seconds a whole number of ticks, as far as four digits tell?
bool onTick(double seconds) {
    const double digit = std::pow(10.0, std::floor(std::log10(seconds)) - 3.0);
    return std::abs(seconds - std::round(seconds / kTick_s) * kTick_s) <= 0.55 * digit;
}

std::string groupOf(const GemmRow& row) { return std::to_string(row.setup) + ' ' + row.op + row.dtype + row.step; }

void markSingle(std::vector<GemmRow>& rows) {
    std::vector<std::string> groups;
    std::vector<double> seconds;
    for (const GemmRow& row : rows) {
        groups.push_back(groupOf(row));
        seconds.push_back(row.measured_s);
    }
    const std::vector<bool> single = singleCalls(groups, seconds);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].single = single[i];
}

void markEager(std::vector<GemmRow>& rows) {
    std::map<std::string, double> fastest;
    for (const GemmRow& row : rows) {
        const auto place = fastest.emplace(groupOf(row), row.measured_s).first;
        place->second = std::min(place->second, row.measured_s);
    }
    for (GemmRow& row : rows)
        row.eager = fastest.at(groupOf(row)) > kGraphFloor_s;
}

/// A product of narrower operands that takes several times as long as the fastest 16-bit product of its shape on the
/// same device did not run the kernel of its format: a fallback was timed. Told from the tables alone.
constexpr double kSlowPath = 3.0;

void markSlowPaths(std::span<const hardware::Gpu> setups, std::vector<GemmRow>& rows) {
    using Shape = std::tuple<std::string_view, double, double, double>;
    const auto shapeOf = [&](const GemmRow& row) {
        const auto& shape = std::get<workload::Matmul>(row.kernel.shape);
        return Shape{setups[row.setup].id, shape.m, shape.n, shape.k};
    };
    std::map<Shape, double> wide;
    for (const GemmRow& row : rows) {
        if (row.op != "gemm" || row.type != gpu::GemmType::Half) continue;
        double& fastest = wide.emplace(shapeOf(row), row.measured_s).first->second;
        fastest = std::min(fastest, row.measured_s);
    }
    struct Count {
        std::size_t rows = 0, slow = 0;
    };
    std::map<std::string, Count> counts;
    for (GemmRow& row : rows) {
        if (row.op != "gemm" || row.type == gpu::GemmType::Half) continue;
        const auto found = wide.find(shapeOf(row));
        row.slow_path = found != wide.end() && row.measured_s > kSlowPath * found->second;
        Count& count = counts[groupOf(row)];
        ++count.rows;
        count.slow += row.slow_path ? 1 : 0;
    }
    // Where most shapes fell back, the others are no sample of the format's kernel either.
    for (GemmRow& row : rows) {
        const auto found = counts.find(groupOf(row));
        if (found != counts.end() && 2 * found->second.slow > found->second.rows) row.slow_path = true;
    }
}

std::vector<fs::path> tablesOf(const fs::path& folder) {
    std::vector<fs::path> found;
    const auto append = [&found](const fs::path& place, std::string_view prefix) {
        const auto more = tablesNamed(place, prefix);
        found.insert(found.end(), more.begin(), more.end());
    };
    for (const char* prefix : {"gemm", "gemm_vllm", "gemm_sglang", "mla_bmm", "quantize"})
        append(folder, prefix);
    append(folder / "kernels_infersim", "gemm");
    std::error_code ignored;
    const fs::path systems = folder / "aic_kernels" / "gemm.csv.gz";
    if (fs::exists(systems, ignored)) found.push_back(systems);
    return found;
}

} // namespace

std::vector<bool> singleCalls(std::span<const std::string> groups, std::span<const double> seconds) {
    struct Count {
        std::size_t rows = 0, on_tick = 0;
    };
    std::map<std::string_view, Count> counts;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (seconds[i] > kTicksTell_s) continue;
        Count& count = counts[groups[i]];
        ++count.rows;
        count.on_tick += onTick(seconds[i]) ? 1 : 0;
    }
    std::vector<bool> single;
    for (const std::string& group : groups) {
        const Count& count = counts[group];
        single.push_back(count.rows >= kFewestTicks && count.on_tick == count.rows);
    }
    return single;
}

std::optional<GemmFormat> gemmFormat(std::string_view dtype, double m, double n, double k, double weight_copies) {
    const auto kernel = exchange::productNamed(dtype, m, n, k, weight_copies);
    if (!kernel) return {};
    return GemmFormat{gpu::gemmTypeOf(*kernel), *kernel};
}

Result<GemmRows> readGemmRows(const fs::path& folder, const Library& library) {
    GemmRows data;
    Reader reader(library, data);
    const std::vector<fs::path> tables = tablesOf(folder);
    if (tables.empty()) {
        return Error{"unreadable-file",
                     {},
                     {"error.no-table-matrix-products-stands-in", {{"folder", folder.string()}}},
                     {"accepted.folder-with-gemm-device-csv-gz"},
                     folder.string()};
    }
    for (const fs::path& path : tables) {
        const auto read = reader.read(path);
        if (!read) return read.error();
    }
    markSingle(data.rows);
    markEager(data.rows);
    markSlowPaths(data.setups, data.rows);
    return data;
}

} // namespace strata::assess
