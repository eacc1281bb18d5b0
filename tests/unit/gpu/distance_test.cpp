// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/calibration/calibrated.h"
#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/calibration/distance.h"

#include <QTest>

using namespace strata;
using namespace strata::gpu;

namespace {

strata::hardware::Gpu board(const char* id, const char* architecture, const char* vendor) {
    hardware::Gpu gpu;
    gpu.id = id;
    gpu.architecture = architecture;
    gpu.vendor = vendor;
    return gpu;
}

hardware::Residual residual(std::map<std::string, std::string, std::less<>> key, double p90) {
    hardware::Residual one;
    one.key = std::move(key);
    one.p10 = -p90;
    one.p90 = p90;
    return one;
}

/// Two devices of one vendor, and what was found at three distances.
hardware::Calibration measured() {
    hardware::Calibration calibration;
    calibration.groups = {{{{"device", "a"}, {"architecture", "first"}, {"vendor", "x"}}, {}, 0},
                          {{{"device", "b"}, {"architecture", "second"}, {"vendor", "x"}}, {}, 0}};
    calibration.residuals = {residual({{"class", "linear"}, {"seen", "yes"}}, 0.1),
                             residual({{"class", "linear"}, {"seen", "no"}}, 0.9),
                             residual({{"class", "linear"}, {"distance", "sibling"}}, 0.2),
                             residual({{"class", "linear"}, {"distance", "generation"}}, 0.3)};
    return calibration;
}

} // namespace

class DistanceTest : public QObject {
    Q_OBJECT

private slots:
    void comparesFacts_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("architecture");
        QTest::addColumn<QString>("vendor");
        QTest::addColumn<bool>("seen");
        QTest::addColumn<QString>("distance");
        QTest::addColumn<double>("reach");
        QTest::newRow("measured") << "a"
                                  << "first"
                                  << "x" << true << "same" << 0.1;
        QTest::newRow("measured under another engine") << "a"
                                                       << "first"
                                                       << "x" << false << "engine" << 0.2;
        QTest::newRow("sibling") << "c"
                                 << "second"
                                 << "x" << false << "sibling" << 0.2;
        QTest::newRow("new generation") << "c"
                                        << "third"
                                        << "x" << false << "generation" << 0.3;
        // Nobody left a vendor out: the next nearer distance tells.
        QTest::newRow("new vendor") << "c"
                                    << "third"
                                    << "y" << false << "vendor" << 0.3;
    }

    void comparesFacts() {
        QFETCH(QString, id);
        QFETCH(QString, architecture);
        QFETCH(QString, vendor);
        QFETCH(bool, seen);
        QFETCH(QString, distance);
        QFETCH(double, reach);
        const auto gpu = board(id.toLatin1(), architecture.toLatin1(), vendor.toLatin1());
        const hardware::Calibration calibration = measured();
        QCOMPARE(QString::fromUtf8(name(distanceOf(calibration, gpu, seen)).data()), distance);
        QCOMPARE(static_cast<double>(bandOf(&calibration, "linear", gpu, seen).p90), static_cast<double>(float(reach)));
        QCOMPARE(static_cast<double>(sizedSpread(&calibration, "linear", gpu, seen).long_p90),
                 static_cast<double>(float(reach)));
    }

    /// Calibrations that record no vendors cannot tell one from another.
    void vendorsAreUnknownWithoutFacts() {
        hardware::Calibration calibration = measured();
        for (auto& group : calibration.groups)
            group.key.erase("vendor");
        QCOMPARE(distanceOf(calibration, board("c", "third", "y"), false), Distance::Generation);
    }

    /// Without distances a calibration tells of devices left out, and without those of what nobody measured.
    void olderCalibrationsStillTell() {
        hardware::Calibration calibration = measured();
        const auto gpu = board("c", "third", "x");
        std::erase_if(calibration.residuals, [](const auto& one) { return one.key.contains("distance"); });
        QCOMPARE(bandOf(&calibration, "linear", gpu, false).p90, 0.9F);
        QVERIFY(bandOf(&calibration, "softmax", gpu, false).p90 >= 0.9F);
        QVERIFY(bandOf(nullptr, "linear", gpu, false).p90 > 0.3F);
    }
};

QTEST_APPLESS_MAIN(DistanceTest)
#include "distance_test.moc"
