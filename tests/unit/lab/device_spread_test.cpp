// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/device_spread.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace strata;
using assess::ErrorsByKey;

namespace {

constexpr int kRows = 60;

struct World {
    double offset = 0, between = 0.15, within = 0.1; ///< mean and spread of devices, spread of rows
};

void addDevice(const World& world, std::size_t device, std::mt19937& random, std::vector<assess::LogError>& errors) {
    std::normal_distribution<double> normal;
    const double its = world.offset + world.between * normal(random);
    for (int row = 0; row < kRows; ++row)
        errors.push_back({device, its + world.within * normal(random)});
}

/// Errors of each device under a fit without it, which knows the mean of the others.
void leaveOneOut(std::vector<assess::LogError>& errors, std::size_t devices) {
    std::vector<double> means(devices, 0.0);
    for (const auto& error : errors)
        means[error.device] += error.value / kRows;
    double sum = 0;
    for (const double mean : means)
        sum += mean;
    for (auto& error : errors)
        error.value -= (sum - means[error.device]) / static_cast<double>(devices - 1);
}

double meanOf(const std::vector<assess::LogError>& errors) {
    double sum = 0;
    for (const auto& error : errors)
        sum += error.value;
    return sum / static_cast<double>(errors.size());
}

/// Share of a new device's rows inside of the interval, over many sets of devices: of a formula that is fitted to none,
/// or of one whose fit knows the mean of the measured devices.
double coverage(const World& world, std::size_t devices, std::size_t classes, assess::ErrorsOf whose) {
    std::mt19937 random(7);
    double inside = 0;
    double all = 0;
    for (int trial = 0; trial < 1500; ++trial) {
        ErrorsByKey errors;
        for (std::size_t c = 0; c < classes; ++c) {
            auto& of_class = errors[{{"class", std::to_string(c)}}];
            for (std::size_t d = 0; d < devices; ++d)
                addDevice(world, d, random, of_class);
        }
        const bool fitted = whose == assess::ErrorsOf::LeftOut;
        const double known = fitted ? meanOf(errors.begin()->second) : 0.0;
        if (fitted) {
            for (auto& [key, of_class] : errors)
                leaveOneOut(of_class, devices);
        }
        const auto residual = assess::residualsOfNewDevice(errors, {}, whose).front();
        std::vector<assess::LogError> fresh;
        addDevice(world, devices, random, fresh);
        for (const auto& error : fresh) {
            inside += error.value - known >= residual.p10 && error.value - known <= residual.p90 ? 1.0 : 0.0;
            all += 1.0;
        }
    }
    return inside / all;
}

} // namespace

class DeviceSpreadTest : public QObject {
    Q_OBJECT

private slots:
    void coversNewDevices_data() {
        QTest::addColumn<double>("offset");
        QTest::addColumn<double>("between");
        QTest::addColumn<int>("devices");
        QTest::addColumn<int>("classes");
        QTest::newRow("three devices") << 0.0 << 0.15 << 3 << 4;
        QTest::newRow("five devices") << 0.0 << 0.15 << 5 << 4;
        QTest::newRow("twenty devices") << 0.0 << 0.15 << 20 << 1;
        QTest::newRow("devices that are all slow") << 0.5 << 0.15 << 5 << 4;
        QTest::newRow("devices alike") << 0.0 << 0.02 << 5 << 4;
    }

    void coversNewDevices() {
        QFETCH(double, offset);
        QFETCH(double, between);
        QFETCH(int, devices);
        QFETCH(int, classes);
        for (const auto whose : {assess::ErrorsOf::Unfitted, assess::ErrorsOf::LeftOut}) {
            const double found = coverage({offset, between, 0.1}, static_cast<std::size_t>(devices),
                                          static_cast<std::size_t>(classes), whose);
            QVERIFY2(std::abs(found - 0.8) < 0.05, std::to_string(found).c_str());
        }
    }

    /// Devices differ in rows of their own, which the mean over the others tells the better the more they are: a new
    /// device meets one more of them than those that were left out.
    void deviationsFallWithDevices() {
        constexpr double kOwn = 0.2, kNoise = 0.03;
        std::mt19937 random(11);
        std::normal_distribution<double> normal;
        for (const std::size_t devices : {std::size_t{2}, std::size_t{3}}) {
            double inside = 0, all = 0;
            for (int trial = 0; trial < 250; ++trial) {
                ErrorsByKey left_out, fitted;
                auto& errors = left_out[{{"class", "one"}}];
                auto& known = fitted[{{"class", "one"}}];
                std::vector<double> fresh;
                for (int row = 0; row < kRows; ++row) {
                    std::vector<double> own(devices);
                    double sum = 0;
                    for (double& value : own)
                        sum += value = kOwn * normal(random);
                    for (std::size_t d = 0; d < devices; ++d) {
                        const double noise = kNoise * normal(random);
                        errors.push_back({d, own[d] - (sum - own[d]) / static_cast<double>(devices - 1) + noise});
                        known.push_back({d, noise});
                    }
                    const double mean = sum / static_cast<double>(devices);
                    fresh.push_back(kOwn * normal(random) - mean + kNoise * normal(random));
                }
                const auto residual = assess::residualsOfNewDevice(left_out, fitted).front();
                for (const double error : fresh) {
                    inside += error >= residual.p10 && error <= residual.p90 ? 1.0 : 0.0;
                    all += 1.0;
                }
            }
            QVERIFY2(std::abs(inside / all - 0.8) < 0.025, std::to_string(inside / all).c_str());
        }
    }

    /// An offset that a few devices show by chance is no bias; one that all show is.
    void biasIsDrawnToNothing() {
        ErrorsByKey errors;
        errors[{{"class", "chance"}}] = {{0, 0.3}, {1, -0.2}, {2, 0.05}};
        errors[{{"class", "all"}}] = {{0, 0.31}, {1, 0.30}, {2, 0.29}};
        for (const auto& residual : assess::residualsOfNewDevice(errors, {}, assess::ErrorsOf::Unfitted)) {
            const double bias = (residual.p10 + residual.p90) / 2.0;
            if (residual.key.at("class") == "chance") QVERIFY2(std::abs(bias) < 0.02, std::to_string(bias).c_str());
            if (residual.key.at("class") == "all") QVERIFY2(bias > 0.2, std::to_string(bias).c_str());
            QCOMPARE(residual.key.at("seen"), std::string("no"));
        }
    }

    /// What only one device measured is a surprise to the fit without it, not to the one that answers.
    void soleMeasurementIsNoBias() {
        ErrorsByKey left_out, fitted;
        for (int i = -50; i <= 50; ++i) {
            for (const std::size_t device : {0, 1}) {
                left_out[{{"class", "known"}}].push_back({device, i * 0.008});
                fitted[{{"class", "known"}}].push_back({device, i * 0.004});
            }
            left_out[{{"class", "sole"}}].push_back({0, 0.6 + i * 0.01});
            fitted[{{"class", "sole"}}].push_back({0, i * 0.003});
        }
        for (const auto& residual : assess::residualsOfNewDevice(left_out, fitted)) {
            // What it was to the fit that did not know it tells of others that nobody measured.
            if (residual.key.contains("unmeasured")) QVERIFY(residual.p10 < 0.0 && residual.p90 > 0.6);
            const auto of = residual.key.find("class");
            if (of == residual.key.end() || of->second != "sole") continue;
            QVERIFY2(std::abs(residual.p10 + residual.p90) < 0.01, std::to_string(residual.p10).c_str());
            // Twice as wide as in the fit, as the other class is.
            QVERIFY2(std::abs(residual.p90 - 0.24) < 0.02, std::to_string(residual.p90).c_str());
        }
    }

    void quantilesOfFitted() {
        ErrorsByKey errors;
        auto& rows = errors[{{"class", "one"}}];
        for (int i = 0; i <= 100; ++i)
            rows.push_back({static_cast<std::size_t>(i % 2), i / 100.0});
        const auto residual = assess::residualsOfFitted(errors).front();
        QVERIFY(std::abs(residual.p10 - 0.1) < 1e-9 && std::abs(residual.p90 - 0.9) < 1e-9);
        QVERIFY2(residual.correlation < 0.01, "both devices have the same rows");
        QCOMPARE(residual.points, std::int64_t{101});
    }

    /// Percentage points of Student's distribution (Abramowitz and Stegun, table 26.10).
    void studentQuantiles() {
        for (const auto& [degrees, value] : {std::pair{4.0, 1.533}, {8.0, 1.397}, {20.0, 1.325}, {120.0, 1.289}}) {
            QVERIFY(std::abs(assess::studentQuantile90(degrees) - value) < 0.006);
        }
    }
};

QTEST_APPLESS_MAIN(DeviceSpreadTest)
#include "device_spread_test.moc"
