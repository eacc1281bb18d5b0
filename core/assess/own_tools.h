// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/own_rows.h"

#include <nlohmann/json_fwd.hpp>

namespace strata::assess {

/// Readers of single tools, and what they share; readOwnRows() chooses among them.

/// "bad-argument": what is wrong and which option mends it.
Error badArgument(Message text, Message expected, std::string_view file);
/// The device, or the cluster where no device was measured; an empty text where neither was.
Json hardwareOf(const OwnTarget& target);
/// The engine that was measured, or `otherwise`.
Json engineOf(const OwnTarget& target, const std::string& otherwise);
/// The catalog's model of a name as tools write it, with or without the path before it.
Result<std::string> modelOf(const std::string& stated, const OwnHints& hints, const Library& library,
                            std::string_view file);

/// Results of InferenceX: mean times of the first and of each further token, and tokens a second.
Result<std::vector<MeasuredRow>> benchmarkRows(std::string_view text, std::string_view file, const OwnHints& hints,
                                               const Library& library, std::vector<Message>* left_out);
/// Kernels that Nsight Systems or Nsight Compute timed, with the sizes that PyTorch told them.
Result<std::vector<MeasuredRow>> profileRows(std::string_view text, std::string_view file, const OwnHints& hints,
                                             std::vector<Message>* left_out);

} // namespace strata::assess
