// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/view.h"

#include <memory>
#include <QWidget>
#include <vector>

class QPushButton;

namespace strata::views {

class FlowLayout;

/// Buttons that mend a design which cannot be evaluated or does not fit, each a change that was seen to resolve. Hidden
/// where there is nothing to mend.
class MendRow : public QWidget {
    Q_OBJECT

public:
    explicit MendRow(QWidget* parent = nullptr);

    void showFor(const DesignState* design, const Scene& scene);

signals:
    void edited(const strata::views::Edit& edit);
    void catalogWanted();

private:
    QPushButton* addButton(const QString& text, const QString& help);

    FlowLayout* row_;
    std::vector<QPushButton*> buttons_;
    std::shared_ptr<const Json> shown_request_; ///< that the buttons are for
    std::shared_ptr<const Estimate> shown_estimate_;
};

} // namespace strata::views
