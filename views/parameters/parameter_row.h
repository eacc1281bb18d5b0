// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/request.h"
#include "views/parameters/value_scale.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace strata::views {

class ParameterSlider;
class QuantityEdit;

/// One parameter: a dot where it differs from the catalog, name, slider and number or a list of words, and an error
/// when there is one.
class ParameterRow : public QWidget {
    Q_OBJECT

public:
    explicit ParameterRow(const Parameter& parameter, QWidget* parent = nullptr);

    const Parameter& parameter() const { return parameter_; }
    bool isDragging() const;
    /// What the number and its unit need; the slider has the rest.
    int numberWidth() const;
    void setNumberWidth(int width);
    /// New value, same parameter. What the user holds or types is left alone.
    void setParameter(const Parameter& parameter);
    void setError(const QString& error);
    bool matches(const QString& filter) const;
    /// Puts the keyboard focus on the number or the words.
    void focusNumber();
    /// Asks for the catalog's value.
    void reset();
    /// The words as they are, after one was refused; a slider stays where the hand left it.
    void showAgain() {
        if (choices_) showParameter();
    }

    /// Values for the curve behind the slider: evenly over its steps, the ends among them.
    std::vector<double> curveValues(int points) const;
    /// A metric over values of this parameter; empty for no curve. Values without a metric (NaN) are a gap.
    void showCurve(const std::vector<double>& values, const std::vector<double>& metric);
    void markCurveStale();

signals:
    /// @param gesture equal for all changes of one drag or one burst of key presses; empty for a typed value
    void changed(double value, const QString& gesture);
    /// Of a parameter with choices.
    void chosen(const QString& word);

protected:
    void changeEvent(QEvent* event) override;

private:
    void addNumber(QHBoxLayout& line);
    void addChoices(QHBoxLayout& line, const QString& title);
    void showParameter();
    void showNumber();
    void showDot();
    bool differs() const;
    QString catalogText() const;
    QString description() const;
    void emitSlider(int position);
    QString keyGesture();

    Parameter parameter_;
    ValueScale scale_;
    QToolButton* dot_;
    QLabel* title_;
    ParameterSlider* slider_;
    QuantityEdit* number_;
    QComboBox* choices_ = nullptr; ///< in place of slider and number, which are then hidden
    QLabel* error_;
    QString gesture_;
    QString evaluation_error_;
    QTimer key_pause_; ///< a pause between key presses ends their common undo step
    bool showing_ = false;
};

} // namespace strata::views
