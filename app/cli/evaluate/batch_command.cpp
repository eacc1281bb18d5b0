// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluate/commands.h"
#include "app/cli/evaluate/line_answers.h"
#include "app/cli/input/input.h"
#include "app/cli/output/answer_lines.h"

#include <array>
#include <chrono>
#include <fstream>
#include <iostream>
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

/// Questions under way for each thread that answers.
constexpr std::size_t kWindowPerJob = 64;

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
        Engine engine(*library, *jobs, streams.registry);
        LineAnswers batch(engine, kWindowPerJob * *jobs, AnswerForm::of(arguments), out, [&ticker] { ticker.step(); });
        LineReader lines(source == "-" ? streams.in : in_file);
        std::string line;
        for (std::uint64_t number = 1; batch.writes() && lines.next(line); ++number) {
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
            "REQUESTS.jsonl|- [--out ESTIMATES.jsonl|-] [--jobs N] [--metrics-only] [--require-valid]",
            "Evaluates one request per line and prints one estimate per line in the same order.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::cli
