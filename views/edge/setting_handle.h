// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <memory>
#include <QWidget>
#include <string>
#include <vector>

namespace strata::views {

/// One setting of an edge request that a drag to the right or the arrow keys take through its values.
class SettingHandle : public QWidget {
    Q_OBJECT

public:
    /// `values` are JSON texts in their order, "1" or "\"int8\""; the request holds one of them or a value between them.
    SettingHandle(std::string pointer, QString title, std::vector<std::string> values, std::size_t usual, QWidget* parent);

    void show(std::shared_ptr<const Json> request);
    using QWidget::show;
    const std::string& pointer() const { return pointer_; }
    const QString& title() const { return title_; }
    QSize sizeHint() const override;

    static constexpr double kStep = 30.0; ///< pixels from one value to the next

signals:
    /// A JSON text.
    void chosen(const QString& value, const QString& gesture);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::size_t current() const;
    void choose(std::ptrdiff_t steps, const QString& gesture);

    std::string pointer_;
    QString title_;
    std::vector<std::string> values_;
    std::size_t usual_;
    std::shared_ptr<const Json> request_;
    std::ptrdiff_t started_ = 0, told_ = 0;
    double pressed_x_ = 0.0;
    bool dragging_ = false;
    int gestures_ = 0;
};

} // namespace strata::views
