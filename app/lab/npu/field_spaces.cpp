// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/npu/field_spaces.h"

#include "app/lab/run/data_table.h"
#include "core/npu/mapper.h"
#include "core/workload/kernel/operators.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

namespace strata::assess {
namespace {

namespace fs = std::filesystem;
constexpr double kClose = 1e-9; // the reference prints all digits

/// The simple machine of AccelForge's examples (examples/arches/simple.yaml): a memory and a buffer without a bound,
/// 1 pJ for each bit that is read or written, one unit of 1 pJ and one operation a second.
hardware::NpuArchitecture simpleMachine(std::uint32_t bits) {
    hardware::NpuArchitecture npu;
    npu.id = npu.name = "simple";
    npu.clock_hz = 1.0;
    for (const char* name : {"memory", "buffer"}) {
        hardware::NpuLevel level;
        level.name = level.title = name;
        level.word_bits = level.entry_bits = bits;
        const double pj = bits;
        level.energy = {pj, pj, pj, 0.0};
        npu.levels.push_back(std::move(level));
    }
    npu.compute.name = "mac";
    npu.compute.word_bits = bits;
    npu.compute.mac_pj = 1.0;
    npu.recipe.allow_imperfect = false;
    return npu;
}

Result<void> addProduct(FieldSpace& space, double batch, double m, double n, double k) {
    auto problem = workload::buildProblem(Json{{"operator", "matmul"},
                                               {"batch", std::uint64_t(batch)},
                                               {"m", std::uint64_t(m)},
                                               {"n", std::uint64_t(n)},
                                               {"k", std::uint64_t(k)}},
                                          "");
    if (!problem) return problem.error();
    space.problems.push_back(*std::move(problem));
    return {};
}

/// One block of a decoder (examples/workloads/gpt3_175B.yaml). Scores pass through a softmax that is counted as one
/// operation, one word read and one written each; the copy of the inputs costs nothing there.
Result<void> addBlock(FieldSpace& space, double width, double heads, double tokens, double context) {
    const double head = width / heads;
    for (const auto& [batch, m, n, k] : std::initializer_list<std::array<double, 4>>{{1, tokens, width, width},
                                                                                     {1, tokens, width, width},
                                                                                     {1, tokens, width, width},
                                                                                     {heads, tokens, context, head},
                                                                                     {heads, tokens, head, context},
                                                                                     {1, tokens, width, width},
                                                                                     {1, tokens, 4 * width, width},
                                                                                     {1, tokens, width, 4 * width}})
        if (auto added = addProduct(space, batch, m, n, k); !added) return added;
    space.elementwise = heads * tokens * context;
    return {};
}

/// A number that the data state as "NAME=value"; nothing where they do not.
std::optional<double> stated(std::string_view parameters, std::string_view name) {
    for (std::size_t at = 0; at < parameters.size();
         at = std::min(parameters.find(',', at), parameters.size() - 1) + 1) {
        const std::string_view entry = parameters.substr(at, parameters.find(',', at) - at);
        if (!entry.starts_with(name) || entry.substr(name.size(), 1) != "=") continue;
        double value = 0;
        const std::string_view number = entry.substr(name.size() + 1);
        if (std::from_chars(number.data(), number.data() + number.size(), value).ec == std::errc()) return value;
    }
    return std::nullopt;
}

/// Of a row that states no sizes, or others than are known here.
Error sizeNotStated(std::string_view workload) {
    return {"missing",
            "/parameters",
            {"error.field-missing", {{"field", "parameters"}}},
            verbatim(std::string(workload)),
            {}};
}

/// The layers of a space of the simple machine.
Result<void> addLayers(FieldSpace& space, std::string_view workload, std::string_view parameters) {
    const bool block = workload.starts_with("gpt3");
    space.architecture = simpleMachine(block ? 16 : 8);
    space.word_pj = block ? 16.0 : 8.0;
    if (block) {
        const auto batch = stated(parameters, "BATCH_SIZE"), fresh = stated(parameters, "N_NEW_TOKENS");
        if (batch != 1.0 || !fresh) return sizeNotStated(workload);
        return addBlock(space, 12288, 96, *fresh, stated(parameters, "N_CACHED_TOKENS").value_or(*fresh));
    }
    if (workload == "three_matmuls_annotated") { // its file fixes three products of 128
        for (int i = 0; i < 3; ++i)
            if (auto added = addProduct(space, 1, 128, 128, 128); !added) return added;
        return {};
    }
    const auto inner = stated(parameters, "KN"), rows = stated(parameters, "M"),
               products = stated(parameters, "N_EINSUMS");
    if (workload != "matmuls" || !inner || !rows || !products) return sizeNotStated(workload);
    for (int i = 0; i < static_cast<int>(*products); ++i)
        if (auto added = addProduct(space, 1, *rows, *inner, *inner); !added) return added;
    return {};
}

Result<void> addStreamCases(const fs::path& folder, std::vector<FieldSpace>& spaces) {
    const auto document = readJsonFile(folder / "stream_golden_metrics.json");
    if (!document) return document.error();
    for (const auto& [name, values] : document->items()) {
        if (!values.contains("total_latency")) continue;
        FieldSpace space;
        space.id = "stream/" + name.substr(name.find("::") + 2);
        space.latency_s = values.at("total_latency").get<double>();
        space.reason = "the data state neither the cores, their links and memories, nor the schedule of fused tiles";
        spaces.push_back(std::move(space));
    }
    return {};
}

} // namespace

Result<std::vector<FieldSpace>> readFieldSpaces(const fs::path& folder) {
    const auto table = readTable(folder, "accelforge_best_mappings.csv",
                                 {"arch", "workload", "parameters", "fusion", "energy_pJ", "latency_s"}, ".");
    if (!table) return table.error();
    std::vector<FieldSpace> spaces;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const std::string machine(table->text(i, "arch")), workload(table->text(i, "workload"));
        const std::string parameters(table->text(i, "parameters"));
        FieldSpace space;
        space.id = machine + "/" + workload + "(" + parameters + ")/" + std::string(table->text(i, "fusion"));
        space.energy_pj = table->numberOr(i, "energy_pJ", 0);
        space.latency_s = table->numberOr(i, "latency_s", 0);
        if (machine == "simple") {
            if (auto added = addLayers(space, workload, parameters); !added) return added.error();
        } else {
            space.reason = "energies and rates come from component models that the data do not state";
            if (table->text(i, "fusion") == "fused") space.reason += "; layers are fused beyond pairs";
        }
        spaces.push_back(std::move(space));
    }
    if (auto added = addStreamCases(folder, spaces); !added) return added.error();
    return spaces;
}

Result<FieldAnswer> mapFieldSpace(const FieldSpace& space, Executor* executor) {
    const auto mappers = npu::builtinMappers();
    const auto exact = std::ranges::find_if(mappers, [](const npu::Mapper& mapper) { return mapper.proves; });
    FieldAnswer answer;
    double bound = 0.0;
    for (const workload::Problem& problem : space.problems) {
        npu::LoopNestEvaluator evaluator(space.architecture, problem);
        npu::MapperSettings settings;
        settings.goal = npu::MappingGoal::Energy;
        settings.budget = 1'000'000;
        settings.keep_dataflow = false;
        settings.choose_keep = true;
        settings.executor = executor;
        const auto found =
            exact->search(evaluator, npu::outermostMapping(space.architecture, problem), "", settings, {});
        if (!found) return found.error();
        npu::LoopNestResult result;
        evaluator.evaluate(found->mapping, result);
        answer.energy_pj += result.energy_pj;
        answer.latency_s += result.cycles / space.architecture.clock_hz;
        answer.evaluated += found->evaluated;
        bound += found->bound;
        answer.complete = answer.complete && found->complete;
    }
    answer.gap = answer.energy_pj / bound - 1.0;
    answer.energy_pj += space.elementwise * (space.architecture.compute.mac_pj + 2.0 * space.word_pj);
    answer.latency_s += space.elementwise / space.architecture.clock_hz;
    return answer;
}

Result<SuiteReport> runMapperSuite(const SuiteOptions& options) {
    const auto spaces = readFieldSpaces(options.data);
    if (!spaces) return spaces.error();
    SuiteReport report;
    report.suite = "npu-mapper";
    report.data = options.data.string();
    for (const FieldSpace& space : *spaces) {
        if (!space.reason.empty()) {
            report.refused.push_back({space.id, space.reason});
            continue;
        }
        const auto answer = mapFieldSpace(space, nullptr);
        if (!answer) return answer.error();
        ++report.cases;
        bool equal = answer->complete && std::abs(answer->gap) < kClose;
        for (const auto& [quantity, measured, predicted] :
             {std::tuple{"energy_pj", space.energy_pj, answer->energy_pj},
              std::tuple{"latency_s", space.latency_s, answer->latency_s}}) {
            SuiteRow row;
            row.id = space.id + ":" + quantity;
            row.group = {{"quantity", quantity}};
            row.quantity = quantity;
            row.unit = quantity == std::string("energy_pj") ? "pJ" : "s";
            row.measured = measured;
            row.predicted = row.low = row.high = predicted;
            row.method = "npu.loopnest";
            row.equal = std::abs(predicted / measured - 1.0) < kClose;
            equal = equal && row.equal;
            report.rows.push_back(std::move(row));
        }
        report.cases_equal += equal ? 1 : 0;
    }
    report.summary = std::to_string(report.cases_equal) + "/" + std::to_string(report.cases) +
                     " best mappings equal and proven; " + std::to_string(report.refused.size()) + " do not compare";
    report.notes = {
        "On the simple machine each bit costs as much in the memory as in the buffer: the best mapping passes the "
        "buffer by, "
        "and fusing layers saves nothing. It checks the counts at the units and the proof, not the choice of tiles.",
        "Words of the blocks have 16 bits, which follows from the stated energies; the inputs do not say it. A decoded "
        "token "
        "attends to the cached ones alone, not to itself, as the stated latencies show."};
    return report;
}

} // namespace strata::assess
