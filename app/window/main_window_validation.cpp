// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/jobs_panel.h"
#include "app/window/main_window.h"
#include "core/assess/calibrate.h"
#include "core/catalog/library.h"
#include "views/support/core_sentences.h"
#include "views/support/text.h"
#include "views/validation/validation_view.h"

#include <QFileDialog>
#include <QFileInfo>

namespace strata::app {

namespace {

using Outcome = Result<std::shared_ptr<const assess::SuiteReport>>;

Outcome runSuite(const std::string& id, const assess::SuiteOptions& options) {
    const assess::Suite* suite = assess::suiteNamed(id);
    if (suite == nullptr) return Error{"bad-argument", "", "there is no suite \"" + id + "\"", "", {}};
    auto report = assess::runSuite(*suite, options);
    if (!report) return report.error();
    return std::make_shared<const assess::SuiteReport>(*std::move(report));
}

QString titleOf(const QString& suite) {
    const assess::Suite* known = assess::suiteNamed(suite.toStdString());
    return known ? views::sentenceText(known->title, QLocale()) : suite;
}

} // namespace

/// Runs a suite over a folder of reference data; which folder is asked once and remembered.
void MainWindow::validate(const QString& suite, const QString& method) {
    if (!controller_.library() || validating_) return;
    const QString folder = settings_.referenceFolder(suite);
    if (folder.isEmpty() || !QFileInfo(folder).isDir()) return validateElsewhere(suite, method);
    validateWith(suite, method, folder);
}

void MainWindow::validateElsewhere(const QString& suite, const QString& method) {
    if (!controller_.library() || validating_) return;
    const QString before = settings_.referenceFolder(suite);
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Reference data: %1").arg(titleOf(suite)),
                                                             before.isEmpty() ? settings_.lastFolder() : before);
    if (!folder.isEmpty()) validateWith(suite, method, folder);
}

void MainWindow::validateWith(const QString& suite, const QString& method, const QString& folder) {
    validating_ = true;
    const int job = jobs_->start(tr("Validating: %1").arg(titleOf(suite)));
    auto* view = qobject_cast<views::ValidationView*>(this->view(QStringLiteral("validation")));
    if (view) view->setRunning(QFileInfo(folder).fileName());
    const auto work = [suite = suite.toStdString(), method = method.toStdString(), folder = folder.toStdString(),
                       library = controller_.library()] {
        assess::SuiteOptions options{.data = folder, .library = *library, .method = method, .leave_one_out = {}};
        options.keep_requests = true;
        return runSuite(suite, options);
    };
    validation_worker_.run(this, work, [this, job, suite, folder, view](Outcome outcome) {
        validating_ = false;
        if (view) view->setRunning({});
        jobs_->finish(job);
        if (!outcome) {
            settings_.setReferenceFolder(suite, {}); // asked again the next time
            return notify(NoticeBar::Tone::Error, views::errorText(outcome.error(), QLocale()));
        }
        settings_.setReferenceFolder(suite, folder);
        controller_.setValidation(*outcome);
    });
}

} // namespace strata::app
