// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/theme/theme.h"

#include <QFont>
#include <QLocale>
#include <QPixmap>
#include <QRectF>
#include <QWidget>

class QPainter;

namespace strata::views {

/// What a picture takes from its surroundings.
struct PictureLook {
    Theme theme;
    QFont font;
    QLocale locale;
    double line_width = 1.0;
    char letter = 'A';
    char baseline_letter = 0;
};

/// What stands at a point, and the answer to it; both empty beside everything.
struct PictureHit {
    QRectF place;
    QString text; ///< rich text
};

/// A tooltip of a bold title and lines below it.
QString hitHtml(const QString& title, const QStringList& lines);

/// A widget that paints a picture once and answers when the pointer rests on something.
class PictureCanvas : public QWidget {
    Q_OBJECT

public:
    explicit PictureCanvas(QWidget* parent);

    const PictureLook& look() const { return look_; }

signals:
    void copyRequested();

protected:
    virtual void paint(QPainter& painter) const = 0;
    virtual PictureHit hitAt(const QPointF& position) const = 0;
    /// What moves without the picture: nothing by default.
    virtual void paintOver(QPainter& painter) const;

    void setLook(const PictureLook& look);
    void repaintPicture(); ///< the picture has changed
    void hoverAt(const QPointF& position, const QPoint& global);

    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    PictureLook look_;
    QPixmap picture_; ///< null: to be painted
    QRectF hover_;
};

} // namespace strata::views
