// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/csv.h"
#include "core/system/stage_memory.h"

#include <QTest>

#include <cmath>
#include <filesystem>

using namespace strata;
using namespace strata::system;

namespace {

constexpr double kGibibyte = 1073741824.0;

/// Configurations of V. Korthikanti et al., MLSys 2023 (arXiv:2205.05198), table 3.
struct Published {
    const char* model;
    double layers, hidden, heads;
    std::uint32_t pp, interleave, micro_batch;
};
constexpr Published kPublished[]{{"megatron-22b", 48, 6144, 64, 1, 1, 4},
                                 {"gpt3-175b", 96, 12288, 96, 8, 3, 1},
                                 {"mt-nlg-530b", 105, 20480, 128, 35, 3, 1},
                                 {"megatron-1t", 128, 25600, 160, 64, 1, 1}};

TrainingJob jobOf(const Published& published) {
    TrainingJob job;
    job.model.layers = published.layers;
    job.model.hidden = published.hidden;
    job.model.heads = job.model.kv_heads = published.heads;
    job.model.head_dim = published.hidden / published.heads;
    job.model.ffn = 4.0 * published.hidden;
    job.model.dropout = true;
    job.global_batch = 512;
    job.precision = NumberType::Fp16;
    job.fused_attention = false;
    job.model.vocab = 0; // the paper counts layers alone
    return job;
}

Plan planOf(const Published& published, bool sequence_parallel, Recompute recompute) {
    Plan plan;
    plan.tp = 8;
    plan.pp = published.pp;
    plan.micro_batch = published.micro_batch;
    plan.interleave = published.interleave;
    plan.schedule = published.interleave > 1 ? Schedule::Interleaved : Schedule::OneForwardOneBackward;
    plan.sequence_parallel = sequence_parallel;
    plan.recompute = recompute;
    return plan;
}

} // namespace

class StageMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void equalsPublishedMemory();
    void zeroShardsMoreWithEachStage();
    void narrowGradientsTakeHalf();
    void recomputationKeepsOneLayersScores();
    void narrowLayersKeepNarrowInputs();
};

/// A copy of 405e9 weights on 64 devices holds 18 bytes a weight with gradients of 32 bits, and 16 with those of 16.
void StageMemoryTest::narrowGradientsTakeHalf() {
    TrainingJob job = jobOf(kPublished[0]);
    job.precision = NumberType::Bf16;
    Plan plan = planOf(kPublished[0], true, Recompute::Selective);
    const StageMemory wide = stageMemory(job, plan, 0);
    plan.narrow_gradients = true;
    const StageMemory narrow = stageMemory(job, plan, 0);
    QCOMPARE(narrow.gradients_bytes, wide.gradients_bytes / 2.0);
    QVERIFY(std::abs(narrow.states() / wide.states() - 16.0 / 18.0) < 1e-12);
}

/// Without dropout, a dense layer of 16 bits keeps 32 h bytes of a token, or less where linear layers keep their
/// inputs in 8 bits: half of what both halves, the last product and the one behind attention read, which attention
/// keeps in 16 bits itself.
void StageMemoryTest::narrowLayersKeepNarrowInputs() {
    TrainingJob job = jobOf(kPublished[0]);
    job.model.dropout = false;
    job.fused_attention = true;
    Plan plan = planOf(kPublished[0], false, Recompute::None);
    plan.tp = 1;
    const double tokens = plan.micro_batch * job.sequence, h = job.model.hidden;
    const double wide = layerActivationBytes(job, plan, false);
    QVERIFY(std::abs(wide / (tokens * h) - (4 * 2.0 + 4 * 2.0 + 2 * 2.0 * job.model.ffn / h)) < 1e-9);
    job.precision = NumberType::Fp8;
    QCOMPARE(layerActivationBytes(job, plan, false), wide);
    plan.narrow_inputs = true;
    const double narrow = layerActivationBytes(job, plan, false);
    QVERIFY(std::abs((wide - narrow) / (tokens * h) - (2 * 1.0 - 1.0 + job.model.ffn / h)) < 1e-9);
}

/// Scores are computed again layer by layer: those of one layer are there at a time, so that full
/// recomputation, which keeps less beside them, never holds more.
void StageMemoryTest::recomputationKeepsOneLayersScores() {
    TrainingJob job = jobOf(kPublished[0]);
    job.sequence = 65536;
    Plan plan = planOf(kPublished[0], true, Recompute::Selective);
    const StageMemory selective = stageMemory(job, plan, 0);
    const double scores = 5.0 * 64 * plan.micro_batch * 65536.0 * 65536.0 / plan.tp; // 5 a s^2 b, of 8 ranks
    QVERIFY(selective.buffers_bytes >= scores);
    QVERIFY(selective.buffers_bytes < 1.01 * scores);
    plan.recompute = Recompute::Full;
    QVERIFY(stageMemory(job, plan, 0).total() < selective.total());
    plan.recompute = Recompute::None;
    QVERIFY(stageMemory(job, plan, 0).total() > selective.total());
}

void StageMemoryTest::equalsPublishedMemory() {
    const std::filesystem::path reference = qEnvironmentVariable("STRATA_REFERENCE").toStdString();
    const auto table = exchange::CsvTable::read(reference / "training" / "measured_memory.csv");
    if (!table) QSKIP("no reference data");
    std::size_t compared = 0;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        for (const Published& one : kPublished) {
            if (table->text(i, "model") != one.model) continue;
            const TrainingJob job = jobOf(one);
            const auto plain = stageMemory(job, planOf(one, false, Recompute::None), 0);
            const auto sparing = stageMemory(job, planOf(one, true, Recompute::Selective), 0);
            const auto near = [&](double bytes, const char* column) {
                const double published = *table->number(i, column);
                const double error = bytes / kGibibyte / published - 1.0;
                QVERIFY2(std::abs(error) < 0.01,
                         qPrintable(QString("%1 %2: %3 %").arg(one.model, column).arg(100 * error)));
                ++compared;
            };
            near(plain.states(), "param_opt_gib");
            near(plain.activations_bytes, "act_none_gib");
            near(sparing.activations_bytes, "act_seqpar_selective_gib");
        }
    }
    QCOMPARE(compared, std::size_t{12});
}

void StageMemoryTest::zeroShardsMoreWithEachStage() {
    const TrainingJob job = jobOf(kPublished[0]);
    Plan plan = planOf(kPublished[0], false, Recompute::None);
    plan.dp = 8;
    double before = stageMemory(job, plan, 0).states();
    const double per_parameter = before / 18.0;
    for (const double bytes : {2.0 + 4.0 + 12.0 / 8.0, 2.0 + 16.0 / 8.0, 18.0 / 8.0}) {
        ++plan.zero;
        const double now = stageMemory(job, plan, 0).states();
        QVERIFY(now < before);
        QCOMPARE(now, bytes * per_parameter);
        before = now;
    }
    // One copy has nothing to gather, and so no room for it.
    plan.dp = 1;
    const double sharded = stageMemory(job, plan, 0).total();
    plan.zero = 0;
    QCOMPARE(sharded, stageMemory(job, plan, 0).total());
}

QTEST_GUILESS_MAIN(StageMemoryTest)
#include "stage_memory_test.moc"
