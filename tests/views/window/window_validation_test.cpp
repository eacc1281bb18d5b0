// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/suite.h"
#include "tests/views/window/window_fixture.h"
#include "views/support/base/view.h"
#include "views/validation/validation_chart.h"
#include "views/validation/validation_view.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <QApplication>
#include <qcustomplot.h>
#include <QDockWidget>
#include <QFileDialog>
#include <QLabel>
#include <QTableView>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>

using namespace strata;
using tests::WindowFixture;

/// Measured rows of a file in the real window: opened by its button, each as a design that says what the row said.
class WindowValidationTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(data_.isValid()); }

    void rowsOpenAsDesigns() {
        const QString file = data_.filePath(QStringLiteral("rows.jsonl"));
        writeRows(file);
        QTemporaryDir state;
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        auto* view = shownView(fixture);
        QVERIFY(view);
        fixture.window->validate(file);
        auto& controller = fixture.window->controller();
        QTRY_VERIFY_WITH_TIMEOUT(controller.scene()->validation != nullptr, 120000);
        const auto report = controller.scene()->validation;
        QVERIFY2(report->rows.size() > 100, qPrintable(QString::number(report->rows.size())));
        QTRY_VERIFY(view->findChild<QTabWidget*>()->isVisible());
        QTest::qWait(100);

        // A double click on a point of the plot.
        auto* plot = view->findChild<QCustomPlot*>();
        const std::size_t clicked = report->rows.size() - 1; // the last one: a whole model
        const QPoint at = view->chart().positionOf(clicked).toPoint();
        const auto met = view->chart().rowAt(at);
        QVERIFY(met);
        openAndCompare(fixture, report->rows[*met], [&] { QTest::mouseDClick(plot, Qt::LeftButton, {}, at); });

        // The waterfall has the measured line as long as the design is what was measured.
        auto* waterfall = fixture.window->view(QStringLiteral("waterfall"));
        waterfall->setScene(controller.scene());
        QCOMPARE(measuredIn(waterfall->figureData()), std::optional(report->rows[*met].measured));
        fixture.window->parametersPanel().reveal("/hardware/clock_hz");
        QTest::qWait(20);
        tests::drag(fixture.slider("/hardware/clock_hz"), -20, 5);
        QVERIFY(fixture.settle());
        waterfall->setScene(controller.scene());
        QVERIFY(!measuredIn(waterfall->figureData()));

        // Enter and a double click in the table of the rows that are furthest off.
        auto* tabs = view->findChild<QTabWidget*>();
        tabs->setCurrentIndex(1);
        auto* table = qobject_cast<QTableView*>(tabs->currentWidget());
        for (const int line : {0, 3, 7}) {
            const QModelIndex index = table->model()->index(line, 0);
            const std::string id = index.data().toString().toStdString();
            const auto row = std::ranges::find(report->rows, id, &assess::SuiteRow::id);
            QVERIFY2(row != report->rows.end(), id.c_str());
            table->scrollTo(index);
            openAndCompare(fixture, *row, [&] {
                if (line == 0) {
                    table->setFocus();
                    table->setCurrentIndex(index);
                    return QTest::keyClick(table, Qt::Key_Return);
                }
                const QPoint place = table->visualRect(index).center();
                QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place);
                QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, place);
            });
        }
    }

    void predictionsAreShownAsTheyAre() {
        const QString file = data_.filePath(QStringLiteral("predictions.csv"));
        std::ofstream(file.toStdString()) << "id,group,quantity,unit,measured,predicted,low,high,method\n"
                                             "a,op=conv,latency_s,s,1,1.5,1,2,mine\n"
                                             "b,op=conv,latency_s,s,2,2.5,1,3,mine\n";
        QTemporaryDir state;
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        auto* view = shownView(fixture);
        QVERIFY(view);
        fixture.window->validate(file);
        auto& controller = fixture.window->controller();
        QTRY_VERIFY(controller.scene()->validation != nullptr);
        QCOMPARE(controller.scene()->validation->rows.size(), std::size_t(2));
        QCOMPARE(controller.scene()->validation->rows[1].predicted, 2.5);
        QCOMPARE(controller.scene()->validation->suite, std::string("predictions.csv"));
    }

    void aFileThatIsNoRowsIsToldAndLeavesWhatIsShown() {
        const QString file = data_.filePath(QStringLiteral("wrong.jsonl"));
        std::ofstream(file.toStdString()) << R"({"id": "a", "measurd": 1})";
        QTemporaryDir state;
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        auto* view = shownView(fixture);
        QVERIFY(view);
        fixture.window->validate(file);
        QTRY_VERIFY(std::ranges::any_of(fixture.window->findChildren<QLabel*>(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QLatin1String("measurd"));
        }));
        QVERIFY(fixture.window->controller().scene()->validation == nullptr);
    }

private:
    /// Kernels and a whole model on two devices; the measurements are invented.
    static void writeRows(const QString& file) {
        std::ofstream out(file.toStdString());
        for (const char* device : {"a100-sxm4-40gb", "h100-sxm5-80gb"}) {
            for (int i = 1; i <= 60; ++i) {
                const std::string id = std::string(device) + ":" + std::to_string(i);
                const Json kernel{{"operator", "linear"}, {"m", 256 * i}, {"n", 1024}, {"k", 1024}, {"dtype", "bf16"}};
                out << Json{{"id", id},
                            {"request",
                             {{"kind", "kernel"}, {"label", id}, {"hardware", device}, {"workload", kernel}}},
                            {"quantity", "latency_s"},
                            {"measured", 2e-5 + 1e-6 * i},
                            {"group", {{"op", "matmul"}, {"device", device}}}}
                           .dump()
                    << '\n';
            }
        }
        const Json model{{"model", "gpt2-large"}, {"phase", "prefill"}, {"batch", 2}, {"sequence", 512}};
        out << Json{{"id", "model"},
                    {"request",
                     {{"kind", "model"}, {"label", "model"}, {"hardware", "a100-sxm4-40gb"}, {"workload", model}}},
                    {"quantity", "latency_s"},
                    {"measured", 0.055},
                    {"group", {{"op", "model"}, {"device", "a100-sxm4-40gb"}}}}
                   .dump()
            << '\n';
    }

    static views::ValidationView* shownView(WindowFixture& fixture) {
        auto* dock = fixture.window->findChild<QDockWidget*>(QStringLiteral("validation"));
        dock->setFloating(true);
        dock->resize(1000, 700);
        dock->show();
        auto* view = qobject_cast<views::ValidationView*>(fixture.window->view(QStringLiteral("validation")));
        return view && QTest::qWaitFor([view] { return view->isVisible(); }) ? view : nullptr;
    }

    static std::optional<double> measuredIn(const Table& table) {
        for (const std::vector<Cell>& row : table.rows)
            if (row[1] == Cell(std::string("measured_s"))) return std::get<double>(row[4]);
        return {};
    }

    static void openAndCompare(WindowFixture& fixture, const assess::SuiteRow& row, const std::function<void()>& open) {
        auto& controller = fixture.window->controller();
        const std::size_t before = controller.study().designs.size();
        open();
        QTRY_COMPARE(controller.study().designs.size(), before + 1);
        QVERIFY(fixture.settle());
        const auto scene = controller.scene();
        const views::DesignState* design = scene->selectedDesign();
        QVERIFY(design);
        QVERIFY2(design->design.label == row.id, (design->design.label + " instead of " + row.id).c_str());
        QVERIFY2(!design->error, design->error ? describe(*design->error).c_str() : "");
        QVERIFY(design->estimate && design->estimate->valid);
        const Metric* latency = design->estimate->findMetric(row.quantity);
        QVERIFY2(latency, row.quantity.c_str());
        QVERIFY2(latency->value == row.predicted, qPrintable(QStringLiteral("%1: %2 against %3")
                                                                 .arg(QString::fromStdString(row.id))
                                                                 .arg(latency->value)
                                                                 .arg(row.predicted)));
    }

    QTemporaryDir data_;
};

QTEST_MAIN(WindowValidationTest)
#include "window_validation_test.moc"
