// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/npu/recipe_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::hardware {

namespace {

using namespace strata::field;

Field names(const char* key, const char* title, const char* help) { return list(key, title, text("", "Name"), help); }

std::vector<std::string> namesOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() ? std::vector<std::string>{} : found->get<std::vector<std::string>>();
}

ObjectSchema recipeLevelSchema() {
    return {
        "recipe_level",
        "Level of a recipe",
        {
            text("level", "Level", "Name of one of the device's levels.").needed(),
            names("spatial_x", "Columns", "Dimensions over X; the first that still has iterations takes what fits."),
            names("spatial_y", "Rows", "Dimensions over Y; the first that still has iterations takes what fits."),
            names("temporal", "Loop order",
                  "Order of the loops, outermost first; dimensions that are not named stand outside."),
            names("fill", "Fills with", "Dimensions that may enlarge the tile, in this order.")
                .byRule("any, innermost first"),
            names("keep", "Keeps", "Tensors that the level holds.").byRule("what the level may hold"),
        }};
}

bool contains(const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

/// Nothing may stand twice in one list of a level: the second would never act.
Result<void> refuseTwice(const RecipeLevel& level, const std::string& pointer) {
    const std::pair<const char*, const std::vector<std::string>*> lists[] = {{"spatial_x", &level.spatial_x},
                                                                             {"spatial_y", &level.spatial_y},
                                                                             {"temporal", &level.temporal},
                                                                             {"fill", &level.fill},
                                                                             {"keep", &level.keep}};
    for (const auto& [key, list] : lists) {
        for (auto word = list->begin(); word != list->end(); ++word) {
            if (std::find(word + 1, list->end(), *word) == list->end()) continue;
            return Error{"bad-value",
                         pointer + "/" + key,
                         {"error.word-stands-twice", {{"name", *word}}},
                         {"accepted.each-name-once"},
                         {}};
        }
    }
    return {};
}

Result<RecipeLevel> readRecipeLevel(const Json& document, const NpuArchitecture& npu, const std::string& pointer) {
    RecipeLevel level{
        document.at("level").get<std::string>(), namesOf(document, "spatial_x"), namesOf(document, "spatial_y"),
        namesOf(document, "temporal"),           namesOf(document, "fill"),      namesOf(document, "keep")};
    const auto found = std::find_if(npu.levels.begin(), npu.levels.end(),
                                    [&](const NpuLevel& npu_level) { return npu_level.name == level.level; });
    if (found == npu.levels.end()) {
        std::string known;
        for (const NpuLevel& npu_level : npu.levels)
            known += (known.empty() ? "" : ", ") + npu_level.name;
        return Error{"unknown-level",
                     pointer + "/level",
                     {"error.has-no-level", {{"npu", npu.name}, {"level", level.level}}},
                     {"accepted.one-of", {{"words", known}}},
                     {}};
    }
    for (const std::string& tensor : level.keep) {
        if (found->stores && (found->keeps.empty() || contains(found->keeps, tensor))) continue;
        return Error{"bad-value",
                     pointer + "/keep",
                     {"error.level-cannot-hold", {{"level", level.level}, {"tensor", tensor}}},
                     {"accepted.tensors-level-may-hold"},
                     {}};
    }
    if (auto once = refuseTwice(level, pointer); !once) return once.error();
    return level;
}

} // namespace

ObjectSchema recipeSchema() {
    ObjectSchema operators{
        "operator_recipe",
        "Operators",
        {
            choice("family", "Family", {"conv2d", "matmul", "attention"},
                   "Family of operators for which the recipe holds.")
                .byRule("every family without a recipe of its own"),
            list("levels", "Levels", recipeLevelSchema(), "Levels that have preferences.").atLeast(1).needed(),
        }};
    return {"recipe",
            "Mapping recipe",
            {
                flag("allow_imperfect", "Remainders allowed",
                     "Factors may leave a remainder where they then use more of the array."),
                list("operators", "Operators", std::move(operators)).atLeast(1).needed(),
            },
            true};
}

Result<MappingRecipe> readRecipe(const Json& document, const NpuArchitecture& npu, const std::string& pointer) {
    MappingRecipe recipe;
    recipe.allow_imperfect = document.value("allow_imperfect", recipe.allow_imperfect);
    const Json& operators = document.at("operators");
    for (std::size_t i = 0; i < operators.size(); ++i) {
        const std::string here = pointer + "/operators/" + std::to_string(i);
        OperatorRecipe family{operators[i].value("family", std::string()), {}};
        const bool known = std::any_of(recipe.operators.begin(), recipe.operators.end(),
                                       [&](const OperatorRecipe& other) { return other.family == family.family; });
        if (known)
            return Error{
                "bad-value", here + "/family", {"error.two-recipes-serve-same-operators"}, {"accepted.one-each"}, {}};
        const Json& levels = operators[i].at("levels");
        for (std::size_t j = 0; j < levels.size(); ++j) {
            auto level = readRecipeLevel(levels[j], npu, here + "/levels/" + std::to_string(j));
            if (!level) return level.error();
            family.levels.push_back(*std::move(level));
        }
        recipe.operators.push_back(std::move(family));
    }
    return recipe;
}

} // namespace strata::hardware
