// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/cores/cores_canvas.h"
#include "views/support/base/setting_handle.h"
#include "views/support/plot/picture_view.h"

namespace strata::views {

/// The cores of an NPU over time: which layer each works on, what it waits for, and how busy the memory is that they
/// share.
class CoresView : public PictureView {
    Q_OBJECT

public:
    explicit CoresView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;

    const CoresCanvas& canvas() const { return *canvas_; }

protected:
    void refresh() override;

private:
    CorePicture picture() const;
    void showLayer();
    void open(const QString& layer);
    void addHandle(const char* pointer, const QString& title, std::vector<SettingHandle::Value> values);

    CoresCanvas* canvas_;
    std::vector<SettingHandle*> handles_;
};

} // namespace strata::views
