// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/exploration_draft.h"
#include "app/window/explore/exploration_probe.h"
#include "app/window/explore/worker.h"
#include "views/support/base/scene.h"

#include <memory>
#include <QDialog>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace strata::app {

class AxesTable;
class GoalsTable;

/// Makes a sweep or search of a design without writing JSON: which parameters vary and how, what is better,
/// what must hold, how points are chosen. Tells how many points that is and how long they take before
/// anything runs.
class ExplorationDialog : public QDialog {
    Q_OBJECT

public:
    ExplorationDialog(std::shared_ptr<const Library> library, unsigned threads, QWidget* parent = nullptr);

    /// Begins anew where the design is another one. @param parameters of the design
    void setDesign(const views::DesignState& design, const std::vector<Parameter>& parameters);
    void addParameter(std::string_view pointer);
    void setAlgorithm(explore::Algorithm algorithm);
    ExplorationDraft draft() const;
    QString summary() const;
    bool ready() const;

signals:
    void startRequested(const std::shared_ptr<const strata::Json>& request);
    /// After the points were counted and timed in the background.
    void probed();

public slots:
    void accept() override;

protected:
    /// Enter belongs to the cells and boxes; Ctrl+Enter starts.
    void keyPressEvent(QKeyEvent* event) override;

private:
    void changed();
    void probeNow();
    void showProbe(const Result<ExplorationProbe>& probe);

    std::shared_ptr<const Library> library_;
    unsigned threads_;
    std::shared_ptr<const Json> base_;
    std::vector<Parameter> parameters_;
    QLineEdit* label_;
    QComboBox* parameter_;
    AxesTable* axes_;
    GoalsTable* goals_;
    QComboBox* algorithm_;
    QSpinBox* budget_;
    QSpinBox* seed_;
    QLabel* summary_;
    QCheckBox* search_mapping_; ///< shown where the base pins one
    QCheckBox* scale_energies_; ///< shown where sizes vary and their energies do not
    QPushButton* start_;
    QTimer pause_;  ///< between the last change and looking at it
    int probe_ = 0; ///< number of the newest one
    std::unique_ptr<Worker> worker_;
};

} // namespace strata::app
