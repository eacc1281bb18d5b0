// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "views/figure/figure_export.h"
#include "views/figure/provenance.h"
#include "views/support/base/view.h"

#include <system_error>

namespace strata::views {
namespace {

namespace fs = std::filesystem;

fs::path stagedPath(const FigureFile& file) {
    fs::path staged = file.path;
    staged.replace_filename("." + file.path.filename().string() + ".new");
    return staged;
}

void discard(const std::vector<FigureFile>& files) {
    std::error_code ignored;
    for (const FigureFile& file : files)
        fs::remove(stagedPath(file), ignored);
}

} // namespace

Result<std::vector<fs::path>> writeFigureFiles(const std::vector<FigureFile>& files) {
    for (const FigureFile& file : files)
        if (fs::is_directory(file.path))
            return Error{"unwritable-file",
                         {},
                         {"error.folder-stands-where-file-should-go"},
                         {"accepted.another-name"},
                         file.path.string()};
    // A folder of documents, for example, that nobody has made yet.
    for (const FigureFile& file : files) {
        std::error_code told_by_writing;
        if (file.path.has_parent_path()) fs::create_directories(file.path.parent_path(), told_by_writing);
    }
    // Everything is on the disk under other names before the first old file is replaced.
    for (const FigureFile& file : files) {
        if (auto written = writeFileWhole(stagedPath(file), file.bytes); !written) {
            discard(files);
            Error error = written.error();
            error.file = file.path.string();
            return error;
        }
    }
    std::vector<fs::path> paths;
    for (const FigureFile& file : files) {
        std::error_code failure;
        fs::rename(stagedPath(file), file.path, failure);
        if (failure) {
            discard(files);
            return Error{"unwritable-file",
                         {},
                         {"error.file-cannot-replaced", {{"failure", failure.message()}}},
                         {"accepted.writable-file"},
                         file.path.string()};
        }
        paths.push_back(file.path);
    }
    return paths;
}

Result<std::vector<FigureFile>> makeFigureFiles(const View& view, std::string_view view_id, const FigureSpec& spec) {
    const auto figure = renderFigure(view, spec);
    if (!figure) return figure.error();
    const auto size = figureSize(view, spec);
    if (!size) return size.error();
    std::string bytes = figure->toStdString();
    std::string csv = toCsv(view.figureData());
    std::string json = provenance(view, view_id, spec, size->height(), bytes, csv);
    fs::path beside = spec.path;
    std::vector<FigureFile> files;
    files.push_back({spec.path, std::move(bytes)});
    files.push_back({beside.replace_extension(".csv"), std::move(csv)});
    files.push_back({beside.replace_extension(".json"), std::move(json)});
    return files;
}

Result<std::vector<fs::path>> exportFigure(const View& view, std::string_view view_id, const FigureSpec& spec) {
    const auto files = makeFigureFiles(view, view_id, spec);
    if (!files) return files.error();
    return writeFigureFiles(*files);
}

} // namespace strata::views
