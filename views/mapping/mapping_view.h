// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapping.h"
#include "views/mapping/nest_model.h"
#include "views/support/base/view.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QScrollArea;

namespace strata::views {

class NestCanvas;
class ViewToolBar;

/// The loop nest as nested levels from off-chip memory to the processing elements; factors are dragged
/// between them.
class MappingView : public View {
    Q_OBJECT

public:
    explicit MappingView(QWidget* parent = nullptr);

    void paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const override;
    double figureHeight(double width, const FigureStyle& style) const override;
    Table figureData() const override;
    std::string saveState() const override;
    void restoreState(std::string_view json_text) override;

    NestCanvas* canvas() const { return canvas_; }
    QCheckBox* remaindersBox() const { return remainders_; }
    QPushButton* useFoundButton() const { return use_found_; }
    QLabel* searchLabel() const { return search_; }

protected:
    void refresh() override;

private:
    NestModel currentModel(const QLocale& locale) const;
    void applyConstraints(Json constraints, const QString& text);
    Json statedConstraints() const;
    QString searchText() const;
    void applyMapping(const npu::Mapping& mapping, const QString& text, const QString& gesture);

    ViewToolBar* bar_ = nullptr;
    QCheckBox* remainders_ = nullptr;
    QPushButton* use_found_ = nullptr; ///< shown while the mapping is one that a search found
    QLabel* search_ = nullptr;         ///< how good the found mapping is, and which lock costs most
    QScrollArea* scroll_ = nullptr;
    NestCanvas* canvas_ = nullptr;
};

} // namespace strata::views
