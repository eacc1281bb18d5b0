// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/flow_layout.h"

#include <QWidget>
#include <utility>
#include <vector>

class QComboBox;
class QHBoxLayout;
class QToolButton;

namespace strata::views {

struct Scene;
class View;

/// The small toolbar that every view has: metric, scale, compare, lock axes, export, help. A view names what applies to
/// it; export and help are always there and reach the window through the view's signals.
class ViewToolBar : public QWidget {
    Q_OBJECT

public:
    enum Item { Metric = 1, Scale = 2, Compare = 4, Lock = 8 };
    Q_DECLARE_FLAGS(Items, Item)

    ViewToolBar(View* view, Items items);

    /// Choices of the scale box: id for the session, text for people.
    void setScales(const std::vector<std::pair<QString, QString>>& scales);
    /// Disables a scale that cannot be shown now, with the reason as its tooltip.
    void setScaleEnabled(const QString& id, bool enabled, const QString& why_not);
    QString scale() const;
    void setScale(const QString& id);
    bool compare() const;
    void setCompare(bool on);
    bool locked() const;
    void setLocked(bool on);

    /// Fills the metric box from the selected design and enables Compare when a baseline is pinned.
    void showScene(const Scene& scene);
    /// Room for further widgets of a view, before the buttons on the right; they go into a second row where they do not
    /// fit into one.
    FlowLayout* extras() const { return extras_; }

signals:
    void changed(); ///< scale, compare or lock
    void metricChosen(const QString& metric);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitButtons();
    QToolButton* addButton(const QString& icon, const QString& text, bool checkable);
    void updateIcons();

    QComboBox* metric_ = nullptr;
    QComboBox* scale_ = nullptr;
    QToolButton* compare_ = nullptr;
    QToolButton* lock_ = nullptr;
    QHBoxLayout* row_ = nullptr;
    FlowLayout* extras_ = nullptr;
};

} // namespace strata::views

Q_DECLARE_OPERATORS_FOR_FLAGS(strata::views::ViewToolBar::Items)
