// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/scene.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <vector>

class QBoxLayout;
class QHBoxLayout;
class QLabel;

namespace strata::views {

class MetricCard;

/// What people read aloud: the selected design's metrics, the difference to the baseline, what limits, whether it fits.
class Headline : public QWidget {
    Q_OBJECT

public:
    explicit Headline(QWidget* parent = nullptr);

    void setScene(std::shared_ptr<const Scene> scene);

signals:
    void metricChosen(const QString& metric);
    /// A catalog entry was dropped on the selected design.
    void entryDropped(const QString& id);

protected:
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void refresh();
    void showTitle(const DesignState* design, const DesignState* baseline);
    void showMetrics(const DesignState* design, const DesignState* baseline);
    void showStatus(const DesignState* design);
    void setCardCount(std::size_t count);

    std::shared_ptr<const Scene> scene_;
    std::vector<std::string> metrics_;  ///< names shown last: they stay, with dashes, while a design cannot exist
    QLabel* title_;
    QLabel* status_;
    QBoxLayout* body_;       ///< cards and words: side by side where both find room, else one below the other
    QHBoxLayout* cards_layout_;
    std::vector<MetricCard*> cards_;
    QStringList status_lines_;
    QTimer stale_timer_;
};

}  // namespace strata::views
