// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention/attention.h"
#include "tests/unit/gpu/runtime.h"

#include <cmath>
#include <QTest>
#include <string>

using namespace strata;
using namespace strata::gpu;
using enum strata::hardware::AttentionKernels;

/// What PyTorch calls for attention, without a calibration: FlashAttention as it is published.
class TorchAttentionTest : public QObject {
    Q_OBJECT

    static KernelTime at(hardware::AttentionKernels kernels, double head_dim, double lanes = 64) {
        hardware::Gpu gpu;
        gpu.id = "device";
        gpu.vendor = "NVIDIA";
        gpu.sms = 100;
        gpu.clock_hz = 1.5e9;
        gpu.matrix_flop_per_clock[index(NumberType::Bf16)] = 2048;
        gpu.vector_flop_per_clock[index(NumberType::Fp32)] = 2 * lanes;
        gpu.shared_bytes = 164 * 1024;
        gpu.l2_bytes = 40e6;
        gpu.memory_bytes_per_s = 2e12;
        gpu.memory_kind = "HBM2e";
        gpu.board_power_w = 1000;
        gpu.runtime = runtimeWith(kernels);
        workload::Attention shape;
        shape.batch = 1;
        shape.heads = shape.kv_heads = 32;
        shape.head_dim = head_dim;
        shape.q_len = shape.kv_len = 4096;
        hardware::Calibration calibration;
        calibration.id = std::string(kAttentionCalibration);
        const workload::Kernel kernel{shape, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16};
        return predictAttention(gpu, resolveAttention(gpu, std::span(&calibration, 1)), kernel);
    }

private slots:
    /// Caches and rotations are kernels of their own.
    void operandsPassOnce() {
        QCOMPARE(at(Framework, 128).memory_s, 0.0);
        QVERIFY(at(Packed, 128).memory_s > 0.0);
        QVERIFY(at(Framework, 128).dram_bytes < 0.7 * at(Packed, 128).dram_bytes);
    }

    void headsHaveTheNextCompiledSize() {
        QCOMPARE(at(Framework, 40).compute_s, at(Framework, 64).compute_s);
        QCOMPARE(at(Framework, 80).compute_s, at(Framework, 96).compute_s);
        QVERIFY(at(Framework, 80).compute_s < at(Framework, 128).compute_s);
        // Kernels that are generated for each model are not padded so far.
        QVERIFY(at(Grouped, 40).flop < at(Grouped, 64).flop);
    }

    void lanesShareSoftmax() { QVERIFY(at(Framework, 64, 64).compute_s > 1.1 * at(Framework, 64, 128).compute_s); }

    void olderReleasesTakeLonger() {
        QVERIFY(std::abs(at(FirstEdition, 40).compute_s / at(Framework, 40).compute_s - 2.0) < 0.1);
        QVERIFY(at(FirstEdition, 128).compute_s > 3.5 * at(Framework, 128).compute_s);
    }
};

QTEST_APPLESS_MAIN(TorchAttentionTest)
#include "torch_attention_test.moc"
