// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/manual/html.h"

#include <algorithm>
#include <md4c-html.h>
#include <regex>

namespace strata::cli {
namespace {

constexpr const char* kStyle =
    "body{font-family:sans-serif;line-height:1.45;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
    "pre{background:#f3f3f3;padding:.8em;overflow-x:auto}code{font-size:.95em}"
    "table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #ccc;padding:.3em .6em;vertical-align:top;"
    "text-align:left}img{max-width:100%}"
    "@media(prefers-color-scheme:dark){body{background:#1d1f21;color:#ddd}pre{background:#2a2d30}a{color:#8ab4f8}}";

void appendTo(const MD_CHAR* text, MD_SIZE size, void* to) { static_cast<std::string*>(to)->append(text, size); }

std::string bodyOf(const std::string& markdown) {
    std::string html;
    md_html(markdown.data(), static_cast<MD_SIZE>(markdown.size()), appendTo, &html, MD_FLAG_TABLES | MD_FLAG_NOHTML,
            0);
    return html;
}

} // namespace

std::string htmlPath(std::string_view page_path) {
    std::string path(page_path);
    if (path.ends_with(".md")) path.replace(path.size() - 3, 3, ".html");
    return path;
}

std::string htmlOf(const Page& page) {
    static const std::regex link(R"re((href="[^":]*)\.md((#[^"]*)?"))re");
    const std::string body = std::regex_replace(bodyOf(page.text), link, "$1.html$2");
    const auto depth = std::ranges::count(page.path, '/');
    std::string home;
    for (auto level = depth; level > 0; --level)
        home += "../";
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + page.title +
           " - Strata</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<p><a href=\"" + home +
           "index.html\">Contents</a></p>\n" + body + "</body>\n</html>\n";
}

} // namespace strata::cli
