// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/field/kernel_problems.h"

#include "app/lab/run/ask_door.h"
#include "app/lab/run/data_table.h"
#include "app/lab/run/manifest.h"
#include "core/base/json.h"
#include "core/catalog/library.h"
#include "core/exchange/chakra/packed_stream.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <istream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata::assess {
namespace {

constexpr std::string_view kTimes = "kernelbench_times_ms.csv", kShapes = "problem_shapes.json.gz";

struct Named {
    std::string_view there, here;
};
constexpr std::array kDevices{Named{"NVIDIA A100-SXM4-40GB", "a100-sxm4-40gb"},
                              Named{"NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb"},
                              Named{"NVIDIA H100 80GB HBM3", "h100-sxm5-80gb"},
                              Named{"NVIDIA L40S", "l40s"},
                              Named{"Tesla T4", "t4"},
                              Named{"NVIDIA A10", "a10"}};
/// Problems grew in July 2025; only this commit of the timings came later.
constexpr std::string_view kLaterCommit = "1f8d20fa06";

/// What a problem computes, by the number that its name begins with.
struct Problem {
    int number;
    const char* kind; ///< "product", "folded", "square", "batched", "vector", "tall", "map", "rows", "images", "pool",
                      ///< "line" ...
    const char* function; ///< of "map" and "rows"
};
constexpr std::array kProblems{
    Problem{1, "square", ""},      Problem{2, "product", ""},      Problem{3, "batched", ""},
    Problem{4, "vector", ""},      Problem{6, "product", ""},      Problem{7, "product", ""},
    Problem{8, "product", ""},     Problem{9, "tall", ""},         Problem{10, "folded", ""},
    Problem{16, "product", ""},    Problem{17, "product", ""},     Problem{18, "product", ""},
    Problem{19, "map", "relu"},    Problem{21, "map", "sigmoid"},  Problem{22, "map", "tanh"},
    Problem{26, "map", "gelu"},    Problem{23, "rows", "softmax"}, Problem{40, "rows", "layernorm"},
    Problem{55, "images", ""},     Problem{56, "images", ""},      Problem{62, "images", ""},
    Problem{63, "images", ""},     Problem{87, "images", ""},      Problem{42, "pool", ""},
    Problem{45, "pool", ""},       Problem{41, "line", ""},        Problem{44, "line", ""},
    Problem{57, "transposed", ""}, Problem{65, "transposed", ""},  Problem{69, "transposed", ""},
    Problem{71, "transposed", ""}, Problem{82, "depthwise", ""},   Problem{83, "depthwise", ""},
    Problem{84, "depthwise", ""},  Problem{85, "depthwise", ""}};

/// A number, or products of numbers as the problems write them: "1024 * 2".
std::optional<double> valueOf(const Json& value) {
    if (value.is_number()) return value.get<double>();
    if (!value.is_string()) return std::nullopt;
    const std::string& text = value.get_ref<const std::string&>();
    double product = 1.0;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view factor = rest.substr(0, rest.find('*'));
        rest.remove_prefix(std::min(rest.size(), factor.size() + 1));
        const std::size_t first = factor.find_first_of("0123456789");
        double number = 0.0;
        if (first == std::string_view::npos ||
            std::from_chars(factor.data() + first, factor.data() + factor.size(), number).ec != std::errc{})
            return std::nullopt;
        product *= number;
    }
    return product;
}

/// Sizes of a problem by name; those that are missing make the kernel invalid.
class Sizes {
public:
    explicit Sizes(const Json& shape) : shape_(shape) {}

    std::int64_t operator()(const char* name) const {
        const auto found = shape_.find(name);
        const auto value = found == shape_.end() ? std::nullopt : valueOf(*found);
        return value ? static_cast<std::int64_t>(*value) : 0;
    }
    /// The size under the first of these names that there is.
    std::int64_t either(const char* name, const char* other) const {
        return (*this)(shape_.contains(name) ? name : other);
    }
    std::int64_t usually(const char* name, std::int64_t otherwise) const {
        return shape_.contains(name) ? (*this)(name) : otherwise;
    }
    /// Of a filter: one number for both, or two.
    std::pair<std::int64_t, std::int64_t> filter() const {
        const auto found = shape_.find("kernel_size");
        if (found == shape_.end()) return {usually("kernel_size_h", 1), usually("kernel_size_w", 1)};
        if (!found->is_array()) return {(*this)("kernel_size"), (*this)("kernel_size")};
        return {found->at(0).get<std::int64_t>(), found->at(1).get<std::int64_t>()};
    }

private:
    const Json& shape_;
};

Json product(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t batch = 1) {
    Json kernel{{"operator", batch > 1 ? "matmul" : "linear"}, {"m", m}, {"n", n}, {"k", k}, {"dtype", "fp32"}};
    if (batch > 1) kernel["batch"] = batch;
    return kernel;
}

/// PyTorch lets cuDNN use TF32 by default where tensor cores have it, and cuBLAS not (torch.backends, allow_tf32). Its
/// images lie channels first.
Json images(const Sizes& size, bool narrow) {
    const auto [rows, columns] = size.filter();
    return {{"operator", "conv2d"},
            {"n", size("batch_size")},
            {"c", size("in_channels")},
            {"m", size("out_channels")},
            {"p", size.either("height", "height_in") - rows + 1},
            {"q", size.either("width", "width_in") - columns + 1},
            {"r", rows},
            {"s", columns},
            {"channels_first", true},
            {"dtype", "fp32"},
            {"math", narrow ? "tf32" : "fp32"}};
}

/// The gradient of a convolution by its input: each result sums over a whole window of padded images.
Json transposed(const Sizes& size, bool narrow) {
    Json kernel = images(size, narrow);
    const auto [rows, columns] = size.filter();
    kernel["p"] = kernel["p"].get<std::int64_t>() + 2 * (rows - 1);
    kernel["q"] = kernel["q"].get<std::int64_t>() + 2 * (columns - 1);
    return kernel;
}

/// One filter for each channel; problem 83 has one of a single column.
Json depthwise(const Sizes& size, int number) {
    constexpr int kColumn = 83;
    Json kernel = images(size, false);
    if (number == kColumn) {
        kernel["q"] = size("width");
        kernel["s"] = 1;
    }
    kernel["groups"] = kernel["m"] = kernel["c"];
    return kernel;
}

/// Square windows; strides are those of the window where none is stated (torch.nn.AvgPool2d).
Json pool(const Sizes& size) {
    const std::int64_t window = size("kernel_size"), stride = size.usually("stride", window);
    const std::int64_t reach = size.usually("dilation", 1) * (window - 1) + 1, edge = 2 * size.usually("padding", 0);
    return {{"operator", "pool"},
            {"n", size("batch_size")},
            {"c", size("channels")},
            {"p", (size("height") + edge - reach) / stride + 1},
            {"q", (size("width") + edge - reach) / stride + 1},
            {"r", window},
            {"s", window},
            {"stride", stride},
            {"dtype", "fp32"}};
}

/// A pool along one dimension is one of images with a single row (torch.nn.functional, max_pool1d and avg_pool1d).
Json line(const Sizes& size) {
    const std::int64_t window = size("kernel_size"), stride = size.usually("stride", window);
    const std::int64_t reach = size.usually("dilation", 1) * (window - 1) + 1, edge = 2 * size.usually("padding", 0);
    return {{"operator", "pool"},
            {"n", size("batch_size")},
            {"c", size.either("features", "in_channels")},
            {"p", 1},
            {"q", (size.either("sequence_length", "input_length") + edge - reach) / stride + 1},
            {"r", 1},
            {"s", window},
            {"stride", stride},
            {"dtype", "fp32"}};
}

Json kernelOf(const Problem& problem, const Json& shape, bool narrow) {
    const Sizes size(shape);
    const std::string_view kind = problem.kind;
    if (kind == "square") return product(size("N"), size("N"), size("N"));
    if (kind == "product") return product(size("M"), size("N"), size("K"));
    if (kind == "folded") return product(size("N") * size("M"), size("L"), size("K"));
    if (kind == "tall") return product(size("M"), size("M"), size("N"));
    if (kind == "vector") return product(size("M"), 1, size("K"));
    if (kind == "batched") return product(size("m"), size("n"), size("k"), size("batch_size"));
    if (kind == "images") return images(size, narrow);
    if (kind == "transposed") return transposed(size, narrow);
    if (kind == "depthwise") return depthwise(size, problem.number);
    if (kind == "pool") return pool(size);
    if (kind == "line") return line(size);
    if (kind == "map")
        return {{"operator", "elementwise"},
                {"function", problem.function},
                {"elements", size("batch_size") * size("dim")},
                {"dtype", "fp32"}};
    const std::int64_t columns = shape.contains("dim") ? size("dim") : size("features") * size("dim1") * size("dim2");
    return {{"operator", problem.function}, {"rows", size("batch_size")}, {"cols", columns}, {"dtype", "fp32"}};
}

const Problem* problemNamed(std::string_view name) {
    int number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    const auto found = std::ranges::find(kProblems, number, &Problem::number);
    return found == kProblems.end() ? nullptr : &*found;
}

Result<Json> readShapes(const std::filesystem::path& file) {
    exchange::PackedBuffer buffer(file);
    if (!buffer.isOpen())
        return Error{
            "unreadable-file", {}, {"error.cannot-read-shapes"}, {"accepted.json-packed-with-gzip"}, file.string()};
    std::istream in(&buffer);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    return parseJson(text);
}

} // namespace

Result<FieldRows> readKernelProblems(const std::filesystem::path& folder, const Library& library) {
    const auto table =
        readTable(folder, kTimes, {"run", "device", "mode", "level", "problem", "mean_ms", "std_ms", "commit"});
    if (!table) return table.error();
    const auto shapes = readShapes(folder / kShapes);
    if (!shapes) return shapes.error();
    const auto manifest = manifestOf("gpu-problems");
    if (!manifest) return manifest.error();
    FieldRows found;
    for (std::size_t line = 0; line < table->rows(); ++line) {
        MeasuredRow row;
        row.id = std::string(kTimes) + ".gz:" + std::to_string(line + 2);
        const auto refuse = [&](std::string reason) { found.refused.push_back({row.id, std::move(reason)}); };
        const std::string name(table->text(line, "problem")), called(table->text(line, "device"));
        const auto device = std::ranges::find(kDevices, called, &Named::there);
        const Problem* problem = table->text(line, "level") == "level1" ? problemNamed(name) : nullptr;
        if (table->text(line, "mode") != "torch") {
            refuse("what a compiler makes of a problem is not modelled");
            continue;
        }
        if (problem == nullptr || device == kDevices.end()) {
            refuse(problem == nullptr ? "it is no single kernel that a request names" : "no such GPU: " + called);
            continue;
        }
        const char* edition = table->text(line, "commit") == kLaterCommit ? "2025-07" : "2025-01";
        const Json* shape = findPointer(*shapes, "/" + std::string(edition) + "/" + pointerStep("level1/" + name));
        const Entry* entry = library.find(device->here);
        if (shape == nullptr || entry == nullptr) {
            refuse("its shape is not stated");
            continue;
        }
        const Json* narrow = findPointer(*entry->document, "/matrix_flop_per_clock/tf32");
        const Json request{{"kind", "kernel"},
                           {"hardware", {{"base", entry->id}, {"set", {{"/engine", "pytorch"}}}}},
                           {"workload", kernelOf(*problem, *shape, narrow != nullptr)}};
        row.request = canonicalText(request);
        row.quantity = "alone_s"; // each call by itself, as PyTorch launches it
        row.unit = "s";
        row.measured = table->numberOr(line, "mean_ms", 0.0) * 1e-3;
        row.spread = table->numberOr(line, "std_ms", 0.0) * 1e-3 / row.measured;
        const Json& workload = request["workload"];
        row.group = {{"op", workload.contains("groups") ? "depthwise" : workload["operator"].get<std::string>()},
                     {"device", entry->id},
                     {"edition", edition},
                     {"split", std::string(manifest->roleOf(entry->id))}};
        found.rows.push_back(std::move(row));
    }
    return found;
}

Result<SuiteReport> runKernelProblems(const SuiteOptions& options) {
    auto read = readKernelProblems(options.data, options.library);
    if (!read) return read.error();
    SuiteReport report;
    report.suite = "gpu-problems";
    report.data = options.data.string();
    report.refused = std::move(read->refused);
    askDoor(std::move(read->rows), options, report);
    report.notes = {"pools and depthwise convolutions are fitted to A100 and H100, nothing else to these rows; a "
                    "kernel is timed with "
                    "its launch, so that short ones are the host's",
                    "shapes are those of the edition of the timings' commit; convolutions may use TF32, products not"};
    report.summary =
        std::to_string(report.rows.size()) + " kernels answered, " + std::to_string(report.refused.size()) + " refused";
    return report;
}

} // namespace strata::assess
