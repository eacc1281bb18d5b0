// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "views/figure/figure_export.h"
#include "views/figure/provenance.h"
#include "views/support/view.h"

#include <system_error>

namespace strata::views {
namespace {

namespace fs = std::filesystem;

struct Pending {
    fs::path target;
    fs::path staged;
    std::string bytes;
};

void discard(const std::vector<Pending>& files) {
    std::error_code ignored;
    for (const Pending& file : files) fs::remove(file.staged, ignored);
}

/// Everything is on the disk under other names before the first old file is replaced.
Result<void> writeAll(const std::vector<Pending>& files) {
    for (const Pending& file : files)
        if (fs::is_directory(file.target))
            return Error{"unwritable-file", {}, "a folder stands where the file should go", "another name",
                         file.target.string()};
    for (const Pending& file : files) {
        if (auto written = writeFileWhole(file.staged, file.bytes); !written) {
            discard(files);
            Error error = written.error();
            error.file = file.target.string();
            return error;
        }
    }
    for (const Pending& file : files) {
        std::error_code failure;
        fs::rename(file.staged, file.target, failure);
        if (failure) {
            discard(files);
            return Error{"unwritable-file", {}, "the file cannot be replaced: " + failure.message(), "a writable file",
                         file.target.string()};
        }
    }
    return {};
}

}  // namespace

Result<std::vector<fs::path>> exportFigure(const View& view, std::string_view view_id, const FigureSpec& spec) {
    const auto figure = renderFigure(view, spec);
    if (!figure) return figure.error();
    const auto size = figureSize(view, spec);
    if (!size) return size.error();
    const std::string bytes = figure->toStdString();
    const std::string csv = toCsv(view.figureData());
    const std::string json = provenance(view, view_id, spec, size->height(), bytes, csv);

    std::vector<Pending> files;
    const auto add = [&](const fs::path& target, std::string content) {
        fs::path staged = target;
        staged.replace_filename("." + target.filename().string() + ".new");
        files.push_back({target, staged, std::move(content)});
    };
    fs::path beside = spec.path;
    add(spec.path, bytes);
    add(beside.replace_extension(".csv"), csv);
    add(beside.replace_extension(".json"), json);
    if (auto written = writeAll(files); !written) return written.error();
    std::vector<fs::path> paths;
    for (const Pending& file : files) paths.push_back(file.target);
    return paths;
}

}  // namespace strata::views
