// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/distances.h"
#include "app/lab/run/row_distance.h"
#include "core/catalog/library.h"

#include <QTest>

using namespace strata;
using namespace strata::assess;

namespace {

hardware::Gpu board(const char* id, const char* architecture, const char* vendor, const char* engine = "e") {
    hardware::Gpu gpu;
    gpu.id = id;
    gpu.architecture = architecture;
    gpu.vendor = vendor;
    gpu.engine = engine;
    return gpu;
}

const LeftOutGroup* groupOf(const std::vector<LeftOutGroup>& groups, const std::vector<std::string>& devices) {
    for (const LeftOutGroup& group : groups) {
        if (group.devices == devices) return &group;
    }
    return nullptr;
}

} // namespace

class DistancesTest : public QObject {
    Q_OBJECT

private slots:
    /// Rows that users could ask are told apart by how far their device is from those whose products were measured.
    void devicesOfTheLibraryHaveADistance() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(library);
        for (const auto& [device, distance] : {std::pair{"h100-sxm5-80gb", "same"},
                                               {"a10", "sibling"},
                                               {"t4", "generation"},
                                               {"mi300x", "vendor"},
                                               {"no-such-board", "unknown"}})
            QCOMPARE(distanceOfDevice(**library, device), std::string(distance));
    }

    void groupsShowTheNearestThatStays() {
        const std::vector<hardware::Gpu> devices{board("a", "one", "x"), board("a", "one", "x", "f"),
                                                 board("b", "one", "x"), board("c", "two", "x"),
                                                 board("d", "three", "y")};
        const auto groups = leftOutGroups(devices, {});
        QCOMPARE(groups.size(), std::size_t(6)); // four devices, the generation of two, the vendor of three
        QCOMPARE(*groupOf(groups, {"a"})->shows, gpu::Distance::Sibling);
        QCOMPARE(*groupOf(groups, {"c"})->shows, gpu::Distance::Generation);
        QCOMPARE(*groupOf(groups, {"a", "b"})->shows, gpu::Distance::Generation);
        QCOMPARE(*groupOf(groups, {"a", "b", "c"})->shows, gpu::Distance::Vendor);
        QCOMPARE(*groupOf(groups, {"d"})->shows, gpu::Distance::Vendor);
    }

    void whatIsOutOfTheFitIsNotLeftOutOfIt() {
        const std::vector<hardware::Gpu> devices{board("a", "one", "x"), board("b", "one", "x"),
                                                 board("d", "two", "y")};
        const auto groups = leftOutGroups(devices, Without(std::vector<std::string>{"b", "d"}));
        QCOMPARE(groups.size(), std::size_t(1));
        QVERIFY(!groups.front().shows); // nothing stays
    }

    void residualsCarryTheirDistance() {
        ErrorsByDistance errors;
        for (int i = -50; i <= 50; ++i) {
            errors[gpu::Distance::Sibling][{{"class", "k"}}].push_back({static_cast<std::size_t>(i & 1), i * 0.002});
            errors[gpu::Distance::Generation][{{"class", "k"}}].push_back({static_cast<std::size_t>(i & 1), i * 0.01});
        }
        const auto residuals = residualsByDistance(errors, {});
        QCOMPARE(residuals.size(), std::size_t(2));
        for (const hardware::Residual& residual : residuals) {
            QVERIFY(!residual.key.contains("seen"));
            const bool near = residual.key.at("distance") == "sibling";
            QVERIFY2(near == (residual.p90 < 0.3), residual.key.at("distance").c_str());
        }
    }

    void factsOfMeasuredDevicesStandOnce() {
        hardware::Calibration calibration;
        appendMeasuredDevices({board("a", "one", "x"), board("a", "one", "x", "f"), board("b", "one", "x")}, "b",
                              calibration);
        QCOMPARE(calibration.groups.size(), std::size_t(1));
        QCOMPARE(calibration.groups.front().key.at("vendor"), std::string("x"));
    }
};

QTEST_APPLESS_MAIN(DistancesTest)
#include "distances_test.moc"
