// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/evaluate/engine/engine.h"
#include "tests/unit/evaluate/serving/serving_sample.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <QtTest>
#include <semaphore>
#include <thread>

using namespace strata;
using namespace std::chrono_literals;

namespace {

/// Counts deliveries and lets a test wait for them.
class Inbox {
public:
    std::function<void(Ticket, Outcome)> slot(std::size_t place = 0) {
        return [this, place](Ticket ticket, Outcome outcome) {
            const std::lock_guard lock(mutex_);
            tickets_.push_back(ticket);
            if (texts_.size() <= place) texts_.resize(place + 1);
            texts_[place] = outcome ? canonicalText(toJson(**outcome)) : outcome.error().code;
            arrived_.notify_all();
        };
    }

    bool waitFor(std::size_t count) {
        std::unique_lock lock(mutex_);
        return arrived_.wait_for(lock, 60s, [&] { return tickets_.size() >= count; });
    }

    std::vector<Ticket> tickets() {
        const std::lock_guard lock(mutex_);
        return tickets_;
    }
    std::vector<std::string> texts() {
        const std::lock_guard lock(mutex_);
        return texts_;
    }

private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::vector<Ticket> tickets_;
    std::vector<std::string> texts_;
};

std::shared_ptr<const Json> share(Json request) { return std::make_shared<const Json>(std::move(request)); }

/// A few hundred different requests, some of them bad.
std::vector<std::shared_ptr<const Json>> manyRequests() {
    std::vector<std::shared_ptr<const Json>> requests;
    CounterRandom random(3);
    const char* const devices[] = {"eyeriss-like", "simba-like", "tpu-v1", "nvdla-like", "no-such-device"};
    for (int i = 0; i < 300; ++i) {
        Json request = {{"kind", "layer"},
                        {"hardware", devices[random.nextBelow(5)]},
                        {"workload",
                         {{"operator", "conv2d"},
                          {"n", 1},
                          {"c", 1 + random.nextBelow(64)},
                          {"m", 1 + random.nextBelow(64)},
                          {"p", 1 + random.nextBelow(28)},
                          {"q", 1 + random.nextBelow(28)},
                          {"r", 3},
                          {"s", 3}}}};
        requests.push_back(share(std::move(request)));
    }
    return requests;
}

} // namespace

class EngineTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void sameBitsForAnyNumberOfThreads() {
        const auto requests = manyRequests();
        std::vector<std::string> expected;
        for (const auto& request : requests) {
            const auto estimate = evaluate(*request, Context{*library_, {}, nullptr});
            expected.push_back(estimate ? canonicalText(toJson(*estimate)) : estimate.error().code);
        }
        QVERIFY(std::count(expected.begin(), expected.end(), "not-found") > 20);
        for (const unsigned threads : {1U, 2U, 8U}) {
            Inbox inbox;
            Engine engine(library_, threads);
            for (std::size_t i = 0; i < requests.size(); ++i)
                engine.submitBatch(requests[i], inbox.slot(i));
            QVERIFY(inbox.waitFor(requests.size()));
            QVERIFY(inbox.texts() == expected);
        }
    }

    /// What is kept of a device moves no bit, and is not taken for another device, method or library.
    void keepsWhatItKnowsOfDevices() {
        std::vector<std::shared_ptr<const Json>> requests;
        for (const char* device : {"h100-sxm5-80gb", "a100-sxm4-80gb"}) {
            for (const int batch : {1, 2, 3}) {
                Json model{{"kind", "model"},
                           {"hardware", device},
                           {"workload", {{"model", "gpt2-small"}, {"batch", batch}, {"sequence", 128}}}};
                requests.push_back(share(model));
                model["hardware"] = {{"base", device}, {"set", {{"/clock_hz", 1.2e9}}}};
                requests.push_back(share(model));
                Json kernel{{"kind", "kernel"},
                            {"hardware", device},
                            {"workload", {{"operator", "matmul"}, {"m", 512 * batch}, {"n", 512}, {"k", 512}}}};
                requests.push_back(share(kernel));
                kernel["method"] = "gpu.roofline";
                requests.push_back(share(kernel));
            }
        }
        hardware::Calibration slower =
            *std::ranges::find(library_->calibrations(), "compose-models", &hardware::Calibration::id);
        slower.groups.clear();
        for (const auto& library : {library_, library_->withCalibration(slower)}) {
            Inbox inbox;
            Engine engine(library_, 2);
            engine.submitBatch(requests[0], inbox.slot(0));
            QVERIFY(inbox.waitFor(1));
            engine.setLibrary(library);
            for (std::size_t i = 0; i < requests.size(); ++i)
                engine.submitBatch(requests[i], inbox.slot(i));
            QVERIFY(inbox.waitFor(requests.size() + 1));
            for (std::size_t i = 0; i < requests.size(); ++i) {
                const auto alone = evaluate(*requests[i], Context{*library, {}, nullptr});
                QVERIFY2(alone, alone ? "" : describe(alone.error()).c_str());
                QCOMPARE(inbox.texts()[i], canonicalText(toJson(*alone)));
            }
        }
        const auto before = evaluate(*requests[0], Context{*library_, {}, nullptr});
        const auto after = evaluate(*requests[0], Context{*library_->withCalibration(slower), {}, nullptr});
        QVERIFY(before->metrics.front().value != after->metrics.front().value);
    }

    void bothLanesAgree() {
        Inbox inbox;
        Engine engine(library_, 2);
        engine.submitInteractive("a", share(test::sampleRequest()), inbox.slot(0));
        engine.submitBatch(share(test::sampleRequest()), inbox.slot(1));
        QVERIFY(inbox.waitFor(2));
        QCOMPARE(inbox.texts()[0], inbox.texts()[1]);
    }

    /// The first one runs (its delivery is held up), of the others only the newest is left.
    void newestWinsAndTheRunningOneFinishes() {
        Inbox inbox;
        std::binary_semaphore entered{0};
        std::binary_semaphore leave{0};
        Engine engine(library_, 2);
        const Ticket first =
            engine.submitInteractive("a", share(test::sampleRequest()), [&](Ticket ticket, Outcome outcome) {
                entered.release();
                leave.acquire();
                inbox.slot(0)(ticket, std::move(outcome));
            });
        entered.acquire();
        Ticket last = 0;
        for (int i = 1; i <= 50; ++i) {
            Json request = test::sampleRequest();
            request["seed"] = i;
            last = engine.submitInteractive("a", share(std::move(request)), inbox.slot(1));
        }
        QCOMPARE(engine.counters().replaced, std::uint64_t{49});
        // Another design is not held up.
        Inbox other;
        engine.submitInteractive("b", share(test::sampleRequest()), other.slot());
        QVERIFY(other.waitFor(1));
        QVERIFY(inbox.tickets().empty());
        leave.release();
        QVERIFY(inbox.waitFor(2));
        QVERIFY(inbox.tickets() == (std::vector<Ticket>{first, last}));
    }

    /// The same in the batch lane, beside which the interactive one goes on; what is outdated can be stopped.
    void simulationsFollowTheirDesign() {
        Inbox inbox, other;
        std::binary_semaphore entered{0}, leave{0};
        Engine engine(library_, 1);
        engine.submitBatch("a", share(test::sampleRequest()), [&](Ticket ticket, Outcome outcome) {
            entered.release();
            leave.acquire();
            inbox.slot(0)(ticket, std::move(outcome));
        });
        entered.acquire();
        const auto ask = [&](int seed) {
            Json request = test::sampleRequest();
            request["seed"] = seed;
            return engine.submitBatch("a", share(std::move(request)), inbox.slot(1));
        };
        Ticket last = 0;
        for (int i = 1; i <= 20; ++i)
            last = ask(i);
        QCOMPARE(engine.counters().replaced, std::uint64_t{19});
        engine.submitInteractive("a", share(test::sampleRequest()), other.slot());
        QVERIFY(other.waitFor(1));
        leave.release();
        QVERIFY(inbox.waitFor(2));
        QCOMPARE(inbox.tickets().back(), last);
    }

    void outdatedSimulationsStop() {
        Inbox inbox;
        Engine engine(library_, 1);
        Json slow = test::sampleRequest("llama3.1-8b-serving-h100.json");
        slow["workload"]["traffic"]["requests"] = 1000000;
        engine.submitBatch("a", share(slow), inbox.slot(0));
        engine.cancelBatch("a", Engine::Which::Outdated); // nothing newer: it goes on
        engine.cancelBatch("b", Engine::Which::All);
        std::this_thread::sleep_for(300ms);
        QVERIFY(inbox.tickets().empty());
        engine.submitBatch("a", share(test::sampleRequest("llama3.1-8b-serving-h100.json")), inbox.slot(1));
        const auto before = std::chrono::steady_clock::now();
        engine.cancelBatch("a", Engine::Which::Outdated);
        QVERIFY(inbox.waitFor(1));
        const std::chrono::duration<double, std::milli> stopped = std::chrono::steady_clock::now() - before;
        QCOMPARE(inbox.texts()[0], std::string("cancelled"));
        qInfo("stopped after %.0f ms", stopped.count());
        QVERIFY(inbox.waitFor(2));
        QVERIFY(inbox.texts()[1].starts_with("{"));
        // Nobody wants any more: what runs is told, what waits is not.
        engine.submitBatch("a", share(slow), inbox.slot(2));
        engine.submitBatch("c", share(test::sampleRequest("llama3.1-8b-serving-h100.json")), inbox.slot(3));
        engine.cancelBatch("c", Engine::Which::All);
        engine.cancelBatch("a", Engine::Which::All);
        engine.submitBatch("d", share(test::sampleRequest("llama3.1-8b-serving-h100.json")), inbox.slot(3));
        QVERIFY(inbox.waitFor(3));
        QTRY_VERIFY(inbox.texts().size() == 4 && inbox.texts()[3].starts_with("{"));
    }

    void remembersAnswers() {
        Inbox inbox;
        Engine engine(library_, 1);
        Json renamed = test::sampleRequest();
        renamed["label"] = "another name";
        for (const Json& request : {test::sampleRequest(), renamed}) {
            const std::size_t before = inbox.tickets().size();
            engine.submitBatch(share(request), inbox.slot(before));
            QVERIFY(inbox.waitFor(before + 1));
        }
        QCOMPARE(engine.counters().evaluated, std::uint64_t{1});
        QCOMPARE(engine.counters().from_cache, std::uint64_t{1});
        QCOMPARE(inbox.texts()[0], inbox.texts()[1]);
    }

    void aNewLibraryForgetsAnswers() {
        Inbox inbox;
        Engine engine(library_, 1);
        engine.submitBatch(share(test::sampleRequest()), inbox.slot(0));
        QVERIFY(inbox.waitFor(1));
        engine.setLibrary(std::make_shared<const Library>(std::vector<Entry>{}));
        engine.submitBatch(share(test::sampleRequest()), inbox.slot(1));
        QVERIFY(inbox.waitFor(2));
        QCOMPARE(inbox.texts()[1], std::string("not-found"));
    }

    void cancelledOnesAreToldSoon() {
        Inbox held;
        Inbox inbox;
        std::binary_semaphore entered{0};
        std::binary_semaphore leave{0};
        Engine engine(library_, 1);
        engine.submitBatch(share(test::sampleRequest()), [&](Ticket ticket, Outcome outcome) {
            entered.release();
            leave.acquire();
            held.slot()(ticket, std::move(outcome));
        });
        entered.acquire();
        const Ticket queued = engine.submitBatch(share(test::recipeRequest("tpu-v1", "conv1")), inbox.slot());
        const auto before = std::chrono::steady_clock::now();
        engine.cancel(queued);
        engine.cancel(queued);
        engine.cancel(queued + 100);
        QVERIFY(inbox.waitFor(1));
        QVERIFY(std::chrono::steady_clock::now() - before < 100ms);
        QCOMPARE(inbox.texts()[0], std::string("cancelled"));
        leave.release();
        QVERIFY(held.waitFor(1));
        QCOMPARE(inbox.tickets().size(), std::size_t{1});
    }

    void everyRequestIsDeliveredOnce() {
        Inbox inbox;
        Engine engine(library_, 4);
        std::vector<std::jthread> clients;
        for (int client = 0; client < 4; ++client) {
            clients.emplace_back([&engine, &inbox, client] {
                for (int i = 0; i < 100; ++i) {
                    Json request = test::recipeRequest("tpu-v1", "layer1.0.conv1");
                    request["seed"] = i % 10;
                    request["workload"]["n"] = client + 1;
                    const Ticket ticket =
                        engine.submitBatch(std::make_shared<const Json>(std::move(request)), inbox.slot());
                    if (i % 3 == 0) engine.cancel(ticket);
                }
            });
        }
        clients.clear();
        QVERIFY(inbox.waitFor(400));
        std::vector<Ticket> tickets = inbox.tickets();
        std::sort(tickets.begin(), tickets.end());
        QVERIFY(std::adjacent_find(tickets.begin(), tickets.end()) == tickets.end());
    }

    void nothingIsDeliveredAfterTheEnd() {
        std::atomic<int> late{0};
        std::atomic<bool> ended{false};
        for (int round = 0; round < 20; ++round) {
            ended = false;
            {
                Engine engine(library_, 2);
                for (int i = 0; i < 50; ++i) {
                    const auto count = [&](Ticket, Outcome) { late += ended ? 1 : 0; };
                    engine.submitBatch(share(test::recipeRequest("tpu-v1", "conv1")), count);
                    engine.submitInteractive("a", share(test::sampleRequest()), count);
                }
            }
            ended = true;
        }
        std::this_thread::sleep_for(20ms);
        QCOMPARE(late.load(), 0);
    }

private:
    std::shared_ptr<const Library> library_;
};

QTEST_APPLESS_MAIN(EngineTest)
#include "engine_test.moc"
