// SPDX-License-Identifier: GPL-3.0-or-later
// The window in a process of its own: makes edits, tells after each that it is kept, and goes on until it is killed.
#include "app/window/environment.h"
#include "app/window/main_window.h"

#include <QApplication>
#include <QTimer>
#include <cstdio>
#include <nlohmann/json.hpp>

using namespace strata;

namespace {

/// A step whose result names it: a label with a number, and a request of its own.
void edit(app::MainWindow& window, int step) {
    const Design& design = *window.controller().study().find(window.controller().study().selected);
    Json request = *design.request;
    request["label"] = "step " + std::to_string(step);
    window.controller().apply({design.id, std::make_shared<const Json>(request), QStringLiteral("step %1").arg(step), {}});
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (argc != 2) return 2;
    app::Environment environment = app::standardEnvironment();
    environment.state_folder = QString::fromLocal8Bit(argv[1]);
    environment.settings_file = environment.state_folder + QStringLiteral("/strata.ini");
    app::MainWindow window(environment, false);
    int step = 0;
    QObject::connect(&window, &app::MainWindow::ready, &window, [&] { edit(window, ++step); }, Qt::QueuedConnection);
    QObject::connect(&window, &app::MainWindow::workingCopyKept, &window, [&] {
        std::printf("kept %d\n", step);
        std::fflush(stdout);
        QTimer::singleShot(5, &window, [&] { edit(window, ++step); });
    });
    window.show();
    return QApplication::exec();
}
