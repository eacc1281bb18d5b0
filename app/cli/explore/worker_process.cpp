// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/explore/worker_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace strata::cli {
namespace {

constexpr std::chrono::milliseconds kPatience{2000}, kGlance{10};

struct Pipe {
    int reads = -1, writes = -1;
    bool open() {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
        reads = ends[0];
        writes = ends[1];
        return true;
    }
    void close() const {
        if (reads >= 0) ::close(reads);
        if (writes >= 0) ::close(writes);
    }
};

/// The child hears signals as usual, whatever the calling thread blocks, and leads a group of its own: what a shell
/// starts for it ends with it.
pid_t spawn(const std::vector<std::string>& words, const Pipe& to, const Pipe& from) {
    std::vector<std::string> copies = words;
    std::vector<char*> pointers;
    for (std::string& word : copies)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&actions, to.reads, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, from.writes, STDOUT_FILENO);
    sigset_t none, pipe;
    ::sigemptyset(&none);
    ::sigemptyset(&pipe);
    ::sigaddset(&pipe, SIGPIPE);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setsigdefault(&attributes, &pipe);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    pid_t pid = -1;
    const int failure = ::posix_spawnp(&pid, pointers.front(), &actions, &attributes, pointers.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    return failure == 0 ? pid : -1;
}

/// It is not waited for yet, so that its number still is that of its group.
bool hasEnded(pid_t pid) {
    siginfo_t found{};
    return ::waitid(P_PID, static_cast<id_t>(pid), &found, WEXITED | WNOHANG | WNOWAIT) != 0 || found.si_pid == pid;
}

} // namespace

std::optional<WorkerProcess> WorkerProcess::start(const std::vector<std::string>& words) {
    Pipe to, from;
    if (words.empty() || !to.open() || !from.open()) {
        to.close();
        from.close();
        return std::nullopt;
    }
    const pid_t pid = spawn(words, to, from);
    ::close(to.reads);
    ::close(from.writes);
    ::fcntl(to.writes, F_SETFL, O_NONBLOCK); // of our end alone: a process that reads nothing does not block us
    if (pid > 0) return WorkerProcess(pid, to.writes, from.reads);
    ::close(to.writes);
    ::close(from.reads);
    return std::nullopt;
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), in_(std::exchange(other.in_, -1)), out_(std::exchange(other.out_, -1)),
      pending_(std::move(other.pending_)), was_silent_(other.was_silent_) {}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
    if (this == &other) return *this;
    close();
    pid_ = std::exchange(other.pid_, -1);
    in_ = std::exchange(other.in_, -1);
    out_ = std::exchange(other.out_, -1);
    pending_ = std::move(other.pending_);
    was_silent_ = other.was_silent_;
    return *this;
}

WorkerProcess::~WorkerProcess() { close(); }

void WorkerProcess::close() {
    if (in_ >= 0) ::close(in_);
    if (out_ >= 0) ::close(out_);
    in_ = out_ = -1;
    if (pid_ <= 0) return;
    killAfter(kPatience);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
}

void WorkerProcess::kill() const {
    if (pid_ > 0) ::kill(-pid_, SIGKILL);
}

void WorkerProcess::terminate() const {
    if (pid_ <= 0) return;
    ::kill(-pid_, SIGTERM);
    ::kill(-pid_, SIGCONT); // a stopped process hears the first signal then
}

void WorkerProcess::killAfter(std::chrono::milliseconds patience) const {
    if (pid_ <= 0) return;
    const auto until = std::chrono::steady_clock::now() + patience;
    while (!hasEnded(pid_) && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(kGlance);
    kill(); // what it left running, too
}

bool WorkerProcess::await(int pipe, short event, std::chrono::seconds patience) {
    using std::chrono::steady_clock;
    constexpr std::chrono::milliseconds kLongest{std::chrono::hours{24}}; ///< of one call, which counts in an int
    const auto until = steady_clock::now() + patience;
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - steady_clock::now());
        if (left.count() <= 0) return was_silent_ = true, false;
        pollfd watched{pipe, event, 0};
        const int ready = ::poll(&watched, 1, static_cast<int>(std::min(left, kLongest).count()));
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
    }
}

bool WorkerProcess::write(const std::string& line, std::chrono::seconds patience) {
    const std::string text = line + "\n";
    was_silent_ = false;
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t written = ::write(in_, text.data() + at, text.size() - at);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EAGAIN) {
            if (!await(in_, POLLOUT, patience)) return false;
            continue;
        }
        if (written <= 0) return false;
        at += static_cast<std::size_t>(written);
    }
    return true;
}

std::optional<std::string> WorkerProcess::read(std::size_t most, std::chrono::seconds patience) {
    std::array<char, 65536> chunk{};
    std::size_t looked = 0;
    was_silent_ = false;
    for (;;) {
        if (const std::size_t end = pending_.find('\n', looked); end != std::string::npos) {
            std::string line = pending_.substr(0, end);
            pending_.erase(0, end + 1);
            return line;
        }
        looked = pending_.size();
        if (looked > most || !await(out_, POLLIN, patience)) return std::nullopt;
        const ssize_t got = ::read(out_, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return std::nullopt;
        pending_.append(chunk.data(), static_cast<std::size_t>(got));
    }
}

} // namespace strata::cli
