// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/edge/setting_handle.h"

#include "views/support/text/text.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QLocale>

namespace strata::views {
namespace {

QString valueText(const std::string& value) {
    const QString text = toQString(value);
    bool number = false;
    const double plain = text.toDouble(&number);
    if (number) return QLocale().toString(plain, 'g', 6);
    return text.startsWith(QLatin1Char('"')) ? text.mid(1, text.size() - 2) : text;
}

} // namespace

SettingHandle::SettingHandle(std::string pointer, QString title, std::vector<std::string> values, std::size_t usual, QWidget* parent)
    : StepHandle(kStep, tr("Drag to the right or press the arrow keys to change %1").arg(title), parent),
      pointer_(std::move(pointer)), title_(std::move(title)), values_(std::move(values)), usual_(usual) {
    setObjectName(QStringLiteral("setting") + toQString(pointer_).replace(QLatin1Char('/'), QLatin1Char('_')));
    setAccessibleName(title_);
}

void SettingHandle::show(std::shared_ptr<const Json> request) {
    request_ = std::move(request);
    updateGeometry();
    update();
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

StepHandle::Steps SettingHandle::steps() {
    return request_ ? Steps{values_.size(), current()} : Steps{};
}

void SettingHandle::take(std::size_t at, const QString& gesture) { emit chosen(toQString(values_[at]), gesture); }

QString SettingHandle::shownText() const {
    return title_ + QLatin1Char(' ') + valueText(values_[current()]);
}

QString SettingHandle::longestText() const { return title_ + QStringLiteral(" 0.000"); }

QString SettingHandle::gestureName() const { return QStringLiteral("setting %1").arg(toQString(pointer_)); }

} // namespace strata::views
