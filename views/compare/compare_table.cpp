// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/compare_table.h"

#include "core/assess/suite.h"
#include "core/base/message_text.h"
#include "core/base/quantity.h"
#include "core/evaluate/registry.h"
#include "views/support/base/scene.h"
#include "views/support/text/extrapolation.h"
#include "views/support/text/level_titles.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QLocale>

namespace strata::views {
namespace {

std::vector<const DesignState*> designsInOrder(const Scene& scene) {
    std::vector<const DesignState*> designs;
    const int reference = scene.baseline >= 0 ? scene.baseline : scene.selected;
    if (reference >= 0) designs.push_back(&scene.designs[static_cast<std::size_t>(reference)]);
    // Beside it the selected design, so that it is seen without scrolling.
    if (const DesignState* selected = scene.selectedDesign();
        selected && !designs.empty() && selected != designs.front())
        designs.push_back(selected);
    for (const DesignState& design : scene.designs) {
        if (std::ranges::find(designs, &design) == designs.end()) designs.push_back(&design);
    }
    return designs;
}

const Estimate* numbersOf(const DesignState& design) {
    return design.estimate && design.estimate->valid ? design.estimate.get() : nullptr;
}

CompareColumn columnOf(const DesignState& design, const DesignState& reference) {
    CompareColumn column;
    column.letter = design.design.letter;
    column.label = toQString(design.design.label);
    column.method = design.estimate ? toQString(design.estimate->method) : QString();
    column.reference = &design == &reference;
    column.same_work = doSameWork(design, reference);
    column.stale = design.stale;
    column.absence = absenceText(design);
    column.extrapolation = extrapolationText(&design, QLocale());
    return column;
}

/// Names of all metrics, in the order of their rank.
std::vector<std::string> metricNames(const std::vector<const DesignState*>& designs) {
    std::vector<std::string> names;
    for (const DesignState* design : designs) {
        const Estimate* numbers = numbersOf(*design);
        for (std::size_t i = 0; numbers != nullptr && i < numbers->metrics.size(); ++i) {
            const std::string& name = numbers->metrics[i].name;
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        }
    }
    std::stable_sort(names.begin(), names.end(),
                     [](const auto& a, const auto& b) { return quantityRank(a) < quantityRank(b); });
    return names;
}

/// A ratio of signed steps says nothing.
std::optional<double> ratio(double difference, double reference) {
    if (!(reference > 0.0) || difference < -reference) return std::nullopt;
    return difference / reference;
}

/// Between designs that do the same work only: a kernel takes less time than a model, which says nothing.
void addChanges(CompareRow& row, const std::vector<CompareColumn>& columns) {
    const std::optional<double> reference = row.cells.front().value;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        CompareCell& cell = row.cells[i];
        if (!cell.value) continue;
        if (i > 0 && reference && columns[i].same_work) {
            cell.difference = *cell.value - *reference;
            cell.change = ratio(*cell.difference, *reference);
        }
        for (const std::size_t other : columns[i].like) {
            const std::optional<double> further = row.cells[other].value;
            if (!further) continue;
            const double difference = *cell.value - *further;
            cell.further.push_back({columns[other].letter, difference, ratio(difference, *further)});
        }
    }
}

/// Which columns are further baselines, and which columns each of them is told to.
void addFurtherBaselines(const Scene& scene, const std::vector<const DesignState*>& designs,
                         std::vector<CompareColumn>& columns) {
    for (std::size_t other = 1; other < designs.size(); ++other) {
        const auto index = static_cast<int>(designs[other] - scene.designs.data());
        columns[other].further = std::ranges::find(scene.further_baselines, index) != scene.further_baselines.end();
        if (!columns[other].further) continue;
        for (std::size_t i = 0; i < designs.size(); ++i)
            if (i != other && i != 0 && doSameWork(*designs[i], *designs[other])) columns[i].like.push_back(other);
    }
}

CompareRow metricRow(const std::string& name, const std::vector<const DesignState*>& designs,
                     const std::vector<CompareColumn>& columns) {
    CompareRow row;
    row.id = row.metric = name;
    const Quantity* quantity = findQuantity(name);
    row.smaller_is_better = quantity == nullptr || quantity->smaller_is_better;
    for (const DesignState* design : designs) {
        const Estimate* numbers = numbersOf(*design);
        const Metric* metric = numbers != nullptr ? numbers->findMetric(name) : nullptr;
        CompareCell cell;
        if (metric != nullptr) cell = {metric->value, metric->low, metric->high, {}, {}, {}};
        row.cells.push_back(cell);
    }
    addChanges(row, columns);
    return row;
}

/// What stands beside designs without being one: numbers of a measured row by quantity.
struct BesideColumn {
    CompareColumn column;
    std::vector<std::pair<std::string, double>> values;
};

/// The measured value of the row that the selected design is, and the predictions of other tools about it.
std::vector<BesideColumn> columnsBeside(const Scene& scene, const DesignState& reference) {
    const DesignState* design = scene.selectedDesign();
    const assess::SuiteRow* row = design != nullptr ? scene.measuredRow(*design) : nullptr;
    if (row == nullptr) return {};
    const bool same_work = doSameWork(*design, reference);
    std::vector<BesideColumn> columns;
    const auto columnNamed = [&](const QString& label) -> BesideColumn& {
        const auto found = std::ranges::find(
            columns, label, [](const BesideColumn& beside_column) { return beside_column.column.label; });
        if (found != columns.end()) return *found;
        CompareColumn column;
        column.label = label;
        column.beside = true;
        column.same_work = same_work;
        columns.push_back({std::move(column), {}});
        return columns.back();
    };
    const QString measured = QCoreApplication::translate("strata::views", "measured");
    columnNamed(measured);
    const auto has = [](const BesideColumn& column, const std::string& quantity) {
        return std::ranges::find(column.values, quantity, &std::pair<std::string, double>::first) !=
               column.values.end();
    };
    for (const assess::SuiteRow& suite_row : scene.validation->rows) {
        if (suite_row.id != row->id) continue;
        if (BesideColumn& column = columnNamed(measured); !has(column, suite_row.quantity))
            column.values.emplace_back(suite_row.quantity, suite_row.measured);
        const bool ours = scene.registry != nullptr && std::ranges::find(scene.registry->methods, suite_row.method,
                                                                         &Method::id) != scene.registry->methods.end();
        if (!ours)
            columnNamed(toQString(suite_row.method)).values.emplace_back(suite_row.quantity, suite_row.predicted);
    }
    return columns;
}

void addBeside(const std::vector<BesideColumn>& beside, CompareTable& table) {
    for (const BesideColumn& beside_column : beside) {
        table.columns.push_back(beside_column.column);
        for (CompareRow& row : table.rows) {
            CompareCell cell;
            const auto found =
                row.depth > 0 ? beside_column.values.end()
                              : std::ranges::find(beside_column.values, row.id, &std::pair<std::string, double>::first);
            if (found != beside_column.values.end()) {
                cell = {found->second, found->second, found->second, {}, {}, {}};
                if (const std::optional<double> reference = row.cells.front().value;
                    reference && beside_column.column.same_work) {
                    cell.difference = found->second - *reference;
                    cell.change = ratio(*cell.difference, *reference);
                }
            }
            row.cells.push_back(std::move(cell));
        }
    }
}

const Part* childNamed(const Part* parent, const std::string& id) {
    if (parent == nullptr) return nullptr;
    const auto found =
        std::find_if(parent->children.begin(), parent->children.end(), [&](const Part& part) { return part.id == id; });
    return found == parent->children.end() ? nullptr : &*found;
}

/// Rows for the union of the children of `parents`, depth first.
void addParts(const std::vector<const Part*>& parents, const CompareRow& metric, int depth, int deepest,
              CompareTable& table) {
    if (depth > deepest) return;
    std::vector<std::string> ids;
    for (const Part* parent : parents) {
        for (std::size_t i = 0; parent != nullptr && i < parent->children.size(); ++i) {
            const std::string& id = parent->children[i].id;
            if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
        }
    }
    for (const std::string& id : ids) {
        CompareRow row;
        row.id = id;
        row.metric = metric.metric;
        row.depth = depth;
        row.smaller_is_better = metric.smaller_is_better;
        std::vector<const Part*> parts;
        for (const Part* parent : parents) {
            const Part* part = childNamed(parent, id);
            parts.push_back(part);
            row.cells.push_back(part != nullptr ? CompareCell{part->value, part->value, part->value, {}, {}, {}}
                                                : CompareCell());
            if (part == nullptr) continue;
            row.category = part->category;
            row.title = part->title;
        }
        addChanges(row, table.columns);
        table.rows.push_back(std::move(row));
        addParts(parts, metric, depth + 1, deepest, table);
    }
}

bool differs(const CompareRow& row) {
    return std::any_of(row.cells.begin() + 1, row.cells.end(), [&](const CompareCell& cell) {
        return cell.value.has_value() != row.cells.front().value.has_value() ||
               (cell.difference && *cell.difference != 0.0);
    });
}

} // namespace

CompareTable compareTable(const Scene& scene, const CompareOptions& options) {
    CompareTable table;
    const auto designs = designsInOrder(scene);
    if (designs.empty()) return table;
    table.titles = levelTitles(designs);
    for (const DesignState* design : designs)
        table.columns.push_back(columnOf(*design, *designs.front()));
    addFurtherBaselines(scene, designs, table.columns);
    for (const std::string& name : metricNames(designs)) {
        table.rows.push_back(metricRow(name, designs, table.columns));
        if (name != scene.metric) continue;
        std::vector<const Part*> roots;
        for (const DesignState* design : designs) {
            const Estimate* numbers = numbersOf(*design);
            roots.push_back(numbers != nullptr ? numbers->findParts(name) : nullptr);
        }
        const CompareRow metric = table.rows.back();
        addParts(roots, metric, 1, options.depth, table);
    }
    addBeside(columnsBeside(scene, *designs.front()), table);
    if (options.differing_only) std::erase_if(table.rows, [](const CompareRow& row) { return !differs(row); });
    return table;
}

static Cell furtherChange(const CompareCell& cell, char letter) {
    const auto found = std::ranges::find(cell.further, letter, &CompareChange::letter);
    return found != cell.further.end() && found->change ? Cell(*found->change) : Cell();
}

Table compareData(const CompareTable& table) {
    Table data{"compare", {"part", "quantity"}, {}};
    for (const CompareColumn& column : table.columns) {
        const std::string name = column.beside ? column.label.toStdString() : std::string(1, column.letter);
        data.columns.push_back(name);
        if (!column.reference) data.columns.push_back(name + "_change");
        for (const std::size_t other : column.like)
            data.columns.push_back(name + "_change_to_" + table.columns[other].letter);
    }
    for (const CompareRow& row : table.rows) {
        const std::string name = row.depth == 0 ? row.id : messageText(row.title);
        std::vector<Cell> line{std::string(static_cast<std::size_t>(row.depth) * 2, ' ') + name, row.metric};
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            line.push_back(row.cells[i].value ? Cell(*row.cells[i].value) : Cell());
            if (!table.columns[i].reference) line.push_back(row.cells[i].change ? Cell(*row.cells[i].change) : Cell());
            for (const std::size_t other : table.columns[i].like)
                line.push_back(furtherChange(row.cells[i], table.columns[other].letter));
        }
        data.rows.push_back(std::move(line));
    }
    return data;
}

} // namespace strata::views
