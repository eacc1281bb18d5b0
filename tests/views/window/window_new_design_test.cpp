// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/entry_list.h"
#include "app/window/panels/new_design_dialog.h"
#include "app/window/shell/window_actions.h"
#include "core/evaluate/estimate.h"
#include "core/evaluate/kinds/other_forms.h"
#include "tests/views/window/window_fixture.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QRadioButton>

using namespace strata;
using app::EntryList;
using app::NewDesignDialog;
using tests::WindowFixture;

/// Ctrl+N asks what, where and to do what, and the answer is a design that is evaluated at once.
class WindowNewDesignTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir state_;
    std::unique_ptr<WindowFixture> fixture_;
    NewDesignDialog* dialog_ = nullptr;

    app::StudyController& controller() { return fixture_->window->controller(); }
    EntryList* list(int index) { return dialog_->findChildren<EntryList*>().at(index); }
    QPushButton* addButton() {
        for (QPushButton* button : dialog_->findChildren<QPushButton*>())
            if (button->isDefault()) return button;
        return nullptr;
    }
    void type(int index, const QString& text) {
        auto* filter = list(index)->findChild<QLineEdit*>();
        filter->setFocus();
        filter->clear();
        QTest::keyClicks(filter, text);
    }
    void choose(const QString& task) {
        for (QRadioButton* button : dialog_->findChildren<QRadioButton*>())
            if (button->text().remove(u'&') == task) QTest::mouseClick(button, Qt::LeftButton);
    }
    void open() {
        fixture_->window->actions().new_design->trigger();
        dialog_ = fixture_->window->findChild<NewDesignDialog*>();
        QVERIFY(dialog_ && QTest::qWaitForWindowExposed(dialog_));
    }

private slots:
    void initTestCase() {
        fixture_ = std::make_unique<WindowFixture>(state_.path());
        QVERIFY(fixture_->start());
    }

    void typingFindsAndEnterAdds() {
        const std::size_t before = controller().study().designs.size();
        open();
        type(0, QStringLiteral("llama 3.1 8b"));
        type(1, QStringLiteral("dgx h100"));
        choose(QStringLiteral("Serve it"));
        QCOMPARE(dialog_->reason(), QString());
        QVERIFY(addButton()->isEnabled());
        QTest::keyClick(list(1)->findChild<QLineEdit*>(), Qt::Key_Return);
        QVERIFY(QTest::qWaitFor([&] { return controller().study().designs.size() == before + 1; }, 30000));
        QVERIFY(fixture_->settle());
        const auto scene = controller().scene();
        const auto* design = scene->selectedDesign();
        QCOMPARE((*design->design.request)["kind"].get<std::string>(), std::string("serving"));
        QCOMPARE((*design->design.request)["hardware"].get<std::string>(), std::string("dgx-h100"));
        QVERIFY(design->estimate && design->estimate->valid);
        QVERIFY(!dialog_->isVisible());
    }

    void whatDoesNotGoTogetherSaysWhy() {
        open();
        type(0, QStringLiteral("ResNet-50"));
        type(1, QStringLiteral("Eyeriss-like"));
        choose(QStringLiteral("Train it"));
        QVERIFY(!dialog_->reason().isEmpty());
        QVERIFY(!addButton()->isEnabled());
        choose(QStringLiteral("Run it once"));
        QCOMPARE(dialog_->reason(), QString());
        QVERIFY(addButton()->isEnabled());
        QTest::keyClick(dialog_, Qt::Key_Escape);
        QVERIFY(!dialog_->isVisible());
    }

    /// It begins with what the selected design asks, so that one field is enough for "the same elsewhere".
    void beginsWithTheSelectedDesign() {
        const design::Wish wish = design::wishOf(*controller().scene()->selectedDesign()->design.request);
        open();
        QCOMPARE(dialog_->wish().workload, wish.workload);
        QCOMPARE(dialog_->wish().hardware, wish.hardware);
        QCOMPARE(dialog_->wish().task, wish.task);
        dialog_->reject();
    }

    void theSameIsTrained() {
        const std::size_t before = controller().study().designs.size();
        const auto training = std::ranges::find(otherForms(), std::string_view("training"), &OtherForm::kind);
        QVERIFY(training != otherForms().end());
        fixture_->window->actions().other_forms[training - otherForms().begin()]->trigger();
        QVERIFY(QTest::qWaitFor([&] { return controller().study().designs.size() == before + 1; }, 30000));
        QVERIFY(fixture_->settle());
        const auto scene = controller().scene();
        const auto* design = scene->selectedDesign();
        QCOMPARE((*design->design.request)["kind"].get<std::string>(), std::string("training"));
        QVERIFY(design->estimate && design->estimate->valid);
    }
};

QTEST_MAIN(WindowNewDesignTest)
#include "window_new_design_test.moc"
