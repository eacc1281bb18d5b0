// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/evaluate/line_answers.h"

#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::cli {

LineAnswers::LineAnswers(Engine& engine, std::size_t window, AnswerForm form, std::ostream& out,
                         std::function<void()> on_line)
    : answers_(window), form_(form), out_(out), on_line_(std::move(on_line)), engine_(engine),
      writer_([this] { write(); }) {}

LineAnswers::~LineAnswers() {
    if (writer_.joinable()) finish();
}

void LineAnswers::submit(const std::string& line, const std::string& place) {
    const std::size_t slot = answers_.ask();
    auto request = parseJson(line, place);
    if (!request) return answers_.answer(slot, {errorLine(request.error()), true});
    engine_.submitBatch(std::make_shared<const Json>(*std::move(request)), [this, slot](Ticket, Outcome outcome) {
        answers_.answer(slot, outcome ? OrderedAnswers::Answer{form_.line(**outcome), !form_.accepts(**outcome)}
                                      : OrderedAnswers::Answer{errorLine(outcome.error()), true});
    });
}

bool LineAnswers::finish() {
    answers_.close();
    writer_.join();
    return !failed_;
}

void LineAnswers::write() {
    while (const auto answer = answers_.take()) {
        out_ << answer->line << '\n';
        if (!answers_.ready()) out_.flush(); // nothing to write at once: whoever waits gets what there is
        failed_ = failed_ || answer->failed;
        broken_ = !out_;
        if (on_line_) on_line_();
    }
}

} // namespace strata::cli
