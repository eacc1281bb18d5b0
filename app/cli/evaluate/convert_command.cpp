// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluate/commands.h"
#include "app/cli/input/input.h"
#include "core/evaluate/design/catalog_edits.h"

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

constexpr std::array kOptions{Option{"--to", "KIND", "The kind of request to make; `kinds` lists what becomes what."}};

int run(const Arguments& arguments, Streams& streams) {
    const auto to = arguments.value("--to");
    if (!to)
        return fail({"bad-argument", {}, {"error.field-missing", {{"field", "--to"}}}, verbatim("--to KIND"), {}},
                    streams);
    const auto document = readDocument(arguments.positional().front(), streams.in);
    if (!document) return fail(document.error(), streams);
    const auto request = design::converted(*document, *to, streams.registry);
    if (!request) return fail(request.error(), streams, kFailed);
    streams.out << (*request)->dump(2) << '\n';
    return kAnswered;
}

} // namespace

Command convertCommand() {
    return {"convert",
            "REQUEST.json|- --to KIND",
            "Another question about the same work: a model's pass served under load, for example.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::cli
