// SPDX-License-Identifier: GPL-3.0-or-later
// mutate ROOT SEED COUNT FILE...: prints COUNT changed requests, one a line, for `strata-cli batch -`. Each begins as
// one of the files; half of them carry the catalog entries that they name inside, so that those change too.
#include "tests/fuzz/json_mutator.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <vector>

using namespace strata;

namespace {

std::string textOf(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

/// Entries by id, and the ids beside each.
struct Entries {
    std::map<std::string, Json> documents;
    std::map<std::string, std::string> folders;
    std::map<std::string, std::vector<std::string>> by_folder;
};

Entries entriesOf(const std::filesystem::path& root) {
    Entries entries;
    for (const char* below : {"hwlib", "workloads"}) {
        for (const auto& file : std::filesystem::recursive_directory_iterator(root / below)) {
            const auto document = parseJson(textOf(file.path()));
            const std::string folder = file.path().parent_path().filename();
            if (!document || !document->is_object() || folder == "calibration" || !document->contains("id")) continue;
            const std::string id = document->value("id", "");
            entries.documents[id] = *document;
            entries.folders[id] = folder;
            entries.by_folder[folder].push_back(id);
        }
    }
    return entries;
}

void changeEntries(Json& node, const Entries& entries, std::mt19937_64& random) {
    if (node.is_structured())
        for (Json& child : node)
            changeEntries(child, entries, random);
    if (!node.is_string()) return;
    auto entry = entries.documents.find(node.get<std::string>());
    if (entry == entries.documents.end()) return;
    const auto& neighbours = entries.by_folder.at(entries.folders.at(entry->first));
    if (random() % 3 == 0) entry = entries.documents.find(neighbours[random() % neighbours.size()]);
    node = random() % 2 == 0 ? Json(entry->first) : entry->second;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 5) {
        std::cerr << "usage: mutate ROOT SEED COUNT FILE...\n";
        return 2;
    }
    const Entries entries = entriesOf(argv[1]);
    std::mt19937_64 random(std::stoull(argv[2]));
    std::vector<Json> requests;
    for (int i = 4; i < argc; ++i)
        if (auto request = parseJson(textOf(argv[i]))) requests.push_back(*std::move(request));
    if (requests.empty()) return 2;
    for (std::uint64_t left = std::stoull(argv[3]); left > 0; --left) {
        Json request = requests[random() % requests.size()];
        if (random() % 2 == 0) changeEntries(request, entries, random);
        std::cout << fuzz::mutated(std::move(request), random()).dump(-1, ' ', false, Json::error_handler_t::replace)
                  << '\n';
    }
    return 0;
}
