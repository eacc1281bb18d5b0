// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/coverage_runner.h"
#include "app/window/explore/schedule_runner.h"
#include "app/window/panels/jobs_panel.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/view_shelf.h"
#include "core/assess/evaluate_rows.h"
#include "core/assess/imported.h"
#include "core/catalog/library.h"
#include "core/coverage/accuracy.h"
#include "views/layers/layers_view.h"
#include "views/schedules/schedules_view.h"
#include "views/support/text/told.h"
#include "views/validation/validation_view.h"

#include <algorithm>
#include <QFileDialog>
#include <QFileInfo>
#include <thread>

namespace strata::app {

namespace {

using Outcome = Result<std::shared_ptr<const assess::SuiteReport>>;

/// What a file held: rows with their predictions, or results that were kept.
struct Opened {
    std::shared_ptr<const assess::SuiteReport> report;
    std::vector<assess::ResultRecord> results;
};

/// One thread is left to the window.
unsigned jobsBesideWindow() { return std::max(1U, std::thread::hardware_concurrency() / 2); }

} // namespace

void MainWindow::connectValidation() {
    views_->whenMade<views::ValidationView>([this](views::ValidationView& validation) {
        connect(&validation, &views::ValidationView::fileRequested, this, &MainWindow::askForRows);
        connect(&validation, &views::ValidationView::predictionsRequested, this, &MainWindow::askForPredictions);
        if (coverage_) validation.setHistory(coverage_->results());
    });
    views_->whenMade<views::SchedulesView>([this](views::SchedulesView& schedules) {
        auto* runner = new ScheduleRunner(schedules, settings_, *jobs_);
        connect(runner, &ScheduleRunner::refused, this,
                [this](const QString& reason) { notify(NoticeBar::Tone::Error, reason); });
    });
    views_->whenMade<views::LayersView>([this](views::LayersView& layers) {
        if (coverage_) layers.setResults(coverage::newestAccuracies(coverage_->results()));
    });
}

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
    const auto work = [file = file.toStdString(), library = controller_.library()]() -> Result<Opened> {
        if (file.ends_with(".jsonl")) {
            auto kept = coverage::readResults(file); // rows are lines of JSON as well
            if (kept && !kept->empty()) return Opened{nullptr, *std::move(kept)};
        }
        auto report = assess::reportOfFile(file, library, jobsBesideWindow());
        if (!report) return report.error();
        return Opened{std::make_shared<const assess::SuiteReport>(*std::move(report)), {}};
    };
    validation_worker_.run(this, work, [this, job, view](Result<Opened> opened) {
        validating_ = false;
        if (view) view->setRunning({});
        jobs_->finish(job);
        if (!opened) return notify(NoticeBar::Tone::Error, views::errorText(opened.error(), QLocale()));
        if (opened->report) return controller_.setValidation(opened->report);
        coverageRunner().addResults(opened->results);
    });
}

/// Asks for what another tool says of the rows on show, and sets it beside our predictions: both are grouped by tool.
void MainWindow::askForPredictions() {
    const auto report = controller_.scene()->validation;
    if (!report || validating_) return;
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Open predictions of another tool"), settings_.lastFolder(),
                                     tr("Predictions (*.csv *.csv.gz *.json);;All files (*)"));
    if (file.isEmpty()) return;
    settings_.setLastFolder(QFileInfo(file).absolutePath());
    const auto work = [file = file.toStdString(), report]() -> Outcome {
        const auto predictions = assess::readImportedFile(file);
        if (!predictions) return predictions.error();
        return std::make_shared<const assess::SuiteReport>(assess::withImported(*report, *predictions));
    };
    validation_worker_.run(this, work, [this, before = report->refused.size()](Outcome outcome) {
        if (!outcome) return notify(NoticeBar::Tone::Error, views::errorText(outcome.error(), QLocale()));
        const std::size_t refused = (*outcome)->refused.size() - before;
        if (refused > 0)
            notify(NoticeBar::Tone::Warning, tr("%n predictions mean no row on show, or state another unit.", nullptr,
                                                static_cast<int>(refused)));
        controller_.setValidation(*outcome);
    });
}

/// Kept results tell the errors of methods in every view that shows them.
void MainWindow::showHistory(const std::vector<assess::ResultRecord>& records) {
    for (const auto& [id, view] : views_->made()) {
        if (auto* validation = qobject_cast<views::ValidationView*>(view)) validation->setHistory(records);
        if (auto* layers = qobject_cast<views::LayersView*>(view))
            layers->setResults(coverage::newestAccuracies(records));
    }
}

} // namespace strata::app
