// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/line/pipe_copies.h"
#include "core/base/json.h"
#include "run.h"

#include <fcntl.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QtTest>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace strata;
using test::run;

namespace {

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        all.push_back(line);
    return all;
}

/// Layers of all sizes, so that answers are ready out of order, with a bad line now and then.
std::string manyRequests(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        if (i % 50 == 7) {
            text += "{\"kind\": \"layer\",\n";
        } else if (i % 50 == 8) {
            text += "\n";
        } else {
            const Json request = {
                {"kind", "layer"},
                {"hardware", i % 2 == 0 ? "eyeriss-like" : "tpu-v1"},
                {"seed", i},
                {"workload", {{"operator", "matmul"}, {"m", 1 + i % 97}, {"n", 1 + i % 89}, {"k", 64}}}};
            text += canonicalText(request) + "\n";
        }
    }
    return text;
}

} // namespace

class BatchTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(home_.isValid());
        qputenv("XDG_DATA_HOME", home_.path().toLocal8Bit());
    }

    /// A pipe that nobody writes into ends with a sentence, one with a writer is read.
    void pipesDoNotBlockForEver() {
        const QString pipe = home_.filePath("pipe");
        QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        std::vector<std::string> files{"-", home_.filePath("absent").toStdString(), pipe.toStdString()};
        const auto silent = cli::PipeCopies::of(files, std::chrono::milliseconds(30));
        QVERIFY(!silent);
        QCOMPARE(silent.error().code, std::string("unreadable-file"));
        QCOMPARE(silent.error().file, files[2]);
        // A run that never opened the pipe leaves a writer that waits for a reader.
        const auto end = [&](std::thread& waiting) {
            const int reader = ::open(files[2].c_str(), O_RDONLY | O_NONBLOCK);
            waiting.join();
            ::close(reader);
        };
        std::thread writer([&] { std::ofstream(files[2]) << manyRequests(3); });
        const auto answer = run({"batch", files[2]});
        end(writer);
        QCOMPARE(lines(answer.out).size(), std::size_t{3});
        // Also where an option names it.
        const std::string trace = qEnvironmentVariable("STRATA_ROOT").toStdString() + "/tests/fuzz/seeds/chakra.json";
        std::thread network(
            [&] { std::ofstream(files[2]) << "topology: [Ring]\nnpus_count: [8]\nbandwidth: [50]\nlatency: [500]\n"; });
        const auto replayed = run({"import", "chakra", trace, "--network", files[2]});
        end(network);
        QVERIFY2(replayed.status == 0, replayed.err.c_str());
    }

    void metricsAloneAreTheSameNumbers() {
        const std::string input = manyRequests(6);
        const auto whole = lines(run({"batch", "-"}, input).out);
        const auto brief = lines(run({"batch", "-", "--metrics-only"}, input).out);
        QCOMPARE(brief.size(), whole.size());
        for (std::size_t i = 0; i < whole.size(); ++i) {
            const Json full = Json::parse(whole[i]), part = Json::parse(brief[i]);
            QVERIFY(part["metrics"] == full["metrics"] && part["valid"] == full["valid"]);
            QVERIFY(part["request_sha256"] == full["request_sha256"] && !part.contains("parts"));
        }
    }

    void designsThatCannotExistCountWhereAsked() {
        const std::string input = R"({"kind": "model", "hardware": "t4", "workload": {"model": "llama3.1-70b"}})";
        const auto answered = run({"batch", "-"}, input + "\n");
        QVERIFY2(answered.status == 0, answered.out.c_str());
        QVERIFY(!Json::parse(answered.out)["valid"].get<bool>());
        QCOMPARE(run({"batch", "-", "--require-valid"}, input + "\n").status, 1);
        QCOMPARE(run({"evaluate", "-", "--require-valid"}, input).status, 1);
        QCOMPARE(run({"evaluate", "-"}, input).status, 0);
    }

    void sameBitsForAnyNumberOfJobs() {
        const std::string input = manyRequests(400);
        const auto one = run({"batch", "-", "--out", "-", "--jobs", "1"}, input);
        const auto eight = run({"batch", "-", "--jobs", "8"}, input);
        QCOMPARE(one.status, 1);
        QCOMPARE(eight.status, 1);
        QVERIFY(one.out == eight.out);
        const auto answers = lines(one.out);
        QCOMPARE(answers.size(), std::size_t{400});
        for (std::size_t i = 0; i < answers.size(); ++i) {
            const auto answer = parseJson(answers[i]);
            QVERIFY(answer);
            const bool bad = i % 50 == 7 || i % 50 == 8;
            QCOMPARE(answer->contains("error"), bad);
            if (bad) QCOMPARE((*answer)["error"]["file"], "standard input:" + std::to_string(i + 1));
        }
        const std::string single = lines(input)[0];
        QCOMPARE(answers[0] + "\n", run({"evaluate", "-"}, single).out);
    }

    void filesInAndOut() {
        const std::string in = home_.filePath("in.jsonl").toStdString();
        const std::string out = home_.filePath("out.jsonl").toStdString();
        std::ofstream(in) << canonicalText(*readJsonFile(test::sampleFile())); // no line end behind the last line
        QCOMPARE(run({"batch", in, "--out", out}).status, 0);
        std::ifstream written(out);
        const std::string text(std::istreambuf_iterator<char>(written), {});
        QCOMPARE(lines(text).size(), std::size_t{1});
        QVERIFY(text.find("1278704") != std::string::npos);
        QCOMPARE(run({"batch", in, "--out", in}).status, 2);
        QVERIFY(run({"batch", in}).out == text);
    }

    void nothingInNothingOut() {
        const auto result = run({"batch", "-"}, "");
        QCOMPARE(result.status, 0);
        QVERIFY(result.out.empty());
    }

    void unwritableOutput() {
        const std::string in = canonicalText(*readJsonFile(test::sampleFile())) + "\n";
        QCOMPARE(run({"batch", "-", "--out", "/no/such/folder/out.jsonl"}, in).status, 2);
        QCOMPARE(run({"batch", "-", "--out", "/dev/full"}, in).status, 2);
    }

    void aLineWithoutEndIsRefusedNotSwallowed() {
        const std::string huge = "[" + std::string(kMaximumJsonBytes + 10, ' ') + "]\n";
        const auto result = run({"batch", "-"}, huge + canonicalText(*readJsonFile(test::sampleFile())) + "\n");
        QCOMPARE(result.status, 1);
        const auto answers = lines(result.out);
        QCOMPARE(answers.size(), std::size_t{2});
        QVERIFY(answers[0].find("too-large") != std::string::npos);
        QVERIFY(answers[1].find("1278704") != std::string::npos);
    }

    void progressWhenAsked() {
        const auto quiet = run({"batch", "-"}, manyRequests(5));
        QVERIFY2(quiet.err.empty(), quiet.err.c_str());
    }

private:
    QTemporaryDir home_;
};

QTEST_APPLESS_MAIN(BatchTest)
#include "batch_test.moc"
