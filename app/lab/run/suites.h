// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/fit/without.h"
#include "core/assess/suite.h"
#include "core/hardware/calibration/calibration.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata {
class Library;
}

namespace strata::assess {

/// What a suite is run on, and how.
struct SuiteOptions {
    std::filesystem::path data;
    const Library& library;     ///< devices, models and the committed calibrations
    std::string method;         ///< of the predictions; empty: the suite's default
    std::string leave_one_out;  ///< "device", "generation", "vendor": refits without each; empty: never fits
    bool keep_requests = false; ///< fills SuiteRow::request, so that a row can be opened as a design
    std::string refit{};        ///< calibrations that leaving out fits anew, by commas; empty: all of the suite
    std::string only_device{};  ///< answers this device's rows alone (its id in the library); empty: all
};

/// A suite of `strata-lab validate`: measured rows and what a method says about them.
struct Suite {
    std::string_view id; ///< "gpu"
    std::string_view title;
    Result<SuiteReport> (*run)(const SuiteOptions&) = nullptr;
    std::vector<std::string_view> leaves_out{}; ///< what run() itself can leave out, beside devices
};
std::span<const Suite> suites();

/// What fits a calibration file of hwlib/calibration to the rows that its data's manifest gives to fits. `without`
/// leaves devices out, so that leaving out is the same code as the committed fit.
struct Calibrator {
    std::string_view id;    ///< of the file: "gpu-simt-matmul"
    std::string_view suite; ///< whose data it reads
    Result<hardware::Calibration> (*fit)(const std::filesystem::path& data, const Library& library,
                                         const Without& without) = nullptr;
    /// Calibrators whose results it needs are run before it and replace the committed ones in the library that it gets.
    std::vector<std::string_view> after{};
};
std::span<const Calibrator> calibrators();

} // namespace strata::assess
