// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/environment.h"
#include "app/window/document/study_controller.h"
#include "app/window/shell/main_window.h"
#include "views/parameters/parameter_row.h"
#include "views/parameters/parameter_slider.h"
#include "views/parameters/parameters_panel.h"

#include <memory>
#include <QAbstractEventDispatcher>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

namespace strata::tests {

/// The window with folders of its own, so that no test sees the settings or sessions of whoever runs it.
class WindowFixture {
public:
    explicit WindowFixture(const QString& state_folder, const QString& file = {},
                           const Registry& registry = builtinRegistry()) {
        app::Environment environment;
        environment.data_root = qEnvironmentVariable("STRATA_ROOT");
        environment.state_folder = state_folder;
        environment.settings_file = state_folder + QStringLiteral("/strata.ini");
        window = std::make_unique<app::MainWindow>(environment, false,
                                                   file.isEmpty() ? QStringList() : QStringList{file}, registry);
        window->resize(1280, 800); // the screen of tests is narrower than the layouts that they look at
    }

    /// Shows the window and waits until catalog, study and every estimate are there.
    bool start() {
        QSignalSpy ready(window.get(), &app::MainWindow::ready);
        window->show();
        return (ready.count() > 0 || ready.wait(30000)) && settle();
    }

    /// Waits until nothing is being evaluated and the last answer is drawn.
    bool settle() {
        if (!QTest::qWaitFor([this] { return !window->controller().evaluating(); }, 30000)) return false;
        QTest::qWait(30);
        // On a busy machine that time holds a single repaint: go on until nothing is left to do.
        constexpr qint64 kLongest_ms = 5000;
        QElapsedTimer waited;
        waited.start();
        while (QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents) &&
               waited.elapsed() < kLongest_ms) {
        }
        return true;
    }

    views::ParameterSlider* slider(std::string_view pointer) const {
        views::ParameterRow* row = window->parametersPanel().row(pointer);
        return row ? row->findChild<views::ParameterSlider*>() : nullptr;
    }

    std::unique_ptr<app::MainWindow> window;
};

/// Drags a slider's handle by so many pixels in so many mouse moves, as a hand does.
inline void drag(views::ParameterSlider* slider, int pixels, int moves) {
    const QPoint start(slider->handleX(slider->sliderPosition()), slider->height() / 2);
    QTest::mousePress(slider, Qt::LeftButton, {}, start);
    for (int move = 1; move <= moves; ++move)
        QTest::mouseMove(slider, start + QPoint(pixels * move / moves, 0), 4);
    QTest::mouseRelease(slider, Qt::LeftButton, {}, start + QPoint(pixels, 0));
}

} // namespace strata::tests
