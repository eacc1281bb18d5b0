// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output/answer_lines.h"
#include "core/evaluate/engine/engine.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace strata::cli {

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

/// Answers lines while others are still to come: a program that writes one question and waits gets its answer. Answers
/// come in the order of the questions.
class LineAnswers {
public:
    /// At most `window` questions are under way. `on_line` is called behind each answer, on the thread that writes.
    /// The engine and the output outlive this object.
    LineAnswers(Engine& engine, std::size_t window, AnswerForm form, std::ostream& out,
                std::function<void()> on_line = {});
    ~LineAnswers();

    /// `place` names the line in errors: "requests.jsonl:7".
    void submit(const std::string& line, const std::string& place);
    /// False once the output took no more.
    bool writes() const { return !broken_; }
    /// Waits for all answers. True when every request was answered.
    bool finish();

private:
    void write();

    OrderedAnswers answers_;
    AnswerForm form_;
    std::ostream& out_;
    std::function<void()> on_line_;
    Engine& engine_;
    bool failed_ = false; ///< the writer's, until it is joined
    std::atomic<bool> broken_ = false;
    std::jthread writer_; ///< last: it ends when all questions that were asked have their answers
};

} // namespace strata::cli
