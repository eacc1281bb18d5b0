// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/request.h"

#include <string>
#include <string_view>
#include <vector>

namespace strata {

/// A document with the schema that rules it, and the same document before the request changed it.
struct Ruled {
    const Json& document;
    const Json& original;
    std::string_view root; ///< pointer of the document in a request
};

/// The parameter of one number or choice that stands at `pointer` of the document.
Parameter makeParameter(const Field& field, const Ruled& ruled, const std::string& pointer, const std::string& group);

/// Every draggable number and choice below a document, grouped by the objects that have a name.
void collectParameters(const ObjectSchema& schema, const Ruled& ruled, std::vector<Parameter>& parameters);

/// Those of the request's hardware, ruled by its kind's schema.
Result<void> addHardwareParameters(const Json& request, const Library& library, std::vector<Parameter>& parameters);

/// Those of one member of a request, "workload" or "plan", as stated; none where it is absent.
void addStated(const Json& request, RequestKind kind, const std::string& member, std::vector<Parameter>& parameters);

/// Those of a `kernel` or `model` request's workload, also where it takes the default, and plan.
Result<void> addKernelParameters(const Json& request, const Library& library, std::vector<Parameter>& parameters);
Result<void> addModelParameters(const Json& request, const Library& library, std::vector<Parameter>& parameters);

/// Hyper-parameters of the transformer that a request runs: what its catalog entry says, or the request's change of it.
/// None of other models.
Result<void> addModelShape(const Json& request, const Library& library, std::vector<Parameter>& parameters);

/// Those of a `training` request's workload and plan.
Result<void> addTrainingParameters(const Json& request, const Library& library, std::vector<Parameter>& parameters);

} // namespace strata
