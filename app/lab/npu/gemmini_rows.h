// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "core/base/json.h"

#include <memory>

namespace strata::assess {

/// A layer on a systolic array, as its hardware description ran on FPGAs with a stated mapping.
struct CommandRow {
    std::string id;
    std::string layer;   ///< its shape; rows of one layer are seen by a fit together, or none of them is
    bool fitted = false; ///< the layer is among those that fits may see
    double cycles = 0;   ///< measured
    std::shared_ptr<const Json> request; ///< kind layer, method npu.commands, with the mapping
};

/// The rows of tuned mappings. Errors: those of readTable(), "malformed-csv" for a mapping that is none.
Result<std::vector<CommandRow>> commandRows(const std::filesystem::path& folder);

/// Suite `npu-commands`: cycles of every row against npu.commands, grouped by whether a fit saw the layer.
Result<SuiteReport> runCommandSuite(const SuiteOptions& options);
/// Calibration `npu-commands`.
Result<hardware::Calibration> fitCommands(const std::filesystem::path& data, const Library& library,
                                          const Without& without);

/// Suite `npu-systolic`: cycles and words of the reference simulator's runs.
Result<SuiteReport> runSystolicSuite(const SuiteOptions& options);
/// Suite `npu-stalls`: reports that the simulator's authors keep, with ports of finite bandwidth.
Result<SuiteReport> runSystolicStallSuite(const SuiteOptions& options);
/// Suite `npu-components`: energies of accesses by size against those of another estimator.
Result<SuiteReport> runComponentSuite(const SuiteOptions& options);
/// Suite `npu-directives`: words of dataflows that are stated as directives, against a data-centric model.
Result<SuiteReport> runDirectiveSuite(const SuiteOptions& options);

} // namespace strata::assess
