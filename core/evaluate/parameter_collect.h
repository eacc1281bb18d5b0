// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kind.h"

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

/// Those of one member of a request, "workload" or "plan", as stated; none where it is absent.
void addStated(const RequestKind& kind, const Json& request, const std::string& member,
               std::vector<Parameter>& parameters);

// What a kind's row lists among its parameters.

/// Those of the request's hardware, ruled by its kind's schema.
Result<void> addHardwareParameters(const RequestKind& kind, const Json& request, const Library& library,
                                   std::vector<Parameter>& parameters);

/// Those of workload and plan, as stated.
Result<void> addStatedParameters(const RequestKind& kind, const Json& request, const Library& library,
                                 std::vector<Parameter>& parameters);

/// Those of a layer: sequences and tokens that a transformer is asked about, from which its layers follow, and the
/// dimensions of the layer.
Result<void> addLayerParameters(const RequestKind& kind, const Json& request, const Library& library,
                                std::vector<Parameter>& parameters);

/// Those of a workload, also where it takes the default, and plan.
Result<void> addKernelParameters(const RequestKind& kind, const Json& request, const Library& library,
                                 std::vector<Parameter>& parameters);
Result<void> addModelParameters(const RequestKind& kind, const Json& request, const Library& library,
                                std::vector<Parameter>& parameters);

/// Hyper-parameters of the transformer that a request runs: what its catalog entry says, or the request's change of it.
/// None of other models.
Result<void> addModelShape(const RequestKind& kind, const Json& request, const Library& library,
                           std::vector<Parameter>& parameters);

/// Those of the part of a cluster, the workload and the plan of a training job.
Result<void> addTrainingParameters(const RequestKind& kind, const Json& request, const Library& library,
                                   std::vector<Parameter>& parameters);

} // namespace strata
