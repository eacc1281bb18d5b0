// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <memory>
#include <QWidget>
#include <string>
#include <vector>

namespace strata {
class Library;
}

namespace strata::views {

/// Degrees that a plan may have in place of its own, everything else as it is; data parallelism takes the
/// rest.
std::vector<std::uint32_t> legalDegrees(const Json& request, const Library& library, const std::string& degree);
/// The request with that degree.
Json withDegree(const Json& request, const std::string& degree, std::uint32_t value);
/// What the plan says; 1 where it says nothing.
std::uint32_t degreeOf(const Json& request, const std::string& degree);

/// One degree of parallelism: dragging to the right takes the next larger legal one; so do the arrow keys.
class DegreeHandle : public QWidget {
    Q_OBJECT

public:
    DegreeHandle(std::string degree, const QString& help, QWidget* parent);

    void show(std::shared_ptr<const Json> request, std::shared_ptr<const Library> library);
    using QWidget::show;
    const std::string& degree() const { return degree_; }
    QSize sizeHint() const override;

    static constexpr double kStep = 26.0; ///< pixels of one degree to the next

signals:
    void chosen(std::uint32_t value, const QString& gesture);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void choose(std::ptrdiff_t steps, const QString& gesture);

    std::string degree_;
    std::shared_ptr<const Json> request_;
    std::shared_ptr<const Library> library_;
    std::vector<std::uint32_t> legal_; ///< when the drag began
    std::ptrdiff_t started_ = 0;       ///< into legal_
    std::ptrdiff_t told_ = 0;
    double pressed_x_ = 0.0;
    bool dragging_ = false;
    int gestures_ = 0;
};

} // namespace strata::views
