// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu/kernel_table.h"

namespace strata::hardware {

namespace {

using namespace strata::field;

constexpr double kMostSize = 1e9;
constexpr double kMostTile = 4096;
constexpr std::size_t kSizeNumbers = 3;

Field rangeField(std::string key, std::string title) {
    return object(std::move(key), std::move(title),
                  {"range",
                   "Range",
                   {
                       integer("least", "Least").within(1, kMostSize),
                       integer("most", "Most").within(1, kMostSize),
                   }});
}

Field knownField() {
    return object("known", "Known sizes",
                  {"known_sizes",
                   "Known sizes",
                   {
                       rangeField("m", "Rows"),
                       rangeField("n", "Columns"),
                       rangeField("k", "Length of sums"),
                       rangeField("shortest", "Shortest of the three"),
                       rangeField("middle", "Middle one"),
                       rangeField("longest", "Longest"),
                       number("longest_over_middle", "Longest over middle", "",
                              "Largest ratio of the longest to the middle dimension.")
                           .within(1, kMostSize),
                   }},
                  "Products whose nearest tuned size is certain to be in the table.")
        .byRule("all");
}

Field sizesField(std::string key, std::string help) {
    return list(std::move(key), "Sizes",
                list("", "Size", integer("", "Columns, rows, k").within(1, kMostSize)).atLeast(kSizeNumbers),
                std::move(help));
}

Field kernelsField() {
    const auto count = [](const char* key, const char* title, const char* help) {
        return integer(key, title, "", help).within(1, kMostTile);
    };
    return list("kernels", "Kernels",
                ObjectSchema{
                    "product_kernel",
                    "Kernel",
                    {
                        count("columns", "Columns", "Size of the tile of the result that one work-group computes.")
                            .needed(),
                        count("rows", "Rows", "Size of the tile of the result that one work-group computes.").needed(),
                        count("slice", "Slice", "Elements of k that a work-group loads at once.").needed(),
                        count("threads", "Threads", "Threads of one work-group.").needed(),
                        integer("local_elements", "Elements in local memory", "",
                                "Elements of both operands' slices in local memory, with padding.")
                            .within(0, 1e6)
                            .needed(),
                        choice("units", "Units", {"matrix", "lanes"}, "The units that multiply.").needed(),
                        count("split", "Split sums", "Work-groups that share one sum.").byDefault(1),
                        count("sharing", "Shared results", "Threads of a work-group that add up one result.")
                            .byDefault(1),
                        sizesField("sizes", "Tuned sizes for which the library takes this kernel."),
                    }},
                "Work of one work-group, after the library's source.")
        .atLeast(1);
}

Field tilesField() {
    const auto count = [](const char* key, const char* title) {
        return integer(key, title).within(1, kMostTile).needed();
    };
    return list("tiles", "Tiles",
                ObjectSchema{"product_tile", "Tile", {count("rows", "Rows"), count("columns", "Columns")}},
                "Tiles of a result written by rows that published profiles show the library to use, where its choice "
                "by size is unknown. Stated instead of `kernels`.")
        .atLeast(1);
}

ObjectSchema makeKernelTableSchema() {
    ObjectSchema schema{
        "kernels",
        "Table of kernels",
        {
            text("id", "Id").needed(),
            choice("kind", "Kind", {"kernels"}).needed(),
            text("name", "Name").needed(),
            text("vendor", "Vendor", "Vendor of the devices.").needed(),
            text("architecture", "Architecture", "Generation of the devices, as they state it.").needed(),
            choice("model", "Model", {"gpu-simt-matmul"}, "Calibration whose model reads the table.").needed(),
            choice("operator", "Operator", {"bmm", "linear"},
                   "Layout of the operands: both by rows, or the weights with k innermost.")
                .needed(),
            knownField(),
            kernelsField(),
            number("lanes", "Lanes", "", "Lanes of a multiprocessor of the devices for which the tiles hold.")
                .byRule("any")
                .within(1, 4096),
            tilesField(),
            sizesField("others", "Tuned sizes whose kernels are not listed here."),
        }};
    schema.sourced = true;
    return schema;
}

} // namespace

const ObjectSchema& kernelTableSchema() {
    static const ObjectSchema schema = makeKernelTableSchema();
    return schema;
}

} // namespace strata::hardware
