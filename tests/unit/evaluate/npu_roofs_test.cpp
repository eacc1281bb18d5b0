// SPDX-License-Identifier: GPL-3.0-or-later
// What holds on every NPU of the library: no layer and no layer of a network beats the roofs that the estimate draws.
#include "core/evaluate/method.h"
#include "core/evaluate/table_reader.h"
#include "sample.h"

#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

class NpuRoofsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void noLayerBeatsItsRoofs_data() {
        QTest::addColumn<QString>("workload");
        QTest::newRow("convolution") << R"({"model": "resnet-50", "layer": "layer2.0.conv2"})";
        QTest::newRow("product of few rows") << R"({"model": "resnet-50", "layer": "fc"})";
    }

    void noLayerBeatsItsRoofs() {
        QFETCH(QString, workload);
        int drawn = 0, bandwidths = 0;
        for (const Entry& entry : library_->entries()) {
            if (entry.kind != EntryKind::Npu) continue;
            const Json request{{"kind", "layer"},
                               {"hardware", entry.id},
                               {"workload", Json::parse(workload.toStdString())},
                               {"method", "npu.loopnest"}};
            const auto estimate = evaluate(request, {*library_, {}, nullptr});
            if (!estimate || !estimate->valid) continue; // what a device does not run has no place under its roofs
            ++drawn;
            bandwidths += checkPoints(*estimate, entry.id);
        }
        QVERIFY2(drawn > 20, qPrintable(QString::number(drawn)));
        QVERIFY2(bandwidths > 10, qPrintable(QString::number(bandwidths)));
    }

    void noLayerOfANetworkBeatsItsRoofs_data() {
        QTest::addColumn<QString>("device");
        QTest::addColumn<int>("cores");
        QTest::newRow("one array") << "gemmini-16x16" << 1;
        QTest::newRow("four arrays share the memory") << "gemmini-16x16" << 4;
        QTest::newRow("row stationary") << "eyeriss-like" << 1;
    }

    void noLayerOfANetworkBeatsItsRoofs() {
        QFETCH(QString, device);
        QFETCH(int, cores);
        const Json request{{"kind", "model"},
                           {"hardware", device.toStdString()},
                           {"workload", {{"model", "resnet-18"}, {"batch", 1}}},
                           {"plan", {{"network", {{"cores", cores}}}}}};
        const auto estimate = evaluate(request, {*library_, {}, nullptr});
        QVERIFY2(estimate && estimate->valid, qPrintable(device));
        checkPoints(*estimate, device.toStdString());
    }

private:
    /// How many bandwidths bound the points.
    static int checkPoints(const Estimate& estimate, const std::string& device) {
        constexpr double kRounding = 1.0 + 1e-9;
        const TableReader roofs(estimate.findTable("ceilings")), points(estimate.findTable("operators"));
        int bandwidths = 0;
        for (std::size_t roof = 0; roof < roofs.rows(); ++roof) {
            const std::string kind = roofs.text(roof, "kind");
            const char* const moved = kind == "compute" ? "flop" : kind == "memory" ? "dram_bytes" : "l2_bytes";
            bandwidths += kind != "compute";
            const double highest = *roofs.number(roof, "nominal");
            for (std::size_t point = 0; point < points.rows(); ++point) {
                const auto amount = points.number(point, moved);
                // Pools and sums do not run on the units that multiply.
                if (!amount || (kind == "compute" && !points.number(point, "utilization"))) continue;
                const double rate = *amount / *points.number(point, "seconds");
                [&] {
                    QVERIFY2(rate <= highest * kRounding,
                             qPrintable(QStringLiteral("%1, %2: %3 above %4 of %5")
                                            .arg(QString::fromStdString(device),
                                                 QString::fromStdString(points.text(point, "operator")))
                                            .arg(rate)
                                            .arg(highest)
                                            .arg(QString::fromStdString(roofs.text(roof, "name")))));
                }();
            }
        }
        return bandwidths;
    }

    std::shared_ptr<const Library> library_;
};

QTEST_GUILESS_MAIN(NpuRoofsTest)
#include "npu_roofs_test.moc"
