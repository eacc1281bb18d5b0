// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "tests/unit/evaluate/sample.h"
#include "views/parameters/parameter_group.h"
#include "views/parameters/parameter_row.h"
#include "views/parameters/parameter_slider.h"
#include "views/parameters/parameters_panel.h"
#include "views/parameters/quantity_edit.h"

#include <map>
#include <nlohmann/json.hpp>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include <set>

using namespace strata;
using namespace strata::views;

namespace {
constexpr std::string_view kColumns = "/hardware/levels/2/fanout_x";
constexpr std::string_view kBuffer = "/hardware/levels/1/capacity_bytes";
} // namespace

/// The panel on a catalog entry, with a study that does nothing but take each edit.
class ParametersPanelTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_;
    std::unique_ptr<ParametersPanel> panel_;
    std::shared_ptr<const Json> request_;
    std::vector<Edit> edits_;

    void show() {
        auto scene = std::make_shared<Scene>();
        scene->library = library_;
        scene->designs.push_back({{"d1", 'A', "design", request_}, nullptr, std::nullopt, false});
        scene->selected = 0;
        panel_->setScene(std::move(scene));
    }

    double valueAt(std::string_view pointer) const {
        const auto parameters = parametersOf(*request_, *library_);
        for (const Parameter& parameter : *parameters)
            if (parameter.pointer == pointer) return parameter.value;
        return -1.0;
    }

    ParameterSlider* slider(std::string_view pointer) const {
        return panel_->row(pointer)->findChild<ParameterSlider*>();
    }
    QLineEdit* field(std::string_view pointer) const {
        return panel_->row(pointer)->findChild<QuantityEdit*>()->findChild<QLineEdit*>();
    }

    void type(std::string_view pointer, const QString& text) {
        panel_->row(pointer)->focusNumber();
        field(pointer)->clear();
        QTest::keyClicks(field(pointer), text);
        QTest::keyClick(field(pointer), Qt::Key_Return);
    }

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    void init() {
        request_ = std::make_shared<const Json>(Json{{"kind", "layer"},
                                                     {"hardware", "eyeriss-like"},
                                                     {"workload", {{"model", "resnet-50"}, {"layer", "conv1"}}}});
        edits_.clear();
        panel_ = std::make_unique<ParametersPanel>();
        connect(panel_.get(), &ParametersPanel::edited, this, [this](const Edit& edit) {
            edits_.push_back(edit);
            request_ = edit.request;
            show();
        });
        panel_->resize(360, 700);
        panel_->show();
        QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
        show();
        QVERIFY(panel_->row(kColumns));
        QVERIFY(panel_->row(kBuffer));
    }

    void cleanup() { panel_.reset(); }

    void aDragIsOneGestureAndKeepsItsWidgets() {
        ParameterSlider* dragged = slider(kColumns);
        const QPoint start(dragged->handleX(dragged->sliderPosition()), dragged->height() / 2);
        const double before = valueAt(kColumns);
        QTest::mousePress(dragged, Qt::LeftButton, {}, start);
        for (int x = 2; x <= 30; x += 4)
            QTest::mouseMove(dragged, start - QPoint(x, 0));
        QVERIFY(edits_.size() > 2);
        QCOMPARE(slider(kColumns), dragged);
        QTest::mouseRelease(dragged, Qt::LeftButton, {}, start - QPoint(30, 0));
        for (const Edit& edit : edits_)
            QCOMPARE(edit.gesture, edits_.front().gesture);
        QVERIFY(!edits_.front().gesture.isEmpty());
        QVERIFY(valueAt(kColumns) < before);
        const QString first = edits_.front().gesture;
        edits_.clear();
        QTest::mouseClick(dragged, Qt::LeftButton, {}, QPoint(dragged->width() - 12, dragged->height() / 2));
        QVERIFY(!edits_.empty());
        QVERIFY2(edits_.front().gesture != first, "two drags are two undo steps");
    }

    /// A slider is what is dragged: a number has the room that it and its unit need, all of a group the same.
    void numbersLeaveTheRoomToSliders() {
        for (ParameterGroup* group : panel_->findChildren<ParameterGroup*>())
            group->setFolded(false); // energies too
        QTest::qWait(20);
        const auto width = [&](std::string_view pointer) {
            return panel_->row(pointer)->findChild<QuantityEdit*>()->width();
        };
        QVERIFY2(slider(kColumns)->width() > width(kColumns), qPrintable(QString::number(slider(kColumns)->width())));
        std::map<std::string, std::set<int>> widths, right;
        for (const Parameter& parameter : panel_->parameters()) {
            if (!parameter.choices.empty()) continue;
            const auto* number = panel_->row(parameter.pointer)->findChild<QuantityEdit*>();
            widths[parameter.group].insert(number->width());
            right[parameter.group].insert(number->geometry().right());
            QVERIFY2(number->fontMetrics().horizontalAdvance(number->text()) < number->width(),
                     qPrintable(number->text()));
        }
        // However narrow the window: the panel is never narrower than its rows.
        panel_->resize(100, 700);
        QTest::qWait(20);
        for (const Parameter& parameter : panel_->parameters()) {
            const auto* number = panel_->row(parameter.pointer)->findChild<QuantityEdit*>();
            QVERIFY(number->mapTo(panel_.get(), number->rect().bottomRight()).x() <= panel_->width());
        }
        for (const auto& [group, all] : widths)
            QVERIFY2(all.size() == 1 && right[group].size() == 1, group.c_str());
    }

    void keysNudge() {
        slider(kColumns)->setFocus();
        const double before = valueAt(kColumns);
        QTest::keyClick(slider(kColumns), Qt::Key_Right);
        const double one = valueAt(kColumns);
        QVERIFY(one > before);
        QTest::keyClick(slider(kColumns), Qt::Key_Left);
        QCOMPARE(valueAt(kColumns), before);
        const int position = slider(kColumns)->value();
        QTest::keyClick(slider(kColumns), Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(slider(kColumns)->value(), std::max(0, position - 10));
        QTest::keyClick(slider(kColumns), Qt::Key_Home);
        QCOMPARE(slider(kColumns)->value(), 0);
        QTest::keyClick(slider(kColumns), Qt::Key_End);
        QCOMPARE(slider(kColumns)->value(), slider(kColumns)->maximum());
    }

    void typesWithPrefixes() {
        type(kBuffer, QStringLiteral("64 KiB"));
        QCOMPARE(valueAt(kBuffer), 65536.0);
        type(kBuffer, QStringLiteral("65537"));
        QCOMPARE(valueAt(kBuffer), 65537.0);
        QVERIFY(edits_.back().gesture.isEmpty());
    }

    void saysWhatIsAccepted() {
        const double before = valueAt(kColumns);
        for (const QString& text :
             {QStringLiteral("lots"), QStringLiteral("-3"), QStringLiteral("2.5"), QStringLiteral("3 Hz")}) {
            type(kColumns, text);
            bool said = false;
            for (const QLabel* label : panel_->row(kColumns)->findChildren<QLabel*>())
                said = said || (label->isVisible() && label->text().contains(text));
            QVERIFY2(said, qPrintable(text));
        }
        QCOMPARE(valueAt(kColumns), before);
        QVERIFY(edits_.empty());
    }

    void theDotResets() {
        auto* dot = panel_->row(kColumns)->findChild<QToolButton*>();
        QVERIFY(!dot->isVisible());
        const double catalog = valueAt(kColumns);
        type(kColumns, QStringLiteral("7"));
        QVERIFY(dot->isVisible());
        QTest::mouseClick(dot, Qt::LeftButton);
        QCOMPARE(valueAt(kColumns), catalog);
        QVERIFY(!dot->isVisible());
        QCOMPARE(request_->at("hardware"), Json("eyeriss-like"));
    }

    void whatADesignLacksIsAddedAndTakenOut() {
        const auto sample = readJsonFile(qEnvironmentVariable("STRATA_ROOT").toStdString() +
                                         "/resources/samples/llama3.1-8b-serving-h100.json");
        QVERIFY(sample);
        request_ = std::make_shared<const Json>(*sample);
        show();
        constexpr std::string_view kGuesses = "/plan/speculative/tokens";
        QVERIFY(!panel_->row(kGuesses));
        auto* add = panel_->findChild<QToolButton*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(add && add->menu());
        emit add->menu()->aboutToShow();
        const auto parts = add->menu()->findChildren<QMenu*>().size();
        emit add->menu()->aboutToShow();
        QCOMPARE(add->menu()->findChildren<QMenu*>().size(), parts); // none is left of the last time
        QAction* speculative = nullptr;
        for (QAction* part : add->menu()->actions())
            for (QAction* option : part->menu()->actions())
                if (option->text() == QLatin1String("Speculative decoding")) speculative = option;
        QVERIFY(speculative && !speculative->toolTip().isEmpty());
        speculative->trigger();
        QCOMPARE(edits_.size(), std::size_t(1));
        QVERIFY(request_->at("plan").contains("speculative"));
        QVERIFY(panel_->row(kGuesses) && panel_->row(kGuesses)->isVisible());
        type(kGuesses, QStringLiteral("6"));
        QCOMPARE(valueAt(kGuesses), 6.0);

        QContextMenuEvent asked(QContextMenuEvent::Mouse, panel_->row(kGuesses)->mapTo(panel_.get(), QPoint(8, 8)),
                                panel_->row(kGuesses)->mapToGlobal(QPoint(8, 8)));
        QCoreApplication::sendEvent(panel_.get(), &asked);
        QAction* remove = nullptr;
        for (QAction* action : panel_->findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly)->actions())
            if (action->text().contains(QLatin1String("Speculative decoding"))) remove = action;
        QVERIFY(remove);
        remove->trigger();
        QCOMPARE(*request_, *sample);
        QVERIFY(!panel_->row(kGuesses));
    }

    void filters() {
        auto* filter = panel_->findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(filter);
        filter->setText(QStringLiteral("clock"));
        QVERIFY(!panel_->row(kColumns)->isVisible());
        panel_->reveal(kColumns);
        QVERIFY(panel_->row(kColumns)->isVisible());
    }
};

QTEST_MAIN(ParametersPanelTest)
#include "parameters_panel_test.moc"
