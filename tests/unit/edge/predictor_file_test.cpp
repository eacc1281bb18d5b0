// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/additive.h"
#include "core/hardware/calibration/predictor.h"

#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

class PredictorFileTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        auto document = readJsonFile(std::filesystem::path(qEnvironmentVariable("STRATA_ROOT").toStdString()) /
                                     "tests/unit/edge/predictor-v1.json");
        QVERIFY(document);
        document_ = *document;
    }

    /// The file of format 1 stays as it is for ever: every program reads it and answers the same.
    void formatOneIsRead() {
        const auto predictor = hardware::readPredictor(document_, {});
        QVERIFY2(predictor, predictor ? "" : describe(predictor.error()).c_str());
        const auto* group = predictor->find(
            {{"backend", "ncnn"}, {"device", "toy"}, {"part", "cpu"}, {"cores", "all"}, {"threads", "4"}});
        QVERIFY(group != nullptr);
        edge::AdditiveVector counts{};
        counts[0] = 5e6;
        counts.back() = 1;
        QCOMPARE(edge::additiveSeconds(counts, edge::coefficientsOf(*group)), 0.002);
        QCOMPARE(edge::outsideRanges(counts, *predictor), (std::vector<std::string>{"conv3_macs"}));
        QCOMPARE(predictor->trees[0].value[2], 3.0);
        QCOMPARE(hardware::readPredictor(hardware::toJson(*predictor), {})->vectors, predictor->vectors);
    }

    void laterFormatsAreNamed() {
        document_["format"] = 2;
        document_["something-new"] = true;
        const auto predictor = hardware::readPredictor(document_, {});
        QVERIFY(!predictor);
        QCOMPARE(predictor.error().code, std::string("too-new"));
        QCOMPARE(predictor.error().pointer, std::string("/format"));
    }

    void whatDoesNotFitTogetherIsRefused_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("at");
        QTest::newRow("a tree that returns") << "/trees/0/left/0"
                                             << "0"
                                             << "/trees/0/left/0";
        QTest::newRow("no such feature") << "/trees/0/feature/0"
                                         << "7"
                                         << "/trees/0/feature/0";
        QTest::newRow("lists of two lengths") << "/trees/0/value"
                                              << "[1]"
                                              << "/trees/0";
        QTest::newRow("a short vector") << "/vectors"
                                        << R"({"source a": [1]})"
                                        << "/vectors/source a";
        QTest::newRow("quantiles that fall") << "/residuals/0/p90"
                                             << "-1"
                                             << "/residuals/0/p50";
    }
    void whatDoesNotFitTogetherIsRefused() {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, at);
        QVERIFY(setPointer(document_, pointer.toStdString(), Json::parse(value.toStdString())));
        const auto predictor = hardware::readPredictor(document_, {});
        QVERIFY(!predictor);
        QCOMPARE(predictor.error().pointer, at.toStdString());
    }

private:
    Json document_;
};

QTEST_GUILESS_MAIN(PredictorFileTest)
#include "predictor_file_test.moc"
