// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/design/tasks.h"

#include <memory>
#include <QDialog>

class QButtonGroup;
class QLabel;
class QPushButton;

namespace strata::app {

class EntryList;

/// Asks for a design as people think of it: what, where, and to do what. Pairs that do not go together are grey, with
/// the reason below; nothing is evaluated here.
class NewDesignDialog : public QDialog {
    Q_OBJECT

public:
    explicit NewDesignDialog(QWidget* parent = nullptr, const Registry& registry = builtinRegistry());

    void setLibrary(std::shared_ptr<const Library> library);
    /// Begins with these; the reader changes what differs.
    void begin(const design::Wish& wish);
    design::Wish wish() const;
    /// "Llama 3.1 8B served on DGX H100".
    QString label() const;
    /// Why the three do not go together; empty where they do.
    QString reason() const;

signals:
    void wanted(const strata::design::Wish& wish, const QString& label);

public slots:
    void accept() override;

private:
    void changed();
    const TaskForm& task() const;
    QString reasonFor(const design::Wish& wish) const;

    const Registry& registry_;
    std::vector<const TaskForm*> tasks_; ///< in the order of their buttons
    std::shared_ptr<const Library> library_;
    EntryList* what_;
    EntryList* where_;
    QButtonGroup* task_;
    QLabel* told_;
    QPushButton* add_;
};

} // namespace strata::app
