// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/step_handle.h"

#include <QStringList>
#include <string>
#include <vector>

namespace strata::views {

/// A number of a device that may be changed in steps: where it stands in the request, and the values that a drag
/// passes.
struct DeviceNumber {
    std::string pointer; ///< "/hardware/levels/1/capacity_bytes"; empty: there is none
    QString title;
    std::vector<double> values;
    QStringList texts; ///< of the values
    std::size_t at = 0;
    bool whole = false; ///< the document holds an integer
};

/// A number of the device in a box that a drag to the right or the arrow keys take through its values.
class DeviceHandle : public StepHandle {
    Q_OBJECT

public:
    DeviceHandle(const QString& name, QWidget* parent);

    void show(DeviceNumber number);
    using QWidget::show;
    /// As it was when the drag or the key began: the device that a drag has changed may offer other values.
    const DeviceNumber& offered() const { return offered_; }

    static constexpr double kStep = 30.0; ///< pixels from one value to the next

signals:
    void chosen(std::size_t at, const QString& gesture); ///< of the values that are offered

protected:
    Steps steps() override;
    void take(std::size_t at, const QString& gesture) override;
    QString shownText() const override;
    QString longestText() const override;
    QString gestureName() const override;

private:
    DeviceNumber number_, offered_;
};

} // namespace strata::views
