// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/npu/component.h"
#include "core/hardware/npu/npu_json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::hardware;

namespace {

const char* kSram =
    R"({"id": "toy", "kind": "component", "name": "Toy SRAM", "source": "made up", "class": "sram", "usual": true,
    "least_capacity_bits": 4097, "energy": {"capacity": 0.5, "width": 1, "technology": 1}, "area": {"capacity": 1, "width": 0, "technology": 2},
    "points": [{"technology_nm": 40, "capacity_bits": 65536, "width_bits": 64, "read_pj": 8, "write_pj": 10, "area_um2": 65536, "source": "made up"}]})";
const char* kFile =
    R"({"id": "flops", "kind": "component", "name": "Flip-flops", "source": "made up", "class": "register-file", "usual": true,
    "most_capacity_bits": 4096, "area": {"capacity": 1, "width": 0},
    "points": [{"technology_nm": 40, "capacity_bits": 1, "area_um2": 6, "source": "made up"}]})";
const char* kMac =
    R"({"id": "unit", "kind": "component", "name": "Unit", "source": "made up", "class": "mac", "usual": true,
    "energy": {"width": 2}, "area": {"width": 2, "technology": 2},
    "points": [{"technology_nm": 40, "width_bits": 8, "read_pj": 0.2, "area_um2": 300, "source": "made up"}]})";
const char* kWire = R"({"id": "wire", "kind": "component", "name": "Wire", "source": "made up", "class": "network",
    "energy": {"width": 1, "technology": 0}, "points": [{"technology_nm": 40, "read_pj": 0.1, "source": "made up"}]})";
const char* kNpu = R"({"id": "n", "kind": "npu", "name": "N", "source": "made up", "technology_nm": 20, "clock_hz": 1e9,
    "levels": [{"name": "dram", "entry_bits": 64, "word_bits": 8, "energy_pj": {"read": 100, "write": 100, "update": 100}, "source": "made up"},
               {"name": "buffer", "capacity_bytes": 8192, "entry_bits": 64, "word_bits": 8, "component": "toy", "fanout_x": 4, "source": "made up"},
               {"name": "file", "entries": 16, "entry_bits": 8, "word_bits": 8, "energy_pj": {"read": 0.1}, "source": "made up"}],
    "compute": {"name": "mac", "word_bits": 16, "component": "unit", "source": "made up"}})";

Component component(const char* text) { return *readComponent(Json::parse(text), ""); }

} // namespace

class ComponentTest : public QObject {
    Q_OBJECT

private slots:
    void publishedSizesGiveThePublishedValue() {
        const Component sram = component(kSram);
        const ComponentSize published{40, 65536, 64};
        QVERIFY(std::abs(*estimate(sram, ComponentQuantity::Read, published) - 8) < 1e-6);
        QVERIFY(std::abs(*estimate(sram, ComponentQuantity::Write, published) - 10) < 1e-6);
        QVERIFY(!estimate(sram, ComponentQuantity::Leakage, published));
    }

    void otherSizesFollowTheExponents() {
        const Component sram = component(kSram);
        QVERIFY(std::abs(*estimate(sram, ComponentQuantity::Read, {40, 4 * 65536., 64}) - 16) < 1e-6);
        QVERIFY(std::abs(*estimate(sram, ComponentQuantity::Read, {20, 65536, 128}) - 8) < 1e-6);
        QVERIFY(std::abs(*estimate(sram, ComponentQuantity::Area, {20, 65536, 64}) - 16384) < 1e-3);
    }

    /// Between two points the nearer one counts for more.
    void pointsAreWeighedByTheirDistance() {
        Component sram = component(kSram);
        ComponentPoint far = sram.points.front();
        far.capacity_bits *= 1024;
        far.read_pj *= 32 * 4; // four times what the exponent gives
        sram.points.push_back(far);
        const double near_first = *estimate(sram, ComponentQuantity::Read, {40, 65536. * 2, 64}) / (8 * std::sqrt(2.));
        const double near_second =
            *estimate(sram, ComponentQuantity::Read, {40, 65536. * 512, 64}) / (8 * std::sqrt(512.));
        QVERIFY(near_first > 1 && near_first < 1.1);
        QVERIFY(near_second > 3.6 && near_second < 4);
    }

    void devicesAreFilledIn() {
        auto npu = readNpu(Json::parse(kNpu), "");
        QVERIFY(npu);
        const std::vector<Component> components{component(kSram), component(kFile), component(kMac)};
        QVERIFY(applyComponents(*npu, components));
        QVERIFY(std::abs(npu->levels[1].energy.read_pj - 4) < 1e-6); // half the feature size
        QCOMPARE(npu->levels[1].energy_from, std::string("Toy SRAM"));
        QVERIFY(std::abs(npu->levels[1].area_um2 - 16384) < 1e-3);
        QCOMPARE(npu->levels[0].area_um2, 0.);        // another chip
        QCOMPARE(npu->levels[2].energy.read_pj, 0.1); // stated
        QVERIFY(npu->levels[2].energy_from.empty());
        QVERIFY(std::abs(npu->levels[2].area_um2 - 128 * 6 * 0.5) < 1e-3); // by its size a register file
        QVERIFY(std::abs(npu->compute.mac_pj - 0.2 * 4 * 0.5) < 1e-6);
        // Sizes change, and estimates follow; what is stated stays.
        npu->levels[1].entries *= 4;
        QVERIFY(applyComponents(*npu, components));
        QVERIFY(std::abs(npu->levels[1].energy.read_pj - 8) < 1e-6);
        QCOMPARE(npu->levels[2].energy.read_pj, 0.1);
    }

    void stated() {
        Json document = Json::parse(kNpu);
        document["levels"][1]["energy_pj"] = {{"read", 7}};
        auto npu = readNpu(document, "");
        QVERIFY(applyComponents(*npu, std::vector<Component>{component(kSram), component(kMac)}));
        QCOMPARE(npu->levels[1].energy.read_pj, 7.);
        QVERIFY(std::abs(npu->levels[1].energy.write_pj - 5) < 1e-6);
    }

    /// Half the side of what lies inside: twice the area, the root of two more; a second call adds nothing.
    void networksAddToFills() {
        Json document = Json::parse(kNpu);
        const std::vector<Component> components{component(kSram), component(kFile), component(kMac), component(kWire)};
        auto without = readNpu(document, "");
        QVERIFY(applyComponents(*without, components));
        document["levels"][1]["network"] = "wire";
        auto with = readNpu(document, "");
        QVERIFY(applyComponents(*with, components));
        const double inside_um2 = 4 * (with->levels[2].area_um2 + with->compute.area_um2);
        const double expected = 0.1 * 8 * 0.5 * std::sqrt(inside_um2) * 1e-3;
        QVERIFY(std::abs(with->levels[2].network_pj - expected) < 1e-9);
        QVERIFY(std::abs(with->levels[2].energy.write_pj - without->levels[2].energy.write_pj - expected) < 1e-9);
        QVERIFY(applyComponents(*with, components));
        QVERIFY(std::abs(with->levels[2].energy.write_pj - without->levels[2].energy.write_pj - expected) < 1e-9);
    }

    void whatIsNotThereIsAnError() {
        Json document = Json::parse(kNpu);
        document["levels"][1]["component"] = "nowhere";
        auto npu = readNpu(document, "");
        const auto filled = applyComponents(*npu, std::vector<Component>{component(kMac)});
        QVERIFY(!filled);
        QCOMPARE(filled.error().pointer, std::string("/levels/1/component"));
        document = Json::parse(kNpu);
        document["compute"].erase("component");
        QVERIFY(!readNpu(document, "")); // neither an energy nor who estimates it
    }
};

QTEST_APPLESS_MAIN(ComponentTest)
#include "component_test.moc"
