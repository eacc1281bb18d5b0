// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/worker.h"
#include "core/exchange/tuning/tuning_study.h"

#include <functional>
#include <optional>
#include <QString>
#include <stop_token>

namespace strata::views {
class SchedulesView;
}

namespace strata::app {

class JobsPanel;
class Settings;

/// Reads and studies files of tuning configurations for the view of schedules, on a thread of its own. Lives as long as
/// the view.
class ScheduleRunner : public QObject {
    Q_OBJECT

public:
    ScheduleRunner(views::SchedulesView& view, Settings& settings, JobsPanel& jobs);
    ~ScheduleRunner() override;

    /// While another file is being studied, it waits, and takes the place of one that waits already: the view shows the
    /// last file that was asked for.
    void study(const QString& file);
    /// The same of a text that was read already, of the file of that name.
    void studyText(const QString& name, std::string text);
    /// The measurements that come with the program.
    void studySample();

signals:
    /// The file tells nothing, and why.
    void refused(const QString& reason);
    void finished();

private:
    using Outcome = Result<exchange::TuningStudy>;
    void askForFile();
    using Work = std::function<Outcome(const std::stop_token&)>;
    struct Asked {
        QString name;
        Work work;
    };
    void run(const QString& name, Work work);
    void runAsked();

    views::SchedulesView& view_;
    Settings& settings_;
    JobsPanel& jobs_;
    bool running_ = false;
    std::optional<Asked> asked_; ///< begins when the one that runs ends
    std::stop_source stop_;
    Worker worker_; ///< destroyed first
};

} // namespace strata::app
