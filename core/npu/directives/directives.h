// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapping.h"

#include <string>
#include <string_view>
#include <vector>

namespace strata::npu {

/// One data-centric directive (H. Kwon et al., "Understanding Reuse, Performance, and Hardware Cost of DNN Dataflows:
/// A Data-centric Approach", MICRO 2019, doi 10.1145/3352460.3358252).
struct Directive {
    enum class Kind { Temporal, Spatial, Cluster };
    Kind kind = Kind::Temporal;
    std::string dimension;    ///< of the problem: "m", "p"; empty for a cluster
    std::uint64_t size = 1;   ///< coordinates that a unit holds at a time; units of a cluster
    std::uint64_t offset = 1; ///< to the next unit, or to the next step

    friend bool operator==(const Directive&, const Directive&) = default;
};

/// Reads directives as the field writes them: "SpatialMap(1,1) K; TemporalMap(8+Sz(S)-1,8) X; Cluster(64,P);". The
/// dimensions of a convolution are K, C, R, S, N, G, Y and X of the inputs or Y' and X' of the outputs; those of a
/// matrix product M, N and K. Rows and columns of inputs become those of outputs. Lines may end in comments that begin
/// with
/// "//". Errors: "malformed" with the line, "unknown-dimension", at `pointer`.
Result<std::vector<Directive>> readDirectives(std::string_view text, const workload::Problem& problem,
                                              std::string_view pointer);

/// The loop nest that the directives mean on an architecture: steps of a cluster's directives are loops of the level
/// outside of its fan-out, in their order; units beyond a fan-out become steps. One fan-out axis for each cluster,
/// outermost first, rows before columns; a single cluster takes all axes. Errors: "not-modelled" where tiles of outputs
/// overlap or there are more clusters than axes, those of readMapping(), at `pointer`.
Result<Mapping> mappingOf(const std::vector<Directive>& directives, const hardware::NpuArchitecture& architecture,
                          const workload::Problem& problem, std::string_view pointer);

/// A loop nest written as directives, outermost first, one a line; "Cluster" stands between fan-outs. Loops of one
/// iteration are left out.
std::string directivesOf(const Mapping& mapping, const hardware::NpuArchitecture& architecture,
                         const workload::Problem& problem);

} // namespace strata::npu
