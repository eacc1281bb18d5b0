// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/serving_run.h"

namespace strata::methods {

Result<Estimate> estimateServing(const Request& request, const Context& context) {
    const auto prepared = prepareServing(*request.document, context);
    if (!prepared) return prepared.error();
    Estimate estimate;
    estimate.calibrations = prepared->calibrations;
    if (prepared->misfit) {
        estimate.valid = false;
        estimate.notes = {*prepared->misfit};
        return estimate;
    }
    const ServingQuery& query = prepared->query;
    const ServingEngine& prompts = prepared->engines.prompts;
    const auto& decode = prepared->engines.decode;
    const serving::AloneTime alone(*prompts.tables, prompts.options, loneChunk(*prepared), prompts.alone);
    std::vector<ServingAnswer> found;
    for (const double ratio : {1.0, prompts.ratio_low, prompts.ratio_high}) {
        auto answer = simulateServing(*prepared, query, ratio, context, found.empty() ? &alone : nullptr);
        if (!answer) return answer.error();
        found.push_back(*std::move(answer));
    }
    if (prompts.energy) addEnergy(prompts, decode ? &*decode : nullptr, query, found[0]);
    const std::array<ServingAnswer, 3> answers{std::move(found[0]), std::move(found[1]), std::move(found[2])};
    if (answers[0].totals.requests == 0) {
        estimate.valid = false;
    } else {
        writeServing(query, answers, estimate);
    }
    addServingNotes(query, answers[0], prompts, estimate);
    return estimate;
}

} // namespace strata::methods
