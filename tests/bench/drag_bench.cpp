// SPDX-License-Identifier: GPL-3.0-or-later
// How long it takes from a mouse event to the finished repaint of every visible view, in the whole window with each of
// its sample sessions of designs (views of explorations follow no drag). Prints numbers and never fails on time.
// QT_QPA_PLATFORM=offscreen unless another is named. Arguments: npu, gpu, cluster, serving; all where there are none.
#include "app/window/document/environment.h"
#include "app/window/shell/window_actions.h"
#include "tests/bench/drag_probe.h"
#include "views/mapping/mapping_view.h"
#include "views/mapping/nest_canvas.h"
#include "views/parameters/parameter_row.h"
#include "views/parameters/parameter_slider.h"
#include "views/parameters/parameters_panel.h"
#include "views/support/theme/look.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <QApplication>
#include <QTemporaryDir>
#include <QTimer>
#include <set>
#include <string>
#include <utility>

using namespace strata;

namespace {

/// One movement of the pointer: milliseconds after the one before, and the place as a share of the way.
struct Move {
    int wait_ms;
    double way;
};

/// A hand that starts slowly, hurries, overshoots and comes back; 8 ms is what a 125 Hz mouse reports.
std::vector<Move> recordedDrag() {
    std::vector<Move> moves;
    constexpr std::array kWay{0.005, 0.01, 0.02, 0.035, 0.06, 0.09, 0.13, 0.18, 0.24, 0.30,
                              0.37,  0.44, 0.51, 0.58,  0.64, 0.70, 0.76, 0.81, 0.86, 0.90,
                              0.94,  0.97, 1.00, 1.02,  1.04, 1.05, 1.05, 1.04, 1.02, 1.00};
    for (int pass = 0; pass < 4; ++pass) {
        for (const double way : kWay)
            moves.push_back({8, pass % 2 == 0 ? way : 1.0 - way});
        moves.push_back({40, pass % 2 == 0 ? 1.0 : 0.0});
    }
    return moves;
}

void replay(bench::DragProbe& probe, QWidget* target, const QPoint& from, const QPoint& to) {
    probe.send(target, QEvent::MouseButtonPress, from);
    for (const Move& move : recordedDrag()) {
        probe.pause(move.wait_ms);
        probe.send(target, QEvent::MouseMove, from + (to - from) * move.way);
    }
    probe.pause(8);
    probe.send(target, QEvent::MouseButtonRelease, to);
    probe.settle();
}

void dragSlider(app::MainWindow& window, std::string_view pointer, const char* title) {
    views::ParameterRow* row = window.parametersPanel().row(pointer);
    if (!row) {
        std::printf("%s: this design has no such parameter\n", title);
        return;
    }
    window.parametersPanel().reveal(pointer);
    auto* slider = row->findChild<views::ParameterSlider*>();
    const QPoint from(slider->handleX(slider->sliderPosition()), slider->height() / 2);
    bench::DragProbe probe(window);
    probe.settle();
    replay(probe, slider, from, QPoint(slider->width() - 10, from.y()));
    probe.print(title);
    window.controller().undoStack().undo();
    probe.settle();
}

void dragChip(app::MainWindow& window, const char* title) {
    auto* view = qobject_cast<views::MappingView*>(window.view(QStringLiteral("mapping")));
    views::NestCanvas* canvas = view->canvas();
    // The first factor of the outermost level, down to the innermost and back.
    const auto* first = canvas->boxes().find(views::LoopPlace{0, views::LoopKind::Temporal, 0});
    if (!first) {
        std::printf("%s: the mapping has no factor there\n", title);
        return;
    }
    const QPoint from = first->rect.center().toPoint();
    bench::DragProbe probe(window);
    probe.settle();
    replay(probe, canvas, from, QPoint(from.x() + 60, canvas->height() - 40));
    probe.print(title);
    probe.settle();
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    views::applyLook(application, false);
    QTemporaryDir state;
    app::Environment environment = app::standardEnvironment();
    environment.state_folder = state.path();
    environment.settings_file = state.filePath(QStringLiteral("strata.ini"));
    app::MainWindow window(environment, false);
    window.resize(1600, 1000);
    const auto open = [&window](const char* workspace) {
        window.actions().sample(QLatin1String(workspace))->trigger();
        bench::DragProbe opening(window);
        opening.pause(2000); // docks move to their places
        opening.settle();
        std::printf("-- %s\n", workspace);
    };
    const std::set<std::string> wanted(argv + 1, argv + argc);
    const auto asked = [&wanted](const char* workspace) { return wanted.empty() || wanted.contains(workspace); };
    const auto dragNpu = [&] {
        dragSlider(window, "/hardware/levels/1/capacity_bytes", "slider: capacity of the global buffer");
        dragSlider(window, "/hardware/levels/1/read_words_per_cycle", "slider: bandwidth of the global buffer");
        dragSlider(window, "/workload/m", "slider: output channels of the layer");
        dragChip(window, "mapping: a factor through all levels");
    };
    const auto dragGpu = [&] {
        open("gpu");
        dragSlider(window, "/hardware/clock_hz", "slider: clock of the device");
        dragSlider(window, "/workload/batch", "slider: batch of the model");
    };
    const auto dragCluster = [&] {
        open("cluster");
        dragSlider(window, "/workload/global_batch", "slider: batch of the training step");
        dragSlider(window, "/workload/sequence", "slider: sequence of the training step");
    };
    const auto dragServing = [&] {
        open("serving");
        dragSlider(window, "/workload/traffic/arrivals/rate_per_s", "slider: rate of the requests");
    };
    const auto drag = [&] {
        if (asked("npu")) dragNpu();
        if (asked("gpu")) dragGpu();
        if (asked("cluster")) dragCluster();
        if (asked("serving")) dragServing();
        QApplication::quit();
    };
    // Once: each sample session that is opened says that it is ready as well.
    bool begun = false;
    QObject::connect(&window, &app::MainWindow::ready, &window, [&] {
        if (!std::exchange(begun, true)) QTimer::singleShot(0, &window, drag);
    });
    window.show();
    return QApplication::exec();
}
