// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/mapping/factor_drag.h"
#include "views/mapping/nest_layout.h"
#include "views/mapping/nest_model.h"
#include "views/mapping/nest_painter.h"

#include <memory>
#include <optional>
#include <QPoint>
#include <QTimer>
#include <QWidget>
#include <vector>

class QMenu;

namespace strata::views {

/// The picture of the loop nest, and the hands on it: drag, keyboard, menus. Says what the mapping should
/// become and draws whatever it is given next.
class NestCanvas : public QWidget {
    Q_OBJECT

public:
    explicit NestCanvas(QWidget* parent = nullptr);

    void showNest(NestModel model);
    const NestModel& model() const { return model_; }
    const NestLayout& boxes() const { return layout_; }
    const NestState& state() const { return state_; }
    bool dragging() const { return drag_.has_value(); }

    void setAllowRemainders(bool allow) { allow_remainders_ = allow; }
    /// Menu of a chip, a keep dot or a level; also what the tests look into. The caller owns it.
    std::unique_ptr<QMenu> menuFor(const NestItem& item);
    /// Changes that mend what is wrong at a level; a click on the remark opens it.
    std::unique_ptr<QMenu> fixMenu(std::size_t level);
    void focusItem(const NestItem& item);

    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    /// @param gesture edits of one drag have the same; empty for a change of its own
    void mappingEdited(const strata::npu::Mapping& mapping, const QString& text, const QString& gesture);
    /// What searches should keep from now on, or no longer.
    void lockToggled(const strata::views::NestItem& item);
    void levelLockToggled(std::size_t level);
    /// While dragging: this point should be in sight.
    void reachedOut(const QPoint& point);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void layOut();
    std::optional<NestItem> itemAt(const QPointF& point) const;
    std::optional<std::size_t> problemAt(const QPointF& point) const;
    std::optional<std::size_t> levelNameAt(const QPointF& point) const;
    void toggleLock(const NestItem& item);
    QString tipAt(const QPointF& point) const;

    void startDrag();
    void dragTo(const QPointF& point);
    void finishDrag(bool keep);
    void preview(const npu::Mapping& mapping, const QString& text);
    std::size_t insertionIndex(const LoopZone& zone, const QPointF& point) const;

    std::vector<NestItem> focusOrder() const;
    void setFocusItem(const std::optional<NestItem>& item);
    bool dragKey(QKeyEvent* event);
    bool moveFocus(int key);
    bool moveLevel(int direction);
    bool reorder(int direction);
    bool activate();
    void commit(const MappingEdit& edit);
    void toggleKeep(std::size_t level, std::size_t tensor);
    void addFixes(QMenu& menu, std::size_t level);
    void addMoves(QMenu& menu, const LoopPlace& place);
    void addSplits(QMenu& menu, const LoopPlace& place);
    void popUp(std::unique_ptr<QMenu> menu, const QPoint& global);

    NestModel model_;
    NestLayout layout_;
    NestMetrics metrics_;
    NestState state_;
    QTimer stale_timer_; ///< a short evaluation must not flash the mark
    bool allow_remainders_ = false;
    std::optional<LoopPlace> pressed_;
    QPoint press_point_;
    std::optional<FactorDrag> drag_;
    std::optional<npu::Mapping> shown_; ///< the mapping that this drag asked for last
    QString gesture_;
};

} // namespace strata::views
