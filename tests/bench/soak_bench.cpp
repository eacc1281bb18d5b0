// SPDX-License-Identifier: GPL-3.0-or-later
// What the window's memory does over hours of work: random drags of sliders in every sample session of designs, one
// after the other and again. Prints resident memory and what is newly resident a thousand edits; no time fails it.
// QT_QPA_PLATFORM=offscreen unless another is named. Arguments: number of rounds (default 2) and of edits in each
// session (default 10); a soak of hours asks for more.
#include "app/window/document/environment.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/window_actions.h"
#include "views/parameters/parameter_row.h"
#include "views/parameters/parameter_slider.h"
#include "views/parameters/parameters_panel.h"
#include "views/support/theme/look.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <malloc.h>
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTimer>
#include <random>
#include <string>
#include <unistd.h>
#include <utility>

using namespace strata;

namespace {

constexpr std::array kWorkspaces{"npu", "gpu", "cluster", "serving", "edge", "cpu", "pim"};
constexpr int kSettle_ms = 2000;

double resident_mib() {
    std::ifstream pages("/proc/self/statm");
    double all = 0, resident = 0;
    pages >> all >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

/// What the program holds, without what the allocator keeps for later.
double held_mib() { return static_cast<double>(mallinfo2().uordblks + mallinfo2().hblkhd) / (1 << 20); }

void wait(int ms) {
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < ms)
        QCoreApplication::processEvents(QEventLoop::AllEvents, static_cast<int>(ms - clock.elapsed()));
}

void send(QWidget* target, QEvent::Type type, const QPoint& point) {
    const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, point, target->mapToGlobal(point), button, held, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &event);
}

/// A short drag of some slider that can be seen, to some place; every tenth time undone.
void edit(app::MainWindow& window, std::mt19937& random) {
    QList<views::ParameterSlider*> sliders;
    for (auto* slider : window.parametersPanel().findChildren<views::ParameterSlider*>())
        if (slider->isVisible()) sliders << slider;
    if (sliders.isEmpty()) return;
    auto* slider = sliders[static_cast<qsizetype>(random() % static_cast<unsigned>(sliders.size()))];
    const QPoint from(slider->handleX(slider->sliderPosition()), slider->height() / 2);
    const QPoint to(static_cast<int>(random() % static_cast<unsigned>(slider->width())), from.y());
    send(slider, QEvent::MouseButtonPress, from);
    send(slider, QEvent::MouseMove, (from + to) / 2);
    wait(8);
    send(slider, QEvent::MouseMove, to);
    wait(8);
    send(slider, QEvent::MouseButtonRelease, to);
    wait(20);
    if (random() % 2 == 0) window.controller().undoStack().undo(); // so that designs stay near what can exist
}

/// Opens a sample session and lets what is computed for it end.
void open(app::MainWindow& window, const char* workspace) {
    window.controller().undoStack().setIndex(0); // unchanged, so that the window asks for no file
    window.actions().sample(QLatin1String(workspace))->trigger();
    wait(kSettle_ms);
}

/// Memory is compared where the same sample has just been opened: at the beginning of each round.
void soak(app::MainWindow& window, int rounds, int edits_in_one) {
    std::mt19937 random(1);
    double half_mib = 0;
    const int edits_in_round = edits_in_one * static_cast<int>(kWorkspaces.size());
    for (int round = 0; round <= rounds; ++round) {
        open(window, kWorkspaces.front());
        if (round == rounds / 2) half_mib = held_mib();
        std::printf("%8d edits  %7.1f MiB resident, %7.1f MiB held\n", round * edits_in_round, resident_mib(),
                    held_mib());
        std::fflush(stdout);
        if (round == rounds) break;
        for (const char* workspace : kWorkspaces) {
            if (workspace != kWorkspaces.front()) open(window, workspace);
            for (int done = 0; done < edits_in_one; ++done)
                edit(window, random);
        }
    }
    std::printf("%.2f MiB more held a thousand edits, second half\n",
                (held_mib() - half_mib) / ((rounds - rounds / 2) * edits_in_round) * 1000.0);
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    views::applyLook(application, false);
    const int rounds = argc > 1 ? std::max(1, std::stoi(argv[1])) : 2;
    const int edits_in_one = argc > 2 ? std::max(1, std::stoi(argv[2])) : 10;
    QTemporaryDir state;
    app::Environment environment = app::standardEnvironment();
    environment.state_folder = state.path();
    environment.settings_file = state.filePath(QStringLiteral("strata.ini"));
    app::MainWindow window(environment, false);
    window.resize(1600, 1000);
    bool begun = false;
    QObject::connect(&window, &app::MainWindow::ready, &window, [&] {
        if (!std::exchange(begun, true))
            QTimer::singleShot(0, &window, [&] {
                soak(window, rounds, edits_in_one);
                QApplication::quit();
            });
    });
    window.show();
    return QApplication::exec();
}
