// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/axes_table.h"
#include "app/window/explore/exploration_dialog.h"
#include "app/window/explore/goals_table.h"
#include "app/window/shell/window_actions.h"
#include "tests/views/window/window_fixture.h"
#include "views/parameters/quantity_edit.h"

#include <nlohmann/json.hpp>
#include <QCheckBox>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDialogButtonBox>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>

using namespace strata;
using app::AxesTable;
using app::AxisDraft;
using app::ExplorationDialog;
using tests::WindowFixture;

/// An exploration of the current design is made without writing JSON: by mouse and by keys.
class WindowExploreDialogTest : public QObject {
    Q_OBJECT

private:
    static bool probed(ExplorationDialog& dialog) {
        return QTest::qWaitFor([&] { return dialog.ready(); }, 30000);
    }

    static void type(AxesTable& table, int row, AxesTable::Column column, const QString& text) {
        table.item(row, column)->setText(text);
    }

    static constexpr const char* kBuffer = "/hardware/levels/1/capacity_bytes";
    static constexpr const char* kColumns = "/hardware/levels/2/fanout_x";

private slots:
    void draftsBecomeRequests() {
        Parameter buffer{.pointer = kBuffer, .group = "Global buffer", .title = "Capacity", .unit = "B"};
        buffer.value = 131072;
        buffer.maximum = 1e9;
        buffer.integer = true;
        buffer.scale = Scale::Log2;
        const AxisDraft axis = app::axisFor(buffer);
        QCOMPARE(axis.from, 65536.0);
        QCOMPARE(axis.to, 262144.0);
        Parameter kind{.pointer = "/plan/kind", .group = "Plan", .title = "Kind"};
        kind.choices = {"no", "yes"};
        kind.flag = true;
        app::ExplorationDraft draft;
        draft.base = std::make_shared<const Json>(Json{{"kind", "layer"}});
        draft.axes = {axis, app::axisFor(kind), app::axisFor(buffer)};
        draft.metrics = {{"energy_j", app::MetricDraft::Goal::Minimize, {}, 2.0},
                         {"utilization", app::MetricDraft::Goal::Maximize, 0.5, {}}};
        QCOMPARE(app::pointsOf(draft), std::uint64_t{5 * 2 * 5});
        const Json document = app::documentOf(draft);
        QCOMPARE(document["kind"].get<std::string>(), std::string("sweep"));
        QCOMPARE(document["axes"][0]["name"].get<std::string>(), std::string("global_buffer_capacity"));
        QCOMPARE(document["axes"][0]["scale"].get<std::string>(), std::string("log2"));
        QVERIFY(document["axes"][1]["values"] == Json::array({false, true}));
        QVERIFY(document["axes"][2]["name"] != document["axes"][0]["name"]);
        QVERIFY(document["constraints"] ==
                Json::array({{{"of", "energy_j"}, {"max", 2}}, {{"of", "utilization"}, {"min", 0.5}}}));
        QCOMPARE(document["objectives"][1]["goal"].get<std::string>(), std::string("maximize"));
    }

    /// A pinned mapping and energies that do not follow sizes are told, and what would mend them is one click.
    void whatDoesNotFollowIsOffered() {
        QTemporaryDir state;
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        ExplorationDialog* dialog = fixture.window->planExploration(kBuffer);
        QVERIFY(dialog);
        const auto boxes = dialog->findChildren<QCheckBox*>();
        QCOMPARE(boxes.size(), 2);
        QVERIFY2(boxes[0]->isVisible(), "the sample's design states a mapping");
        QVERIFY(boxes[1]->isVisible());
        QVERIFY(app::documentOf(dialog->draft())["base"]["plan"].contains("mapping"));
        QTest::mouseClick(boxes[0], Qt::LeftButton, {}, QPoint(6, boxes[0]->height() / 2));
        QTest::mouseClick(boxes[1], Qt::LeftButton, {}, QPoint(6, boxes[1]->height() / 2));
        QVERIFY(probed(*dialog));
        const Json document = app::documentOf(dialog->draft());
        QVERIFY(!document["base"]["plan"].contains("mapping") && document["base"]["plan"].contains("search"));
        QCOMPARE(document["axes"].size(), std::size_t{4}); // the buffer, and its reads, fills and updates
        QVERIFY(document["axes"][1]["formula"].get<std::string>().find("sqrt(global_buffer_capacity / 131072)") !=
                std::string::npos);
        dialog->findChild<AxesTable*>()->clearAxes();
        dialog->addParameter(kColumns);
        QVERIFY2(!boxes[1]->isVisible(), "columns have no energy of their own");
    }

    void aSweepIsMadeAndRuns() {
        QTemporaryDir state;
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        app::MainWindow& window = *fixture.window;
        window.actions().new_exploration->trigger();
        auto* dialog = window.findChild<ExplorationDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        QVERIFY(!dialog->ready());
        dialog->addParameter(kBuffer);
        dialog->addParameter(kColumns);
        auto& axes = *dialog->findChild<AxesTable*>();
        QCOMPARE(axes.rowCount(), 2);
        type(axes, 0, AxesTable::kFrom, QStringLiteral("64 KiB"));
        type(axes, 0, AxesTable::kTo, QStringLiteral("256 KiB"));
        type(axes, 0, AxesTable::kSteps, QStringLiteral("3"));
        auto* form = qobject_cast<QComboBox*>(axes.cellWidget(1, AxesTable::kForm));
        form->setCurrentIndex(form->findData(static_cast<int>(AxisDraft::Form::List)));
        emit form->activated(form->currentIndex());
        type(axes, 1, AxesTable::kValues, QStringLiteral("7; 14; 28; 56"));
        QVERIFY(probed(*dialog));
        QVERIFY2(dialog->summary().contains(QStringLiteral("12 ")), qPrintable(dialog->summary()));
        QTest::keyClick(dialog, Qt::Key_Return);
        QVERIFY2(dialog->isVisible(), "Enter belongs to the cells");
        QTest::keyClick(dialog, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(!dialog->isVisible());
        auto& explorations = window.explorations();
        QVERIFY(QTest::qWaitFor(
            [&] {
                return !explorations.list().empty() &&
                       explorations.list().front().state == app::ExplorationStatus::State::Finished;
            },
            30000));
        QCOMPARE(explorations.selected()->rows(), std::size_t{12});
        QCOMPARE(explorations.selected()->table().columns[0].back(), 262144.0);
        QCOMPARE(explorations.selected()->request().objectives.size(), std::size_t{2});
    }

    void whatIsWrongIsToldBeforeItRuns() {
        QTemporaryDir state;
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        ExplorationDialog* dialog = fixture.window->planExploration(kBuffer);
        QVERIFY(dialog);
        auto& axes = *dialog->findChild<AxesTable*>();
        type(axes, 0, AxesTable::kFrom, QStringLiteral("many"));
        QCOMPARE(axes.axes().front().from, 65536.0);          // what was there stays
        type(axes, 0, AxesTable::kFrom, QStringLiteral("0")); // not with equal ratios
        QSignalSpy answered(dialog, &ExplorationDialog::probed);
        QVERIFY(answered.wait(30000));
        QVERIFY(!dialog->ready());
        QVERIFY2(dialog->summary().contains(QStringLiteral("above 0")), qPrintable(dialog->summary()));
        axes.setCurrentCell(0, AxesTable::kParameter);
        QTest::keyClick(&axes, Qt::Key_Delete);
        QCOMPARE(axes.rowCount(), 0);
        QVERIFY(!dialog->ready());
    }

    void aSearchHasABudget() {
        QTemporaryDir state;
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        ExplorationDialog* dialog = fixture.window->planExploration(kColumns);
        QVERIFY(dialog);
        dialog->setAlgorithm(explore::Algorithm::Nsga2);
        dialog->findChildren<QSpinBox*>().first()->setValue(240);
        QVERIFY(probed(*dialog));
        QVERIFY2(dialog->summary().startsWith(QStringLiteral("240")), qPrintable(dialog->summary()));
        QCOMPARE(app::documentOf(dialog->draft())["kind"].get<std::string>(), std::string("search"));
    }

    void aParameterIsExploredFromItsMenuAndByKeys() {
        QTemporaryDir state;
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        app::MainWindow& window = *fixture.window;
        views::ParametersPanel& panel = window.parametersPanel();
        panel.reveal(kBuffer);
        const QPoint at = fixture.slider(kBuffer)->mapTo(&panel, QPoint(5, 5));
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, panel.mapToGlobal(at));
        QCoreApplication::sendEvent(&panel, &event);
        auto* menu = panel.findChild<QMenu*>();
        QVERIFY(menu);
        menu->actions().first()->trigger();
        menu->close();
        auto* dialog = window.findChild<ExplorationDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        QCOMPARE(dialog->draft().axes.size(), std::size_t{1});
        QCOMPARE(dialog->draft().axes.front().parameter.pointer, std::string(kBuffer));
        dialog->hide();
        window.activateWindow();
        panel.reveal(kColumns);
        QTRY_COMPARE(panel.focusedPointer(), std::string(kColumns));
        window.actions().explore_parameter->trigger();
        QCOMPARE(dialog->draft().axes.size(), std::size_t{2});
        QCOMPARE(dialog->draft().axes.back().parameter.pointer, std::string(kColumns));
    }
};

QTEST_MAIN(WindowExploreDialogTest)
#include "window_explore_dialog_test.moc"
