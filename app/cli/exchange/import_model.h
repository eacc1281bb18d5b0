// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"

namespace strata::cli {

/// Models of other tools become entries: printed, written with --out, added to the catalog with --add.
int importModel(const std::string& file, const Arguments& arguments, Streams& streams);

/// YAML files of Timeloop and Accelergy become a request of the kind layer, or the parts that they describe.
int importTimeloop(std::span<const std::string> files, const Arguments& arguments, Streams& streams);

/// What the headers of a checkpoint say.
int importSafetensors(const std::string& file, const Arguments& arguments, Streams& streams);

} // namespace strata::cli
