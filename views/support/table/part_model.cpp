// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/table/part_model.h"

#include "core/base/quantity.h"
#include "views/support/text/comparison_text.h"
#include "views/support/text/sentence_case.h"
#include "views/support/text/text.h"

#include <algorithm>

namespace strata::views {

/// One row: pointers into the two estimates, which the model keeps alive.
struct PartModel::Node {
    Node* parent = nullptr;
    int row = 0;
    std::string label;
    std::string metric;
    const Part* part = nullptr;    ///< null for a metric without parts, or a part that only the baseline has
    const Part* other = nullptr;   ///< of the baseline
    const Metric* value = nullptr; ///< top rows only
    const Metric* other_value = nullptr;
    std::vector<std::unique_ptr<Node>> children;

    std::optional<double> number() const {
        return part ? std::optional(part->value) : value ? std::optional(value->value) : std::nullopt;
    }
    std::optional<double> otherNumber() const {
        return other ? std::optional(other->value) : other_value ? std::optional(other_value->value) : std::nullopt;
    }
    const Node& top() const {
        const Node* node = this;
        while (node->parent && node->parent->parent)
            node = node->parent;
        return *node;
    }
};

struct PartModel::Wanted {
    std::string label;
    std::string metric;
    const Part* part = nullptr;
    const Part* other = nullptr;
    const Metric* value = nullptr;
    const Metric* other_value = nullptr;
};

namespace {

/// Children of both, those of the first in their order, then what only the second has.
template <class Wanted>
std::vector<Wanted> mergedChildren(const Part* part, const Part* other, const std::string& metric) {
    std::vector<Wanted> result;
    const auto twin = [](const std::vector<Part>& in, const std::string& label) -> const Part* {
        const auto found = std::ranges::find(in, label, &Part::label);
        return found == in.end() ? nullptr : &*found;
    };
    if (part)
        for (const Part& child : part->children)
            result.push_back({child.label, metric, &child, other ? twin(other->children, child.label) : nullptr});
    if (other)
        for (const Part& child : other->children)
            if (!part || !twin(part->children, child.label)) result.push_back({child.label, metric, nullptr, &child});
    return result;
}

} // namespace

PartModel::PartModel(QObject* parent) : QAbstractItemModel(parent), root_(std::make_unique<Node>()) {}

PartModel::~PartModel() = default;

void PartModel::show(std::shared_ptr<const Estimate> estimate, std::shared_ptr<const Estimate> baseline,
                     char baseline_letter, const QLocale& locale, LevelTitles titles) {
    // The old estimates live until the rows point into the new ones.
    const auto old_estimate = std::exchange(estimate_, std::move(estimate));
    const auto old_baseline = std::exchange(baseline_, std::move(baseline));
    baseline_letter_ = baseline_letter;
    locale_ = locale;
    titles_ = std::move(titles);
    std::vector<Wanted> wanted;
    if (estimate_)
        for (const Metric& metric : estimate_->metrics)
            wanted.push_back({metric.name, metric.name, estimate_->findParts(metric.name),
                              baseline_ ? baseline_->findParts(metric.name) : nullptr, &metric,
                              baseline_ ? baseline_->findMetric(metric.name) : nullptr});
    sync(*root_, wanted, {});
}

void PartModel::sync(Node& node, const std::vector<Wanted>& wanted, const QModelIndex& index) {
    const auto same = std::ranges::equal(
        node.children, wanted, {}, [](const auto& child) { return child->label; },
        [](const Wanted& row) { return row.label; });
    if (!same) {
        // Keeps the common beginning; only what follows is made anew.
        std::size_t common = 0;
        while (common < node.children.size() && common < wanted.size() &&
               node.children[common]->label == wanted[common].label)
            ++common;
        if (common < node.children.size()) {
            beginRemoveRows(index, static_cast<int>(common), static_cast<int>(node.children.size()) - 1);
            node.children.resize(common);
            endRemoveRows();
        }
        if (common < wanted.size()) {
            beginInsertRows(index, static_cast<int>(common), static_cast<int>(wanted.size()) - 1);
            for (std::size_t i = common; i < wanted.size(); ++i) {
                auto child = std::make_unique<Node>();
                child->parent = &node;
                child->row = static_cast<int>(i);
                child->label = wanted[i].label;
                node.children.push_back(std::move(child));
            }
            endInsertRows();
        }
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        Node& child = *node.children[i];
        child.metric = wanted[i].metric;
        child.part = wanted[i].part;
        child.other = wanted[i].other;
        child.value = wanted[i].value;
        child.other_value = wanted[i].other_value;
    }
    for (std::size_t i = 0; i < wanted.size(); ++i)
        sync(*node.children[i], mergedChildren<Wanted>(wanted[i].part, wanted[i].other, wanted[i].metric),
             this->index(static_cast<int>(i), 0, index));
    if (!wanted.empty())
        emit dataChanged(this->index(0, 0, index),
                         this->index(static_cast<int>(wanted.size()) - 1, ColumnCount - 1, index));
}

const PartModel::Node* PartModel::nodeOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<const Node*>(index.internalPointer()) : root_.get();
}

QModelIndex PartModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, nodeOf(parent)->children[static_cast<std::size_t>(row)].get());
}

QModelIndex PartModel::parent(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    Node* parent = nodeOf(index)->parent;
    return parent && parent->parent ? createIndex(parent->row, 0, parent) : QModelIndex();
}

int PartModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent)->children.size());
}

int PartModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant PartModel::textOf(const Node& node, int column) const {
    const std::string_view unit = quantityUnit(node.metric);
    const std::optional<double> number = node.number();
    const std::optional<double> other = node.otherNumber();
    const QString dash(QChar(0x2013));
    switch (static_cast<Column>(column)) {
    case Label:
        return node.parent == root_.get() ? quantityTitle(node.label)
                                          : sentenceCase(labelText(node.label, titles_), node.label);
    case Value: return number ? shortText(*number, unit, locale_) : dash;
    case Interval: return node.value ? intervalText(*node.value, locale_) : QString();
    case Share: {
        const Part* whole = node.top().part;
        return number && whole && whole->value > 0.0 ? shareText(*number / whole->value, locale_) : QString();
    }
    case Baseline: return !baseline_ ? QString() : other ? shortText(*other, unit, locale_) : dash;
    case Difference:
        return !baseline_ ? QString() : number && other ? differenceText(*number, *other, unit, locale_) : dash;
    case Change:
        return !baseline_ ? QString() : number && other ? comparisonText(*number, *other, unit, locale_) : dash;
    case ColumnCount: break;
    }
    return {};
}

QVariant PartModel::exactOf(const Node& node, int column) const {
    const std::optional<double> number = node.number();
    const std::optional<double> other = node.otherNumber();
    const auto exact = [](double value) { return toQString(formatExact(value, "")); };
    switch (static_cast<Column>(column)) {
    case Label: return toQString(node.label);
    case Value: return number ? exact(*number) : QString();
    case Interval: return node.value ? exact(node.value->low) + QLatin1Char(' ') + exact(node.value->high) : QString();
    case Share: {
        const Part* whole = node.top().part;
        return number && whole && whole->value > 0.0 ? exact(*number / whole->value) : QString();
    }
    case Baseline: return other ? exact(*other) : QString();
    case Difference: return number && other ? exact(*number - *other) : QString();
    case Change: return number && other && *other != 0.0 ? exact(*number / *other - 1.0) : QString();
    case ColumnCount: break;
    }
    return {};
}

QString PartModel::toolTipOf(const Node& node) const {
    const std::optional<double> number = node.number();
    if (!number) return tr("Only the baseline has this part");
    QString title = textOf(node, Label).toString();
    if (node.parent != root_.get()) title = tr("%1 of %2").arg(title, quantityTitle(node.metric));
    Answer answer;
    answer.title = title;
    answer.value = *number;
    answer.unit = quantityUnit(node.metric);
    if (node.value) {
        answer.interval = *node.value;
        if (const Quantity* quantity = findQuantity(node.metric)) answer.details << toQString(quantity->help);
        if (estimate_) answer.calibrations = &estimate_->calibrations;
    } else if (const Part* whole = node.top().part) {
        answer.total = whole->value;
    }
    if (const auto other = node.otherNumber(); other && baseline_) {
        answer.baseline = other;
        answer.baseline_letter = baseline_letter_;
    }
    if (node.part) {
        answer.formula = node.part->formula;
        answer.source = node.part->source;
        if (node.part->combine == Combine::Max)
            answer.details << tr("The largest of its parts, which overlap in time.");
        if (node.part->combine == Combine::Overlap) answer.details << tr("Its parts overlap in part.");
    }
    return answerHtml(answer, locale_);
}

QVariant PartModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Node& node = *nodeOf(index);
    switch (role) {
    case Qt::DisplayRole: return textOf(node, index.column());
    case Qt::ToolTipRole: return toolTipOf(node);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(index.column() == Label ? Qt::AlignLeft : Qt::AlignRight) |
                                   Qt::AlignVCenter);
    case ShareRole: {
        const Part* whole = node.top().part;
        if (!node.part || !whole || whole->value <= 0.0 || node.parent == root_.get()) return {};
        return node.part->value / whole->value;
    }
    case CategoryRole: return static_cast<int>(node.part ? node.part->category : Category::Total);
    case MetricRole: return toQString(node.metric);
    case ExactRole: return exactOf(node, index.column());
    default: return {};
    }
}

QVariant PartModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(section == Label ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (static_cast<Column>(section)) {
    case Label: return tr("Part");
    case Value: return tr("Value");
    case Interval: return tr("Interval");
    case Share: return tr("Share");
    case Baseline: return baseline_letter_ ? tr("Baseline %1").arg(QLatin1Char(baseline_letter_)) : tr("Baseline");
    case Difference: return tr("Difference");
    case Change: return tr("Change");
    case ColumnCount: break;
    }
    return {};
}

} // namespace strata::views
