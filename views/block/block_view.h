// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/block/block_assembly.h"
#include "views/block/block_canvas.h"
#include "views/support/base/setting_handle.h"
#include "views/support/plot/picture_view.h"

namespace strata::views {

/// A basic block on the core of a CPU: what bounds it, and which instruction holds which port. The instructions are
/// text that can be written, and handles change how they run.
class BlockView : public PictureView {
    Q_OBJECT

public:
    explicit BlockView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const BlockCanvas& canvas() const { return *canvas_; }

protected:
    void refresh() override;

private:
    BlockPicture picture() const;
    std::optional<BlockPicture> twin() const;
    void write(std::shared_ptr<const Json> request);
    void showInstruction(const std::optional<std::size_t>& instruction);

    std::vector<SettingHandle*> handles_;
    BlockAssembly* assembly_;
    BlockCanvas* canvas_;
};

} // namespace strata::views
