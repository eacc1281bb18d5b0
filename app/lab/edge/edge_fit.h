// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/edge/edge_rows.h"
#include "core/edge/rates.h"
#include "core/hardware/calibration/predictor.h"

#include <cstdint>
#include <functional>
#include <map>
#include <span>

namespace strata::assess {

/// Additive coefficients of every setting of the boards; `keep` says which rows take part.
hardware::Predictor fitBoards(const BoardRows& data, const std::function<bool(const BoardRow&)>& keep);

/// How times follow from rates on the boards.
struct FittedScaling {
    edge::RateScaling scaling;
    std::int64_t pairs = 0; ///< settings that were compared with each other
};
/// The serial share is the median over settings that were measured with one thread and with more, the distance the
/// median over pairs of boards with the same family of cores.
FittedScaling fitRateScaling(const BoardRows& data, const hardware::Predictor& predictor, const Library& library,
                             std::string_view part);

/// Adds ln(measured / predicted) of each board as its datasheet and the other boards have it, by distance: "same core"
/// where other boards have its family of cores, else "device left out".
void addDatasheetErrors(const BoardRows& data, const hardware::Predictor& predictor, const Library& library,
                        std::string_view part, const edge::RateScaling& scaling,
                        std::map<std::string, std::vector<double>>& by_distance);

/// Coefficients of each device's relative latency over the features of a space; `leave_out` names physical devices.
hardware::Predictor fitSpace(const SpaceRows& data, const std::function<bool(std::string_view device)>& leave_out);

/// What fits a file of hwlib/predictor/.
struct PredictorFit {
    std::string_view id;
    Result<hardware::Predictor> (*fit)(const std::filesystem::path& data, const Library& library) = nullptr;
};
std::span<const PredictorFit> predictorFits();

/// The library with this predictor in place of the one of its id, or beside the others.
std::shared_ptr<const Library> withPredictor(const Library& library, const hardware::Predictor& predictor);

/// A predictor with quantiles of ln(measured / predicted) of these errors.
hardware::PredictorResidual residualOf(std::map<std::string, std::string, std::less<>> key, std::vector<double> errors);

} // namespace strata::assess
