// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/edge/mlperf_edge_rows.h"

#include "app/lab/run/data_table.h"
#include "core/base/json.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

namespace strata::assess {
namespace {

constexpr std::string_view kFolder = "edge";

/// The board of a submitted name: its first two words in capitals, whatever stands between them. What follows names
/// software, voltage or clock ("NUCLEO-L4R5ZI_X-CUBE-AI-7.3" and "NUCLEO_L4R5ZI-zephyr" are one board).
std::string chipOf(std::string_view system) {
    std::string chip;
    int words = 0;
    for (const char c : system) {
        const bool between = c == '-' || c == '_';
        if (between && ++words == 2) break;
        chip += between ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
    return chip;
}

/// Rounds and submitters name the tasks of MLPerf Mobile in two ways (mlcommons/mobile_app_open, its tasks and models).
struct MobileTask {
    std::string_view called, task;
};
constexpr std::array kMobileTasks{MobileTask{"mobilenetEdgeTPU", "mobilenet-edgetpu"},
                                  MobileTask{"image_classification", "mobilenet-edgetpu"},
                                  MobileTask{"image_classification_offline", "mobilenet-edgetpu"},
                                  MobileTask{"mobilenetV4", "mobilenet-v4"},
                                  MobileTask{"image_classification_v2", "mobilenet-v4"},
                                  MobileTask{"image_classification_offline_v2", "mobilenet-v4"},
                                  MobileTask{"mobiledetSSD", "mobiledet-ssd"},
                                  MobileTask{"object_detection", "mobiledet-ssd"},
                                  MobileTask{"mosaic", "mosaic"},
                                  MobileTask{"image_segmentation_v2", "mosaic"},
                                  MobileTask{"mobileBERT", "mobilebert"},
                                  MobileTask{"natural_language_processing", "mobilebert"},
                                  MobileTask{"EDSR", "edsr"},
                                  MobileTask{"super_resolution", "edsr"}};

std::string mobileTask(std::string_view called) {
    const auto found = std::ranges::find(kMobileTasks, called, &MobileTask::called);
    return std::string(found == kMobileTasks.end() ? called : found->task);
}

/// Results that a later round shows again, as nobody measured them anew.
void flagRepeated(std::vector<SubmittedRow>& rows, const std::vector<std::string>& submitted) {
    std::set<std::tuple<std::string, std::string, std::string, double>> seen;
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].repeated = !seen.insert({submitted[i], rows[i].task, rows[i].quantity, rows[i].value}).second;
}

} // namespace

Result<std::vector<SubmittedRow>> readTinyRows(const std::filesystem::path& folder) {
    constexpr std::string_view kFile = "mlperf_tiny.csv";
    const auto table = readTable(
        folder, kFile, {"round", "org", "system", "benchmark", "result", "unit", "energy", "energy_unit"}, kFolder);
    if (!table) return table.error();
    std::vector<SubmittedRow> rows;
    std::vector<std::string> submitted;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const std::string system(table->text(i, "system")), org(table->text(i, "org"));
        SubmittedRow row{rowId(kFile, i),
                         std::string(table->text(i, "round")) + "/" + org + "/" + system,
                         chipOf(system),
                         std::string(table->text(i, "benchmark")),
                         {}};
        const double rate = table->numberOr(i, "result", 0), energy = table->numberOr(i, "energy", 0);
        if (rate > 0 && table->text(i, "unit") == "inf./sec.") {
            row.quantity = "latency_s";
            row.value = 1.0 / rate;
            rows.push_back(row);
            submitted.push_back(org + "/" + row.chip + "/" + system);
        }
        constexpr double kMicro = 1e-6;
        if (energy > 0 && table->text(i, "energy_unit") == "uJ/inf.") { // 0: not metered
            row.quantity = "energy_j";
            row.value = energy * kMicro;
            rows.push_back(row);
            submitted.push_back(org + "/" + row.chip + "/" + system);
        }
    }
    flagRepeated(rows, submitted);
    return rows;
}

Result<std::vector<SubmittedRow>> readMobileRows(const std::filesystem::path& folder) {
    constexpr std::string_view kFile = "mlperf_mobile.csv";
    const auto table = readTable(
        folder, kFile, {"round", "submitter", "soc", "benchmark", "scenario", "mean_ms", "samples_per_s"}, kFolder);
    if (!table) return table.error();
    std::vector<SubmittedRow> rows;
    std::vector<std::string> submitted;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const std::string soc(table->text(i, "soc")), submitter(table->text(i, "submitter"));
        const bool offline = table->text(i, "scenario") == "Offline";
        const double number = table->numberOr(i, offline ? "samples_per_s" : "mean_ms", 0);
        if (number <= 0) continue;
        constexpr double kMilli = 1e-3;
        rows.push_back({rowId(kFile, i), std::string(table->text(i, "round")) + "/" + submitter + "/" + soc, soc,
                        mobileTask(table->text(i, "benchmark")), offline ? "seconds_of_sample" : "latency_s",
                        offline ? 1.0 / number : number * kMilli});
        submitted.push_back(submitter + "/" + soc);
    }
    flagRepeated(rows, submitted);
    return rows;
}

FieldRows tinyRequests(const std::vector<SubmittedRow>& rows, const Library& library) {
    FieldRows found;
    for (const SubmittedRow& row : rows) {
        if (row.repeated) continue;
        const Entry* device = library.find(row.chip);
        const Entry* network = library.find("mlperf-tiny-" + row.task);
        const char* why = row.quantity != "latency_s"
                              ? "no edge request answers energy without measurements of the device"
                          : network == nullptr ? "the task is not one of the four of MLPerf Tiny"
                          : device == nullptr || device->kind != EntryKind::Soc ? "the catalog has no such board"
                                                                                : nullptr;
        if (why != nullptr) {
            found.refused.push_back({row.id, why});
            continue;
        }
        MeasuredRow asked;
        asked.id = row.id;
        asked.quantity = "latency_s";
        asked.unit = "s";
        asked.measured = row.value;
        asked.request = canonicalText({{"kind", "edge"},
                                       {"hardware", device->id},
                                       {"method", "edge.roofline"},
                                       {"workload", {{"model", network->id}, {"dtype", "int8"}}},
                                       {"plan", {{"backend", "tflite"}, {"part", "cpu"}, {"threads", 1}}}});
        asked.group = {{"answer", "floor by the door"}, {"quantity", row.quantity}, {"chip", row.chip}};
        found.rows.push_back(std::move(asked));
    }
    return found;
}

} // namespace strata::assess
