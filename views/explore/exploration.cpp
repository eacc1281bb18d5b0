// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/exploration.h"

#include "core/base/quantity.h"
#include "core/evaluate/engine/compiled_request.h"
#include "core/evaluate/set_values.h"
#include "views/explore/explore_text.h"
#include "views/explore/front.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QCoreApplication>
#include <QLocale>

namespace strata::views {
namespace {

constexpr std::uint64_t kMostReserved = 4'000'000; // rows; more grow by themselves

QString wordText(const Json& word) { return toQString(word.is_string() ? word.get<std::string>() : word.dump()); }

ExploreColumn axisColumn(const explore::ExploreRequest& request, const explore::Axis& axis, const Library* library) {
    ExploreColumn column;
    column.name = axis.name;
    column.axis = true;
    column.whole = axis.whole;
    column.logarithmic = axis.log2;
    column.title = labelText(axis.name);
    const Field* field = library && !axis.pointer.empty() ? fieldOf(*request.base, axis.pointer, *library) : nullptr;
    if (field) column.unit = field->unit;
    // A name that the architect gave says more than the field's title, which several levels share.
    const bool named_by_field = field && axis.name == field->key;
    if (named_by_field && !field->title.empty())
        column.title = QCoreApplication::translate("Field", field->title.c_str());
    if (axis.words) {
        for (const Json& word : *axis.words)
            column.words.push_back(wordText(word));
    }
    return column;
}

std::vector<ExploreColumn> columnsOf(const explore::ExploreRequest& request, const Library* library) {
    std::vector<ExploreColumn> columns;
    for (const explore::Axis& axis : request.space.axes)
        columns.push_back(axisColumn(request, axis, library));
    for (const std::string& metric : request.metrics) {
        ExploreColumn column;
        column.name = metric;
        column.title = quantityTitle(metric);
        column.unit = quantityUnit(metric);
        const Quantity* quantity = findQuantity(metric);
        column.maximize = quantity && !quantity->smaller_is_better;
        for (const explore::Objective& objective : request.objectives) {
            if (objective.metric != metric) continue;
            column.objective = true;
            column.maximize = objective.maximize;
        }
        columns.push_back(std::move(column));
    }
    return columns;
}

} // namespace

Exploration::Exploration(std::shared_ptr<const explore::ExploreRequest> request, const Library* library,
                         QObject* parent)
    : QObject(parent), request_(std::move(request)), columns_(columnsOf(*request_, library)), table_(columns_.size()),
      fronts_(std::make_unique<FrontMemory>()) {
    const std::uint64_t expected = std::min(request_->budget, kMostReserved);
    for (auto& column : table_.columns)
        column.reserve(expected);
    table_.reason.reserve(expected);
}

Exploration::~Exploration() = default;

int Exploration::columnNamed(std::string_view name) const {
    const auto found = std::ranges::find(columns_, name, &ExploreColumn::name);
    return found == columns_.end() ? -1 : static_cast<int>(found - columns_.begin());
}

void Exploration::append(const explore::PointBlock& block) {
    table_.append(block);
    tellGrown();
}

void Exploration::append(const explore::ResultTable& part) {
    table_.append(part);
    tellGrown();
}

void Exploration::setTable(explore::ResultTable table) {
    table_ = std::move(table);
    ++generation_;
    row_states_.clear();
    fronts_->clear();
    reason_counts_.clear();
    counted_ = 0;
    extents_.clear();
    tellGrown();
}

void Exploration::setState(State state) {
    if (state_ == state) return;
    state_ = state;
    emit stateChanged();
}

void Exploration::tellGrown() {
    if (std::exchange(growing_, true)) return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            growing_ = false;
            emit grown();
        },
        Qt::QueuedConnection);
}

void Exploration::setFilter(Filter filter, std::string_view gesture) {
    if (filter == history_.current()) return;
    const Filter before = history_.current();
    history_.set(std::move(filter), gesture);
    tellFilter(before);
}

void Exploration::tellFilter(const Filter& before) {
    if (before.zoom != filter().zoom) emit zoomChanged();
    if (!before.sameRows(filter())) emit filterChanged();
}

void Exploration::goBack() {
    if (!history_.canGoBack()) return;
    const Filter before = history_.current();
    history_.go(-1);
    tellFilter(before);
}

void Exploration::goForward() {
    if (!history_.canGoForward()) return;
    const Filter before = history_.current();
    history_.go(1);
    tellFilter(before);
}

const ColumnExtent& Exploration::extent(std::size_t column) const {
    extents_.resize(columns_.size());
    ColumnExtent& extent = extents_[column];
    const auto& values = table_.columns[column];
    for (; extent.seen < values.size(); ++extent.seen) {
        const double value = values[extent.seen];
        if (table_.reason[extent.seen] != 0 || std::isnan(value)) continue;
        extent.least = std::min(extent.least, value);
        extent.most = std::max(extent.most, value);
    }
    return extent;
}

const RowStates& Exploration::filtered() const {
    row_states_.update(filter(), table_);
    return row_states_;
}

const std::vector<std::uint32_t>& Exploration::frontRows(const std::vector<Aim>& aims) const {
    return fronts_->front(*this, aims);
}

ExploreCounts Exploration::counts() const {
    ExploreCounts counts;
    counts.points = rows();
    reason_counts_.resize(std::max<std::size_t>(table_.reasons.size(), 1), 0);
    for (; counted_ < rows(); ++counted_)
        ++reason_counts_[table_.reason[counted_]];
    const auto& by_reason = reason_counts_;
    counts.shown = filtered().shown();
    counts.hidden = by_reason[0] - counts.shown;
    counts.infeasible = counts.points - by_reason[0];
    for (std::size_t r = 1; r < by_reason.size(); ++r) {
        if (by_reason[r] > 0) counts.reasons.emplace_back(toQString(table_.reasons[r]), by_reason[r]);
    }
    std::ranges::stable_sort(counts.reasons, std::ranges::greater{}, [](const auto& reason) { return reason.second; });
    return counts;
}

void Exploration::setHovered(std::optional<std::size_t> row) {
    if (std::exchange(hovered_, row) != row) emit marksChanged();
}

void Exploration::setChosen(std::optional<std::size_t> row) {
    if (std::exchange(chosen_, row) != row) emit marksChanged();
}

void Exploration::setBaseline(std::optional<std::size_t> row) {
    if (std::exchange(baseline_, row) != row) emit marksChanged();
}

void Exploration::setFurtherBaselines(std::vector<FurtherMark> marks) {
    if (std::exchange(further_, marks) != marks) emit marksChanged();
}

Result<Json> Exploration::requestOf(std::size_t row, const Library& library) const {
    Json request = *request_->base;
    request.erase("label");
    const auto& axes = request_->space.axes;
    std::vector<std::size_t> set;
    for (std::size_t a = 0; a < axes.size(); ++a)
        if (!axes[a].pointer.empty()) set.push_back(a);
    // Another device first, then what changes in it. All together: degrees that fit one by one need not fit before the
    // last of them is set.
    std::ranges::stable_sort(set, {}, [&](std::size_t a) { return std::ranges::count(axes[a].pointer, '/'); });
    std::vector<Json> values;
    values.reserve(set.size());
    std::vector<PointedValue> pointed;
    for (const std::size_t a : set) {
        values.push_back(documentValue({axes[a].pointer, axes[a].words}, table_.columns[a][row]));
        pointed.push_back({axes[a].pointer, &values.back()});
    }
    return setValues(request, pointed, library);
}

QString Exploration::designNameOf(std::size_t row) const {
    QStringList parts;
    for (const std::size_t a : request_->space.free)
        parts << QStringLiteral("%1 %2").arg(columns_[a].title,
                                             columnValueText(columns_[a], table_.columns[a][row], QLocale()));
    return parts.isEmpty() ? nameOf(row) : parts.join(QStringLiteral(", "));
}

QString Exploration::nameOf(std::size_t row) const {
    return tr("point %1").arg(QLocale().toString(static_cast<qulonglong>(row)));
}

} // namespace strata::views
