// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/run/exploration_reading.h"

#include "core/explore/explore_request.h"
#include "core/explore/result_store.h"

namespace strata::app {
namespace {

/// Drawn within a few frames, read within a second.
constexpr std::uint64_t kFirstRows = 1 << 17;

/// Points of another request, or of a version that computed other metrics, do not stand under this one.
Result<void> checkSame(const explore::StoredRun& run, const explore::ExploreRequest& request,
                       const std::filesystem::path& file) {
    if (run.sha256 != request.sha256)
        return Error{"not-the-same-run", "", {"error.file-holds-another-request-s-points"}, {}, file.string()};
    if (run.columns.size() != request.space.axes.size() + request.metrics.size())
        return Error{"not-the-same-run", "", {"error.version-s-metrics-not-those-file"}, {}, file.string()};
    return {};
}

Result<void> readPoints(explore::ResultStore& store, const ExplorationSource& source, const std::stop_token& stop,
                        const ExplorationReader& reader) {
    Result<void> kept;
    bool to_keep = !source.opened.empty();
    const auto keep = [&] {
        if (std::exchange(to_keep, false)) kept = store.copyTo(source.kept);
        return bool(kept);
    };
    const auto read = store.readParts(kFirstRows, [&](explore::ResultTable part) {
        if (stop.stop_requested()) return false;
        reader.take(std::move(part));
        return keep(); // while somebody looks at the first points
    });
    if (!read) return read;
    if (!stop.stop_requested()) keep();
    return kept;
}

} // namespace

Result<std::shared_ptr<const explore::ExploreRequest>> readExploration(const ExplorationSource& source,
                                                                       const std::shared_ptr<const Library>& library,
                                                                       const std::stop_token& stop,
                                                                       const ExplorationReader& reader) {
    auto parsed = explore::parseExploreRequest(*source.request, library);
    if (!parsed) return parsed.error();
    const auto request = std::make_shared<const explore::ExploreRequest>(*std::move(parsed));
    std::error_code told_by_open;
    if (source.bytes || !source.opened.empty())
        std::filesystem::create_directories(source.kept.parent_path(), told_by_open);
    if (source.bytes && !stop.stop_requested())
        if (auto written = explore::ResultStore::writeFile(source.kept, *source.bytes); !written)
            return written.error();
    const auto& file = source.opened.empty() ? source.kept : source.opened;
    if (source.opened.empty() && !std::filesystem::exists(file, told_by_open)) return request;
    // Writable where it is our own, because what a killed program was about to write must first be rolled back.
    auto store = explore::ResultStore::open(file, source.opened.empty());
    if (!store) return store.error();
    if (auto same = checkSame(store->run(), *request, file); !same) return same.error();
    reader.begin(request);
    if (auto read = readPoints(*store, source, stop, reader); !read) return read.error();
    return request;
}

} // namespace strata::app
