// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

namespace strata::app {

/// Bars and headline above the views, exactly as high as their content at the present width, so that the docks below
/// get everything else. It has no QLayout on purpose: a layout hands every changed text up to the main window, which
/// then arranges all docks anew; during a drag that costs more than the evaluation. While a mouse button is held its
/// height stays: nothing below moves under the hand.
class CentreColumn : public QWidget {
    Q_OBJECT

public:
    explicit CentreColumn(std::vector<QWidget*> rows, QWidget* parent = nullptr);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    std::vector<QWidget*> rows_;
    bool held_ = false; ///< a mouse button is down somewhere
};

} // namespace strata::app
