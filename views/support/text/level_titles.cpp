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
    const Json* levels = findPointer(*hardware, "/levels");
    if (levels == nullptr || !levels->is_array()) return titles;
    for (const Json& level : *levels) {
        const Json *title = findPointer(level, "/title"), *name = findPointer(level, "/name");
        if (title != nullptr && name != nullptr && title->is_string() && name->is_string())
            titles.emplace(name->get<std::string>(), levelTitle(title->get<std::string>()));
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
