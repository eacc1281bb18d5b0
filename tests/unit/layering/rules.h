// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace strata::layering {

/// One broken rule: where, and what is wrong in words.
struct Violation {
    std::string path;
    int line = 0;
    std::string text;
};

/// Folder under core/ -> folders that its CMakeLists.txt links, as written (not the closure).
using Links = std::map<std::string, std::set<std::string>>;

/// Folders named by `strata_core_library(NAME ... DEPENDS strata_a strata_b ...)` in one CMakeLists.txt.
std::set<std::string> linkedFolders(std::string_view cmake_text);

/// Everything reachable from `folder` over `links`, without `folder` itself.
std::set<std::string> reachable(const Links& links, const std::string& folder);

/// Links that point sideways or upwards in the order of ARCHITECTURE.md, or at an unknown folder.
std::vector<Violation> checkLinks(const Links& links);

/// Include rules of one source file; `path` is relative to the root, with '/'.
std::vector<Violation> checkIncludes(const std::string& path, std::string_view text, const Links& links);

/// Length and absolute paths of one file.
std::vector<Violation> checkText(const std::string& path, std::string_view text);

/// String literals that name a vendor or a generation of devices, a serving engine or a date, which mechanism must not
/// know: such facts stand in hwlib/. Files that are included count, comments do not.
std::vector<Violation> checkNames(const std::string& path, std::string_view text);

/// Comparisons with the name of a kind of request, a task, a method or a calibration: what depends on them stands in
/// their rows.
std::vector<Violation> checkKinds(const std::string& path, std::string_view text);

/// Comparisons with the id of a view: what depends on it stands in its row. `registry` is the text of their table.
std::vector<Violation> checkViews(const std::string& path, std::string_view text, const std::string& registry);

/// Calls that resolve a request: a change does so once, and whoever draws it takes what came of it from the scene.
std::vector<Violation> checkResolving(const std::string& path, std::string_view text);

/// Errors whose text or whose accepted values are written out: they are messages, whose texts stand in
/// resources/messages. More than two words in a literal of an error are a sentence.
std::vector<Violation> checkErrors(const std::string& path, std::string_view text);

} // namespace strata::layering
