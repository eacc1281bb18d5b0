// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/schedule_runner.h"

#include "app/window/document/settings.h"
#include "app/window/explore/background_thread.h"
#include "app/window/panels/jobs_panel.h"
#include "views/schedules/schedules_view.h"
#include "views/support/text/told.h"

#include <memory>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QPointer>
#include <utility>

namespace strata::app {
namespace {

constexpr const char* kSample = "tuning-blocked-product.csv";

} // namespace

ScheduleRunner::ScheduleRunner(views::SchedulesView& view, Settings& settings, JobsPanel& jobs)
    : QObject(&view), view_(view), settings_(settings), jobs_(jobs) {
    connect(&view, &views::SchedulesView::fileRequested, this, &ScheduleRunner::askForFile);
    connect(&view, &views::SchedulesView::sampleRequested, this, &ScheduleRunner::studySample);
}

ScheduleRunner::~ScheduleRunner() { stop_.request_stop(); }

void ScheduleRunner::askForFile() {
    const QString file =
        QFileDialog::getOpenFileName(&view_, tr("Open tuning configurations"), settings_.lastFolder(),
                                     tr("Tuning configurations (*.csv *.csv.gz *.json *.json.gz);;All files (*)"));
    if (file.isEmpty()) return;
    settings_.setLastFolder(QFileInfo(file).absolutePath());
    study(file);
}

void ScheduleRunner::study(const QString& file) {
    run(QFileInfo(file).fileName(), [path = file.toStdU16String()](const std::stop_token& stop) {
        return exchange::studyTuningFile(path, {}, stop);
    });
}

void ScheduleRunner::studySample() {
    QFile file(QStringLiteral(":/samples/") + QLatin1String(kSample));
    if (!file.open(QIODevice::ReadOnly)) return;
    studyText(QLatin1String(kSample), file.readAll().toStdString());
}

void ScheduleRunner::studyText(const QString& name, std::string text) {
    run(name, [name = name.toStdString(), text = std::move(text)](const std::stop_token& stop) {
        return exchange::studyTuningText(text, name, {}, stop);
    });
}

void ScheduleRunner::runAsked() {
    if (!asked_) return;
    const Asked next = *std::exchange(asked_, std::nullopt);
    run(next.name, next.work);
}

void ScheduleRunner::run(const QString& name, Work work) {
    if (running_) {
        asked_ = Asked{name, std::move(work)};
        return;
    }
    running_ = true;
    view_.setRunning(name);
    const int job = jobs_.start(tr("Studying: %1").arg(name));
    const auto task = [work = std::move(work), stop = stop_.get_token()]() -> Outcome {
        giveWayToWindow();
        return work(stop);
    };
    worker_.run(this, task, [this, job, jobs = QPointer(&jobs_)](Outcome outcome) {
        running_ = false;
        view_.setRunning({});
        if (jobs) jobs->finish(job);
        if (outcome)
            view_.setStudy(std::make_shared<const exchange::TuningStudy>(*std::move(outcome)));
        else
            emit refused(views::errorText(outcome.error(), QLocale()));
        emit finished();
        runAsked();
    });
}

} // namespace strata::app
