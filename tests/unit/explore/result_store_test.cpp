// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/explore/result_store.h"
#include "core/explore/run.h"
#include "core/explore/table_text.h"
#include "tests/unit/explore/fixture.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sqlite3.h>

using namespace strata;
using namespace strata::explore;

class ResultStoreTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void holdsEveryBit();
    void keepsWhatWasFlushed();
    void opensAMillionPointsInTwoSeconds();
    void readsWhatAKilledWriterLeft();
    void refusesOtherAndDamagedFiles();
    void findsEveryFlippedBitOfTheValues();
    void readsInPartsThatGrow();
    void goesOnWithTheSameModelAlone();
    void writesCsv();
    void writesJsonLines();

private:
    std::filesystem::path file(const char* name) const { return (folder_.path() + "/" + name).toStdString(); }

    QTemporaryDir folder_;
    std::shared_ptr<const Library> library_ = test::library();
    ExploreRequest request_;
    ResultTable table_;
};

void ResultStoreTest::initTestCase() {
    Json document = test::sweepOf({{{"pointer", "/hardware/levels/2/fanout_x"}, {"values", {1, 7, 14, 20}}},
                                   {{"pointer", "/workload/layer"}, {"values", {"conv1", "fc"}}}});
    document["base"] = test::sampleRequest();
    document["constraints"] = {{{"of", "latency_s"}, {"max", 0.007}}};
    auto request = parseExploreRequest(document, library_);
    if (!request) QFAIL(describe(request.error()).c_str());
    request_ = *std::move(request);
    QVERIFY(runExploration(request_, library_, {}, table_));
    QVERIFY(table_.reasons.size() > 1);
}

void ResultStoreTest::holdsEveryBit() {
    auto store = ResultStore::create(file("bits"), request_);
    if (!store) QFAIL(describe(store.error()).c_str());
    RunOptions options;
    ResultTable table;
    options.on_block = [&](const PointBlock& block) { return store->append(block); };
    QVERIFY(runExploration(request_, library_, options, table));
    QVERIFY(store->flush());
    auto opened = ResultStore::open(file("bits"), false);
    QVERIFY(opened);
    QCOMPARE(opened->run().rows, std::uint64_t{table_.rows()});
    QCOMPARE(opened->run().sha256, request_.sha256);
    QVERIFY(*opened->run().document == *request_.document);
    const auto read = opened->table();
    QVERIFY(read);
    QVERIFY(read->reason == table_.reason && read->reasons == table_.reasons);
    for (std::size_t c = 0; c < read->columns.size(); ++c) {
        QCOMPARE(std::memcmp(read->columns[c].data(), table_.columns[c].data(), table_.rows() * sizeof(double)), 0);
    }
    QVERIFY(!ResultStore::create(file("bits"), request_));
}

/// Points of another calibration, device or program do not belong into one table.
void ResultStoreTest::goesOnWithTheSameModelAlone() {
    const auto path = file("models");
    QVERIFY(ResultStore::create(path, request_));
    const auto opened = ResultStore::open(path, true);
    QVERIFY(opened);
    QVERIFY(opened->canGoOn(request_, path));
    QVERIFY(request_.answered_by.contains("methods"));
    hardware::Calibration calibration = library_->calibrations().front();
    calibration.residual_p50 += 1.0;
    const auto refitted = parseExploreRequest(*request_.document, library_->withCalibration(calibration));
    QVERIFY(refitted);
    const auto refused = opened->canGoOn(*refitted, path);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("not-the-same-run"));
    QVERIFY2(messageText(refused.error().text).find("calibration " + calibration.id) != std::string::npos,
             messageText(refused.error().text).c_str());
    QVERIFY(messageText(refused.error().expected).find("--out") != std::string::npos);
    ExploreRequest newer = request_;
    newer.answered_by["program"] = "99.0";
    QVERIFY(messageText(opened->canGoOn(newer, path).error().text).find("now 99.0") != std::string::npos);
}

void ResultStoreTest::keepsWhatWasFlushed() {
    PointBlock block;
    block.count = 3;
    block.rows.assign(3 * table_.columns.size(), 1.5);
    block.reasons = {"", "first", "second"};
    {
        auto store = ResultStore::create(file("kept"), request_);
        QVERIFY(store && store->append(block) && store->flush());
        block.reasons = {"second", "third", ""};
        QVERIFY(store->append(block) && store->flush());
        QVERIFY(store->append(block)); // lost: the program ends here
    }
    auto store = ResultStore::open(file("kept"), true);
    QVERIFY(store);
    QCOMPARE(store->run().rows, std::uint64_t{6});
    QVERIFY(store->append(block) && store->flush());
    const auto table = store->table();
    QVERIFY(table);
    QCOMPARE(table->reasons, (std::vector<std::string>{"", "first", "second", "third"}));
    QCOMPARE(table->reason, (std::vector<std::uint16_t>{0, 1, 2, 2, 3, 0, 2, 3, 0}));
}

void ResultStoreTest::opensAMillionPointsInTwoSeconds() {
    {
        auto store = ResultStore::create(file("million"), request_);
        QVERIFY(store);
        PointBlock block;
        block.count = 4096;
        block.rows.resize(block.count * table_.columns.size());
        block.reasons.resize(block.count);
        for (std::size_t i = 0; i < block.rows.size(); ++i)
            block.rows[i] = std::sin(static_cast<double>(i));
        for (int n = 0; n < 245; ++n)
            QVERIFY(store->append(block));
        QVERIFY(store->flush());
    }
    const std::clock_t start = std::clock(); // processor time: neighbours do not count
    const auto elapsed = [start] { return 1000 * (std::clock() - start) / CLOCKS_PER_SEC; };
    auto store = ResultStore::open(file("million"), false);
    QVERIFY(store);
    const auto opened = elapsed();
    QCOMPARE(store->run().rows, std::uint64_t{245 * 4096});
    const auto table = store->table();
    QVERIFY(table);
    const auto read = elapsed();
    qInfo("10^6 points of %zu columns: opened in %lld ms, all read after %lld ms", table->columns.size(),
          static_cast<long long>(opened), static_cast<long long>(read));
    QVERIFY(read < 2000);
}

/// A copy of the file and its journal in the middle of a write is what the end of a program leaves.
void ResultStoreTest::readsWhatAKilledWriterLeft() {
    {
        auto store = ResultStore::create(file("whole"), request_);
        QVERIFY(store);
        RunOptions options;
        ResultTable table;
        options.on_block = [&](const PointBlock& block) { return store->append(block); };
        QVERIFY(runExploration(request_, library_, options, table));
        QVERIFY(store->flush());
    }
    sqlite3* writer = nullptr;
    QCOMPARE(sqlite3_open(file("whole").c_str(), &writer), SQLITE_OK);
    const char* const half_done = "PRAGMA cache_size = 2; BEGIN IMMEDIATE; CREATE TABLE half (bytes);"
                                  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
                                  "INSERT INTO half SELECT zeroblob(2000) FROM n;";
    QCOMPARE(sqlite3_exec(writer, half_done, nullptr, nullptr, nullptr), SQLITE_OK);
    const auto journal = file("whole").string() + "-journal";
    QVERIFY(std::filesystem::exists(journal));
    std::filesystem::copy_file(file("whole"), file("killed"));
    std::filesystem::copy_file(journal, file("killed").string() + "-journal");
    sqlite3_close(writer);

    auto killed = ResultStore::open(file("killed"), false);
    QVERIFY2(killed, killed ? "" : describe(killed.error()).c_str());
    QCOMPARE(killed->run().rows, std::uint64_t{table_.rows()});
}

/// A value with one bit changed is a plausible number: no bit of the stored columns may change without a word.
void ResultStoreTest::findsEveryFlippedBitOfTheValues() {
    {
        auto store = ResultStore::create(file("flipped"), request_);
        QVERIFY(store);
        RunOptions options;
        ResultTable table;
        options.on_block = [&](const PointBlock& block) { return store->append(block); };
        QVERIFY(runExploration(request_, library_, options, table));
        QVERIFY(store->flush());
    }
    std::ifstream in(file("flipped"), std::ios::binary);
    const std::string whole{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    const auto& values = table_.columns.back();
    const std::string_view bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
    const std::size_t at = whole.find(bytes);
    QVERIFY(at != std::string::npos);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        std::string changed = whole;
        changed[at + bit / 8] = static_cast<char>(changed[at + bit / 8] ^ (1 << bit % 8));
        std::ofstream(file("changed"), std::ios::binary) << changed;
        auto opened = ResultStore::open(file("changed"), false);
        QVERIFY(opened);
        const auto read = opened->table();
        QVERIFY2(!read, std::to_string(bit).c_str());
        QVERIFY(read.error().code == "damaged-file");
    }
}

/// Who watches sees the first points at once, and the sum of the parts is the table.
void ResultStoreTest::readsInPartsThatGrow() {
    constexpr int kChunks = 20;
    {
        auto store = ResultStore::create(file("parts"), request_);
        QVERIFY(store);
        RunOptions options;
        ResultTable table;
        options.on_block = [&](const PointBlock& block) { return store->append(block); };
        for (int chunk = 0; chunk < kChunks; ++chunk) {
            table = ResultTable();
            QVERIFY(runExploration(request_, library_, options, table));
            QVERIFY(store->flush());
        }
    }
    auto opened = ResultStore::open(file("parts"), false);
    QVERIFY(opened);
    const std::size_t in_chunk = table_.rows();
    QCOMPARE(opened->run().rows, std::uint64_t{kChunks * in_chunk});
    std::vector<std::size_t> sizes;
    ResultTable sum(opened->run().columns.size());
    QVERIFY(opened->readParts(1, [&](ResultTable part) {
        sizes.push_back(part.rows());
        sum.append(part);
        return true;
    }));
    QCOMPARE(sizes.front(), in_chunk);
    QVERIFY2(sizes.size() <= 6, "1, 1, 2, 4, 8 and the last 4 chunks");
    const auto whole = opened->table();
    QVERIFY(whole);
    QVERIFY(sum.reason == whole->reason && sum.reasons == whole->reasons);
    for (std::size_t c = 0; c < sum.columns.size(); ++c)
        QCOMPARE(std::memcmp(sum.columns[c].data(), whole->columns[c].data(), sum.rows() * sizeof(double)), 0);
    std::size_t parts = 0;
    QVERIFY(opened->readParts(1, [&](const ResultTable&) { return ++parts < 2; }));
    QCOMPARE(parts, std::size_t{2});
    Result<void> copied;
    QVERIFY(opened->readParts(1, [&](const ResultTable&) {
        copied = opened->copyTo(file("copy"));
        return false;
    }));
    if (!copied) QFAIL(describe(copied.error()).c_str());
    auto copy = ResultStore::open(file("copy"), true);
    QVERIFY(copy && copy->run().rows == opened->run().rows);
}

void ResultStoreTest::refusesOtherAndDamagedFiles() {
    QVERIFY(!ResultStore::open(file("absent"), false));
    {
        std::ofstream text(file("text"));
        text << "no database, but long enough to be taken for one if nobody looks";
    }
    QVERIFY(!ResultStore::open(file("text"), false));
    QVERIFY(QFile::copy(QString::fromStdString(file("bits").string()), QString::fromStdString(file("cut").string())));
    {
        auto store = ResultStore::open(file("cut"), true);
        QVERIFY(store);
    }
    auto content = QByteArray();
    {
        QFile whole(QString::fromStdString(file("cut").string()));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        content = whole.readAll();
    }
    for (int cut = 0; cut < content.size(); cut += 997) {
        QFile part(QString::fromStdString(file("part").string()));
        QVERIFY(part.open(QIODevice::WriteOnly | QIODevice::Truncate));
        part.write(content.left(cut));
        part.close();
        auto store = ResultStore::open(file("part"), false);
        if (store) QVERIFY(!store->table() || store->run().rows == table_.rows());
    }
}

void ResultStoreTest::writesCsv() {
    const TableText csv(request_, TableText::Format::Csv);
    std::string text = csv.header();
    std::vector<double> row(table_.columns.size());
    for (std::size_t i = 0; i < table_.rows(); ++i) {
        table_.row(i, row);
        csv.add(text, i, row, table_.reasons[table_.reason[i]]);
    }
    const QStringList lines = QString::fromStdString(text).split('\n');
    QCOMPARE(lines.size(), static_cast<int>(table_.rows()) + 2);
    QCOMPARE(lines[0], QStringLiteral("point,fanout_x,layer,latency_s,energy_j,cycles,utilization,edp_js,"
                                      "macs,area_m2,feasible,reason"));
    QCOMPARE(lines[1], QStringLiteral("0,1,conv1,,,,,,,,0,over-fanout: column_bus along X"));
    QVERIFY(lines[5].startsWith("4,14,conv1,0.0063935"));
    QVERIFY(lines[5].endsWith(",1,"));
}

void ResultStoreTest::writesJsonLines() {
    const TableText json(request_, TableText::Format::JsonLines);
    QVERIFY(json.header().empty());
    std::string text;
    std::vector<double> row(table_.columns.size());
    table_.row(4, row);
    json.add(text, 4, row, "");
    const Json line = Json::parse(text);
    QVERIFY(line["layer"] == "conv1" && line["feasible"] == true && line["area_m2"].get<double>() > 0);
    QVERIFY(line["latency_s"].get<double>() == row[2]);
    text.clear();
    table_.row(0, row); // a point that cannot exist has no metrics
    json.add(text, 0, row, "constraint: \"x\"");
    const Json refused = Json::parse(text);
    QVERIFY(refused["reason"] == "constraint: \"x\"" && refused["area_m2"].is_null());
}

QTEST_APPLESS_MAIN(ResultStoreTest)
#include "result_store_test.moc"
