// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/kernel/kernel_layout.h"
#include "views/kernel/kernel_painter.h"

#include <memory>
#include <optional>
#include <QWidget>

namespace strata::views {

/// The picture of one kernel on the screen; tells what is under the pointer.
class KernelCanvas : public QWidget {
    Q_OBJECT

public:
    explicit KernelCanvas(QWidget* parent = nullptr);

    void show(KernelPicture picture, std::optional<KernelPicture> twin, std::shared_ptr<const Estimate> estimate,
              KernelOptions options);
    using QWidget::show;
    const KernelPicture& picture() const { return picture_; }
    const KernelLayout& boxes() const { return layout_; }

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    /// The reader steps to another operator: +1 the next shorter one, -1 the next longer one.
    void stepped(int direction);
    void copyRequested();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    const KernelPicture* twin() const { return twin_ ? &*twin_ : nullptr; }
    void layOut();
    void setHover(const QRectF& place);

    KernelPicture picture_;
    std::optional<KernelPicture> twin_;
    std::shared_ptr<const Estimate> estimate_;
    KernelOptions options_;
    KernelLayout layout_;
    QRectF hover_;
};

} // namespace strata::views
