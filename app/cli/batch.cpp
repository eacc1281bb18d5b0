// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answer_lines.h"
#include "app/cli/command.h"
#include "app/cli/input.h"
#include "core/evaluate/engine/engine.h"

#include <array>
#include <atomic>
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
    Option{"--progress", "", "Print the progress even when the error stream is not a terminal."},
    kMetricsOnlyOption,
    kRequireValidOption,
    kDataRootOption,
    kCatalogOption};

/// Keeps a bounded number of requests under way and gives the answers back in the order of the questions. One thread
/// asks, one takes, any answers.
class OrderedAnswers {
public:
    explicit OrderedAnswers(std::size_t window) : slots_(window) {}

    struct Answer {
        std::string line;
        bool failed = false;
    };

    /// The place of the next question. Waits while too many are under way.
    std::size_t ask() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return asked_ - taken_ < slots_.size(); });
        return asked_++ % slots_.size();
    }

    void answer(std::size_t place, Answer answer) {
        const std::lock_guard lock(mutex_);
        slots_[place] = std::move(answer);
        changed_.notify_all();
    }

    /// No question follows.
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        changed_.notify_all();
    }

    /// The oldest answer. Waits for it; nothing when all were taken and no question follows.
    std::optional<Answer> take() {
        std::unique_lock lock(mutex_);
        auto& oldest = slots_[taken_ % slots_.size()];
        changed_.wait(lock, [&] { return oldest.has_value() || (closed_ && asked_ == taken_); });
        if (!oldest) return std::nullopt;
        ++taken_;
        changed_.notify_all();
        return std::exchange(oldest, std::nullopt);
    }

    /// Whether take() would not wait for an answer.
    bool ready() {
        const std::lock_guard lock(mutex_);
        return slots_[taken_ % slots_.size()].has_value();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::optional<Answer>> slots_;
    std::uint64_t asked_ = 0;
    std::uint64_t taken_ = 0;
    bool closed_ = false;
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

/// Answers lines while others are still to come: a program that writes one question and waits gets its answer.
class Batch {
public:
    Batch(std::shared_ptr<const Library> library, const Registry& registry, unsigned jobs, AnswerForm form,
          std::ostream& out, Ticker& ticker)
        : answers_(kWindowPerJob * jobs), form_(form), out_(out), ticker_(ticker),
          engine_(std::move(library), jobs, registry), writer_([this] { write(); }) {}

    ~Batch() { answers_.close(); }

    void submit(const std::string& line, const std::string& place) {
        const std::size_t slot = answers_.ask();
        auto request = parseJson(line, place);
        if (!request) return answers_.answer(slot, {errorLine(request.error()), true});
        engine_.submitBatch(std::make_shared<const Json>(*std::move(request)), [this, slot](Ticket, Outcome outcome) {
            answers_.answer(slot, outcome ? OrderedAnswers::Answer{form_.line(**outcome), !form_.accepts(**outcome)}
                                          : OrderedAnswers::Answer{errorLine(outcome.error()), true});
        });
    }

    /// False once the output took no more.
    bool writes() const { return !broken_; }

    /// Waits for all answers. True when every request was answered.
    bool finish() {
        answers_.close();
        writer_.join();
        return !failed_;
    }

private:
    static constexpr std::size_t kWindowPerJob = 64;

    void write() {
        while (const auto answer = answers_.take()) {
            out_ << answer->line << '\n';
            if (!answers_.ready()) out_.flush(); // nothing to write at once: whoever waits gets what there is
            failed_ = failed_ || answer->failed;
            broken_ = !out_;
            ticker_.step();
        }
    }

    OrderedAnswers answers_;
    AnswerForm form_;
    std::ostream& out_;
    Ticker& ticker_;
    bool failed_ = false; ///< the writer's, until it is joined
    std::atomic<bool> broken_ = false;
    Engine engine_;       // joined before anything that its callbacks use goes away
    std::jthread writer_; // last: it ends when all questions that were asked have their answers
};

Error unopened(const std::string& file, const char* code, const char* what) {
    return {code, "", std::string("cannot ") + what + " the file", "", file};
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
        return fail({"bad-argument", "", "--out is the input file", "another file", source}, streams);
    }
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    std::ifstream in_file;
    std::ofstream out_file;
    if (source != "-") in_file.open(source);
    if (source != "-" && (!in_file || std::filesystem::is_directory(source))) {
        return fail(unopened(source, "unreadable-file", "read"), streams);
    }
    if (target != "-") out_file.open(target, std::ios::trunc);
    if (target != "-" && !out_file) return fail(unopened(target, "unwritable-file", "write"), streams);
    std::ostream& out = target == "-" ? streams.out : out_file;

    bool all_answered = false;
    {
        Ticker ticker(streams.err, arguments.has("--progress") || ::isatty(STDERR_FILENO) != 0);
        Batch batch(*library, streams.registry, *jobs, AnswerForm::of(arguments), out, ticker);
        LineReader lines(source == "-" ? streams.in : in_file);
        std::string line;
        for (std::uint64_t number = 1; batch.writes() && lines.next(line); ++number) {
            batch.submit(line, (source == "-" ? "standard input" : source) + ":" + std::to_string(number));
        }
        all_answered = batch.finish();
    }
    out.flush();
    if (!out) return fail(unopened(target, "unwritable-file", "write"), streams);
    return all_answered ? kAnswered : kFailed;
}

} // namespace

Command batchCommand() {
    return {"batch",
            "REQUESTS.jsonl|- [--out ESTIMATES.jsonl|-] [--jobs N] [--metrics-only] [--require-valid]",
            "Evaluates one request per line and prints one estimate per line in the same order.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::cli
