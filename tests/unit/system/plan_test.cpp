// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/system/plan.h"

#include <QTest>

using namespace strata;
using namespace strata::system;

namespace {

TrainingJob job() {
    TrainingJob job;
    job.model.layers = 32;
    job.model.hidden = 4096;
    job.model.heads = job.model.kv_heads = 32;
    job.model.head_dim = 128;
    job.model.ffn = 16384;
    job.model.vocab = 51200;
    job.global_batch = 64;
    return job;
}

} // namespace

class PlanTest : public QObject {
    Q_OBJECT

private slots:
    void acceptsALegalPlan();
    void namesFieldValueAndWhatIsAccepted_data();
    void namesFieldValueAndWhatIsAccepted();
};

void PlanTest::acceptsALegalPlan() {
    Plan plan;
    plan.tp = 8, plan.pp = 4, plan.dp = 2, plan.micro_batch = 2;
    plan.interleave = 2, plan.schedule = Schedule::Interleaved;
    QVERIFY(checkPlan(job(), plan, 64));
    QCOMPARE(microBatches(job(), plan), 16.0);
}

void PlanTest::namesFieldValueAndWhatIsAccepted_data() {
    QTest::addColumn<QString>("field");
    QTest::addColumn<unsigned>("value");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("expected");
    QTest::newRow("heads do not divide") << "tp" << 3u << "/plan/tp"
                                         << "a divisor of 32";
    QTest::newRow("more stages than layers") << "pp" << 64u << "/plan/pp"
                                             << "1 to 32";
    QTest::newRow("product is not the devices") << "dp" << 4u << "/plan/dp"
                                                << "2";
    QTest::newRow("no experts") << "ep" << 2u << "/plan/ep"
                                << "1";
    QTest::newRow("batch does not divide") << "micro_batch" << 5u << "/plan/micro_batch"
                                           << "a divisor of 32";
    QTest::newRow("chunks without the schedule") << "interleave" << 2u << "/plan/interleave"
                                                 << "1, or the schedule interleaved";
    QTest::newRow("no such stage of ZeRO") << "zero" << 4u << "/plan/zero"
                                           << "0 to 3";
}

void PlanTest::namesFieldValueAndWhatIsAccepted() {
    QFETCH(QString, field);
    QFETCH(unsigned, value);
    QFETCH(QString, pointer);
    QFETCH(QString, expected);
    Plan plan;
    plan.dp = 2;
    double devices = 2;
    if (field == "tp") plan.tp = value, devices *= value;
    if (field == "pp") plan.pp = value, devices *= value;
    if (field == "dp") plan.dp = value;
    if (field == "ep") plan.ep = value;
    if (field == "micro_batch") plan.micro_batch = value;
    if (field == "interleave") plan.interleave = value;
    if (field == "zero") plan.zero = value;
    const auto legal = checkPlan(job(), plan, devices);
    QVERIFY(!legal);
    QCOMPARE(QString::fromStdString(legal.error().pointer), pointer);
    QCOMPARE(QString::fromStdString(messageText(legal.error().expected)), expected);
    QVERIFY(
        QString::fromStdString(messageText(legal.error().text)).startsWith(field + " is " + QString::number(value)));
}

QTEST_GUILESS_MAIN(PlanTest)
#include "plan_test.moc"
