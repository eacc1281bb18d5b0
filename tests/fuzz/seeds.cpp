// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the seeds that are no files of the project: sessions with the sample request, and workloads of all samples
// with their models in place.
#include "core/catalog/library.h"
#include "core/session/session.h"

#include <iostream>
#include <nlohmann/json.hpp>

using namespace strata;

namespace {

Result<void> writeSessions(const Json& request, const std::filesystem::path& folder) {
    Session session;
    session.study.designs = {{"d1", 'A', "Sample", std::make_shared<const Json>(request)},
                             {"d2", 'B', "Other", std::make_shared<const Json>(request)}};
    session.study.selected = "d1";
    session.study.baseline = "d2";
    session.study.notes = {{"", "a note"}, {"d1", "another"}};
    session.layout = "{}";
    session.inputs = {{"eyeriss-like", "{}"}};
    for (const auto& [name, content] : {std::pair{"empty", Session{}}, std::pair{"two-designs", session}}) {
        if (auto saved = saveSession(content, folder / name); !saved) return saved;
    }
    return {};
}

Result<void> writeWorkloads(const std::filesystem::path& project, const std::filesystem::path& folder) {
    const auto library = Library::load(project);
    if (!library) return library.error();
    for (const auto& file : std::filesystem::directory_iterator(project / "resources" / "samples")) {
        const auto request = readJsonFile(file.path());
        if (!request || !request->contains("workload")) continue;
        Json workload = request->at("workload");
        const auto model = workload.find("model");
        if (model != workload.end() && model->is_string()) {
            if (const Entry* entry = (*library)->find(model->get<std::string>())) *model = *entry->document;
        }
        if (auto written = writeFileWhole(folder / file.path().filename(), workload.dump(1)); !written) return written;
    }
    return {};
}

} // namespace

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
    for (const auto& written :
         {writeSessions(*request, folder / "session"), writeWorkloads(project, folder / "workload")}) {
        if (written) continue;
        std::cerr << describe(written.error()) << '\n';
        return 1;
    }
    return 0;
}
