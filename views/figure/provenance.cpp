// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/figure/provenance.h"

#include "core/base/hash.h"
#include "core/evaluate/registry.h"
#include "core/session/session.h"
#include "views/figure/figure_export.h"
#include "views/support/base/view.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::views {
namespace {

Json describeDesign(const DesignState& state, const Library* library) {
    Json result = {{"letter", std::string(1, state.design.letter)}, {"label", state.design.label}};
    if (state.design.request) result["request"] = *state.design.request;
    if (!state.estimate) return result;
    result["request_sha256"] = state.estimate->request_sha256;
    result["method"] = state.estimate->method;
    const Method* method = builtinRegistry().method(state.estimate->kind, state.estimate->method);
    if (method != nullptr && library != nullptr) result["method_version"] = versionOf(*method, *library);
    return result;
}

/// Hashes of the catalog entries that the drawn designs refer to, as a session embeds them.
Json inputHashes(const Scene& scene) {
    Json result = Json::object();
    if (!scene.library) return result;
    Session session;
    for (const DesignState* state : {scene.selectedDesign(), scene.baselineDesign()})
        if (state && state->design.request) session.study.designs.push_back(state->design);
    embedInputs(session, *scene.library);
    for (const auto& [id, text] : session.inputs)
        result[id] = sha256(text);
    return result;
}

} // namespace

std::string provenance(const View& view, std::string_view view_id, const FigureSpec& spec, double height_mm,
                       std::string_view figure_bytes, std::string_view csv) {
    const Scene& scene = view.scene();
    Json document = {{"strata_figure", 1},
                     {"strata", STRATA_VERSION},
                     {"view", std::string(view_id)},
                     {"metric", scene.metric},
                     {"width_mm", spec.width_mm},
                     {"height_mm", height_mm},
                     {"dark", spec.dark},
                     {"inputs", inputHashes(scene)},
                     {"csv_sha256", sha256(csv)},
                     {"figure_sha256", sha256(figure_bytes)}};
    if (!spec.note.empty()) document["note"] = spec.note;
    if (const auto state = parseJson(view.saveState())) document["view_state"] = *state;
    document.update(view.figureOrigin());
    if (const DesignState* design = scene.selectedDesign())
        document["selected"] = describeDesign(*design, scene.library.get());
    if (const DesignState* design = scene.baselineDesign())
        document["baseline"] = describeDesign(*design, scene.library.get());
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace strata::views
