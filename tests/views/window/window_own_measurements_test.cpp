// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/own_measurements_dialog.h"
#include "app/window/shell/window_actions.h"
#include "core/catalog/library.h"
#include "core/evaluate/method.h"
#include "core/hardware/calibration/own_measurements.h"
#include "tests/views/window/window_fixture.h"

#include <nlohmann/json.hpp>
#include <QCheckBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableWidget>

using namespace strata;
using app::OwnMeasurementsDialog;
using tests::WindowFixture;

namespace {

const char* kDevice = "h100-sxm5-80gb";

Json product(double m) {
    return {{"kind", "kernel"},
            {"hardware", kDevice},
            {"workload", {{"operator", "linear"}, {"m", m}, {"n", 4096}, {"k", 4096}, {"dtype", "bf16"}}}};
}

double latency(const Json& request, const Library& library) {
    const auto estimate = evaluate(request, Context{library, {}, nullptr});
    return estimate ? estimate->metrics.front().value : 0;
}

} // namespace

/// A few timings pasted into the real window: what they say, kept, switched off, removed.
class WindowOwnMeasurementsTest : public QObject {
    Q_OBJECT

private slots:
    void timingsArePastedKeptAndSwitchedOff() {
        QTemporaryDir state;
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        auto& controller = fixture.window->controller();
        const std::shared_ptr<const Library> before = controller.library();

        fixture.window->actions().own_measurements->trigger();
        auto* dialog = fixture.window->findChild<OwnMeasurementsDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->setMeasured(QString::fromLatin1(kDevice));
        auto* text = dialog->findChild<QPlainTextEdit*>(QStringLiteral("timings"));
        auto* infer = dialog->findChild<QPushButton*>(QStringLiteral("infer"));
        auto* recognised = dialog->findChild<QLabel*>(QStringLiteral("recognised"));
        QVERIFY(!infer->isEnabled());

        QTest::keyClicks(text, QStringLiteral("no timings"));
        QVERIFY(!infer->isEnabled());
        QVERIFY2(recognised->text().contains(QStringLiteral("llama-bench")), qPrintable(recognised->text()));

        constexpr double kSlower = 1.3;
        QString table = QStringLiteral("operator,m,n,k,dtype,latency_us\n");
        for (const double m : {64.0, 512.0, 4096.0, 16384.0}) {
            const double micros = 1e6 * kSlower * latency(product(m), *before);
            table += QStringLiteral("linear,%1,4096,4096,bf16,%2\n").arg(m).arg(micros, 0, 'g', 9);
        }
        text->setPlainText(table);
        QVERIFY2(recognised->text().contains(QLatin1Char('4')), qPrintable(recognised->text()));
        QVERIFY(infer->isEnabled());

        QSignalSpy inferred(dialog, &OwnMeasurementsDialog::inferred);
        QTest::mouseClick(infer, Qt::LeftButton);
        QVERIFY(inferred.wait(120000));
        auto* keep = dialog->findChild<QPushButton*>(QStringLiteral("keep"));
        QVERIFY(dialog->inference() && keep->isEnabled());
        QVERIFY(dialog->inference()->error_after < dialog->inference()->error_before);
        QVERIFY(dialog->findChild<QTableWidget*>(QStringLiteral("factors"))->rowCount() > 3);
        QVERIFY(!dialog->findChild<QLabel*>(QStringLiteral("next"))->text().isEmpty());

        const double plain = latency(product(2048), *before);
        QTest::mouseClick(keep, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(controller.library() != before, 30000);
        const std::shared_ptr<const Library> with = controller.library();
        QVERIFY(latency(product(2048), *with) > 1.1 * plain);

        auto* entries = dialog->findChild<QTableWidget*>(QStringLiteral("entries"));
        QTRY_COMPARE(entries->rowCount(), 1);
        auto* used = qobject_cast<QCheckBox*>(entries->cellWidget(0, 3));
        QVERIFY(used && used->isChecked());
        used->click();
        QTRY_VERIFY_WITH_TIMEOUT(controller.library() != with, 30000);
        QCOMPARE(latency(product(2048), *controller.library()), plain);

        const std::shared_ptr<const Library> off = controller.library();
        QTRY_VERIFY(!qobject_cast<QCheckBox*>(entries->cellWidget(0, 3))->isChecked());
        QTest::mouseClick(qobject_cast<QPushButton*>(entries->cellWidget(0, 4)), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(controller.library() != off, 30000);
        QTRY_COMPARE(entries->rowCount(), 0);
    }

    void timingsOfAnotherFormAskForWhatTheyLack() {
        QTemporaryDir state;
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        OwnMeasurementsDialog* dialog = fixture.window->calibrateOwn();
        QVERIFY(dialog);
        dialog->setMeasured(QString::fromLatin1(kDevice));
        dialog->setText(QStringLiteral("# all_reduce_perf\n# size time\n 1024 12.0\n"), QStringLiteral("nccl.txt"));
        auto* recognised = dialog->findChild<QLabel*>(QStringLiteral("recognised"));
        QVERIFY2(recognised->text().contains(QStringLiteral("nccl.txt")), qPrintable(recognised->text()));
        QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("infer"))->isEnabled());
    }
};

QTEST_MAIN(WindowOwnMeasurementsTest)
#include "window_own_measurements_test.moc"
