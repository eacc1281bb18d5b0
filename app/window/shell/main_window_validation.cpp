// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/coverage_runner.h"
#include "app/window/explore/schedule_runner.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/validation_files.h"
#include "app/window/shell/view_shelf.h"
#include "core/coverage/accuracy.h"
#include "views/layers/layers_view.h"
#include "views/schedules/schedules_view.h"
#include "views/validation/validation_view.h"

namespace strata::app {

void MainWindow::connectValidation() {
    connect(validation_.get(), &ValidationFiles::told, this,
            [this](NoticeBar::Tone tone, const QString& text) { notify(tone, text); });
    connect(validation_.get(), &ValidationFiles::resultsRead, this,
            [this](const std::vector<assess::ResultRecord>& results) { coverageRunner().addResults(results); });
    views_->whenMade<views::ValidationView>([this](views::ValidationView& validation) {
        connect(&validation, &views::ValidationView::fileRequested, validation_.get(), &ValidationFiles::askForRows);
        connect(&validation, &views::ValidationView::predictionsRequested, validation_.get(),
                &ValidationFiles::askForPredictions);
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

void MainWindow::validate(const QString& file) { validation_->validate(file); }

/// Kept results tell the errors of methods in every view that shows them.
void MainWindow::showHistory(const std::vector<assess::ResultRecord>& records) {
    views_->each<views::ValidationView>([&](views::ValidationView& validation) { validation.setHistory(records); });
    views_->each<views::LayersView>(
        [&](views::LayersView& layers) { layers.setResults(coverage::newestAccuracies(records)); });
}

} // namespace strata::app
