// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/suite.h"
#include "core/hardware/gpu/gpu.h"
#include "core/workload/kernel/kernel.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace strata {
class Library;
}

namespace strata::assess {

/// One measured kernel of an operator of serving stacks.
struct ModernRow {
    std::string id;         ///< file and line
    std::size_t device = 0; ///< index into ModernRows::devices
    std::string_view op;    ///< "attention-context", "attention-encoder", "attention-generation", "mla-context", ...
    std::string_view dtype; ///< "16/16", "fp8-block"
    workload::Kernel kernel;
    double measured_s = 0.0;
    bool held_out = false;   ///< its shape takes no part in fits
    std::string_view flag{}; ///< of the manifest, for rows that take no part in fits: kContradictsLarger, ...
    bool defect() const { return !flag.empty(); }
};

/// Flags of the manifests of kernels of serving stacks.
inline constexpr std::string_view kContradictsLarger = "contradicts-larger"; ///< slower than a larger problem
inline constexpr std::string_view kImpossibleRate = "impossible-rate";       ///< faster than the device's memory
inline constexpr std::string_view kCopied = "copied";                        ///< times of another shape
inline constexpr std::string_view kUntuned = "untuned"; ///< the engine's tuner had no kernel for it

/// Measured kernels of a folder with the devices that they name.
struct ModernRows {
    std::vector<hardware::Gpu> devices;
    std::vector<ModernRow> rows;
    std::vector<Refusal> refused;
};

/// Index of the device of a library's alias; it is appended to `devices` when it is new. Errors: "not-found".
Result<std::size_t> deviceNamed(std::string_view alias, const Library& library, std::vector<hardware::Gpu>& devices);

/// The same under this engine, which chooses the kernels.
Result<std::size_t> setupNamed(std::string_view alias, std::string_view engine, const Library& library,
                               ModernRows& data);

/// A fifth of all shapes, by a hash of their sizes: whole families of shapes are held out, not single rows.
bool heldOut(std::initializer_list<double> sizes);

/// The tables of the folder whose names start with `prefix` and an underscore, in the order of their names.
std::vector<std::filesystem::path> tablesNamed(const std::filesystem::path& folder, std::string_view prefix);

/// attention_context, _generation, _encoder and mla of all devices. Errors: "unreadable-file" where there is none of
/// them.
Result<ModernRows> readAttentionRows(const std::filesystem::path& folder, const Library& library);

/// What a method says about a row.
struct ModernAnswer {
    double seconds = 0, low = 0, high = 0;
    bool seen = false;      ///< the device took part in the fit
    std::string distance{}; ///< name of the distance whose interval it is
};
SuiteRow toSuiteRow(const ModernRow& row, const hardware::Gpu& gpu, const ModernAnswer& answer);

} // namespace strata::assess
