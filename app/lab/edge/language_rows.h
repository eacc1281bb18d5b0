// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "core/assess/rows.h"

namespace strata::assess {

/// A published time of a language model on one device, as the request that asks for it.
struct LanguageRows {
    std::vector<MeasuredRow> rows; ///< groups: device, backend, model, phase ("step" or "prompt"), tokens
    std::vector<Refusal> refused;
};

/// Tables llm_tokens.csv and llm_dgxspark.csv (folder cpu) and strix_halo_llamabench.csv.gz (folder field/apu_llamacpp)
/// below the folder of all data. Errors: those of readTable().
Result<LanguageRows> readLanguageRows(const std::filesystem::path& folder, const Library& library);

/// Suite "edge-language": tokens of language models on devices that the coefficients were fitted without, or on all
/// devices with what the library knows of them. Group values of a row by name.
Result<SuiteReport> runEdgeLanguage(const SuiteOptions& options);
std::string_view groupOf(const MeasuredRow& row, std::string_view key);

/// Calibration "edge-language".
Result<hardware::Calibration> fitEdgeLanguage(const std::filesystem::path& data, const Library& library,
                                              const Without& without);

} // namespace strata::assess
