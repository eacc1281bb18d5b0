// SPDX-License-Identifier: GPL-3.0-or-later
// A kind and two methods that only this file has, added to a copy of the registry, show up wherever kinds and methods
// do.
#include "app/cli/program.h"
#include "core/base/message_text.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/engine/compiled_request.h"
#include "core/evaluate/engine/engine.h"
#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/parameter_collect.h"
#include "core/evaluate/presentation.h"
#include "core/evaluate/registry.h"
#include "core/evaluate/request_options.h"
#include "core/evaluate/request_parts.h"
#include "core/evaluate/resolve.h"
#include "tests/unit/evaluate/sample.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <nlohmann/json.hpp>
#include <QTest>
#include <sstream>

using namespace strata;

namespace {

struct PonderQuery {
    double thoughts = 0;
};

ObjectSchema ponderSchema() {
    using namespace field;
    return requestSchemaOf("ponder", "Ponder request",
                           {"ponder_workload",
                            "Thinking",
                            {any("model", "Model"),
                             number("thoughts", "Thoughts", "1", "How many.").within(1, 1000).draggable().needed()}},
                           {"ponder_plan", "Plan", {number("coffee", "Coffee", "1", "Cups.").within(0, 10)}});
}

const Json& ponderStarts() {
    static const Json starts{{"workload", Json::object()}, {"plan", {{"coffee", 2}}}};
    return starts;
}

std::atomic<int> resolutions = 0; ///< counted: how often a ponder request was resolved

Result<PonderQuery> resolvePonder(const Json& request, const Library&) {
    ++resolutions;
    return PonderQuery{request.at("workload").at("thoughts").get<double>()};
}

Result<Json> ponderOf(const Json& request) {
    return Json{{"kind", "ponder"}, {"hardware", request.at("hardware")}, {"workload", {{"thoughts", 3}}}};
}

std::optional<Error> noObstacle(const Entry&, const Entry&, const Library&) { return std::nullopt; }

Result<Json> beginPonder(const design::Wish& wish, const Library&) {
    return Json{
        {"kind", "ponder"}, {"hardware", wish.hardware}, {"workload", {{"model", wish.workload}, {"thoughts", 7}}}};
}

RequestKind ponderKind() {
    RequestKind kind;
    kind.id = "ponder";
    kind.title = "Thinking about it";
    kind.schema = schemaBy<ponderSchema>;
    kind.starts = ponderStarts;
    kind.resolve = resolvedBy<resolvePonder>;
    kind.parameters = {addStatedParameters};
    kind.headline = {"wisdom", "latency_s"};
    kind.plotted = "wisdom";
    kind.hardware = {EntryKind::Npu};
    kind.conversions = {};
    kind.task = TaskForm{"ponder", "&Ponder it", "%1 pondered on %2", {EntryKind::Npu}, noObstacle, beginPonder};
    kind.workspace = "gpu";
    return kind;
}

/// Answers `factor` times the thoughts.
Method ponderMethod(std::string_view id, double factor) {
    Method method;
    method.id = id;
    method.kind = "ponder";
    method.layer = "device";
    method.platform = "Mind";
    method.methodology = "analytical";
    method.limits = "a clear head";
    method.estimate = [factor](const Request& request, const Context& context) -> Result<Estimate> {
        const auto query = queryOf<PonderQuery>(request, context.library, resolvePonder);
        if (!query) return query.error();
        const double thoughts = query->thoughts;
        Estimate estimate;
        estimate.metrics = {{"latency_s", thoughts, thoughts, thoughts, 1.0},
                            {"wisdom", factor * thoughts, factor * thoughts, factor * thoughts, 1.0}};
        return estimate;
    };
    return method;
}

Registry extended() {
    Registry registry = builtinRegistry();
    registry.kinds.push_back(ponderKind());
    for (RequestKind& kind : registry.kinds) {
        if (kind.id == "layer") kind.conversions.push_back({"ponder", ponderOf});
    }
    registry.methods.push_back(ponderMethod("ponder.slow", 2));
    registry.methods.push_back(ponderMethod("ponder.deep", 5));
    return registry;
}

} // namespace

class RegistryTest : public QObject {
    Q_OBJECT

    const Registry registry_ = extended();
    const std::shared_ptr<const Library> library_ = test::library();
    const Json request_{{"kind", "ponder"}, {"hardware", "eyeriss-like"}, {"workload", {{"thoughts", 4}}}};

    struct Answer {
        int status = 0;
        std::string out, err;
    };
    Answer run(std::vector<std::string> words, const std::string& input = {}) const {
        std::istringstream in(input);
        std::ostringstream out, err;
        cli::Streams streams{in, out, err, "strata-cli", "", registry_};
        const int status = cli::runProgram(words, streams);
        return {status, out.str(), err.str()};
    }

private slots:
    void initTestCase() { QVERIFY(library_); }

    void theCommandLineListsThem() {
        const auto kinds = parseJson(run({"kinds", "--json"}).out);
        QVERIFY(kinds && kinds->size() == builtinRegistry().kinds.size() + 1);
        QVERIFY(kinds->back()["id"] == Json("ponder"));
        QVERIFY(kinds->back()["methods"] == Json({"ponder.slow", "ponder.deep"}));
        QVERIFY(kinds->back()["task"] == Json("ponder"));
        const auto methods = parseJson(run({"methods", "--json"}).out);
        QVERIFY(methods && methods->size() == builtinRegistry().methods.size() + 2);
        QVERIFY(methods->back()["id"] == Json("ponder.deep"));
        QVERIFY(run({"kinds"}).out.find("Thinking about it") != std::string::npos);
        QVERIFY(run({"methods"}).out.find("a clear head") != std::string::npos);
    }

    void itsSchemaIsPrintedAndValidated() {
        const auto schema = parseJson(run({"schema", "ponder"}).out);
        QVERIFY(schema && schema->dump().find("thoughts") != std::string::npos);
        QVERIFY(run({"schema", "unheard-of"}).err.find("ponder") != std::string::npos);
        Json wrong = request_;
        wrong["workload"]["doubts"] = 1;
        QVERIFY(parseRequest(request_, registry_));
        QCOMPARE(parseRequest(wrong, registry_).error().code, std::string("unknown-key"));
        QCOMPARE(parseRequest(request_).error().code, std::string("unknown-kind")); // not one of Strata's own
    }

    void itIsEvaluatedByItsMethods() {
        const Context context{*library_, {}, nullptr, &registry_};
        const auto usual = evaluate(request_, context);
        QVERIFY(usual);
        QCOMPARE(usual->method, std::string("ponder.slow"));
        QCOMPARE(usual->findMetric("wisdom")->value, 8.0);
        const auto told =
            run({"evaluate", "-", "--method", "ponder.deep", "--set", "/workload/thoughts=6"}, request_.dump());
        QVERIFY2(told.status == 0, (told.out + told.err).c_str());
        QVERIFY((*parseJson(told.out))["metrics"]["wisdom"]["value"] == Json(30.0));
        Json unknown = request_;
        unknown["method"] = "gpu.tile";
        QCOMPARE(messageText(evaluate(unknown, context).error().expected), std::string("ponder.slow, ponder.deep"));
    }

    void theEngineAnswersIt() {
        Engine engine(library_, 1, registry_);
        std::promise<Outcome> promise;
        engine.submitInteractive("A", std::make_shared<const Json>(request_),
                                 [&](Ticket, Outcome outcome) { promise.set_value(std::move(outcome)); });
        const Outcome outcome = promise.get_future().get();
        QVERIFY(outcome);
        QCOMPARE((*outcome)->kind, std::string("ponder"));
    }

    /// An edit resolves the request; what evaluates the result takes its query along.
    void anEditAndItsEvaluationResolveOnce() {
        resolutions = 0;
        const auto changed = changeRequest(request_, "/workload/thoughts", 11, *library_, registry_);
        QVERIFY(changed);
        const auto estimate = evaluate(*changed, Context{*library_, {}, nullptr, &registry_});
        QVERIFY(estimate);
        QCOMPARE(estimate->findMetric("wisdom")->value, 22.0);
        Engine engine(library_, 1, registry_);
        std::promise<Outcome> promise;
        engine.submitInteractive("A", std::make_shared<const Request>(*changed),
                                 [&](Ticket, Outcome outcome) { promise.set_value(std::move(outcome)); });
        QVERIFY(promise.get_future().get());
        QCOMPARE(resolutions.load(), 1);
    }

    /// A query that a request carries answers with the same bits as one that the method resolves.
    void carriedQueriesChangeNothing() {
        for (const RequestKind& kind : builtinRegistry().kinds) {
            const Json sample = test::sampleRequest(std::string(kind.sample).c_str());
            const auto resolved = resolveRequest(sample, *library_);
            QVERIFY2(resolved, std::string(kind.id).c_str());
            const Context context{*library_, {}, nullptr};
            const auto carried = evaluate(*resolved, context), parsed = evaluate(sample, context);
            QVERIFY2(carried && parsed, std::string(kind.id).c_str());
            QVERIFY2(toJson(*carried).dump() == toJson(*parsed).dump(), std::string(kind.id).c_str());
        }
    }

    void itsParametersAndPartsAreOffered() {
        const auto parameters = parametersOf(request_, *library_, registry_);
        QVERIFY(parameters && parameters->size() == 1);
        QCOMPARE(parameters->front().pointer, std::string("/workload/thoughts"));
        const auto changed = setParameter(request_, "/workload/thoughts", 9, *library_, registry_);
        QVERIFY(changed && (*changed)["workload"]["thoughts"] == 9);
        const auto options = optionsOf(request_, *library_, registry_);
        QVERIFY(std::ranges::find(options, "/plan/coffee", &RequestOption::pointer) != options.end());
        QVERIFY(fieldOf(request_, "/workload/thoughts", *library_, registry_) != nullptr);
    }

    void theHeadlineAndTheComparisonReadItsRow() {
        const auto estimate = evaluate(request_, Context{*library_, {}, nullptr, &registry_});
        QVERIFY(estimate);
        QCOMPARE(headlineMetrics(*estimate, 4, registry_), (std::vector<std::string>{"wisdom", "latency_s"}));
        QCOMPARE(headlineMetrics(*estimate, 1, registry_), (std::vector<std::string>{"wisdom"}));
        QCOMPARE(plottedMetric(*estimate, registry_), std::string("wisdom"));
        const auto others = otherMethods(request_, &*estimate, registry_);
        QCOMPARE(others.size(), std::size_t{1});
        QCOMPARE(others.front()->id, std::string_view("ponder.deep"));
        QCOMPARE(askedMethod(request_, registry_)->id, std::string_view("ponder.slow"));
        QCOMPARE(registry_.kind("ponder")->workspace, std::string_view("gpu"));
    }

    void newDesignAsksForIt() {
        const auto tasks = design::tasks(registry_);
        QCOMPARE(tasks.size(), design::tasks().size() + 1);
        QCOMPARE(tasks.back()->id, std::string_view("ponder"));
        const auto made = run({"design", "resnet-50", "eyeriss-like", "--task", "ponder"});
        QVERIFY2(made.status == 0, made.err.c_str());
        QVERIFY((*parseJson(made.out))["kind"] == Json("ponder"));
        QCOMPARE(design::wishOf(*parseJson(made.out), registry_).task, std::string("ponder"));
        QVERIFY(run({"design", "resnet-50", "eyeriss-like", "--task", "sleep"}).err.find("or ponder") !=
                std::string::npos);
        QVERIFY(design::obstacle(*library_->find("resnet-50"), *library_->find("t4"), "ponder", *library_, registry_));
    }

    void othersBecomeOne() {
        const auto converted = run({"convert", "-", "--to", "ponder"}, test::sampleRequest().dump());
        QVERIFY2(converted.status == 0, converted.err.c_str());
        QVERIFY((*parseJson(converted.out))["kind"] == Json("ponder"));
        const auto back = run({"convert", "-", "--to", "layer"}, request_.dump());
        QVERIFY(back.status == 1 && back.err.find("not-supported") == std::string::npos);
        QVERIFY(back.err.find("does not become") != std::string::npos);
    }

    /// An axis over methods asks each of them, whether its points are prepared or asked with documents.
    void anAxisOverMethodsReachesEachOfThem() {
        const auto words = std::make_shared<const Json>(Json{"ponder.slow", "ponder.deep"});
        const std::vector<Varied> varied{{"/method", words}, {"/workload/thoughts", nullptr}};
        auto compiled = compileRequest(request_, varied, library_, registry_);
        QVERIFY(compiled);
        std::vector<double> metrics((*compiled)->metrics().size());
        std::string reason;
        for (const auto& [method, wisdom] : {std::pair{0.0, 20.0}, {1.0, 50.0}, {0.0, 20.0}}) {
            QVERIFY((*compiled)->evaluate(std::vector{method, 10.0}, metrics, reason, {}));
            QCOMPARE(metrics[1], wisdom);
        }
    }

    /// The same of Strata's own methods: each point is what its method answers by itself.
    void anAxisOverOwnMethodsReachesEachOfThem() {
        for (const RequestKind& kind : builtinRegistry().kinds) {
            if (kind.serves) continue; // simulations of some seconds
            const Json sample = test::sampleRequest(std::string(kind.sample).c_str());
            Json answering = Json::array();
            std::vector<double> expected;
            for (const Method* method : builtinRegistry().methodsOf(kind.id)) {
                Json asked = sample;
                asked["method"] = method->id;
                const auto estimate = evaluate(asked, Context{*library_, {}, nullptr});
                if (!estimate || !estimate->valid) continue; // it needs a table or a source
                answering.push_back(method->id);
                expected.push_back(estimate->findMetric(std::string(kind.measured)) != nullptr
                                       ? estimate->findMetric(std::string(kind.measured))->value
                                       : estimate->metrics.front().value);
            }
            const std::vector<Varied> varied{{"/method", std::make_shared<const Json>(answering)}};
            auto compiled = compileRequest(sample, varied, library_);
            QVERIFY2(compiled, std::string(kind.id).c_str());
            const auto& names = (*compiled)->metrics();
            const auto place = std::ranges::find(names, std::string(kind.measured)) - names.begin();
            std::vector<double> metrics(names.size());
            std::string reason;
            for (std::size_t i = 0; i < expected.size(); ++i) {
                QVERIFY2((*compiled)->evaluate(std::vector{static_cast<double>(i)}, metrics, reason, {}),
                         reason.c_str());
                QCOMPARE(metrics[static_cast<std::size_t>(place)], expected[i]);
            }
        }
    }

    void aVersionIsAHashOfCodeAndCalibrations() {
        for (const Method& method : builtinRegistry().methods) {
            QVERIFY2(method.code.size() == 64, std::string(method.id).c_str());
            const std::string version = versionOf(method, *library_);
            QCOMPARE(versionOf(method, *library_), version);
            Method other = method;
            other.code = "another";
            QVERIFY(versionOf(other, *library_) != version);
            if (method.calibrations.empty()) continue;
            std::vector<Entry> entries = library_->entries();
            const auto changed = std::ranges::find_if(entries, [&](const Entry& entry) {
                return std::ranges::find(method.calibrations, entry.id) != method.calibrations.end();
            });
            QVERIFY2(changed != entries.end(), std::string(method.id).c_str());
            entries.erase(changed);
            QVERIFY(versionOf(method, Library(std::move(entries))) != version);
        }
    }

    /// The hash of facts moves with each entry that an answer follows from, near or far, and with no other.
    void aChangedDeviceShowsInTheHashOfFacts() {
        const Json sample = test::sampleRequest("train-llama3-70b-h100.json");
        const auto before = evaluate(sample, Context{*library_, {}, nullptr});
        QVERIFY(before);
        const auto withNameOf = [&](const std::string& id, const char* changed_name) {
            std::vector<Entry> entries = library_->entries();
            const Entry* entry = library_->find(id);
            Json document = *entry->document;
            document["name"] = changed_name;
            entries[static_cast<std::size_t>(entry - library_->entries().data())].document =
                std::make_shared<const Json>(std::move(document));
            return std::make_shared<const Library>(std::move(entries));
        };
        const std::string cluster = sample["hardware"]["cluster"].get<std::string>();
        for (const std::string& id : {cluster, std::string("h100-sxm5-80gb"), std::string("eyeriss-v1")}) {
            QVERIFY2(library_->find(id) != nullptr, id.c_str());
            const auto other = withNameOf(id, "Another name");
            const auto after = evaluate(sample, Context{*other, {}, nullptr});
            QVERIFY(after);
            QCOMPARE(after->request_sha256, before->request_sha256);
            QCOMPARE(after->facts_sha256 == before->facts_sha256, id == "eyeriss-v1");
        }
        const Json written = toJson(*before);
        QCOMPARE(written.at("method_version").get<std::string>(), before->method_version);
        QCOMPARE(written.at("facts_sha256").get<std::string>(), before->facts_sha256);
        QVERIFY(!written.at("program").get<std::string>().empty());
    }

    /// An accelerator takes energies and areas from components that no document names.
    void aChangedComponentShowsInTheHashOfFacts() {
        const Json sample = test::sampleRequest("resnet50-conv1-eyeriss.json");
        const auto before = evaluate(sample, Context{*library_, {}, nullptr});
        QVERIFY(before);
        std::vector<Entry> entries = library_->entries();
        const auto component = std::ranges::find(entries, EntryKind::Component, &Entry::kind);
        QVERIFY(component != entries.end());
        Json document = *component->document;
        document["name"] = "Another name";
        component->document = std::make_shared<const Json>(std::move(document));
        const Library other(std::move(entries));
        const auto after = evaluate(sample, Context{other, {}, nullptr});
        QVERIFY(after);
        QVERIFY(after->facts_sha256 != before->facts_sha256);
    }

    /// A method names every calibration that its estimates do.
    void noEstimateNamesACalibrationThatItsMethodDoesNot() {
        for (const RequestKind& kind : builtinRegistry().kinds) {
            const Json sample = test::sampleRequest(std::string(kind.sample).c_str());
            QVERIFY2(!sample.is_null() && sample["kind"] == kind.id, std::string(kind.id).c_str());
            for (const Method* method : builtinRegistry().methodsOf(kind.id)) {
                Json asked = sample;
                asked["method"] = method->id;
                const auto estimate = evaluate(asked, Context{*library_, {}, nullptr});
                if (!estimate) continue; // it needs a table, a source, or a plan of another kind
                for (const CalibrationUse& use : estimate->calibrations) {
                    QVERIFY2(std::ranges::find(method->calibrations, use.id) != method->calibrations.end(),
                             (std::string(method->id) + " reads " + use.id).c_str());
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(RegistryTest)
#include "registry_test.moc"
