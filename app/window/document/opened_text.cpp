// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/opened_text.h"

#include "core/assess/own_rows.h"
#include "core/exchange/packed_text.h"
#include "core/exchange/timeloop/timeloop_files.h"
#include "core/exchange/tuning/tuning_file.h"

#include <nlohmann/json.hpp>

namespace strata::app {

namespace {

Result<exchange::TimeloopFiles> partsOf(std::span<const std::filesystem::path> files) {
    std::vector<std::pair<std::string, std::string>> texts;
    for (const auto& file : files) {
        auto text = exchange::readPackedText(file);
        if (!text) return text.error();
        texts.emplace_back(*std::move(text), file.string());
    }
    return exchange::readTimeloopFiles(texts);
}

} // namespace

bool isTimeloopPart(const std::filesystem::path& file) {
    return file.extension() == ".yaml" || file.extension() == ".yml";
}

Result<OpenedFile> openedTimeloop(std::span<const std::filesystem::path> files) {
    auto parts = partsOf(files);
    if (!parts) return parts.error();
    OpenedFile opened;
    if (files.size() == 1 && parts->hardware && !parts->layer) {
        opened.holds = OpenedFile::Holds::Entry;
        return opened;
    }
    auto request = parts->request();
    if (!request) return request.error();
    request->erase("label"); // the file's name tells more
    opened.selected = OpenedFile::Named{std::make_shared<const Json>(*std::move(request)), {}};
    opened.notes = std::move(parts->notes);
    return opened;
}

Result<exchange::ImportedEntry> timeloopArchitecture(const std::filesystem::path& file) {
    auto parts = partsOf(std::span(&file, 1));
    if (!parts) return parts.error();
    if (!parts->hardware) return parts->request().error(); // what is missing
    return exchange::ImportedEntry{parts->hardware, std::move(parts->notes)};
}

std::optional<OpenedFile> openedMeasurements(std::string_view text) {
    using assess::OwnFormat;
    OpenedFile opened;
    if (const auto format = assess::formatOf(text)) {
        const bool rows = *format == OwnFormat::Rows || *format == OwnFormat::RowTable;
        opened.holds = rows ? OpenedFile::Holds::Rows : OpenedFile::Holds::Measurements;
        if (!rows) opened.text = text;
        return opened;
    }
    if (!exchange::looksLikeTuning(text)) return {};
    opened.holds = OpenedFile::Holds::Configurations;
    return opened;
}

} // namespace strata::app
