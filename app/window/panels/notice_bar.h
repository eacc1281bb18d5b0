// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <QFrame>

class QBoxLayout;
class QLabel;

namespace strata::app {

/// A line above the views that says something without stopping anybody: an error, a recovery offer, a hint.
class NoticeBar : public QFrame {
    Q_OBJECT

public:
    enum class Tone { Info, Warning, Error };

    explicit NoticeBar(QWidget* parent = nullptr);

    void show(Tone tone, const QString& text);
    QString text() const;
    void addButton(const QString& text, std::function<void()> pressed);
    void clearButtons();

signals:
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void close();
    void arrange();

    Tone tone_ = Tone::Info;
    QLabel* label_;
    QBoxLayout* row_; ///< words and buttons; above each other where there is little room
    QBoxLayout* buttons_;
};

} // namespace strata::app
