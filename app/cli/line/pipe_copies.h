// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/pipes.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace strata::cli {

/// What programs write into named pipes among the files of a command, read to its end into files of the same names,
/// which go with this object. Readers may then open a file more than once, and none stands still before a pipe that
/// nobody writes.
class PipeCopies {
public:
    /// Replaces each named pipe by its copy. Errors: "unreadable-file" where nothing came in time, or the copy failed.
    static Result<PipeCopies> of(std::vector<std::string>& files, std::chrono::milliseconds patience = kPipePatience);

    PipeCopies() = default;
    PipeCopies(PipeCopies&& other) noexcept : folder_(std::move(other.folder_)) { other.folder_.clear(); }
    PipeCopies& operator=(PipeCopies&&) = delete;
    ~PipeCopies();

private:
    std::filesystem::path folder_; ///< of this process; empty: there was no pipe
};

} // namespace strata::cli
