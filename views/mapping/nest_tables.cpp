// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/nest_tables.h"

#include "core/base/quantity.h"
#include "views/mapping/mapping_text.h"
#include "views/support/table/cell_number.h"
#include "views/support/text/level_titles.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace strata::views {
namespace {

std::size_t columnOf(const Table& table, std::string_view name) {
    return static_cast<std::size_t>(
        std::distance(table.columns.begin(), std::find(table.columns.begin(), table.columns.end(), name)));
}

bool holds(const std::vector<Cell>& row, std::size_t column, std::string_view text) {
    if (column >= row.size()) return false;
    const auto* const cell = std::get_if<std::string>(&row[column]);
    return cell != nullptr && *cell == text;
}

/// The level that a pointer into a request means: an entry of the mapping or of the hardware. A mapping may
/// leave levels out, so the entry's own name decides; hardware lists its levels completely and in order.
std::optional<std::size_t> levelAt(const Json& request, std::string_view pointer, const LayerQuery& query) {
    constexpr std::string_view mapping = "/plan/mapping/levels/";
    constexpr std::string_view levels = "/levels/";
    const auto found = pointer.find(levels);
    if (found == std::string_view::npos) return std::nullopt;
    const std::string_view rest = pointer.substr(found + levels.size());
    std::size_t index = 0;
    const auto [end, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
    if (failure != std::errc{}) return std::nullopt;
    if (pointer.starts_with(mapping)) {
        const auto entry = std::string(pointer.substr(0, static_cast<std::size_t>(end - pointer.data())));
        if (const Json* name = findPointer(request, entry + "/level"); name != nullptr && name->is_string()) {
            for (std::size_t level = 0; level < query.architecture.levels.size(); ++level)
                if (query.architecture.levels[level].name == name->get_ref<const std::string&>()) return level;
        }
    }
    if (index >= query.architecture.levels.size()) return std::nullopt;
    return index;
}

/// "+3.2 KiB over": how much beside the bar says it all, so the note's sentence about it is not repeated.
QString overflowText(const Occupancy& occupancy, const hardware::NpuLevel& level) {
    const double bytes = (occupancy.used - occupancy.capacity) * level.word_bits / 8.0;
    return bytes < 1024.0 ? MappingText::tr("+%1 B over").arg(bytes)
                          : MappingText::tr("+%1 over").arg(toQString(formatQuantity(bytes, "B", 2)));
}

/// What the core says, in the reader's language, with the titles of the query's levels.
class Sentences {
public:
    explicit Sentences(const LayerQuery* query) : titles_(query ? titlesOf(*query) : LevelTitles()) {}

    QString operator()(const Message& message) const { return told(message, QLocale(), titles_); }

    QString withFix(const QString& text, const Note& note) const {
        return note.fixes.empty() ? text : text + QStringLiteral("; ") + told(note.fixes, QLocale(), titles_);
    }

private:
    LevelTitles titles_;
};

bool isProblem(const Note& note) { return note.level == Note::Level::Warning; }

QString demand(const Estimate& estimate, const std::string& level, const char* wanted, const char* limit,
               const char* sentence, const QLocale& locale) {
    const auto words = tableNumber(estimate, "levels", level, {}, wanted);
    const auto available = tableNumber(estimate, "levels", level, {}, limit);
    if (!words || !available || *available <= 0.0 || *words <= *available) return {};
    return MappingText::tr(sentence).arg(locale.toString(*words / *available * 100.0, 'f', 0),
                                         locale.toString(*available, 'g', 3));
}

} // namespace

LevelTitles titlesOf(const LayerQuery& query) {
    LevelTitles titles;
    for (const hardware::NpuLevel& level : query.architecture.levels)
        titles.emplace(level.name, levelTitle(level.title));
    return titles;
}

std::optional<double> tableNumber(const Estimate& estimate, std::string_view table_name, std::string_view level,
                                  std::string_view tensor, std::string_view column_name) {
    const Table* const table = estimate.findTable(table_name);
    if (table == nullptr) return std::nullopt;
    const std::size_t level_column = columnOf(*table, "level");
    const std::size_t tensor_column = columnOf(*table, "tensor");
    const std::size_t column = columnOf(*table, column_name);
    for (const auto& row : table->rows) {
        if (!holds(row, level_column, level)) continue;
        if (!tensor.empty() && !holds(row, tensor_column, tensor)) continue;
        return column < row.size() ? cellNumber(row[column]) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<Occupancy> occupancyOf(const Estimate& estimate, const LayerQuery& query, std::size_t level) {
    const auto& hardware = query.architecture.levels[level];
    if (!hardware.stores) return std::nullopt;
    Occupancy result;
    bool known = false;
    for (std::size_t tensor = 0; tensor < query.problem.tensors.size(); ++tensor) {
        const bool kept = tensor < query.mapping.levels[level].keep.size() && query.mapping.levels[level].keep[tensor];
        const auto words =
            tableNumber(estimate, "accesses", hardware.name, query.problem.tensors[tensor].name, "tile_words");
        known = known || words.has_value();
        result.words.push_back(kept ? words.value_or(0.0) : 0.0);
        result.used += result.words.back();
    }
    if (!known) return std::nullopt;
    result.capacity = tableNumber(estimate, "levels", hardware.name, {}, "capacity_words").value_or(0.0);
    return result;
}

QString bandwidthOf(const Estimate& estimate, const LayerQuery& query, std::size_t level, const QLocale& locale) {
    const std::string& name = query.architecture.levels[level].name;
    const auto throttle = tableNumber(estimate, "levels", name, {}, "throttle");
    if (!throttle || *throttle >= 1.0) return {};
    const QString reads = demand(estimate, name, "read_words_per_cycle", "read_limit_words_per_cycle",
                                 QT_TRANSLATE_NOOP("MappingText", "reads need %1 % of %2 words/cycle"), locale);
    const QString writes = demand(estimate, name, "write_words_per_cycle", "write_limit_words_per_cycle",
                                  QT_TRANSLATE_NOOP("MappingText", "writes need %1 % of %2 words/cycle"), locale);
    if (reads.isEmpty() || writes.isEmpty()) return reads + writes;
    return reads + QStringLiteral(", ") + writes;
}

QStringList problemsOf(const DesignState& state, const LayerQuery& query, std::size_t level) {
    QStringList result;
    if (!state.estimate || state.stale || !state.design.request) return result;
    const Sentences said(&query);
    const auto occupancy = occupancyOf(*state.estimate, query, level);
    const bool over = occupancy && occupancy->capacity > 0.0 && occupancy->used > occupancy->capacity;
    for (const Note& note : state.estimate->notes) {
        if (!isProblem(note) || levelAt(*state.design.request, note.pointer, query) != level) continue;
        const bool overflow = over && note.code == "over-capacity";
        result << said.withFix(overflow ? overflowText(*occupancy, query.architecture.levels[level]) : said(note.text),
                               note);
    }
    return result;
}

QString generalProblem(const DesignState& state, const LayerQuery* query) {
    const Sentences said(query);
    if (state.error) {
        const Error& error = *state.error;
        QString text = said(error.text);
        if (!error.expected.empty() && !isForCommandLine(error.expected))
            text = MappingText::tr("%1; accepted: %2").arg(text, said(error.expected));
        return text;
    }
    if (!state.estimate || state.stale || query == nullptr || !state.design.request) return {};
    QStringList texts;
    for (const Note& note : state.estimate->notes)
        if (isProblem(note) && !levelAt(*state.design.request, note.pointer, *query))
            texts << said.withFix(said(note.text), note);
    return texts.join(QStringLiteral("\n"));
}

} // namespace strata::views
