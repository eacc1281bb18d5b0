// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/scene.h"

#include <memory>
#include <QAbstractListModel>

namespace strata::views {

/// The designs of the scene as rows. Rows are matched by id, so that selecting and dragging never reset the list.
class StudyModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { LetterRole = Qt::UserRole, BaselineRole, FurtherBaselineRole, ValueRole, StateRole, IdRole };
    enum class State { Good, Stale, Invalid, Failed };

    explicit StudyModel(QObject* parent = nullptr);

    void setScene(std::shared_ptr<const Scene> scene);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void renamed(const QString& id, const QString& label);

private:
    QString toolTip(const DesignState& design) const;

    std::shared_ptr<const Scene> scene_;
};

} // namespace strata::views
