// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration/calibration.h"

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata {
class Library;
}

namespace strata::assess {

/// A question that is answered by measured rows alone, or by them beside what the committed models say of them: nothing
/// is fitted that a request reads. The answer has the form of a calibration, so that the catalog carries it: each group
/// is a row, its key says of what, its values are the numbers.
struct Analysis {
    std::string_view id;   ///< of the file in hwlib/calibration: "analysis-gamma"
    std::string_view what; ///< one line
    Result<hardware::Calibration> (*compute)(const std::filesystem::path& data, const Library& library) = nullptr;
};
std::span<const Analysis> analyses();

/// The folder of a subject: `part` of the folder of all data where it is there, else the folder itself.
std::filesystem::path partOf(const std::filesystem::path& data, std::string_view part);

/// Rows of a table by key, each with the samples of its values.
class Grouped {
public:
    using Key = std::map<std::string, std::string, std::less<>>;
    void add(const Key& key, const std::map<std::string, double, std::less<>>& values);
    /// One group a key: of each value its mean under its name, and where `spread` names it also name_p10, name_p50 and
    /// name_p90. Keys with fewer than kFewestPoints samples are left out: the percentiles of one are no percentiles.
    static constexpr std::size_t kFewestPoints = 5;
    std::vector<hardware::CalibrationGroup> groups(std::span<const std::string_view> spread) const;
    std::size_t size(const Key& key) const;

private:
    std::map<Key, std::map<std::string, std::vector<double>, std::less<>>> samples_;
};

/// The composition gap of one measured model or step, and what its prediction attributes the gap to: terms that sum to
/// `predicted`. All numbers are shares of a sum of kernels.
struct MeasuredGap {
    std::string workload, phase, device, batch; ///< batch: a range
    double measured = 0.0, predicted = 0.0;     ///< each over its own sum of kernels
    double kernel_error = 0.0;                  ///< of the predicted sum of kernels
    std::map<std::string, double, std::less<>> parts;
};
/// Whole models whose nodes were timed one by one (readKernelSums()), and decode steps of serving engines whose kernels
/// were measured, collectives among them. Errors: those of the tables; "not-found" without the nodes or without any
/// gap.
Result<std::vector<MeasuredGap>> gapsOfModels(const std::filesystem::path& folder, const Library& library);
Result<std::vector<MeasuredGap>> gapsOfSteps(const std::filesystem::path& folder, const Library& library);

// Each: errors of the data, "not-found" where the folder has none of its files.

/// gamma of whole models (node sums) and of decode steps (kernel sums), measured and predicted, by workload, phase,
/// device and batch, with what the prediction attributes it to.
Result<hardware::Calibration> analyseGamma(const std::filesystem::path& data, const Library& library);
/// Error of the mean of N kernels, measured, beside what independent errors, errors as correlated as measured, and the
/// claim that errors grow with the root of N would give.
Result<hardware::Calibration> analyseRoots(const std::filesystem::path& data, const Library& library);
/// Share of the measured time that a bandwidth, a compute and the full model capture.
Result<hardware::Calibration> analyseCapture(const std::filesystem::path& data, const Library& library);
/// Errors of a model fitted to convolutions on the kernels of transformers, and the other way round.
Result<hardware::Calibration> analyseTransfer(const std::filesystem::path& data, const Library& library);
/// How far measurements of one configuration lie apart under engine releases of different age.
Result<hardware::Calibration> analyseAgeing(const std::filesystem::path& data, const Library& library);

} // namespace strata::assess
