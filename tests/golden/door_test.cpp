// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/field/served_energy.h"
#include "app/lab/run/ask_door.h"
#include "app/lab/run/calibrate.h"
#include "app/lab/run/canonical_rows.h"
#include "app/lab/serving/serving_asked.h"
#include "app/lab/serving/vidur_suite.h"
#include "core/assess/evaluate_rows.h"
#include "core/base/json.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <QTest>
#include <tuple>

using namespace strata;

namespace {

/// A row with nothing left of where it comes from: only its request and what it asks for.
assess::MeasuredRow blanked(assess::MeasuredRow row, std::size_t number) {
    Json request = Json::parse(row.request);
    request.erase("label");
    row.request = canonicalText(request);
    row.id = std::to_string(number);
    row.measured = 1.0;
    row.source.clear();
    row.group.clear();
    row.flags.clear();
    row.spread.reset();
    return row;
}

} // namespace

/// Rows of the laboratory's suites through the door that users have: the request text that a suite keeps for a row,
/// written to a file and evaluated as `strata-cli batch` does, gives the bits that the suite predicted, whether or not
/// the row says where it comes from. What the door refuses is counted.
class DoorTest : public QObject {
    Q_OBJECT

private slots:
    void rowsGiveTheSameBits_data() {
        QTest::addColumn<QString>("suite");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("draw"); // so many rows at most: a simulation of many requests takes its time
        for (const auto& [suite, folder, draw] : {std::tuple{"gpu", "gpu", kRows},
                                                  {"gpu-modern", "gpu_modern", kRows},
                                                  {"collectives", "collectives", kRows},
                                                  {"collectives-peers", "peers/comm_apex", kRows},
                                                  {"gpu-amd", "field/gpu_amd", kRows},
                                                  {"mlperf-inference", "field/mlperf_inference", kRows},
                                                  {"neuron", "field/aws_neuron", 4},
                                                  {"serving-batches", "field/serving_alcf", kRows},
                                                  {"serving-points", "serving_published", kRows},
                                                  {"serving-measured", "serving", kRows},
                                                  {"serving-asked", "gpu_modern", 12},
                                                  {"serving-energy", "peers/energy_mlenergy", 12},
                                                  {"serving-vidur", "serving", 12},
                                                  {"npu", "npu", kRows},
                                                  {"training", "training", kRows},
                                                  {"training-dgxc", "field/training_dgxc", kRows},
                                                  {"training-mlperf", "field/mlperf_training", kRows}})
            QTest::newRow(suite) << suite << folder << draw;
    }

    void rowsGiveTheSameBits() {
        QFETCH(QString, suite);
        QFETCH(QString, folder);
        QFETCH(int, draw);
        const char* reference = std::getenv("STRATA_REFERENCE");
        const auto data = std::filesystem::path(reference == nullptr ? "" : reference) / folder.toStdString();
        if (!std::filesystem::exists(data)) QSKIP("the reference data is not there");
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY2(library, library ? "" : describe(library.error()).c_str());
        assess::SuiteOptions options{.data = data, .library = **library, .method = {}, .leave_one_out = {}};
        options.keep_requests = true;
        // Queues of thousands of requests stay out: each takes a second.
        if (suite == "serving-points") options.method = "serving.single";
        const auto report = suite == "serving-energy"  ? fewUsers(options)
                            : suite == "serving-asked" ? fewPoints(options)
                            : suite == "serving-vidur"
                                ? assess::askVidurRuns(options)
                                : assess::runSuite(*assess::suiteNamed(suite.toStdString()), options);
        QVERIFY2(report, report ? "" : describe(report.error()).c_str());
        const std::vector<assess::CanonicalRow> all = assess::canonicalRows(*report);
        QVERIFY2(all.size() >= kLeast, std::to_string(all.size()).c_str());
        std::vector<assess::CanonicalRow> drawn;
        const std::size_t rows = std::min(all.size(), static_cast<std::size_t>(draw));
        for (std::size_t i = 0; i < rows; ++i)
            drawn.push_back(all[i * (all.size() - 1) / (rows - 1)]); // from the first to the last
        compare(throughAFile(drawn), drawn, *library, suite);
        std::vector<assess::MeasuredRow> blank;
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            blank.push_back(blanked(drawn[i].row, i));
            drawn[i].row.id = blank.back().id;
        }
        compare(blank, drawn, *library, suite + " blanked");
    }

private:
    static constexpr int kRows = 150;        // of each suite
    static constexpr std::size_t kLeast = 6; // that keep their request
    /// Boards that serve at most so many users at a time, as their suite asks for them.
    static Result<assess::SuiteReport> fewUsers(const assess::SuiteOptions& options) {
        auto read = assess::readServedEnergy(options.data, options.library);
        if (!read) return read.error();
        const auto many = [](const assess::MeasuredRow& row) {
            return Json::parse(row.request)["plan"]["scheduler"]["max_batch"] > 16;
        };
        std::erase_if(read->rows, many);
        assess::SuiteReport report;
        assess::askDoor(std::move(read->rows), options, report);
        return report;
    }

    /// Points of at most two users at a time, each as a user asks for it.
    static Result<assess::SuiteReport> fewPoints(const assess::SuiteOptions& options) {
        assess::SuiteReport report;
        auto rows = assess::readAskedPoints(options.data, options.library, report.refused);
        if (!rows) return rows.error();
        std::erase_if(*rows, [](const assess::MeasuredRow& row) {
            return Json::parse(row.request)["plan"]["scheduler"]["max_batch"] > 2;
        });
        assess::askDoor(*std::move(rows), options, report);
        return report;
    }

    struct Count {
        std::size_t rows = 0;
        std::size_t different = 0;
    };

    /// The rows as a stranger gets them: written and read again.
    static std::vector<assess::MeasuredRow> throughAFile(const std::vector<assess::CanonicalRow>& rows) {
        std::string text;
        for (const assess::CanonicalRow& one : rows)
            text += assess::toJsonLine(one.row) + '\n';
        auto read = assess::readRows(text, assess::RowFormat::JsonLines, "rows.jsonl");
        if (!read) qFatal("%s", describe(read.error()).c_str());
        return *std::move(read);
    }

    static void compare(const std::vector<assess::MeasuredRow>& rows, const std::vector<assess::CanonicalRow>& drawn,
                        const std::shared_ptr<const Library>& library, const QString& suite) {
        std::map<std::string, double> predicted;
        for (const assess::CanonicalRow& canonical_row : drawn)
            predicted[canonical_row.row.id + canonical_row.row.quantity] = canonical_row.predicted;
        const assess::SuiteReport answered = assess::evaluateRows(rows, library, 2);
        std::map<std::string, Count> counts;
        std::size_t different = 0;
        for (const assess::SuiteRow& row : answered.rows) {
            Count& count = counts[std::string(assess::groupValue(row, "op"))];
            ++count.rows;
            const double expected = predicted[row.id + row.quantity];
            if (row.predicted == expected) continue;
            ++different;
            if (++count.different == 1)
                qInfo("%s: %.17g through the door, %.17g of the suite, for %s", row.id.c_str(), row.predicted, expected,
                      row.request.c_str());
        }
        for (const auto& [op, count] : counts)
            qInfo("%s %s: %zu rows, %zu different", qPrintable(suite), op.c_str(), count.rows, count.different);
        qInfo("%s: the door refuses %zu of %zu", qPrintable(suite), answered.refused.size(), rows.size());
        for (std::size_t i = 0; i < std::min<std::size_t>(answered.refused.size(), 5); ++i)
            qInfo("refused %s: %s", answered.refused[i].id.c_str(), answered.refused[i].reason.c_str());
        QVERIFY2(answered.refused.size() * 100 < rows.size(), std::to_string(answered.refused.size()).c_str());
        QCOMPARE(different, std::size_t(0));
    }
};

QTEST_APPLESS_MAIN(DoorTest)
#include "door_test.moc"
