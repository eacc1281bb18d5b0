// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/level_titles.h"

#include "core/evaluate/kind.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "views/support/text/text.h"

#include <nlohmann/json.hpp>
#include <QCoreApplication>

namespace strata::views {

LevelTitles levelTitles(const Scene& scene, const DesignState& design) {
    LevelTitles titles;
    const Json* request = design.design.request.get();
    const RequestKind* kind = request ? kindOf(*request) : nullptr;
    if (!scene.library || kind == nullptr || !kind->by_layer || !request->contains("hardware")) return titles;
    const Result<Json> hardware = resolveHardware(*request, *scene.library);
    if (!hardware) return titles;
    for (const Json& level : hardware->value("levels", Json::array())) {
        const std::string title = level.value("title", std::string());
        if (!title.empty()) titles.emplace(level.value("name", std::string()), levelTitle(title));
    }
    return titles;
}

LevelTitles levelTitles(const Scene& scene, std::span<const DesignState* const> designs) {
    LevelTitles titles;
    for (const DesignState* design : designs)
        titles.merge(levelTitles(scene, *design));
    return titles;
}

QString labelText(std::string_view label, const LevelTitles& titles) {
    constexpr std::string_view kWaiting = "waiting for ";
    if (const auto title = titles.find(label); title != titles.end()) return toQString(title->second);
    if (label.starts_with(kWaiting))
        if (const auto title = titles.find(label.substr(kWaiting.size())); title != titles.end())
            return labelText(std::string(kWaiting) + title->second);
    return labelText(label);
}

QString cellText(const Cell& cell, std::string_view column, const QLocale& locale, const LevelTitles& titles) {
    const auto* text = std::get_if<std::string>(&cell);
    return text && titles.contains(*text) ? labelText(*text, titles) : cellText(cell, column, locale);
}

std::string levelTitle(const std::string& title) {
    return QCoreApplication::translate("Field", title.c_str()).toStdString();
}

} // namespace strata::views
