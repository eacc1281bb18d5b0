// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/base/setting_handle.h"

#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QLocale>

namespace strata::views {
namespace {

QString valueText(const SettingHandle::Value& value) {
    if (!value.text.isEmpty()) return value.text;
    const QString text = toQString(value.json);
    bool number = false;
    const double plain = text.toDouble(&number);
    if (number) return QLocale().toString(plain, 'g', 6);
    return text.startsWith(QLatin1Char('"')) ? text.mid(1, text.size() - 2) : text;
}

} // namespace

SettingHandle::SettingHandle(std::string pointer, QString title, std::vector<Value> values, std::size_t usual,
                             QWidget* parent)
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

std::optional<Edit> SettingHandle::editOf(const DesignState* design, const QString& value,
                                          const QString& gesture) const {
    if (design == nullptr || !design->design.request) return {};
    Json changed = *design->design.request;
    if (auto set = setPointer(changed, pointer_, Json::parse(value.toStdString())); !set) return {};
    const auto told = std::ranges::find(values_, value.toStdString(), &Value::json);
    Edit edit;
    edit.design = design->design.id;
    edit.request = std::make_shared<const Json>(std::move(changed));
    edit.text = tr("%1 to %2").arg(title_, told == values_.end() ? value : valueText(*told));
    edit.gesture = gesture;
    return edit;
}

std::size_t SettingHandle::current() const {
    const Json* stated = request_ ? findPointer(*request_, pointer_) : nullptr;
    if (stated == nullptr) return usual_;
    std::size_t nearest = usual_;
    double distance = 1e300;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const Json value = Json::parse(values_[i].json);
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

StepHandle::Steps SettingHandle::steps() { return request_ ? Steps{values_.size(), current()} : Steps{}; }

void SettingHandle::take(std::size_t at, const QString& gesture) { emit chosen(toQString(values_[at].json), gesture); }

QString SettingHandle::shownText() const { return title_ + QLatin1Char(' ') + valueText(values_[current()]); }

QString SettingHandle::longestText() const {
    const auto length = [](const Value& value) { return valueText(value).size(); };
    return title_ + QLatin1Char(' ') +
           std::max(valueText(std::ranges::max(values_, {}, length)), QStringLiteral("0.000"),
                    [](const QString& a, const QString& b) { return a.size() < b.size(); });
}

QString SettingHandle::gestureName() const { return QStringLiteral("setting %1").arg(toQString(pointer_)); }

} // namespace strata::views
