// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "views/support/base/step_handle.h"

#include <memory>
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
class DegreeHandle : public StepHandle {
    Q_OBJECT

public:
    DegreeHandle(std::string degree, const QString& help, QWidget* parent);

    void show(std::shared_ptr<const Json> request, std::shared_ptr<const Library> library);
    using QWidget::show;
    const std::string& degree() const { return degree_; }

    static constexpr double kStep = 26.0; ///< pixels of one degree to the next

signals:
    void chosen(std::uint32_t value, const QString& gesture);

protected:
    Steps steps() override;
    void take(std::size_t at, const QString& gesture) override;
    QString shownText() const override;
    QString longestText() const override;
    QString gestureName() const override;

private:
    std::string degree_;
    std::shared_ptr<const Json> request_;
    std::shared_ptr<const Library> library_;
    std::vector<std::uint32_t> legal_; ///< when the latest drag began
};

} // namespace strata::views
