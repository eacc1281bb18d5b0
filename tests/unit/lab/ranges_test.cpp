// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/fit.h"
#include "app/lab/fit/pooled_fit.h"
#include "core/catalog/library.h"

#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <QTest>
#include <regex>
#include <set>
#include <sstream>

using namespace strata;
using hardware::Calibration;

namespace {

/// Within one part in a hundred of an end a fit was stopped by it.
constexpr double kNear = 1.01;

struct Range {
    double low = 0, high = 0;
};

/// The range that an origin states; held and given values were not fitted.
std::optional<Range> rangeOf(const std::string& origin) {
    static const std::regex stated(R"(between (\S+) and ([^;\s]+)(;.*)?)");
    std::smatch parts;
    if (!std::regex_match(origin, parts, stated) || origin.ends_with("; given, not fitted")) return std::nullopt;
    return Range{std::stod(parts[1]), std::stod(parts[2])};
}

/// The fitted values of a name as in origins: "group/name" stands in the group that has no other trait.
std::vector<double> valuesOf(const Calibration& calibration, const std::string& name) {
    const std::size_t slash = name.find('/');
    const std::string group = slash == std::string::npos ? std::string() : name.substr(0, slash);
    const std::string last = slash == std::string::npos ? name : name.substr(slash + 1);
    std::vector<double> values;
    const auto add = [&](const hardware::Coefficients& all) {
        if (const auto found = all.find(last); found != all.end()) values.push_back(found->second);
    };
    if (group.empty()) add(calibration.values);
    for (const hardware::CalibrationGroup& fitted : calibration.groups) {
        const bool its = fitted.key.size() == 1 && fitted.key.begin()->second == group;
        if (group.empty() || its) add(fitted.values);
    }
    return values;
}

bool isAnalysis(const Calibration& calibration) { return calibration.id.starts_with("analysis-"); }

} // namespace

/// Every fit states the range of each coefficient, and what rests on an end of it is on the list resting.txt, with a
/// class and a reason that a reader can judge.
class RangesTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_;

private slots:
    void initTestCase() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(library);
        library_ = *library;
    }

    void fitsStateTheirRanges() {
        std::size_t fitted = 0;
        for (const Calibration& calibration : library_->calibrations()) {
            if (isAnalysis(calibration)) continue;
            const bool holds = !calibration.values.empty() ||
                               std::ranges::any_of(calibration.groups, [](const hardware::CalibrationGroup& group) {
                                   return !group.values.empty();
                               });
            if (!holds) continue;
            QVERIFY2(!calibration.origins.empty(), calibration.id.c_str());
            for (const auto& [name, origin] : calibration.origins) {
                const auto range = rangeOf(origin);
                if (!range) continue;
                for (const double value : valuesOf(calibration, name)) {
                    const bool inside = value >= range->low / kNear && value <= range->high * kNear;
                    QVERIFY2(inside, (calibration.id + ' ' + name + ": " + std::to_string(value)).c_str());
                    ++fitted;
                }
            }
        }
        QVERIFY2(fitted > 300, std::to_string(fitted).c_str());
    }

    void whatRestsOnAnEndIsListed() {
        std::map<std::string, std::string> listed;
        std::ifstream file(qEnvironmentVariable("STRATA_ROOT").toStdString() + "/tests/unit/lab/resting.txt");
        QVERIFY(file.good());
        for (std::string line; std::getline(file, line);) {
            if (line.empty() || line.starts_with('#')) continue;
            std::istringstream words(line);
            std::string id, name, kind, reason;
            words >> id >> name >> kind;
            std::getline(words >> std::ws, reason);
            QVERIFY2((kind == "limit" || kind == "owed") && reason.size() > 10, line.c_str());
            QVERIFY2(listed.emplace(id + ' ' + name, kind).second, line.c_str());
        }
        std::set<std::string> resting;
        for (const Calibration& calibration : library_->calibrations()) {
            for (const auto& [name, origin] : calibration.origins) {
                const auto range = rangeOf(origin);
                if (!range) continue;
                for (const double value : valuesOf(calibration, name)) {
                    const bool lowest = range->low > 0 && value <= range->low * kNear;
                    if (lowest || value >= range->high / kNear) resting.insert(calibration.id + ' ' + name);
                }
            }
        }
        for (const std::string& name : resting)
            QVERIFY2(listed.contains(name), (name + " rests on an end of its range and is on no list").c_str());
        for (const auto& [name, kind] : listed)
            QVERIFY2(resting.contains(name), (name + " is on the list and rests on no end").c_str());
    }

    void rangesAreWritten() {
        Calibration calibration;
        assess::noteRanges(std::array{assess::FreeCoefficient{"start_s", 2e-6, 1e-6, 4e-6}}, calibration);
        assess::noteRanges(std::array{assess::PooledCoefficient{"norm", 2.0, 1.0, 8.0},
                                      assess::PooledCoefficient{"gain", 2.5, 2.5, 2.5}},
                           calibration, "moe");
        QCOMPARE(calibration.origins.at("start_s"), std::string("between 1e-06 and 4e-06"));
        QCOMPARE(calibration.origins.at("moe/norm"), std::string("between 1 and 8"));
        QCOMPARE(calibration.origins.at("moe/gain"), std::string("held at 2.5"));
        QVERIFY(!rangeOf(calibration.origins.at("moe/gain")));
        QCOMPARE(rangeOf(calibration.origins.at("moe/norm"))->high, 8.0);
    }
};

QTEST_APPLESS_MAIN(RangesTest)
#include "ranges_test.moc"
