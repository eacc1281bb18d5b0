// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tools/tools_canvas.h"

#include "views/support/text/text.h"
#include "views/tools/tools_painter.h"
#include "views/tools/tools_text.h"

#include <algorithm>
#include <cmath>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace strata::views {

namespace {
constexpr double kStep = 0.05; // of a weight
} // namespace

ToolsCanvas::ToolsCanvas(QWidget* parent) : PictureCanvas(parent) { setAccessibleName(tr("Tools of the field")); }

void ToolsCanvas::show(ToolsPicture picture, const PictureLook& look) {
    picture_ = std::move(picture);
    setLook(look);
    setMinimumSize(picture_.empty()
                       ? QSize(0, 0)
                       : QSizeF(toolsWidth(picture_, look.font), toolsHeight(picture_, look.font)).toSize());
    repaintPicture();
}

void ToolsCanvas::choose(std::optional<std::size_t> row) {
    chosen_ = row;
    if (row && *row < picture_.rows()) {
        const ToolsEvidence evidence = toolsEvidence(picture_, *row, look().locale);
        setAccessibleDescription(evidence.title + QStringLiteral(". ") + evidence.lines.join(QStringLiteral(". ")));
    }
    repaintPicture();
}

void ToolsCanvas::paint(QPainter& painter) const {
    if (!picture_.empty()) paintTools(painter, picture_, places(), look(), chosen_, weight_);
}

PictureHit ToolsCanvas::hitAt(const QPointF& position) const {
    if (picture_.empty()) return {};
    const ToolsLayout layout = places();
    if (const auto dimension = layout.weightAt(position)) {
        QStringList lines;
        for (const coverage::RubricLevel& level : coverage::builtinProtocol().dimensions[*dimension].levels)
            lines << toQString(level.grade + ": " + level.text);
        lines << tr("Drag to weigh the dimension.");
        return {layout.weights[*dimension], hitHtml(dimensionText(*dimension), lines)};
    }
    const auto row = layout.rowAt(position);
    if (!row) return {};
    const ToolsEvidence evidence = toolsEvidence(picture_, *row, look().locale);
    const QRectF whole(layout.names.left(), 0, layout.axis.width(), 0);
    return {layout.row(whole, *row), hitHtml(evidence.title, evidence.lines)};
}

void ToolsCanvas::dragTo(double x) {
    const QRectF bar = places().weights.at(*dragged_);
    const double share = std::clamp((x - bar.left()) / bar.width(), 0.0, 1.0);
    emit weightDragged(*dragged_, std::round(100.0 * share) / 100.0);
}

void ToolsCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || picture_.empty()) return PictureCanvas::mousePressEvent(event);
    const ToolsLayout layout = places();
    dragged_ = layout.weightAt(event->position());
    if (dragged_) {
        weight_ = dragged_;
        return dragTo(event->position().x());
    }
    if (const auto row = layout.rowAt(event->position())) {
        choose(row);
        emit rowChosen(*row);
    }
}

void ToolsCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (dragged_) return dragTo(event->position().x());
    PictureCanvas::mouseMoveEvent(event);
}

void ToolsCanvas::mouseReleaseEvent(QMouseEvent* event) {
    dragged_.reset();
    PictureCanvas::mouseReleaseEvent(event);
}

/// Shift and up or down choose a weight, left and right move it.
bool ToolsCanvas::moveWeight(const QKeyEvent& event) {
    if (picture_.page != ToolsPage::Ranking) return false;
    const int key = event.key();
    const bool sideways = key == Qt::Key_Left || key == Qt::Key_Right;
    if (!sideways && !(event.modifiers() & Qt::ShiftModifier)) return false;
    if (!sideways && key != Qt::Key_Up && key != Qt::Key_Down) return false;
    const std::size_t last = picture_.weights.size() - 1;
    if (!sideways) {
        const std::size_t at = weight_.value_or(key == Qt::Key_Up ? last + 1 : last);
        weight_ = key == Qt::Key_Up ? (at == 0 ? 0 : at - 1) : weight_ ? std::min(last, at + 1) : 0;
        setAccessibleDescription(dimensionText(*weight_) + QStringLiteral(" ") +
                                 shareText(picture_.share(*weight_), look().locale));
        repaintPicture();
        return true;
    }
    weight_ = weight_.value_or(0);
    const double by = key == Qt::Key_Left ? -kStep : kStep;
    emit weightDragged(*weight_, std::clamp(picture_.weights[*weight_] + by, 0.0, 1.0));
    return true;
}

void ToolsCanvas::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    if (picture_.empty() || moveWeight(*event)) return;
    if (key != Qt::Key_Up && key != Qt::Key_Down) return PictureCanvas::keyPressEvent(event);
    std::size_t row = chosen_.value_or(0);
    if (chosen_) row = key == Qt::Key_Up ? (row == 0 ? 0 : row - 1) : std::min(picture_.rows() - 1, row + 1);
    choose(row);
    emit rowChosen(row);
}

} // namespace strata::views
