// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace strata {

/// What a part of a question is: without its scope, its quantity or the technique that it is about, a tool has no
/// answer; a missing layer or a further technique leaves a part of the answer out.
enum class ToolPartKind { Platform, Workload, Phase, Layer, Quantity, Technique };

/// Something that a tool can state to model, and that a question can need.
struct ToolPart {
    std::string_view id; ///< "tensor-parallel"; its text is the message "needs.<id>"
    ToolPartKind kind = ToolPartKind::Technique;
};

/// The closed list of parts, in the order in which tables show them.
std::span<const ToolPart> toolParts();

} // namespace strata
