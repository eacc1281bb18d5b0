// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/worker.h"
#include "core/catalog/library.h"
#include "core/coverage/accuracy.h"
#include "core/coverage/own_runs.h"

#include <QObject>
#include <stop_token>

namespace strata::views {
class CoverageView;
}

namespace strata::app {

class JobsPanel;

/// Makes the coverage view's matrix in the background: from the catalog as soon as the view is seen, from runs of the
/// scenarios and results of validations when the user asks.
class CoverageRunner : public QObject {
    Q_OBJECT

public:
    CoverageRunner(views::CoverageView& view, JobsPanel& jobs, QObject* parent);
    ~CoverageRunner() override;

    void run();
    void readResults(const QString& file);

private:
    void followLibrary();
    void rebuild();
    void askForResults();
    void showPercent(int percent);

    views::CoverageView& view_;
    JobsPanel& jobs_;
    std::shared_ptr<const Library> library_;
    std::vector<coverage::OwnRun> runs_;
    std::vector<assess::ResultRecord> records_;
    bool running_ = false;
    std::stop_source stop_;
    Worker worker_; ///< last: it ends before what its work uses
};

} // namespace strata::app
