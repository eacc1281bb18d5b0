// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_actions.h"
#include "core/evaluate/estimate.h"
#include "tests/views/window_fixture.h"

#include <nlohmann/json.hpp>
#include <QDockWidget>
#include <QPixmap>
#include <QProcess>
#include <QPushButton>

using namespace strata;
using tests::WindowFixture;

namespace {
constexpr std::string_view kGlobalBuffer = "/hardware/levels/1/capacity_bytes";
}

/// The first start: sample session, a drag with real mouse events, the baseline, the same bits as the command line.
class WindowSampleTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir state_;
    std::unique_ptr<WindowFixture> fixture_;

    app::StudyController& controller() { return fixture_->window->controller(); }

private slots:
    void init() {
        QVERIFY(state_.isValid());
        fixture_ = std::make_unique<WindowFixture>(state_.path());
        QVERIFY(fixture_->start());
    }

    void cleanup() { fixture_.reset(); }

    void opensTheSampleWithABaseline() {
        const auto scene = controller().scene();
        QVERIFY(scene->designs.size() >= 2);
        QVERIFY(scene->baselineDesign());
        const Estimate& estimate = *scene->selectedDesign()->estimate;
        QVERIFY(estimate.valid);
        // The reference tool's answer to this mapping (validation case tl18).
        QCOMPARE(estimate.findMetric("cycles")->value, 1278704.0);
        for (const char* dock : {"study", "catalog", "parameters", "mapping", "energy", "estimate", "accesses"})
            QVERIFY2(fixture_->window->findChild<QDockWidget*>(QLatin1String(dock)), dock);
        QVERIFY(!fixture_->window->isWindowModified());
        QVERIFY2(fixture_->window->notice().isHidden(), qPrintable(fixture_->window->notice().text()));
        const QImage picture = fixture_->window->grab().toImage();
        QCOMPARE(picture.width(), qRound(fixture_->window->width() * fixture_->window->devicePixelRatioF()));
    }

    void aWorkspaceWithoutAViewForTheDesignOffersAWayOut() {
        app::MainWindow& window = *fixture_->window;
        QVERIFY(window.fitOffer().isHidden());
        for (QAction* workspace : window.actions().workspaces)
            if (workspace->data().toString() == QStringLiteral("cluster")) workspace->trigger();
        QVERIFY(!window.fitOffer().isHidden());
        QVERIFY(window.fitOffer().text().contains(QStringLiteral("conv1 on Eyeriss")));
        const auto buttons = window.fitOffer().findChildren<QPushButton*>();
        QCOMPARE(buttons.size(), 2);
        QTest::mouseClick(buttons.first(), Qt::LeftButton);
        QCOMPARE(window.workspace(), QStringLiteral("npu"));
        QVERIFY(window.fitOffer().isHidden());
    }

    void aSliderDragIsOneUndoStep() {
        views::ParameterSlider* slider = fixture_->slider(kGlobalBuffer);
        QVERIFY(slider);
        fixture_->window->parametersPanel().reveal(kGlobalBuffer);
        const Study before = controller().study();
        const int position = slider->value();
        QSignalSpy moves(slider, &QSlider::valueChanged);
        tests::drag(slider, -slider->width() / 4, 12);
        QVERIFY(fixture_->settle());
        QVERIFY2(moves.count() > 3, "the drag must have passed several values");
        QCOMPARE(controller().undoStack().count(), 1);
        QVERIFY(controller().study() != before);
        QVERIFY(controller().undoStack().undoText().contains(QStringLiteral("Capacity")));
        QVERIFY(fixture_->window->isWindowModified());
        controller().undoStack().undo();
        QVERIFY(fixture_->settle());
        QVERIFY(controller().study() == before);
        QCOMPARE(slider->value(), position);
    }

    void escapeTakesADragBack() {
        views::ParameterSlider* slider = fixture_->slider(kGlobalBuffer);
        fixture_->window->parametersPanel().reveal(kGlobalBuffer);
        const Study before = controller().study();
        const QPoint start(slider->handleX(slider->sliderPosition()), slider->height() / 2);
        QTest::mousePress(slider, Qt::LeftButton, {}, start);
        QTest::mouseMove(slider, start - QPoint(slider->width() / 5, 0));
        QVERIFY(controller().study() != before);
        QTest::keyClick(slider, Qt::Key_Escape);
        QVERIFY(controller().study() == before);
        QCOMPARE(controller().undoStack().count(), 0);
    }

    void pinsTheBaseline() {
        app::WindowActions& actions = fixture_->window->actions();
        actions.duplicate->trigger();
        QVERIFY(fixture_->settle());
        const std::string copy = controller().study().selected;
        actions.pin->trigger();
        QCOMPARE(controller().study().baseline.value_or(""), copy);
        actions.undo->trigger();
        QVERIFY(controller().study().baseline.value_or("") != copy);
    }

    void showsTheSameBitsAsTheCommandLine() {
        const auto scene = controller().scene();
        for (const views::DesignState& design : scene->designs) {
            QTemporaryFile file;
            QVERIFY(file.open());
            const std::string request = design.design.request->dump();
            file.write(request.data(), static_cast<qint64>(request.size()));
            file.close();
            QProcess cli;
            cli.start(qEnvironmentVariable("STRATA_BIN") + QStringLiteral("/strata-cli"),
                      {QStringLiteral("evaluate"), file.fileName()});
            QVERIFY2(cli.waitForFinished(30000), qPrintable(cli.errorString()));
            const std::string answer = cli.readAllStandardOutput().trimmed().toStdString();
            QCOMPARE(answer, toJson(*design.estimate).dump());
        }
    }

    void fillsTheWindowAndComesBack() {
        app::WindowActions& actions = fixture_->window->actions();
        const auto* parameters = fixture_->window->findChild<QDockWidget*>(QStringLiteral("parameters"));
        QVERIFY(parameters->isVisible());
        actions.fill_view->trigger();
        QVERIFY(!parameters->isVisible());
        actions.fill_view->trigger();
        QVERIFY(parameters->isVisible());
    }
};

QTEST_MAIN(WindowSampleTest)
#include "window_sample_test.moc"
