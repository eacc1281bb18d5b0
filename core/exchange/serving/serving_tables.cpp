// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/serving/serving_tables.h"

#include "core/base/hash.h"
#include "core/exchange/csv.h"
#include "core/exchange/serving/engine_profile.h"
#include "core/exchange/serving/layer_profile.h"
#include "core/exchange/serving/operator_csv.h"
#include "core/exchange/serving/operator_tables.h"
#include "core/exchange/serving/vidur_profile.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>

namespace strata::exchange {
namespace {

namespace fs = std::filesystem;

struct Format {
    std::string_view name;
    std::vector<std::string_view> endings; ///< of its files, behind the stem; the first tells it apart
    std::vector<std::string_view> names;   ///< of the same files as the tool lays them into a folder of their own
};

const std::array<Format, 5>& formats() {
    static const std::array<Format, 5> kFormats{
        Format{"vidur", {"_linear_ms", "_attn_decode_ms", "_attn_prefill_ms"}, {}},
        Format{"llmservingsim", {"_dense", "_per_sequence", "_attention"}, {"dense", "per_sequence", "attention"}},
        Format{"llmservingsim-v0", {"_layers", "_attention"}, {"layers", "attention"}},
        Format{"vidur-profile", {"_linear", "_attention"}, {"mlp", "attention"}}, Format{"csv", {""}, {}}};
    return kFormats;
}

/// Tables of experts and of linear attention, as profiles name them.
constexpr std::array kOthers{"moe", "linear_attention"};

std::string withoutSuffix(std::string path) {
    for (const std::string_view suffix : {".gz", ".csv"})
        if (path.ends_with(suffix)) path.resize(path.size() - suffix.size());
    return path;
}

/// The file itself, plain or packed; nothing where there is none.
std::optional<fs::path> fileOf(const std::string& stem) {
    std::error_code status;
    for (const char* suffix : {".csv.gz", ".csv", ""}) {
        if (fs::is_regular_file(stem + suffix, status)) return fs::path(stem + suffix);
    }
    return {};
}

struct Found {
    const Format* format = nullptr;
    std::vector<fs::path> files;
    std::string stem;                     ///< what readers name their tables by, in front of the endings
    std::vector<std::string> others = {}; ///< without suffix: where tables would lie that no format here reads
    std::optional<Error> incomplete = {}; ///< what the file lacks to be of another format, by its name
};

Error missingFile(const std::string& name, const Format& format, const fs::path& path) {
    return {"unreadable-file",
            "",
            {"error.there-no-or-gz", {{"missing", name}}},
            {"accepted.all-files-format", {{"format", format.name}}},
            path.string()};
}

/// A profile's folder as its tool writes it, named itself or by one of its files. `incomplete`: what such a file lacks
/// to be one of a profile.
std::optional<Found> findFolder(const fs::path& path, std::string_view wanted, std::optional<Error>& incomplete) {
    std::error_code status;
    const bool whole = fs::is_directory(path, status);
    const fs::path folder = whole ? path : path.parent_path();
    const std::string name = fs::path(withoutSuffix(path.string())).filename().string();
    for (const Format& format : formats()) {
        if (format.names.empty() || (!wanted.empty() && wanted != format.name)) continue;
        if (!whole && std::find(format.names.begin(), format.names.end(), name) == format.names.end()) continue;
        Found found{&format, {}, folder.filename().string(), {}};
        for (const char* other : kOthers)
            found.others.push_back((folder / other).string());
        std::string missing;
        for (const std::string_view part : format.names) {
            auto file = fileOf((folder / part).string());
            if (file)
                found.files.push_back(*std::move(file));
            else
                missing = std::string(part) + ".csv";
        }
        if (missing.empty()) return found;
        if (!incomplete && !whole && name == format.names.front()) incomplete = missingFile(missing, format, path);
    }
    return {};
}

/// The set that `path` belongs to. Longer endings first, so that "_linear_ms" is not taken for a stem.
Result<Found> find(const fs::path& path, std::string_view wanted) {
    std::optional<Error> incomplete;
    if (auto folder = findFolder(path, wanted, incomplete)) return *std::move(folder);
    const std::string bare = withoutSuffix(path.string());
    for (const Format& format : formats()) {
        if (!wanted.empty() && wanted != format.name) continue;
        std::string stem = bare;
        for (const std::string_view ending : format.endings) {
            if (!ending.empty() && bare.ends_with(ending)) stem = bare.substr(0, bare.size() - ending.size());
        }
        Found found{&format, {}, fs::path(stem).filename().string(), {}};
        for (const char* other : kOthers)
            found.others.push_back(stem + "_" + other);
        std::string missing;
        for (const std::string_view ending : format.endings) {
            auto file = fileOf(stem + std::string(ending));
            if (file)
                found.files.push_back(*std::move(file));
            else
                missing = fs::path(stem + std::string(ending)).filename().string() + ".csv";
        }
        if (missing.empty()) {
            found.incomplete = std::move(incomplete);
            return found;
        }
        if (!wanted.empty()) return missingFile(missing, format, path);
        if (!incomplete && bare.ends_with(format.endings.front())) incomplete = missingFile(missing, format, path);
    }
    return Error{"unreadable-file",
                 "",
                 {"error.no-tables-operators-there"},
                 {"accepted.file-set-vidur-or-llmservingsim-or"},
                 path.string()};
}

/// Layers whose times stand in a table that no format here reads are most of such a model: the rest is no iteration.
Result<void> refuseOthers(const Found& found) {
    for (const std::string& other : found.others) {
        const auto file = fileOf(other);
        if (!file) continue;
        return Error{"not-supported",
                     "",
                     {"error.tables-have-layers-in-not-read", {{"filename", file->filename().string()}}},
                     {"accepted.tables-model-without-experts-or-one"},
                     file->string()};
    }
    return {};
}

Result<std::string> digestOf(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    if (!in.good() && !in.eof())
        return Error{"unreadable-file",
                     "",
                     {"error.cannot-read", {{"file", file.string()}}},
                     {"accepted.csv-file-plain-or-gzip"},
                     file.string()};
    return sha256(bytes);
}

template <class Times>
Result<ServingTables> with(ServingTables tables, Result<Times> times, const Found& found) {
    if (!times) {
        Error error = times.error(); // readers know stems; people want the file
        for (std::size_t i = 0; i < found.files.size(); ++i) {
            if (error.file == found.stem + std::string(found.format->endings[i])) error.file = found.files[i].string();
        }
        return error;
    }
    tables.times = *std::move(times);
    return tables;
}

} // namespace

std::span<const std::string_view> servingTableFormats() {
    static const std::array<std::string_view, 5> kNames{"vidur", "vidur-profile", "llmservingsim", "llmservingsim-v0",
                                                        "csv"};
    return kNames;
}

Result<ServingTables> readServingTables(const fs::path& path, std::string_view format, int tp) {
    const auto found = find(path, format);
    if (!found) return found.error();
    if (auto whole = refuseOthers(*found); !whole) return whole.error();
    ServingTables tables;
    tables.format = found->format->name;
    std::vector<CsvTable> read;
    std::string digests;
    for (const fs::path& file : found->files) {
        auto table = CsvTable::read(file);
        if (!table) return table.error();
        const auto digest = digestOf(file);
        if (!digest) return digest.error();
        digests += *digest;
        tables.rows += table->rows();
        tables.files.push_back(file.filename().string());
        read.push_back(*std::move(table));
    }
    tables.sha256 = sha256(digests);
    const std::string& stem = found->stem;
    if (tables.format == "vidur")
        return with(std::move(tables), operatorTables(read[0], read[1], read[2], stem), *found);
    if (tables.format == "llmservingsim")
        return with(std::move(tables), engineProfile(read[2], read[0], read[1], stem), *found);
    if (tables.format == "llmservingsim-v0")
        return with(std::move(tables), layerProfile(read[0], read[1], stem, tp), *found);
    if (tables.format == "vidur-profile")
        return with(std::move(tables), vidurProfile(read[0], read[1], stem, tp), *found);
    if (found->incomplete && !read[0].column("part")) return *found->incomplete;
    return with(std::move(tables), operatorCsv(read[0], stem), *found);
}

} // namespace strata::exchange
