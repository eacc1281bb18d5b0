// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/layering/rules.h"

#include <algorithm>
#include <optional>
#include <regex>
#include <sstream>

namespace strata::layering {
namespace {

constexpr int kMaximumLines = 600;

/// Height of every folder of core/; a folder uses only lower ones, so folders of one height never see each other.
const std::map<std::string, int>& heights() {
    static const std::map<std::string, int> table{
        {"base", 0},    {"hardware", 1}, {"workload", 1}, {"npu", 2},       {"gpu", 2},      {"edge", 3},
        {"cpu", 2},     {"learn", 2},    {"pim", 2},      {"network", 2},   {"compose", 3},  {"schedule", 3},
        {"system", 4},  {"serving", 5},  {"catalog", 6},  {"exchange", 6},  {"evaluate", 7}, {"replay", 7},
        {"explore", 9}, {"assess", 9},   {"session", 9},  {"coverage", 10}, {"layers", 11},  {"composition", 12}};
    return table;
}

std::vector<std::string> split(const std::string& path) {
    std::vector<std::string> parts;
    std::istringstream stream(path);
    for (std::string part; std::getline(stream, part, '/');)
        parts.push_back(part);
    return parts;
}

struct Include {
    std::string target;
    bool quoted = false;
};

std::optional<Include> includeOf(const std::string& line) {
    static const std::regex pattern(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
    std::smatch match;
    if (!std::regex_search(line, match, pattern)) return std::nullopt;
    return Include{match[2], match[1] == "\""};
}

bool isQt(const std::string& target) {
    static const std::regex pattern(R"(^(Q[A-Z]|Qt|qcustomplot\.h|q[a-z]+global))");
    return std::regex_search(target, pattern);
}

bool isHeader(const std::string& path) { return path.ends_with(".h"); }

std::string coreRule(const std::string& folder, const Include& include, const Links& links) {
    if (isQt(include.target)) return "core/ is free of Qt, but includes " + include.target;
    if (!include.quoted) return {};
    const auto parts = split(include.target);
    if (parts.size() < 3 || parts[0] != "core") return "core/ includes only core/, not " + include.target;
    if (parts[1] == folder || reachable(links, folder).contains(parts[1])) return {};
    return "core/" + folder + " does not link strata_" + parts[1] + ", but includes " + include.target;
}

/// The floors of the command line: its words, what it reads, what it prints, and above them a folder for each subject.
/// A subject knows the floors below it and no other subject; only program.cpp, which lists the commands, knows all.
std::string commandLineRule(const std::vector<std::string>& place, const std::vector<std::string>& target) {
    if (place.size() < 4 || target.size() < 4 || target[0] != "app" || target[1] != "cli") return {};
    static const std::vector<std::string> floors{"line", "input", "output"};
    const auto floorOf = [&](const std::string& folder) { return std::ranges::find(floors, folder) - floors.begin(); };
    if (target[2] == place[2] || floorOf(target[2]) < floorOf(place[2])) return {};
    return "app/cli/" + place[2] + " stands beside or below app/cli/" + target[2] + ", but includes it";
}

std::string programRule(const std::vector<std::string>& place, const Include& include) {
    const auto parts = split(include.target);
    const std::string top = parts.empty() ? std::string{} : parts[0];
    if (place[0] == "views" && top == "app") return "views/ knows nothing of app/, but includes " + include.target;
    if (place[0] == "app" && place.size() > 2 && place[1] == "cli") {
        if (isQt(include.target) || top == "views")
            return "the command line is free of Qt, but includes " + include.target;
        if (auto wrong = commandLineRule(place, parts); !wrong.empty()) return wrong;
    }
    // The command line is a library too: the figure renderer reads requests as it does.
    if (place[0] == "app" && place.size() > 2 && top == "app" && parts[1] != place[1] && parts[1] != "cli")
        return "programs do not include each other, but here is " + include.target;
    return {};
}

/// Lines whose code, without comments, holds the pattern.
std::vector<Violation> matches(const std::string& path, std::string_view text, const std::regex& pattern,
                               const std::string& what) {
    std::vector<Violation> violations;
    std::istringstream stream{std::string(text)};
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        const std::string code = line.substr(0, line.find("//"));
        if (code.starts_with("#include") || code.size() >= 4096) continue;
        if (std::regex_search(code, pattern)) violations.push_back({path, number, what + code});
    }
    return violations;
}

std::string headerRule(const Include& include) {
    for (const char* heavy : {"qcustomplot.h", "nlohmann/json.hpp"})
        if (include.target == heavy) return std::string("slow to compile, belongs into a .cpp: ") + heavy;
    return {};
}

bool contains(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

/// From the first brace behind `from` to the one that closes it.
std::string bracesAt(const std::string& source, std::size_t from) {
    std::size_t at = source.find('{', from);
    for (int depth = 0; at < source.size(); ++at) {
        depth += source[at] == '{' ? 1 : source[at] == '}' ? -1 : 0;
        if (depth == 0) break;
    }
    return source.substr(from, at - from);
}

/// String literals of more than two words, but for what verbatim() takes: words of the command line.
std::vector<std::string> sentencesIn(std::string_view code) {
    std::vector<std::string> sentences;
    for (std::size_t open = code.find('"'); open != std::string_view::npos; open = code.find('"', open)) {
        std::size_t close = open + 1;
        while (close < code.size() && code[close] != '"')
            close += code[close] == '\\' ? 2 : 1;
        const std::string_view words = code.substr(open + 1, close - open - 1);
        const bool verbatim = code.substr(0, open).ends_with("verbatim(");
        if (!verbatim && std::count(words.begin(), words.end(), ' ') > 1) sentences.emplace_back(words);
        open = std::min(close + 1, code.size());
    }
    return sentences;
}

} // namespace

std::set<std::string> linkedFolders(std::string_view cmake_text) {
    static const std::regex word(R"(strata_(?!core_library)([a-z_]+))");
    const std::string text(cmake_text);
    std::set<std::string> found;
    for (std::sregex_iterator it(text.begin(), text.end(), word), end; it != end; ++it)
        found.insert((*it)[1]);
    return found;
}

std::set<std::string> reachable(const Links& links, const std::string& folder) {
    std::set<std::string> seen;
    std::vector<std::string> open{folder};
    while (!open.empty()) {
        const auto entry = links.find(open.back());
        open.pop_back();
        if (entry == links.end()) continue;
        for (const auto& next : entry->second)
            if (seen.insert(next).second) open.push_back(next);
    }
    seen.erase(folder);
    return seen;
}

std::vector<Violation> checkLinks(const Links& links) {
    std::vector<Violation> violations;
    for (const auto& [folder, targets] : links) {
        const std::string path = "core/" + folder + "/CMakeLists.txt";
        if (!heights().contains(folder)) violations.push_back({path, 1, "no height is set for core/" + folder});
        for (const auto& target : targets) {
            const auto from = heights().find(folder);
            const auto to = heights().find(target);
            if (from != heights().end() && to != heights().end() && to->second < from->second) continue;
            violations.push_back({path, 1, "core/" + folder + " must not link strata_" + target});
        }
    }
    return violations;
}

std::vector<Violation> checkIncludes(const std::string& path, std::string_view text, const Links& links) {
    const auto place = split(path);
    std::vector<Violation> violations;
    std::istringstream stream{std::string(text)};
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        const auto include = includeOf(line);
        if (!include) continue;
        auto add = [&](const std::string& what) {
            if (!what.empty()) violations.push_back({path, number, what});
        };
        if (place[0] == "core" && place.size() > 2) add(coreRule(place[1], *include, links));
        if (place[0] == "views" || place[0] == "app") add(programRule(place, *include));
        if (isHeader(path)) add(headerRule(*include));
    }
    return violations;
}

std::vector<Violation> checkText(const std::string& path, std::string_view text) {
    // Only places that a build or a home folder has: a fixed path such as /proc is no machine's own.
    static const std::regex absolute(R"((^|[\s"'=(])(/home/|/root/|/work/|/Users/|/mnt/|/media/|[A-Z]:\\))");
    std::vector<Violation> violations;
    std::istringstream stream{std::string(text)};
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        // Long lines are data; std::regex recurses once a character and would exhaust the stack.
        if (line.size() < 4096 && std::regex_search(line, absolute))
            violations.push_back({path, number, "absolute path of one machine: " + line});
    }
    const bool source = path.ends_with(".cpp") || isHeader(path);
    if (source && number > kMaximumLines)
        violations.push_back(
            {path, number,
             std::to_string(number) + " lines, at most " + std::to_string(kMaximumLines) + " are allowed"});
    return violations;
}

std::vector<Violation> checkErrors(const std::string& path, std::string_view text) {
    // A code in lower case stands first; then come literals until the braces end.
    static const std::regex begins(R"re((?:Error|[(=] *|return |push_back\()\{\s*"[a-z]+(?:-[a-z]+)*",)re");
    const std::string source(text);
    std::vector<Violation> violations;
    for (std::sregex_iterator it(source.begin(), source.end(), begins), end; it != end; ++it) {
        const auto from = static_cast<std::size_t>(it->position());
        const std::string error = bracesAt(source, from);
        // Rows of tables are no errors: those have the empty file or an id of a message.
        if (!it->str().starts_with("Error") && !contains(error, "{}") && !contains(error, "\"error.")) continue;
        for (const std::string& said : sentencesIn(error)) {
            const auto line = std::count(source.begin(), source.begin() + it->position(), '\n') + 1;
            violations.push_back({path, static_cast<int>(line), "an error is written out: " + said});
        }
    }
    return violations;
}

std::vector<Violation> checkKinds(const std::string& path, std::string_view text) {
    static const std::regex compared(
        R"re(kind[^;]*[=!]= *"(layer|kernel|model|block|collective|edge|training|inference|serving)")re"
        R"re(|[=!]= *"(npu|gpu|edge|cpu|pim|network|system|serving)\.[a-z-]+"|case EntryKind::)re"
        R"re(|\bk(OneBatch|UnderLoad)\b|\btask *=?= *"(run|serve|train)"|\bcalibration(\.|->)id *[=!]= *")re");
    return matches(path, text, compared, "compares with the name of a kind or method: ");
}

std::vector<Violation> checkViews(const std::string& path, std::string_view text, const std::string& registry) {
    static const std::regex row(R"re(ViewInfo\{\s*"([a-z]+)")re");
    std::string ids;
    for (std::sregex_iterator view(registry.begin(), registry.end(), row), end; view != end; ++view)
        ids += (ids.empty() ? "" : "|") + (*view)[1].str();
    // Other things have ids too: `part.id == "memory"` asks nothing of a view.
    const std::regex compared(R"re((^|[^.>\w])(id|view|view_id) *[=!]= *"()re" + ids +
                              R"re()"|\b(view|info)(\.|->)id *[=!]= *"()re" + ids + ")\"");
    return matches(path, text, compared, "compares with the name of a view: ");
}

std::vector<Violation> checkResolving(const std::string& path, std::string_view text) {
    static const std::regex resolves(
        R"re(\b(resolve(Request|Hardware|Layer\w*|ValidLayer|Gpu|Kernel|Model|Training|Collective|Inference|System|Serving)|sharedResolved|checkResolves)\()re"
        R"re(|(->|\.)resolve\()re");
    return matches(path, text, resolves, "resolves a request: ");
}

std::vector<Violation> checkNames(const std::string& path, std::string_view text) {
    static const std::regex named(
        R"re(nvidia|amd|hopper|blackwell|ampere|turing|volta(?!ge)|pascal|maxwell|lovelace|cdna|rdna|sm_?[0-9]{2}|gfx9|nvlink[0-9]|neuronlink)re"
        R"re(|vllm|sglang|tensorrt|trtllm|lightllm|sarathi|20(2[3-9])-[01][0-9])re",
        std::regex::icase);
    static const std::regex literal(R"re("(\\.|[^"\\])*")re");
    std::vector<Violation> violations;
    std::istringstream stream{std::string(text)};
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        const std::string code = line.substr(0, line.find("//"));
        if (code.size() >= 4096) continue;
        const auto names = [](const std::ssub_match& one) { return std::regex_search(one.first, one.second, named); };
        std::sregex_iterator found(code.begin(), code.end(), literal), end;
        if (std::any_of(found, end, [&](const std::smatch& one) { return names(one[0]); }))
            violations.push_back({path, number, "names a product: " + code});
    }
    return violations;
}

} // namespace strata::layering
