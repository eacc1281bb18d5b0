// SPDX-License-Identifier: GPL-3.0-or-later
// Peaks that follow from units, rates and clock against the peaks that the vendors print, without sparsity.
#include "core/catalog/library.h"
#include "core/hardware/gpu/gpu_json.h"

#include <cmath>
#include <QTest>
#include <set>

using namespace strata;
using namespace strata::hardware;

namespace {

constexpr double kTolerance = 0.02; // vendors round both the peak and the clock

enum class Unit { Vector, Matrix };

struct Printed {
    const char* id;
    Unit unit;
    NumberType type;
    double tera_flop_per_s;
    const char* source;
};

constexpr auto V = Unit::Vector;
constexpr auto M = Unit::Matrix;
using enum NumberType;

// 12 TFLOP/s of the P40 and 22 TOPS of the AGX Xavier are rounded by more than the tolerance: other types stand for
// them.
const Printed kPrinted[] = {
    {"jetson-nano", V, Fp16, 0.472, "NVIDIA Jetson Nano module datasheet"},
    {"jetson-tx2", V, Fp16, 1.33, "NVIDIA Jetson TX2 module datasheet"},
    {"jetson-agx-xavier", V, Fp32, 1.4, "NVIDIA Jetson AGX Xavier module datasheet"},
    {"jetson-xavier-nx", M, Fp16, 6.8, "NVIDIA Jetson Xavier NX module datasheet"},
    {"jetson-orin-nano-8gb", V, Fp32, 1.28, "NVIDIA Jetson Orin Nano Series module datasheet"},
    {"jetson-orin-nx-16gb", V, Fp32, 1.88, "NVIDIA Jetson Orin NX Series module datasheet"},
    {"jetson-agx-orin-32gb", V, Fp32, 3.33, "NVIDIA Jetson AGX Orin Series technical brief"},
    {"jetson-agx-orin-64gb", V, Fp32, 5.32, "NVIDIA Jetson AGX Orin Series technical brief"},
    {"jetson-agx-orin-64gb", M, Int8, 85, "NVIDIA Jetson AGX Orin Series technical brief"},
    {"jetson-agx-thor", M, Fp4, 1035, "NVIDIA Jetson Thor datasheet: 2070 with sparsity"},
    {"gtx-1080-ti", V, Fp32, 11.3, "NVIDIA GeForce GTX 1080 Ti product page"},
    {"p4", V, Fp32, 5.5, "NVIDIA Tesla P4 datasheet"},
    {"p4", V, Int8, 22, "NVIDIA Tesla P4 datasheet"},
    {"p40", V, Int8, 47, "NVIDIA Tesla P40 datasheet"},
    {"p100-sxm2-16gb", V, Fp32, 10.6, "NVIDIA Tesla P100 whitepaper"},
    {"p100-sxm2-16gb", V, Fp64, 5.3, "NVIDIA Tesla P100 whitepaper"},
    {"p100-pcie-16gb", V, Fp32, 9.3, "NVIDIA Tesla P100 datasheet"},
    {"p100-pcie-16gb", V, Fp16, 18.7, "NVIDIA Tesla P100 datasheet"},
    {"v100-sxm2-16gb", V, Fp32, 15.7, "NVIDIA V100 datasheet"},
    {"v100-sxm2-32gb", M, Fp16, 125, "NVIDIA V100 datasheet"},
    {"v100-pcie-16gb", V, Fp64, 7, "NVIDIA V100 datasheet"},
    {"v100-pcie-32gb", V, Fp32, 14, "NVIDIA V100 datasheet"},
    {"v100s-pcie-32gb", V, Fp32, 16.4, "NVIDIA V100 datasheet"},
    {"v100s-pcie-32gb", M, Fp16, 130, "NVIDIA V100 datasheet"},
    {"t4", V, Fp32, 8.1, "NVIDIA T4 datasheet"},
    {"t4", M, Fp16, 65, "NVIDIA T4 datasheet"},
    {"t4", M, Int4, 260, "NVIDIA T4 datasheet"},
    {"titan-rtx", M, Fp16, 130, "NVIDIA TITAN RTX product page"},
    {"rtx-2080-ti", V, Fp32, 13.4, "NVIDIA Turing whitepaper, Table 1"},
    {"rtx-2080-ti", M, Fp16, 53.8, "NVIDIA Turing whitepaper, Table 1"},
    {"a2", V, Fp32, 4.5, "NVIDIA A2 datasheet"},
    {"a10", V, Fp32, 31.2, "NVIDIA A10 datasheet"},
    {"a10", M, Bf16, 125, "NVIDIA A10 datasheet"},
    {"a10g", V, Fp32, 35, "NVIDIA A10G datasheet"},
    {"a16", M, Fp16, 17.9, "NVIDIA A16 datasheet"},
    {"a30", V, Fp32, 10.3, "NVIDIA A30 datasheet"},
    {"a30", M, Int8, 330, "NVIDIA A30 datasheet"},
    {"a40", M, Tf32, 74.8, "NVIDIA A40 datasheet"},
    {"a100-sxm4-40gb", V, Fp32, 19.5, "NVIDIA A100 datasheet"},
    {"a100-pcie-40gb", V, Fp64, 9.7, "NVIDIA A100 datasheet"},
    {"a100-sxm4-80gb", M, Tf32, 156, "NVIDIA A100 datasheet"},
    {"a100-pcie-80gb", M, Int8, 624, "NVIDIA A100 datasheet"},
    {"a800-sxm4-80gb", M, Bf16, 312, "NVIDIA A800 datasheet"},
    {"rtx-a5000", V, Fp32, 27.8, "NVIDIA RTX A5000 datasheet"},
    {"rtx-a6000", M, Fp16, 154.8, "NVIDIA RTX A6000 datasheet"},
    {"rtx-3080", V, Fp32, 29.8, "NVIDIA GA102 whitepaper, Table 2"},
    {"rtx-3090", V, Fp32, 35.6, "NVIDIA GA102 whitepaper, Table 2"},
    {"rtx-3090", M, Fp16, 71, "NVIDIA GA102 whitepaper, Table 2"},
    {"rtx-3090", M, Int8, 284, "NVIDIA GA102 whitepaper, Table 2"},
    {"rtx-3090-ti", V, Fp32, 40, "NVIDIA Ada whitepaper, Table 2"},
    {"l4", M, Fp8, 242.5, "NVIDIA L4 datasheet: 485 with sparsity"},
    {"l20", M, Bf16, 119.5, "press"},
    {"l40", M, Bf16, 181, "NVIDIA L40 datasheet"},
    {"l40s", V, Fp32, 91.6, "NVIDIA L40S datasheet"},
    {"l40s", M, Fp8, 733, "NVIDIA L40S datasheet"},
    {"rtx-6000-ada", V, Fp32, 91.1, "NVIDIA RTX 6000 Ada datasheet"},
    {"rtx-4080", V, Fp32, 48.7, "NVIDIA Ada whitepaper"},
    {"rtx-4090", M, Fp16, 165.2, "NVIDIA Ada whitepaper, Table 2"},
    {"rtx-4090", M, Fp8, 330.3, "NVIDIA Ada whitepaper, Table 2"},
    {"rtx-4090", M, Int8, 660.6, "NVIDIA Ada whitepaper, Table 2"},
    {"h100-sxm5-80gb", M, Bf16, 989.4, "NVIDIA H100 whitepaper, Table 2"},
    {"h100-sxm5-80gb", M, Tf32, 494.7, "NVIDIA H100 whitepaper, Table 2"},
    {"h100-sxm5-80gb", M, Fp8, 1978.9, "NVIDIA H100 whitepaper, Table 2"},
    {"h100-pcie-80gb", M, Bf16, 756, "NVIDIA H100 whitepaper, Table 2"},
    {"h100-nvl-94gb", M, Bf16, 835.5, "NVIDIA H100 NVL datasheet: 1671 with sparsity"},
    {"h20", M, Bf16, 148, "press"},
    {"h200-sxm-141gb", M, Fp16, 989.5, "NVIDIA H200 datasheet: 1979 with sparsity"},
    {"h200-nvl-141gb", M, Fp16, 835.5, "NVIDIA H200 datasheet: 1671 with sparsity"},
    {"gh200-96gb", M, Fp8, 1979, "NVIDIA GH200 datasheet"},
    {"b200-sxm-180gb", M, Bf16, 2250, "NVIDIA HGX B200 datasheet"},
    {"b200-sxm-180gb", M, Fp4, 9000, "NVIDIA HGX B200 datasheet"},
    {"gb200", M, Fp8, 5000, "NVIDIA GB200 NVL72 datasheet"},
    {"b300-sxm", M, Fp4, 13500, "NVIDIA HGX B300 datasheet: 108 PFLOP/s for eight"},
    {"b300-sxm", M, Fp8, 4500, "NVIDIA HGX B300 datasheet"},
    {"gb300", M, Fp4, 15000, "NVIDIA GB300 NVL72 datasheet"},
    {"rtx-pro-6000-blackwell-workstation", V, Fp32, 125, "NVIDIA RTX PRO 6000 Blackwell datasheet"},
    {"rtx-pro-6000-blackwell-server", V, Fp32, 120, "NVIDIA RTX PRO 6000 Blackwell Server datasheet"},
    {"rtx-5080", M, Fp4, 900.4, "NVIDIA RTX Blackwell whitepaper: 1801 with sparsity"},
    {"rtx-5090", V, Fp32, 104.8, "NVIDIA RTX Blackwell whitepaper"},
    {"rtx-5090", M, Fp16, 209.5, "NVIDIA RTX Blackwell whitepaper"},
    {"rtx-5090", M, Fp4, 1676, "NVIDIA RTX Blackwell whitepaper: 3352 with sparsity"},
    {"mi50", V, Fp32, 13.3, "AMD Radeon Instinct MI50 datasheet"},
    {"mi60", V, Fp64, 7.4, "AMD Radeon Instinct MI60 datasheet"},
    {"mi100", V, Fp32, 23.1, "AMD Instinct MI100 datasheet"},
    {"mi100", M, Fp32, 46.1, "AMD Instinct MI100 datasheet"},
    {"mi100", M, Fp16, 184.6, "AMD Instinct MI100 datasheet"},
    {"mi210", V, Fp64, 22.6, "AMD Instinct MI210 datasheet"},
    {"mi210", M, Bf16, 181, "AMD Instinct MI210 datasheet"},
    {"mi250", M, Fp16, 181.05, "AMD Instinct MI250 datasheet: 362.1 for two dies"},
    {"mi250x", M, Fp16, 191.5, "AMD Instinct MI250X datasheet: 383 for two dies"},
    {"mi300x", V, Fp32, 163.4, "AMD Instinct MI300X datasheet"},
    {"mi300x", M, Fp8, 2614.9, "AMD Instinct MI300X datasheet"},
    {"mi300a", M, Fp16, 980.6, "AMD Instinct MI300A datasheet"},
    {"mi325x", M, Bf16, 1307.4, "AMD Instinct MI325X datasheet"},
    {"mi350x", M, Fp16, 2306.9, "AMD Instinct MI350X datasheet"},
    {"mi355x", M, Fp16, 2516.6, "AMD Instinct MI355X datasheet"},
    {"mi355x", V, Fp64, 78.6, "AMD Instinct MI355X datasheet"},
    {"rx-7900-xtx", V, Fp32, 61.4, "AMD Radeon RX 7900 XTX product page"},
    {"rx-9070-xt", M, Fp16, 195, "AMD Radeon RX 9070 XT product page"},
    {"arc-a770", M, Fp16, 137.6, "Intel Arc A770 specifications"},
    {"arc-pro-b60", M, Int8, 197, "Intel Arc Pro B60 product page"},
    {"max-1100", V, Fp32, 22.2, "Intel Data Center GPU Max product brief"},
    {"max-1550", M, Bf16, 839, "Intel Data Center GPU Max product brief"},
    {"m1-gpu", V, Fp32, 2.6, "Apple, M1 announcement"},
    {"m2-gpu", V, Fp32, 3.6, "Apple, M2 announcement"},
};

} // namespace

class GpuPeaksTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void manyDevices();
    void asPrinted_data();
    void asPrinted();

private:
    std::shared_ptr<const Library> library_;
};

void GpuPeaksTest::initTestCase() {
    const auto loaded = Library::load(qgetenv("STRATA_ROOT").toStdString());
    QVERIFY2(loaded, loaded ? "" : describe(loaded.error()).c_str());
    library_ = *loaded;
}

void GpuPeaksTest::manyDevices() {
    std::set<std::string> devices;
    for (const Printed& printed : kPrinted)
        devices.insert(printed.id);
    QVERIFY(devices.size() >= 40);
}

void GpuPeaksTest::asPrinted_data() {
    QTest::addColumn<int>("place");
    for (std::size_t i = 0; i < std::size(kPrinted); ++i) {
        const Printed& printed = kPrinted[i];
        const std::string unit = printed.unit == Unit::Vector ? " vector " : " matrix ";
        QTest::newRow((printed.id + unit + std::string(name(printed.type))).c_str()) << static_cast<int>(i);
    }
}

void GpuPeaksTest::asPrinted() {
    QFETCH(int, place);
    const Printed& printed = kPrinted[place];
    const Entry* entry = library_->find(printed.id);
    QVERIFY(entry != nullptr);
    const auto gpu = readGpu(*entry->document, "");
    QVERIFY(gpu);
    const double peak = printed.unit == Unit::Vector ? gpu->vectorPeak(printed.type) : gpu->matrixPeak(printed.type);
    const double error = peak / (printed.tera_flop_per_s * 1e12) - 1;
    QVERIFY2(std::abs(error) <= kTolerance, qPrintable(QStringLiteral("%1 TFLOP/s, printed %2 (%3)")
                                                           .arg(peak / 1e12)
                                                           .arg(printed.tera_flop_per_s)
                                                           .arg(QLatin1String(printed.source))));
}

QTEST_APPLESS_MAIN(GpuPeaksTest)
#include "gpu_peaks_test.moc"
