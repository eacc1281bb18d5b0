// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exchange/import_measurements.h"

#include "app/cli/input/input.h"
#include "app/cli/input/own_target.h"
#include "core/base/json.h"
#include "core/base/message_text.h"

#include <iostream>
#include <map>

namespace strata::cli {

int importMeasurements(std::span<const std::string> files, const Arguments& arguments, Streams& streams) {
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto target = ownTargetOf(arguments, **library);
    if (!target) return fail(target.error(), streams);
    std::vector<Message> left_out;
    const auto rows = ownRowsOf(files, arguments, *target, **library, &left_out);
    if (!rows) return fail(rows.error(), streams);
    std::map<std::string, std::size_t> quantities;
    std::string text;
    for (const assess::MeasuredRow& row : *rows) {
        ++quantities[row.quantity];
        text += assess::toJsonLine(row) + "\n";
    }
    for (const auto& [quantity, count] : quantities)
        streams.out << quantity << "  " << count << " rows\n";
    for (const Message& note : left_out)
        streams.out << "note: " << messageText(note) << '\n';
    if (const auto file = arguments.value("--out")) {
        if (auto written = writeFileWhole(*file, text); !written) return fail(written.error(), streams);
    }
    return kAnswered;
}

} // namespace strata::cli
