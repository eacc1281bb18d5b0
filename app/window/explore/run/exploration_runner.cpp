// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/run/exploration_runner.h"

#include "app/window/document/precedence.h"
#include "app/window/explore/background_thread.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace strata::app {

using explore::PointBlock;
using explore::ResultStore;
using explore::ResultTable;

ExplorationRunner::ExplorationRunner(Setup setup, ResultTable known, std::function<void()> ended)
    : setup_(std::move(setup)), ended_(std::move(ended)),
      thread_([this, known = std::move(known)]() mutable { run(std::move(known)); }) {}

ExplorationRunner::~ExplorationRunner() { stop(); }

ExplorationRunner::News ExplorationRunner::fetch() {
    const std::lock_guard lock(news_mutex_);
    return std::exchange(news_, News{{}, news_.ended, news_.error});
}

Result<void> ExplorationRunner::openStore() {
    std::error_code told_by_open;
    std::filesystem::create_directories(setup_.file.parent_path(), told_by_open);
    const bool goes_on = std::filesystem::exists(setup_.file, told_by_open);
    auto store = goes_on ? ResultStore::open(setup_.file, true) : ResultStore::create(setup_.file, *setup_.request);
    if (!store) return store.error();
    if (goes_on) {
        if (auto same = store->canGoOn(*setup_.request, setup_.file); !same) return same;
    }
    store_ = *std::move(store);
    return {};
}

Result<void> ExplorationRunner::keep(const PointBlock& block) {
    setup_.precedence->giveWay(stop_.get_token());
    {
        const std::lock_guard lock(store_mutex_);
        if (auto kept = store_->append(block); !kept) return kept;
    }
    PointBlock copy{
        block.first, block.count, {}, {block.reasons.begin(), block.reasons.begin() + std::ptrdiff_t(block.count)}};
    const std::size_t width = block.rows.size() / std::max<std::size_t>(block.reasons.size(), 1);
    copy.rows.assign(block.rows.begin(), block.rows.begin() + std::ptrdiff_t(width * block.count));
    const std::lock_guard lock(news_mutex_);
    news_.blocks.push_back(std::move(copy));
    return {};
}

Result<void> ExplorationRunner::evaluate(ResultTable known) {
    explore::RunOptions options;
    options.threads = setup_.threads;
    options.stop = stop_.get_token();
    options.on_block = [this](const PointBlock& block) { return keep(block); };
    // The store looks at the clock only when points arrive; where one point takes long, the last ones would
    // wait for it.
    const std::jthread flusher([this](const std::stop_token& end) {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        constexpr std::chrono::milliseconds kPause(static_cast<int>(1e3 * kFlush_s));
        while (!wake.wait_for(lock, end, kPause, [&] { return end.stop_requested(); })) {
            const std::lock_guard store_lock(store_mutex_);
            if (!store_->flush()) return; // append() meets the same trouble and ends the run
        }
    });
    return explore::runExploration(*setup_.request, setup_.library, options, known);
}

void ExplorationRunner::run(ResultTable known) {
    giveWayToWindow();
    Result<void> done = openStore();
    if (done) done = evaluate(std::move(known));
    if (store_) {
        if (auto flushed = store_->flush(); done && !flushed) done = flushed;
        store_.reset(); // closed before anybody is told, so that the file can be read or removed
    }
    {
        const std::lock_guard lock(news_mutex_);
        news_.ended = true;
        if (!done) news_.error = done.error();
    }
    ended_();
}

} // namespace strata::app
