// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/calibration/calibration.h"

#include "core/hardware/calibration/own_measurements.h"

namespace strata::hardware {

namespace {

using namespace strata::field;

constexpr double kMostPoints = 1e15;

Field keyField(std::string help) { return map("key", "Group", text("", "Value"), std::move(help)).needed(); }

Field pointsField() {
    return integer("points", "Points", "", "Number of measurements behind the coefficients.")
        .within(0, kMostPoints)
        .needed();
}

Field coefficientsField(std::string help) {
    return map("values", "Coefficients", number("", "Coefficient"), std::move(help)).needed();
}

ObjectSchema groupSchema() {
    return {"calibration_group",
            "Group",
            {keyField("What the group covers: device, operator, number format, or another trait."),
             coefficientsField("Coefficients of this group."), pointsField()}};
}

ObjectSchema residualSchema() {
    return {
        "residual",
        "Residuals",
        {
            keyField("The measurements in question; \"seen: no\" stands for devices that were left out of the fit."),
            number("p10", "10th percentile", "", "A percentile of ln(measured / predicted).").needed(),
            number("p50", "Median", "", "A percentile of ln(measured / predicted).").needed(),
            number("p90", "90th percentile", "", "A percentile of ln(measured / predicted).").needed(),
            number("sigma", "Standard deviation", "",
                   "Standard deviation of ln(measured / predicted), estimated from its quartiles.")
                .within(0, 1e3)
                .needed(),
            number("correlation", "Correlation", "",
                   "Correlation between the residuals of two kernels of one class on one device.")
                .within(-1, 1)
                .needed(),
            pointsField(),
        }};
}

ObjectSchema makeCalibrationSchema() {
    return {
        "calibration",
        "Calibration",
        {
            text("id", "Id").needed(),
            choice("kind", "Kind", {"calibration"}).needed(),
            text("suite", "Suite", "The suite whose data it was fitted to.").needed(),
            text("data", "Data", "Origin of the measurements.").needed(),
            text("command", "Command", "Writes the same file again.").needed(),
            pointsField(),
            number("residual_p50", "Median error", "",
                   "Median or 90th percentile of the relative error |predicted / measured - 1|.")
                .within(0, 1e9)
                .needed(),
            number("residual_p90", "90th percentile of the error", "",
                   "Median or 90th percentile of the relative error |predicted / measured - 1|.")
                .within(0, 1e9)
                .needed(),
            coefficientsField("Coefficients that hold for all groups."),
            map("origins", "Origins", text("", "Origin"),
                "For each coefficient the range in which it may lie, and what it rests on where it was not fitted."),
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
