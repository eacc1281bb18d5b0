// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/attention/attention.h"

#include <QTest>

using namespace strata;
using namespace strata::gpu;
using workload::Attention;

namespace {

hardware::Calibration calibration() {
    hardware::Calibration found;
    found.id = std::string(kAttentionCalibration);
    const auto add = [&](std::map<std::string, std::string, std::less<>> key, double reach) {
        hardware::Residual residual;
        residual.key = std::move(key);
        residual.key["seen"] = "no";
        residual.p10 = -reach;
        residual.p90 = reach;
        found.residuals.push_back(residual);
    };
    add({{"class", "attention-prefill"}, {"types", "prefill"}}, 0.1);
    add({{"class", "attention-decode"}, {"types", "vector"}}, 0.2);
    add({{"class", "attention-decode"}, {"types", "grouped"}}, 0.3);
    add({{"unmeasured", "yes"}}, 0.9);
    return found;
}

float reachOf(const Attention& shape) {
    hardware::Gpu gpu;
    gpu.id = "unmeasured";
    gpu.sms = 100;
    gpu.clock_hz = 1.5e9;
    gpu.matrix_flop_per_clock[index(NumberType::Bf16)] = 2048;
    gpu.shared_bytes = 164 * 1024;
    gpu.l2_bytes = 40e6;
    gpu.memory_bytes_per_s = 2e12;
    const hardware::Calibration fitted = calibration();
    const auto coefficients = resolveAttention(gpu, std::span(&fitted, 1));
    using enum NumberType;
    return predictAttention(gpu, coefficients, {shape, Bf16, Bf16, Bf16, Bf16}).log_p90;
}

Attention shapeOf(double batch, double heads, double kv_heads, double q_len, double kv_len) {
    Attention shape;
    shape.batch = batch;
    shape.heads = heads;
    shape.kv_heads = kv_heads;
    shape.head_dim = 128;
    shape.q_len = q_len;
    shape.kv_len = kv_len;
    return shape;
}

} // namespace

class AttentionResidualsTest : public QObject {
    Q_OBJECT

private slots:
    /// A device that nobody measured: each kernel has the band that it showed on devices left out.
    void kernelsErrByThemselves() {
        QCOMPARE(reachOf(shapeOf(2, 16, 4, 512, 512)), 0.1F);
        QCOMPARE(reachOf(shapeOf(4, 16, 16, 1, 1000)), 0.2F);
        QCOMPARE(reachOf(shapeOf(64, 16, 4, 1, 1000)), 0.3F);
    }

    /// A kernel that none of the measured devices ran errs as those did that a fit did not know.
    void unknownKernelsErrMore() {
        Attention latent = shapeOf(4, 16, 1, 1, 1000);
        latent.latent = true;
        QCOMPARE(reachOf(latent), 0.9F);
    }

    /// An encoder's only token runs the kernel of many, and is of its class: nothing is cached.
    void oneTokenAloneIsPrefill() {
        Attention alone = shapeOf(2, 16, 4, 1, 1);
        alone.causal = false;
        QCOMPARE(reachOf(alone), 0.1F);
        QCOMPARE(workload::classOf({alone}), workload::KernelClass::AttentionPrefill);
        alone.kv_len = 2;
        QCOMPARE(workload::classOf({alone}), workload::KernelClass::AttentionDecode);
    }
};

QTEST_APPLESS_MAIN(AttentionResidualsTest)
#include "attention_residuals_test.moc"
