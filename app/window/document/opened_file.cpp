// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/opened_text.h"
#include "core/base/json.h"
#include "core/evaluate/registry.h"
#include "core/exchange/models/model_file.h"
#include "core/exchange/packed_text.h"
#include "core/explore/explore_request.h"
#include "core/explore/result_store.h"

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

namespace strata::app {

namespace {

constexpr const char* kFigureMark = "strata_figure";
/// "SQLite Database File Format", section 1.3: the magic, and the application's own number at byte 68.
constexpr std::string_view kDatabaseMagic = "SQLite format 3";
constexpr std::size_t kApplicationAt = 68;
constexpr std::string_view kResultsApplication = "STRE";

enum class Content { Session, Results, Model, Timeloop, Text };

Content contentOf(const std::filesystem::path& file) {
    if (file.extension() == ".strata") return Content::Session;
    if (isTimeloopPart(file)) return Content::Timeloop;
    std::array<char, kApplicationAt + kResultsApplication.size()> head{};
    std::ifstream(file, std::ios::binary).read(head.data(), static_cast<std::streamsize>(head.size()));
    const std::string_view begin(head.data(), head.size());
    if (!begin.starts_with(kDatabaseMagic)) {
        if (file.extension() == ".results") return Content::Results;
        return exchange::modelFormatOf(file) ? Content::Model : Content::Text;
    }
    return begin.substr(kApplicationAt) == kResultsApplication ? Content::Results : Content::Session;
}

std::string textAt(const Json& document, const char* pointer) {
    const Json* text = findPointer(document, pointer);
    return text != nullptr && text->is_string() ? text->get<std::string>() : std::string();
}

std::optional<OpenedFile::Named> namedAt(const Json& figure, const std::string& pointer) {
    const Json* request = findPointer(figure, pointer + "/request");
    if (request == nullptr || !request->is_object()) return {};
    return OpenedFile::Named{std::make_shared<const Json>(*request), textAt(figure, (pointer + "/label").c_str())};
}

Result<OpenedFile> figureOf(const Json& document) {
    const Json& version = document[kFigureMark];
    if (!version.is_number_integer() || version != 1)
        return Error{"from-the-future",
                     std::string("/") + kFigureMark,
                     {"error.figure-s-description-has-version", {{"dump", version.dump()}}},
                     verbatim("1"),
                     {}};
    OpenedFile opened;
    opened.selected = namedAt(document, "/selected");
    opened.baseline = namedAt(document, "/baseline");
    opened.view = textAt(document, "/view");
    opened.metric = textAt(document, "/metric");
    if (const Json* state = findPointer(document, "/view_state")) opened.view_state = canonicalText(*state);
    if (const Json* run = findPointer(document, "/exploration/request")) {
        opened.holds = OpenedFile::Holds::Exploration;
        opened.exploration = std::make_shared<const Json>(*run);
        if (const Json* brush = findPointer(document, "/exploration/brush")) opened.brush = canonicalText(*brush);
    }
    opened.text = textAt(document, "/tuning/text");
    if (!opened.text.empty()) {
        opened.holds = OpenedFile::Holds::Configurations;
        opened.text_file = textAt(document, "/tuning/file");
        return opened;
    }
    if (!opened.selected && !opened.exploration)
        return Error{
            "bad-value", "/selected/request", {"error.figure-s-description-not-as-written"}, {"accepted.request"}, {}};
    return opened;
}

/// A text that is no document of ours.
Result<OpenedFile> measurementsOf(const std::filesystem::path& file, const Error& otherwise) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return otherwise; // a pipe may never end
    const auto text = exchange::readPackedText(file);
    if (!text) return otherwise;
    if (auto opened = openedMeasurements(*text)) return *std::move(opened);
    const std::size_t begin = text->find_first_not_of(" \t\r\n");
    if (begin == std::string::npos || (*text)[begin] == '{' || otherwise.code == "unreadable-file") return otherwise;
    return Error{"unknown-format", "", {"error.text-looks-like-nothing-known"}, {"accepted.what-the-window-opens"}, {}};
}

Result<OpenedFile> documentOf(const std::filesystem::path& file) {
    auto document = readJsonFile(file);
    if (!document) return measurementsOf(file, document.error());
    OpenedFile opened;
    if (document->is_object() && document->contains(kFigureMark)) return figureOf(*document);
    if (document->is_object() && explore::isExploreKind(*document)) {
        opened.holds = OpenedFile::Holds::Exploration;
        opened.exploration = std::make_shared<const Json>(*std::move(document));
        return opened;
    }
    const std::string kind = document->is_object() ? textAt(*document, "/kind") : std::string();
    const bool asks = builtinRegistry().kind(kind) != nullptr && findPointer(*document, "/id") == nullptr;
    if (asks && findPointer(*document, "/metrics") != nullptr && findPointer(*document, "/method") != nullptr &&
        findPointer(*document, "/hardware") == nullptr)
        return Error{"bad-kind", "", {"error.file-holds-an-answer"}, {"accepted.request-results-or-session"}, {}};
    if (!asks) {
        opened.holds = OpenedFile::Holds::Entry;
        if (!kind.empty()) return opened;
        auto measured = measurementsOf(file, {});
        return measured ? measured : opened;
    }
    const std::string label = textAt(*document, "/label");
    opened.selected = OpenedFile::Named{std::make_shared<const Json>(*std::move(document)), label};
    return opened;
}

Result<OpenedFile> resultsOf(const std::filesystem::path& file) {
    auto store = explore::ResultStore::open(file, false);
    if (!store) return store.error();
    OpenedFile opened;
    opened.holds = OpenedFile::Holds::Exploration;
    opened.exploration = store->run().document;
    opened.results = file;
    return opened;
}

Result<OpenedFile> sessionOf(const std::filesystem::path& file) {
    auto session = openSession(file);
    if (!session) return session.error();
    OpenedFile opened;
    opened.holds = OpenedFile::Holds::Session;
    opened.session = *std::move(session);
    return opened;
}

} // namespace

Result<OpenedFile> readOpenedFile(const std::filesystem::path& file) {
    const auto read = [&]() -> Result<OpenedFile> {
        switch (contentOf(file)) {
        case Content::Session: return sessionOf(file);
        case Content::Results: return resultsOf(file);
        case Content::Model: {
            OpenedFile model;
            model.holds = OpenedFile::Holds::Entry;
            return model;
        }
        case Content::Timeloop: return openedTimeloop(std::span(&file, 1));
        case Content::Text: break;
        }
        return documentOf(file);
    };
    auto opened = read();
    if (opened || !opened.error().file.empty()) return opened;
    Error error = opened.error();
    error.file = file.string();
    return error;
}

} // namespace strata::app
