// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/scene.h"

#include <memory>
#include <QWidget>

class QAction;
class QListView;

namespace strata::views {

class NoteEdit;
class StudyModel;

/// The list of designs. It tells what the architect wants; the study itself is changed elsewhere.
class StudyPanel : public QWidget {
    Q_OBJECT

public:
    explicit StudyPanel(QWidget* parent = nullptr);

    void setScene(std::shared_ptr<const Scene> scene);
    /// Shown in the context menu and, with their icons, below the list.
    void setDesignActions(const QList<QAction*>& actions);
    void editSelectedLabel();
    /// What is written about the selected design; `id` is empty without one.
    void setNote(const QString& id, const QString& text);

signals:
    void selected(const QString& id);
    void renamed(const QString& id, const QString& label);
    /// Changes of equal gestures are one.
    void noted(const QString& id, const QString& text, const QString& gesture);
    /// A catalog entry was dropped below the designs: a new design with it.
    void entryDropped(const QString& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void selectRow(int row);

    StudyModel* model_;
    QListView* list_;
    QWidget* buttons_;
    NoteEdit* note_;
    bool applying_ = false; ///< the selection is being set from the scene
};

} // namespace strata::views
