// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/coverage/coverage_canvas.h"

#include "views/coverage/coverage_painter.h"
#include "views/coverage/coverage_text.h"

#include <algorithm>
#include <cmath>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace strata::views {

CoverageCanvas::CoverageCanvas(QWidget* parent) : PictureCanvas(parent) {
    setAccessibleName(tr("Scenarios by tools and methods"));
}

void CoverageCanvas::show(CoveragePicture picture, const PictureLook& look) {
    picture_ = std::move(picture);
    setLook(look);
    setMinimumSize(picture_.empty()
                       ? QSize(0, 0)
                       : QSizeF(coverageWidth(picture_, look.font), coverageHeight(picture_, look.font)).toSize());
    repaintPicture();
}

void CoverageCanvas::choose(std::optional<std::pair<std::size_t, std::size_t>> cell) {
    chosen_ = cell;
    if (cell) {
        const CoverageEvidence evidence = coverageEvidence(picture_, cell->first, cell->second, look().locale);
        setAccessibleDescription(evidence.title + QStringLiteral(". ") + evidence.lines.join(QStringLiteral(". ")));
    }
    repaintPicture();
}

void CoverageCanvas::paint(QPainter& painter) const {
    if (!picture_.empty()) paintCoverage(painter, picture_, places(), look(), chosen_);
}

PictureHit CoverageCanvas::hitAt(const QPointF& position) const {
    if (picture_.empty()) return {};
    const CoverageLayout layout = places();
    if (const auto cell = layout.cellAt(position)) {
        const CoverageEvidence evidence = coverageEvidence(picture_, cell->first, cell->second, look().locale);
        return {layout.cell(cell->first, cell->second), hitHtml(evidence.title, evidence.lines)};
    }
    const auto row = layout.rowAt(position);
    if (!row) return {};
    if (layout.values.contains(position)) {
        const std::string group = picture_.group(picture_.rows[*row]);
        return {layout.row(layout.values, *row),
                hitHtml(tr("Value of the scenarios of %1").arg(QString::fromStdString(group)),
                        {tr("Drag to weigh them.")})};
    }
    const CoverageEvidence evidence = coverageRowEvidence(picture_, *row, look().locale);
    return {layout.row(layout.names, *row), hitHtml(evidence.title, evidence.lines)};
}

void CoverageCanvas::dragTo(double x) {
    const CoverageLayout layout = places();
    const double share = std::clamp((x - layout.values.left()) / layout.values.width(), 0.0, 1.0);
    const double value = std::round(10.0 * kMostValue * share) / 10.0; // in steps of a tenth
    emit valueDragged(QString::fromStdString(dragged_), value);
}

void CoverageCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || picture_.empty()) return PictureCanvas::mousePressEvent(event);
    const CoverageLayout layout = places();
    const auto row = layout.rowAt(event->position());
    if (const auto cell = layout.cellAt(event->position())) {
        choose(cell);
        emit cellChosen(cell->first, cell->second);
    } else if (row && layout.values.contains(event->position())) {
        dragged_ = picture_.group(picture_.rows[*row]);
        if (!dragged_.empty()) dragTo(event->position().x());
    } else if (row) {
        emit rowChosen(*row);
    }
}

void CoverageCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!dragged_.empty()) return dragTo(event->position().x());
    PictureCanvas::mouseMoveEvent(event);
}

void CoverageCanvas::mouseReleaseEvent(QMouseEvent* event) {
    dragged_.clear();
    PictureCanvas::mouseReleaseEvent(event);
}

void CoverageCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (picture_.empty()) return;
    const CoverageLayout layout = places();
    const auto row = layout.rowAt(event->position());
    if (!row || layout.values.contains(event->position())) return;
    const auto cell = layout.cellAt(event->position());
    emit rowOpened(*row, cell ? std::optional(cell->second) : std::nullopt);
}

void CoverageCanvas::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const bool arrow = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
    if (picture_.empty() || (!arrow && key != Qt::Key_Return && key != Qt::Key_Enter))
        return PictureCanvas::keyPressEvent(event);
    auto cell = chosen_.value_or(std::pair<std::size_t, std::size_t>(0, 0));
    if (!arrow) return emit rowOpened(cell.first, cell.second);
    if (chosen_) {
        const auto step = [](std::size_t at, std::size_t count, int by) {
            return by < 0 ? (at == 0 ? 0 : at - 1) : std::min(count - 1, at + static_cast<std::size_t>(by));
        };
        cell.first = step(cell.first, picture_.rows.size(), key == Qt::Key_Up ? -1 : key == Qt::Key_Down ? 1 : 0);
        cell.second = step(cell.second, picture_.columns.size(),
                           key == Qt::Key_Left    ? -1
                           : key == Qt::Key_Right ? 1
                                                  : 0);
    }
    choose(cell);
    emit cellChosen(cell.first, cell.second);
}

} // namespace strata::views
