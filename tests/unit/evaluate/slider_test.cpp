// SPDX-License-Identifier: GPL-3.0-or-later
// Every number of a GPU that the window lets one drag moves the times and powers of kernels without jumps, and more of
// a resource slows nothing.
#include "core/evaluate/request.h"
#include "core/gpu/predictor.h"
#include "core/hardware/gpu/gpu_json.h"
#include "core/hardware/gpu/gpu_numbers.h"
#include "sample.h"
#include "slider_devices.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

constexpr double kRise = 0.005; ///< of time in a step towards more of a resource: rounding of tiles to waves

struct Probe {
    const char* name;
    const char* workload;
};
const Probe kProbes[] = {
    {"product", R"({"operator": "matmul", "m": 2048, "n": 6144, "k": 4096, "dtype": "bf16"})"},
    {"thin product", R"({"operator": "matmul", "m": 16, "n": 6144, "k": 4096, "dtype": "bf16"})"},
    {"8-bit product", R"({"operator": "matmul", "m": 4096, "n": 4096, "k": 4096, "dtype": "fp8"})"},
    {"single product", R"({"operator": "matmul", "m": 2048, "n": 4096, "k": 1024, "dtype": "fp32"})"},
    {"prefill", R"({"operator": "attention", "batch": 2, "heads": 32, "kv_heads": 8, "head_dim": 128, "q_len": 4096,
                    "kv_len": 4096, "causal": true, "dtype": "bf16"})"},
    {"decode", R"({"operator": "attention", "batch": 32, "heads": 32, "kv_heads": 8, "head_dim": 128, "q_len": 1,
                   "kv_len": 4096, "dtype": "bf16"})"},
    {"experts", R"({"operator": "moe", "tokens": 256, "hidden": 4096, "ffn": 1536, "experts": 64, "top_k": 8,
                    "dtype": "bf16"})"},
    {"elementwise", R"({"operator": "elementwise", "function": "add", "elements": 40000000, "inputs": 2,
                        "dtype": "bf16"})"},
    {"softmax", R"({"operator": "softmax", "rows": 16384, "cols": 4096, "dtype": "fp32"})"},
};

/// More of these slows no kernel.
const char* const kResources[] = {"/sms",
                                  "/memory_bytes_per_s",
                                  "/l2_bytes",
                                  "/l2_bytes_per_clock",
                                  "/stream_share",
                                  "/board_power_w",
                                  "/exponentials_per_clock",
                                  "/matrix_flop_per_clock/",
                                  "/vector_flop_per_clock/"};

/// A number of a device to walk through.
struct Walk {
    std::string fact;
    double value, minimum, maximum;
    bool integer;
};

bool isResource(std::string_view fact) {
    return std::any_of(std::begin(kResources), std::end(kResources),
                       [fact](std::string_view one) { return fact.starts_with(one); });
}

/// A wave more or less, another split, another number of blocks side by side: steps that have a name. One SM more may
/// take a wave off another tile, which then is the best.
bool isNamedStep(const gpu::KernelTime& a, double a_sms, const gpu::KernelTime& b, double b_sms) {
    const auto rounds = [](const gpu::KernelTime& time, double sms) {
        return std::ceil(static_cast<double>(time.tiles) * time.split_k / sms);
    };
    return std::ceil(a.waves) != std::ceil(b.waves) || std::abs(a.split_k - b.split_k) >= 1.0F ||
           a.blocks_per_sm != b.blocks_per_sm || rounds(a, a_sms) != rounds(b, b_sms) ||
           (a_sms != b_sms && a.tiles != b.tiles);
}

} // namespace

class SliderTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_;
    std::vector<workload::Kernel> kernels_;

    /// What the window offers, and what else the device's document states in numbers.
    std::vector<Walk> walksOf(const Entry& entry) const {
        const Json request = {
            {"kind", "kernel"}, {"hardware", entry.id}, {"workload", *parseJson(kProbes[0].workload, "")}};
        std::vector<Walk> walks;
        const auto offered = parametersOf(request, *library_);
        for (const Parameter& parameter : offered ? *offered : std::vector<Parameter>{}) {
            constexpr std::string_view kHardware = "/hardware";
            if (!parameter.pointer.starts_with(kHardware) || !parameter.choices.empty() || parameter.value <= 0)
                continue;
            if (parameter.integer && parameter.value < test::kSliderFewest) continue;
            walks.push_back({parameter.pointer.substr(kHardware.size()), parameter.value, parameter.minimum,
                             parameter.maximum, parameter.integer});
        }
        const auto add = [&](const std::string& fact, const Json& stated) {
            const auto same = [&](const Walk& walk) { return walk.fact == fact; };
            if (!stated.is_number_float() &&
                (!stated.is_number_integer() || stated.get<double>() < test::kSliderFewest))
                return;
            if (std::any_of(walks.begin(), walks.end(), same) || !hardware::gpuNumberAt(fact)) return;
            const double value = stated.get<double>();
            walks.push_back({fact, value, 0, 1e18, stated.is_number_integer() && value < 1e6});
        };
        for (const auto& [key, stated] : entry.document->items()) {
            if (!stated.is_object())
                add("/" + key, stated);
            else
                for (const auto& [inner, value] : stated.items())
                    add("/" + key + "/" + inner, value);
        }
        return walks;
    }

    /// Walks one number of a device through its range; what jumps is added to `found` with the worst step.
    void walk(const hardware::Gpu& usual, const Walk& number, gpu::RenewedTiles& tiles,
              std::map<std::string, double>& found) {
        const hardware::SetGpuNumber set = hardware::gpuNumberAt(number.fact);
        if (!set) return;
        std::vector<gpu::KernelTime> last;
        double last_value = 0, last_sms = 0;
        for (double factor = test::kSliderLeast; factor < test::kSliderMost; factor *= test::kSliderStep) {
            double value = std::clamp(number.value * factor, number.minimum, number.maximum);
            if (number.integer) value = std::round(value);
            if (value == last_value) continue;
            hardware::Gpu gpu = usual;
            set(gpu, value);
            if (!hardware::finishGpuNumbers(gpu)) {
                last.clear();
                continue;
            }
            const gpu::KernelPredictor& predict = tiles.at(gpu);
            std::vector<gpu::KernelTime> now;
            for (const workload::Kernel& kernel : kernels_)
                now.push_back(predict(kernel));
            for (std::size_t i = 0; i < last.size(); ++i)
                compare({last[i], now[i], isNamedStep(last[i], last_sms, now[i], gpu.sms)}, number.fact,
                        kProbes[i].name, found);
            if (factor * test::kSliderStep >= test::kSliderMost || factor == test::kSliderLeast)
                compareWithNew(gpu, now, number.fact, found);
            last = std::move(now);
            last_sms = gpu.sms;
            last_value = value;
        }
    }

    /// A model that has followed a number says what one made for that device says, bit for bit.
    void compareWithNew(const hardware::Gpu& gpu, const std::vector<gpu::KernelTime>& followed, const std::string& fact,
                        std::map<std::string, double>& found) {
        gpu::RenewedTiles anew(library_->calibrations());
        const gpu::KernelPredictor& predict = anew.at(gpu);
        for (std::size_t i = 0; i < kernels_.size(); ++i) {
            const gpu::KernelTime made = predict(kernels_[i]);
            if (made.seconds != followed[i].seconds || made.alone_s != followed[i].alone_s ||
                made.energy_j != followed[i].energy_j || made.log_p10 != followed[i].log_p10 ||
                made.log_p90 != followed[i].log_p90)
                found[fact + ", " + kProbes[i].name + ": made anew"] =
                    std::abs(made.seconds / followed[i].seconds - 1.0);
        }
    }

    struct Step {
        const gpu::KernelTime& from;
        const gpu::KernelTime& to;
        bool named;
    };

    static void compare(const Step& step, const std::string& fact, const char* probe,
                        std::map<std::string, double>& found) {
        if (step.from.seconds <= 0 || step.to.seconds <= 0) return;
        const auto note = [&](const char* what, double size) {
            double& worst = found[fact + ", " + probe + ": " + what];
            worst = std::max(worst, size);
        };
        const double slower = step.to.seconds / step.from.seconds - 1;
        if (!step.named && std::abs(slower) > test::kSliderJump) note("its time jumps", std::abs(slower));
        if (!step.named && step.from.power_w > 0) {
            const double more = std::abs(step.to.power_w / step.from.power_w - 1);
            if (more > test::kSliderJump) note("its power jumps", more);
        }
        if (isResource(fact) && slower > (step.named ? test::kSliderJump : kRise)) note("more makes it slower", slower);
    }

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        for (const Probe& probe : kProbes) {
            const auto document = parseJson(probe.workload, probe.name);
            QVERIFY2(document, probe.name);
            const auto kernel = workload::readKernel(*document, "/workload");
            QVERIFY2(kernel, kernel ? "" : describe(kernel.error()).c_str());
            kernels_.push_back(*kernel);
        }
    }

    void numbersMoveWithoutJumps_data() {
        QTest::addColumn<QString>("device");
        for (const char* device : test::kSliderDevices)
            QTest::newRow(device) << QString::fromLatin1(device);
    }

    void numbersMoveWithoutJumps() {
        QFETCH(QString, device);
        const Entry* entry = library_->find(device.toStdString());
        QVERIFY(entry != nullptr);
        const auto gpu = hardware::readGpu(*entry->document, "");
        QVERIFY(gpu);
        const auto walks = walksOf(*entry);
        QVERIFY2(walks.size() > 15, std::to_string(walks.size()).c_str());
        gpu::RenewedTiles tiles(library_->calibrations());
        std::map<std::string, double> found;
        for (const Walk& one : walks)
            walk(*gpu, one, tiles, found);
        std::string told;
        for (const auto& [what, size] : found)
            told += device.toStdString() + " " + what + " by " + std::to_string(100 * size) + " %\n";
        QVERIFY2(found.empty(), told.c_str());
    }
};

QTEST_APPLESS_MAIN(SliderTest)
#include "slider_test.moc"
