// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/explored_run.h"

#include "core/explore/result_store.h"
#include "core/explore/run.h"
#include "views/explore/exploration.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

namespace strata::figure {
namespace {

Result<explore::ResultTable> tableOf(const Order& order, const explore::ExploreRequest& request,
                                     const std::shared_ptr<const Library>& library) {
    if (!order.results.empty()) {
        auto store = explore::ResultStore::open(order.results, false);
        if (!store) return store.error();
        auto table = store->table();
        if (table && table->columns.size() != request.space.axes.size() + request.metrics.size())
            return Error{"not-the-same-run", "", {"error.version-s-metrics-not-those-file"}, {}, order.results};
        return table;
    }
    explore::ResultTable table;
    explore::RunOptions options;
    options.threads = std::max(1U, std::thread::hardware_concurrency());
    if (auto done = explore::runExploration(request, library, options, table); !done) return done.error();
    return table;
}

} // namespace

bool isExploration(const Order& order) { return !order.results.empty() || explore::isExploreKind(*order.request); }

Result<std::shared_ptr<views::Exploration>> exploredRun(const Order& order,
                                                        const std::shared_ptr<const Library>& library) {
    auto request = explore::parseExploreRequest(*order.request, library);
    if (!request) return request.error();
    const auto shared = std::make_shared<const explore::ExploreRequest>(*std::move(request));
    auto table = tableOf(order, *shared, library);
    if (!table) return table.error();
    auto run = std::make_shared<views::Exploration>(shared, library.get());
    run->setTable(*std::move(table));
    run->setState(views::Exploration::State::Finished);
    if (!order.brush.empty()) run->restoreBrush(order.brush);
    return run;
}

} // namespace strata::figure
