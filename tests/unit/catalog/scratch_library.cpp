// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/catalog/scratch_library.h"

#include <fstream>
#include <nlohmann/json.hpp>

ScratchLibrary::ScratchLibrary() : root_(std::filesystem::path(folder_.path().toStdString()) / "a library é雪") {
    std::filesystem::create_directories(root_ / "hwlib/npu");
    std::filesystem::create_directories(root_ / "workloads/cnn");
    std::filesystem::create_directories(root_ / "workloads/transformer");
}

void ScratchLibrary::write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file, std::ios::binary | std::ios::trunc) << text;
}

void ScratchLibrary::write(const std::string& file, const nlohmann::json& document) const {
    write(file, document.dump());
}

nlohmann::json smallNpu(const std::string& id) {
    return nlohmann::json::parse(R"({
        "kind": "npu", "name": "Small", "vendor": "Example Works", "year": 2020, "clock_hz": 1e9,
        "source": "made up for this test",
        "levels": [
            {"name": "dram", "entry_bits": 64, "word_bits": 16, "source": "made up for this test"},
            {"name": "buffer", "entries": 1024, "entry_bits": 64, "word_bits": 16, "fanout_x": 16,
             "source": "made up for this test"}],
        "compute": {"name": "mac", "word_bits": 16, "mac_pj": 1.0, "source": "made up for this test"}})")
        .patch(nlohmann::json::array({{{"op", "add"}, {"path", "/id"}, {"value", id}}}));
}

nlohmann::json smallCnn(const std::string& id) {
    return {{"id", id},
            {"kind", "cnn"},
            {"name", "Small net " + id},
            {"vendor", "Example Works"},
            {"year", 2015},
            {"source", "made up for this test"},
            {"layers",
             {{{"name", "conv1"},
               {"operator", "conv2d"},
               {"in_channels", 3},
               {"in_height", 8},
               {"in_width", 8},
               {"out_channels", 4},
               {"out_height", 8},
               {"out_width", 8},
               {"kernel_height", 3},
               {"kernel_width", 3},
               {"stride", 1},
               {"pad", 1}}}}};
}
