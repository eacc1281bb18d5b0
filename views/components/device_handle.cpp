// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/components/device_handle.h"

#include "views/support/text/text.h"

#include <algorithm>

namespace strata::views {

DeviceHandle::DeviceHandle(const QString& name, QWidget* parent)
    : StepHandle(kStep, tr("Drag to the right or press the arrow keys for a larger value"), parent) {
    setObjectName(name);
}

void DeviceHandle::show(DeviceNumber number) {
    number_ = std::move(number);
    setAccessibleName(number_.title);
    updateGeometry();
    update();
}

StepHandle::Steps DeviceHandle::steps() {
    offered_ = number_;
    return {offered_.values.size(), offered_.at};
}

void DeviceHandle::take(std::size_t at, const QString& gesture) { emit chosen(at, gesture); }

QString DeviceHandle::shownText() const {
    if (number_.values.empty()) return number_.title;
    return number_.title + QLatin1Char(' ') + number_.texts[static_cast<qsizetype>(number_.at)];
}

QString DeviceHandle::longestText() const {
    qsizetype longest = 0;
    for (const QString& text : number_.texts)
        longest = std::max(longest, text.size());
    return number_.title + QLatin1Char(' ') + QString(longest, QLatin1Char('0'));
}

QString DeviceHandle::gestureName() const { return QStringLiteral("device %1").arg(toQString(number_.pointer)); }

} // namespace strata::views
