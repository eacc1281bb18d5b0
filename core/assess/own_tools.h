// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/own_rows.h"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>

namespace strata::exchange {
struct CollectiveTiming;
}

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
/// A collective on a cluster and how long it took.
MeasuredRow rowOf(const exchange::CollectiveTiming& timing, const std::string& cluster, const std::string& id);
/// Operators of serving engines, and collectives of NCCL, that aiconfigurator's collector timed.
Result<std::vector<MeasuredRow>> operatorRows(std::string_view text, std::string_view file, const OwnHints& hints,
                                              std::vector<Message>* left_out);
/// Batches that Splitwise's authors timed: the first token, and each further one.
Result<std::vector<MeasuredRow>> batchRows(std::string_view text, std::string_view file, const OwnHints& hints,
                                           const Library& library, std::vector<Message>* left_out);
/// Batches that ran without a server; the model, and ranks as tensor parallelism, come from the hints.
Result<std::vector<MeasuredRow>> oneBatchRows(std::string_view text, std::string_view file, const OwnHints& hints,
                                              const Library& library, std::vector<Message>* left_out);
/// The catalog's engine of a name as tools write it, with or without more behind a "-"; the name itself where none is
/// known.
std::string engineNamed(std::string_view name);
/// Of the names that the results of a file give their hardware, those that may mean the stated one: all where nothing
/// is stated or the file has one name. Results of the others are counted in notes. Errors: "bad-argument" where none of
/// several names means it.
Result<std::set<std::string>> namesOfStated(const std::map<std::string, std::size_t>& results, const OwnHints& hints,
                                            const Library& library, std::string_view file,
                                            std::vector<Message>* left_out);
/// The device that was stated, or the one that a file names: "h100", "b200-trt".
Result<std::string> deviceNamed(const std::string& named, const OwnHints& hints, const Library& library,
                                std::string_view file);

} // namespace strata::assess
