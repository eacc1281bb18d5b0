// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/kind.h"
#include "core/evaluate/request.h"

#include <functional>
#include <optional>

namespace strata {

struct Entry;
namespace design {
struct Wish;
}

/// Another question about the same work: how a request of one kind becomes one of the kind `to`.
struct Conversion {
    std::string_view to;
    Result<Json> (*convert)(const Json& request) = nullptr;
};

/// What people ask of a workload on a machine ("serve it"), where requests of this kind answer it.
struct TaskForm {
    std::string_view id;             ///< "serve"; kinds may share one and differ in the machines
    std::string_view title;          ///< of its button: "&Serve it"
    std::string_view label;          ///< of a design made so: "%1 served on %2", workload and machine
    std::vector<EntryKind> machines; ///< that it can be asked of
    /// Why this machine cannot do that with the workload; nothing where it can. Cheap enough for each row of a list.
    std::optional<Error> (*obstacle)(const Entry& workload, const Entry& machine, const Library& library) = nullptr;
    /// A complete request. Called where there is no obstacle.
    Result<Json> (*begin)(const design::Wish& wish, const Library& library) = nullptr;
};

/// What an answer is about: a part of what users see, one batch of their requests, or an engine under load.
enum class Extent { Part, Batch, Load };

/// One kind of request; a row of the table of kinds. What depends on a request's kind stands here and nowhere else.
struct RequestKind {
    using AddParameters = Result<void> (*)(const RequestKind& kind, const Json& request, const Library& library,
                                           std::vector<Parameter>& parameters);
    using Placed = Result<Json> (*)(const Json& request, const Entry& entry, const Library& library);

    std::string_view id;    ///< as the member `kind` of a request states it
    std::string_view title; ///< one line for people
    const ObjectSchema& (*schema)() = nullptr;
    /// A request that states every part which can be added to one, with the value that it begins with: what holds where
    /// the part is absent; for techniques, which nothing holds for, a usual setting. nullptr: nothing can be added.
    const Json& (*starts)() = nullptr;
    /// A start that follows from what the request states: what holds at the pointer while nothing is stated there.
    /// Nothing where `starts` says it; nullptr: it always does.
    std::optional<double> (*held)(const Json& request, std::string_view pointer) = nullptr;
    /// A request that is valid against the schema, with every name resolved. Errors point into the request. Cheap
    /// enough for the window's thread.
    std::function<Result<Resolved>(const Json& request, const Library& library)> resolve{};
    std::vector<AddParameters> parameters; ///< what can be dragged, in the order of the panel

    std::vector<std::string_view> headline;  ///< metrics that are read first; then the estimate's own order
    std::string_view plotted{};              ///< metric that plots begin with; empty: the first of the estimate
    std::string_view measured = "latency_s"; ///< what a measurement of such a request usually tells

    std::vector<EntryKind> hardware;  ///< that it runs on
    std::vector<EntryKind> workloads; ///< of the catalog, in its member workload.model; empty: it states its own
    std::vector<Conversion> conversions;
    bool becomes(std::string_view kind_id) const;
    Placed with_hardware = nullptr; ///< the same question on another entry; it may become one of another kind
    Placed with_model = nullptr;    ///< the same question about another workload of the catalog
    std::optional<TaskForm> task;

    std::string_view workspace; ///< arrangement of the window that draws it: "npu", "gpu", "cluster", "serving"
    std::string_view sample;    ///< a request of this kind among the samples

    bool by_layer = false; ///< it asks for one layer, laid out over the levels of a hierarchy by a mapping
    Extent extent = Extent::Part;
    bool serves = false;      ///< it runs under a runtime that batches requests
    bool plans = false;       ///< `plan.search` tries the degrees of a parallel plan
    bool runs_kernels = true; ///< kernels of a device are part of the answer
    const Field& (*devices)() =
        nullptr; ///< how many devices of a cluster it takes; nullptr: it takes its hardware whole
    /// The workload that single members of the request override; nullptr: its members stand for themselves.
    Result<Json> (*inherited)(const Json& request, const Library& library) = nullptr;
    /// Changes in `after` what has to follow a change of its workload since `before`. `known` is what `before` resolves
    /// to, or nothing where nobody has resolved it.
    Result<void> (*follow)(const Json& before, const Resolved& known, Json& after, const Library& library) = nullptr;
};

} // namespace strata
