// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/session/sample_session.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

strata::Design sampleDesign(const std::string& id, char letter, strata::Json request) {
    return {id, letter, "Design " + id, std::make_shared<const strata::Json>(std::move(request))};
}

strata::Session sampleSession() {
    strata::Session session;
    session.study.designs = {
        sampleDesign("d1", 'A',
                     {{"kind", "layer"}, {"hardware", "small"}, {"workload", {{"model", "net"}, {"layer", "conv1"}}}}),
        sampleDesign("d2", 'B',
                     {{"kind", "layer"},
                      {"hardware", {{"base", "small"}, {"set", {{"/clock_hz", 0.1}}}}},
                      {"workload", {{"operator", "matmul"}, {"m", 3}}},
                      {"label", "größer ≠ schneller"}})};
    session.study.selected = "d2";
    session.study.baseline = "d1";
    session.study.further_baselines = {"d2"};
    session.study.notes = {{"", "For the whole study"}, {"d1", "The published one\nwith a second line"}};
    session.view_state = {{"mapping", R"({"zoom":1.5})"}, {"energy", "[]"}};
    session.layout = R"({"docks":["catalog"]})";
    const auto sweep =
        std::make_shared<const strata::Json>(strata::Json{{"kind", "sweep"}, {"base", {{"hardware", "small"}}}});
    const std::string bytes("SQLite\0and \xff so on", 18);
    session.explorations = {{"e1", sweep, R"({"ranges":[]})", std::make_shared<const std::string>(bytes)},
                            {"e2", sweep, {}, nullptr}};
    return session;
}

bool sameSession(const strata::Session& a, const strata::Session& b) {
    const auto same = [](const strata::SessionExploration& x, const strata::SessionExploration& y) {
        const bool results = x.results && y.results ? *x.results == *y.results : x.results == y.results;
        return x.id == y.id && *x.request == *y.request && x.view_state == y.view_state && results;
    };
    return a.study == b.study && a.view_state == b.view_state && a.layout == b.layout && a.inputs == b.inputs &&
           std::ranges::equal(a.explorations, b.explorations, same);
}

std::string bytesOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}
