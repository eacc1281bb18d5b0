// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/worker.h"
#include "app/window/panels/notice_bar.h"
#include "core/assess/history.h"

#include <QObject>
#include <vector>

namespace strata::app {

class JobsPanel;
class Settings;
class StudyController;
class ViewShelf;

/// Reads files of measured rows and of predictions for the validation view. Rows are evaluated on a thread of its own
/// for seconds; saving does not wait for it.
class ValidationFiles : public QObject {
    Q_OBJECT

public:
    /// All of them outlive this object. @param window parent of the dialogs
    ValidationFiles(StudyController& controller, ViewShelf& views, Settings& settings, JobsPanel& jobs,
                    QWidget* window);

    /// Evaluates the measured rows of a file in the background, or reads the results that it keeps.
    void validate(const QString& file);
    void askForRows();
    /// Asks for what another tool says of the rows on show, and sets it beside our predictions: both are grouped by
    /// tool.
    void askForPredictions();

signals:
    void told(strata::app::NoticeBar::Tone tone, const QString& text);
    /// The file held results that were kept.
    void resultsRead(const std::vector<strata::assess::ResultRecord>& results);

private:
    StudyController& controller_;
    ViewShelf& views_;
    Settings& settings_;
    JobsPanel& jobs_;
    QWidget* window_;
    bool validating_ = false;
    Worker worker_; ///< last: finishes before what its results go to
};

} // namespace strata::app
