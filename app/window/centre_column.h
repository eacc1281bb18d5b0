// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <initializer_list>

namespace strata::app {

/// Bars and headline above the views. It is exactly as high as its content at the present width, so that the docks below
/// get everything else.
class CentreColumn : public QWidget {
    Q_OBJECT

public:
    explicit CentreColumn(std::initializer_list<QWidget*> rows, QWidget* parent = nullptr);

protected:
    bool event(QEvent* event) override;

private:
    void fitHeight();
};

}  // namespace strata::app
