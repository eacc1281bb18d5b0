// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/method.h"
#include "core/evaluate/request_options.h"
#include "sample.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QtTest>
#include <set>

using namespace strata;

namespace {

Json sample(const char* name) { return *readJsonFile(test::root() / "resources" / "samples" / name); }

double headline(const Json& request, const Library& library) {
    const auto estimate = evaluate(request, Context{library, {}, nullptr});
    return estimate && estimate->valid ? estimate->metrics.front().value : -1.0;
}

} // namespace

class RequestOptionsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void everyOptionLeavesARequestThatIsAnswered_data() {
        QTest::addColumn<QString>("file");
        for (const char* name : {"gpt2-large-a100.json", "llama3.1-8b-decode-h100.json", "all-reduce-dgx-h100.json",
                                 "train-gpt2-dp-8-a100.json", "train-llama3-8b-rl-h100.json",
                                 "llama3.1-70b-inference-dgx-h100.json", "llama3.1-8b-serving-h100.json"})
            QTest::newRow(name) << name;
    }
    void everyOptionLeavesARequestThatIsAnswered() {
        QFETCH(QString, file);
        const Json request = sample(file.toUtf8().constData());
        const auto options = optionsOf(request, *library_);
        QVERIFY(!options.empty());
        for (const RequestOption& option : options) {
            const auto with = setParameter(request, option.pointer, *option.start, *library_);
            QVERIFY2(with, option.pointer.c_str());
            const auto estimate = evaluate(*with, Context{*library_, {}, nullptr});
            QVERIFY2(estimate, (option.pointer + ": " + (estimate ? "" : describe(estimate.error()))).c_str());
            // What was added can be taken out again, and then the request is what it was.
            const auto parts = removableAround(*with, option.pointer, *library_);
            QVERIFY2(!parts.empty() && parts.front().pointer == option.pointer, option.pointer.c_str());
            const auto without = withoutOption(*with, option.pointer, *library_);
            QVERIFY(without);
            if (request.contains("plan")) QCOMPARE(*without, request);
        }
    }

    /// A start that claims to be what holds where the part is absent leaves the answer alone.
    void degreesAndLimitsBeginWhereTheyAre() {
        const Json request = sample("llama3.1-8b-serving-h100.json");
        const double before = headline(request, *library_);
        QVERIFY(before > 0);
        std::set<std::string> same;
        for (const RequestOption& option : optionsOf(request, *library_)) {
            const auto with = setParameter(request, option.pointer, *option.start, *library_);
            if (headline(*with, *library_) == before) same.insert(option.pointer);
        }
        for (const char* pointer : {"/plan/pp", "/plan/dp", "/plan/ep", "/plan/prefix_cache", "/plan/slo/e2e_s",
                                    "/plan/scheduler/block_tokens", "/plan/scheduler/watermark",
                                    "/plan/scheduler/preemption", "/plan/device_price_per_h"})
            QVERIFY2(same.contains(pointer), pointer);
        QVERIFY(!same.contains("/plan/speculative") && same.contains("/workload/kv_cache"));
    }

    /// The longest length begins where the tail of the stated lengths ends, however long their mean is.
    void longestLengthFollowsTheMean() {
        Json request = sample("llama3.1-8b-serving-h100.json");
        const std::string pointer = "/workload/traffic/lengths/prompt/maximum";
        for (const double mean : {2000.0, 12000.0}) {
            request["workload"]["traffic"]["lengths"]["prompt"] = {
                {"distribution", "lognormal"}, {"tokens", mean}, {"cv", 0.5}};
            const auto options = optionsOf(request, *library_);
            const auto longest = std::ranges::find(options, pointer, &RequestOption::pointer);
            QVERIFY2(longest != options.end(), qPrintable(QString::number(mean)));
            QVERIFY(longest->start->get<double>() > 2 * mean);
            const auto with = setParameter(request, pointer, *longest->start, *library_);
            QVERIFY(with);
            QCOMPARE(headline(*with, *library_), headline(request, *library_));
        }
    }

    void techniquesBecomeSectionsOfParameters() {
        const Json request = sample("llama3.1-8b-serving-h100.json");
        const auto options = optionsOf(request, *library_);
        const auto speculative = std::ranges::find(options, "/plan/speculative", &RequestOption::pointer);
        QVERIFY(speculative != options.end());
        const auto with = setParameter(request, speculative->pointer, *speculative->start, *library_);
        const auto parameters = parametersOf(*with, *library_);
        const auto guesses = std::ranges::find(*parameters, "/plan/speculative/tokens", &Parameter::pointer);
        QVERIFY(guesses != parameters->end());
        QCOMPARE(guesses->group, std::string("Speculative decoding"));
        // The prompt's lengths and the answer's have the same titles, in sections of their own.
        std::set<std::pair<std::string, std::string>> titles;
        for (const Parameter& parameter : *parameters)
            QVERIFY2(titles.insert({parameter.group, parameter.title}).second, parameter.pointer.c_str());
        // A value that its object cannot do without goes with the object only.
        const auto parts = removableAround(*with, "/plan/speculative/acceptance", *library_);
        QCOMPARE(parts.size(), std::size_t(1));
        QCOMPARE(parts.front().pointer, std::string("/plan/speculative"));
    }

    void nothingIsOfferedForABadRequest() {
        QVERIFY(optionsOf(Json{{"kind", "poem"}}, *library_).empty());
        const Json request = sample("llama3.1-8b-serving-h100.json");
        QVERIFY(!withoutOption(request, "/plan/nothing", *library_));
        QVERIFY(!withoutOption(request, "/workload/model", *library_));
    }

private:
    std::shared_ptr<const Library> library_;
};

QTEST_GUILESS_MAIN(RequestOptionsTest)
#include "request_options_test.moc"
