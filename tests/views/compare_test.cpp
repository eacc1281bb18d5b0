// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/scene_fixture.h"
#include "views/compare/compare_delegate.h"
#include "views/compare/compare_model.h"
#include "views/compare/compare_view.h"
#include "views/support/table/table_copy.h"
#include "views/support/theme/theme.h"

#include <nlohmann/json.hpp>

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

using namespace strata;
using namespace strata::views;

class CompareTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        view_ = std::make_unique<CompareView>();
        view_->resize(900, 420);
        view_->show();
        show(fixture::scene(true, "latency_s"));
        table_ = view_->findChild<QTableView*>();
        QVERIFY(table_);
    }
    void cleanup() { view_.reset(); }

    void theBaselineIsTheReference() {
        QVERIFY(header(1).startsWith(QStringLiteral("B\u2605")));
        QVERIFY(header(2).startsWith(QLatin1String("A ")));
        QCOMPARE(cell(0, 1), QStringLiteral("7.25 ms"));
        QVERIFY2(cell(0, 2).startsWith(QLatin1String("6.39 ms")), qPrintable(cell(0, 2)));
        QVERIFY(cell(0, 2).contains(QChar(0x2212))); // faster: a minus
        QCOMPARE(change(0, 2), 6.39 / 7.25 - 1.0);
    }

    /// Shortened headings still tell designs apart that begin alike.
    void headingsTellDesignsApart() {
        Scene scene = *fixture::scene(true, "latency_s");
        scene.designs[0].design.label = "GPT-2 large, prefill on A100";
        scene.designs[1].design.label = "GPT-2 large, prefill on H100";
        show(std::make_shared<const Scene>(scene));
        QVERIFY2(header(1).contains(QLatin1String("H100")), qPrintable(header(1)));
        QVERIFY2(header(2).contains(QLatin1String("A100")), qPrintable(header(2)));
    }

    /// Differences to a further baseline carry its letter, in the cells and in the copied table.
    void furtherBaselinesAreNamed() {
        Scene scene = *fixture::scene(true, "latency_s");
        scene.designs.push_back(scene.designs[1]);
        scene.designs[2].design.letter = 'C';
        scene.designs[2].design.id = "design-C";
        Estimate slower = *scene.designs[1].estimate;
        slower.metrics[0].value = 12.78e-3;
        scene.designs[2].estimate = std::make_shared<const Estimate>(slower);
        scene.further_baselines = {2};
        const CompareTable table = compareTable(scene, {});
        QCOMPARE(table.columns[0].letter, 'B');
        const CompareCell& cell = table.rows[0].cells[1];
        QCOMPARE(cell.further.size(), std::size_t{1});
        QCOMPARE(cell.further[0].letter, 'C');
        QCOMPARE(*cell.further[0].change, 6.39e-3 / 12.78e-3 - 1.0);
        QCOMPARE(*cell.change, 6.39 / 7.25 - 1.0);
        QVERIFY(table.rows[0].cells[0].further.empty()); // the reference is compared with nothing
        QVERIFY(table.rows[0].cells[2].further.empty()); // nor a baseline with itself
        const QString text = compareText(table.rows[0], cell, QLocale::c());
        QVERIFY2(text.contains(QLatin1String("C: ")) && text.contains(QLatin1String("50")), qPrintable(text));
        const Table data = compareData(table);
        QVERIFY(std::ranges::find(data.columns, "A_change_to_C") != data.columns.end());
        for (const auto& row : data.rows)
            QCOMPARE(row.size(), data.columns.size());
    }

    void partsOfTheChosenMetricStandBelowIt() {
        QCOMPARE(cell(1, 0).trimmed(), QStringLiteral("Compute"));
        QCOMPARE(table_->model()->index(1, 0).data(CompareModel::DepthRole).toInt(), 1);
        const int rows = table_->model()->rowCount();
        show(fixture::scene(true, "energy_j"));
        QVERIFY(table_->model()->rowCount() != rows); // other parts: levels
    }

    void onlyDifferences() {
        QVERIFY(rowOf(QStringLiteral("MACs")) >= 0);
        QSignalSpy told(view_.get(), &View::refreshed);
        QTest::mouseClick(view_->findChild<QCheckBox*>(), Qt::LeftButton, {},
                          QPoint(8, view_->findChild<QCheckBox*>()->height() / 2));
        QTRY_VERIFY(told.count() > 0);
        QCOMPARE(rowOf(QStringLiteral("MACs")), -1); // equal in both
    }

    void aDragMovesTheNumbers() {
        // What a slider does to a view: a new scene every few milliseconds; one refresh a turn, no flicker of the
        // shape.
        QSignalSpy told(view_.get(), &View::refreshed);
        QSignalSpy reset(table_->model(), &QAbstractItemModel::modelReset);
        const auto base = fixture::scene(true, "latency_s");
        for (int step = 1; step <= 5; ++step) {
            Scene next = *base;
            Estimate changed = *next.designs[0].estimate;
            changed.metrics[0].value = 6.39e-3 + 1e-4 * step;
            next.designs[0].estimate = std::make_shared<const Estimate>(changed);
            view_->setScene(std::make_shared<const Scene>(next));
        }
        QTRY_VERIFY(told.count() > 0);
        QCOMPARE(told.count(), 1);
        QCOMPARE(reset.count(), 0);
        QVERIFY2(cell(0, 2).startsWith(QLatin1String("6.89 ms")), qPrintable(cell(0, 2)));
    }

    /// All designs stay in sight of a narrow dock, with their values and their changes.
    void narrowDocksDoNotScrollSideways() {
        Scene many = *fixture::scene(true, "latency_s");
        for (const char letter : {'C', 'D'}) {
            many.designs.push_back(many.designs[0]);
            many.designs.back().design.letter = letter;
        }
        for (const int width : {900, 400, 900}) {
            view_->resize(width, 420);
            show(std::make_shared<const Scene>(many));
            QVERIFY2(table_->horizontalHeader()->length() <= table_->viewport()->width(),
                     qPrintable(QStringLiteral("%1: %2").arg(width).arg(table_->horizontalHeader()->length())));
            QVERIFY(cell(0, 2).startsWith(QLatin1String("6.39 ms")) && cell(0, 2).contains(QChar(0x2212)));
            QCOMPARE(cell(0, 2).contains(QLatin1Char('\n')), width < 900);
            const int needed = table_->fontMetrics().height() * (width < 900 ? 2 : 1);
            QVERIFY(table_->rowHeight(0) >= needed);
        }
        QVERIFY(table_->horizontalHeader()->minimumSectionSize() < 48); // in any font
        view_->resize(400, 420);
        QCoreApplication::processEvents();
        QVERIFY(cell(0, 2).contains(QLatin1Char('\n'))); // a dock that only becomes narrow
    }

    /// The narrowest dock holds four designs of different methods, in German as well.
    void theNarrowestDockDoesNotScrollSideways() {
        Scene many = *fixture::scene(true, "latency_s");
        for (const char letter : {'C', 'D'}) {
            auto other = std::make_shared<Estimate>(*many.designs[0].estimate);
            other->method = "another.method";
            many.designs.push_back(many.designs[0]);
            many.designs.back().design.letter = letter;
            many.designs.back().estimate = std::move(other);
        }
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/i18n/strata_de.qm")));
        for (const bool in_german : {false, true}) {
            if (in_german) QCoreApplication::installTranslator(&german);
            view_->setLocale(in_german ? QLocale(QLocale::German) : QLocale::c());
            view_->resize(view_->minimumWidth() + 20, 420);
            show(std::make_shared<const Scene>(many));
            QCOMPARE(cell(0, 0), in_german ? QStringLiteral("Latenz") : QStringLiteral("Latency"));
            QVERIFY2(table_->horizontalHeader()->length() <= table_->viewport()->width(),
                     qPrintable(QStringLiteral("%1 in %2")
                                    .arg(table_->horizontalHeader()->length())
                                    .arg(table_->viewport()->width())));
            QCOMPARE(header(2), QStringLiteral("A"));
        }
        QCoreApplication::removeTranslator(&german);
        view_->setLocale(QLocale::c());
        view_->resize(900, 420);
        show(std::make_shared<const Scene>(many));
        QVERIFY(header(2).startsWith(QLatin1String("A "))); // names come back with the room
    }

    void headingsAreDragged() {
        QHeaderView* heading = table_->horizontalHeader();
        heading->setSectionResizeMode(QHeaderView::Interactive);
        const int before = heading->sectionSize(1);
        const QPoint edge(heading->sectionViewportPosition(1) + before - 1, heading->height() / 2);
        QTest::mousePress(heading->viewport(), Qt::LeftButton, {}, edge);
        QTest::mouseMove(heading->viewport(), edge + QPoint(20, 0));
        QTest::mouseMove(heading->viewport(), edge + QPoint(40, 0));
        QTest::mouseRelease(heading->viewport(), Qt::LeftButton, {}, edge + QPoint(40, 0));
        QVERIFY(heading->sectionSize(1) > before);
    }

    void doubleClickChoosesTheMetric() {
        QSignalSpy chosen(view_.get(), &View::metricChosen);
        const int row = rowOf(QStringLiteral("Energy"));
        QVERIFY(row >= 0);
        const QPoint at = table_->visualRect(table_->model()->index(row, 1)).center();
        QTest::mouseClick(table_->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(table_->viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.first().first().toString(), QStringLiteral("energy_j"));
    }

    /// A kernel that takes less time than a model is not faster than it.
    void otherWorkHasNoDifferences() {
        Scene scene = *fixture::scene(true);
        const auto asked = [](const char* model) {
            return std::make_shared<const Json>(
                Json{{"kind", "model"}, {"hardware", "a100"}, {"workload", {{"model", model}}}});
        };
        for (DesignState& design : scene.designs)
            design.design.request = asked("gpt2-large");
        const CompareTable like = compareTable(scene, {});
        QVERIFY(like.rows[0].cells[1].change.has_value());
        scene.designs[static_cast<std::size_t>(scene.selected)].design.request = asked("bert-large");
        const CompareTable unlike = compareTable(scene, {});
        QVERIFY(!unlike.columns[1].same_work);
        for (const CompareRow& row : unlike.rows)
            QVERIFY(!row.cells[1].change && !row.cells[1].difference);
        QVERIFY(unlike.rows[0].cells[1].value.has_value());
    }

    void betterIsBlueWorseIsOrange() {
        const Theme light = theme(false);
        QVERIFY(changeColor(-0.3, false, light).blue() > changeColor(-0.3, false, light).red());
        QVERIFY(changeColor(0.3, true, light).red() > changeColor(0.3, true, light).blue());
        QCOMPARE(changeColor(0.0, false, light).alpha(), 0);
        QVERIFY(changeColor(1.0, true, light).alpha() > changeColor(0.1, true, light).alpha());
    }

    void copyAndFigureHaveEveryNumber() {
        const Table data = view_->figureData();
        QCOMPARE(data.columns, (std::vector<std::string>{"part", "quantity", "B", "A", "A_change"}));
        QCOMPARE(std::get<double>(data.rows[0][3]), 6.39e-3);
        QTest::keyClick(view_.get(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), tableAsTsv(data));
        QGuiApplication::clipboard()->clear();
        QTest::keyClick(view_->findChild<QTableView*>(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), tableAsTsv(data));
    }

    void stateIsKept() {
        view_->restoreState(R"({"depth":"0","differing":false})");
        QTRY_VERIFY(table_->model()->rowCount() == 4);
        QVERIFY(view_->saveState().find("\"depth\":\"0\"") != std::string::npos);
    }

private:
    void show(std::shared_ptr<const Scene> scene) {
        QSignalSpy told(view_.get(), &View::refreshed);
        view_->setScene(std::move(scene));
        QTRY_VERIFY(told.count() > 0);
    }
    QString cell(int row, int column) const { return table_->model()->index(row, column).data().toString(); }
    QString header(int column) const { return table_->model()->headerData(column, Qt::Horizontal).toString(); }
    double change(int row, int column) const {
        return table_->model()->index(row, column).data(CompareModel::ChangeRole).toDouble();
    }
    int rowOf(const QString& title) const {
        for (int row = 0; row < table_->model()->rowCount(); ++row) {
            if (cell(row, 0) == title) return row;
        }
        return -1;
    }

    std::unique_ptr<CompareView> view_;
    QTableView* table_ = nullptr;
};

QTEST_MAIN(CompareTest)
#include "compare_test.moc"
