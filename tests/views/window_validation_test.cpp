// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/settings.h"
#include "core/assess/suite.h"
#include "core/exchange/csv.h"
#include "tests/views/window_fixture.h"
#include "views/support/view.h"
#include "views/validation/validation_chart.h"
#include "views/validation/validation_view.h"

#include <nlohmann/json.hpp>
#include <qcustomplot.h>
#include <QDockWidget>
#include <QFile>
#include <QTableView>
#include <QTabWidget>
#include <QToolButton>

using namespace strata;
using tests::WindowFixture;

/// Measured rows of the reference data in the real window: run by its button, opened as designs that say what
/// the suite said.
class WindowValidationTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const QString reference = qEnvironmentVariable("STRATA_REFERENCE") + QStringLiteral("/gpu");
        if (!QFile::exists(reference + QStringLiteral("/kernels_matmul.csv.gz"))) QSKIP("no reference data of GPUs");
        QVERIFY(data_.isValid());
        sample(reference, QStringLiteral("kernels_matmul.csv"), 2000);
        sample(reference, QStringLiteral("kernels_vector.csv"), 2000);
        QVERIFY(QFile::copy(reference + QStringLiteral("/e2e_labels.csv"),
                            data_.filePath(QStringLiteral("e2e_labels.csv"))));
    }

    void rowsOpenAsDesigns() {
        QTemporaryDir state;
        app::Settings(state.filePath(QStringLiteral("strata.ini")))
            .setReferenceFolder(QStringLiteral("gpu"), data_.path());
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        auto* view = qobject_cast<views::ValidationView*>(fixture.window->view(QStringLiteral("validation")));
        QVERIFY(view);
        auto* dock = fixture.window->findChild<QDockWidget*>(QStringLiteral("validation"));
        dock->setFloating(true);
        dock->resize(1000, 700);
        dock->show();
        QTRY_VERIFY(view->isVisible());
        for (QToolButton* button : view->findChildren<QToolButton*>())
            if (button->text() == QLatin1String("Run")) QTest::mouseClick(button, Qt::LeftButton);
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

private:
    /// Every so many rows of a table, all devices among them.
    void sample(const QString& folder, const QString& name, std::size_t step) {
        const auto table =
            exchange::CsvTable::read((folder + QLatin1Char('/') + name + QStringLiteral(".gz")).toStdString());
        QVERIFY2(table, table ? "" : describe(table.error()).c_str());
        QFile file(data_.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto line = [&](const auto& cell) {
            std::string text;
            for (std::size_t i = 0; i < table->columns().size(); ++i)
                text += (i == 0 ? "" : ",") + std::string(cell(i));
            file.write((text + '\n').c_str());
        };
        line([&](std::size_t i) { return table->columns()[i]; });
        for (std::size_t row = 0; row < table->rows(); row += step)
            line([&](std::size_t i) { return table->cell(row, i); });
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
        // Kernels of the suite were timed alone, with the host waiting for each.
        const bool kernel = design->estimate->kind == "kernel";
        const Metric* latency = design->estimate->findMetric(kernel ? "alone_s" : row.quantity);
        QVERIFY2(latency, row.quantity.c_str());
        QVERIFY2(std::abs(latency->value / row.predicted - 1.0) < 1e-9,
                 qPrintable(QStringLiteral("%1: %2 against %3")
                                .arg(QString::fromStdString(row.id))
                                .arg(latency->value)
                                .arg(row.predicted)));
    }

    QTemporaryDir data_;
};

QTEST_MAIN(WindowValidationTest)
#include "window_validation_test.moc"
