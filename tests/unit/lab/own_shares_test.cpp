// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/own/own_shares_fit.h"
#include "core/base/random.h"
#include "core/catalog/library.h"
#include "core/gpu/calibration/coefficient_groups.h"

#include <cmath>
#include <QTest>

using namespace strata;
using namespace strata::assess;

namespace {

constexpr double kDevice = 0.3;

/// Standard normal, by the central limit of twelve uniform draws.
double normal(CounterRandom& random) {
    double sum = -6.0;
    for (int i = 0; i < 12; ++i)
        sum += random.nextUniform();
    return sum;
}

/// Kernels of kinds that each have factors of their own, and errors that these shares would make.
SharesCase caseUnder(const gpu::OwnShares& shares, std::uint64_t seed) {
    constexpr int kKinds = 12, kRows = 8;
    CounterRandom random(seed);
    SharesCase shares_case;
    shares_case.slopes = Eigen::MatrixXd::Zero(kKinds * kRows, 2 * kKinds);
    for (int kind = 0; kind < kKinds; ++kind) {
        const std::string name = "products/" + std::to_string(kind);
        shares_case.problem.factors.push_back({name + "/work", 0.0, kDevice});
        shares_case.problem.factors.push_back({name, 0.0, kDevice});
        for (int row = 0; row < kRows; ++row) {
            const int at = kind * kRows + row;
            shares_case.slopes(at, 2 * kind) = static_cast<double>(row) / kRows;
            shares_case.slopes(at, 2 * kind + 1) = 1.0;
            shares_case.problem.features.push_back({name, {static_cast<double>(row)}, kDevice, kDevice, {}});
        }
    }
    const Eigen::MatrixXd root = covarianceOf(shares_case, shares).llt().matrixL();
    Eigen::VectorXd draws(root.rows());
    for (Eigen::Index i = 0; i < draws.size(); ++i)
        draws[i] = normal(random);
    shares_case.residuals = root * draws;
    return shares_case;
}

} // namespace

/// Shares are told from errors that they made, and the calibration is where inference reads them.
class OwnSharesTest : public QObject {
    Q_OBJECT

private slots:
    void sharesAreFoundAgain() {
        gpu::OwnShares truth;
        truth.part = 0.2, truth.whole = 1.2, truth.shape = 0.5, truth.left = 0.15, truth.reach.sizes = 2.0;
        std::vector<SharesCase> cases;
        for (std::uint64_t seed = 1; seed <= 3; ++seed)
            cases.push_back(caseUnder(truth, seed));
        const gpu::OwnShares found = likeliestShares(cases);
        // The largest and the smallest are told well from a few hundred rows.
        QVERIFY2(std::abs(std::log(found.whole / truth.whole)) < 0.3, std::to_string(found.whole).c_str());
        QVERIFY2(std::abs(std::log(found.left / truth.left)) < 0.4, std::to_string(found.left).c_str());
        QVERIFY2(found.part < 0.6, std::to_string(found.part).c_str());
    }

    void aShareOfNothingIsSmall() {
        gpu::OwnShares truth;
        truth.part = truth.shape = truth.whole = 0.01, truth.left = 1.0;
        const std::vector<SharesCase> cases{caseUnder(truth, 7), caseUnder(truth, 8)};
        const gpu::OwnShares found = likeliestShares(cases);
        QVERIFY2(found.whole < 0.2 && found.part < 0.4, std::to_string(found.whole).c_str());
        QVERIFY2(std::abs(found.left - 1.0) < 0.15, std::to_string(found.left).c_str());
    }

    /// Where errors have no factor of a kind's whole time, likelihood rises towards none, and none it is.
    void aShareThatErrorsDoNotShowIsNone() {
        gpu::OwnShares truth;
        truth.part = 0.5, truth.whole = 0.0, truth.shape = 0.3, truth.left = 0.3;
        std::vector<SharesCase> cases;
        for (std::uint64_t seed = 1; seed <= 3; ++seed)
            cases.push_back(caseUnder(truth, seed));
        QCOMPARE(likeliestShares(cases).whole, 0.0);
    }

    void theLibraryHoldsThem() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(library);
        const hardware::Calibration* own = gpu::calibrationOf((*library)->calibrations(), gpu::kOwnCalibration);
        QVERIFY(own != nullptr);
        const gpu::OwnShares shares = gpu::ownShares((*library)->calibrations());
        QCOMPARE(shares.part, own->values.at("part_share"));
        QCOMPARE(shares.whole, own->values.at("whole_share"));
        QCOMPARE(shares.reach.sizes, own->values.at("reach_doublings"));
        QCOMPARE(shares.reach.parts, own->values.at("reach_parts"));
        QCOMPARE(shares.reach.waves, own->values.at("reach_waves"));
        QCOMPARE(shares.reach.kinds, own->values.at("kinds_correlation"));
        QCOMPARE(gpu::ownShares({}).part, 1.0); // nothing tells the parts apart
    }
};

QTEST_GUILESS_MAIN(OwnSharesTest)
#include "own_shares_test.moc"
