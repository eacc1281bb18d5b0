// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <optional>
#include <QAbstractButton>
#include <utility>
#include <vector>

namespace strata::views {

/// One large number: value, interval, difference to the baseline. Checked: the metric of all views.
class MetricCard : public QAbstractButton {
    Q_OBJECT

public:
    explicit MetricCard(QWidget* parent = nullptr);

    /// @param value absent when the design cannot exist
    /// @param further baselines that the value is compared with as well, each by its letter
    void show(const QString& metric, const std::optional<Metric>& value, const std::optional<Metric>& baseline,
              char baseline_letter, const std::vector<std::pair<char, Metric>>& further = {});
    const QString& metric() const { return metric_; }
    /// Drawn paler while an evaluation has been under way for longer than a glance.
    void setStale(bool stale);
    /// Why the next value lies outside of what its model was checked against; empty where it does not. Such a value
    /// stands on hatched ground.
    void setExtrapolated(const QString& reason) { extrapolated_ = reason; }
    /// The interval in the longest form that has this room: "6.10 ms to 6.80 ms", else "6.10–6.80 ms".
    QString intervalFor(int room) const;
    /// The next show() is of closed forms.
    void setApproximate(bool approximate) { approximate_ = approximate; }

    const QString& valueText() const { return value_; }
    /// Of the value where it has this room: smaller rather than cut off, since "6.39 …" is no latency.
    QFont valueFontFor(int room) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Difference {
        QString text;
        int direction = 0; ///< +1 better than the baseline, -1 worse, 0 equal
    };
    QString valueTip(const Metric& value, const std::optional<Metric>& baseline, char baseline_letter) const;
    Difference differenceTo(double value, double baseline, char letter) const;
    QString differenceText() const;
    QFont valueFont() const;
    QFont smallFont() const;
    QFont smallFontFor(const QString& text, int room) const;

    QString metric_;
    QString title_;
    QString value_;
    QString interval_, short_interval_;
    QString extrapolated_;
    std::vector<Difference> differences_; ///< to each baseline
    bool stale_ = false;
    bool approximate_ = false;
    QSize hint_; ///< as of the last change of the layout
};

} // namespace strata::views
