// SPDX-License-Identifier: GPL-3.0-or-later
// The window in a process of its own: makes edits and tells after each that it is kept; or opens a file, saves it after
// each edit and tells that; or runs a sweep and tells how many points it has. It goes on until it is killed.
#include "app/window/document/environment.h"
#include "app/window/shell/main_window.h"

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <QApplication>
#include <QTimer>
#include <string_view>

using namespace strata;

namespace {

/// A step whose result names it: a label with a number, and a request of its own.
void edit(app::MainWindow& window, int step) {
    const Design& design = *window.controller().study().find(window.controller().study().selected);
    Json request = *design.request;
    request["label"] = "step " + std::to_string(step);
    window.controller().apply(
        {design.id, std::make_shared<const Json>(request), QStringLiteral("step %1").arg(step), {}});
}

/// More points than anybody waits for.
std::shared_ptr<const Json> longSweep() {
    const Json axis{{"pointer", "/hardware/clock_hz"}, {"name", "clock"}, {"from", 9e8}, {"to", 2e9}};
    return std::make_shared<const Json>(Json{
        {"kind", "sweep"},
        {"algorithm", "sobol"},
        {"budget", 1'000'000},
        {"axes", Json::array({axis})},
        {"base",
         {{"kind", "model"},
          {"hardware", "a100-sxm4-40gb"},
          {"workload",
           {{"model", "gpt2-large"}, {"phase", "prefill"}, {"batch", 4}, {"sequence", 1024}, {"dtype", "bf16"}}}}}});
}

void tellPoints(app::MainWindow& window) {
    QObject::connect(&window.explorations(), &app::ExplorationController::listChanged, &window, [&] {
        for (const app::ExplorationStatus& status : window.explorations().list())
            std::printf("points %llu\n", static_cast<unsigned long long>(status.done));
        std::fflush(stdout);
    });
    window.explorations().start(longSweep());
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc < 2) return 2;
    const bool sweep = argc > 2 && std::string_view(argv[2]) == "sweep";
    const QString file = argc > 3 && std::string_view(argv[2]) == "save" ? QString::fromLocal8Bit(argv[3]) : QString();
    app::Environment environment = app::standardEnvironment();
    environment.state_folder = QString::fromLocal8Bit(argv[1]);
    environment.settings_file = environment.state_folder + QStringLiteral("/strata.ini");
    app::MainWindow window(environment, false, file.isEmpty() ? QStringList() : QStringList{file});
    int step = argc > 4 ? std::atoi(argv[4]) : 0;
    QObject::connect(
        &window, &app::MainWindow::ready, &window, [&] { sweep ? tellPoints(window) : edit(window, ++step); },
        Qt::QueuedConnection);
    QObject::connect(&window, &app::MainWindow::workingCopyKept, &window, [&] {
        if (sweep) return;
        std::printf("kept %d\n", step);
        std::fflush(stdout);
        if (!file.isEmpty()) return window.saveFile(file);
        QTimer::singleShot(5, &window, [&] { edit(window, ++step); });
    });
    QObject::connect(&window, &app::MainWindow::sessionSaved, &window, [&] {
        std::printf("saved %d\n", step);
        std::fflush(stdout);
        QTimer::singleShot(5, &window, [&] { edit(window, ++step); });
    });
    window.show();
    return QApplication::exec();
}
