// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/explore/result_store.h"
#include "run.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <set>
#include <sqlite3.h>

using namespace strata;
using test::run;

namespace {

Json sweep() {
    return {
        {"kind", "sweep"},
        {"label", "a test"},
        {"base",
         {{"kind", "layer"}, {"hardware", "eyeriss-like"}, {"workload", {{"model", "resnet-50"}, {"layer", "conv1"}}}}},
        {"axes",
         {{{"name", "columns"}, {"pointer", "/hardware/levels/2/fanout_x"}, {"values", {7, 14, 28}}},
          {{"name", "rows"}, {"pointer", "/hardware/levels/3/fanout_y"}, {"values", {6, 12, 24}}},
          {{"name", "layer"}, {"pointer", "/workload/layer"}, {"values", {"conv1", "fc"}}}}},
        {"objectives", {"latency_s", "energy_j"}},
        {"constraints", {{{"of", "columns * rows"}, {"max", 400}}}}};
}

Json longSweep() {
    Json document = sweep();
    document["algorithm"] = "random";
    document["budget"] = 20'000'000;
    document["axes"] = {{{"name", "clock"}, {"pointer", "/hardware/clock_hz"}, {"from", 1e8}, {"to", 1e9}},
                        {{"name", "mac"}, {"pointer", "/hardware/compute/mac_pj"}, {"from", 0.1}, {"to", 1}}};
    document.erase("constraints");
    return document;
}

std::string read(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

class ExploreTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void tableAndSummary();
    void frontsAreCheckedFirst();
    void jobsChangeNothing();
    void workersGiveTheSameBits();
    void workersThatDieAreReplaced();
    void workersThatCannotAnswerEndTheRun();
    void workersThatHangEndWithTheRun();
    void workersThatHangAreReplaced();
    void failuresCountWorkersThatHang();
    void aFailureDoesNotWaitForWorkersThatHang();
    void slowWorkersAreNotTakenForHangingOnes();
    void workersThatOnlySayThatTheyAreAtWorkAreEnded();
    void pointsAreAnsweredLineByLine();
    void resultsAreResumedAndExported();
    void partsAreMergedToTheSameBits();
    void mergingRefusesWhatIsNotWhole();
    void searchAndSensitivity();
    void errorsPointIntoTheRequest();
    void schemasArePrinted();
    void aKilledRunKeepsAllButItsLastSecond();

private:
    std::string place(const char* name) const { return (home_.path() + "/" + name).toStdString(); }

    QTemporaryDir home_;
};

void ExploreTest::initTestCase() {
    QVERIFY(home_.isValid());
    qputenv("XDG_DATA_HOME", home_.path().toLocal8Bit());
}

void ExploreTest::tableAndSummary() {
    const auto table = run({"sweep", "-", "--out", "-"}, sweep().dump());
    QCOMPARE(table.status, 0);
    QCOMPARE(QString::fromStdString(table.out).count('\n'), 1 + 18);
    QVERIFY(table.out.starts_with("point,columns,rows,layer,latency_s,energy_j,"));
    QVERIFY(table.out.find("28,24,conv1,,,,,,,,0,constraint: columns * rows") != std::string::npos);
    const auto summary = run({"sweep", "-", "--front", place("front.csv")}, sweep().dump());
    QCOMPARE(summary.status, 0);
    const Json document = Json::parse(summary.out);
    QVERIFY(document["points"] == 18 && document["feasible"] == 16);
    QVERIFY(document["infeasible"]["constraint: columns * rows"] == 2);
    QVERIFY(document["hypervolume"].get<double>() > 0);
    QVERIFY(document["front"].size() >= 1);
    QCOMPARE(QString::fromStdString(read(place("front.csv"))).count('\n'),
             1 + static_cast<int>(document["front"].size()));
}

/// A front that cannot be written is refused before the run, and the files stay as they are.
void ExploreTest::frontsAreCheckedFirst() {
    const std::string points = place("points.csv");
    const std::array<std::pair<std::string, const char*>, 3> cases{{{points, "is the file of --out"},
                                                                    {place("front.txt"), "--front is"},
                                                                    {place("nowhere/front.csv"), "no such folder"}}};
    for (const auto& [front, text] : cases) {
        const auto refused = run({"sweep", "-", "--out", points, "--front", front}, sweep().dump());
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.err.find(text) != std::string::npos, refused.err.c_str());
        QVERIFY(!std::filesystem::exists(points));
    }
}

void ExploreTest::jobsChangeNothing() {
    Json document = sweep();
    document["kind"] = "search";
    document["budget"] = 300;
    document["settings"] = {{"population", 20}};
    const auto one = run({"search", "-", "--out", "-", "--jobs", "1"}, document.dump());
    const auto four = run({"search", "-", "--out", "-", "--jobs", "4"}, document.dump());
    QCOMPARE(one.status, 0);
    QVERIFY(one.out == four.out);
    QCOMPARE(QString::fromStdString(one.out).count('\n'), 301);
}

namespace {

Json smallSearch(const char* algorithm) {
    Json document = sweep();
    document["kind"] = "search";
    document["algorithm"] = algorithm;
    document["budget"] = 60;
    if (std::string_view(algorithm) == "nsga2") document["settings"] = {{"population", 20}};
    return document;
}

/// A worker of the program that was built, as a shell starts it.
std::string worker() { return qEnvironmentVariable("STRATA_BIN").toStdString() + "/strata-cli points -"; }

} // namespace

/// NSGA-II and a Bayesian search choose each generation from the answers to the last one: a single other bit, and they
/// would go other ways.
void ExploreTest::workersGiveTheSameBits() {
    for (const char* algorithm : {"nsga2", "bayesian"}) {
        const auto threads = run({"search", "-", "--out", "-", "--jobs", "1"}, smallSearch(algorithm).dump());
        QVERIFY2(threads.status == 0, threads.err.c_str());
        const auto workers = run({"search", "-", "--out", "-", "--workers", "3", "--worker-command", worker()},
                                 smallSearch(algorithm).dump());
        QVERIFY2(workers.status == 0, workers.err.c_str());
        QCOMPARE(workers.out, threads.out);
        QVERIFY2(workers.err.find("ended early") == std::string::npos, workers.err.c_str());
    }
    const auto threads = run({"sweep", "-", "--out", "-"}, sweep().dump());
    QCOMPARE(run({"sweep", "-", "--out", "-", "--workers", "2", "--worker-command", worker()}, sweep().dump()).out,
             threads.out);
}

/// Each worker says its greeting and two answers, and is killed while it works on the next.
void ExploreTest::workersThatDieAreReplaced() {
    const auto threads = run({"search", "-", "--out", "-", "--jobs", "1"}, smallSearch("nsga2").dump());
    const std::string dies = "exec 3<&0; " + worker() + " <&3 | { sed -u 3q; kill -9 0; }";
    const auto workers =
        run({"search", "-", "--out", "-", "--workers", "2", "--worker-command", "setsid -w sh -c '" + dies + "'"},
            smallSearch("nsga2").dump());
    QVERIFY2(workers.status == 0, workers.err.c_str());
    QCOMPARE(workers.out, threads.out);
    QVERIFY2(workers.err.find("workers ended early") != std::string::npos, workers.err.c_str());
}

void ExploreTest::workersThatCannotAnswerEndTheRun() {
    const auto refused = [&](const std::string& command) {
        std::filesystem::remove(place("broken.results"));
        return run({"search", "-", "--out", place("broken.results"), "--workers", "2", "--worker-command", command},
                   smallSearch("nsga2").dump());
    };
    for (const char* command : {"exit 1", "true", "/no/such/program"}) {
        const auto ended = refused(command);
        QCOMPARE(ended.status, 1);
        QVERIFY2(ended.err.find("ended without a greeting") != std::string::npos, ended.err.c_str());
    }
    const auto differs = refused("echo hello; cat");
    QCOMPARE(differs.status, 1);
    QVERIFY2(differs.err.find("another version") != std::string::npos, differs.err.c_str());
    // What was answered before stays, and another run goes on behind it.
    const std::string file = place("kept.results");
    const std::string marks = place("marks");
    const std::string once = "if [ -e " + marks + " ]; then exit 1; fi; exec 3<&0; " + worker() +
                             " <&3 | (sed -u 5q; touch " + marks +
                             "; kill -9 0)"; // the group, so that no answer is lost on its way
    const auto broken =
        run({"search", "-", "--out", file, "--workers", "1", "--worker-command", once}, smallSearch("nsga2").dump());
    QCOMPARE(broken.status, 1);
    QVERIFY2(broken.err.find("3 workers ended at points") != std::string::npos, broken.err.c_str());
    const auto kept = explore::ResultStore::open(file, false);
    QVERIFY2(kept, kept ? "" : describe(kept.error()).c_str());
    const auto rows = kept->run().rows;
    QVERIFY2(rows > 0 && rows < 60, std::to_string(rows).c_str());
    QCOMPARE(run({"search", "-", "--out", file, "--resume", "--workers", "2", "--worker-command", worker()},
                 smallSearch("nsga2").dump())
                 .status,
             0);
    const auto whole = run({"results", file, "--out", "-"});
    QCOMPARE(whole.out, run({"search", "-", "--out", "-", "--jobs", "1"}, smallSearch("nsga2").dump()).out);
    QCOMPARE(run({"search", "-", "--worker-command", "true"}, smallSearch("nsga2").dump()).status, 2);
    QCOMPARE(run({"search", "-", "--workers", "2", "--jobs", "2"}, smallSearch("nsga2").dump()).status, 2);
}

/// One worker of a compound command says nothing and sleeps in a process that the shell started; the other one fails.
void ExploreTest::workersThatHangEndWithTheRun() {
    const std::string sleeper = place("sleeper"), lock = place("lock");
    const std::string command = "if mkdir " + lock + " 2>/dev/null; then sleep 60 & echo $! >" + sleeper +
                                "; wait; else while [ ! -s " + sleeper + " ]; do sleep 0.02; done; exit 1; fi";
    QElapsedTimer timer;
    timer.start();
    const auto ended = run({"search", "-", "--workers", "2", "--worker-command", command}, smallSearch("nsga2").dump());
    QCOMPARE(ended.status, 1);
    QVERIFY2(timer.elapsed() < 20'000, std::to_string(timer.elapsed()).c_str());
    QVERIFY2(ended.err.find("ended without a greeting") != std::string::npos, ended.err.c_str());
    const std::string number = read(sleeper);
    QVERIFY(!number.empty());
    // Nobody may have asked for the exit status yet.
    const auto sleeps = [&] {
        const std::string stat = read("/proc/" + std::to_string(std::stoul(number)) + "/stat");
        return stat.find("(sleep)") != std::string::npos && stat.find(") Z") == std::string::npos;
    };
    QTRY_VERIFY(!sleeps());
}

/// One worker never greets and one says its greeting alone; what they were asked goes to others.
void ExploreTest::workersThatHangAreReplaced() {
    const auto threads = run({"search", "-", "--out", "-", "--jobs", "1"}, smallSearch("nsga2").dump());
    const std::string mute = place("mute"), stuck = place("stuck");
    const std::string command = "if mkdir " + mute + " 2>/dev/null; then sleep 600; elif mkdir " + stuck +
                                " 2>/dev/null; then exec 3<&0; " + worker() +
                                " <&3 | { sed -u 1q; sleep 600; }; else exec " + worker() + "; fi";
    QElapsedTimer timer;
    timer.start();
    const auto workers =
        run({"search", "-", "--out", "-", "--workers", "2", "--patience", "5", "--worker-command", command},
            smallSearch("nsga2").dump());
    QVERIFY2(workers.status == 0, workers.err.c_str());
    QCOMPARE(workers.out, threads.out);
    QVERIFY2(workers.err.find("2 workers took longer than --patience") != std::string::npos, workers.err.c_str());
    QVERIFY2(timer.elapsed() < 60'000, std::to_string(timer.elapsed()).c_str());

    const auto none = run({"search", "-", "--workers", "3", "--patience", "1", "--worker-command", "sleep 600"},
                          smallSearch("nsga2").dump());
    QCOMPARE(none.status, 1);
    QVERIFY2(none.err.find("3 workers took longer than the patience of 1 seconds") != std::string::npos,
             none.err.c_str());
    for (const char* wrong : {"0", "soon"})
        QCOMPARE(run({"search", "-", "--workers", "2", "--patience", wrong}, smallSearch("nsga2").dump()).status, 2);
    QCOMPARE(run({"search", "-", "--patience", "9"}, smallSearch("nsga2").dump()).status, 2);
}

/// Two workers fail at the first points, and the third one says nothing.
void ExploreTest::failuresCountWorkersThatHang() {
    const std::string first = place("first-fails"), second = place("second-fails");
    const std::string command =
        "if mkdir " + first + " 2>/dev/null || mkdir " + second + " 2>/dev/null; then exit 1; else exec sleep 600; fi";
    const auto failed = run({"search", "-", "--workers", "1", "--patience", "2", "--worker-command", command},
                            smallSearch("nsga2").dump());
    QCOMPARE(failed.status, 1);
    QVERIFY2(failed.err.find("2 workers ended and 1 took longer than the patience of 2 seconds") != std::string::npos,
             failed.err.c_str());
}

/// A silent worker that does not hear SIGTERM is given 10 seconds, but not by a run that fails meanwhile.
void ExploreTest::aFailureDoesNotWaitForWorkersThatHang() {
    const std::string failing = place("failing");
    const std::string command = "if mkdir " + place("deaf") +
                                " 2>/dev/null; then trap '' TERM; sleep 600; else sleep 1.7; : > " + failing +
                                "; exit 1; fi";
    const auto failed = run({"search", "-", "--workers", "2", "--patience", "4", "--worker-command", command},
                            smallSearch("nsga2").dump());
    const auto waited = std::filesystem::file_time_type::clock::now() - std::filesystem::last_write_time(failing);
    QCOMPARE(failed.status, 1);
    QVERIFY2(waited < std::chrono::seconds(6), failed.err.c_str());
}

/// A worker that is at work says so by empty lines, and may then take longer than the patience for all of its points.
void ExploreTest::slowWorkersAreNotTakenForHangingOnes() {
    Json document = sweep();
    document["algorithm"] = "random";
    document["budget"] = 8; // two points a question
    const auto threads = run({"sweep", "-", "--out", "-", "--jobs", "1"}, document.dump());
    QVERIFY2(threads.status == 0, (threads.out + threads.err).c_str());
    const std::string slow =
        "exec 3<&0; " + worker() +
        " <&3 | { sed -u 1q; times='1 2 3 4 5 6 7 8 9 10 11 12 13 14'; while IFS= read -r line; do for i in "
        "$times; do echo; sleep 0.5; done; times=; printf '%s\\n' \"$line\"; done; }";
    const auto workers = run(
        {"sweep", "-", "--out", "-", "--workers", "1", "--patience", "6", "--worker-command", slow}, document.dump());
    QVERIFY2(workers.status == 0, workers.err.c_str());
    QCOMPARE(workers.out, threads.out);
    QVERIFY2(workers.err.find("patience") == std::string::npos, workers.err.c_str());
}

/// The first worker greets and then prints empty lines for ever.
void ExploreTest::workersThatOnlySayThatTheyAreAtWorkAreEnded() {
    Json document = sweep();
    document["algorithm"] = "random";
    document["budget"] = 1;
    const auto threads = run({"sweep", "-", "--out", "-", "--jobs", "1"}, document.dump());
    const std::string command = "if mkdir " + place("busy") + " 2>/dev/null; then exec 3<&0; " + worker() +
                                " <&3 | { sed -u 1q; while echo; do sleep 0.2; done; }; else exec " + worker() + "; fi";
    const auto workers =
        run({"sweep", "-", "--out", "-", "--workers", "1", "--patience", "8", "--worker-command", command},
            document.dump());
    QVERIFY2(workers.status == 0, workers.err.c_str());
    QCOMPARE(workers.out, threads.out);
    QVERIFY2(workers.err.find("1 workers took longer than --patience") != std::string::npos, workers.err.c_str());
}

void ExploreTest::pointsAreAnsweredLineByLine() {
    const std::string request = sweep().dump() + "\n";
    const auto answered =
        run({"points", "-"},
            request + R"({"first": 7, "coordinates": "3fe00000000000003fe00000000000003fd0000000000000"})" + "\n");
    QVERIFY2(answered.status == 0, answered.err.c_str());
    const std::string second = answered.out.substr(answered.out.find('\n') + 1);
    const Json line = Json::parse(second);
    QCOMPARE(line["first"].get<int>(), 7);
    QCOMPARE(line["reasons"].size(), std::size_t{1});
    QVERIFY(line["rows"].get<std::string>().starts_with("402c0000000000004028000000000000")); // 14 columns, 12 rows
    for (const char* broken :
         {"{}", "no", R"({"first": 7, "coordinates": "3fe0"})", R"({"first": -1, "coordinates": ""})",
          R"({"first": 7, "coordinates": "3fe00000000000003fe000000000000 3fd0000000000000"})"})
        QCOMPARE(run({"points", "-"}, request + broken + "\n").status, 2);
    QCOMPARE(run({"points", "-"}, "{}\n").status, 1);
    QCOMPARE(run({"points", "file"}).status, 2);
}

void ExploreTest::resultsAreResumedAndExported() {
    const std::string file = place("run.results");
    const auto first = run({"sweep", "-", "--out", file}, sweep().dump());
    QCOMPARE(first.status, 0);
    QCOMPARE(run({"sweep", "-", "--out", file}, sweep().dump()).status, 2);
    const auto again = run({"sweep", "-", "--out", file, "--resume"}, sweep().dump());
    QCOMPARE(again.status, 0);
    QVERIFY(again.out == first.out);
    // As a file that another version began.
    std::filesystem::copy_file(file, place("older.results"));
    {
        sqlite3* database = nullptr;
        QCOMPARE(sqlite3_open(place("older.results").c_str(), &database), SQLITE_OK);
        QCOMPARE(sqlite3_exec(database, "UPDATE answered_by SET value = '0.0.1' WHERE name = 'program'", nullptr,
                              nullptr, nullptr),
                 SQLITE_OK);
        sqlite3_close(database);
    }
    const auto mixed = run({"sweep", "-", "--out", place("older.results"), "--resume"}, sweep().dump());
    QCOMPARE(mixed.status, 2);
    QVERIFY2(mixed.err.find("program (0.0.1, now") != std::string::npos, mixed.err.c_str());
    QVERIFY(mixed.err.find("--out") != std::string::npos);
    Json other = sweep();
    other["seed"] = 4;
    QCOMPARE(run({"sweep", "-", "--out", file, "--resume"}, other.dump()).status, 2);
    const auto shown = run({"results", file, "--out", place("table.csv")});
    QCOMPARE(shown.status, 0);
    QVERIFY(shown.out == first.out);
    QVERIFY(read(place("table.csv")) == run({"sweep", "-", "--out", "-"}, sweep().dump()).out);
    QCOMPARE(run({"results", file, "--out", place("table.jsonl")}).status, 0);
    QVERIFY(Json::parse(read(place("table.jsonl")).substr(0, read(place("table.jsonl")).find('\n')))["layer"] ==
            "conv1");
    QCOMPARE(run({"results", place("absent.results")}).status, 2);
    QCOMPARE(run({"results", "show", file}).out, run({"results", file}).out);
    QCOMPARE(run({"results", "show", file, file}).status, 2);
}

/// Three machines answer a part each, and the parts are named in any order.
void ExploreTest::partsAreMergedToTheSameBits() {
    const std::string whole = place("whole.results"), joined = place("joined.results");
    QCOMPARE(run({"sweep", "-", "--out", whole}, sweep().dump()).status, 0);
    std::vector<std::string> merge{"results", "merge"};
    for (const char* shard : {"3/3", "1/3", "2/3"}) {
        merge.push_back(place("part") + shard[0] + ".results");
        const auto part = run({"sweep", "-", "--shard", shard, "--out", merge.back()}, sweep().dump());
        QVERIFY2(part.status == 0, part.err.c_str());
    }
    merge.insert(merge.end(), {"--out", joined});
    const auto merged = run(merge);
    QVERIFY2(merged.status == 0, merged.err.c_str());
    QCOMPARE(run({"results", joined, "--out", place("joined.csv")}).status, 0);
    QCOMPARE(run({"results", whole, "--out", place("whole.csv")}).status, 0);
    QVERIFY(!read(place("whole.csv")).empty());
    QVERIFY(read(place("joined.csv")) == read(place("whole.csv")));
    QVERIFY(run({"results", joined}).out == run({"results", whole}).out);
}

void ExploreTest::mergingRefusesWhatIsNotWhole() {
    const auto part = [&](const char* name, const char* shard, const Json& request) {
        const std::string file = place(name);
        const auto done = run({"sweep", "-", "--shard", shard, "--out", file}, request.dump());
        return done.status == 0 ? file : std::string();
    };
    const std::string first = part("half1.results", "1/2", sweep()), second = part("half2.results", "2/2", sweep());
    Json seeded = sweep();
    seeded["seed"] = 4;
    const std::string other = part("other.results", "2/2", seeded), third = part("third.results", "1/3", sweep());
    for (const std::string& file : {first, second, other, third})
        QVERIFY(!file.empty());
    const auto code = [&](const std::vector<std::string>& parts) {
        std::vector<std::string> words{"results", "merge"};
        words.insert(words.end(), parts.begin(), parts.end());
        words.insert(words.end(), {"--out", place("never.results")});
        const auto refused = run(words);
        return refused.status == 2 ? refused.err : "status " + std::to_string(refused.status);
    };
    const auto says = [](const std::string& text, const char* words) { return text.find(words) != std::string::npos; };
    QVERIFY2(says(code({first}), "no file holds points"), code({first}).c_str());
    QVERIFY2(says(code({third, first, second}), "stand in an earlier part too"), code({third, first, second}).c_str());
    QVERIFY2(says(code({first, other}), "another request"), code({first, other}).c_str());
    QVERIFY(!std::filesystem::exists(place("never.results")));
    QCOMPARE(run({"sweep", "-", "--shard", "1/2", "--out", second, "--resume"}, sweep().dump()).status, 2);
    QCOMPARE(run({"sweep", "-", "--shard", "0/2", "--out", place("x.results")}, sweep().dump()).status, 2);
    QCOMPARE(run({"sweep", "-", "--shard", "1/2", "--out", place("x.csv")}, sweep().dump()).status, 2);
}

void ExploreTest::searchAndSensitivity() {
    Json document = longSweep();
    document["algorithm"] = "saltelli";
    document["budget"] = 1024;
    const auto answer = run({"sweep", "-"}, document.dump());
    QCOMPARE(answer.status, 0);
    const Json indices = Json::parse(answer.out)["sensitivity"]["latency_s"]["indices"];
    QVERIFY(indices[0]["axis"] == "clock" && indices[0]["first"].get<double>() > 0.9);
    QVERIFY(indices[1]["total"].get<double>() < 1e-9);
}

void ExploreTest::errorsPointIntoTheRequest() {
    Json document = sweep();
    document["axes"][0]["pointer"] = "/hardware/levels/2/fanout";
    const auto refused = run({"sweep", "-"}, document.dump());
    QCOMPARE(refused.status, 1);
    QVERIFY(Json::parse(refused.out)["error"]["pointer"] == "/axes/0/pointer");
    QCOMPARE(run({"search", "-"}, sweep().dump()).status, 2);
    QCOMPARE(run({"sweep", "-", "--out", place("table.xlsx")}, sweep().dump()).status, 2);
    QCOMPARE(run({"sweep", "-"}, "{").status, 2);
    const auto single = run({"evaluate", "-"}, sweep().dump());
    QCOMPARE(single.status, 1);
    QVERIFY(Json::parse(single.out)["error"]["pointer"] == "/kind");
}

void ExploreTest::schemasArePrinted() {
    std::set<std::string> versions;
    for (const char* kind : {"sweep", "search"}) {
        const auto schema = run({"schema", kind});
        QCOMPARE(schema.status, 0);
        const Json document = Json::parse(schema.out);
        QVERIFY(document["properties"].contains("axes"));
        versions.insert(document["x-version"].get<std::string>());
        QCOMPARE(run({"schema", kind}).out, schema.out);
    }
    QCOMPARE(versions.size(), std::size_t{2});
    QCOMPARE(versions.begin()->size(), std::size_t{16});
}

void ExploreTest::aKilledRunKeepsAllButItsLastSecond() {
    {
        std::ofstream request(place("long.json"));
        request << longSweep();
    }
    const std::string file = place("killed.results");
    QProcess process;
    process.start(qEnvironmentVariable("STRATA_BIN") + "/strata-cli",
                  {"sweep", QString::fromStdString(place("long.json")), "--out", QString::fromStdString(file), "--jobs",
                   "1", "--progress"});
    QVERIFY(process.waitForStarted());
    // What it told a second before its end.
    QByteArray told;
    QElapsedTimer timer;
    timer.start();
    while (told.count("points/s") < 3 && timer.elapsed() < 60'000) {
        process.waitForReadyRead(100);
        told += process.readAllStandardError();
    }
    QTest::qWait(1000);
    process.kill();
    QVERIFY(process.waitForFinished());
    const QByteArray last = told.left(told.lastIndexOf(" of ")).replace(",", "");
    const auto reported = last.mid(last.lastIndexOf('\r') + 1).toULongLong();
    QVERIFY2(reported > 0, told.constData());
    auto store = explore::ResultStore::open(file, false);
    if (!store) QFAIL(describe(store.error()).c_str());
    qInfo("%llu points told a second before the end, %llu kept", static_cast<unsigned long long>(reported),
          static_cast<unsigned long long>(store->run().rows));
    QVERIFY(store->run().rows >= reported);
    QVERIFY(store->table());
}

QTEST_GUILESS_MAIN(ExploreTest)
#include "explore_test.moc"
