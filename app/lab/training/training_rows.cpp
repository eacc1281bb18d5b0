// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/training/training_rows.h"

#include "app/lab/run/data_table.h"
#include "app/lab/training/training_columns.h"
#include "app/lab/training/training_documents.h"
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/compose/memory_fit.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/exchange/csv.h"
#include "core/hardware/cluster/cluster_json.h"
#include "core/hardware/gpu/gpu_json.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

namespace fs = std::filesystem;
using exchange::CsvTable;
using system::Plan;
using system::Recompute;
using system::Schedule;

/// Runs offload and recompute single operators to fit what a plan of the paper's kind would not.
constexpr double kMostFilled = 1.5;

constexpr std::string_view kPublished = "measured_training.csv";
constexpr std::string_view kSingleNode = "vtrain_single_node.csv";

/// A device with its timer, and the cluster of the library that is built of it, if any.
struct Device {
    hardware::Gpu gpu;
    std::shared_ptr<const Json> cluster;
    std::unique_ptr<system::ShardTimer> timer;
};

std::shared_ptr<const Json> clusterWith(const std::string& gpu, const Library& library) {
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Cluster) continue;
        const auto cluster = hardware::readCluster(*entry.document, {});
        if (cluster && cluster->device == gpu) return entry.document;
    }
    return nullptr;
}

class RowReader {
public:
    RowReader(const CsvTable& table, std::string file, const Library& library,
              std::map<std::string, std::unique_ptr<Device>>& devices)
        : table_(table), file_(std::move(file)), library_(library), devices_(devices) {}

    void read(std::size_t i, TrainingRows& rows) {
        TrainingRow row;
        row.id = file_ + ":" + std::to_string(i + 2);
        const auto refuse = [&](std::string reason) { rows.refused.push_back({row.id, std::move(reason)}); };
        if (table_.column("scored") && table_.text(i, "scored") != "1") return refuse(openFields(i));
        const std::string called(table_.text(i, "gpu"));
        Device* device = deviceNamed(called);
        if (device == nullptr) return refuse("the library has no GPU called " + called);
        row.source = table_.text(i, "source_id");
        row.model = table_.text(i, "model");
        row.gpu = device->gpu.id;
        row.architecture = device->gpu.architecture;
        row.precision = table_.text(i, "precision");
        row.gpus = table_.numberOr(i, "n_gpus", 1.0);
        row.measured_s = table_.numberOr(i, "target_iter_s", 0.0);
        row.model_document = std::make_shared<const Json>(modelDocument(table_, i));
        auto job = trainingJob(table_, i, *row.model_document);
        if (!job) return refuse(describe(job.error()));
        row.job = *std::move(job);
        if (row.job.precision == NumberType::Bf16 && device->gpu.peak(NumberType::Bf16) <= 0.0)
            row.job.precision = NumberType::Fp16;
        row.configuration = configurationOf(table_, i);
        if (row.model.empty()) row.model = row.configuration.substr(0, row.configuration.find("|fp"));
        row.cluster_document =
            std::make_shared<const Json>(clusterDocument(table_, i, device->gpu, device->cluster.get()));
        const auto cluster = hardware::readCluster(*row.cluster_document, {});
        if (!cluster) return refuse(describe(cluster.error()));
        const system::ClusterLinks links(*cluster, library_.calibrations());
        std::string why = "no plan is left";
        for (const Plan& plan : possiblePlans(table_, i, row.job)) {
            if (auto legal = system::checkPlan(row.job, plan, row.gpus); !legal) {
                why = messageText(legal.error().text);
                continue;
            }
            TrainingCandidate candidate{plan, system::stepTerms(row.job, plan, *device->timer, links), 0.0, true};
            candidate.filled = system::fullestStage(row.job, plan).total() / device->gpu.memory_bytes;
            candidate.fits = candidate.filled <= kMostFilled;
            row.candidates.push_back(candidate);
        }
        if (row.candidates.empty()) return refuse(why);
        if (std::none_of(row.candidates.begin(), row.candidates.end(), [](const auto& one) { return one.fits; })) {
            for (TrainingCandidate& one : row.candidates)
                one.fits = true; // it did run
        }
        rows.rows.push_back(std::move(row));
    }

private:
    /// What keeps a row from being scored.
    std::string openFields(std::size_t i) const {
        std::string open;
        for (const char* column : {"layers", "hidden", "heads", "ffn", "n_gpus", "gbs", "target_iter_s"}) {
            if (table_.text(i, column).empty()) open += (open.empty() ? "" : ", ") + std::string(column);
        }
        return open.empty() ? "its source does not say how long sequences were" : "its source does not state " + open;
    }

    Device* deviceNamed(const std::string& called) {
        if (const auto known = devices_.find(called); known != devices_.end()) return known->second.get();
        std::unique_ptr<Device>& device = devices_[called];
        const Entry* entry = library_.find(called);
        if (entry == nullptr || entry->kind != EntryKind::Gpu) return nullptr;
        auto gpu = hardware::readGpu(*entry->document, {});
        if (!gpu) return nullptr;
        chooseRuntime(*gpu, library_);
        device = std::make_unique<Device>();
        device->gpu = *std::move(gpu);
        device->cluster = clusterWith(device->gpu.id, library_);
        device->timer = std::make_unique<system::ShardTimer>(device->gpu, library_.calibrations());
        return device.get();
    }

    const CsvTable& table_;
    std::string file_;
    const Library& library_;
    std::map<std::string, std::unique_ptr<Device>>& devices_;
};

} // namespace

Result<TrainingRows> readTrainingRows(const fs::path& folder, const Library& library) {
    TrainingRows rows;
    std::map<std::string, std::unique_ptr<Device>> devices;
    for (const std::string_view file : {kPublished, kSingleNode}) {
        const auto table = readTable(folder, file,
                                     {"source_id", "layers", "hidden", "heads", "ffn", "seq", "gpu", "n_gpus", "tp",
                                      "dp", "pp", "mbs", "gbs", "precision", "recompute", "target_iter_s"},
                                     "training");
        if (!table) return table.error();
        RowReader reader(*table, std::string(file), library, devices);
        for (std::size_t i = 0; i < table->rows(); ++i)
            reader.read(i, rows);
    }
    return rows;
}

Json requestOf(const TrainingRow& row, const Plan& plan) {
    const char* fused = row.job.ported_attention ? "flash-2" : "flash";
    return {{"kind", "training"},
            {"hardware", {{"cluster", *row.cluster_document}, {"devices", static_cast<std::int64_t>(row.gpus)}}},
            {"workload",
             {{"model", *row.model_document},
              {"sequence", static_cast<std::int64_t>(row.job.sequence)},
              {"global_batch", static_cast<std::int64_t>(row.job.global_batch)},
              {"precision", precisionNamed(row.job)},
              {"attention", row.job.fused_attention ? fused : "unfused"}}},
            {"plan", planDocument(plan)}};
}

TrainingAnswer answerOf(const TrainingRow& row, const system::StepCoefficients& coefficients) {
    TrainingAnswer answer;
    for (std::size_t i = 0; i < row.candidates.size(); ++i) {
        if (!row.candidates[i].fits) continue;
        const system::StepTime step = system::stepTime(row.candidates[i].terms, coefficients);
        const double seconds = step.seconds();
        answer.high = std::max(answer.high, seconds);
        if (answer.seconds > 0.0 && seconds >= answer.seconds) continue;
        answer.seconds = answer.low = seconds;
        answer.candidate = i;
        answer.step = step;
    }
    return answer;
}

} // namespace strata::assess
