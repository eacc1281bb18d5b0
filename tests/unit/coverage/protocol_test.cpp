// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/protocol.h"
#include "core/coverage/tool_tables.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <QTest>
#include <set>

using namespace strata;
using namespace strata::coverage;

namespace {

Coverage made(const OwnEvidence& own = {}) {
    static const auto library = *Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
    return makeCoverage(*library, builtinRegistry(), own, builtinProtocol().worstError());
}

OwnEvidence withError(double mape, double spearman) {
    assess::ResultRecord record;
    record.suite = "kernels";
    record.method = "gpu.tile";
    record.n = 10;
    record.mape = mape;
    record.spearman = spearman;
    return {{}, newestAccuracies(std::vector{record})};
}

std::string best(const std::vector<Graded>& graded, const std::vector<double>& weights) {
    return graded[rankTools(graded, weights).front().tool].name;
}

} // namespace

class ProtocolTest : public QObject {
    Q_OBJECT

private slots:
    void compositesAreRecomputed() {
        const Table table = compositeTable(builtinProtocol(), made());
        std::map<std::string, std::pair<double, std::string>> found;
        for (const auto& row : table.rows)
            found[std::get<std::string>(row[0]) + "/" + std::get<std::string>(row[1])] = {
                std::get<double>(row[3]), std::get<std::string>(row[4])};
        // Recomputed by hand from the grades of the table; two of them are stated otherwise.
        QVERIFY(std::abs(found.at("VIDUR/practitioner (default)").first - 2.1) < 1e-9);
        QCOMPARE(found.at("VIDUR/practitioner (default)").second, std::string("yes"));
        QVERIFY(std::abs(found.at("ASTRA-sim/uniform").first - 2.4) < 1e-9);
        QCOMPARE(found.at("ASTRA-sim/uniform").second, std::string("no"));
        QCOMPARE(found.at("NeuSight/deployment-heavy").second, std::string());
    }

    /// One statement disagrees with nobody; two that are the same do not disagree.
    void statementsStandSideBySide() {
        const Table table = disagreementTable(builtinProtocol(), made());
        std::map<std::string, std::set<std::string>> says;
        std::set<std::string> of;
        for (const auto& row : table.rows) {
            of.insert(std::get<std::string>(row[0]));
            says[std::get<std::string>(row[0]) + ": " + std::get<std::string>(row[1])].insert(
                std::get<std::string>(row[2]));
            QVERIFY2(!std::get<std::string>(row[3]).empty(), "each statement names its source");
        }
        for (const auto& [about, statements] : says)
            QVERIFY2(statements.size() > 1, about.c_str());
        for (const char* name : {"VIDUR", "NeuSight", "Timeloop", "ASTRA-sim", "The field"})
            QVERIFY2(of.contains(name), name);
    }

    void aWeightChangesTheRanking() {
        const auto graded = gradedTools(builtinProtocol(), made());
        std::vector<double> weights = builtinProtocol().schemes.front().weights;
        QCOMPARE(best(graded, weights), std::string("ASTRA-sim"));
        weights = {0.0, 1.0, 0.0, 0.0, 0.0};
        QCOMPARE(best(graded, weights), std::string("VIDUR"));
    }

    void atASwapBothScoreTheSame() {
        const auto graded = gradedTools(builtinProtocol(), made());
        const std::vector<double> weights = builtinProtocol().schemes.front().weights;
        const auto swaps = nearestSwaps(graded, weights);
        QVERIFY(!swaps.empty());
        for (const Swap& swap : swaps) {
            std::vector<double> moved = weights;
            for (std::size_t d = 0; d < moved.size(); ++d)
                moved[d] = d == swap.dimension ? swap.at : weights[d] * (1.0 - swap.at) / (1.0 - swap.weight);
            QVERIFY(std::abs(compositeOf(graded[swap.ahead], moved) - compositeOf(graded[swap.behind], moved)) < 1e-9);
            QVERIFY(compositeOf(graded[swap.ahead], weights) > compositeOf(graded[swap.behind], weights));
        }
    }

    void resultsGradeOwnMethods() {
        const auto levelOf = [](double mape, double spearman) {
            const auto graded = gradedTools(builtinProtocol(), made(withError(mape, spearman)));
            const auto own = std::ranges::find(graded, std::string("gpu.tile"), &Graded::id);
            return own == graded.end() ? -2 : own->levels.front();
        };
        QCOMPARE(levelOf(0.04, 0.99), 3);
        QCOMPARE(levelOf(0.04, 0.90), 2);
        QCOMPARE(levelOf(0.20, 0.99), 1);
        QCOMPARE(levelOf(0.30, 0.99), 0);
        const auto graded = gradedTools(builtinProtocol(), made(withError(0.04, 0.99)));
        const auto own = std::ranges::find(graded, std::string("gpu.tile"), &Graded::id);
        QVERIFY(!own->complete()); // no result decides the other dimensions
        QVERIFY(std::ranges::none_of(rankTools(graded, builtinProtocol().schemes.front().weights),
                                     [&](const Ranked& ranked) { return graded[ranked.tool].own; }));
    }

    void claimsStayInTheirDomains() {
        const auto rows = claimRows(made(withError(0.1, 0.9)));
        const auto own = std::ranges::find_if(rows, [](const ClaimRow& row) { return row.own; });
        QVERIFY(own != rows.end() && own->claims.empty());
        QCOMPARE(own->verifications.front().low, 10.0);
        for (const ClaimRow& row : rows)
            QVERIFY2(row.domain.find(": ") != std::string::npos, row.tool.c_str());
        QVERIFY(std::ranges::is_sorted(rows, {}, [](const ClaimRow& row) { return std::pair(row.domain, row.tool); }));
    }

    void protocolsAreRefusedWithTheirField() {
        Json document = *parseJson(protocolText());
        QVERIFY(readProtocol(document));
        document["schemes"][0]["weights"]["D9"] = 0.1;
        const auto refused = readProtocol(document, "mine.json");
        QVERIFY(!refused);
        QCOMPARE(refused.error().pointer, std::string("/schemes/0/weights/D9"));
        document["schemes"][0]["weights"] = Json::object({{"D1", 0.0}});
        QVERIFY(!readProtocol(document));
    }
};

QTEST_GUILESS_MAIN(ProtocolTest)
#include "protocol_test.moc"
