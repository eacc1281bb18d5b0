// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/parameters/value_scale.h"

#include <QAbstractSpinBox>
#include <string>

namespace strata::views {

/// A number with its unit. Arrows go to the next round value, Shift ten of them; anything in the range can be typed.
class QuantityEdit : public QAbstractSpinBox {
    Q_OBJECT

public:
    explicit QuantityEdit(QWidget* parent = nullptr);

    void setUp(std::string unit, double minimum, double maximum, bool integer, ValueScale scale);
    /// Does not disturb what is being typed.
    void setValue(double value);
    double value() const { return value_; }

    void stepBy(int steps) override;
    QValidator::State validate(QString& input, int& position) const override;
    QSize sizeHint() const override;

signals:
    void typed(double value);
    void stepped(double value);
    /// What was typed cannot be used: a sentence with what is accepted.
    void refused(const QString& reason);

protected:
    StepEnabled stepEnabled() const override { return StepUpEnabled | StepDownEnabled; }
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void commit();
    void showValue();

    std::string unit_;
    double minimum_ = 0.0;
    double maximum_ = 0.0;
    bool integer_ = false;
    ValueScale scale_;
    double value_ = 0.0;
};

} // namespace strata::views
