// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/edge/setting_handle.h"

#include "views/support/text/text.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

namespace strata::views {
namespace {

QString shownText(const std::string& value) {
    const QString text = toQString(value);
    bool number = false;
    const double plain = text.toDouble(&number);
    if (number) return QLocale().toString(plain, 'g', 6);
    return text.startsWith(QLatin1Char('"')) ? text.mid(1, text.size() - 2) : text;
}

} // namespace

SettingHandle::SettingHandle(std::string pointer, QString title, std::vector<std::string> values, std::size_t usual, QWidget* parent)
    : QWidget(parent), pointer_(std::move(pointer)), title_(std::move(title)), values_(std::move(values)), usual_(usual) {
    setObjectName(QStringLiteral("setting") + toQString(pointer_).replace(QLatin1Char('/'), QLatin1Char('_')));
    setAccessibleName(title_);
    setToolTip(tr("Drag to the right or press the arrow keys to change %1").arg(title_));
    setCursor(Qt::SizeHorCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

void SettingHandle::show(std::shared_ptr<const Json> request) {
    request_ = std::move(request);
    updateGeometry();
    update();
}

QSize SettingHandle::sizeHint() const {
    return {fontMetrics().horizontalAdvance(title_ + QStringLiteral(" 0.000")) + 10, fontMetrics().height() + 6};
}

std::size_t SettingHandle::current() const {
    const Json* stated = request_ ? findPointer(*request_, pointer_) : nullptr;
    if (stated == nullptr) return usual_;
    std::size_t nearest = usual_;
    double distance = 1e300;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const Json value = Json::parse(values_[i]);
        if (value == *stated) return i;
        if (!value.is_number() || !stated->is_number()) continue;
        const double apart = std::abs(value.get<double>() - stated->get<double>());
        if (apart < distance) {
            distance = apart;
            nearest = i;
        }
    }
    return nearest;
}

void SettingHandle::paintEvent(QPaintEvent*) {
    const Theme theme = themeFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() || dragging_ ? theme.accent : theme.hairline, 1.0));
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 2.5, -0.5, -2.5), 4, 4);
    painter.setPen(theme.text);
    painter.drawText(rect(), Qt::AlignCenter, title_ + QLatin1Char(' ') + shownText(values_[current()]));
}

void SettingHandle::choose(std::ptrdiff_t steps, const QString& gesture) {
    const std::ptrdiff_t at = std::clamp<std::ptrdiff_t>(started_ + steps, 0, static_cast<std::ptrdiff_t>(values_.size()) - 1);
    if (at == told_) return;
    told_ = at;
    emit chosen(toQString(values_[static_cast<std::size_t>(at)]), gesture);
}

void SettingHandle::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !request_) return;
    started_ = told_ = static_cast<std::ptrdiff_t>(current());
    pressed_x_ = event->position().x();
    dragging_ = true;
    ++gestures_;
    update();
}

void SettingHandle::mouseMoveEvent(QMouseEvent* event) {
    if (!dragging_) return;
    choose(static_cast<std::ptrdiff_t>(std::lround((event->position().x() - pressed_x_) / kStep)),
           QStringLiteral("setting %1 %2").arg(toQString(pointer_)).arg(gestures_));
}

void SettingHandle::mouseReleaseEvent(QMouseEvent*) {
    dragging_ = false;
    update();
}

void SettingHandle::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const bool more = key == Qt::Key_Right || key == Qt::Key_Up, less = key == Qt::Key_Left || key == Qt::Key_Down;
    if ((!more && !less) || !request_) return QWidget::keyPressEvent(event);
    started_ = told_ = static_cast<std::ptrdiff_t>(current());
    choose(more ? 1 : -1, {});
}

} // namespace strata::views
