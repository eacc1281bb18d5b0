// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/estimate/estimate_figure.h"

#include "core/base/message_text.h"
#include "views/support/base/scene.h"
#include "views/support/table/part_model.h"
#include "views/support/table/table_figure.h"
#include "views/support/text/level_titles.h"
#include "views/support/theme/theme.h"

#include <utility>

namespace strata::views {
namespace {

/// Where a part, and the one of the baseline with the same id, become a row each.
class RowWriter {
public:
    RowWriter(Table& table, bool with_baseline) : table_(table), with_baseline_(with_baseline) {}

    void add(const std::string& metric, const std::string& path, const Part& part, const Part* other) {
        const std::string here = path.empty() ? messageText(part.title) : path + " / " + messageText(part.title);
        std::vector<Cell> row{metric, here, std::string(name(part.category)), part.value, Cell(), Cell()};
        if (with_baseline_) row.push_back(other ? Cell(other->value) : Cell());
        row.emplace_back(messageText(part.formula));
        row.emplace_back(messageText(part.source));
        table_.rows.push_back(std::move(row));
        for (const Part& child : part.children) {
            const Part* twin = nullptr;
            if (other)
                for (const Part& candidate : other->children)
                    if (candidate.id == child.id) twin = &candidate;
            add(metric, here, child, twin);
        }
    }

private:
    Table& table_;
    bool with_baseline_;
};

/// The order in which columns leave a narrow figure: the highest first, 0 never.
int rankOf(int column) {
    switch (column) {
    case PartModel::Interval: return 4;
    case PartModel::Difference: return 3;
    case PartModel::Share: return 2;
    case PartModel::Baseline: return 1;
    default: return 0;
    }
}

void appendRows(TableFigure& figure, const PartModel& model, const QModelIndex& parent, int depth,
                const std::string& metric, const FigureStyle& style) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        TableFigure::Row line;
        for (int column = 0; column < static_cast<int>(figure.columns.size()); ++column)
            line.cells.push_back(index.siblingAtColumn(column).data().toString());
        line.indent = depth;
        line.strong = depth == 0;
        if (const QVariant share = index.data(PartModel::ShareRole); share.isValid()) line.share = share.toDouble();
        line.share_color = style.theme.category(static_cast<Category>(index.data(PartModel::CategoryRole).toInt()));
        figure.rows.push_back(std::move(line));
        if (index.data(PartModel::MetricRole).toString().toStdString() == metric)
            appendRows(figure, model, index, depth + 1, metric, style);
    }
}

} // namespace

std::shared_ptr<const Estimate> comparedWith(const Scene& scene, bool compare) {
    const DesignState* other = compare ? scene.baselineDesign() : nullptr;
    return other && other->estimate && other->estimate->valid ? other->estimate : nullptr;
}

void fillParts(PartModel& model, const Scene& scene, bool compare, const QLocale& locale) {
    const DesignState* design = scene.selectedDesign();
    const auto baseline = comparedWith(scene, compare);
    model.show(design && design->estimate && design->estimate->valid ? design->estimate : nullptr, baseline,
               baseline ? scene.baselineDesign()->design.letter : char{0}, locale,
               design ? levelTitles(*design) : LevelTitles());
}

TableFigure estimateFigure(const Scene& scene, bool compare, const FigureStyle& style) {
    PartModel model;
    fillParts(model, scene, compare, QLocale::c());
    TableFigure result;
    const int columns = comparedWith(scene, compare) ? int{PartModel::ColumnCount} : int{PartModel::Baseline};
    for (int column = 0; column < columns; ++column)
        result.columns.push_back(
            {model.headerData(column, Qt::Horizontal).toString(), column != PartModel::Label, rankOf(column)});
    result.share_column = PartModel::Share;
    appendRows(result, model, {}, 0, scene.metric, style);
    return result;
}

Table estimateTable(const Scene& scene, bool compare) {
    const DesignState* design = scene.selectedDesign();
    const auto baseline = comparedWith(scene, compare);
    Table table{"estimate", {"metric", "part", "category", "value", "low", "high"}, {}};
    if (baseline) table.columns.emplace_back("baseline");
    table.columns.emplace_back("formula");
    table.columns.emplace_back("source");
    if (!design || !design->estimate) return table;
    RowWriter rows(table, baseline != nullptr);
    for (const Metric& metric : design->estimate->metrics) {
        std::vector<Cell> row{metric.name, std::string(), std::string(), metric.value, metric.low, metric.high};
        const Metric* other = baseline ? baseline->findMetric(metric.name) : nullptr;
        if (baseline) row.push_back(other ? Cell(other->value) : Cell());
        row.insert(row.end(), {std::string(), std::string()});
        table.rows.push_back(std::move(row));
        if (const Part* parts = design->estimate->findParts(metric.name))
            rows.add(metric.name, {}, *parts, baseline ? baseline->findParts(metric.name) : nullptr);
    }
    return table;
}

} // namespace strata::views
