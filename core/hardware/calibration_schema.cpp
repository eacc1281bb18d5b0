// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/calibration.h"

#include "core/hardware/own_measurements.h"

namespace strata::hardware {

namespace {

using namespace strata::field;

constexpr double kMostPoints = 1e15;

Field keyField(std::string help) { return map("key", "Group", text("", "Value"), std::move(help)).needed(); }

Field pointsField() {
    return integer("points", "Points", "", "Measurements behind the numbers.").within(0, kMostPoints).needed();
}

Field coefficientsField(std::string help) {
    return map("values", "Coefficients", number("", "Coefficient"), std::move(help)).needed();
}

ObjectSchema groupSchema() {
    return {"calibration_group",
            "Group",
            {keyField("What the group is of: device, operator, number format ..."),
             coefficientsField("Coefficients of this group."), pointsField()}};
}

ObjectSchema residualSchema() {
    return {"residual",
            "Residuals",
            {
                keyField("Which measurements; seen is no for devices that were left out of the fit."),
                number("p10", "10th percentile", "", "Of ln(measured / predicted).").needed(),
                number("p50", "Median", "", "Of ln(measured / predicted).").needed(),
                number("p90", "90th percentile", "", "Of ln(measured / predicted).").needed(),
                number("sigma", "Standard deviation", "", "Of ln(measured / predicted), from its quartiles.")
                    .within(0, 1e3)
                    .needed(),
                number("correlation", "Correlation", "", "Of two kernels of one class on one device.")
                    .within(-1, 1)
                    .needed(),
                pointsField(),
            }};
}

ObjectSchema makeCalibrationSchema() {
    return {"calibration",
            "Calibration",
            {
                text("id", "Id").needed(),
                choice("kind", "Kind", {"calibration"}).needed(),
                text("suite", "Suite", "The suite whose data it was fitted to.").needed(),
                text("data", "Data", "Origin of the measurements.").needed(),
                text("command", "Command", "Writes the same file again.").needed(),
                pointsField(),
                number("residual_p50", "Median error", "", "Of |predicted / measured - 1|.").within(0, 1e9).needed(),
                number("residual_p90", "90th percentile of the error", "", "Of |predicted / measured - 1|.")
                    .within(0, 1e9)
                    .needed(),
                coefficientsField("Coefficients that hold for all groups."),
                map("origins", "Origins", text("", "Origin"),
                    "Of coefficients: the range in which each may lie, and what it rests on where it was not fitted."),
                list("groups", "Groups", groupSchema(), "Coefficients of single groups."),
                list("residuals", "Residuals", residualSchema(), "How far measurements lie from predictions."),
                object("own", "Own measurements", ownMeasurementsSchema(),
                       "A few measurements of the user and the factors that follow from them."),
            }};
}

} // namespace

const ObjectSchema& calibrationSchema() {
    static const ObjectSchema schema = makeCalibrationSchema();
    return schema;
}

} // namespace strata::hardware
