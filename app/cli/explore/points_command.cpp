// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/explore/commands.h"
#include "app/cli/input/input.h"
#include "core/explore/point_lines.h"

#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::cli {
namespace {

using namespace explore;

constexpr std::array kPointsOptions{kDataRootOption, kCatalogOption};

/// Writes an empty line now and then, which tells the asker that points are being answered.
class Sign {
public:
    explicit Sign(std::ostream& out) : out_(out) {}
    void give() {
        constexpr std::chrono::seconds kApart{1};
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < kApart) return;
        last_ = now;
        out_ << std::endl;
    }

private:
    std::ostream& out_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// All points of a question, each as a run on one machine answers it.
PointBlock answered(const PointQuestion& question, const ExploreRequest& request, PointEvaluator& evaluator,
                    std::ostream& out) {
    Sign sign(out);
    const std::size_t free = request.space.free.size(), width = request.space.axes.size() + request.metrics.size();
    PointBlock block;
    block.first = question.first;
    block.count = question.coordinates.size() / free;
    block.rows.resize(block.count * width);
    block.reasons.resize(block.count);
    for (std::size_t i = 0; i < block.count; ++i) {
        evaluator.evaluate(std::span(question.coordinates).subspan(i * free, free),
                           std::span(block.rows).subspan(i * width, width), block.reasons[i], {});
        sign.give();
    }
    return block;
}

int answerPoints(const Arguments& arguments, Streams& streams) {
    if (arguments.positional().front() != "-")
        return fail(badArgument({"error.points-come-from-standard-input"}, verbatim("-")), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    LineReader lines(streams.in);
    std::string line;
    if (!lines.next(line)) return kAnswered;
    const auto document = parseJson(line, "standard input");
    if (!document) return fail(document.error(), streams);
    const auto request = parseExploreRequest(*document, *library);
    if (!request) return fail(request.error(), streams, kFailed);
    auto evaluator = PointEvaluator::make(*request, *library);
    if (!evaluator) return fail(evaluator.error(), streams, kFailed);
    streams.out << greetingOf(*request) << std::endl;
    while (streams.out && lines.next(line)) {
        const auto question = readPointQuestion(line, request->space.free.size());
        if (!question) return fail(question.error(), streams);
        streams.out << lineOf(answered(*question, *request, *evaluator, streams.out)) << std::endl;
    }
    return kAnswered;
}

} // namespace

Command pointsCommand() {
    return {"points",
            "-",
            "Answers points of a sweep or a search for a run elsewhere: the request on the first line, then a line of "
            "points each.",
            kPointsOptions,
            1,
            1,
            answerPoints};
}

} // namespace strata::cli
