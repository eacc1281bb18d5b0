// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "tests/export/figure_checks.h"
#include "tests/views/fixtures/gpu_fixture.h"
#include "tests/views/fixtures/validation_fixture.h"
#include "views/figure/figure_export.h"
#include "views/support/base/view.h"
#include "views/support/theme/theme.h"

#include <QTemporaryDir>
#include <QTest>

using namespace strata;
using namespace strata::views;

/// Figures of the views that compare: designs side by side, and predictions with measurements.
class AssessFigureTest : public QObject {
    Q_OBJECT

private slots:
    void numbersStandBesideTheFigure_data() {
        QTest::addColumn<QString>("id");
        QTest::newRow("compare") << "compare";
        QTest::newRow("validation") << "validation";
    }
    void numbersStandBesideTheFigure() {
        QFETCH(QString, id);
        const auto view = viewOf(id);
        fixture::checkNumbers(*view, id, folder_, 177.8);
    }

    void theRowsAreAllThere() {
        QCOMPARE(viewOf(QStringLiteral("validation"))->figureData().rows.size(), std::size_t(240));
        QVERIFY(viewOf(QStringLiteral("compare"))->figureData().rows.size() > 8);
    }

    void svgStaysInsideItsPage_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("width");
        for (const char* id : {"compare", "validation", "residuals", "groups"})
            for (const double width : {82.55, 177.8})
                QTest::addRow("%s, %g mm", id, width) << QString::fromLatin1(id) << width;
    }
    void svgStaysInsideItsPage() {
        QFETCH(QString, id);
        QFETCH(double, width);
        const auto view = viewOf(id);
        FigureSpec spec;
        spec.path = folder_.filePath(QStringLiteral("page.svg")).toStdString();
        spec.width_mm = width;
        const auto svg = renderFigure(*view, spec);
        QVERIFY(svg);
        fixture::checkPage(*svg);
        QVERIFY(!svg->contains("nan"));
        const auto again = renderFigure(*viewOf(id), spec);
        QVERIFY(again && *again == *svg);
    }

    void aCloudOfManyRowsIsOnePicture() {
        const std::unique_ptr<View> view(findView("validation")->create(nullptr));
        view->restoreState(R"({"plot":"residuals"})");
        FigureSpec spec;
        spec.path = folder_.filePath(QStringLiteral("cloud.svg")).toStdString();
        qsizetype few = 0;
        for (const int rows : {2000, 20000}) {
            auto report = *fixture::suiteReport(2);
            for (int i = 2; i < rows; ++i) {
                report.rows.push_back(report.rows[static_cast<std::size_t>(i % 2)]);
                report.rows.back().predicted *= 1.0 + 1e-4 * (i % 500);
            }
            view->setScene(fixture::validationScene(std::make_shared<const assess::SuiteReport>(report)));
            const auto svg = renderFigure(*view, spec);
            QVERIFY(svg);
            QCOMPARE(svg->count("<image"), rows > 3000 ? 1 : 0);
            if (rows > 3000) QVERIFY2(svg->size() < few, "ten times the rows, and not ten times the bytes");
            few = svg->size();
        }
    }

    void withoutARunThereIsNoFigure() {
        const std::unique_ptr<View> view(findView("validation")->create(nullptr));
        view->setScene(fixture::validationScene(nullptr));
        FigureSpec spec;
        spec.path = folder_.filePath(QStringLiteral("none.svg")).toStdString();
        const auto refused = renderFigure(*view, spec);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("no-figure"));
        QVERIFY(messageText(refused.error().expected).find("validation") != std::string::npos);
    }

private:
    static std::unique_ptr<View> viewOf(const QString& id) {
        const bool plot = id == QLatin1String("residuals") || id == QLatin1String("groups");
        std::unique_ptr<View> view(findView(plot ? "validation" : id.toStdString())->create(nullptr));
        if (plot) view->restoreState(QStringLiteral("{\"plot\":\"%1\"}").arg(id).toStdString());
        view->setScene(id == QLatin1String("compare")
                           ? fixture::gpuScene(fixture::modelEstimate(), fixture::modelEstimate(1.4))
                           : fixture::validationScene(fixture::suiteReport()));
        return view;
    }

    QTemporaryDir folder_;
};

QTEST_MAIN(AssessFigureTest)
#include "assess_figure_test.moc"
