// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/figure/figure_export.h"

#include <QPointer>
#include <QWidget>

namespace strata::views {

class View;

/// The page as it will be, in millimetres of the screen.
class FigurePreview : public QWidget {
    Q_OBJECT

public:
    explicit FigurePreview(QWidget* parent = nullptr);

    void show(View* view, const FigureSpec& spec);
    QSizeF pageMm() const { return size_mm_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double pixelsPerMm() const;

    QPointer<View> view_;
    FigureSpec spec_;
    QSizeF size_mm_;
};

} // namespace strata::views
