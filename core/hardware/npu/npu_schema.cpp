// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/npu/npu_json.h"
#include "core/hardware/npu/npu_sparse_json.h"
#include "core/hardware/npu/recipe_json.h"

namespace strata::hardware {

namespace {

using namespace strata::field;

// Ranges are what a slider can still be steered in; they include every published device by a wide margin.
constexpr double kMostCopies = 1 << 16;
constexpr double kMostEnergyPj = 1e6;

ObjectSchema storageEnergySchema() {
    return {"storage_energy",
            "Energy",
            {
                number("read", "Read energy", "pJ", "Energy of reading one entry.")
                    .within(0, kMostEnergyPj)
                    .draggable(Scale::Log10),
                number("write", "Fill energy", "pJ", "Energy of writing one entry that comes from the level outside.")
                    .within(0, kMostEnergyPj)
                    .draggable(Scale::Log10),
                number("update", "Update energy", "pJ", "Energy of writing one entry that comes from the level inside.")
                    .within(0, kMostEnergyPj)
                    .draggable(Scale::Log10),
                number("leak_per_cycle", "Leakage", "pJ", "Leakage of one instance in one clock cycle.")
                    .within(0, kMostEnergyPj),
            }};
}

std::vector<Field> capacityFields() {
    return {
        number("capacity_bytes", "Capacity", "B", "Storage of one instance, stated instead of the number of entries.")
            .within(1, 1LL << 40)
            .draggable(Scale::Log2),
        integer("entries", "Entries", "",
                "Entries of one instance; a level with neither entries nor capacity is unbounded.")
            .within(1, 1LL << 40)
            .draggable(Scale::Log2),
        integer("entry_bits", "Entry width", "bit", "Width of one access.").within(1, 1 << 20),
        integer("word_bits", "Word width", "bit", "Width of one word; an entry holds a whole number of words.")
            .within(1, 256)
            .draggable(Scale::Log2),
        integer("cluster_size", "Instances per entry", "", "Instances that share one entry.").within(1, kMostCopies),
        integer("buffering", "Buffering", "",
                "Number of buffers: 2 for double buffering. One tile may take this fraction of the capacity.")
            .within(1, 16)
            .draggable(),
    };
}

std::vector<Field> trafficFields() {
    return {
        number("read_words_per_cycle", "Read bandwidth", "words/cycle",
               "Words of all tensors that one instance can deliver in a clock cycle.")
            .byRule("unlimited")
            .within(1.0 / 64, 1 << 20)
            .draggable(Scale::Log2),
        number("write_words_per_cycle", "Write bandwidth", "words/cycle",
               "Words of all tensors that one instance can accept in a clock cycle.")
            .byRule("unlimited")
            .within(1.0 / 64, 1 << 20)
            .draggable(Scale::Log2),
        integer("fanout_x", "Columns", "", "Copies of the next inner level along X for each instance of this one.")
            .within(1, kMostCopies)
            .draggable(Scale::Log2),
        integer("fanout_y", "Rows", "", "Copies of the next inner level along Y for each instance of this one.")
            .within(1, kMostCopies)
            .draggable(Scale::Log2),
        flag("multicast", "Multicast", "One read may feed several of the copies."),
        flag("spatial_reduction", "Spatial reduction", "Sums of several copies are merged on the way up."),
    };
}

ObjectSchema levelSchema() {
    ObjectSchema level{"npu_level",
                       "Level",
                       {
                           text("name", "Name", "Short, unique name by which mappings refer to the level.").needed(),
                           text("title", "Title", "Name of the level as people read it."),
                           flag("stores", "Stores words",
                                "The level stores words; false for a pure fan-out point such as an array row.")
                               .byDefault(true),
                           list("keeps", "Tensors it may hold", text("", "Tensor"), "Tensors that the level may hold.")
                               .byRule("any tensor"),
                       },
                       true};
    for (auto* more : {&capacityFields, &trafficFields}) {
        for (Field& row : (*more)())
            level.fields.push_back(std::move(row));
    }
    level.fields.push_back(object("energy_pj", "Energy per action", storageEnergySchema()));
    level.fields.push_back(number("area_um2", "Area", "um^2", "Area of one instance.").within(0, 1e12));
    level.fields.push_back(
        text("component", "Component",
             "Id of a component of the catalog that estimates the energies and the area that the level does "
             "not state.")
            .byRule("areas by the usual component of the size"));
    level.fields.push_back(
        text("network", "Network",
             "Id of a component of the catalog: the network that carries words to the levels inside, whose energy "
             "is added to their fills.")
            .byRule("not counted"));
    level.fields.push_back(object("sparse", "Zeros", levelSparsitySchema(),
                                  "How the level stores zeros and what it saves by them; npu.sparse reads it."));
    return level;
}

ObjectSchema computeSchema() {
    return {
        "npu_compute",
        "Multiply-accumulate unit",
        {
            text("name", "Name", "Short name of the unit in result tables.").needed(),
            integer("word_bits", "Operand width", "bit", "Width of one operand.").within(1, 256).needed(),
            number("mac_pj", "Energy of a MAC", "pJ", "Energy of one multiply-accumulate.")
                .within(0, kMostEnergyPj)
                .byRule("as the component estimates it")
                .draggable(Scale::Log10),
            text(
                "component", "Component",
                "Id of a component of the catalog that estimates the energy and the area that the unit does not state.")
                .byRule("areas by the usual unit"),
            number("leak_pj_per_cycle", "Leakage", "pJ", "Leakage of one unit in one clock cycle.")
                .within(0, kMostEnergyPj),
            number("area_um2", "Area", "um^2", "Area of one unit.").within(0, 1e12),
            object("sparse", "Zeros", computeSparsitySchema(), "What a unit saves where operands are zero."),
        },
        true};
}

ObjectSchema vectorSchema() {
    return {"npu_vector",
            "Vector unit",
            {
                number("operations_per_cycle", "Operations", "",
                       "Elementwise operations of all lanes together in a clock cycle.")
                    .within(1.0 / 64, 1 << 24)
                    .needed()
                    .draggable(Scale::Log2),
                number("operation_pj", "Energy of an operation", "pJ", "Energy of one elementwise operation.")
                    .within(0, kMostEnergyPj)
                    .draggable(Scale::Log10),
            },
            true};
}

ObjectSchema makeNpuSchema() {
    return {
        "npu",
        "NPU",
        {
            text("id", "Id", "Lower-case name by which requests refer to the device.").needed(),
            choice("kind", "Kind", {"npu"}).needed(),
            text("name", "Name").needed(),
            text("vendor", "Vendor", "Company or group that published it."),
            integer("year", "Year").within(1940, 2200),
            list("aliases", "Aliases", text("", "Alias"), "Further names that requests may use."),
            text("notes", "Notes", "What the model of the device leaves out or assumes."),
            number("technology_nm", "Technology", "nm").within(0.1, 10000),
            number("clock_hz", "Clock", "Hz", "One cycle of the loop nest is one period of this clock.")
                .within(1e5, 1e11)
                .needed()
                .draggable(Scale::Log2),
            list("levels", "Levels", levelSchema(), "Memories and fan-outs, from off-chip memory inwards.")
                .atLeast(1)
                .needed(),
            object("compute", "Compute", computeSchema(), "The arithmetic units inside the innermost level.").needed(),
            object("vector", "Vector", vectorSchema(),
                   "The unit that computes activations, norms, softmax and sums of branches of a network."),
            object("recipe", "Mapping recipe", recipeSchema(),
                   "How a layer is mapped when a request brings no mapping."),
        },
        true};
}

} // namespace

const ObjectSchema& npuSchema() {
    static const ObjectSchema schema = makeNpuSchema();
    return schema;
}

} // namespace strata::hardware
