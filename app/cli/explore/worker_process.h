// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace strata::cli {

/// Another process that is asked a line at a time through its standard input and output; its error stream is ours. It
/// leads a process group, and what it starts in this group ends with it.
class WorkerProcess {
public:
    /// Starts a program with its words; nothing where that fails.
    static std::optional<WorkerProcess> start(const std::vector<std::string>& words);
    WorkerProcess(WorkerProcess&& other) noexcept;
    WorkerProcess& operator=(WorkerProcess&& other) noexcept;
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;
    /// Lets it end by itself, which it does at the end of its input, and ends it where it does not.
    ~WorkerProcess();

    /// False where the process is gone, or takes nothing for `patience`. SIGPIPE must be blocked in the calling thread.
    bool write(const std::string& line, std::chrono::seconds patience);
    /// Without its end; nothing where the process ends first, says nothing for `patience`, or says more than `most`
    /// bytes without an end.
    std::optional<std::string> read(std::size_t most, std::chrono::seconds patience);
    bool wasSilent() const { return was_silent_; } ///< the last call lost its patience
    /// Ends its group now, from any thread; reads that wait return.
    void kill() const;
    /// Asks its group to end, so that a launcher such as srun ends what it started elsewhere.
    void terminate() const;
    /// Waits for its end, and kills its group where that takes longer.
    void killAfter(std::chrono::milliseconds patience) const;
    pid_t pid() const { return pid_; }

private:
    WorkerProcess(pid_t pid, int in, int out) : pid_(pid), in_(in), out_(out) {}
    void close();
    /// Until a pipe is ready; false where it is not within `patience`.
    bool await(int pipe, short event, std::chrono::seconds patience);

    pid_t pid_ = -1;
    int in_ = -1, out_ = -1; ///< its input and its output
    std::string pending_;
    bool was_silent_ = false;
};

} // namespace strata::cli
