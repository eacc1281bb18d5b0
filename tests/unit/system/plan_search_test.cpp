// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/plan_search.h"

#include <QTest>

#include <set>

using namespace strata;
using namespace strata::system;

namespace {

TrainingJob job() {
    TrainingJob job;
    job.model.layers = 24;
    job.model.hidden = 2048;
    job.model.heads = job.model.kv_heads = 16;
    job.model.head_dim = 128;
    job.model.ffn = 8192;
    job.model.vocab = 51200;
    job.global_batch = 64;
    return job;
}

} // namespace

class PlanSearchTest : public QObject {
    Q_OBJECT

private slots:
    void visitsLegalPlansOnce();
    void keepsWhatIsStated();
};

void PlanSearchTest::visitsLegalPlansOnce() {
    std::set<std::vector<std::uint32_t>> seen;
    std::set<std::uint32_t> tensor, stages;
    forEachPlan(job(), {}, {}, 16, 8, [&](const Plan& plan) {
        QVERIFY(checkPlan(job(), plan, 16));
        const auto added = seen.insert({plan.tp, plan.pp, plan.dp, plan.cp, plan.ep, plan.micro_batch, plan.interleave,
                                        static_cast<std::uint32_t>(plan.recompute), plan.zero});
        QVERIFY(added.second);
        tensor.insert(plan.tp), stages.insert(plan.pp);
    });
    QCOMPARE(tensor, (std::set<std::uint32_t>{1, 2, 4, 8}));
    QCOMPARE(stages, (std::set<std::uint32_t>{1, 2, 4, 8, 16}));
    QVERIFY2(seen.size() > 500, qPrintable(QString::number(seen.size())));
}

void PlanSearchTest::keepsWhatIsStated() {
    Plan base;
    base.tp = 4;
    base.recompute = Recompute::Full;
    FreeFields free;
    free.tp = free.recompute = free.zero = free.interleave = false;
    std::size_t count = 0;
    forEachPlan(job(), base, free, 16, 8, [&](const Plan& plan) {
        QCOMPARE(plan.tp, 4u);
        QVERIFY(plan.recompute == Recompute::Full);
        QCOMPARE(plan.zero, 0u);
        QCOMPARE(plan.interleave, 1u);
        QCOMPARE(plan.devices(), 16.0);
        ++count;
    });
    QVERIFY(count > 5);
}

QTEST_GUILESS_MAIN(PlanSearchTest)
#include "plan_search_test.moc"
