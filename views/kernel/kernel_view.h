// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/kernel/kernel_data.h"
#include "views/support/base/view.h"

#include <optional>

class QComboBox;
class QLabel;
class QScrollArea;

namespace strata::views {

class KernelCanvas;
class ViewToolBar;
struct KernelOptions;

/// One kernel on the device: its tiles, the waves that they make on the SMs, what limits the blocks on an SM, and the
/// time.
class KernelView : public View {
    Q_OBJECT

public:
    explicit KernelView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    const KernelCanvas& canvas() const { return *canvas_; }

protected:
    void refresh() override;

private:
    KernelPicture picture() const;
    std::optional<KernelPicture> twin(const KernelPicture& picture) const;
    KernelOptions options() const;
    void showMessage(const QString& text);
    void showNames();
    void step(int direction);
    void copyTable() const;

    ViewToolBar* toolbar_;
    QComboBox* operator_;
    QScrollArea* scroll_;
    KernelCanvas* canvas_;
    QLabel* message_;
    std::string wanted_; ///< operator that the reader chose; the longest while empty or absent
};

} // namespace strata::views
