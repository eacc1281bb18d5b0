// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/input.h"
#include "core/evaluate/design/tasks.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

constexpr std::array kOptions{
    Option{"--task", "TASK", "What the machine does with the model: run, serve or train.", false, "run"},
    Option{"--layer", "NAME", "Evaluate this layer instead of the whole workload."}, kDataRootOption, kCatalogOption};

Result<design::Task> taskOf(const Arguments& arguments) {
    const std::string wanted = arguments.value("--task").value_or("run");
    const auto all = design::tasks();
    const auto found = std::ranges::find(all, wanted, [](design::Task task) { return design::name(task); });
    if (found != all.end()) return *found;
    return Error{"bad-argument", "", "--task is \"" + wanted + "\"", "run, serve or train", {}};
}

int run(const Arguments& arguments, Streams& streams) {
    const auto task = taskOf(arguments);
    if (!task) return fail(task.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto& names = arguments.positional();
    const auto request =
        design::newDesign({names[0], arguments.value("--layer").value_or(""), names[1], *task}, **library);
    if (!request) return fail(request.error(), streams, kFailed);
    streams.out << (*request)->dump(2) << '\n';
    return kAnswered;
}

} // namespace

Command designCommand() {
    return {"design",
            "WORKLOAD HARDWARE [--task run|serve|train] [--layer NAME]",
            "Prints a complete request for a workload on a device or cluster, as a start to edit.",
            kOptions,
            2,
            2,
            run};
}

} // namespace strata::cli
