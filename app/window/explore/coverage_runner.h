// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/worker.h"
#include "core/catalog/library.h"
#include "core/coverage/accuracy.h"
#include "core/coverage/own_runs.h"

#include <memory>
#include <QObject>
#include <stop_token>

namespace strata::coverage {
struct Coverage;
}

namespace strata::views {
class CoverageView;
class ToolsView;
} // namespace strata::views

namespace strata::app {

class JobsPanel;

/// Makes the matrix of the views of coverage and tools in the background: from the catalog as soon as one of them is
/// seen, from runs of the scenarios and results of validations when the user asks.
class CoverageRunner : public QObject {
    Q_OBJECT

public:
    CoverageRunner(views::CoverageView& view, JobsPanel& jobs, QObject* parent);
    ~CoverageRunner() override;

    /// The tools are shown from the same matrix.
    void alsoShow(views::ToolsView& view);
    void run();
    void readResults(const QString& file);
    /// Results that were read elsewhere count here too.
    void addResults(const std::vector<assess::ResultRecord>& records);
    const std::vector<assess::ResultRecord>& results() const { return records_; }

signals:
    /// All results that have been read so far.
    void resultsRead(const std::vector<strata::assess::ResultRecord>& records);

private:
    void followLibrary(const std::shared_ptr<const Library>& library);
    void rebuild();
    void askForResults();
    void showPercent(int percent);

    views::CoverageView& view_;
    views::ToolsView* tools_ = nullptr;
    JobsPanel& jobs_;
    std::shared_ptr<const Library> library_;
    std::shared_ptr<const coverage::Coverage> made_;
    std::vector<coverage::OwnRun> runs_;
    std::vector<assess::ResultRecord> records_;
    bool running_ = false;
    std::stop_source stop_;
    Worker worker_; ///< last: it ends before what its work uses
};

} // namespace strata::app
