// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/manual/commands.h"
#include "app/cli/manual/html.h"
#include "app/cli/manual/page.h"

#include <filesystem>
#include <fstream>
#include <iostream>

namespace strata::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array kOptions{Option{"--out", "DIR", "Write the whole manual as HTML files into DIR."}};

Result<void> write(const fs::path& file, const std::string& text) {
    std::error_code failure;
    fs::create_directories(file.parent_path(), failure);
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (out) return {};
    return Error{
        "unwritable-file", "", {"error.cannot-write", {{"file", file.string()}}}, {"accepted.folder-can-written"}, {}};
}

int writeAll(const fs::path& folder, std::span<const Page> pages, Streams& streams) {
    for (const Page& page : pages) {
        if (auto written = write(folder / htmlPath(page.path), htmlOf(page)); !written)
            return fail(written.error(), streams);
    }
    streams.out << pages.size() << " pages in " << folder.string() << '\n';
    return kAnswered;
}

int list(std::span<const Page> pages, Streams& streams) {
    for (const Page& page : pages)
        streams.out << page.path << "  " << page.title << '\n';
    return kAnswered;
}

int run(const Arguments& arguments, Streams& streams) {
    const auto pages = manualPages(streams.commands);
    if (const auto folder = arguments.value("--out")) return writeAll(*folder, pages, streams);
    if (arguments.positional().empty()) return list(pages, streams);
    const std::string& wanted = arguments.positional().front();
    const Page* page = findPage(pages, wanted);
    if (page == nullptr) page = findPage(pages, wanted + ".md");
    if (page == nullptr)
        return fail({"bad-argument", "", {"error.no-page", {{"name", wanted}}}, {"accepted.command-line-page"}, {}},
                    streams);
    streams.out << page->text;
    return kAnswered;
}

} // namespace

Command manualCommand() {
    return {"manual",
            "[PAGE] [--out DIR]",
            "Lists the pages of the manual, prints one of them, or writes all as HTML.",
            kOptions,
            0,
            1,
            run};
}

} // namespace strata::cli
