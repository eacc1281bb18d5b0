// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/level_titles.h"

#include "core/evaluate/kinds/npu/layer_query.h"
#include "views/support/text/text.h"

#include <nlohmann/json.hpp>
#include <QCoreApplication>

namespace strata::views {

LevelTitles levelTitles(const DesignState& design) {
    LevelTitles titles;
    const auto query = queryOf<LayerQuery>(design);
    if (!query || !query->hardware) return titles;
    for (const Json& level : query->hardware->value("levels", Json::array())) {
        const std::string title = level.value("title", std::string());
        if (!title.empty()) titles.emplace(level.value("name", std::string()), levelTitle(title));
    }
    return titles;
}

LevelTitles levelTitles(std::span<const DesignState* const> designs) {
    LevelTitles titles;
    for (const DesignState* design : designs)
        titles.merge(levelTitles(*design));
    return titles;
}

QString labelText(std::string_view label, const LevelTitles& titles) {
    const auto title = titles.find(label);
    return title == titles.end() ? labelText(label) : toQString(title->second);
}

QString cellText(const Cell& cell, std::string_view column, const QLocale& locale, const LevelTitles& titles) {
    const auto* text = std::get_if<std::string>(&cell);
    return text && titles.contains(*text) ? labelText(*text, titles) : cellText(cell, column, locale);
}

std::string levelTitle(const std::string& title) {
    return QCoreApplication::translate("Field", title.c_str()).toStdString();
}

} // namespace strata::views
