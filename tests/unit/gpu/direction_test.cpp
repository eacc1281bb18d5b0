// SPDX-License-Identifier: GPL-3.0-or-later
// Halves and doubles the facts of every GPU of the catalog: more of a resource slows no kernel, for a board that may
// run at a higher clock, or has wider units, can always do what it did before.
#include "core/catalog/library.h"
#include "core/gpu/predictor.h"
#include "core/hardware/gpu/gpu_json.h"
#include "core/hardware/gpu/gpu_numbers.h"

#include <nlohmann/json.hpp>
#include <QtTest>

#include <map>

using namespace strata;

namespace {

/// Of time: tiles go to another number of SMs in other waves, and libraries choose them without a look at the power.
constexpr double kRounding = 0.03;

/// The number of lanes is not among them: wider lanes count as a larger chip under the same limit, which costs products
/// on tensor cores a few percent, and libraries choose the kernels of lanes by their number.
const char* const kFacts[] = {"/sms",
                              "/clock_hz",
                              "/memory_bytes_per_s",
                              "/l2_bytes",
                              "/l2_bytes_per_clock",
                              "/board_power_w",
                              "/stream_share",
                              "/registers_bytes",
                              "/shared_bytes",
                              "/threads_per_sm",
                              "/blocks_per_sm",
                              "/matrix_flop_per_clock/bf16",
                              "/matrix_flop_per_clock/fp16",
                              "/matrix_flop_per_clock/fp8",
                              "/matrix_flop_per_clock/tf32"};

/// The most that a kernel may take of its time on a smaller device. Attention that feeds asynchronous tensor cores from
/// registers has nothing for wider ones, which draw power all the same.
double mostTimes(std::string_view fact, std::string_view kernel, const hardware::Gpu& gpu) {
    constexpr double kMost = 1.25;
    if (fact == "/matrix_flop_per_clock/fp16" && kernel == "prefill" && gpu.asynchronous_tensor_cores) return kMost;
    return 1 + kRounding;
}

workload::Kernel product(double m, double n, double k, NumberType type) {
    workload::Matmul shape;
    shape.m = m, shape.n = n, shape.k = k;
    shape.linear = true;
    return {shape, type, type, type, type};
}

workload::Kernel attention(double batch, double queries, double keys) {
    workload::Attention shape;
    shape.batch = batch;
    shape.heads = 32, shape.kv_heads = 8, shape.head_dim = 128;
    shape.q_len = queries, shape.kv_len = keys;
    using enum NumberType;
    return {shape, Fp16, Fp16, Fp16, Fp16};
}

workload::Kernel products(double batch, double m, double n, double k) {
    workload::Matmul shape;
    shape.batch = batch;
    shape.m = m, shape.n = n, shape.k = k;
    return {shape};
}

const std::map<const char*, workload::Kernel>& kernels() {
    static const std::map<const char*, workload::Kernel> all{
        {"square product", product(8192, 8192, 8192, NumberType::Fp16)},
        {"product", product(2048, 4096, 4096, NumberType::Fp16)},
        {"thin product", product(16, 8192, 8192, NumberType::Fp16)},
        {"single product", product(4096, 4096, 4096, NumberType::Fp32)},
        {"small single product", product(1024, 4096, 1024, NumberType::Fp32)},
        {"thin single product", product(16, 8192, 8192, NumberType::Fp32)},
        {"single products", products(64, 512, 512, 64)},
        {"8-bit product", product(4096, 4096, 4096, NumberType::Fp8)},
        {"prefill", attention(2, 4096, 4096)},
        {"decode", attention(32, 1, 4096)},
    };
    return all;
}

} // namespace

class DirectionTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_;

    std::map<const char*, double> seconds(const hardware::Gpu& gpu) const {
        std::map<const char*, double> times;
        const auto predict = gpu::kernelPredictor("gpu.tile", gpu, library_->calibrations());
        if (!predict) return times;
        for (const auto& [name, kernel] : kernels())
            times[name] = (*predict)(kernel).seconds;
        return times;
    }

private slots:
    void initTestCase() {
        const auto loaded = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(static_cast<bool>(loaded));
        library_ = *loaded;
    }

    void moreOfAResourceSlowsNothing_data() {
        QTest::addColumn<QString>("device");
        for (const Entry& entry : library_->entries())
            if (entry.kind == EntryKind::Gpu) QTest::newRow(entry.id.c_str()) << QString::fromStdString(entry.id);
    }

    void moreOfAResourceSlowsNothing() {
        QFETCH(QString, device);
        const Json& document = *library_->find(device.toStdString())->document;
        const auto usual = hardware::readGpu(document, "");
        QVERIFY(static_cast<bool>(usual));
        std::size_t moved = 0;
        QStringList told;
        for (const char* fact : kFacts) {
            const Json::json_pointer pointer(fact);
            if (!document.contains(pointer) || document.at(pointer).get<double>() <= 0) continue;
            std::map<const char*, double> before;
            const double least = document.at(pointer).is_number_integer() ? 1.0 : 0.0; // half an SM is none
            for (const double factor : {0.5, 1.0, 2.0}) {
                if (factor * document.at(pointer).get<double>() < least) continue;
                hardware::Gpu gpu = *usual;
                hardware::gpuNumberAt(fact)(gpu, factor * document.at(pointer).get<double>());
                if (!hardware::finishGpuNumbers(gpu)) continue;
                const auto now = seconds(gpu);
                QVERIFY(!now.empty());
                for (const auto& [kernel, time_s] : now) {
                    const auto less = before.find(kernel);
                    if (less == before.end()) continue;
                    moved += time_s < less->second;
                    if (time_s <= less->second * mostTimes(fact, kernel, gpu)) continue;
                    told += QStringLiteral("%1 of %2 x %3: %4 takes %5 times as long")
                                .arg(QLatin1String(fact), device)
                                .arg(factor)
                                .arg(QLatin1String(kernel))
                                .arg(time_s / less->second);
                }
                before = now;
            }
        }
        QVERIFY2(told.empty(), qPrintable(told.join('\n')));
        QVERIFY(moved > 5);
    }
};

QTEST_GUILESS_MAIN(DirectionTest)
#include "direction_test.moc"
