// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/validation/drift_data.h"

namespace strata::views {

/// Kept results over their days: a drag along the days shows these alone, a double click or Escape shows all.
class DriftCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit DriftCanvas(QWidget* parent);

    void show(const std::vector<assess::ResultRecord>& records, const PictureLook& look);
    using QWidget::show;
    const DriftPicture& picture() const { return picture_; }
    DriftLayout places() const;
    /// Days that are shown; empty: all.
    const std::string& from() const { return from_; }
    const std::string& to() const { return to_; }
    void setDays(const std::string& from, const std::string& to);

protected:
    void paint(QPainter& painter) const override;
    void paintOver(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Legend legend() const;
    void rebuild();

    std::vector<assess::ResultRecord> records_;
    DriftPicture picture_;
    std::string from_, to_;
    std::optional<double> pressed_, reached_; ///< places along the days
};

} // namespace strata::views
