// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/validation_files.h"

#include "app/window/document/settings.h"
#include "app/window/document/study_controller.h"
#include "app/window/panels/jobs_panel.h"
#include "app/window/shell/view_shelf.h"
#include "core/assess/evaluate_rows.h"
#include "core/assess/imported.h"
#include "core/catalog/library.h"
#include "core/coverage/accuracy.h"
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

ValidationFiles::ValidationFiles(StudyController& controller, ViewShelf& views, Settings& settings, JobsPanel& jobs,
                                 QWidget* window)
    : controller_(controller), views_(views), settings_(settings), jobs_(jobs), window_(window) {}

void ValidationFiles::askForRows() {
    if (!controller_.library() || validating_) return;
    const QString file =
        QFileDialog::getOpenFileName(window_, tr("Open measured values"), settings_.lastFolder(),
                                     tr("Rows and predictions (*.csv *.csv.gz *.jsonl);;All files (*)"));
    if (file.isEmpty()) return;
    settings_.setLastFolder(QFileInfo(file).absolutePath());
    validate(file);
}

void ValidationFiles::validate(const QString& file) {
    if (!controller_.library() || validating_) return;
    validating_ = true;
    const QString name = QFileInfo(file).fileName();
    const int job = jobs_.start(tr("Validating: %1").arg(name));
    auto* view = qobject_cast<views::ValidationView*>(views_.view(QStringLiteral("validation")));
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
    worker_.run(this, work, [this, job, view](Result<Opened> opened) {
        validating_ = false;
        if (view) view->setRunning({});
        jobs_.finish(job);
        if (!opened) return emit told(NoticeBar::Tone::Error, views::errorText(opened.error(), QLocale()));
        if (opened->report) return controller_.setValidation(opened->report);
        emit resultsRead(opened->results);
    });
}

void ValidationFiles::askForPredictions() {
    const auto report = controller_.scene()->validation;
    if (!report || validating_) return;
    const QString file =
        QFileDialog::getOpenFileName(window_, tr("Open predictions of another tool"), settings_.lastFolder(),
                                     tr("Predictions (*.csv *.csv.gz *.json);;All files (*)"));
    if (file.isEmpty()) return;
    settings_.setLastFolder(QFileInfo(file).absolutePath());
    const auto work = [file = file.toStdString(), report]() -> Outcome {
        const auto predictions = assess::readImportedFile(file);
        if (!predictions) return predictions.error();
        return std::make_shared<const assess::SuiteReport>(assess::withImported(*report, *predictions));
    };
    worker_.run(this, work, [this, before = report->refused.size()](Outcome outcome) {
        if (!outcome) return emit told(NoticeBar::Tone::Error, views::errorText(outcome.error(), QLocale()));
        const std::size_t refused = (*outcome)->refused.size() - before;
        if (refused > 0)
            emit told(NoticeBar::Tone::Warning, tr("%n predictions mean no row on show, or state another unit.",
                                                   nullptr, static_cast<int>(refused)));
        controller_.setValidation(*outcome);
    });
}

} // namespace strata::app
