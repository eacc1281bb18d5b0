// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/schedule/tuning_input.h"

#include "app/cli/output/table_output.h"
#include "core/base/json.h"

#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::cli {
namespace {

Error inFile(Error error, const std::string& file) {
    if (error.file.empty()) error.file = file;
    return error;
}

} // namespace

Result<schedule::CostModel> costModelFrom(const std::string& file, FoldedFit fit) {
    if (file.ends_with(".json")) {
        const auto document = readJsonFile(file);
        // Only the cache of a run that still goes on is no document.
        if (document && document->is_object() && document->contains("form")) {
            const auto predictor = hardware::readPredictor(*document, "");
            if (!predictor) return inFile(predictor.error(), file);
            auto model = schedule::costModelOf(*predictor);
            if (!model) return inFile(model.error(), file);
            return model;
        }
    }
    const auto tuning = exchange::readTuningFile(file);
    if (!tuning) return tuning.error();
    schedule::CostModelOptions options;
    if (fit == FoldedFit::No) options.folds = 0;
    auto model = schedule::fitCostModel(tuning->space, nullptr, options);
    if (!model) return inFile(model.error(), file);
    return model;
}

Result<std::optional<schedule::CostModel>> priorOf(const Arguments& arguments) {
    const auto file = arguments.value("--prior");
    if (!file) return std::optional<schedule::CostModel>();
    auto model = costModelFrom(*file, FoldedFit::No);
    if (!model) return model.error();
    return std::optional(*std::move(model));
}

std::vector<std::string> parameterNames(const exchange::TuningFile& tuning) {
    std::vector<std::string> names;
    for (const schedule::TuningParameter& parameter : tuning.space.parameters)
        names.push_back(parameter.name);
    return names;
}

std::vector<Cell> parameterCells(const exchange::TuningFile& tuning, std::size_t row) {
    const std::size_t columns = tuning.space.parameters.size();
    const auto first = tuning.cells.begin() + static_cast<std::ptrdiff_t>(row * columns);
    return {first, first + static_cast<std::ptrdiff_t>(columns)};
}

void printTable(const Table& table, const Arguments& arguments, Streams& streams) {
    if (arguments.has("--json"))
        streams.out << canonicalText(tableJson(table)) << '\n';
    else
        streams.out << (arguments.has("--csv") ? toCsv(table) : tableText(table));
}

} // namespace strata::cli
