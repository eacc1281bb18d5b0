// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/level_titles.h"

#include "core/evaluate/hardware_query.h"

#include <nlohmann/json.hpp>

namespace strata::views {

LevelTitles levelTitles(const Scene& scene, const DesignState& design) {
    LevelTitles titles;
    const Json* request = design.design.request.get();
    if (!scene.library || !request || request->value("kind", Json()) != "layer" || !request->contains("hardware"))
        return titles;
    const Result<Json> hardware = resolveHardware(*request, *scene.library);
    if (!hardware) return titles;
    for (const Json& level : hardware->value("levels", Json::array())) {
        std::string title = level.value("title", std::string());
        if (!title.empty()) titles.emplace(level.value("name", std::string()), std::move(title));
    }
    return titles;
}

} // namespace strata::views
