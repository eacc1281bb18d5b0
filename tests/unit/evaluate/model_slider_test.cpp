// SPDX-License-Identifier: GPL-3.0-or-later
// Every number of a GPU that the window lets one drag moves the time, power and energy of whole models without jumps,
// and more of a resource slows no model.
#include "core/compose/runtime_costs.h"
#include "core/evaluate/kinds/gpu/model_query.h"
#include "core/evaluate/method.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/hardware/gpu/gpu_numbers.h"
#include "sample.h"
#include "slider_devices.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <QtTest>

using namespace strata;

namespace {

/// Of time in a step towards more of a resource: of kernels that take no named step and have the board to themselves,
/// and of all. A board at its power limit gives more SMs a slower clock each; where the last wave gains nothing from
/// them, its kernels take longer. A library's choice of tiles knows nothing of the limit.
constexpr double kRise = 0.001, kSharedRise = 0.005;

struct Probe {
    const char* name;
    const char* request; ///< without its hardware
};
const Probe kProbes[] = {
    {"prefill", R"({"kind": "model", "workload": {"model": "llama3.2-3b", "phase": "prefill", "batch": 2,
                    "sequence": 1024, "dtype": "fp16"}})"},
    {"decode", R"({"kind": "model", "workload": {"model": "llama3.2-3b", "phase": "decode", "batch": 24,
                   "sequence": 2048, "dtype": "fp16"}})"},
    {"long prompt", R"({"kind": "model", "workload": {"model": "gpt2-large", "phase": "prefill", "batch": 1,
                        "sequence": 1024, "dtype": "fp32", "flash_attention": false}})"},
    {"experts", R"({"kind": "model", "workload": {"model": "qwen3-30b-a3b", "phase": "decode", "batch": 48,
                    "sequence": 1024, "dtype": "fp16"}})"},
    {"training", R"({"kind": "model", "workload": {"model": "llama3.2-1b", "phase": "training", "batch": 2,
                     "sequence": 1024, "dtype": "fp16"}})"},
};
/// Asked at the door, in single steps at a few places. Jobs of training run on clusters, whose devices have no sliders.
struct DoorProbe {
    const char* name;
    const char* request;
};
const DoorProbe kDoorProbes[] = {
    {"serving", R"({"kind": "serving", "method": "serving.steady-state", "workload": {"model": "llama3.2-3b",
                    "dtype": "fp16", "traffic": {"arrivals": {"process": "closed-loop", "concurrency": 8},
                    "lengths": {"prompt": {"distribution": "fixed", "tokens": 512},
                                "output": {"distribution": "fixed", "tokens": 128}}, "requests": 64}}})"},
};
constexpr double kPlaces[] = {0.8, 0.999, 1.25};

/// Whether more of a resource may not raise it.
bool isTime(std::string_view metric) {
    return metric == "latency_s" || metric == "iteration_s" || metric.starts_with("tpot") ||
           metric.starts_with("ttft") || metric.starts_with("e2e");
}

/// More of these slows no model.
const char* const kResources[] = {"/sms",
                                  "/clock_hz",
                                  "/base_clock_hz",
                                  "/memory_bytes_per_s",
                                  "/memory_bytes",
                                  "/l2_bytes",
                                  "/l2_bytes_per_clock",
                                  "/stream_share",
                                  "/board_power_w",
                                  "/matrix_flop_per_clock/",
                                  "/vector_flop_per_clock/"};

bool isResource(std::string_view fact) {
    return std::any_of(std::begin(kResources), std::end(kResources), [fact](std::string_view one) {
        return one.ends_with('/') ? fact.starts_with(one) : fact == one;
    });
}

/// A wave more or less, another split, another number of blocks side by side: steps that have a name.
bool isNamedStep(const gpu::KernelTime& a, double a_sms, const gpu::KernelTime& b, double b_sms) {
    const auto rounds = [](const gpu::KernelTime& time, double sms) {
        return std::ceil(static_cast<double>(time.tiles) * time.split_k / sms);
    };
    return std::ceil(a.waves) != std::ceil(b.waves) || std::abs(a.split_k - b.split_k) >= 1.0F ||
           a.blocks_per_sm != b.blocks_per_sm || rounds(a, a_sms) != rounds(b, b_sms) ||
           (a_sms != b_sms && a.tiles != b.tiles);
}

/// A model on a device with one number changed.
struct Answer {
    compose::ComposedTime time;
    double sms = 0;
};

/// What kernels with a named step change: their time, and their energy; and what kernels do that share a board's limit.
struct Named {
    double seconds = 0, energy_j = 0, shared_s = 0;
};

Named namedSteps(const Answer& from, const Answer& to) {
    Named named;
    for (std::size_t i = 0; i < from.time.operators.size(); ++i) {
        const compose::OperatorTime &a = from.time.operators[i], &b = to.time.operators[i];
        const double longer_s = b.total() - a.total();
        if (!isNamedStep(a.kernel, from.sms, b.kernel, to.sms)) {
            if (b.kernel.limit == gpu::Limit::Power) named.shared_s += longer_s;
            continue;
        }
        named.seconds += longer_s;
        named.energy_j += b.energy_j - a.energy_j;
    }
    return named;
}

} // namespace

class ModelSliderTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_;

    using Found = std::map<std::string, double>;

    static void compare(const Answer& from, const Answer& to, const std::string& what, bool resource, Found& found) {
        const auto note = [&](const char* how, double size) {
            double& worst = found[what + ": " + how];
            worst = std::max(worst, size);
        };
        const compose::ComposedTime &a = from.time, &b = to.time;
        const Named named = namedSteps(from, to);
        const double change_s = b.seconds - a.seconds;
        // Where the device waits for the host, what one kernel gains another waits: only what the model does counts.
        const auto least = [](double all, double unnamed) { return std::min(std::abs(all), std::abs(unnamed)); };
        const double jump = least(change_s, change_s - named.seconds) / a.seconds;
        if (jump > test::kSliderJump) note("its time jumps", jump);
        if (a.energy_j > 0 && b.energy_j > 0) {
            const double change_j = b.energy_j - a.energy_j;
            const double more = least(change_j, change_j - named.energy_j) / a.energy_j;
            if (more > test::kSliderJump) note("its energy jumps", more);
        }
        if (!resource) return;
        if (change_s > kSharedRise * a.seconds) note("more makes it slower", change_s / a.seconds);
        const double alone_s = std::min(change_s, change_s - named.seconds - named.shared_s);
        if (alone_s > kRise * a.seconds) note("more makes kernels slower", alone_s / a.seconds);
    }

    /// Walks one number of the device through its range; what jumps is added to `found` with the worst step.
    void walk(const Json& request, const ModelQuery& usual, const Parameter& number, const std::string& what,
              gpu::RenewedTiles& tiles, Found& found) const {
        const std::string fact = number.pointer.substr(std::string_view("/hardware").size());
        const hardware::SetGpuNumber set = hardware::gpuNumberAt(fact);
        if (!set) return;
        std::optional<Answer> last;
        double last_value = 0;
        ModelQuery query = usual;
        for (double factor = test::kSliderLeast; factor < test::kSliderMost; factor *= test::kSliderStep) {
            double value = std::clamp(number.value * factor, number.minimum, number.maximum);
            if (number.integer) value = std::round(value);
            if (value == last_value) continue;
            query.device.gpu = usual.device.gpu;
            set(query.device.gpu, value);
            if (!hardware::finishGpuNumbers(query.device.gpu)) {
                last.reset();
                continue;
            }
            const auto costs = compose::runtimeCosts(query.device.gpu, library_->calibrations());
            Answer now{methods::composeModel(request, query, costs, *library_, tiles.at(query.device.gpu)),
                       static_cast<double>(query.device.gpu.sms)};
            if (last) compare(*last, now, fact + ", " + what, isResource(fact), found);
            last = std::move(now);
            last_value = value;
        }
    }

    using Metrics = std::map<std::string, double>;

    /// Empty where the door refuses.
    Metrics ask(const Json& request) const {
        Metrics metrics;
        const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        if (!estimate || !estimate->valid) return metrics;
        for (const Metric& metric : estimate->metrics)
            metrics.emplace(metric.name, metric.value);
        return metrics;
    }

    /// One step of a number at a place of its range, asked at the door.
    void step(const Json& request, const Parameter& number, double place, const std::string& what, Found& found) const {
        const auto at = [&](double value) {
            const auto changed = setParameter(request, number.pointer, value, *library_);
            return changed ? ask(*changed) : Metrics{};
        };
        const double low = std::clamp(number.value * place, number.minimum, number.maximum);
        const double high = std::clamp(low * test::kSliderStep, number.minimum, number.maximum);
        if (low >= high) return;
        const Metrics from = at(low), to = at(high);
        const auto note = [&](const std::string& how, double size) {
            double& worst = found[number.pointer + ", " + what + ": " + how];
            worst = std::max(worst, size);
        };
        const bool resource = isResource(number.pointer.substr(std::string_view("/hardware").size()));
        for (const auto& [name, before] : from) {
            const auto after = to.find(name);
            if (after == to.end() || before <= 0 || after->second <= 0) continue;
            const double change = after->second / before - 1;
            if (std::abs(change) > test::kSliderJump) note(name + " jumps", std::abs(change));
            if (resource && isTime(name) && change > kRise) note("more makes " + name + " longer", change);
        }
    }

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void numbersMoveWithoutJumps_data() {
        QTest::addColumn<QString>("device");
        for (const char* device : test::kSliderDevices)
            QTest::newRow(device) << QString::fromLatin1(device);
    }

    void numbersMoveWithoutJumps() {
        QFETCH(QString, device);
        gpu::RenewedTiles tiles(library_->calibrations());
        Found found;
        for (const Probe& probe : kProbes) {
            Json request = *parseJson(probe.request, probe.name);
            request["hardware"] = device.toStdString();
            const auto query = resolveModel(request, *library_);
            QVERIFY2(query, query ? "" : describe(query.error()).c_str());
            const auto offered = parametersOf(request, *library_);
            QVERIFY(offered);
            std::size_t walks = 0;
            for (const Parameter& parameter : *offered) {
                if (!parameter.pointer.starts_with("/hardware/") || !parameter.choices.empty() || parameter.value <= 0)
                    continue;
                if (parameter.integer && parameter.value < test::kSliderFewest) continue;
                walk(request, *query, parameter, probe.name, tiles, found);
                ++walks;
            }
            QVERIFY2(walks > 5, std::to_string(walks).c_str());
        }
        std::string told;
        for (const auto& [what, size] : found)
            told += device.toStdString() + " " + what + " by " + std::to_string(100 * size) + " %\n";
        QVERIFY2(found.empty(), told.c_str());
    }

    void servingMovesWithoutJumps_data() { numbersMoveWithoutJumps_data(); }

    void servingMovesWithoutJumps() {
        QFETCH(QString, device);
        Found found;
        for (const DoorProbe& probe : kDoorProbes) {
            Json request = *parseJson(probe.request, probe.name);
            request["hardware"] = device.toStdString();
            QVERIFY2(!ask(request).empty(), probe.name);
            const auto offered = parametersOf(request, *library_);
            QVERIFY(offered);
            std::size_t walks = 0;
            for (const Parameter& parameter : *offered) {
                if (!parameter.pointer.starts_with("/hardware/") || !parameter.choices.empty() || parameter.value <= 0)
                    continue;
                if (parameter.integer) continue;
                ++walks;
                for (const double place : kPlaces)
                    step(request, parameter, place, probe.name, found);
            }
            QVERIFY2(walks > 5, std::to_string(walks).c_str());
        }
        std::string told;
        for (const auto& [what, size] : found)
            told += device.toStdString() + " " + what + " by " + std::to_string(100 * size) + " %\n";
        QVERIFY2(found.empty(), told.c_str());
    }
};

QTEST_APPLESS_MAIN(ModelSliderTest)
#include "model_slider_test.moc"
