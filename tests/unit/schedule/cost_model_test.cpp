// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/cost_model.h"
#include "core/schedule/study.h"
#include "tests/unit/schedule/kernel_space.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <QTest>
#include <stop_token>
#include <thread>

using namespace strata;
using namespace strata::schedule;
using test::kernelSpace;

namespace {

/// Correlation over the rows that were not measured.
double rankOfOpen(const CostModel& model, const TuningSpace& space, double rate = 1.0) {
    const auto times = predictTimes(model, space);
    std::vector<double> said, real;
    for (const std::size_t row : space.rowsWith(Outcome::Open)) {
        said.push_back((*times)[row].seconds);
        real.push_back(test::trueTime(space, row, rate));
    }
    return rankCorrelation(said, real);
}

} // namespace

class CostModelTest : public QObject {
    Q_OBJECT

private slots:
    void ordersWhatWasNotMeasured() {
        const TuningSpace space = kernelSpace(0.5);
        const auto model = fitCostModel(space);
        QVERIFY(model);
        QVERIFY(rankOfOpen(*model, space) > 0.97);
        QVERIFY(model->rank > 0.9 && model->p10 < 0 && model->p90 > 0);
        const auto times = predictTimes(*model, space);
        std::size_t inside = 0;
        const auto open = space.rowsWith(Outcome::Open);
        for (const std::size_t row : open) {
            const double real = test::trueTime(space, row);
            inside += real >= (*times)[row].low_s && real <= (*times)[row].high_s ? 1U : 0U;
        }
        const double share = static_cast<double>(inside) / static_cast<double>(open.size());
        QVERIFY2(share > 0.65 && share < 0.95, QByteArray::number(share).constData());
    }

    /// The place of a word in its list says nothing: only whether it stands does.
    void wordsHaveNoOrder() {
        const TuningSpace space = kernelSpace(0.5);
        QCOMPARE(featureNames(space), (std::vector<std::string>{"tile", "block", "layout=blocked", "layout=column",
                                                                "layout=row", "unroll"}));
        const auto model = fitCostModel(space);
        TuningSpace renamed = space;
        renamed.parameters[2].words = {"column", "row"}; // "blocked" does not stand in this file
        std::vector<double> values;
        renamed.outcomes.clear();
        renamed.seconds.clear();
        for (std::size_t row = 0; row < space.rows(); ++row) {
            if (space.row(row)[2] == 0) continue;
            const auto from = space.row(row);
            values.insert(values.end(), {from[0], from[1], from[2] - 1, from[3]});
            renamed.outcomes.push_back(space.outcomes[row]);
            renamed.seconds.push_back(space.seconds[row]);
        }
        renamed.values = values;
        const auto all = predictTimes(*model, space), some = predictTimes(*model, renamed);
        std::size_t place = 0;
        for (std::size_t row = 0; row < space.rows(); ++row) {
            if (space.row(row)[2] != 0) QCOMPARE((*some)[place++].seconds, (*all)[row].seconds);
        }
    }

    void anotherDeviceHelps() {
        const auto source = fitCostModel(kernelSpace(1.0), nullptr, {.folds = 0});
        const TuningSpace space = kernelSpace(0.07, 3, 2.5);
        const auto alone = fitCostModel(space), together = fitCostModel(space, &*source);
        QVERIFY(alone && together);
        QVERIFY(together->uses_prior);
        QVERIFY(rankOfOpen(*together, space, 2.5) > rankOfOpen(*alone, space, 2.5) + 0.02);
    }

    /// A device on which everything is the other way round is no help, and cross-validation sees it.
    void wrongPriorIsLeftOut() {
        TuningSpace wrong = kernelSpace(1.0);
        for (double& seconds : wrong.seconds)
            seconds = 1e-6 / seconds;
        const auto source = fitCostModel(wrong, nullptr, {.folds = 0});
        const TuningSpace space = kernelSpace(0.5);
        const auto model = fitCostModel(space, &*source);
        QVERIFY(model && !model->uses_prior);
        QVERIFY(rankOfOpen(*model, space) > 0.97);
    }

    void fileHoldsTheModel() {
        const TuningSpace space = kernelSpace(0.3);
        const auto model = fitCostModel(space);
        const auto file =
            predictorOf(*model, {"mine", "Mine", "a test", "2026-11-28", "strata-cli schedule rank mine.csv"});
        const auto read = hardware::readPredictor(Json::parse(hardware::toJson(file).dump()), "");
        QVERIFY(read);
        const auto again = costModelOf(*read);
        QVERIFY(again);
        QCOMPARE(again->points, model->points);
        const auto before = predictTimes(*model, space), after = predictTimes(*again, space);
        for (std::size_t row = 0; row < space.rows(); ++row)
            QVERIFY(std::abs((*after)[row].seconds / (*before)[row].seconds - 1.0) < 1e-4);
        auto other = *read;
        other.space = "operators";
        QCOMPARE(costModelOf(other).error().code, "bad-value");
        other = *read;
        other.ranges.pop_back();
        QCOMPARE(costModelOf(other).error().code, "bad-value");
    }

    void saysWhereItIsOutside() {
        TuningSpace space = kernelSpace(0.5);
        for (std::size_t row = 0; row < space.rows(); ++row) {
            if (space.row(row)[0] < 32) continue;
            space.outcomes[row] = Outcome::Open;
            space.seconds[row] = 0;
        }
        const auto model = fitCostModel(space);
        const auto times = predictTimes(*model, space);
        for (std::size_t row = 0; row < space.rows(); ++row)
            QCOMPARE((*times)[row].outside, space.row(row)[0] == 32);
    }

    void refusesTooFewAndMissingParameters() {
        const auto few = fitCostModel(kernelSpace(0.02));
        QVERIFY(!few);
        QCOMPARE(few.error().code, "too-few");
        const auto model = fitCostModel(kernelSpace(0.5));
        TuningSpace other = kernelSpace(0.5);
        other.parameters[1].name = "blok";
        const auto times = predictTimes(*model, other);
        QVERIFY(!times);
        QCOMPARE(times.error().code, "bad-value");
    }

    /// All models of a study are judged by the same configurations, which none of them has seen; more samples order
    /// better.
    void studyReportsOnWhatNoModelSaw() {
        TuningSpace space = test::kernelSpace(0.6);
        StudyOptions options;
        options.samples = {20, 60, 150, 5000};
        const auto study = studySchedules(space, options);
        QVERIFY2(study, study ? "" : describe(study.error()).c_str());
        QCOMPARE(study->measured, space.rowsWith(Outcome::Measured).size());
        QCOMPARE(study->open, space.rows() - study->measured);
        QCOMPARE(study->fits.size(), std::size_t{4}); // 20, 60, 150 and all but the reported ones
        const SampleFit& last = study->fits.back();
        QCOMPARE(last.samples + last.times.size(), study->measured);
        const auto rowsOf = [](const SampleFit& fit) {
            std::vector<std::size_t> rows;
            for (const RankedTime& time : fit.times)
                rows.push_back(time.row);
            return rows;
        };
        for (const SampleFit& fit : study->fits) {
            QCOMPARE(rowsOf(fit), rowsOf(last));
            QVERIFY(fit.first <= fit.best_of && fit.best_of <= 1.0 && fit.first > 0);
        }
        QVERIFY2(last.rank > 0.97 && study->fits.front().rank < last.rank, std::to_string(last.rank).c_str());
        QVERIFY(last.error < study->fits.front().error);
        QCOMPARE(study->next.size(), options.next);
        for (const std::size_t row : study->next)
            QVERIFY(space.outcomes[row] == Outcome::Open);
        // What is reported on has no part in the fit: other times there leave every prediction as it was.
        for (const RankedTime& time : last.times)
            space.seconds[time.row] *= 3.0;
        const auto again = studySchedules(space, options);
        for (std::size_t i = 0; i < last.times.size(); ++i) {
            QCOMPARE(again->fits.back().times[i].row, last.times[i].row);
            QCOMPARE(again->fits.back().times[i].predicted_s, last.times[i].predicted_s);
        }
    }

    void studyNeedsMoreThanAModel() {
        const auto few = studySchedules(test::kernelSpace(0.06));
        QVERIFY(!few);
        QCOMPARE(few.error().code, std::string("too-few"));
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = studySchedules(test::kernelSpace(0.6), {}, stop.get_token());
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, std::string("cancelled"));
    }

    /// A fit that would take minutes, one of them alone or inside of a study, ends soon after it is stopped.
    void aFitEndsWhereItIsStopped() {
        const TuningSpace space = kernelSpace(0.6);
        const CostModelOptions long_fit{.trees = 10'000'000, .folds = 0};
        StudyOptions options;
        options.model = long_fit;
        const auto code = [](const auto& result) { return result ? std::string() : result.error().code; };
        for (const bool alone : {true, false}) {
            std::stop_source stop;
            const std::jthread after([&stop] {
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
                stop.request_stop();
            });
            const auto begin = std::chrono::steady_clock::now();
            QCOMPARE(alone ? code(fitCostModel(space, nullptr, long_fit, stop.get_token()))
                           : code(studySchedules(space, options, stop.get_token())),
                     std::string("cancelled"));
            QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
        }
    }
};

QTEST_APPLESS_MAIN(CostModelTest)
#include "cost_model_test.moc"
