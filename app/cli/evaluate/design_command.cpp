// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluate/commands.h"
#include "app/cli/input/input.h"
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

/// The ids of all tasks as a sentence has them: "run, serve or train".
std::string tasksOf(const Registry& registry) {
    const auto all = design::tasks(registry);
    std::string text;
    for (std::size_t i = 0; i < all.size(); ++i)
        text += (i == 0 ? "" : i + 1 == all.size() ? " or " : ", ") + std::string(all[i]->id);
    return text;
}

Result<std::string> taskOf(const Arguments& arguments, const Registry& registry) {
    const auto all = design::tasks(registry);
    const auto wanted = arguments.value("--task");
    if (!wanted) return std::string(all.front()->id);
    if (std::ranges::find(all, *wanted, &TaskForm::id) != all.end()) return *wanted;
    return Error{"bad-argument",
                 "",
                 {"error.field-is-word", {{"field", "--task"}, {"value", *wanted}}},
                 verbatim(tasksOf(registry)),
                 {}};
}

int run(const Arguments& arguments, Streams& streams) {
    const auto task = taskOf(arguments, streams.registry);
    if (!task) return fail(task.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto& names = arguments.positional();
    const auto request = design::newDesign({names[0], arguments.value("--layer").value_or(""), names[1], *task},
                                           **library, streams.registry);
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
