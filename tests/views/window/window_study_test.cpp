// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/study_controller.h"
#include "app/window/document/study_edits.h"
#include "core/catalog/library.h"
#include "core/evaluate/method.h"

#include <nlohmann/json.hpp>
#include <QSignalSpy>
#include <QtTest>

using namespace strata;
using app::StudyController;

/// Undo, merging and the order of answers, without any widget.
class WindowStudyTest : public QObject {
    Q_OBJECT

private:
    static std::shared_ptr<const Json> request(int columns) {
        return std::make_shared<const Json>(
            Json{{"kind", "layer"},
                 {"hardware", {{"base", "eyeriss-like"}, {"set", {{"/levels/2/fanout_x", columns}}}}},
                 {"workload", {{"model", "resnet-50"}, {"layer", "conv1"}}}});
    }

    static views::Edit edit(const Study& study, int columns, const QString& gesture) {
        return {study.selected, request(columns), QStringLiteral("columns %1").arg(columns), gesture};
    }

    static bool settle(StudyController& controller) {
        return QTest::qWaitFor([&] { return !controller.evaluating(); }, 30000);
    }

    std::shared_ptr<const Library> library_;

private slots:
    void initTestCase() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY2(bool(library), library ? "" : describe(library.error()).c_str());
        library_ = *library;
    }

    void oneGestureIsOneStep() {
        StudyController controller(1);
        controller.setLibrary(library_);
        controller.addDesign(request(14), QStringLiteral("first"));
        const Study before = controller.study();
        for (int columns = 13; columns > 6; --columns)
            controller.apply(edit(before, columns, QStringLiteral("drag 1")));
        QCOMPARE(controller.undoStack().count(), 2);
        QCOMPARE(controller.undoStack().undoText(), QStringLiteral("columns 7"));
        controller.apply(edit(before, 6, QStringLiteral("drag 2")));
        QCOMPARE(controller.undoStack().count(), 3);
        controller.undoStack().undo();
        controller.undoStack().undo();
        QVERIFY(controller.study() == before);
        controller.undoStack().redo();
        QVERIFY(*controller.study().find(before.selected)->request == *request(7));
    }

    void draggingBackLeavesNoStep() {
        StudyController controller(1);
        controller.setLibrary(library_);
        controller.addDesign(request(14), QStringLiteral("first"));
        const Study before = controller.study();
        controller.apply(edit(before, 10, QStringLiteral("drag")));
        controller.apply(edit(before, 14, QStringLiteral("drag")));
        QCOMPARE(controller.undoStack().count(), 1);
        QVERIFY(controller.study() == before);
    }

    /// Views of a metric that the selected design lacks would be empty; the chosen one comes back with a design that
    /// has it.
    void theMetricIsOneThatTheDesignHas() {
        StudyController controller(1);
        controller.setLibrary(library_);
        controller.addDesign(request(14), QStringLiteral("first"));
        const std::string first = controller.study().selected;
        controller.setMetric(QStringLiteral("energy_j"));
        Json counted = *request(14);
        counted["method"] = "npu.systolic"; // knows no energy
        counted["hardware"] = "gemmini-16x16";
        controller.addDesign(std::make_shared<const Json>(counted), QStringLiteral("counted"));
        QVERIFY(settle(controller));
        const auto scene = controller.scene();
        QVERIFY(scene->selectedDesign()->estimate && scene->selectedDesign()->estimate->valid);
        QVERIFY2(scene->selectedDesign()->estimate->findMetric(scene->metric), scene->metric.c_str());
        controller.select(first);
        QCOMPARE(controller.scene()->metric, std::string("energy_j"));
    }

    void designsKeepLettersAndIds() {
        StudyController controller(1);
        controller.setLibrary(library_);
        controller.addDesign(request(14), QStringLiteral("first"));
        controller.duplicateSelected();
        const std::string copy = controller.study().selected;
        QCOMPARE(controller.study().find(copy)->letter, 'B');
        controller.toggleBaseline(copy);
        QCOMPARE(controller.study().baseline.value_or(""), copy);
        controller.removeSelected();
        QVERIFY(!controller.study().baseline);
        QVERIFY(!controller.study().find(copy));
        controller.duplicateSelected();
        QVERIFY2(controller.study().selected != copy, "the id of a deleted design must not be given again");
        for (int i = 0; i < 4; ++i)
            controller.undoStack().undo();
        QVERIFY(controller.study().find(copy) == nullptr);
        QCOMPARE(controller.study().designs.size(), std::size_t{1});
    }

    /// One baseline is drawn; further ones are told as well, and the first of them follows when it is unpinned.
    void severalDesignsAreBaselines() {
        StudyController controller(1);
        controller.setLibrary(library_);
        std::vector<std::string> ids;
        for (const int columns : {14, 12, 10}) {
            controller.addDesign(request(columns), QStringLiteral("design"));
            ids.push_back(controller.study().selected);
        }
        controller.toggleFurtherBaseline(ids[0]); // the first one is drawn
        QCOMPARE(controller.study().baseline.value_or(""), ids[0]);
        controller.toggleFurtherBaseline(ids[1]);
        QCOMPARE(controller.study().further_baselines, std::vector<std::string>{ids[1]});
        const auto scene = controller.scene();
        QCOMPARE(scene->baseline, 0);
        QCOMPARE(scene->furtherBaselines().size(), std::size_t{1});
        QCOMPARE(scene->furtherBaselines().front()->design.letter, 'B');
        controller.undoStack().undo();
        QVERIFY(controller.study().further_baselines.empty());
        controller.undoStack().redo();
        controller.toggleBaseline(ids[0]);
        QCOMPARE(controller.study().baseline.value_or(""), ids[1]);
        QVERIFY(controller.study().further_baselines.empty());
        controller.toggleFurtherBaseline(ids[2]);
        controller.select(ids[1]);
        controller.removeSelected();
        QCOMPARE(controller.study().baseline.value_or(""), ids[2]);
    }

    void theSceneShowsTheNewestAnswerOnly() {
        StudyController controller(2);
        controller.setLibrary(library_);
        controller.addDesign(request(14), QStringLiteral("first"));
        const std::string id = controller.study().selected;
        QSignalSpy scenes(&controller, &StudyController::sceneChanged);
        for (int columns = 13; columns > 3; --columns)
            controller.apply(edit(controller.study(), columns, QStringLiteral("d")));
        QVERIFY(settle(controller));
        const auto shown = controller.scene();
        QVERIFY(!shown->designs.front().stale);
        QVERIFY(shown->designs.front().estimate || shown->designs.front().error);
        const auto direct = evaluate(*request(4), Context{*library_, {}, nullptr});
        QVERIFY2(bool(direct), direct ? "" : describe(direct.error()).c_str());
        QVERIFY(toJson(*direct) == toJson(*shown->designs.front().estimate));
        QVERIFY2(scenes.count() < 25, "scenes must be collected into one per event-loop turn");
    }

    void answersOfAnotherDocumentAreNotShown() {
        StudyController controller(1);
        controller.setLibrary(library_);
        controller.addDesign(request(14), QStringLiteral("first"));
        Study other;
        other = app::withDesign(other, controller.study().selected, "other", request(2));
        controller.reset(other);
        QVERIFY(settle(controller));
        const auto direct = evaluate(*request(2), Context{*library_, {}, nullptr});
        QVERIFY(bool(direct));
        QVERIFY(toJson(*direct) == toJson(*controller.scene()->designs.front().estimate));
        QCOMPARE(controller.undoStack().count(), 0);
    }
};

QTEST_GUILESS_MAIN(WindowStudyTest)
#include "window_study_test.moc"
