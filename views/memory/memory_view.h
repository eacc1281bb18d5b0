// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/memory/memory_layout.h"
#include "views/support/plot/picture_view.h"

#include <optional>

namespace strata::views {

/// The bars on the screen.
class MemoryCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit MemoryCanvas(QWidget* parent);

    void show(MemoryPicture selected, std::optional<MemoryPicture> baseline, const PictureLook& look);
    using QWidget::show;
    const MemoryPicture& picture() const { return selected_; }
    MemoryLayout places() const;

protected:
    void paint(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;

private:
    const MemoryPicture* twin() const { return baseline_ ? &*baseline_ : nullptr; }

    MemoryPicture selected_;
    std::optional<MemoryPicture> baseline_;
};

/// What one device of every pipeline stage holds, against what it has.
class MemoryView : public PictureView {
    Q_OBJECT

public:
    explicit MemoryView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const MemoryCanvas& canvas() const { return *canvas_; }

protected:
    void refresh() override;

private:
    MemoryPicture picture() const;
    std::optional<MemoryPicture> twin() const;

    MemoryCanvas* canvas_;
};

} // namespace strata::views
