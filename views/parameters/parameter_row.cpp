// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parameters/parameter_row.h"

#include "views/parameters/parameter_slider.h"
#include "views/parameters/quantity_edit.h"
#include "views/parameters/quantity_text.h"
#include "views/support/text/choice_text.h"
#include "views/support/text/default_text.h"
#include "views/support/text/text.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QUuid>
#include <QVBoxLayout>

namespace strata::views {

namespace {

constexpr int kKeyPauseMs = 800;

QIcon dotIcon(const QColor& color) {
    QPixmap pixmap(32, 32);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QPointF(16, 16), 8, 8);
    return QIcon(pixmap);
}

QString newGesture() { return QUuid::createUuid().toString(QUuid::WithoutBraces); }

} // namespace

ParameterRow::ParameterRow(const Parameter& parameter, QWidget* parent)
    : QWidget(parent), parameter_(parameter), scale_(parameter), dot_(new QToolButton(this)), title_(new QLabel(this)),
      slider_(new ParameterSlider(this)), number_(new QuantityEdit(this)), error_(new QLabel(this)) {
    const QString title = QCoreApplication::translate("Field", parameter.title.c_str());
    dot_->setAutoRaise(true);
    dot_->setFixedSize(16, 16);
    dot_->setIconSize({12, 12});
    dot_->setAccessibleName(tr("Reset %1").arg(title));
    QSizePolicy keep = dot_->sizePolicy();
    keep.setRetainSizeWhenHidden(true);
    dot_->setSizePolicy(keep);
    title_->setText(title);
    title_->setWordWrap(true);
    //: The longest word of a title that must not be broken; only its width counts.
    title_->setFixedWidth(title_->fontMetrics().horizontalAdvance(tr("Output channels")) + 4);
    error_->setWordWrap(true);
    error_->setContentsMargins(22, 0, 0, 3); // below the title
    error_->hide();

    auto* line = new QHBoxLayout;
    line->setSpacing(6);
    for (QWidget* widget : {static_cast<QWidget*>(dot_), static_cast<QWidget*>(title_)})
        line->addWidget(widget);
    if (parameter_.choices.empty())
        addNumber(*line);
    else
        addChoices(*line, title);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 0, 8, 0);
    layout->setSpacing(0);
    layout->addLayout(line);
    layout->addWidget(error_);
    if (!choices_) setTabOrder(slider_, number_);

    key_pause_.setSingleShot(true);
    key_pause_.setInterval(kKeyPauseMs);
    connect(&key_pause_, &QTimer::timeout, this, [this] { gesture_.clear(); });
    connect(dot_, &QToolButton::clicked, this, &ParameterRow::reset);
    showParameter();
    setNumberWidth(numberWidth());
}

void ParameterRow::addNumber(QHBoxLayout& line) {
    line.addWidget(slider_, 1);
    line.addWidget(number_);
    title_->setBuddy(number_);
    slider_->setAccessibleName(title_->text());
    number_->setAccessibleName(title_->text());
    connect(slider_, &ParameterSlider::dragStarted, this, [this] {
        key_pause_.stop();
        gesture_ = newGesture();
    });
    connect(slider_, &ParameterSlider::dragFinished, this, [this] { gesture_.clear(); });
    connect(slider_, &QSlider::valueChanged, this, &ParameterRow::emitSlider);
    connect(number_, &QuantityEdit::stepped, this, [this](double value) { emit changed(value, keyGesture()); });
    connect(number_, &QuantityEdit::typed, this, [this](double value) { emit changed(value, {}); });
    connect(number_, &QuantityEdit::refused, this, &ParameterRow::setError);
}

void ParameterRow::addChoices(QHBoxLayout& line, const QString& title) {
    for (QWidget* unused : {static_cast<QWidget*>(slider_), static_cast<QWidget*>(number_)})
        unused->hide();
    choices_ = new QComboBox(this);
    choices_->setAccessibleName(title);
    choices_->setFocusPolicy(Qt::StrongFocus);
    for (const std::string& word : parameter_.choices) {
        choices_->addItem(choiceText(word), toQString(word));
        choices_->setItemData(choices_->count() - 1, tr("In requests: %1").arg(toQString(word)), Qt::ToolTipRole);
    }
    title_->setBuddy(choices_);
    line.addWidget(choices_, 1);
    connect(choices_, &QComboBox::activated, this, [this] { emit chosen(choices_->currentData().toString()); });
}

void ParameterRow::reset() {
    if (choices_)
        emit chosen(toQString(parameter_.catalog_choice));
    else
        emit changed(parameter_.catalog_value, {});
}

bool ParameterRow::differs() const {
    return choices_ ? parameter_.chosen != parameter_.catalog_choice : parameter_.value != parameter_.catalog_value;
}

QString ParameterRow::catalogText() const {
    return choices_ ? choiceText(parameter_.catalog_choice)
                    : editText(parameter_.catalog_value, parameter_.unit, locale());
}

int ParameterRow::numberWidth() const { return choices_ ? 0 : number_->sizeHint().width(); }

void ParameterRow::setNumberWidth(int width) { number_->setFixedWidth(width); }

bool ParameterRow::isDragging() const { return slider_->isSliderDown(); }

void ParameterRow::setParameter(const Parameter& parameter) {
    const bool same_range = parameter.minimum == parameter_.minimum && parameter.maximum == parameter_.maximum &&
                            parameter.catalog_value == parameter_.catalog_value;
    const bool same_choice =
        parameter.chosen == parameter_.chosen && parameter.catalog_choice == parameter_.catalog_choice;
    if (same_range && same_choice && parameter.value == parameter_.value && parameter.unit == parameter_.unit) return;
    parameter_ = parameter;
    // A typed value beyond the slider's window widens it; a drag never changes the scale under the hand.
    if (!isDragging() && (!same_range || !scale_.contains(parameter.value))) {
        scale_ = ValueScale(parameter);
        slider_->setCurve({}); // its positions mean other values now
    }
    showParameter();
}

void ParameterRow::showParameter() {
    if (choices_)
        choices_->setCurrentIndex(choices_->findData(toQString(parameter_.chosen)));
    else
        showNumber();
    showDot();
    const QString text = description();
    for (QWidget* widget : {static_cast<QWidget*>(title_), static_cast<QWidget*>(slider_),
                            static_cast<QWidget*>(number_), static_cast<QWidget*>(choices_)})
        if (widget) widget->setToolTip(text);
}

void ParameterRow::showNumber() {
    showing_ = true;
    if (!isDragging()) {
        slider_->setRange(0, scale_.count() - 1);
        slider_->setValue(scale_.position(parameter_.value));
    }
    slider_->setCatalogPosition(scale_.position(parameter_.catalog_value));
    number_->setUp(parameter_.unit, parameter_.minimum, parameter_.maximum, parameter_.integer, scale_);
    number_->setValue(parameter_.value);
    showing_ = false;
}

void ParameterRow::showDot() {
    if (differs() && dot_->icon().isNull()) dot_->setIcon(dotIcon(themeFor(palette()).accent));
    dot_->setVisible(differs());
    dot_->setToolTip(tr("Differs from the catalog. Click to set %1 again.").arg(catalogText()));
}

QString ParameterRow::description() const {
    const auto line = [](const QString& text) { return QStringLiteral("<br>") + text.toHtmlEscaped(); };
    QString text = QStringLiteral("<b>%1: %2</b>")
                       .arg(QCoreApplication::translate("Field", parameter_.group.c_str()).toHtmlEscaped(),
                            title_->text().toHtmlEscaped());
    if (!parameter_.help.empty()) text += line(QCoreApplication::translate("Field", parameter_.help.c_str()));
    if (const QString fallback = defaultLine(parameter_.fallback, parameter_.unit, locale()); !fallback.isEmpty())
        text += line(fallback);
    text += line(tr("Catalog: %1").arg(catalogText()));
    if (!choices_)
        text += line(tr("Range: %1 to %2")
                         .arg(editText(parameter_.minimum, parameter_.unit, locale()),
                              editText(parameter_.maximum, parameter_.unit, locale())));
    if (!parameter_.source.empty()) text += line(tr("Source: %1").arg(toQString(parameter_.source)));
    return text;
}

void ParameterRow::emitSlider(int position) {
    if (showing_) return;
    const double value = scale_.value(position);
    emit changed(value, isDragging() || !gesture_.isEmpty() ? gesture_ : keyGesture());
}

QString ParameterRow::keyGesture() {
    if (gesture_.isEmpty()) gesture_ = newGesture();
    key_pause_.start();
    return gesture_;
}

void ParameterRow::setError(const QString& error) {
    if (error == evaluation_error_) return;
    evaluation_error_ = error;
    error_->setText(QStringLiteral("<span style='color:%1'>%2</span>")
                        .arg(themeFor(palette()).error.name(), error.toHtmlEscaped()));
    error_->setVisible(!error.isEmpty());
}

std::vector<double> ParameterRow::curveValues(int points) const {
    std::vector<double> values;
    const int last = scale_.count() - 1;
    for (int point = 0; point < points && last > 0; ++point) {
        const double value = scale_.value((point * last + (points - 1) / 2) / (points - 1));
        if (values.empty() || value > values.back()) values.push_back(value);
    }
    return values;
}

void ParameterRow::showCurve(const std::vector<double>& values, const std::vector<double>& metric) {
    SliderCurve curve;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const double value : metric) {
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    // What hardly varies is drawn flat, not blown up to the height of the slider.
    constexpr double kFlat = 1e-3;
    const double span = std::max(high - low, kFlat * std::max(std::abs(low), std::abs(high)));
    for (std::size_t i = 0; i < values.size() && low <= high; ++i) {
        const double share = span > 0 ? (metric[i] - low) / span : 0.0;
        curve.points.push_back({static_cast<double>(scale_.position(values[i])), share});
    }
    slider_->setCurve(std::move(curve));
}

void ParameterRow::markCurveStale() { slider_->markCurveStale(); }

bool ParameterRow::matches(const QString& filter) const {
    return filter.isEmpty() || title_->text().contains(filter, Qt::CaseInsensitive) ||
           toQString(parameter_.group).contains(filter, Qt::CaseInsensitive);
}

void ParameterRow::focusNumber() {
    if (choices_) return choices_->setFocus(Qt::ShortcutFocusReason);
    number_->setFocus(Qt::ShortcutFocusReason);
    number_->selectAll();
}

void ParameterRow::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    dot_->setIcon({});
    showDot();
}

} // namespace strata::views
