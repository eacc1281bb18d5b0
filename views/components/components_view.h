// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/components/components_canvas.h"
#include "views/components/device_handle.h"
#include "views/support/plot/picture_view.h"

namespace strata::views {

/// Energy and area by component of an NPU: what each memory, network and unit takes of the layer's energy and of the
/// chip, what one action costs, and who says so. Two handles change the device.
class ComponentsView : public PictureView {
    Q_OBJECT

public:
    explicit ComponentsView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const ComponentsCanvas& canvas() const { return *canvas_; }

protected:
    void refresh() override;

private:
    ComponentDrawing drawing() const;
    void showChosen();
    void showHandles();
    DeviceHandle* addHandle(const char* name);
    void change(const DeviceNumber& number, std::size_t at, const QString& gesture);

    ComponentsCanvas* canvas_;
    DeviceHandle* technology_;
    DeviceHandle* capacity_;
};

} // namespace strata::views
