// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/scene_fixture.h"
#include "views/estimate/estimate_view.h"
#include "views/support/table/part_model.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace strata;
using namespace strata::views;

class EstimateTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        view_ = std::make_unique<EstimateView>();
        view_->resize(700, 400);
        view_->show();
        set(fixture::scene(true));
        tree_ = view_->findChild<QTreeView*>();
        QVERIFY(tree_);
    }
    void cleanup() { view_.reset(); }

    void theMetricIsOpened() {
        const QModelIndex energy = tree_->model()->index(1, 0);
        QVERIFY(tree_->isExpanded(energy));
        QVERIFY(!tree_->isExpanded(tree_->model()->index(0, 0)));
        QVERIFY(tree_->visualRect(tree_->model()->index(0, 0, energy)).isValid());
    }

    void whatIsOpenStaysOpen() {
        const QModelIndex energy = tree_->model()->index(1, 0);
        tree_->expand(tree_->model()->index(2, 0, energy));
        tree_->collapse(tree_->model()->index(0, 0));
        Scene next = *fixture::scene(true);
        std::swap(next.designs[0].estimate, next.designs[1].estimate);
        set(std::make_shared<const Scene>(next));
        QVERIFY(tree_->isExpanded(tree_->model()->index(2, 0, tree_->model()->index(1, 0))));
        QCOMPARE(tree_->model()->index(1, PartModel::Value).data().toString(), QStringLiteral("355 \u00b5J"));
        // What the reader has closed is not opened again by new numbers.
        tree_->collapse(tree_->model()->index(1, 0));
        set(fixture::scene(true));
        QVERIFY(!tree_->isExpanded(tree_->model()->index(1, 0)));
    }

    void baselineColumnsComeAndGo() {
        QVERIFY(!tree_->isColumnHidden(PartModel::Baseline));
        QSignalSpy told(view_.get(), &View::refreshed);
        QTest::mouseClick(view_->findChild<QToolButton*>(QStringLiteral("compare")), Qt::LeftButton);
        QTRY_VERIFY(told.count() > 0);
        QVERIFY(tree_->isColumnHidden(PartModel::Baseline) && tree_->isColumnHidden(PartModel::Change));
        QCOMPARE(view_->figureData().columns.size(), std::size_t{8});
    }

    /// A narrow dock leaves out what is needed least, not the right end of the table.
    void narrowDocksDoNotScrollSideways() {
        const auto fits = [&](int width) {
            view_->resize(width, 400);
            QCoreApplication::processEvents();
            int shown = 0;
            for (int column = 0; column < PartModel::ColumnCount; ++column)
                shown += tree_->columnWidth(column);
            return shown <= tree_->viewport()->width() && tree_->horizontalScrollBar()->maximum() == 0;
        };
        QVERIFY(fits(900));
        for (int column = 0; column < PartModel::ColumnCount; ++column)
            QVERIFY(!tree_->isColumnHidden(column));
        QVERIFY(fits(420));
        QVERIFY(tree_->isColumnHidden(PartModel::Interval));
        QVERIFY(!tree_->isColumnHidden(PartModel::Change));
        QVERIFY(fits(300));
        QVERIFY(!tree_->isColumnHidden(PartModel::Change));
        QVERIFY(fits(240));
        QVERIFY(!tree_->isColumnHidden(PartModel::Label) && !tree_->isColumnHidden(PartModel::Value));
        tree_->setCurrentIndex(tree_->model()->index(1, 0));
        QTest::keyClick(view_.get(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(copiedLines().at(1).split(QLatin1Char('\t')).size(), 7);
    }

    void notesLeaveRoomForTheTree() {
        Scene noted = *fixture::scene(true);
        Estimate said = *noted.designs[0].estimate;
        Note note;
        note.text = verbatim("limited by dram read bandwidth: 82 %");
        said.notes.insert(said.notes.end(), 12, note);
        noted.designs[0].estimate = std::make_shared<const Estimate>(said);
        set(std::make_shared<const Scene>(noted));
        view_->resize(360, 240);
        QCoreApplication::processEvents();
        QVERIFY2(tree_->height() > 5 * view_->fontMetrics().height(), qPrintable(QString::number(tree_->height())));
        auto* notes = view_->findChild<QScrollArea*>();
        QVERIFY(notes->isVisible() && notes->height() > view_->fontMetrics().height());
        QVERIFY(notes->verticalScrollBar()->maximum() > 0);
    }

    void copyTakesExactNumbers() {
        tree_->setCurrentIndex(tree_->model()->index(1, 0));
        QTest::keyClick(view_.get(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(copiedLines().size(), 2);
        QVERIFY(copiedLines().front().startsWith(QStringLiteral("Part\tValue\tInterval\t")));
        const QStringList cells = copiedLines().at(1).split(QLatin1Char('\t'));
        QCOMPARE(cells.size(), 7);
        QCOMPARE(cells[0], QStringLiteral("energy_j"));
        const double exact = fixture::designA()->findMetric("energy_j")->value;
        QCOMPARE(cells[PartModel::Value].toDouble(), exact);
    }

    /// The tree has the focus when a reader has clicked into it; by itself it would copy one cell.
    void copyWorksInTheTreeItself() {
        tree_->selectionModel()->clear();
        QTest::keyClick(tree_, Qt::Key_C, Qt::ControlModifier);
        const Table data = view_->figureData();
        QCOMPARE(copiedLines().size(), static_cast<qsizetype>(data.rows.size()) + 1);
        QCOMPARE(copiedLines().front().split(QLatin1Char('\t')).size(), static_cast<qsizetype>(data.columns.size()));
        tree_->setCurrentIndex(tree_->model()->index(1, 0));
        QTest::keyClick(tree_, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(copiedLines().size(), 2);
    }

    void doubleClickChoosesTheMetric() {
        QSignalSpy chosen(view_.get(), &View::metricChosen);
        const QPoint at = tree_->visualRect(tree_->model()->index(0, PartModel::Value)).center();
        QTest::mouseClick(tree_->viewport(), Qt::LeftButton, Qt::NoModifier, at);
        QTest::mouseDClick(tree_->viewport(), Qt::LeftButton, Qt::NoModifier, at);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.first().first().toString(), QStringLiteral("latency_s"));
    }

    void levelsAreCalledByTheirTitles() {
        PartModel model;
        model.show(fixture::designA(), nullptr, 0, QLocale::c(), {{"global buffer", "Shared buffer of 128 KiB"}});
        QStringList labels;
        for (int metric = 0; metric < model.rowCount(); ++metric) {
            const QModelIndex top = model.index(metric, PartModel::Label);
            for (int row = 0; row < model.rowCount(top); ++row)
                labels << model.index(row, PartModel::Label, top).data().toString();
        }
        QVERIFY(labels.contains(QStringLiteral("Shared buffer of 128 KiB")) && labels.contains(QStringLiteral("DRAM")));
        QVERIFY(!labels.contains(QStringLiteral("global buffer")));
    }

    void everyPartIsInTheData() {
        const Table table = view_->figureData();
        std::size_t leaves = 0;
        double sum = 0.0;
        for (const auto& row : table.rows) {
            const std::string path = std::get<std::string>(row[1]);
            if (std::get<std::string>(row[0]) != "energy_j" || std::ranges::count(path, '/') < 1) continue;
            const bool leaf = std::ranges::count(path, '/') == 2 || path == "layer / MAC";
            if (!leaf) continue;
            ++leaves;
            sum += std::get<double>(row[3]);
        }
        QCOMPARE(leaves, std::size_t{11});
        QVERIFY(qFuzzyCompare(sum, fixture::designA()->findMetric("energy_j")->value));
    }

private:
    static QStringList copiedLines() {
        return QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    }
    void set(std::shared_ptr<const Scene> scene) {
        QSignalSpy told(view_.get(), &View::refreshed);
        view_->setScene(std::move(scene));
        QTRY_VERIFY(told.count() > 0);
    }

    std::unique_ptr<EstimateView> view_;
    QTreeView* tree_ = nullptr;
};

QTEST_MAIN(EstimateTest)
#include "estimate_test.moc"
