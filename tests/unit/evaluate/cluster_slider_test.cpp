// SPDX-License-Identifier: GPL-3.0-or-later
// Every continuous number of a cluster, of a collective and of a training plan moves all that is answered without
// jumps, and more of a resource slows nothing.
#include "core/evaluate/method.h"
#include "core/evaluate/request.h"
#include "sample.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

constexpr double kStep = 1.01, kLeast = 0.75, kMost = 1.35;
constexpr double kJump = 0.03;  ///< of a metric, in a step of 1 %
constexpr double kWrong = 1e-9; ///< of a time, against the direction

/// What makes everything take at most as long where it grows, and what at least as long.
const char* const kResources[] = {"bandwidth_bytes_per_s", "shared_bytes_per_s", "host_link_bytes_per_s",
                                  "device_mtbf_s"};
const char* const kBurdens[] = {"latency_s", "oversubscription", "launch_s", "/workload/bytes", "expert_skew",
                                "restart_s", "checkpoint_s",     "spread",   "capacity_factor"};

bool names(const char* const* begin, const char* const* end, const std::string& pointer) {
    return std::any_of(begin, end, [&](const char* one) { return pointer.ends_with(one); });
}

/// The faster of two, as its metric says it: times fall, rates rise.
bool isTime(const std::string& metric) {
    return metric == "iteration_s" || metric == "latency_s" || metric.starts_with("iteration_p");
}

struct Case {
    const char* title;
    const char* sample; ///< of resources/samples; null: `request`
    const char* request;
};
const Case kCases[] = {
    {"all-reduce in a node", nullptr,
     R"({"kind": "collective", "hardware": "dgx-h100", "method": "network.nccl",
         "workload": {"collective": "all_reduce", "bytes": 30000000, "ranks": 8}})"},
    {"all-reduce of some kilobytes in a node", nullptr,
     R"({"kind": "collective", "hardware": "dgx-a100", "method": "network.nccl",
         "workload": {"collective": "all_reduce", "bytes": 120000, "ranks": 8}})"},
    {"all-reduce over nodes", nullptr,
     R"({"kind": "collective", "hardware": "dgx-a100", "method": "network.nccl",
         "workload": {"collective": "all_reduce", "bytes": 900000, "ranks": 32}})"},
    {"large all-reduce over nodes", nullptr,
     R"({"kind": "collective", "hardware": "aws-p5", "method": "network.nccl",
         "workload": {"collective": "all_reduce", "bytes": 40000000, "ranks": 64}})"},
    {"exchange over PCIe", nullptr,
     R"({"kind": "collective", "hardware": "server-l40s", "method": "network.nccl",
         "workload": {"collective": "all_to_all", "bytes": 5000000, "ranks": 8}})"},
    {"exchange over nodes", nullptr,
     R"({"kind": "collective", "hardware": "dgx-b200", "method": "network.nccl",
         "workload": {"collective": "all_to_all", "bytes": 50000000, "ranks": 16}})"},
    {"gather on a torus", nullptr,
     R"({"kind": "collective", "hardware": "tpu-v5p-pod", "method": "network.alpha-beta",
         "workload": {"collective": "all_gather", "bytes": 50000000, "ranks": 64}})"},
    {"message by message", nullptr,
     R"({"kind": "collective", "hardware": "dgx-h100", "method": "network.link",
         "workload": {"collective": "all_gather", "bytes": 3000000, "ranks": 16}})"},
    {"tensor and pipeline", "train-llama3-70b-h100.json", nullptr},
    {"sharded weights", "train-llama3-70b-fsdp-h100.json", nullptr},
    {"experts", "train-mixtral-8x7b-h100.json", nullptr},
    {"adapters", "train-llama2-7b-lora-a100.json", nullptr},
    {"copies", "train-gpt2-dp-8-a100.json", nullptr},
    {"on the host", nullptr,
     R"({"kind": "training", "hardware": {"cluster": "dgx-a100", "devices": 8},
         "workload": {"model": "llama2-7b", "sequence": 4096, "global_batch": 16, "attention": "flash"},
         "plan": {"zero": 2, "offload_optimizer": true, "offload_activations": true,
                  "host_link_bytes_per_s": 25e9}})"},
    {"failures", nullptr,
     R"({"kind": "training", "hardware": {"cluster": "dgx-h100", "devices": 256},
         "workload": {"model": "llama2-7b", "sequence": 4096, "global_batch": 256, "attention": "flash"},
         "plan": {"tp": 2, "zero": 1, "reliability": {"device_mtbf_s": 2e8, "checkpoint_s": 60, "restart_s": 300,
                                                      "spread": 0.01}}})"},
    {"skewed experts with room", nullptr,
     R"({"kind": "training", "hardware": {"cluster": "dgx-h100", "devices": 64},
         "workload": {"model": "mixtral-8x7b", "sequence": 4096, "global_batch": 256, "attention": "flash",
                      "expert_skew": 1.6},
         "plan": {"tp": 2, "ep": 8, "pp": 4, "zero": 1, "schedule": "zero-bubble"}})"},
};

} // namespace

class ClusterSliderTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_;

    using Metrics = std::map<std::string, Metric>;

    /// Empty where the door refuses.
    Metrics ask(const Json& request) const {
        Metrics metrics;
        const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        if (!estimate || !estimate->valid) return metrics;
        for (const Metric& metric : estimate->metrics)
            metrics.emplace(metric.name, metric);
        return metrics;
    }

    struct Walked {
        std::size_t steps = 0;
        std::map<std::string, double> found;
    };

    void compare(const Metrics& from, const Metrics& to, const std::string& pointer, Walked& walked) const {
        const auto note = [&](const std::string& what, double size) {
            double& worst = walked.found[pointer + ": " + what];
            worst = std::max(worst, size);
        };
        const bool resource = names(std::begin(kResources), std::end(kResources), pointer);
        const bool burden = names(std::begin(kBurdens), std::end(kBurdens), pointer);
        for (const auto& [name, before] : from) {
            const auto found = to.find(name);
            if (found == to.end()) {
                note(name + " vanishes", 1.0);
                continue;
            }
            const Metric& after = found->second;
            for (const auto& [end, a, b] : {std::tuple{"", before.value, after.value},
                                            {" (low)", before.low, after.low},
                                            {" (high)", before.high, after.high}}) {
                if (a <= 0.0 || b <= 0.0) continue;
                if (std::abs(std::log(b / a)) > kJump) note(name + end + " jumps", std::abs(std::log(b / a)));
            }
            if (!isTime(name)) continue;
            const double slower = std::log(after.value / before.value);
            if (resource && slower > kWrong) note("more makes " + name + " longer", slower);
            if (burden && -slower > kWrong) note("more makes " + name + " shorter", -slower);
        }
        ++walked.steps;
    }

    void walk(const Json& request, const Parameter& number, Walked& walked) const {
        Metrics last;
        double last_value = 0.0;
        for (double factor = kLeast; factor < kMost; factor *= kStep) {
            double value = std::clamp(number.value * factor, number.minimum, number.maximum);
            if (value == last_value) continue;
            const auto changed = setParameter(request, number.pointer, value, *library_);
            Metrics now = changed ? ask(*changed) : Metrics{};
            if (!last.empty() && !now.empty()) compare(last, now, number.pointer, walked);
            last = std::move(now);
            last_value = value;
        }
    }

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void numbersMoveWithoutJumps_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; const Case& one : kCases)
            QTest::newRow(one.title) << i++;
    }

    void numbersMoveWithoutJumps() {
        QFETCH(int, index);
        const Case& one = kCases[index];
        const auto read =
            one.sample ? Result<Json>(test::sampleRequest(one.sample)) : parseJson(one.request, one.title);
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        const Json& request = *read;
        QVERIFY2(!ask(request).empty(), request.dump().c_str());
        const auto offered = parametersOf(request, *library_);
        QVERIFY(offered);
        Walked walked;
        std::size_t walks = 0;
        for (const Parameter& number : *offered) {
            if (!number.choices.empty() || number.value <= 0.0) continue;
            if (number.integer) continue; // counts and shapes: their steps have names, such as tiles and waves
            const std::size_t before = walked.steps;
            walk(request, number, walked);
            if (walked.steps > before) ++walks;
        }
        QVERIFY2(walks >= 3, std::to_string(walks).c_str());
        std::string told;
        for (const auto& [what, size] : walked.found)
            told += std::string(one.title) + ", " + what + " by " + std::to_string(100 * size) + " %\n";
        QVERIFY2(walked.found.empty(), told.c_str());
    }
};

QTEST_APPLESS_MAIN(ClusterSliderTest)
#include "cluster_slider_test.moc"
