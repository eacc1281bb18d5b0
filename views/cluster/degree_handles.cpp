// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cluster/degree_handles.h"

#include "core/evaluate/kinds/system/training_query.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::views {
namespace {

constexpr std::uint32_t kMostDegree = 4096;

/// Devices of the plan: those that the hardware states, else those that all its degrees make; 0 where dp is
/// open.
std::uint64_t devicesOf(const Json& request) {
    const Json* devices = findPointer(request, "/hardware/devices");
    if (devices != nullptr && devices->is_number()) return static_cast<std::uint64_t>(devices->get<double>());
    if (findPointer(request, "/plan/dp") == nullptr) return 0;
    std::uint64_t product = 1;
    for (const char* degree : {"tp", "pp", "cp", "dp"})
        product *= degreeOf(request, degree);
    return product;
}

} // namespace

std::uint32_t degreeOf(const Json& request, const std::string& degree) {
    const Json* value = findPointer(request, "/plan/" + degree);
    return value != nullptr && value->is_number_integer() && value->get<double>() >= 1.0
               ? static_cast<std::uint32_t>(std::min(value->get<double>(), 4e9))
               : 1;
}

Json withDegree(const Json& request, const std::string& degree, std::uint32_t value) {
    Json changed = request;
    changed["plan"][degree] = value;
    if (changed["plan"].contains("dp")) {
        const std::uint64_t others =
            std::uint64_t{degreeOf(changed, "tp")} * degreeOf(changed, "pp") * degreeOf(changed, "cp");
        changed["plan"]["dp"] = std::max<std::uint64_t>(1, devicesOf(request) / std::max<std::uint64_t>(1, others));
    }
    return changed;
}

std::vector<std::uint32_t> legalDegrees(const Json& request, const Library& library, const std::string& degree) {
    std::vector<std::uint32_t> legal;
    const auto query = resolveTraining(request, library);
    if (!query) return legal;
    const auto devices = static_cast<std::uint64_t>(query->devices);
    const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(devices, kMostDegree));
    for (std::uint32_t value = 1; value <= most; ++value)
        if (devices % value == 0 && resolveTraining(withDegree(request, degree, value), library))
            legal.push_back(value);
    return legal;
}

DegreeHandle::DegreeHandle(std::string degree, const QString& help, QWidget* parent)
    : StepHandle(kStep, help, parent), degree_(std::move(degree)) {
    setObjectName(QStringLiteral("degree_") + toQString(degree_));
}

void DegreeHandle::show(std::shared_ptr<const Json> request, std::shared_ptr<const Library> library) {
    request_ = std::move(request);
    library_ = std::move(library);
    updateGeometry();
    update();
}

StepHandle::Steps DegreeHandle::steps() {
    if (!request_ || !library_) return {};
    legal_ = legalDegrees(*request_, *library_, degree_);
    const auto own = std::ranges::find(legal_, degreeOf(*request_, degree_));
    if (own == legal_.end()) return {};
    return {legal_.size(), static_cast<std::size_t>(own - legal_.begin())};
}

void DegreeHandle::take(std::size_t at, const QString& gesture) { emit chosen(legal_[at], gesture); }

QString DegreeHandle::shownText() const {
    return toQString(degree_) + QLatin1Char(' ') + locale().toString(request_ ? degreeOf(*request_, degree_) : 1);
}

QString DegreeHandle::longestText() const { return toQString(degree_) + QStringLiteral(" 000"); }

QString DegreeHandle::gestureName() const { return QStringLiteral("degree %1").arg(toQString(degree_)); }

} // namespace strata::views
