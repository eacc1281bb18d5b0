// SPDX-License-Identifier: GPL-3.0-or-later
// How good the mappings are that the searches find, against the best that timeloop-mapper (Parashar et al., ISPASS
// 2019) found in the same spaces: same fixed factors and keeps, our own evaluation of both. Its loop orders that are
// tied by constraints are free here.
#include "core/base/json.h"
#include "core/exchange/timeloop/timeloop_parts.h"
#include "core/npu/factors.h"
#include "core/npu/mapper.h"

#include <QTest>

#include <cstdlib>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

using namespace strata;
using namespace strata::npu;

namespace {

std::filesystem::path folder() {
    const char* reference = std::getenv("STRATA_REFERENCE");
    return std::filesystem::path(reference == nullptr ? "" : reference) / "npu" / "mapper";
}

struct Space {
    hardware::NpuArchitecture architecture;
    workload::Problem problem;
    Mapping best; ///< that the reference tool found
    MapperSettings settings;
};

std::uint32_t dimensionOf(const workload::Problem& problem, const std::string& name) {
    const int dimension = problem.findDimension(name);
    if (dimension < 0) qFatal("no dimension %s", name.c_str());
    return static_cast<std::uint32_t>(dimension);
}

Mapping bestOf(const Json& document, const Space& space) {
    Mapping mapping = outermostMapping(space.architecture, space.problem);
    for (LevelMapping& level : mapping.levels)
        level = {{}, {}, {}, std::vector<bool>(space.problem.tensors.size(), false)};
    for (const Json& entry : document.at("best_mapping")) {
        const std::size_t l = exchange::detail::findLevel(space.architecture, entry.at("level").get<std::string>());
        LevelMapping& level = mapping.levels.at(l);
        for (const auto& [tensor, words] : entry.at("kept_tile_words").items())
            level.keep.at(static_cast<std::size_t>(space.problem.findTensor(tensor))) = words.get<double>() > 0;
        for (const Json& loop : entry.at("loops_outer_to_inner")) {
            const std::string axis = loop.value("spatial", std::string());
            auto& loops = axis.empty() ? level.temporal : axis == "X" ? level.spatial_x : level.spatial_y;
            const auto bound = loop.at("bound").get<std::uint64_t>();
            loops.push_back(
                {dimensionOf(space.problem, loop.at("dim").get<std::string>()), bound, loop.value("remainder", bound)});
        }
    }
    return mapping;
}

void fixFactors(const Json& entry, std::size_t level, Space& space) {
    const bool spatial = entry.at("kind") == "spatial";
    const std::string order = entry.value("order_inner_to_outer", std::string());
    const auto split = entry.value("split_X_below_index", std::size_t{999});
    const Json factors = entry.value("fixed_factors", Json::object());
    for (std::uint32_t d = 0; d < space.problem.dimensions.size(); ++d) {
        const auto factor = factors.find(space.problem.dimensions[d].name);
        auto& loops = space.settings.fix.loops;
        const std::uint64_t bound = factor == factors.end() ? 0 : std::stoull(factor->get<std::string>());
        if (!spatial) {
            if (bound > 0) loops.push_back({{level, LoopKind::Temporal}, d, bound});
            continue;
        }
        const bool along_x = order.find(space.problem.dimensions[d].name) < split;
        const LoopKind may = along_x ? LoopKind::SpatialX : LoopKind::SpatialY;
        loops.push_back({{level, along_x ? LoopKind::SpatialY : LoopKind::SpatialX}, d, 1});
        if (bound > 0) loops.push_back({{level, may}, d, bound});
    }
}

Space spaceOf(const std::filesystem::path& file) {
    const auto document = readJsonFile(file);
    if (!document) qFatal("%s", describe(document.error()).c_str());
    auto architecture = exchange::detail::readArchitecture(*document);
    auto problem = exchange::detail::readProblem(*document);
    if (!architecture || !problem) qFatal("%s cannot be read", file.c_str());
    Space space{*std::move(architecture), *std::move(problem), {}, {}};
    space.architecture.recipe.allow_imperfect = false;
    space.best = bestOf(*document, space);
    space.settings.keep_dataflow = false;
    space.settings.fix.keep.resize(space.architecture.levels.size());
    for (const Json& entry : document->at("constraints")) {
        const std::size_t l = exchange::detail::findLevel(space.architecture, entry.at("level").get<std::string>());
        if (l >= space.architecture.levels.size()) continue;
        if (entry.at("kind") != "bypass") {
            fixFactors(entry, l, space);
            continue;
        }
        std::vector<bool> keep(space.problem.tensors.size(), false);
        for (const Json& tensor : entry.value("keep", Json::array()))
            keep.at(static_cast<std::size_t>(space.problem.findTensor(tensor.get<std::string>()))) = true;
        space.settings.fix.keep[l] = keep;
    }
    return space;
}

double edpOf(LoopNestEvaluator& evaluator, const Mapping& mapping) {
    LoopNestResult result;
    evaluator.evaluate(mapping, result);
    return result.violations.empty() ? result.energy_pj * result.cycles : std::numeric_limits<double>::infinity();
}

} // namespace

class MapperQualityTest : public QObject {
    Q_OBJECT

private slots:
    void reachesTheReference_data();
    void reachesTheReference();
};

void MapperQualityTest::reachesTheReference_data() {
    QTest::addColumn<QString>("file");
    if (!std::filesystem::is_directory(folder())) QSKIP("no reference data");
    for (const auto& entry : std::filesystem::directory_iterator(folder()))
        QTest::newRow(entry.path().stem().c_str()) << QString::fromStdString(entry.path().string());
}

void MapperQualityTest::reachesTheReference() {
    QFETCH(QString, file);
    Space space = spaceOf(file.toStdString());
    LoopNestEvaluator evaluator(space.architecture, space.problem);
    const double reference = edpOf(evaluator, space.best);
    QVERIFY2(std::isfinite(reference), "the reference's mapping does not fit");
    const Mapping start = outermostMapping(space.architecture, space.problem);
    const bool all = qEnvironmentVariableIsSet("STRATA_ALL_BUDGETS");
    for (const Mapper& mapper : builtinMappers()) {
        QStringList ratios;
        for (const std::uint64_t budget : {1'000, 10'000, 100'000}) {
            if (budget > 10'000 && !all) continue;
            space.settings.budget = budget;
            const auto found = mapper.search(evaluator, start, "", space.settings, {});
            if (!found) QFAIL(describe(found.error()).c_str());
            QCOMPARE(found->goal, edpOf(evaluator, found->mapping));
            ratios << QString::number(found->goal / reference, 'f', 4);
            const bool guided = mapper.id != "random" && mapper.id != "exhaustive";
            if (guided && budget == 10'000) QVERIFY2(found->goal <= 1.01 * reference, qPrintable(ratios.back()));
        }
        qInfo("%-10s energy-delay product over the reference's best: %s", std::string(mapper.id).c_str(),
              qPrintable(ratios.join(QLatin1Char(' '))));
    }
}

QTEST_APPLESS_MAIN(MapperQualityTest)
#include "mapper_quality_test.moc"
