// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/explore/commands.h"
#include "app/cli/explore/explore_output.h"
#include "app/cli/explore/worker_pool.h"
#include "app/cli/input/input.h"
#include "app/cli/output/answer_lines.h"
#include "core/base/progress.h"
#include "core/base/quantity.h"
#include "core/explore/merge_results.h"
#include "core/explore/run.h"
#include "core/explore/summary_json.h"

#include <array>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>
#include <unistd.h>

namespace strata::cli {
namespace {

using namespace explore;
using Clock = std::chrono::steady_clock;
constexpr unsigned kUsualPatience = 1800, kMostPatience = 1000000; ///< seconds

constexpr std::array kOptions{
    Option{"--out", "FILE",
           "Write the points to FILE: .csv, .jsonl, or .results for a run that can be resumed; - prints CSV."},
    Option{"--resume", "", "Continue after the points that --out FILE.results already holds."},
    Option{"--shard", "I/N",
           "Answer part I of N parts of a sweep alone, into --out FILE.results; `results merge` joins the parts."},
    Option{"--front", "FILE", "Write the Pareto set to FILE, .csv or .jsonl."},
    Option{"--jobs", "N", "Number of threads.", false, "as many as the machine has"},
    Option{"--workers", "N", "Hand points to N processes, on this machine or others, in the place of threads."},
    Option{"--worker-command", "COMMAND",
           "What the shell starts as a worker, such as `srun --ntasks=1 --exact strata-cli points -`.", false,
           "this program"},
    Option{"--patience", "SECONDS",
           "Longest time in which a worker starts or answers a point; a worker that takes longer is ended, and other "
           "workers answer its points.",
           false, "1800"},
    Option{"--progress", "", "Print the progress even when the error stream is not a terminal."},
    kDataRootOption,
    kCatalogOption};

constexpr std::array kResultsOptions{
    Option{"--out", "FILE",
           "Write all points as a table to FILE: .csv or .jsonl; - prints CSV. For merge: the new file of results."},
    Option{"--front", "FILE", "Write the Pareto set to FILE, .csv or .jsonl."}, kDataRootOption, kCatalogOption};

/// Tells every half second how far a run is and how fast, and both once more at its end.
class Teller : public Progress {
public:
    Teller(std::ostream& err, bool on) : err_(err), on_(on) {}

    void report(std::uint64_t done, std::uint64_t total, std::string_view) override {
        if (first_ == 0) first_ = done;
        done_ = done;
        const auto now = Clock::now();
        if (!on_ || now - last_ < std::chrono::milliseconds(500)) return;
        last_ = now;
        tell('\r', total, "");
    }

    void finish(std::uint64_t total) {
        if (on_) tell('\r', total, "\n");
    }

private:
    void tell(char start, std::uint64_t total, const char* end) {
        const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
        err_ << start << formatCount(static_cast<double>(done_)) << " of " << formatCount(static_cast<double>(total))
             << " points, " << formatQuantity(static_cast<double>(done_) / std::max(seconds, 1e-9), "") << " points/s"
             << end << std::flush;
    }

    std::ostream& err_;
    bool on_;
    std::uint64_t first_ = 0, done_ = 0;
    Clock::time_point begin_ = Clock::now(), last_ = begin_;
};

/// Requests that cannot be answered get the document of REQUESTS.
int refuse(const Error& error, Streams& streams) {
    streams.out << errorLine(error) << '\n';
    return kFailed;
}

/// Before a run that may take hours, whether its front can be written at its end, and beside the points.
Result<void> checkFront(const Arguments& arguments) {
    const auto file = arguments.value("--front");
    if (!file) return {};
    if (*file == arguments.value("--out"))
        return Error{"bad-argument", "", {"error.file-out", {{"field", "--front"}}}, {"accepted.another-file"}, *file};
    if (!file->ends_with(".csv") && !file->ends_with(".jsonl") && *file != "-") {
        return Error{"bad-argument",
                     "",
                     {"error.field-is-word", {{"field", "--front"}, {"value", *file}}},
                     {"accepted.name-ends-in-csv-or-jsonl"},
                     {}};
    }
    const auto folder = std::filesystem::path(*file).parent_path();
    std::error_code ignored;
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
        return Error{
            "unwritable-file", "", {"error.cannot-write-front-there-no-such"}, {"accepted.folder-exists"}, *file};
    return {};
}

int tellSummary(const ExploreRequest& request, const ResultTable& table, const Arguments& arguments, bool out_is_taken,
                Streams& streams) {
    if (const auto file = arguments.value("--front")) {
        const auto front = summarize(request, table).front;
        auto output = openOutput(*file, request, streams.out);
        if (!output) return fail(output.error(), streams);
        if (auto written = writeRows(**output, table, &front); !written) return fail(written.error(), streams);
    }
    if (!out_is_taken) streams.out << canonicalText(summaryDocument(request, table)) << '\n';
    return kAnswered;
}

/// The table of an interrupted run and the file that goes on, or an empty one and a new file.
struct Opened {
    ResultTable table;
    std::unique_ptr<ExploreOutput> output;
};

/// Which points this machine answers.
Result<void> takeShard(const Arguments& arguments, ExploreRequest& request) {
    const auto text = arguments.value("--shard");
    if (!text) return {};
    if (isSearch(request.algorithm)) {
        return badArgument({"error.shard-search-which-chooses-each-generation"}, {"accepted.sweep"});
    }
    const auto file = arguments.value("--out");
    if (!file || !file->ends_with(".results"))
        return badArgument({"error.shard-needs-file-results"}, {"accepted.out-file-results"});
    const auto shard = shardOf(*text, request.budget);
    if (!shard) return shard.error();
    request.shard = *shard;
    return {};
}

Result<Opened> openRun(const Arguments& arguments, const ExploreRequest& request, std::ostream& out) {
    Opened opened;
    const auto file = arguments.value("--out");
    if (!arguments.has("--resume")) {
        if (!file) return opened;
        auto output = openOutput(*file, request, out);
        if (!output) return output.error();
        opened.output = *std::move(output);
        return opened;
    }
    if (!file || !file->ends_with(".results")) {
        return Error{"bad-argument", "", {"error.resume-needs-file-results"}, {"accepted.out-file-results"}, {}};
    }
    auto store = ResultStore::open(*file, true);
    if (!store) return store.error();
    if (auto same = store->canGoOn(request, *file); !same) return same.error();
    auto table = store->table();
    if (!table) return table.error();
    opened.table = *std::move(table);
    opened.output = continueOutput(*std::move(store));
    return opened;
}

/// The processes that --workers asks for; none without it.
Result<std::unique_ptr<WorkerPool>> workersOf(const Arguments& arguments, const ExploreRequest& request) {
    if (!arguments.has("--workers")) {
        for (const char* option : {"--worker-command", "--patience"})
            if (arguments.has(option))
                return badArgument({"error.option-needs-workers", {{"option", option}}}, verbatim("--workers N"));
        return std::unique_ptr<WorkerPool>();
    }
    if (arguments.has("--jobs")) return badArgument({"error.workers-have-no-jobs"}, {"accepted.workers-or-jobs"});
    const auto count = arguments.count("--workers", 1);
    if (!count) return count.error();
    const auto patience = arguments.count("--patience", kUsualPatience, kMostPatience);
    if (!patience) return patience.error();
    std::vector<std::string> words;
    if (const auto command = arguments.value("--worker-command")) {
        words = {"/bin/sh", "-c", *command};
    } else {
        std::error_code failure;
        const auto program = std::filesystem::read_symlink("/proc/self/exe", failure);
        if (failure)
            return Error{"unreadable-file",
                         "",
                         {"error.own-program-is-not-found", {{"reason", failure.message()}}},
                         {"accepted.worker-command-that-answers"},
                         "/proc/self/exe"};
        words = {program.string(), "points", "-"};
        for (const char* option : {"--data-root", "--catalog"})
            for (const std::string& value : arguments.values(option))
                words.insert(words.end(), {option, value});
    }
    return std::make_unique<WorkerPool>(std::move(words), *count, std::chrono::seconds(*patience), request);
}

void tellReplaced(const WorkerPool& workers, std::ostream& err) {
    const std::uint64_t silent = workers.silent(), ended = workers.replaced() - silent;
    constexpr const char* kAgain = "; what they had not answered was asked again\n";
    if (ended > 0) err << "note: " << ended << " workers ended early" << kAgain;
    if (silent > 0) err << "note: " << silent << " workers took longer than --patience and were ended" << kAgain;
}

int run(const char* kind, const Arguments& arguments, Streams& streams) {
    const auto jobs = arguments.count("--jobs", std::max(1U, std::thread::hardware_concurrency()));
    if (!jobs) return fail(jobs.error(), streams);
    if (auto front = checkFront(arguments); !front) return fail(front.error(), streams);
    const auto document = readDocument(arguments.positional().front(), streams.in);
    if (!document) return fail(document.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    auto request = parseExploreRequest(*document, *library);
    if (!request) return refuse(request.error(), streams);
    if ((*request->document)["kind"] != kind) {
        return fail({"wrong-kind",
                     "/kind",
                     {"error.request-is-of-kind", {{"kind", (*request->document)["kind"].get<std::string>()}}},
                     {"accepted.kind-or-other-command", {{"kind", kind}}},
                     {}},
                    streams);
    }
    if (auto taken = takeShard(arguments, *request); !taken) return fail(taken.error(), streams);
    const auto workers = workersOf(arguments, *request);
    if (!workers) return fail(workers.error(), streams);
    auto opened = openRun(arguments, *request, streams.out);
    if (!opened) return fail(opened.error(), streams);

    Teller teller(streams.err, arguments.has("--progress") || ::isatty(STDERR_FILENO) != 0);
    RunOptions options;
    options.threads = *jobs;
    options.progress = &teller;
    if (opened->output) options.on_block = [&](const PointBlock& block) { return opened->output->add(block); };
    if (*workers)
        options.evaluate = [pool = workers->get()](std::uint64_t first, std::uint64_t count,
                                                   const PointPool::Coordinates& coordinates,
                                                   const PointPool::Deliver& deliver, const std::stop_token& stop) {
            return pool->run(first, count, coordinates, deliver, stop);
        };
    const auto done = runExploration(*request, *library, options, opened->table);
    if (!done) return fail(done.error(), streams);
    if (*workers && !(*workers)->failure()) tellReplaced(**workers, streams.err);
    if (opened->output) {
        if (auto finished = opened->output->finish(); !finished) return fail(finished.error(), streams);
    }
    if (*workers && (*workers)->failure())
        return fail(*(*workers)->failure(), streams, kFailed); // what was answered is kept
    teller.finish(request->points().count);
    return tellSummary(*request, opened->table, arguments, arguments.value("--out") == "-", streams);
}

int runSweep(const Arguments& arguments, Streams& streams) { return run("sweep", arguments, streams); }
int runSearch(const Arguments& arguments, Streams& streams) { return run("search", arguments, streams); }

/// The parts of a sweep into one file of results.
int runMerge(const Arguments& arguments, Streams& streams) {
    const auto target = arguments.value("--out");
    if (!target || !target->ends_with(".results"))
        return fail(badArgument({"error.results-merge-needs-new-file-results"}, {"accepted.out-file-results"}),
                    streams);
    const auto words = std::span(arguments.positional()).subspan(1);
    const std::vector<std::filesystem::path> parts(words.begin(), words.end());
    const auto merged = mergeResults(parts, *target);
    if (!merged) return fail(merged.error(), streams);
    streams.out << canonicalText(Json{{"parts", parts.size()}, {"points", merged->rows}}) << '\n';
    return kAnswered;
}

int runResults(const Arguments& arguments, Streams& streams) {
    if (arguments.positional().front() == "merge") return runMerge(arguments, streams);
    const bool shows = arguments.positional().front() == "show" && arguments.positional().size() > 1;
    const auto files = std::span(arguments.positional()).subspan(shows ? 1 : 0);
    if (files.size() > 1)
        return fail(badArgument({"error.there-several-files"}, {"accepted.one-file-or-results-merge-with"}), streams);
    if (auto front = checkFront(arguments); !front) return fail(front.error(), streams);
    auto store = ResultStore::open(files.front(), false);
    if (!store) return fail(store.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto request = parseExploreRequest(*store->run().document, *library);
    if (!request) return refuse(request.error(), streams);
    const auto table = store->table();
    if (!table) return fail(table.error(), streams);
    if (table->columns.size() != request->space.axes.size() + request->metrics.size()) {
        return fail({"not-the-same-run", "", {"error.version-s-metrics-not-those-file"}, {}, files.front()}, streams);
    }
    if (const auto file = arguments.value("--out")) {
        auto output = openOutput(*file, *request, streams.out);
        if (!output) return fail(output.error(), streams);
        if (auto written = writeRows(**output, *table); !written) return fail(written.error(), streams);
    }
    return tellSummary(*request, *table, arguments, arguments.value("--out") == "-", streams);
}

} // namespace

Command sweepCommand() {
    return {"sweep",
            "REQUEST.json|- [--out FILE [--resume] [--shard I/N]] [--front FILE] [--jobs N|--workers N]",
            "Evaluates a request over a space of its parameters.",
            kOptions,
            1,
            1,
            runSweep};
}

Command searchCommand() {
    return {"search",
            "REQUEST.json|- [--out FILE [--resume]] [--front FILE] [--jobs N|--workers N]",
            "Looks for the best designs in a space of a request's parameters.",
            kOptions,
            1,
            1,
            runSearch};
}

Command resultsCommand() {
    return {"results",
            "[show] FILE.results [--out FILE] [--front FILE] | merge PART.results... --out FILE.results",
            "Shows what a file of results holds, writes it as a table, or joins the parts of a sweep.",
            kResultsOptions,
            1,
            1 + kMostShards,
            runResults};
}

} // namespace strata::cli
