// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tools/tools_layout.h"

#include "views/support/text/text.h"
#include "views/tools/tools_text.h"

#include <algorithm>
#include <cmath>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kRowLines = 1.35;
constexpr double kMostNames = 0.3;
constexpr double kGradeLines = 2.0; // width of a column of grades, in lines

double widest(const ToolsPicture& picture, const QFontMetricsF& metrics) {
    double width = 0.0;
    for (std::size_t row = 0; row < picture.rows(); ++row)
        if (picture.page != ToolsPage::Claims || !picture.claim_rows[row].heading)
            width = std::max(width, metrics.horizontalAdvance(toolsRowText(picture, row)));
    return width + kGap;
}

double headHeight(const ToolsPicture& picture, double line) {
    const double axis = 1.5 * line;
    if (picture.page == ToolsPage::Ranking)
        return kGap + kRowLines * line * static_cast<double>(picture.weights.size()) + 2.0 * line + axis;
    return kGap + (picture.page == ToolsPage::Claims || picture.page == ToolsPage::Timeline ? 1.5 * line : 0.0) + axis;
}

/// Columns of a page of text, wide as their words ask, the last with the rest.
void layOutColumns(ToolsLayout& layout, const ToolsPicture& picture, const QFontMetricsF& metrics, double width) {
    constexpr qsizetype kLongest = 26, kLongestText = 70; // letters that a column asks room for
    const auto& columns = toolsColumns(picture);
    std::vector<double> wanted;
    double sum = 0.0;
    for (const std::size_t column : columns) {
        qsizetype letters = toolsColumnText(picture, column).size();
        for (const auto& row : picture.table.rows)
            letters = std::max(letters, cellText(row[column], {}, QLocale::c()).size());
        const qsizetype longest = picture.table.columns[column] == "text" ? kLongestText : kLongest;
        wanted.push_back(metrics.averageCharWidth() * static_cast<double>(std::min(letters + 2, longest)));
        sum += wanted.back();
    }
    double left = kGap;
    const double stretch = sum > 0.0 ? std::min(1.0, width / sum) : 1.0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const bool last = i + 1 == wanted.size();
        const double column = last ? std::max(0.0, kGap + width - left) : stretch * wanted[i];
        layout.columns.emplace_back(left, layout.names.top(), column, layout.names.height());
        left += column;
    }
}

} // namespace

QRectF ToolsLayout::row(const QRectF& column, std::size_t row) const {
    return {column.left(), names.top() + static_cast<double>(row) * row_height, column.width(), row_height};
}

std::optional<std::size_t> ToolsLayout::rowAt(const QPointF& position) const {
    if (row_height <= 0.0 || position.y() < names.top()) return std::nullopt;
    const auto at = static_cast<std::size_t>((position.y() - names.top()) / row_height);
    return at < rows ? std::optional(at) : std::nullopt;
}

std::optional<std::size_t> ToolsLayout::weightAt(const QPointF& position) const {
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (weights[i].contains(position)) return i;
    return std::nullopt;
}

double ToolsLayout::x(double value) const {
    const auto scaled = [&](double v) { return logarithmic ? std::log10(std::max(v, low)) : v; };
    const double span = scaled(high) - scaled(low);
    const double share = span > 0.0 ? (scaled(value) - scaled(low)) / span : 0.0;
    return plot.left() + std::clamp(share, 0.0, 1.0) * plot.width();
}

ToolsLayout layOutTools(const ToolsPicture& picture, const QFont& font, const QSizeF& size) {
    const QFontMetricsF metrics(font);
    const double line = metrics.height(), width = size.width() - 2 * kGap;
    ToolsLayout layout;
    layout.rows = picture.rows();
    layout.row_height = kRowLines * line;
    const double top = headHeight(picture, line);
    const double height = layout.row_height * static_cast<double>(layout.rows);
    const double names = std::min(widest(picture, metrics), kMostNames * width);
    layout.names = {kGap, top, names, height};
    layout.axis = {kGap, top - 1.4 * line, width, line};
    double left = layout.names.right() + kGap;
    if (picture.page == ToolsPage::Ranking) {
        const double bar = 0.3 * width, labels = std::min(0.4 * width, 18.0 * line);
        for (std::size_t d = 0; d < picture.weights.size(); ++d)
            layout.weights.emplace_back(kGap + labels, kGap + kRowLines * line * static_cast<double>(d), bar, line);
        layout.weight_names = {kGap, kGap, labels - kGap, line};
        layout.weight_shares = {kGap + labels + bar + kGap, kGap, 0.25 * width, line};
        layout.legend = {kGap, layout.weights.back().bottom() + 0.6 * line, width, line};
        for (std::size_t d = 0; d < picture.weights.size(); ++d, left += kGradeLines * line)
            layout.grades.emplace_back(left, top, kGradeLines * line, height);
        left += kGap;
        layout.high = kHighestScore;
    } else if (picture.page == ToolsPage::Claims || picture.page == ToolsPage::Timeline) {
        layout.legend = {kGap, kGap, width, line};
        const auto [low, high] = picture.range();
        layout.logarithmic = picture.page == ToolsPage::Claims;
        layout.low = layout.logarithmic ? std::pow(10.0, std::floor(std::log10(low))) : low - 1.0;
        layout.high = layout.logarithmic ? std::pow(10.0, std::ceil(std::log10(high))) : high + 1.0;
    } else {
        layOutColumns(layout, picture, metrics, width);
        return layout;
    }
    const double share = picture.page == ToolsPage::Ranking ? 0.4 : 0.74;
    const double rest = std::max(0.0, kGap + width - left);
    layout.plot = {left, top, share * rest, height};
    layout.notes = {layout.plot.right() + kGap, top, std::max(0.0, (1.0 - share) * rest - kGap), height};
    return layout;
}

double toolsHeight(const ToolsPicture& picture, const QFont& font) {
    const double line = QFontMetricsF(font).height();
    return headHeight(picture, line) + kRowLines * line * static_cast<double>(picture.rows()) + kGap;
}

double toolsWidth(const ToolsPicture& picture, const QFont& font) {
    const bool text = picture.page == ToolsPage::Table;
    return (text ? 60.0 : 36.0) * QFontMetricsF(font).height();
}

} // namespace strata::views
