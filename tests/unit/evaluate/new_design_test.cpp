// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/evaluate/design/catalog_edits.h"
#include "core/evaluate/design/mends.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/estimate.h"
#include "core/evaluate/method.h"
#include "core/evaluate/set_values.h"
#include "tests/unit/evaluate/sample.h"

#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;

/// A model, a machine and a task make a request that is answered at once.
class NewDesignTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_ = test::library();

    Result<Estimate> answer(const Json& document) {
        const auto request = parseRequest(document);
        if (!request) return request.error();
        const auto method = methodFor(*request);
        if (!method) return method.error();
        return evaluate(*request, **method, Context{*library_, {}, nullptr});
    }

private slots:
    void initTestCase() { QVERIFY(library_); }

    /// What cannot be resolved or does not fit is mended by changes that are: each was seen to resolve, and those of a
    /// design that does not fit make it fit.
    void mendsMend() {
        auto training = design::newDesign({"llama3.1-70b", {}, "dgx-h100", "train"}, *library_);
        QVERIFY(training);
        Json request = **training;
        QVERIFY(setPointer(request, "/plan/tp", 3)); // heads do not divide by it
        const auto refused = checkResolves(request, *library_);
        const Error error = refused ? Error{"bad-value", "/plan/tp", {}, {}, {}} : refused.error();
        const auto mends = design::mendsOf(request, error, *library_);
        QVERIFY2(!mends.empty() && mends.size() <= design::kMostMends, describe(error).c_str());
        QCOMPARE(mends.front().values.front().pointer, std::string("/plan/tp"));
        QCOMPARE(mends.front().values.front().title, std::string("Tensor parallel"));
        for (const design::Mend& mend : mends)
            QVERIFY(checkResolves(*mend.request, *library_));
        // A key that nobody knows can only go.
        Json unknown = **training;
        QVERIFY(setPointer(unknown, "/plan/colour", "red"));
        const auto why = checkResolves(unknown, *library_);
        QVERIFY(!why);
        const auto without = design::mendsOf(unknown, why.error(), *library_);
        QCOMPARE(without.size(), std::size_t{1});
        QVERIFY(!without.front().values.front().value);
        QVERIFY(*without.front().request == **training);

        auto large = design::newDesign({"llama3.1-70b", {}, "dgx-h100", "run"}, *library_);
        QVERIFY(large);
        Json crowded = **large;
        QVERIFY(setPointer(crowded, "/workload/batch", 64));
        const auto estimate = answer(crowded);
        QVERIFY2(estimate && !estimate->valid, estimate ? "it fits" : describe(estimate.error()).c_str());
        std::vector<Message> fixes;
        for (const Note& note : estimate->notes)
            if (fixes.empty()) fixes = note.fixes;
        const auto fitting = design::mendsOf(crowded, fixes, *library_);
        QVERIFY(!fitting.empty());
        for (const design::Mend& mend : fitting) {
            const auto mended = answer(*mend.request);
            QVERIFY2(mended && mended->valid, mend.request->dump().c_str());
        }
    }

    void isAnsweredAtOnce_data() {
        QTest::addColumn<QString>("workload");
        QTest::addColumn<QString>("hardware");
        QTest::addColumn<QString>("task");
        QTest::addColumn<QString>("kind");
        const auto row = [](const char* workload, const char* hardware, const char* task, const char* kind) {
            QTest::addRow("%s on %s to %s", workload, hardware, task) << workload << hardware << task << kind;
        };
        row("resnet-50", "eyeriss-like", "run", "layer");
        row("resnet-50", "t4", "run", "model");
        row("sdxl-unet", "a100-sxm4-80gb", "run", "model");
        row("llama3.1-8b", "h100-sxm5-80gb", "run", "model");
        row("llama3.1-8b", "h100-sxm5-80gb", "serve", "serving");
        row("llama3.1-70b", "h100-sxm5-80gb", "serve", "serving");
        row("llama3.1-70b", "dgx-h100", "run", "inference");
        row("mixtral-8x7b", "dgx-a100", "serve", "serving");
        row("llama3.1-405b", "dgx-h100", "serve", "serving");
        row("llama3.1-8b", "h100-sxm5-80gb", "train", "training");
        row("llama3.1-70b", "dgx-h100", "train", "training");
        row("gpt2-large", "dgx-1v", "train", "training");
    }
    void isAnsweredAtOnce() {
        QFETCH(QString, workload);
        QFETCH(QString, hardware);
        QFETCH(QString, task);
        const auto request =
            design::newDesign({workload.toStdString(), {}, hardware.toStdString(), task.toStdString()}, *library_);
        QVERIFY2(request, request ? "" : messageText(request.error().text).c_str());
        QTEST(QString::fromStdString((**request)["kind"].get<std::string>()), "kind");
        const auto estimate = answer(**request);
        QVERIFY2(estimate, estimate ? "" : messageText(estimate.error().text).c_str());
        QVERIFY2(estimate->valid, (*request)->dump().c_str());
    }

    /// A model that one device cannot hold takes as many as it needs and no more.
    void takesTheFewestRanks() {
        const auto ranks = [&](const char* model) {
            const auto request = design::newDesign({model, {}, "dgx-h100", "serve"}, *library_);
            const Json& plan = (**request)["plan"];
            return plan["tp"].get<int>() * plan.value("pp", 1);
        };
        QCOMPARE(ranks("llama3.1-8b"), 1);
        QVERIFY(ranks("llama3.1-70b") > 1 && ranks("llama3.1-70b") < ranks("llama3.1-405b"));
    }

    void saysWhyNot_data() {
        QTest::addColumn<QString>("workload");
        QTest::addColumn<QString>("hardware");
        QTest::addColumn<QString>("task");
        QTest::addColumn<QString>("code");
        QTest::newRow("an NPU serves nothing") << "llama3.1-8b"
                                               << "eyeriss-like"
                                               << "serve"
                                               << "not-supported";
        QTest::newRow("a network generates no text") << "resnet-50"
                                                     << "dgx-h100"
                                                     << "serve"
                                                     << "not-supported";
        QTest::newRow("no model of the devices") << "llama3.1-8b"
                                                 << "tpu-v4-pod"
                                                 << "run"
                                                 << "not-supported";
        QTest::newRow("no such machine") << "resnet-50"
                                         << "h1000"
                                         << "run"
                                         << "not-found";
    }
    void saysWhyNot() {
        QFETCH(QString, workload);
        QFETCH(QString, hardware);
        QFETCH(QString, task);
        const auto request =
            design::newDesign({workload.toStdString(), {}, hardware.toStdString(), task.toStdString()}, *library_);
        QVERIFY(!request);
        QTEST(QString::fromStdString(request.error().code), "code");
        QVERIFY(!request.error().text.empty());
    }

    /// Differences stand between like things: sizes and machines may differ, the question and the model may not.
    void knowsTheSameWork() {
        const auto made = [&](const char* model, const char* hardware, const char* task) {
            return *design::newDesign({model, {}, hardware, task}, *library_);
        };
        const auto run = made("llama3.1-8b", "h100-sxm5-80gb", "run");
        QVERIFY(design::sameWork(*run, *made("llama3.1-8b", "a100-sxm4-80gb", "run")));
        QVERIFY(!design::sameWork(*run, *made("llama3.1-70b", "h100-sxm5-80gb", "run")));
        QVERIFY(!design::sameWork(*run, *made("llama3.1-8b", "h100-sxm5-80gb", "serve")));
        Json longer = *run;
        longer["workload"]["batch"] = 8;
        longer["workload"]["model"] = {{"base", "llama3.1-8b"}, {"set", {{"/layers", 16}}}};
        QVERIFY(design::sameWork(*run, longer));
        longer["workload"]["phase"] = "decode";
        QVERIFY(!design::sameWork(*run, longer));
        const Json block{{"kind", "block"}, {"hardware", "zen-3"}, {"workload", {{"name", "sum"}, {"code", "4801c8"}}}};
        Json other = block;
        other["hardware"] = "skylake";
        QVERIFY(design::sameWork(block, other));
        other["workload"]["code"] = "4801c8 4801ca";
        QVERIFY(!design::sameWork(block, other));
    }

    /// What is dropped on a design that cannot stay as it is changes its question with it.
    void movesToAnotherMachine() {
        const auto run = design::newDesign({"llama3.1-8b", {}, "h100-sxm5-80gb", "run"}, *library_);
        const auto batch = design::withHardware(**run, "dgx-h100", *library_);
        QVERIFY(batch);
        QCOMPARE((**batch)["kind"].get<std::string>(), std::string("inference"));
        QVERIFY(answer(**batch));

        const auto training = design::newDesign({"llama3.1-8b", {}, "dgx-h100", "train"}, *library_);
        const auto elsewhere = design::withHardware(**training, "a100-sxm4-80gb", *library_);
        QVERIFY(elsewhere);
        const auto estimate = answer(**elsewhere);
        QVERIFY2(estimate, estimate ? "" : messageText(estimate.error().text).c_str());
        const Entry* cluster = library_->find((**elsewhere)["hardware"]["cluster"].get<std::string>());
        QCOMPARE(cluster->document->at("device").get<std::string>(), std::string("a100-sxm4-80gb"));

        const auto kernel = design::newDesign({"resnet-50", "conv1", "t4", "run"}, *library_);
        const auto none = design::withHardware(**kernel, "dgx-h100", *library_);
        QVERIFY(!none && none.error().code == "not-supported");

        // What no row expects is refused, never put in place to fail later.
        const auto layer = design::newDesign({"resnet-50", "conv1", "eyeriss-like", "run"}, *library_);
        for (const char* machine : {"golden-cove", "upmem-dimm", "digital-tree-28nm", "attacc-hbm3-bank"}) {
            const auto refused = design::withHardware(**layer, machine, *library_);
            QVERIFY2(!refused && refused.error().text.id == "error.design-does-not-run-on", machine);
            const auto served = design::newDesign({"llama3.1-8b", {}, "h100-sxm5-80gb", "serve"}, *library_);
            QVERIFY2(!design::withHardware(**served, machine, *library_), machine);
        }
        const auto block =
            design::withHardware(test::sampleRequest("dot-product-golden-cove.json"), "zen-3", *library_);
        QVERIFY(block && (**block)["hardware"] == "zen-3");
    }
};

QTEST_APPLESS_MAIN(NewDesignTest)
#include "new_design_test.moc"
