// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/field/served_energy.h"

#include "app/lab/run/ask_door.h"
#include "app/lab/run/data_table.h"
#include "app/lab/run/manifest.h"
#include "app/lab/run/row_distance.h"
#include "core/assess/statistics.h"
#include "core/base/json.h"
#include "core/base/message_text.h"
#include "core/base/normal.h"
#include "core/catalog/library.h"
#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/power/served_power.h"
#include "core/hardware/gpu/gpu_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

constexpr std::string_view kThird = "v3_llm.csv", kSecond = "v2_llm.csv";
/// Prompts of chats are not in the data: so many tokens are assumed, few beside the answers. Answers are as long as the
/// data says in the mean, and vary as those of people do.
constexpr double kPrompt = 250;
constexpr double kShortest = 0.2, kLongest = 1.8;
/// A run has so many requests for each user, and this many at least, so that its start and its end weigh little.
constexpr double kRounds = 6, kFewest = 64;
constexpr double kMostRunning = 4096; // that a request may ask for

/// What the table calls a board or a number format, and how a request does.
struct Named {
    std::string_view there, here;
};
constexpr std::array kDevices{Named{"H100", "h100-sxm5-80gb"}, Named{"B200", "b200-sxm-180gb"},
                              Named{"NVIDIA H100 80GB HBM3", "h100-sxm5-80gb"},
                              Named{"NVIDIA A100-SXM4-40GB", "a100-sxm4-40gb"}};
constexpr std::array kTypes{Named{"bfloat16", "bf16"}, Named{"fp8", "fp8"}};

const Named* find(std::span<const Named> names, std::string_view there) {
    const auto found = std::ranges::find(names, there, &Named::there);
    return found == names.end() ? nullptr : &*found;
}

/// How far the board is from those that powers were fitted to.
std::string distanceOfPower(const std::string& device, const Library& library) {
    const Entry* entry = library.find(device);
    if (entry == nullptr) return "unknown";
    const auto gpu = hardware::readGpu(*entry->document, {});
    if (!gpu) return "unknown";
    const hardware::Calibration* power = gpu::calibrationOf(library.calibrations(), "gpu-power");
    const bool seen = power != nullptr && gpu::groupOf(*power, {{"device", gpu->id}}) != nullptr;
    return distanceName(library.calibrations(), "gpu-power", *gpu, seen);
}

/// A line as both editions of the leaderboard tell it.
struct Line {
    std::string id, model, device, type;
    double tp = 0, boards = 0, users = 0, output = 0;
    double tokens_per_s = 0, power_w = 0, energy_per_token_j = 0;
    std::string_view version; ///< of vLLM
};

/// The request of a line, or why there is none.
Result<Json> requestOf(const Line& line, const Library& library) {
    const auto refusal = [](Message text) { return Error{"not-modelled", {}, std::move(text), {}, {}}; };
    const Named* device = find(kDevices, line.device);
    const Named* type = find(kTypes, line.type);
    if (device == nullptr) return refusal({"error.library-has-no-gpu-called", {{"device", line.device}}});
    if (type == nullptr) return refusal({"error.weights-in-not-modelled", {{"type", line.type}}});
    const Entry* entry = library.find(line.model);
    if (entry == nullptr) return refusal({"error.library-has-no-model-called", {{"line", line.model}}});
    if (line.tp != line.boards) return refusal({"error.boards-do-not-share-every-layer"});
    if (line.users < 1.0 || line.output < 1.0) return refusal({"error.users-or-answers-not-stated"});
    const auto whole = [](double value) { return static_cast<std::int64_t>(std::floor(value)); };
    const Json lengths{{"prompt", {{"distribution", "fixed"}, {"tokens", kPrompt}}},
                       {"output",
                        {{"distribution", "uniform"},
                         {"minimum", std::max<std::int64_t>(1, whole(kShortest * line.output))},
                         {"maximum", whole(kLongest * line.output)}}}};
    return Json{{"kind", "serving"},
                {"hardware", device->here},
                {"workload",
                 {{"model", entry->id},
                  {"dtype", type->here},
                  {"traffic",
                   {{"arrivals", {{"process", "closed-loop"}, {"concurrency", whole(line.users)}}},
                    {"lengths", lengths},
                    {"requests", whole(std::max(kRounds * line.users, kFewest))}}}}},
                {"plan",
                 {{"tp", whole(line.tp)},
                  {"engine", {{"id", "vllm"}, {"version", line.version}}},
                  {"scheduler", {{"policy", "vllm"}, {"max_batch", whole(std::min(line.users, kMostRunning))}}}}},
                {"seed", 1}};
}

/// Lines of the third edition (December 2025).
Result<std::vector<Line>> thirdEdition(const std::filesystem::path& folder, std::vector<Refusal>& refused) {
    const auto table = readTable(folder, kThird,
                                 {"model", "task", "precision", "avg_output_len", "gpu_model", "max_num_seqs",
                                  "num_gpus", "par_tensor_parallel", "avg_power_watts", "energy_per_token_joules",
                                  "output_throughput_tokens_per_sec"});
    if (!table) return table.error();
    std::vector<Line> lines;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const auto text = [&](std::string_view column) { return std::string(table->text(i, column)); };
        const auto number = [&](std::string_view column) { return table->numberOr(i, column, 0.0); };
        Line line{std::string(kThird) + ":" + std::to_string(i + 2), text("model"), text("gpu_model"),
                  text("precision")};
        if (text("task") != "lm-arena-chat") {
            refused.push_back({line.id, "the prompts of task " + text("task") + " are not stated"});
            continue;
        }
        line.tp = number("par_tensor_parallel"), line.boards = number("num_gpus");
        line.users = number("max_num_seqs"), line.output = number("avg_output_len");
        line.tokens_per_s = number("output_throughput_tokens_per_sec");
        line.power_w = number("avg_power_watts"), line.energy_per_token_j = number("energy_per_token_joules");
        line.version = "0.11";
        lines.push_back(std::move(line));
    }
    return lines;
}

/// Lines of the second edition (September 2024): power follows from energy and throughput. None where it is absent.
Result<std::vector<Line>> secondEdition(const std::filesystem::path& folder, std::vector<Refusal>& refused) {
    std::vector<Line> lines;
    if (findTable(folder, kSecond).empty()) return lines;
    const auto table = readTable(folder, kSecond,
                                 {"Model", "GPU", "path", "TP", "PP", "Energy/req (J)", "Token tput (tok/s)",
                                  "Avg Output Tokens", "Max BS (reqs)"});
    if (!table) return table.error();
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const auto text = [&](std::string_view column) { return std::string(table->text(i, column)); };
        const auto number = [&](std::string_view column) { return table->numberOr(i, column, 0.0); };
        Line line{std::string(kSecond) + ":" + std::to_string(i + 2), text("Model"), text("GPU"), "bfloat16"};
        const bool chat = text("path").starts_with("llm_text_generation/chat");
        if (!chat || number("PP") > 1.0 || number("Avg Output Tokens") <= 0.0) {
            refused.push_back(
                {line.id, chat ? "its layers are split over boards in turn" : "its prompts are not stated"});
            continue;
        }
        line.tp = line.boards = number("TP");
        line.users = number("Max BS (reqs)"), line.output = number("Avg Output Tokens");
        line.tokens_per_s = number("Token tput (tok/s)");
        line.energy_per_token_j = number("Energy/req (J)") / line.output;
        line.power_w = line.energy_per_token_j * line.tokens_per_s;
        line.version = "0.5";
        lines.push_back(std::move(line));
    }
    return lines;
}

/// What a line measures and how an answer calls it.
struct Metered {
    const char* quantity;
    double Line::*measured;
};
constexpr std::array kMetrics{Metered{"tokens_per_s", &Line::tokens_per_s}, Metered{"power_w", &Line::power_w},
                              Metered{"energy_per_token_j", &Line::energy_per_token_j}};

} // namespace

Result<FieldRows> readServedEnergy(const std::filesystem::path& folder, const Library& library) {
    FieldRows found;
    auto lines = thirdEdition(folder, found.refused);
    if (!lines) return lines.error();
    auto earlier = secondEdition(folder, found.refused);
    if (!earlier) return earlier.error();
    std::ranges::move(*earlier, std::back_inserter(*lines));
    const auto manifest = manifestOf("serving-energy");
    if (!manifest) return manifest.error();
    // One metric after the other: a request that was answered once is remembered.
    for (const Metered& metric : kMetrics) {
        for (const Line& line : *lines) {
            const auto request = requestOf(line, library);
            if (!request) {
                if (&metric == kMetrics.data()) found.refused.push_back({line.id, messageText(request.error().text)});
                continue;
            }
            MeasuredRow row;
            row.id = line.id;
            row.request = canonicalText(*request);
            row.quantity = metric.quantity;
            row.measured = line.*metric.measured;
            const std::string device = (*request)["hardware"];
            row.group = {{"op", "served"},
                         {"quantity", row.quantity},
                         {"device", device},
                         {"model", (*request)["workload"]["model"]},
                         {"users", std::to_string(static_cast<int>(line.users))},
                         {"edition", line.id.starts_with(kThird) ? "third" : "second"},
                         {"distance", distanceOfPower(device, library)},
                         {"split", std::string(manifest->roleOf(device))}};
            found.rows.push_back(std::move(row));
        }
    }
    return found;
}

Result<hardware::Calibration> fitServedPower(const std::filesystem::path& data, const Library& library,
                                             const Without& without) {
    auto read = readServedEnergy(data, library);
    if (!read) return read.error();
    const auto value = [](const auto& row, std::string_view key) {
        const auto found =
            std::ranges::find(row.group, key, [](const auto& pair) { return std::string_view(pair.first); });
        return found == row.group.end() ? std::string() : found->second;
    };
    std::erase_if(read->rows, [&](const MeasuredRow& row) {
        // In the second edition boards wait for what its lines do not state: tokens come up to four times later than
        // they are predicted, and a board that waits draws less.
        return row.quantity != "power_w" || value(row, "edition") != "third" || value(row, "split") != "choose" ||
               without.has(value(row, "device"));
    });
    SuiteReport report;
    askDoor(std::move(read->rows), {.data = data, .library = library, .method = {}, .leave_one_out = {}}, report);
    std::map<std::string, std::vector<double>> errors;
    std::vector<double> relative;
    for (const SuiteRow& row : report.rows) {
        errors[value(row, "distance")].push_back(std::log(row.measured / row.predicted));
        relative.push_back(std::abs(row.predicted / row.measured - 1.0));
    }
    hardware::Calibration calibration;
    calibration.id = std::string(gpu::kServedPowerCalibration);
    calibration.suite = "serving-energy";
    calibration.data =
        "mean power of H100 and B200 boards that serve chats with vLLM (ml-energy/leaderboard, third edition); "
        "no coefficient is fitted to them";
    calibration.command = "strata-lab calibrate serving-power --data DIR";
    calibration.points = static_cast<std::int64_t>(relative.size());
    calibration.residual_p50 = quantile(relative, 0.5);
    calibration.residual_p90 = quantile(relative, 0.9);
    // The boards that powers were fitted to: what a distance is measured from.
    if (const hardware::Calibration* power = gpu::calibrationOf(library.calibrations(), "gpu-power")) {
        for (const hardware::CalibrationGroup& group : power->groups) {
            if (group.key.contains("device") && group.key.contains("vendor"))
                calibration.groups.push_back({group.key, {}, 0});
        }
    }
    for (const auto& [distance, some] : errors) {
        // Shifted by nothing: as wide to both sides as the root mean square, the board's offset included.
        double square = 0.0;
        for (const double error : some)
            square += error * error / static_cast<double>(some.size());
        hardware::Residual residual;
        residual.key = {{"class", std::string(gpu::kServedPower)}, {"distance", distance}};
        residual.sigma = std::sqrt(square);
        residual.p90 = kNormal90 * residual.sigma;
        residual.p10 = -residual.p90;
        residual.correlation = 1.0;
        residual.points = static_cast<std::int64_t>(some.size());
        calibration.residuals.push_back(std::move(residual));
    }
    return calibration;
}

Result<SuiteReport> runServedEnergy(const SuiteOptions& options) {
    auto read = readServedEnergy(options.data, options.library);
    if (!read) return read.error();
    SuiteReport report;
    report.suite = "serving-energy";
    report.data = options.data.string();
    report.refused = std::move(read->refused);
    askDoor(std::move(read->rows), options, report);
    report.notes = {"nothing is fitted to these rows; prompts of chats are not in the data, 250 tokens are assumed",
                    "power is that of all boards together"};
    report.summary =
        std::to_string(report.rows.size()) + " values answered, " + std::to_string(report.refused.size()) + " refused";
    return report;
}

} // namespace strata::assess
