// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/sampler.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace strata::explore;

namespace {

std::vector<double> draw(const Sampler& sampler, std::uint64_t first, std::size_t count) {
    std::vector<double> points(count * sampler.dimensions());
    sampler.fill(first, points);
    return points;
}

/// Points of one axis that fall into each of `cells` equal cells.
std::vector<int> occupancy(const std::vector<double>& points, std::size_t width, std::size_t axis, std::size_t cells) {
    std::vector<int> counts(cells, 0);
    for (std::size_t i = axis; i < points.size(); i += width) {
        ++counts[static_cast<std::size_t>(points[i] * static_cast<double>(cells))];
    }
    return counts;
}

} // namespace

class SamplerTest : public QObject {
    Q_OBJECT

private slots:
    void sobolMatchesThePublishedPoints();
    void partsOfADesignAreThoseOfTheWhole();
    void everySliceOfANetHoldsOnePoint();
    void shiftsKeepTheNetAndMoveThePoints();
    void gridsVisitEveryCombination();
    void integratesBetterThanChance();
    void refusesWhatIsTooLarge();
};

void SamplerTest::sobolMatchesThePublishedPoints() {
    // First points of S. Joe and F. Y. Kuo's own generator with new-joe-kuo-6.21201, dimensions 1 to 3 and
    // 10, ordered by the Gray code.
    const auto sampler = sobolSampler(10, 0);
    QVERIFY(sampler);
    const auto points = draw(**sampler, 0, 10);
    const double expected[10][3] = {{0, 0, 0},
                                    {0.5, 0.5, 0.5},
                                    {0.75, 0.25, 0.25},
                                    {0.25, 0.75, 0.75},
                                    {0.375, 0.375, 0.625},
                                    {0.875, 0.875, 0.125},
                                    {0.625, 0.125, 0.875},
                                    {0.125, 0.625, 0.375},
                                    {0.1875, 0.3125, 0.9375},
                                    {0.6875, 0.8125, 0.4375}};
    for (std::size_t i = 0; i < 10; ++i) {
        for (std::size_t d = 0; d < 3; ++d)
            QCOMPARE(points[i * 10 + d], expected[i][d]);
    }
}

void SamplerTest::partsOfADesignAreThoseOfTheWhole() {
    const auto sobol = sobolSampler(7, 3);
    const auto latin = latinHypercubeSampler(7, 100, 3);
    const auto random = randomSampler(7, 3);
    const auto grid = gridSampler({5, 1, 2, 2, 3, 1, 2});
    for (const Sampler* sampler : {sobol->get(), latin->get(), random.get(), grid.get()}) {
        const auto whole = draw(*sampler, 0, 100);
        for (const std::size_t first : {0, 1, 2, 31, 63, 64, 99}) {
            const auto part = draw(*sampler, first, 100 - first);
            QVERIFY(std::equal(part.begin(), part.end(), whole.begin() + static_cast<std::ptrdiff_t>(first * 7)));
        }
        QVERIFY(std::all_of(whole.begin(), whole.end(), [](double u) { return u >= 0.0 && u < 1.0; }));
    }
    QVERIFY(draw(*random, 0, 5) != draw(*randomSampler(7, 4), 0, 5));
}

void SamplerTest::everySliceOfANetHoldsOnePoint() {
    const auto latin = latinHypercubeSampler(5, 100, 11);
    const auto sobol = sobolSampler(50, 0);
    const auto hypercube = draw(**latin, 0, 100);
    const auto net = draw(**sobol, 0, 256);
    for (std::size_t d = 0; d < 5; ++d)
        QCOMPARE(occupancy(hypercube, 5, d, 100), std::vector<int>(100, 1));
    for (std::size_t d = 0; d < 50; ++d)
        QCOMPARE(occupancy(net, 50, d, 256), std::vector<int>(256, 1));
}

void SamplerTest::shiftsKeepTheNetAndMoveThePoints() {
    const auto shifted = sobolSampler(8, 5);
    const auto points = draw(**shifted, 0, 64);
    QVERIFY(points != draw(**sobolSampler(8, 0), 0, 64));
    QVERIFY(points != draw(**sobolSampler(8, 6), 0, 64));
    for (std::size_t d = 0; d < 8; ++d)
        QCOMPARE(occupancy(points, 8, d, 64), std::vector<int>(64, 1));
}

void SamplerTest::gridsVisitEveryCombination() {
    const auto grid = gridSampler({3, 4, 2});
    const std::vector<std::uint64_t> sizes{3, 4, 2};
    QCOMPARE(gridSize(sizes), std::uint64_t{24});
    std::set<std::vector<double>> seen;
    const auto points = draw(*grid, 0, 24);
    for (std::size_t i = 0; i < 24; ++i)
        seen.insert({points[3 * i] * 3, points[3 * i + 1] * 4, points[3 * i + 2] * 2});
    QCOMPARE(seen.size(), std::size_t{24});
    QCOMPARE(points[2], 0.25);
    QCOMPARE(points[5], 0.75);
    const std::vector<std::uint64_t> huge(20, 1000);
    QCOMPARE(gridSize(huge), ~std::uint64_t{0});
}

void SamplerTest::integratesBetterThanChance() {
    // Mean of a product of 8 factors with mean 1 (the g-function of Sobol); random points of this number err
    // by some 3 %.
    const auto error = [](const Sampler& sampler) {
        const auto points = draw(sampler, 0, 4096);
        double sum = 0;
        for (std::size_t i = 0; i < points.size(); i += 8) {
            double product = 1;
            for (std::size_t d = 0; d < 8; ++d) {
                const double a = static_cast<double>(d);
                product *= (std::abs(4 * points[i + d] - 2) + a) / (1 + a);
            }
            sum += product;
        }
        return std::abs(sum / 4096 - 1);
    };
    QVERIFY(error(**sobolSampler(8, 0)) < 0.003);
    QVERIFY(error(**sobolSampler(8, 77)) < 0.003);
    QVERIFY(error(*randomSampler(8, 77)) < 0.05);
}

void SamplerTest::refusesWhatIsTooLarge() {
    QCOMPARE(QString::fromStdString(sobolSampler(4000, 0).error().code), QStringLiteral("too-large"));
    QCOMPARE(QString::fromStdString(latinHypercubeSampler(10, 1u << 30, 0).error().code), QStringLiteral("too-large"));
}

QTEST_APPLESS_MAIN(SamplerTest)
#include "sampler_test.moc"
