// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answer_lines.h"
#include "app/cli/command.h"
#include "app/cli/input.h"
#include "core/evaluate/engine/engine.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <unistd.h>

namespace strata::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array kOptions{
    Option{"--out", "FILE|-", "Write the estimates to FILE.", false, "the standard output"},
    Option{"--jobs", "N", "Number of threads.", false, "as many as the machine has"},
    Option{"--progress", "", "Print the progress even when the error stream is not a terminal."}, kDataRootOption,
    kCatalogOption};

/// Keeps a bounded number of requests under way and gives the answers back in the order of the questions.
class OrderedAnswers {
public:
    explicit OrderedAnswers(std::size_t window) : slots_(window) {}

    bool full() const { return asked_ - taken_ == slots_.size(); }
    bool empty() const { return asked_ == taken_; }
    /// The place of the next question; not when full().
    std::size_t ask() { return asked_++ % slots_.size(); }

    void answer(std::size_t place, std::string line, bool failed) {
        const std::lock_guard lock(mutex_);
        slots_[place] = Answer{std::move(line), failed};
        answered_.notify_one();
    }

    struct Answer {
        std::string line;
        bool failed = false;
    };
    /// The oldest answer. Waits for it, or returns nothing when it is not there yet.
    std::optional<Answer> take(bool wait) {
        std::unique_lock lock(mutex_);
        auto& oldest = slots_[taken_ % slots_.size()];
        if (wait) answered_.wait(lock, [&oldest] { return oldest.has_value(); });
        if (!oldest) return std::nullopt;
        ++taken_;
        return std::exchange(oldest, std::nullopt);
    }

private:
    std::mutex mutex_;
    std::condition_variable answered_;
    std::vector<std::optional<Answer>> slots_;
    std::uint64_t asked_ = 0;
    std::uint64_t taken_ = 0;
};

/// Tells every half second how far the batch is.
class Ticker {
public:
    Ticker(std::ostream& err, bool on) : err_(err), on_(on) {}
    ~Ticker() {
        if (told_) err_ << '\r' << count_ << " requests\n";
    }
    void step() {
        ++count_;
        if (!on_ || Clock::now() - last_ < std::chrono::milliseconds(500)) return;
        last_ = Clock::now();
        told_ = true;
        err_ << '\r' << count_ << " requests" << std::flush;
    }

private:
    std::ostream& err_;
    bool on_;
    bool told_ = false;
    std::uint64_t count_ = 0;
    Clock::time_point last_ = Clock::now();
};

class Batch {
public:
    Batch(std::shared_ptr<const Library> library, const Registry& registry, unsigned jobs, std::ostream& out,
          Ticker& ticker)
        : answers_(kWindowPerJob * jobs), out_(out), ticker_(ticker), engine_(std::move(library), jobs, registry) {}

    void submit(const std::string& line, const std::string& place) {
        while (answers_.full())
            write(true);
        const std::size_t slot = answers_.ask();
        auto request = parseJson(line, place);
        if (!request) {
            answers_.answer(slot, errorLine(request.error()), true);
        } else {
            engine_.submitBatch(
                std::make_shared<const Json>(*std::move(request)), [this, slot](Ticket, Outcome outcome) {
                    answers_.answer(slot, outcome ? estimateLine(**outcome) : errorLine(outcome.error()), !outcome);
                });
        }
        while (!answers_.empty() && write(false)) {
        }
    }

    /// True when every request was answered.
    bool finish() {
        while (!answers_.empty())
            write(true);
        return !failed_;
    }

private:
    static constexpr std::size_t kWindowPerJob = 64;

    bool write(bool wait) {
        const auto answer = answers_.take(wait);
        if (!answer) return false;
        out_ << answer->line << '\n';
        failed_ = failed_ || answer->failed;
        ticker_.step();
        return true;
    }

    OrderedAnswers answers_;
    std::ostream& out_;
    Ticker& ticker_;
    bool failed_ = false;
    Engine engine_; // last: joined before anything that its callbacks use goes away
};

Error unopened(const std::string& file, const char* code, Message text) {
    return {code, "", std::move(text), {}, file};
}

bool sameFile(const std::string& a, const std::string& b) {
    std::error_code ignored;
    return a != "-" && b != "-" && std::filesystem::equivalent(a, b, ignored);
}

int run(const Arguments& arguments, Streams& streams) {
    const auto jobs = arguments.count("--jobs", std::max(1U, std::thread::hardware_concurrency()));
    if (!jobs) return fail(jobs.error(), streams);
    const std::string& source = arguments.positional().front();
    const std::string target = arguments.value("--out").value_or("-");
    if (sameFile(source, target)) {
        return fail({"bad-argument", "", {"error.out-is-the-input"}, {"accepted.another-file"}, source}, streams);
    }
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    std::ifstream in_file;
    std::ofstream out_file;
    if (source != "-") in_file.open(source);
    if (source != "-" && (!in_file || std::filesystem::is_directory(source))) {
        return fail(unopened(source, "unreadable-file", {"error.cannot-read-file"}), streams);
    }
    if (target != "-") out_file.open(target, std::ios::trunc);
    if (target != "-" && !out_file)
        return fail(unopened(target, "unwritable-file", {"error.cannot-write-file"}), streams);
    std::ostream& out = target == "-" ? streams.out : out_file;

    bool all_answered = false;
    {
        Ticker ticker(streams.err, arguments.has("--progress") || ::isatty(STDERR_FILENO) != 0);
        Batch batch(*library, streams.registry, *jobs, out, ticker);
        LineReader lines(source == "-" ? streams.in : in_file);
        std::string line;
        for (std::uint64_t number = 1; out && lines.next(line); ++number) {
            batch.submit(line, (source == "-" ? "standard input" : source) + ":" + std::to_string(number));
        }
        all_answered = batch.finish();
    }
    out.flush();
    if (!out) return fail(unopened(target, "unwritable-file", {"error.cannot-write-file"}), streams);
    return all_answered ? kAnswered : kFailed;
}

} // namespace

Command batchCommand() {
    return {"batch",
            "REQUESTS.jsonl|- --out ESTIMATES.jsonl|- [--jobs N]",
            "Evaluates one request per line and prints one estimate per line in the same order.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::cli
