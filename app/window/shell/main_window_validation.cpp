// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/jobs_panel.h"
#include "app/window/shell/main_window.h"
#include "core/assess/evaluate_rows.h"
#include "core/catalog/library.h"
#include "views/support/text/told.h"
#include "views/validation/validation_view.h"

#include <algorithm>
#include <QFileDialog>
#include <QFileInfo>
#include <thread>

namespace strata::app {

namespace {

using Outcome = Result<std::shared_ptr<const assess::SuiteReport>>;

/// One thread is left to the window.
unsigned jobsBesideWindow() { return std::max(1U, std::thread::hardware_concurrency() / 2); }

} // namespace

/// Asks for a file of rows or of predictions.
void MainWindow::askForRows() {
    if (!controller_.library() || validating_) return;
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Open measured values"), settings_.lastFolder(),
                                     tr("Rows and predictions (*.csv *.csv.gz *.jsonl);;All files (*)"));
    if (file.isEmpty()) return;
    settings_.setLastFolder(QFileInfo(file).absolutePath());
    validate(file);
}

/// Evaluates the rows of a file in the background, or reads its predictions; the validation view draws them.
void MainWindow::validate(const QString& file) {
    if (!controller_.library() || validating_) return;
    validating_ = true;
    const QString name = QFileInfo(file).fileName();
    const int job = jobs_->start(tr("Validating: %1").arg(name));
    auto* view = qobject_cast<views::ValidationView*>(this->view(QStringLiteral("validation")));
    if (view) view->setRunning(name);
    const auto work = [file = file.toStdString(), library = controller_.library()]() -> Outcome {
        auto report = assess::reportOfFile(file, library, jobsBesideWindow());
        if (!report) return report.error();
        return std::make_shared<const assess::SuiteReport>(*std::move(report));
    };
    validation_worker_.run(this, work, [this, job, view](Outcome outcome) {
        validating_ = false;
        if (view) view->setRunning({});
        jobs_->finish(job);
        if (!outcome) return notify(NoticeBar::Tone::Error, views::errorText(outcome.error(), QLocale()));
        controller_.setValidation(*outcome);
    });
}

} // namespace strata::app
