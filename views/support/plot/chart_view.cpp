// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/plot/chart_view.h"

#include "views/support/plot/plot_navigation.h"
#include "views/support/plot/plot_style.h"
#include "views/support/text/text.h"

#include <qcustomplot.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>

namespace strata::views {
namespace {

constexpr double kKeyZoom = 0.8; ///< of one press of plus

} // namespace

std::size_t steppedTo(std::size_t at, std::size_t count, int direction) {
    if (count == 0) return 0;
    if (at >= count) return direction > 0 ? 0 : count - 1;
    return direction > 0 ? (at + 1) % count : (at + count - 1) % count;
}

ChartView::ChartView(ViewToolBar::Items items, QWidget* parent)
    : View(parent), toolbar_(new ViewToolBar(this, items)) {}

QCustomPlot& ChartView::makePlot(const QString& accessible_name, Moves moves) {
    plot_ = new QCustomPlot(this);
    plot_->setObjectName(QStringLiteral("plot"));
    plot_->setFocusPolicy(Qt::StrongFocus);
    plot_->setAccessibleName(accessible_name);
    plot_->setContextMenuPolicy(Qt::CustomContextMenu);
    message_ = new QLabel(this);
    message_->setObjectName(QStringLiteral("message"));
    message_->setAlignment(Qt::AlignCenter);
    message_->setWordWrap(true);
    message_->setMargin(16);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(toolbar_);
    column->addWidget(plot_, 1);
    column->addWidget(message_, 1);
    message_->hide();
    plot_->installEventFilter(this);
    setFocusProxy(plot_);
    connect(plot_, &QWidget::customContextMenuRequested, this, &ChartView::showMenu);
    if (moves.horizontal || moves.vertical) {
        navigation_ = new PlotNavigation(plot_, moves.horizontal, moves.vertical);
        connect(navigation_, &PlotNavigation::clicked, this, &ChartView::clickAt);
        connect(navigation_, &PlotNavigation::doubleClicked, this, &ChartView::doubleClickAt);
    }
    return *plot_;
}

void ChartView::dropPlot() {
    plot_->removeEventFilter(this); // on its way out it still sends events
    delete plot_;
}

void ChartView::showMessage(const QString& words) {
    message_->setText(words);
    message_->setVisible(!words.isEmpty());
    plot_->setVisible(words.isEmpty());
}

void ChartView::hover(const QPointF& position, const QPoint& global) {
    if (navigation_ != nullptr && navigation_->dragging()) {
        endHover();
        return QToolTip::hideText();
    }
    const QString text = hoverAt(position);
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(global, text, plot_, QRect(position.toPoint() - QPoint(3, 3), QSize(6, 6)));
}

void ChartView::showMenu(const QPoint& at) {
    QMenu menu;
    addActions(menu, at);
    menu.addAction(tr("Copy the numbers"), this, &ChartView::copyNumbers);
    menu.addActions(actions());
    menu.addAction(tr("Export this figure ..."), this, &View::exportRequested);
    menu.exec(plot_->mapToGlobal(at));
}

void ChartView::copyNumbers() const { QGuiApplication::clipboard()->setText(toQString(toCsv(figureData()))); }

bool ChartView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_) return View::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseMove: {
        const auto& mouse = static_cast<const QMouseEvent&>(*event);
        hover(mouse.position(), mouse.globalPosition().toPoint());
        break;
    }
    case QEvent::MouseButtonRelease: {
        const auto& mouse = static_cast<const QMouseEvent&>(*event);
        if (navigation_ == nullptr && mouse.button() == Qt::LeftButton) clickAt(mouse.position());
        break;
    }
    case QEvent::ToolTip: return true; // shown while the pointer moves already
    case QEvent::Leave: endHover(); break;
    // The plot lays itself out in its own resize handler; header and margins follow in the next turn.
    case QEvent::Resize: scheduleRefresh(); break;
    default: break;
    }
    return View::eventFilter(watched, event);
}

void ChartView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copyNumbers();
    const auto zoomBy = [this](double factor) {
        if (navigation_ != nullptr) navigation_->zoom(factor);
    };
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down: return step(1);
    case Qt::Key_Left:
    case Qt::Key_Up: return step(-1);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoomBy(kKeyZoom);
    case Qt::Key_Minus: return zoomBy(1.0 / kKeyZoom);
    case Qt::Key_0:
    case Qt::Key_Home: return showEverything();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (open()) return;
        break;
    case Qt::Key_Backspace:
        if (goBack()) return;
        break;
    case Qt::Key_Escape:
        if (takeBack()) return;
        break;
    default: break;
    }
    View::keyPressEvent(event);
}

} // namespace strata::views
