// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <QTemporaryDir>
#include <string>

/// A library in a temporary folder whose name has a space and letters beyond ASCII.
class ScratchLibrary {
public:
    ScratchLibrary();

    const std::filesystem::path& root() const { return root_; }

    void write(const std::string& file, const std::string& text) const;
    void write(const std::string& file, const nlohmann::json& document) const;
    void remove(const std::string& file) const { std::filesystem::remove(root_ / file); }

private:
    QTemporaryDir folder_;
    std::filesystem::path root_;
};

/// A small valid NPU: off-chip memory, one buffer of 1024 entries, 16 multiply-accumulate units.
nlohmann::json smallNpu(const std::string& id);

/// A valid network of one convolution.
nlohmann::json smallCnn(const std::string& id);
