// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the seeds that are no text: session files with the sample request.
#include "core/session/session.h"

#include <iostream>
#include <nlohmann/json.hpp>

using namespace strata;

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: fuzz_seeds PROJECT FOLDER\n";
        return 2;
    }
    const std::filesystem::path project = argv[1];
    const std::filesystem::path folder = argv[2];
    const auto request = readJsonFile(project / "resources" / "samples" / "resnet50-conv1-eyeriss.json");
    if (!request) {
        std::cerr << describe(request.error()) << '\n';
        return 1;
    }
    Session session;
    session.study.designs = {{"d1", 'A', "Sample", std::make_shared<const Json>(*request)},
                             {"d2", 'B', "Other", std::make_shared<const Json>(*request)}};
    session.study.selected = "d1";
    session.study.baseline = "d2";
    session.study.notes = {{"", "a note"}, {"d1", "another"}};
    session.layout = "{}";
    session.inputs = {{"eyeriss-like", "{}"}};
    for (const auto& [name, content] : {std::pair{"empty", Session{}}, std::pair{"two-designs", session}}) {
        if (const auto saved = saveSession(content, folder / name); !saved) {
            std::cerr << describe(saved.error()) << '\n';
            return 1;
        }
    }
    return 0;
}
