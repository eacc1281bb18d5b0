// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace strata::views {

/// A combo box that gives way: it asks for the room of the entry that it shows, takes less where there is less and
/// then shortens it. The list itself is always wide enough, and hovering tells the whole entry.
class ChoiceBox : public QComboBox {
    Q_OBJECT

public:
    /// `name` is read by screen readers, `help` stands in the tooltip.
    ChoiceBox(const QString& name, const QString& help, QWidget* parent);

    /// Which end of a long entry is left out; the right one unless said otherwise.
    void setElideMode(Qt::TextElideMode mode);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void showPopup() override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString shortened() const;

    Qt::TextElideMode elide_ = Qt::ElideRight;
};

} // namespace strata::views
