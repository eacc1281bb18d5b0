// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/message.h"

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strata::exchange {

/// What YAML files of Timeloop and Accelergy describe; parts that no file has are null.
struct TimeloopFiles {
    std::shared_ptr<const Json> hardware;    ///< an entry of the kind npu
    std::shared_ptr<const Json> layer;       ///< the workload of a layer request, with operator "custom"
    std::shared_ptr<const Json> mapping;     ///< plan.mapping of that request
    std::shared_ptr<const Json> constraints; ///< plan.constraints; a request without a mapping then searches for one
    std::vector<Message> notes;

    /// A request of the kind layer. Errors: "missing" where architecture or problem is not there.
    Result<Json> request() const;
};

/// Reads any of architecture (version 0.3 with subtrees, 0.4 with nodes), problem, mapping, constraints of a mapper
/// (constraints, architecture_constraints or mapspace_constraints, beside an architecture) and an energy reference
/// table (ERT), in one file or in several: pairs of text and file. Names of tensors and dimensions become lower case.
/// Parts that are not understood are named in notes. Errors: those of parseYaml(), "missing", "bad-value" with file and
/// pointer.
Result<TimeloopFiles> readTimeloopFiles(std::span<const std::pair<std::string, std::string>> texts);

namespace detail {

/// An error of a part, with its pointer.
Error timeloopError(std::string pointer, Message text, Message expected);
std::string lowered(std::string_view text);
/// A number, also one that stands as a text; nothing where it does not stand.
/// A text may be arithmetic with members of `scope`, or of the object itself: "banks * 512".
std::optional<double> timeloopNumber(const Json& object, std::initializer_list<const char*> keys, const Json& scope);
std::optional<double> timeloopNumber(const Json& object, std::initializer_list<const char*> keys);

/// The text of a file without the calls of its template language: an included text is taken from `texts`, and the
/// folder of the file is never searched. Other calls are named in a note. Errors: "missing" with the line of an
/// included text that is not among `texts`, "too-large".
Result<std::string> timeloopText(std::string_view text, const std::string& file,
                                 std::span<const std::pair<std::string, std::string>> texts,
                                 std::vector<Message>& notes);

/// The level that a target means, of objects with the member "level". The tool's front end calls the copies of a
/// container "inter_NAME_spatial".
std::optional<std::size_t> timeloopLevel(const std::vector<Json>& levels, const std::string& target);
/// Whether a target names copies, which a container without any does not have.
bool isTimeloopSpread(std::string_view target);

/// The npu entry of an architecture, energies from the table where it is not null. `variables`: what expressions may
/// name, or null. Constraints that stand in the architecture go to `targets`, in the form of a list of constraints.
Result<Json> timeloopHardware(const Json& architecture, const Json& variables, const Json& energies, Json& targets,
                              std::vector<Message>& notes);
Result<Json> timeloopLayer(const Json& problem, std::vector<Message>& notes);
/// `hardware`: the entry whose levels the mapping names, or null. `layer`: what timeloopLayer() made, or null.
Result<Json> timeloopMapping(const Json& mapping, const Json& hardware, const Json& layer);
/// `/plan/constraints` of a layer request; null where nothing of it constrains. `layer`: as above.
Result<Json> timeloopConstraints(const Json& constraints, const Json& hardware, const Json& layer,
                                 std::vector<Message>& notes);

} // namespace detail

} // namespace strata::exchange
