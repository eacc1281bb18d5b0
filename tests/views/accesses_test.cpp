// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/scene_fixture.h"
#include "views/accesses/accesses_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace strata;
using namespace strata::views;

class AccessesTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        view_ = std::make_unique<AccessesView>();
        view_->resize(900, 360);
        view_->show();
        QSignalSpy told(view_.get(), &View::refreshed);
        view_->setScene(fixture::scene(true));
        QTRY_VERIFY(told.count() > 0);
        table_ = view_->findChild<QTableView*>();
        QVERIFY(table_);
    }
    void cleanup() { view_.reset(); }

    /// Methods have tables of their own: the view shows the first of them, and goes back to the chosen one.
    void anAnswerWithoutTheChosenTableShowsItsFirst() {
        const auto set = [&](const Scene& scene) {
            QSignalSpy told(view_.get(), &View::refreshed);
            view_->setScene(std::make_shared<const Scene>(scene));
            QTRY_VERIFY(told.count() > 0);
        };
        const Scene before = *fixture::scene(false);
        Scene scene = before;
        Estimate estimate = *scene.designs[0].estimate;
        estimate.tables = {{"operand_words", {"operand", "stall_cycles"}, {{std::string("inputs"), 7.0}}}};
        for (DesignState& design : scene.designs)
            design.estimate = std::make_shared<const Estimate>(estimate);
        set(scene);
        QVERIFY(table_->isVisible());
        QCOMPARE(table_->model()->rowCount(), 1);
        QCOMPARE(cell(0, 1), QStringLiteral("7"));
        QCOMPARE(view_->figureData().name, std::string("operand_words"));
        estimate.tables.clear();
        for (DesignState& design : scene.designs)
            design.estimate = std::make_shared<const Estimate>(estimate);
        set(scene);
        QVERIFY(!table_->isVisible());
        set(before);
        QCOMPARE(view_->figureData().name, std::string("accesses"));
    }

    void differencesToTheBaseline() {
        QCOMPARE(table_->model()->columnCount(), 10);
        QCOMPARE(table_->model()->headerData(3, Qt::Horizontal).toString(), QStringLiteral("\u0394 Reads"));
        QCOMPARE(cell(0, 0), QStringLiteral("DRAM"));
        QCOMPARE(cell(1, 9), QStringLiteral("+9.00 \u00b5J"));
        QVERIFY(cell(0, 3).startsWith(QChar(0x2212)));
    }

    void clickingAHeadingSorts() {
        QCOMPARE(cell(0, 0), QStringLiteral("DRAM"));
        QHeaderView* header = table_->horizontalHeader();
        const QPoint at(header->sectionViewportPosition(8) + 20, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, Qt::NoModifier, at);
        double before = number(0);
        const bool ascending = number(0) < number(table_->model()->rowCount() - 1);
        for (int row = 1; row < table_->model()->rowCount(); ++row) {
            QVERIFY(ascending ? number(row) >= before : number(row) <= before);
            before = number(row);
        }
        // By number, not by letters: 12 is more than 4.
        QVERIFY(number(0) != number(table_->model()->rowCount() - 1));
    }

    void copiesAreInTheOrderShown() {
        table_->sortByColumn(8, Qt::DescendingOrder);
        table_->selectRow(0);
        QTest::keyClick(view_.get(), Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
        QVERIFY(lines[0].startsWith(QLatin1String("level\ttensor\treads\treads_difference\t")));
        QVERIFY2(lines[1].startsWith(QLatin1String("PE spads\tweights\t243000\t-243000\t")), qPrintable(lines[1]));
        QVERIFY(lines[1].contains(QLatin1String("8.1e-05")));
    }

    void copyWithoutASelectionTakesEveryRow() {
        table_->clearSelection();
        QTest::keyClick(table_, Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), table_->model()->rowCount() + 1);
        QVERIFY(lines.front().startsWith(QLatin1String("level\ttensor\treads\t")));
    }

    void figureDataIsTheTable() {
        const Table table = view_->figureData();
        QCOMPARE(table.name, std::string("accesses"));
        QCOMPARE(table.rows.size(), std::size_t{8});
    }

    void stateNamesTheTable() {
        view_->restoreState(R"({"table":"nothing","compare":true})");
        QCOMPARE(view_->figureData().name, fixture::designA()->tables.front().name); // nothing of that name: the first
        view_->restoreState(R"({"table":"accesses","compare":false})");
        QCOMPARE(view_->figureData().columns.size(), std::size_t{6});
    }

private:
    QString cell(int row, int column) const { return table_->model()->index(row, column).data().toString(); }
    double number(int row) const { return table_->model()->index(row, 8).data(Qt::UserRole).toDouble(); }

    std::unique_ptr<AccessesView> view_;
    QTableView* table_ = nullptr;
};

QTEST_MAIN(AccessesTest)
#include "accesses_test.moc"
