// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/base/pipes.h"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <unistd.h>

namespace strata {
namespace {

namespace fs = std::filesystem;

/// Owns a POSIX file descriptor.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    bool isOpen() const { return number_ >= 0; }
    int number() const { return number_; }
    /// Some file systems report a full disk only here.
    bool close() { return ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

std::string systemReason(int code) { return std::generic_category().message(code); }

Error unreadable(const fs::path& path, const Message& why) {
    return {"unreadable-file", "", {"error.cannot-read-file-because", {{"reason", why}}}, {}, path.string()};
}

Error unwritable(const fs::path& path, const Message& why, Message expected = {}) {
    return {"unwritable-file",
            "",
            {"error.cannot-write-file-because", {{"reason", why}}},
            std::move(expected),
            path.string()};
}

Error tooLarge(const fs::path& path, Message text) {
    return {"too-large", "", std::move(text), {"accepted.at-most-bytes", {{"most", kMaximumJsonBytes}}}, path.string()};
}

/// Reads to the end, but stops soon after the limit: a pipe does not tell its size.
Result<std::string> readAll(const fs::path& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.isOpen()) return unreadable(path, verbatim(systemReason(errno)));
    struct stat status {};
    if (::fstat(file.number(), &status) != 0) return unreadable(path, verbatim(systemReason(errno)));
    if (S_ISDIR(status.st_mode)) return unreadable(path, {"error.folder"});
    if (S_ISREG(status.st_mode) && static_cast<std::uintmax_t>(status.st_size) > kMaximumJsonBytes) {
        return tooLarge(path, {"error.file-has-bytes", {{"bytes", status.st_size}}});
    }
    std::string text;
    std::string chunk(std::size_t{1} << 16U, '\0');
    for (;;) {
        const ssize_t got = ::read(file.number(), chunk.data(), chunk.size());
        if (got == 0) return text;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return unreadable(path, verbatim(systemReason(errno)));
        text.append(chunk, 0, static_cast<std::size_t>(got));
        if (text.size() > kMaximumJsonBytes) return tooLarge(path, {"error.file-has-more-bytes"});
    }
}

bool writeAll(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// A pipe that nobody reads would stop an ordinary open for ever: it has this long to get a reader.
int openForWriting(const fs::path& path, std::chrono::milliseconds patience) {
    constexpr std::chrono::milliseconds kPause{50};
    for (std::chrono::milliseconds waited{0};; waited += kPause) {
        const int file = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        if (file >= 0) {
            std::ignore = ::fcntl(file, F_SETFL, ::fcntl(file, F_GETFL) & ~O_NONBLOCK);
            return file;
        }
        if (errno != ENXIO || waited >= patience) return -1;
        ::poll(nullptr, 0, static_cast<int>(kPause.count()));
    }
}

fs::path temporarySibling(const fs::path& path) {
    static std::atomic<unsigned> serial{0};
    return path.parent_path() / ("." + path.filename().string() + "." + std::to_string(::getpid()) + "-" +
                                 std::to_string(++serial) + ".tmp");
}

} // namespace

Result<Json> readJsonFile(const fs::path& path) {
    const auto text = readAll(path);
    if (!text) return text.error();
    return parseJson(*text, path.string());
}

Result<void> writeInPlace(const fs::path& path, std::string_view text, std::chrono::milliseconds patience) {
    std::error_code ignored;
    const bool is_pipe = fs::is_fifo(path, ignored); // sockets refuse with ENXIO as well, and for good
    Descriptor file(openForWriting(path, is_pipe ? patience : std::chrono::milliseconds(0)));
    if (!file.isOpen() && is_pipe && errno == ENXIO) {
        const double seconds = static_cast<double>(patience.count()) / 1000.0;
        return unwritable(path, {"error.pipe-without-reader"}, {"accepted.pipe-with-reader", {{"seconds", seconds}}});
    }
    if (!file.isOpen() || !writeAll(file.number(), text) || !file.close())
        return unwritable(path, verbatim(systemReason(errno)));
    return {};
}

Result<void> writeFileWhole(const fs::path& path, std::string_view text) {
    std::error_code ignored;
    const fs::path target = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path, ignored) : path;
    struct stat old {};
    const bool exists = ::stat(target.c_str(), &old) == 0;
    if (exists && S_ISDIR(old.st_mode)) return unwritable(path, {"error.folder"});
    if (exists && !S_ISREG(old.st_mode)) return writeInPlace(target, text);
    if (exists && ::access(target.c_str(), W_OK) != 0) return unwritable(path, verbatim(systemReason(errno)));

    const fs::path temporary = temporarySibling(target);
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file.isOpen()) return unwritable(path, verbatim(systemReason(errno)));
    if (exists) std::ignore = ::fchmod(file.number(), old.st_mode & 0777U);
    if (!writeAll(file.number(), text) || ::fsync(file.number()) != 0 || !file.close() ||
        ::rename(temporary.c_str(), target.c_str()) != 0) {
        const int why = errno;
        ::unlink(temporary.c_str());
        return unwritable(path, verbatim(systemReason(why)));
    }
    // Without this the new name may be lost with the power, although the bytes are safe.
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.isOpen()) std::ignore = ::fsync(directory.number());
    return {};
}

} // namespace strata
