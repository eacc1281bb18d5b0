// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_sweep.h"

#include <QTest>

#include <algorithm>

using namespace strata;
using namespace strata::assess;

namespace {

workload::Attention heads(double count, double groups, double size) {
    workload::Attention shape;
    shape.heads = count;
    shape.kv_heads = groups;
    shape.head_dim = size;
    return shape;
}

PowerRow decodeRow(double batch, double length) {
    workload::Attention shape = heads(8, 2, 128);
    shape.batch = batch;
    shape.kv_len = length;
    PowerRow row;
    row.op = "generation_attention";
    row.kernel = {shape, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16};
    return row;
}

} // namespace

class PowerSweepTest : public QObject {
    Q_OBJECT

private slots:
    void prefillGoesFromLongToShort() {
        const auto problems = attentionProblems(heads(8, 2, 128), false);
        QCOMPARE(problems.front().length, 16384.0);
        QCOMPARE(problems.front().batch, 8.0);
        QCOMPARE(problems.back().length, 1.0);
        QCOMPARE(problems.back().batch, 1.0);
        QVERIFY(!problems[0].narrow_cache && problems[1].narrow_cache);
        for (const SweepProblem& problem : problems)
            QVERIFY(problem.batch * problem.length <= 131072);
        // Heads without groups stop at half the tokens and 128 sequences.
        for (const SweepProblem& attention_problem : attentionProblems(heads(8, 8, 128), false))
            QVERIFY(attention_problem.batch * attention_problem.length <= 65536 && attention_problem.batch <= 128);
    }

    void decodeGoesByBatches() {
        const auto problems = attentionProblems(heads(64, 8, 128), true);
        QCOMPARE(problems.front().batch, 32.0);
        QCOMPARE(problems.front().length, 2.0);
        QCOMPARE(problems.back().batch, 16.0);
        double longest = 0;
        for (const SweepProblem& problem : problems) {
            QVERIFY(problem.batch * problem.length * 64 <= 16777216);
            longest = std::max(longest, problem.length);
        }
        QCOMPARE(longest, 32768.0); // longer ones leave fewer than four batches
    }

    void rowsFindTheirPlace() {
        PowerRows data;
        data.rows = {decodeRow(1, 1024), decodeRow(32, 2), decodeRow(3, 1024)};
        const auto sweeps = attentionSweeps(data);
        QCOMPARE(sweeps.size(), std::size_t{2});
        const auto whole = std::max_element(sweeps.begin(), sweeps.end(), [](const auto& a, const auto& b) {
            return a.kernels.size() < b.kernels.size();
        });
        QCOMPARE(whole->rows.size(), std::size_t{2});
        QCOMPARE(whole->rows[0], (std::pair<std::size_t, std::size_t>{0, 1}));
        QCOMPARE(whole->rows[1].second, std::size_t{0});
        const auto& own = std::get<workload::Attention>(whole->kernels[whole->rows[1].first].shape);
        QVERIFY(own.batch == 1 && own.kv_len == 1024 && own.q_len == 1);
        const auto& other = sweeps[whole == sweeps.begin() ? 1 : 0]; // three sequences are in no sweep
        QVERIFY(other.kernels.size() == 1 && other.rows.front().second == 2);
    }
};

QTEST_GUILESS_MAIN(PowerSweepTest)
#include "power_sweep_test.moc"
