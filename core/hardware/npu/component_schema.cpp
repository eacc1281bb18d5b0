// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/npu/component.h"

namespace strata::hardware {
namespace {

using namespace strata::field;

constexpr double kMostBits = 1e15;

Field exponent(const char* key, const char* title, const char* help, double usual) {
    return number(key, title, "", help).within(-4, 4).byDefault(usual);
}

ObjectSchema scalingSchema() {
    return {"component_scaling",
            "Scaling",
            {
                exponent("capacity", "Exponent of the capacity", "Power of the capacity with which the quantity grows.",
                         0.0),
                exponent("width", "Exponent of the width", "Power of the width with which the quantity grows.", 1.0),
                exponent("technology", "Exponent of the technology",
                         "Power of the feature size with which the quantity grows.", 1.0),
            }};
}

Field quantity(const char* key, const char* title, const char* unit, const char* help) {
    return number(key, title, unit, help).byRule("not stated").within(0, 1e12);
}

ObjectSchema pointSchema() {
    return {"component_point",
            "Published component",
            {
                number("technology_nm", "Technology", "nm", "Feature size of the published component.")
                    .within(0.1, 10000)
                    .needed(),
                number("capacity_bits", "Capacity", "bit", "Storage of the published component.")
                    .byDefault(1)
                    .within(1, kMostBits),
                number("width_bits", "Width", "bit", "Bits of one access, or of one operand.")
                    .byDefault(1)
                    .within(1, 1 << 20),
                quantity("read_pj", "Read energy", "pJ",
                         "Energy of one read, operation, or bit and millimetre of a network."),
                quantity("write_pj", "Write energy", "pJ", "Energy of one write."),
                quantity("leak_pj_per_cycle", "Leakage", "pJ", "Leakage in one clock cycle."),
                quantity("area_um2", "Area", "um^2", "Area of the published component."),
                text("source", "Source", "Document or table that states the component.").needed(),
            }};
}

ObjectSchema makeComponentSchema() {
    std::vector<std::string> classes;
    for (std::size_t i = 0; i < kComponentClasses; ++i)
        classes.emplace_back(name(static_cast<ComponentClass>(i)));
    ObjectSchema schema{
        "component",
        "Component of a chip",
        {
            text("id", "Id", "Lower-case name by which devices refer to the component.").needed(),
            choice("kind", "Kind", {"component"}).needed(),
            text("name", "Name").needed(),
            text("vendor", "Vendor"),
            integer("year", "Year", "", "Year of the newest source.").within(1950, 2200),
            list("aliases", "Aliases", text("", "Alias"), "Further names that devices may use."),
            text("notes", "Notes", "What the estimates leave out or assume."),
            choice("class", "Class", std::move(classes), "What the component is.").needed(),
            flag("usual", "Usual", "Devices that name no component of this class take this one.").byDefault(false),
            number("least_capacity_bits", "Least capacity", "bit",
                   "Smallest memory for which it is the usual component.")
                .byDefault(0)
                .within(0, kMostBits),
            number("most_capacity_bits", "Largest capacity", "bit",
                   "Largest memory for which it is the usual component.")
                .byRule("any capacity")
                .within(1, kMostBits),
            object("energy", "Scaling of energies", scalingSchema(), "How energies grow with the size."),
            object("leakage", "Scaling of leakage", scalingSchema(), "How leakage grows with the size."),
            object("area", "Scaling of areas", scalingSchema(), "How areas grow with the size."),
            list("points", "Published components", pointSchema(), "What is published of components of this class.")
                .atLeast(1)
                .needed(),
        }};
    schema.sourced = true;
    return schema;
}

} // namespace

const ObjectSchema& componentSchema() {
    static const ObjectSchema schema = makeComponentSchema();
    return schema;
}

} // namespace strata::hardware
