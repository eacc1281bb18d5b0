// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/own_catalog_dialog.h"
#include "app/window/panels/structure_dialog.h"
#include "app/window/shell/window_actions.h"
#include "core/catalog/library.h"
#include "core/evaluate/estimate.h"
#include "tests/views/window/window_fixture.h"

#include <nlohmann/json.hpp>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTreeWidget>

using namespace strata;
using tests::WindowFixture;

/// Devices of one's own: their structure is edited in the window, they are kept and removed, and folders of JSON files
/// belong to the catalog.
class WindowOwnCatalogTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> state_;
    std::unique_ptr<WindowFixture> fixture_;

    app::MainWindow& window() { return *fixture_->window; }
    app::StudyController& controller() { return window().controller(); }
    const Json& request() { return *controller().scene()->selectedDesign()->design.request; }

    static QPushButton* button(const QWidget& dialog, const QString& text) {
        for (QPushButton* button : dialog.findChildren<QPushButton*>())
            if (button->text().remove(u'&') == text) return button;
        return nullptr;
    }
    static void click(const QWidget& dialog, const QString& text) {
        QPushButton* wanted = button(dialog, text);
        QVERIFY2(wanted && wanted->isEnabled(), qPrintable(text));
        QTest::mouseClick(wanted, Qt::LeftButton);
    }
    void write(const QString& file, const char* text) {
        QFile stream(file);
        QVERIFY(stream.open(QIODevice::WriteOnly));
        stream.write(text);
    }

private slots:
    void init() {
        state_ = std::make_unique<QTemporaryDir>();
        QVERIFY(state_->isValid());
        fixture_ = std::make_unique<WindowFixture>(state_->path());
        QVERIFY(fixture_->start());
    }
    void cleanup() { fixture_.reset(); }

    void aLevelIsCopiedChangedAndKept() {
        window().actions().edit_hardware->trigger();
        auto* dialog = window().findChild<app::StructureDialog*>();
        QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
        const std::size_t levels = dialog->document()["levels"].size();
        QVERIFY(dialog->choose("/levels/1"));
        click(*dialog, QStringLiteral("Copy"));
        QCOMPARE(dialog->document()["levels"].size(), levels + 1);
        QCOMPARE(dialog->chosen(), std::string("/levels/2"));
        QVERIFY(dialog->document()["levels"][1]["name"] != dialog->document()["levels"][2]["name"]);
        click(*dialog, QStringLiteral("Remove"));
        QCOMPARE(dialog->document()["levels"].size(), levels);
        click(*dialog, QStringLiteral("Undo"));
        QCOMPARE(dialog->document()["levels"].size(), levels + 1);
        click(*dialog, QStringLiteral("Undo"));
        // What is typed is a value of the document, and what is no value is told.
        QVERIFY(dialog->choose("/clock_hz"));
        dialog->tree().currentItem()->setText(1, QStringLiteral("fast"));
        QTRY_VERIFY(dialog->document()["clock_hz"].is_number());
        dialog->tree().currentItem()->setText(1, QStringLiteral("123456789"));
        QTRY_COMPARE(dialog->document()["clock_hz"], Json(123456789));
        QVERIFY2(dialog->problem().isEmpty(), qPrintable(dialog->problem()));
        dialog->findChild<QLineEdit*>()->setText(QStringLiteral("My slow array"));
        const double before_s = controller().scene()->selectedDesign()->estimate->findMetric("latency_s")->value;
        click(*dialog, QStringLiteral("Save as mine"));
        QTRY_VERIFY_WITH_TIMEOUT(controller().library()->find("my-slow-array") != nullptr, 30000);
        QTRY_COMPARE(request()["hardware"], Json("my-slow-array"));
        QVERIFY(fixture_->settle());
        const auto scene = controller().scene();
        const views::DesignState* design = scene->selectedDesign();
        QVERIFY2(design->estimate && design->estimate->valid, design->error ? describe(*design->error).c_str() : "");
        QVERIFY(design->estimate->findMetric("latency_s")->value != before_s);
        QCOMPARE((*controller().library()->find("my-slow-array")->document)["clock_hz"], Json(123456789));
        // It is one step, and it can be changed again under the same name.
        controller().undoStack().undo();
        QVERIFY(request()["hardware"] != Json("my-slow-array"));
    }

    void whatIsNotSoundCannotBeKept() {
        app::StructureDialog* dialog = window().editStructure(app::OwnPart::Hardware);
        QVERIFY(dialog && dialog->choose("/clock_hz"));
        dialog->tree().currentItem()->setText(1, QStringLiteral("-5"));
        QTRY_VERIFY(!dialog->problem().isEmpty());
        QVERIFY(!button(*dialog, QStringLiteral("Save as mine"))->isEnabled());
        click(*dialog, QStringLiteral("Undo"));
        QVERIFY(button(*dialog, QStringLiteral("Save as mine"))->isEnabled());
    }

    void modelsAndClustersHaveAStructureToo() {
        QSignalSpy opened(&window(), &app::MainWindow::sessionOpened);
        window().actions().sample(QStringLiteral("cluster"))->trigger();
        QVERIFY((opened.count() > 0 || opened.wait(20000)) && fixture_->settle());
        app::StructureDialog* dialog = window().editStructure(app::OwnPart::Hardware);
        QVERIFY(dialog && dialog->choose("/scale_up"));
        QVERIFY2(dialog->problem().isEmpty(), qPrintable(dialog->problem()));
        dialog->addElement();
        QCOMPARE(dialog->chosen(), "/scale_up/" + std::to_string(dialog->document()["scale_up"].size() - 1));
        dialog = window().editStructure(app::OwnPart::Model);
        QVERIFY(dialog && dialog->choose("/layers"));
        QVERIFY2(dialog->problem().isEmpty(), qPrintable(dialog->problem()));
    }

    void foldersBelongToTheCatalog() {
        app::OwnCatalogDialog* dialog = window().showOwnCatalog();
        QVERIFY(dialog);
        QCOMPARE(dialog->folders().count(), 1); // the user's own, which is there now
        const QString own = dialog->folders().item(0)->text();
        QVERIFY(QFileInfo(own).isDir());
        write(own + QStringLiteral("/mine.json"),
              R"({"id": "from-a-file", "kind": "npu", "name": "From a file", "source": "mine",
                  "base": "eyeriss-v1", "set": {"/levels/2/fanout_x": 28}})");
        const QTemporaryDir other;
        write(other.filePath(QStringLiteral("other.json")),
              R"({"id": "from-elsewhere", "kind": "npu", "name": "From elsewhere", "source": "mine",
                  "base": "eyeriss-v1", "set": {"/levels/2/fanout_x": 7}})");
        emit dialog->foldersWanted({other.path()});
        QTRY_VERIFY_WITH_TIMEOUT(controller().library()->find("from-elsewhere") != nullptr, 30000);
        QVERIFY(controller().library()->find("from-a-file"));
        QCOMPARE(dialog->folders().count(), 2);
        QCOMPARE(dialog->entries().count(), 2);
        // The next start knows them.
        fixture_.reset();
        fixture_ = std::make_unique<WindowFixture>(state_->path());
        QVERIFY(fixture_->start());
        QVERIFY(controller().library()->find("from-elsewhere"));
        emit window().showOwnCatalog()->foldersWanted({});
        QTRY_VERIFY_WITH_TIMEOUT(controller().library()->find("from-elsewhere") == nullptr, 30000);
        QVERIFY(controller().library()->find("from-a-file"));
    }
};

QTEST_MAIN(WindowOwnCatalogTest)
#include "window_own_catalog_test.moc"
