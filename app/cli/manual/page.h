// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::cli {

struct Command;

/// One page of the manual.
struct Page {
    std::string path;  ///< relative to the manual's root: "methods/gpu.tile.md"
    std::string title; ///< its first heading
    std::string text;  ///< Markdown; links to other pages are relative to the page
};

/// A page as its file in resources/manual has it; compiled in, so that programs need no folder of the manual.
struct PageText {
    std::string_view path;
    std::string_view text;
};
std::span<const PageText> pageTexts();

/// The whole manual: the pages that people wrote, those made from the registries, and the table of contents
/// ("index.md") in front. `commands` are those of `strata-cli`.
std::vector<Page> manualPages(std::span<const Command> commands);

/// The page of that path, nullptr when there is none.
const Page* findPage(std::span<const Page> pages, std::string_view path);

/// A page with the title that its first heading has.
Page makePage(std::string path, std::string text);

/// Paths of the pages that a page links to, relative to the manual's root; places on the network are left out.
std::vector<std::string> linksOf(const Page& page);

/// Lines of a page's code blocks that begin with "$ ", without it: commands that a reader can copy.
std::vector<std::string> commandsOf(const Page& page);

// Pages that the registries make, so that nothing in them is typed twice.
std::vector<Page> methodPages();
std::vector<Page> entryPages();                                                ///< entries of the catalog
Page kindPage(std::string_view kind, std::string_view introduction);           ///< a kind of request
Page quantityPage();                                                           ///< metrics and columns
Page commandPage(std::string_view program, std::span<const Command> commands); ///< a program's commands

} // namespace strata::cli
