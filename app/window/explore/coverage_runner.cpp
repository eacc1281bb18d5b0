// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/coverage_runner.h"

#include "app/window/explore/background_thread.h"
#include "app/window/panels/jobs_panel.h"
#include "core/base/executor.h"
#include "core/base/progress.h"
#include "core/coverage/protocol.h"
#include "views/coverage/coverage_view.h"
#include "views/support/text/told.h"
#include "views/tools/tools_view.h"

#include <algorithm>
#include <QFileDialog>
#include <QPointer>
#include <set>

namespace strata::app {
namespace {

/// Tells the window's thread how far the runs are.
class Percent : public Progress {
public:
    explicit Percent(std::function<void(int)> tell) : tell_(std::move(tell)) {}
    void report(std::uint64_t done, std::uint64_t total, std::string_view) override {
        constexpr std::uint64_t kAll = 100;
        if (total > 0) tell_(static_cast<int>(kAll * done / total));
    }

private:
    std::function<void(int)> tell_;
};

} // namespace

CoverageRunner::CoverageRunner(views::CoverageView& view, JobsPanel& jobs, QObject* parent)
    : QObject(parent), view_(view), jobs_(jobs) {
    connect(&view_, &views::View::refreshed, this, [this] { followLibrary(view_.scene().library); });
    connect(&view_, &views::CoverageView::runRequested, this, &CoverageRunner::run);
    connect(&view_, &views::CoverageView::resultsRequested, this, &CoverageRunner::askForResults);
}

CoverageRunner::~CoverageRunner() { stop_.request_stop(); }

void CoverageRunner::alsoShow(views::ToolsView& view) {
    tools_ = &view;
    if (made_) view.setCoverage(made_);
    connect(tools_, &views::View::refreshed, this, [this] { followLibrary(tools_->scene().library); });
}

void CoverageRunner::followLibrary(const std::shared_ptr<const Library>& library) {
    if (!library || library == library_) return;
    library_ = library;
    rebuild();
}

void CoverageRunner::rebuild() {
    const auto work = [library = library_, runs = runs_, records = records_] {
        const coverage::OwnEvidence own{runs, coverage::newestAccuracies(records)};
        return std::make_shared<const coverage::Coverage>(
            coverage::makeCoverage(*library, builtinRegistry(), own, coverage::builtinProtocol().worstError()));
    };
    worker_.run(this, work, [this](const std::shared_ptr<const coverage::Coverage>& made) {
        made_ = made;
        view_.setCoverage(made);
        if (tools_ != nullptr) tools_->setCoverage(made);
    });
}

void CoverageRunner::run() {
    if (!library_ || running_) return;
    running_ = true;
    view_.setRunning(true);
    const int job = jobs_.start(tr("Running the scenarios"));
    const auto tell = [alive = QPointer<CoverageRunner>(this), this](int percent) {
        QMetaObject::invokeMethod(
            this,
            [alive, percent] {
                if (alive) alive->showPercent(percent);
            },
            Qt::QueuedConnection);
    };
    const auto work = [library = library_, known = runs_, stop = stop_.get_token(), tell] {
        giveWayToWindow();
        Percent progress(tell);
        ThreadExecutor executor(std::max(1U, std::thread::hardware_concurrency() / 2)); // the rest is the window's
        return coverage::runScenarios(Context{*library, stop, &progress, &builtinRegistry(), &executor}, known);
    };
    worker_.run(this, work, [this, job](std::vector<coverage::OwnRun> runs) {
        running_ = false;
        runs_ = std::move(runs);
        jobs_.finish(job);
        view_.setRunning(false);
        rebuild();
    });
}

void CoverageRunner::showPercent(int percent) {
    if (running_) view_.setRunning(true, percent);
}

void CoverageRunner::askForResults() {
    const QString file = QFileDialog::getOpenFileName(&view_, tr("Open results of validations"), {},
                                                      tr("Histories and predictions (*.jsonl *.csv *.csv.gz)"));
    if (!file.isEmpty()) readResults(file);
}

void CoverageRunner::readResults(const QString& file) {
    const auto work = [file = file.toStdString()] { return coverage::readResults(file); };
    worker_.run(this, work, [this](Result<std::vector<assess::ResultRecord>> read) {
        if (!read) return view_.showProblem(views::errorText(read.error(), QLocale()));
        addResults(*read);
    });
}

void CoverageRunner::addResults(const std::vector<assess::ResultRecord>& records) {
    std::set<std::string> known; // a file that is opened twice tells the same results
    for (const assess::ResultRecord& record : records_)
        known.insert(assess::toJsonLine(record));
    for (const assess::ResultRecord& record : records)
        if (known.insert(assess::toJsonLine(record)).second) records_.push_back(record);
    if (library_) rebuild();
    emit resultsRead(records_);
}

} // namespace strata::app
