// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/base/view.h"

#include <nlohmann/json.hpp>
#include <QCoreApplication>
#include <QEvent>
#include <utility>

namespace strata::views {
namespace {

QEvent::Type refreshedEvent() {
    static const int type = QEvent::registerEventType();
    return static_cast<QEvent::Type>(type);
}

// Widgets repaint on an UpdateRequest that Qt posts with low priority; what is posted below it comes after the repaint.
constexpr int kAfterRepaint = Qt::LowEventPriority - 1;

} // namespace

View::View(QWidget* parent) : QWidget(parent), scene_(std::make_shared<const Scene>()) {}

void View::setScene(std::shared_ptr<const Scene> scene) {
    scene_ = scene ? std::move(scene) : std::make_shared<const Scene>();
    scheduleRefresh();
}

double View::figureHeight(double width, const FigureStyle&) const { return width * 0.618; }

Json View::figureOrigin() const { return Json::object(); }

std::string View::saveState() const { return "{}"; }

void View::restoreState(std::string_view) {}

void View::scheduleRefresh() {
    dirty_ = true;
    if (refresh_pending_ || !wanted()) return;
    refresh_pending_ = true;
    QMetaObject::invokeMethod(this, &View::refreshNow, Qt::QueuedConnection);
}

void View::refreshNow() {
    refresh_pending_ = false;
    if (!dirty_ || !wanted()) return;
    if (seen()) {
        dirty_ = false;
        refresh();
    }
    QCoreApplication::postEvent(this, new QEvent(refreshedEvent()), kAfterRepaint);
}

bool View::event(QEvent* event) {
    if (event->type() == refreshedEvent()) {
        emit refreshed();
        return true;
    }
    return QWidget::event(event);
}

void View::setBehind(bool behind) {
    if (std::exchange(behind_, behind) != behind) attend();
}

void View::setExported(bool exported) {
    if (std::exchange(exported_, exported) != exported) attend();
}

void View::attend() {
    if (dirty_) scheduleRefresh();
    emit attentionChanged();
}

void View::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    attend();
}

void View::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    attend();
}

void View::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::PaletteChange:
    case QEvent::FontChange:
    case QEvent::LanguageChange:
    case QEvent::LocaleChange: scheduleRefresh(); break;
    default: break;
    }
}

} // namespace strata::views
