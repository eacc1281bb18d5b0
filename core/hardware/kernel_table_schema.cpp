// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/kernel_table.h"

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
                       number("longest_over_middle", "Longest over middle", "", "At most.").within(1, kMostSize),
                   }},
                  "Products whose nearest tuned size surely stands in the table; all where absent.");
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
                ObjectSchema{"product_kernel",
                             "Kernel",
                             {
                                 count("columns", "Columns", "Of a work-group's tile of the result.").needed(),
                                 count("rows", "Rows", "Of a work-group's tile of the result.").needed(),
                                 count("slice", "Slice", "Elements of k that a work-group loads at once.").needed(),
                                 count("threads", "Threads", "Of a work-group.").needed(),
                                 integer("local_elements", "Elements in local memory", "",
                                         "Slices of both operands, with padding.")
                                     .within(0, 1e6)
                                     .needed(),
                                 choice("units", "Units", {"matrix", "lanes"}, "What multiplies.").needed(),
                                 count("split", "Split sums", "Work-groups that share one sum; 1 where absent."),
                                 count("sharing", "Shared results",
                                       "Threads of a work-group that add up one result; 1 where absent."),
                                 sizesField("sizes", "Tuned sizes that have this kernel."),
                             }},
                "What one work-group does, by the library's source.")
        .atLeast(1);
}

Field tilesField() {
    const auto count = [](const char* key, const char* title) {
        return integer(key, title).within(1, kMostTile).needed();
    };
    return list("tiles", "Tiles",
                ObjectSchema{"product_tile", "Tile", {count("rows", "Rows"), count("columns", "Columns")}},
                "Of the result written by rows, that published profiles show the library to use, where its choice by "
                "size is not known. Either these or `kernels`.")
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
            text("vendor", "Vendor", "Of the devices.").needed(),
            text("architecture", "Architecture", "Of the devices, as they state it.").needed(),
            choice("model", "Model", {"gpu-simt-matmul"}, "Calibration whose model reads the table.").needed(),
            choice("operator", "Operator", {"bmm", "linear"}, "Operands by rows, or weights with k innermost.")
                .needed(),
            knownField(),
            kernelsField(),
            number("lanes", "Lanes", "",
                   "Of a multiprocessor, for whose devices alone the tiles hold; any where absent.")
                .within(1, 4096),
            tilesField(),
            sizesField("others", "Tuned sizes whose kernel does not stand here."),
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
