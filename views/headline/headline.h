// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/headline/instant_answer.h"
#include "views/support/base/scene.h"

#include <map>
#include <memory>
#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <vector>

class QAction;
class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace strata::views {

class MendRow;
class MetricCard;
struct Edit;

/// What people read aloud: the selected design's metrics, the difference to the baseline, what limits, whether it fits.
class Headline : public QWidget {
    Q_OBJECT

public:
    explicit Headline(QWidget* parent = nullptr);

    void setScene(std::shared_ptr<const Scene> scene);
    /// Shown in place of an older simulation while the newest one is under way, beside it as soon as it is there.
    void setInstant(const std::string& design, const InstantAnswer& answer);
    /// The cards show closed forms.
    bool showsInstant() const;
    /// Buttons behind the title, for what designs lead to; and which of them the selected one does.
    void setActions(const QList<QAction*>& actions);
    void showActions(const QList<QAction*>& fitting);
    /// The words beside the cards, one line each, as rich text.
    const QStringList& statusLines() const { return status_lines_; }

signals:
    void metricChosen(const QString& metric);
    /// A catalog entry was dropped on the selected design.
    void entryDropped(const QString& id);
    /// A button that mends was pressed.
    void edited(const strata::views::Edit& edit);
    /// Another entry is to be chosen in the catalog.
    void catalogWanted();

protected:
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void arrangeTitle();
    void refresh();
    void showTitle(const DesignState* design, const DesignState* baseline);
    void showMetrics(const DesignState* design, const DesignState* baseline);
    void showStatus(const DesignState* design);
    const InstantAnswer* instantOf(const DesignState* design) const;
    QString instantLine(const DesignState& design) const;
    void setCardCount(std::size_t count);

    std::shared_ptr<const Scene> scene_;
    std::map<std::string, InstantAnswer> instant_; ///< by design
    std::vector<std::string> metrics_; ///< names shown last: they stay, with dashes, while a design cannot exist
    QLabel* title_;
    QString whole_title_, short_title_; ///< with and without the baselines
    QHBoxLayout* title_row_;            ///< the title, then buttons
    std::map<QAction*, QToolButton*> buttons_;
    QList<QAction*> fitting_; ///< of the selected design
    QToolButton* more_;       ///< in place of the buttons where they and the title do not find room
    QLabel* status_;
    QBoxLayout* body_; ///< cards and words: side by side where both find room, else one below the other
    QHBoxLayout* cards_layout_;
    MendRow* mends_; ///< what would mend a design that has no numbers
    std::vector<MetricCard*> cards_;
    QStringList status_lines_;
    QTimer stale_timer_;
};

} // namespace strata::views
