// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/environment.h"
#include "app/window/explore/worker.h"
#include "core/assess/own_next.h"

#include <functional>
#include <memory>
#include <optional>
#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTableWidget;

namespace strata {
class Catalog;
class Library;
} // namespace strata

namespace strata::app {

/// A few measurements of the user's own, pasted or opened: which rows they are, which factors of the device, the fabric
/// or the engine follow, how much less uncertain answers become, and what to measure next. Entries that are kept can
/// be switched off or removed.
class OwnMeasurementsDialog : public QDialog {
    Q_OBJECT

public:
    OwnMeasurementsDialog(const Environment& environment, std::shared_ptr<const Library> library,
                          QWidget* parent = nullptr);

    void setLibrary(std::shared_ptr<const Library> library);
    /// Chooses what was measured, where the catalog has it.
    void setMeasured(const QString& id);
    /// As if it were pasted. @param name of the file, for errors
    void setText(const QString& text, const QString& name);
    const std::optional<assess::OwnInference>& inference() const { return found_; }

signals:
    /// An entry was kept, changed or removed: the catalog has to be read again.
    void catalogChanged();
    /// The rows were compared, or could not be.
    void inferred();

private:
    struct Answer;
    void buildRows();
    void buildFactors();
    void buildEntries();
    void askForFile();
    void readText();
    void infer();
    void showAnswer(const Result<Answer>& answer);
    void showFactors();
    void showEntries();
    void keep();
    /// Runs a change of the catalog in the background.
    void change(std::function<Result<void>(Catalog&)> what);
    assess::OwnTarget target() const;

    Environment environment_;
    std::shared_ptr<const Library> library_;
    QString name_;
    std::vector<assess::MeasuredRow> rows_;
    std::optional<assess::OwnInference> found_;

    QComboBox* measured_;
    QComboBox* engine_;
    QLineEdit* version_;
    QLineEdit* model_;
    QPlainTextEdit* text_;
    QLabel* recognised_;
    QPushButton* infer_;
    QTableWidget* factors_;
    QLabel* summary_;
    QLabel* next_;
    QPushButton* keep_;
    QTableWidget* entries_;
    Worker worker_; ///< last: finishes before what its results go to
};

} // namespace strata::app
