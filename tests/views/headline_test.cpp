// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "tests/views/fixtures/gpu_fixture.h"
#include "views/headline/headline.h"
#include "views/headline/mend_row.h"
#include "views/headline/metric_card.h"
#include "views/study/study_model.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <nlohmann/json.hpp>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace strata;
using namespace strata::views;

/// The headline shows its values whole, in wide and in narrow windows.
class HeadlineTest : public QObject {
    Q_OBJECT

private slots:
    void cardsTakeTheRoomOfNewValues_data() {
        QTest::addColumn<int>("width");
        for (const int width : {760, 1000, 1400})
            QTest::addRow("%d", width) << width;
    }
    void cardsTakeTheRoomOfNewValues() {
        QFETCH(int, width);
        Headline headline;
        headline.resize(width, 200);
        headline.show();
        QVERIFY(QTest::qWaitForWindowExposed(&headline));
        headline.setScene(fixture::gpuScene(fixture::modelEstimate()));
        QTest::qWait(30);
        Estimate kernel = *fixture::kernelEstimate();
        kernel.metrics = {{"latency_s", 115e-6, 101e-6, 139e-6, 0.8},
                          {"energy_j", 18.9e-3, 16.7e-3, 22.9e-3, 0.8},
                          {"flop_per_s", 4.1e12, 3.39e12, 4.65e12, 0.8},
                          {"utilization", 0.21, 0.174, 0.239, 0.8}};
        const Message limit = verbatim("limited by arithmetic: 36 % of the fp32 peak");
        kernel.notes = {{Note::Level::Info, "compute-limited", limit, {}, {}, true}};
        headline.setScene(fixture::gpuScene(std::make_shared<const Estimate>(kernel)));
        QTest::qWait(30);
        const auto cards = headline.findChildren<MetricCard*>();
        QCOMPARE(cards.size(), 4);
        for (const MetricCard* card : cards)
            QVERIFY2(card->width() >= card->sizeHint().width(), qPrintable(QStringLiteral("%1: %2 of %3")
                                                                               .arg(card->metric())
                                                                               .arg(card->width())
                                                                               .arg(card->sizeHint().width())));
    }

    /// A collective has no time of a training step: the list of designs shows the time that it has.
    void theStudyShowsWhatAnotherKindIsReadBy() {
        Estimate step = *fixture::modelEstimate();
        step.metrics = {{"iteration_s", 17.4, 13.5, 30.1, 0.8}};
        Estimate collective = step;
        collective.metrics = {{"latency_s", 2.5e-3, 2e-3, 3e-3, 0.8}};
        Scene scene;
        scene.metric = "iteration_s";
        scene.designs = {{{}, std::make_shared<const Estimate>(step), std::nullopt},
                         {{}, std::make_shared<const Estimate>(collective), std::nullopt},
                         {}};
        StudyModel model;
        model.setScene(std::make_shared<const Scene>(scene));
        QCOMPARE(model.index(0).data(StudyModel::ValueRole).toString(), QStringLiteral("17.4 s"));
        QCOMPARE(model.index(1).data(StudyModel::ValueRole).toString(), QStringLiteral("2.50 ms"));
        QCOMPARE(model.index(2).data(StudyModel::ValueRole).toString(), QStringLiteral("\u2013"));
        const QString spoken = model.index(1).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.contains(quantityTitle("latency_s")), qPrintable(spoken));
    }

    /// While a simulation is under way the cards show closed forms and say so; then both, with their difference.
    /// In a narrow window a value becomes smaller; its unit is never cut off.
    void valuesShrinkBeforeTheyAreCut() {
        MetricCard card;
        card.show(QStringLiteral("latency_s"), Metric{"latency_s", 6.39e-3, 6.3e-3, 6.5e-3, 0.8}, {}, ' ');
        const int whole = QFontMetrics(card.valueFontFor(1000)).horizontalAdvance(card.valueText());
        for (const int room : {whole + 10, whole, whole - 1, 3 * whole / 4, 2 * whole / 3})
            QVERIFY2(QFontMetrics(card.valueFontFor(room)).horizontalAdvance(card.valueText()) <= room,
                     qPrintable(QString::number(room)));
        QCOMPARE(card.valueFontFor(whole + 10).pointSizeF(), card.valueFontFor(1000).pointSizeF());
        QVERIFY(card.minimumSizeHint().width() > whole);
    }

    /// Changes of percentages are told in points, others in percent; large ones by a prefix.
    void changesOfPercentagesAreInPoints() {
        MetricCard card;
        card.show(QStringLiteral("utilization"), Metric{"utilization", 0.549, 0.54, 0.55, 0.8},
                  Metric{"utilization", 0.583, 0.58, 0.59, 0.8}, 'B');
        QVERIFY2(card.accessibleName().contains(QStringLiteral("3.4 points vs B")), qPrintable(card.accessibleName()));
        card.show(QStringLiteral("latency_s"), Metric{"latency_s", 1.1, 1.1, 1.1, 0.8},
                  Metric{"latency_s", 1.0, 1.0, 1.0, 0.8}, 'B');
        QVERIFY2(card.accessibleName().contains(QStringLiteral("+10 % vs B")), qPrintable(card.accessibleName()));
        QCOMPARE(changeText(1.83e5, 1.0, QLocale::c()), QStringLiteral("\u00d7183 k"));
    }

    /// Each baseline has its own difference, with its letter.
    void furtherBaselinesHaveTheirOwnDifference() {
        MetricCard card;
        const auto metric = [](double value) { return Metric{"latency_s", value, value, value, 0.8}; };
        card.show(QStringLiteral("latency_s"), metric(1.1), metric(1.0), 'B', {{'C', metric(2.2)}});
        QVERIFY2(card.accessibleName().contains(QStringLiteral("+10 % vs B")), qPrintable(card.accessibleName()));
        QVERIFY2(card.accessibleName().contains(QStringLiteral("50 % vs C")), qPrintable(card.accessibleName()));
    }

    /// Where the interval has no room, its short form stands; that loses no number.
    void intervalsShortenBeforeTheyAreCut() {
        MetricCard card;
        card.show(QStringLiteral("latency_s"), Metric{"latency_s", 6.39e-3, 6.1e-3, 6.8e-3, 0.8}, {}, ' ');
        QCOMPARE(card.intervalFor(1000), QStringLiteral("6.10 ms to 6.80 ms"));
        QCOMPARE(card.intervalFor(60), QString::fromUtf8("6.10\xe2\x80\x93"
                                                         "6.80 ms"));
        card.show(QStringLiteral("latency_s"), Metric{"latency_s", 1e-3, 0.9e-3, 1.2e-3, 0.8}, {}, ' ');
        QVERIFY(card.intervalFor(60).startsWith(QStringLiteral("900 \u00b5s"))); // two prefixes: both stay
    }

    /// A value outside of what its model was checked against says so: on the card, for screen readers, with the reason.
    void extrapolationsAreMarked() {
        Headline headline;
        headline.resize(1400, 200);
        Estimate outside = *fixture::kernelEstimate();
        const auto shown = [&](const Estimate& estimate) {
            headline.setScene(fixture::gpuScene(std::make_shared<const Estimate>(estimate)));
            return headline.findChildren<MetricCard*>().front();
        };
        const MetricCard* inside = shown(outside);
        QVERIFY(!inside->accessibleName().contains(QStringLiteral("extrapolated")));
        const QImage before = const_cast<MetricCard*>(inside)->grab().toImage();
        outside.notes.push_back({Note::Level::Extrapolation, "outside", verbatim("half of it was never measured"), {}});
        MetricCard* card = const_cast<MetricCard*>(shown(outside));
        QVERIFY(card->accessibleName().contains(QStringLiteral("extrapolated")));
        QVERIFY2(card->toolTip().contains(QStringLiteral("never measured")), qPrintable(card->toolTip()));
        QVERIFY(card->grab().toImage() != before);
    }

    /// An error names fields by their titles and entries by their names, and a button mends it.
    void errorsAreMendedByAButton() {
        Headline headline;
        auto scene = std::make_shared<Scene>();
        const Json request = {{"kind", "training"},
                              {"hardware", {{"cluster", "none"}, {"devices", 8}}},
                              {"workload", {{"model", "none"}}},
                              {"plan", {{"tp", 3}}}};
        DesignState state;
        state.design = fixture::design('A', "refused");
        state.design.request = std::make_shared<const Json>(request);
        state.error = Error{"bad-value", "/plan/tp", {"error.field-is", {{"field", "tp"}, {"value", 3}}}, {}, {}};
        scene->designs = {state};
        scene->selected = 0;
        scene->library = std::make_shared<const Library>(std::vector<Entry>{});
        headline.setScene(scene);
        const QString words = headline.statusLines().join(QLatin1Char('\n'));
        QVERIFY2(words.contains(QStringLiteral("Tensor parallel is 3")) && !words.contains(QStringLiteral("/plan")),
                 qPrintable(words));
        auto* row = headline.findChild<MendRow*>();
        QVERIFY2(row->isHidden(), "nothing resolves without a catalog, so nothing is offered");
    }

    /// No command of the command line stands in the window.
    void errorsNameNoCommands() {
        Headline headline;
        auto scene = std::make_shared<Scene>(*fixture::gpuScene(fixture::modelEstimate()));
        const Error error{"unknown-id",
                          "/hardware",
                          {"error.catalog-has-no", {{"id", "h999"}}},
                          {"accepted.command-line-entry-of-kind", {{"kind", "gpu"}}},
                          {}};
        scene->designs.front().error = error;
        scene->selected = 0;
        headline.setScene(scene);
        const QString words = headline.statusLines().join(QLatin1Char('\n'));
        QVERIFY2(words.contains(QStringLiteral("h999")) && !words.contains(QStringLiteral("strata-cli")),
                 qPrintable(words));
        QVERIFY(!errorText(error, QLocale::c()).contains(QStringLiteral("strata-cli")));
        scene->library = std::make_shared<const Library>(std::vector<Entry>{});
        headline.setScene(std::make_shared<const Scene>(*scene));
        auto* row = headline.findChild<MendRow*>();
        QVERIFY(!row->isHidden());
        QSignalSpy wanted(&headline, &Headline::catalogWanted);
        const auto buttons = row->findChildren<QPushButton*>();
        QVERIFY(!buttons.isEmpty());
        QTest::mouseClick(buttons.last(), Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
    }

    void closedFormsStandIn() {
        Headline headline;
        headline.resize(1400, 200);
        auto scene = std::make_shared<Scene>(*fixture::gpuScene(fixture::modelEstimate()));
        DesignState& design = scene->designs.front();
        Estimate served;
        served.kind = "serving";
        served.metrics = {{"e2e_s", 2.0, 1.8, 2.2, 0.8}, {"ttft_s", 0.2, 0.1, 0.3, 0.8}};
        design.estimate = std::make_shared<const Estimate>(served);
        scene->selected = 0;
        scene->baseline = -1;
        headline.setScene(scene);
        const auto words = [&] { return headline.statusLines().join(QLatin1Char('\n')); };
        const auto value = [&] { return headline.findChildren<MetricCard*>().front()->accessibleName(); };
        QVERIFY(!words().contains(QStringLiteral("losed forms")));

        Estimate closed = served;
        closed.metrics = {{"e2e_s", 3.0, 2.5, 3.5, 0.8}, {"ttft_s", 0.1, 0.05, 0.2, 0.8}};
        auto under_way = std::make_shared<Scene>(*scene);
        under_way->designs.front().stale = true;
        headline.setScene(under_way);
        QVERIFY(value().contains(QStringLiteral("2.00 s"))); // nothing newer is known
        headline.setInstant(design.design.id, {design.design.request, std::make_shared<const Estimate>(closed), {}});
        QVERIFY(headline.showsInstant());
        QVERIFY2(value().contains(QStringLiteral("\u2248 3.00 s")), qPrintable(value()));
        QVERIFY(words().contains(QStringLiteral("Closed forms; the simulation is under way")));

        headline.setScene(scene); // the simulation is there
        QVERIFY(!headline.showsInstant());
        QVERIFY(value().contains(QStringLiteral("2.00 s")));
        QVERIFY2(words().contains(QStringLiteral("3.00 s (+50")), qPrintable(words()));
        QVERIFY(words().contains(QStringLiteral("100 ms")));

        headline.setInstant(design.design.id, {design.design.request, nullptr, "the closed forms do not know lora"});
        QVERIFY(words().contains(QStringLiteral("do not know lora")));
        // Those of another request are not held against this one.
        const auto other = std::make_shared<const Json>();
        headline.setInstant(design.design.id, {other, std::make_shared<const Estimate>(closed), {}});
        QVERIFY(!words().contains(QStringLiteral("losed forms")));
    }

    void wordsStandBelowWhereBesideIsNoRoom() {
        Headline headline;
        headline.setScene(fixture::gpuScene(fixture::modelEstimate()));
        headline.show();
        const auto wordsAreBelow = [&](int width) {
            headline.resize(width, 220);
            QTest::qWait(30);
            const auto* card = headline.findChildren<MetricCard*>().front();
            for (const QLabel* label : headline.findChildren<QLabel*>())
                if (label->wordWrap()) return label->geometry().top() >= card->geometry().bottom();
            return false;
        };
        QVERIFY(wordsAreBelow(700));
        QVERIFY(!wordsAreBelow(1500));
    }
};

QTEST_MAIN(HeadlineTest)
#include "headline_test.moc"
