// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/evaluate/serving/serving_sample.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

class ServingSpeculativeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        sample_ = test::sampleRequest("llama2-70b-speculative-h100.json");
        QVERIFY(!sample_.is_null());
    }

    /// Eight requests at a time: guesses pay. Where a pass is compute-bound they do not.
    void gainFallsWithTheBatch() {
        const double small = gain(8), large = gain(256);
        QVERIFY2(small > 1.5 && small < 3.5, QByteArray::number(small).constData());
        QVERIFY2(large < 0.7 * small, QByteArray::number(large).constData());
    }

    void draftTakesMemory() {
        Json plain = sample_;
        plain["plan"].erase("speculative");
        QVERIFY(blocks(test::answer(*library_, sample_)) < blocks(test::answer(*library_, plain)));
    }

    void everyMethodAnswers() {
        for (const char* method : {"ngram", "eagle", "medusa"}) {
            Json request = sample_;
            request["plan"]["speculative"] = {{"method", method}, {"tokens", 3}, {"acceptance", {0.8, 0.7, 0.6}}};
            const auto estimate = test::answer(*library_, request);
            QVERIFY2(estimate.valid, method);
            const double expected = 1 + 0.8 + 0.8 * 0.7 + 0.8 * 0.7 * 0.6;
            QVERIFY(std::abs(test::value(estimate, "tokens_per_pass") / expected - 1) < 0.03);
            QVERIFY(test::noteOf(estimate, "speculation") != nullptr);
        }
    }

    void errorsPointToTheirCause_data() {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("where");
        QTest::newRow("no model") << R"({"method": "draft", "acceptance": 0.8})"
                                  << "/plan/speculative/model";
        QTest::newRow("needless model") << R"({"method": "ngram", "acceptance": 0.8, "model": "llama2-7b"})"
                                        << "/plan/speculative/model";
        QTest::newRow("positions") << R"({"method": "ngram", "acceptance": [0.8, 0.7], "tokens": 3})"
                                   << "/plan/speculative/acceptance";
        QTest::newRow("chance") << R"({"method": "ngram", "acceptance": 1.2})"
                                << "/plan/speculative/acceptance";
        QTest::newRow("position's chance") << R"({"method": "ngram", "acceptance": [0.5, 2], "tokens": 2})"
                                           << "/plan/speculative/acceptance/1";
        QTest::newRow("tree of ngram") << R"({"method": "ngram", "acceptance": 0.5, "widths": [2, 2]})"
                                       << "/plan/speculative/widths";
        QTest::newRow("huge tree") << R"({"method": "medusa", "acceptance": 0.5, "widths": [64, 64]})"
                                   << "/plan/speculative/widths";
        QTest::newRow("encoder") << R"({"method": "draft", "acceptance": 0.5, "model": "bert-base"})"
                                 << "/plan/speculative/model";
    }

    void errorsPointToTheirCause() {
        QFETCH(QString, plan);
        QFETCH(QString, where);
        Json request = sample_;
        request["plan"]["speculative"] = *parseJson(plan.toStdString());
        const auto estimate = evaluate(request, Context{*library_, {}, nullptr});
        QVERIFY(!estimate);
        QCOMPARE(estimate.error().pointer, where.toStdString());
        QVERIFY(!estimate.error().expected.empty());
    }

private:
    double gain(int requests) {
        Json request = sample_;
        request["workload"]["traffic"]["requests"] = requests;
        const double guessed = test::value(test::answer(*library_, request), "tpot_s");
        request["plan"].erase("speculative");
        return test::value(test::answer(*library_, request), "tpot_s") / guessed;
    }
    static double blocks(const Estimate& estimate) {
        return std::get<double>(*estimate.notes.front().text.find("blocks"));
    }

    std::shared_ptr<const Library> library_;
    Json sample_;
};

QTEST_APPLESS_MAIN(ServingSpeculativeTest)
#include "serving_speculative_test.moc"
