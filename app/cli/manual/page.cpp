// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/manual/page.h"

#include "app/cli/line/command.h"
#include "core/evaluate/request.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

namespace strata::cli {
namespace {

constexpr std::string_view kKinds = "kinds/";

/// A chapter of the table of contents: the pages whose paths begin with its folder.
struct Chapter {
    const char* folder;
    const char* title;
};

constexpr std::array kChapters{
    Chapter{"tutorial/", "Tutorials"},     Chapter{"views/", "Views"},
    Chapter{"kinds/", "Kinds of request"}, Chapter{"methods/", "Methods"},
    Chapter{"formats/", "Files"},          Chapter{"entries/", "Entries of the catalog"},
    Chapter{"reference/", "Reference"},    Chapter{"developer/", "For developers"},
};

std::string linesOf(std::span<const Page> pages, std::string_view folder) {
    std::string lines;
    for (const Page& page : pages)
        if (page.path.starts_with(folder)) lines += "- [" + page.title + "](" + page.path + ")\n";
    return lines;
}

/// The contents behind the text that somebody wrote for the first page.
Page contentsPage(std::string_view introduction, std::span<const Page> pages) {
    std::string text(introduction);
    for (const Chapter& chapter : kChapters)
        text += std::string("\n## ") + chapter.title + "\n\n" + linesOf(pages, chapter.folder);
    return makePage("index.md", std::move(text));
}

std::string kindOf(std::string_view path) {
    return std::filesystem::path(path.substr(kKinds.size())).replace_extension().string();
}

void append(std::vector<Page>& pages, std::vector<Page> more) { std::ranges::move(more, std::back_inserter(pages)); }

} // namespace

Page makePage(std::string path, std::string text) {
    std::string title = path;
    if (text.starts_with("# ")) title = text.substr(2, text.find('\n') - 2);
    return {std::move(path), std::move(title), std::move(text)};
}

std::vector<Page> manualPages(std::span<const Command> commands) {
    std::vector<Page> pages;
    std::string_view introduction;
    for (const PageText& written : pageTexts()) {
        if (written.path == "index.md")
            introduction = written.text;
        else if (written.path.starts_with(kKinds))
            pages.push_back(kindPage(kindOf(written.path), written.text));
        else
            pages.push_back(makePage(std::string(written.path), std::string(written.text)));
    }
    append(pages, methodPages());
    append(pages, entryPages());
    pages.push_back(quantityPage());
    pages.push_back(commandPage("strata-cli", commands));
    std::ranges::sort(pages, {}, &Page::path);
    pages.insert(pages.begin(), contentsPage(introduction, pages));
    return pages;
}

const Page* findPage(std::span<const Page> pages, std::string_view path) {
    const auto found = std::ranges::find(pages, path, &Page::path);
    return found == pages.end() ? nullptr : &*found;
}

std::vector<std::string> linksOf(const Page& page) {
    static const std::regex link(R"(\]\(([^)\s]+)\))");
    std::vector<std::string> targets;
    const auto folder = std::filesystem::path(page.path).parent_path();
    for (std::sregex_iterator at(page.text.begin(), page.text.end(), link), end; at != end; ++at) {
        const std::string target = (*at)[1];
        if (target.find("://") != std::string::npos) continue;
        targets.push_back((folder / target.substr(0, target.find('#'))).lexically_normal().generic_string());
    }
    return targets;
}

std::vector<std::string> commandsOf(const Page& page) {
    std::vector<std::string> commands;
    std::istringstream lines(page.text);
    bool in_code = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) in_code = !in_code;
        if (in_code && line.starts_with("$ ")) commands.push_back(line.substr(2));
    }
    return commands;
}

} // namespace strata::cli
