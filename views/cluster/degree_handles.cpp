// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cluster/degree_handles.h"

#include "core/evaluate/kinds/training_query.h"
#include "views/support/text/text.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace strata::views {
namespace {

constexpr std::uint32_t kMostDegree = 4096;

/// Devices of the plan: those that the hardware states, else those that all its degrees make; 0 where dp is
/// open.
std::uint64_t devicesOf(const Json& request) {
    const Json* devices = findPointer(request, "/hardware/devices");
    if (devices != nullptr && devices->is_number()) return static_cast<std::uint64_t>(devices->get<double>());
    if (findPointer(request, "/plan/dp") == nullptr) return 0;
    std::uint64_t product = 1;
    for (const char* degree : {"tp", "pp", "cp", "dp"})
        product *= degreeOf(request, degree);
    return product;
}

} // namespace

std::uint32_t degreeOf(const Json& request, const std::string& degree) {
    const Json* value = findPointer(request, "/plan/" + degree);
    return value != nullptr && value->is_number_integer() && value->get<double>() >= 1.0
               ? static_cast<std::uint32_t>(std::min(value->get<double>(), 4e9))
               : 1;
}

Json withDegree(const Json& request, const std::string& degree, std::uint32_t value) {
    Json changed = request;
    changed["plan"][degree] = value;
    if (changed["plan"].contains("dp")) {
        const std::uint64_t others =
            std::uint64_t{degreeOf(changed, "tp")} * degreeOf(changed, "pp") * degreeOf(changed, "cp");
        changed["plan"]["dp"] = std::max<std::uint64_t>(1, devicesOf(request) / std::max<std::uint64_t>(1, others));
    }
    return changed;
}

std::vector<std::uint32_t> legalDegrees(const Json& request, const Library& library, const std::string& degree) {
    std::vector<std::uint32_t> legal;
    const auto query = resolveTraining(request, library);
    if (!query) return legal;
    const auto devices = static_cast<std::uint64_t>(query->devices);
    const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(devices, kMostDegree));
    for (std::uint32_t value = 1; value <= most; ++value)
        if (devices % value == 0 && resolveTraining(withDegree(request, degree, value), library))
            legal.push_back(value);
    return legal;
}

DegreeHandle::DegreeHandle(std::string degree, const QString& help, QWidget* parent)
    : QWidget(parent), degree_(std::move(degree)) {
    setObjectName(QStringLiteral("degree_") + toQString(degree_));
    setToolTip(help);
    setAccessibleName(help);
    setCursor(Qt::SizeHorCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

void DegreeHandle::show(std::shared_ptr<const Json> request, std::shared_ptr<const Library> library) {
    request_ = std::move(request);
    library_ = std::move(library);
    updateGeometry();
    update();
}

QSize DegreeHandle::sizeHint() const {
    return {fontMetrics().horizontalAdvance(toQString(degree_) + QStringLiteral(" 000")) + 8,
            fontMetrics().height() + 6};
}

void DegreeHandle::paintEvent(QPaintEvent*) {
    const Theme theme = themeFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() || dragging_ ? theme.accent : theme.hairline, 1.0));
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 2.5, -0.5, -2.5), 4, 4);
    painter.setPen(theme.text);
    const std::uint32_t value = request_ ? degreeOf(*request_, degree_) : 1;
    painter.drawText(rect(), Qt::AlignCenter, toQString(degree_) + QLatin1Char(' ') + locale().toString(value));
}

void DegreeHandle::choose(std::ptrdiff_t steps, const QString& gesture) {
    if (legal_.empty()) return;
    const auto last = static_cast<std::ptrdiff_t>(legal_.size()) - 1;
    const std::ptrdiff_t at = std::clamp<std::ptrdiff_t>(started_ + steps, 0, last);
    if (at == told_) return;
    told_ = at;
    emit chosen(legal_[static_cast<std::size_t>(at)], gesture);
}

void DegreeHandle::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !request_ || !library_) return;
    legal_ = legalDegrees(*request_, *library_, degree_);
    const auto own = std::ranges::find(legal_, degreeOf(*request_, degree_));
    if (own == legal_.end()) return;
    started_ = told_ = own - legal_.begin();
    pressed_x_ = event->position().x();
    dragging_ = true;
    ++gestures_;
    update();
}

void DegreeHandle::mouseMoveEvent(QMouseEvent* event) {
    if (!dragging_) return;
    choose(static_cast<std::ptrdiff_t>(std::lround((event->position().x() - pressed_x_) / kStep)),
           QStringLiteral("degree %1 %2").arg(toQString(degree_)).arg(gestures_));
}

void DegreeHandle::mouseReleaseEvent(QMouseEvent*) {
    dragging_ = false;
    update();
}

void DegreeHandle::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const bool more = key == Qt::Key_Right || key == Qt::Key_Up;
    const bool less = key == Qt::Key_Left || key == Qt::Key_Down;
    if (dragging_ && key == Qt::Key_Escape) {
        choose(0, QStringLiteral("degree %1 %2").arg(toQString(degree_)).arg(gestures_));
        dragging_ = false;
        return;
    }
    if ((!more && !less) || !request_ || !library_) return QWidget::keyPressEvent(event);
    legal_ = legalDegrees(*request_, *library_, degree_);
    const auto own = std::ranges::find(legal_, degreeOf(*request_, degree_));
    if (own == legal_.end()) return;
    started_ = told_ = own - legal_.begin();
    choose(more ? 1 : -1, {});
}

} // namespace strata::views
