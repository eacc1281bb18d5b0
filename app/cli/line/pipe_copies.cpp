// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/line/pipe_copies.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <unistd.h>

namespace strata::cli {
namespace {

namespace fs = std::filesystem;

/// Pipes of the shell, "<(program)", have their writer already.
bool isNamedPipe(const std::string& file) {
    std::error_code ignored;
    return file != "-" && !file.starts_with("/dev/") && !file.starts_with("/proc/") && fs::is_fifo(file, ignored);
}

/// Whether there is something to read, or the writer has gone.
bool isReady(int descriptor, int milliseconds) {
    pollfd waiting{descriptor, POLLIN, 0};
    int ready = 0;
    do
        ready = ::poll(&waiting, 1, milliseconds);
    while (ready < 0 && errno == EINTR);
    return ready > 0;
}

Error unreadable(Message text, const std::string& file) {
    return {"unreadable-file", "", std::move(text), {"accepted.pipe-with-writer"}, file};
}

Result<void> copy(const std::string& file, const fs::path& target, std::chrono::milliseconds patience) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return unreadable({"error.cannot-read-file"}, file);
    std::ofstream out(target, std::ios::binary);
    std::vector<char> piece(std::size_t{1} << 16U);
    // The first byte has a limit, what follows takes as long as its program takes.
    bool there = isReady(descriptor, static_cast<int>(patience.count()));
    const bool silent = !there;
    while (there && out) {
        const ssize_t got = ::read(descriptor, piece.data(), piece.size());
        if (got > 0) out.write(piece.data(), got);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) break;
        there = isReady(descriptor, -1);
    }
    ::close(descriptor);
    if (silent)
        return unreadable({"error.nothing-in-pipe", {{"seconds", static_cast<double>(patience.count()) / 1000.0}}},
                          file);
    out.close();
    if (!out) return unreadable({"error.cannot-write-file"}, target.string());
    return {};
}

} // namespace

Result<PipeCopies> PipeCopies::of(std::vector<std::string>& files, std::chrono::milliseconds patience) {
    PipeCopies copies;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!isNamedPipe(files[i])) continue;
        std::error_code failed;
        std::string name = (fs::temp_directory_path(failed) / "strata-pipe-XXXXXX").string();
        if (copies.folder_.empty() && (failed || ::mkdtemp(name.data()) == nullptr))
            return unreadable({"error.cannot-write-file"}, name);
        if (copies.folder_.empty()) copies.folder_ = name;
        const fs::path place = copies.folder_ / std::to_string(i);
        fs::create_directory(place, failed);
        const fs::path target = place / fs::path(files[i]).filename();
        if (auto copied = copy(files[i], target, patience); !copied) return copied.error();
        files[i] = target.string();
    }
    return copies;
}

PipeCopies::~PipeCopies() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

} // namespace strata::cli
