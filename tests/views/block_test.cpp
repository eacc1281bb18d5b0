// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/fixtures/hover.h"
#include "tests/views/fixtures/scene_fixture.h"
#include "tests/views/fixtures/shown.h"

#include "views/block/block_view.h"
#include "views/support/theme/theme.h"

#include <nlohmann/json.hpp>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

using namespace strata;
using namespace strata::views;

namespace {

/// Two additions that share three ports with a shift on the first of them, and a loop around them: the chain is 1
/// cycle, the ports hold 4 cycles of work, 4/3 each.
std::shared_ptr<const Estimate> answer(double chain = 1.0) {
    Estimate estimate;
    estimate.kind = "block";
    const double ports = 4.0 / 3.0, cycles = std::max(chain, ports);
    estimate.metrics = {{"cycles", cycles, cycles, cycles, 1.0}};
    Part root = makePart("block", Category::Total, cycles, {"formula.largest-bound"});
    root.combine = Combine::Max;
    root.children = {makePart("front-end", Category::Movement, 0.5), makePart("rename", Category::Launch, 0.75),
                     makePart("ports", Category::Compute, ports, {"formula.busiest-ports", {{"ports", "0, 1, 2"}}}),
                     makePart("dependencies", Category::Synchronisation, chain)};
    estimate.parts.emplace_back("cycles", std::move(root));
    const auto word = [](const char* text) { return std::string(text); };
    estimate.tables = {
        {"block_instructions",
         {"instruction", "bytes", "slots", "micro_operations", "ports", "latency_cycles", "renamed", "on_chain"},
         {{word("add rax, rcx"), 3.0, 1.0, std::int64_t{1}, word("0, 1, 2"), 1.0, word("no"), word("yes")},
          {word("mov rdx, rax"), 3.0, 1.0, std::int64_t{0}, word(""), 0.0, word("move"), word("no")},
          {word("shl rdx, 3"), 4.0, 1.0, std::int64_t{1}, word("0"), 1.0, word("no"), word("no")}}},
        {"block_ports",
         {"port", "cycles", "limits"},
         {{word("0"), ports, word("yes")},
          {word("1"), ports, word("yes")},
          {word("2"), ports, word("yes")},
          {word("7"), 0.0, word("no")}}},
        {"block_pressure",
         {"order", "instruction", "port", "cycles"},
         {{std::int64_t{1}, word("add rax, rcx"), word("0"), ports - 1.0},
          {std::int64_t{1}, word("add rax, rcx"), word("1"), 1.0},
          {std::int64_t{1}, word("add rax, rcx"), word("2"), ports},
          {std::int64_t{3}, word("shl rdx, 3"), word("0"), 1.0},
          {std::int64_t{4}, word("closing-branch"), word("1"), ports - 1.0}}}};
    return std::make_shared<const Estimate>(std::move(estimate));
}

std::shared_ptr<const Scene> sceneOf(std::shared_ptr<const Estimate> estimate,
                                     std::shared_ptr<const Estimate> twin = {}) {
    Scene scene;
    const auto add = [&](char letter, std::shared_ptr<const Estimate> of) {
        DesignState state;
        state.design = fixture::design(letter, "block");
        state.design.request = std::make_shared<const Json>(Json{
            {"kind", "block"}, {"hardware", "core"}, {"workload", {{"code", "4801c8"}}}, {"plan", {{"copies", 2}}}});
        state.estimate = std::move(of);
        scene.designs.push_back(std::move(state));
    };
    add('A', std::move(estimate));
    if (twin) add('B', std::move(twin));
    scene.selected = 0;
    if (scene.designs.size() > 1) scene.baseline = 1;
    scene.metric = "cycles";
    return std::make_shared<const Scene>(std::move(scene));
}

QImage figureOf(const BlockView& view) {
    QImage image(600, static_cast<int>(view.figureHeight(600, FigureStyle{theme(false), view.font()})),
                 QImage::Format_ARGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    FigureStyle style;
    style.theme = theme(false);
    style.font = view.font();
    view.paintFigure(painter, QRectF(0, 0, image.width(), image.height()), style);
    return image;
}

int inked(const QImage& image, const QRectF& place) {
    int pixels = 0;
    for (int y = static_cast<int>(place.top()) + 2; y < place.bottom() - 2; ++y)
        for (int x = static_cast<int>(place.left()) + 2; x < place.right() - 2; ++x)
            pixels += image.pixelColor(x, y) != QColor(Qt::white) ? 1 : 0;
    return pixels;
}

} // namespace

class BlockTest : public QObject {
    Q_OBJECT

private slots:
    void theLargestBoundRules() {
        const BlockPicture ports = makeBlockPicture(*answer());
        QCOMPARE(ports.bounds.size(), std::size_t{4});
        for (const BlockBound& bound : ports.bounds)
            QCOMPARE(bound.rules, bound.id == "ports");
        const BlockPicture chain = makeBlockPicture(*answer(5.0));
        for (const BlockBound& bound : chain.bounds)
            QCOMPARE(bound.rules, bound.id == "dependencies");
        const BlockLayout layout = layOutBlock(chain, nullptr, QFont(), {600, 400});
        QVERIFY(std::abs(layout.bar(5.0, 3).width() - layout.bar_width) < 1e-9);
        QVERIFY(std::abs(layout.bar(chain.bounds[2].cycles, 2).width() / layout.bar_width - 4.0 / 15.0) < 1e-9);
    }

    /// A column of the picture adds up to the sum below it; what closes the loop has a row of its own.
    void columnsAddUp() {
        const BlockPicture picture = makeBlockPicture(*answer());
        QCOMPARE(picture.instructions.size(), std::size_t{4});
        QVERIFY(picture.instructions.back().text.empty());
        for (std::size_t port = 0; port < picture.ports.size(); ++port) {
            double sum = 0;
            for (const BlockInstruction& instruction : picture.instructions)
                sum += instruction.held[port];
            QVERIFY(std::abs(sum - picture.ports[port].cycles) < 1e-12);
        }
        const Table table = blockTable(picture);
        QCOMPARE(table.rows.size(), std::size_t{5});
        QCOMPARE(std::get<double>(table.rows[4][4]), picture.ports[0].cycles);
    }

    void hoverAnswers() {
        BlockView view;
        fixture::show(view, sceneOf(answer(), answer(5.0)), {900, 500});
        auto* canvas = view.findChild<BlockCanvas*>();
        const BlockLayout layout = canvas->places();
        fixture::hover(canvas, layout.cell(2, 0).center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QStringLiteral("shl rdx, 3")), qPrintable(QToolTip::text()));
        QVERIFY2(QToolTip::text().contains(QStringLiteral("1.00 cycles")), qPrintable(QToolTip::text()));
        fixture::hover(canvas, layout.bounds[3].center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QStringLiteral("Baseline B: 5.00 cycles")),
                     qPrintable(QToolTip::text()));
        fixture::hover(canvas, layout.line(1).center().toPoint());
        QTRY_VERIFY2(QToolTip::text().contains(QStringLiteral("rename stage answers")), qPrintable(QToolTip::text()));
    }

    /// Text that is right changes the design; text that is wrong says where, and the design stays.
    void typingWritesTheBlock() {
        BlockView view;
        fixture::show(view, sceneOf(answer()), {900, 600});
        auto* text = view.findChild<QPlainTextEdit*>(QStringLiteral("assembly"));
        auto* fault = view.findChild<QLabel*>(QStringLiteral("assembly fault"));
        QCOMPARE(text->toPlainText(), QStringLiteral("add rax, rcx")); // 4801c8
        QSignalSpy edits(&view, &View::edited);
        text->moveCursor(QTextCursor::End);
        QTest::keyClick(text, Qt::Key_Return);
        QTest::keyClicks(text, QStringLiteral("shl rdx, 3"));
        QVERIFY(!fault->isVisible());
        auto edit = edits.back().front().value<Edit>();
        QCOMPARE(edit.request->at("workload").at("assembly").get<std::string>(),
                 std::string("add rax, rcx\nshl rdx, 3"));
        QVERIFY(!edit.request->at("workload").contains("code"));
        QCOMPARE(edit.request->at("plan").at("copies").get<int>(), 2);
        QVERIFY(!edit.gesture.isEmpty());
        const auto before = edits.size();
        QTest::keyClick(text, Qt::Key_Return);
        QTest::keyClicks(text, QStringLiteral("ad"));
        QVERIFY(fault->isVisible());
        QVERIFY2(fault->text().contains(QStringLiteral("line 3, column 1: \"ad\"")), qPrintable(fault->text()));
        // The line break alone was right.
        QCOMPARE(edits.size(), before + 1);
        QTest::keyClicks(text, QStringLiteral("d rbx, 1"));
        QVERIFY(!fault->isVisible());
        edit = edits.back().front().value<Edit>();
        QCOMPARE(edit.request->at("workload").at("assembly").get<std::string>(),
                 std::string("add rax, rcx\nshl rdx, 3\nadd rbx, 1"));
    }

    /// The scene that comes back does not disturb the text; another block replaces it.
    void textFollowsTheDesign() {
        BlockView view;
        const auto scene = sceneOf(answer());
        fixture::show(view, scene, {900, 600});
        auto* text = view.findChild<QPlainTextEdit*>(QStringLiteral("assembly"));
        const auto with = [&](const Json& workload) {
            Scene next = *scene;
            Json request = *next.designs[0].design.request;
            request["workload"] = workload;
            next.designs[0].design.request = std::make_shared<const Json>(std::move(request));
            view.setScene(std::make_shared<const Scene>(std::move(next)));
            QCoreApplication::processEvents();
        };
        text->setPlainText(QStringLiteral("addq %rcx, %rax # sum"));
        with({{"assembly", "add rax, rcx"}});
        QCOMPARE(text->toPlainText(), QStringLiteral("addq %rcx, %rax # sum"));
        with({{"code", "48c1e203"}});
        QCOMPARE(text->toPlainText(), QStringLiteral("shl rdx, 0x3"));
        with(Json::object());
        QVERIFY(!text->isVisible());
    }

    void clicksAndKeysChooseInstructions() {
        BlockView view;
        fixture::show(view, sceneOf(answer()), {900, 500});
        auto* canvas = view.findChild<BlockCanvas*>();
        auto* evidence = view.findChild<QLabel*>(QStringLiteral("evidence"));
        QVERIFY(!evidence->isVisible());
        QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->places().line(2).center().toPoint());
        QCOMPARE(canvas->chosen(), std::optional<std::size_t>(2));
        QVERIFY(evidence->isVisible() && evidence->text().contains(QStringLiteral("shl rdx, 3")));
        QTest::keyClick(canvas, Qt::Key_Up);
        QVERIFY(evidence->text().contains(QStringLiteral("mov rdx, rax")));
        QTest::keyClick(canvas, Qt::Key_Escape);
        QVERIFY(!evidence->isVisible());
        // A shorter block keeps no choice that it does not have.
        QTest::keyClick(canvas, Qt::Key_Up);
        QCOMPARE(canvas->chosen(), std::optional<std::size_t>(3));
        Estimate shorter = *answer();
        shorter.tables[0].rows.resize(1);
        shorter.tables[2].rows.resize(3);
        fixture::show(view, sceneOf(std::make_shared<const Estimate>(shorter)), {900, 500});
        QVERIFY(!canvas->chosen() && !evidence->isVisible());
    }

    void draggingAHandleEditsTheRequest() {
        BlockView view;
        fixture::show(view, sceneOf(answer()), {900, 500});
        auto* copies = view.findChild<QWidget*>(QStringLiteral("setting_plan_copies"));
        QVERIFY(copies != nullptr && copies->isVisible());
        QSignalSpy edits(&view, &View::edited);
        const QPoint at = copies->rect().center();
        QTest::mousePress(copies, Qt::LeftButton, {}, at);
        fixture::drag(copies, at + QPoint(static_cast<int>(2 * SettingHandle::kStep), 0));
        QTest::mouseRelease(copies, Qt::LeftButton, {}, at);
        QCOMPARE(edits.size(), 1);
        QCOMPARE(edits[0][0].value<Edit>().request->at("plan").at("copies").get<int>(), 8); // two steps of 2, 4, 8
        auto* loop = view.findChild<QWidget*>(QStringLiteral("setting_plan_loop"));
        loop->setFocus();
        QTest::keyClick(loop, Qt::Key_Right);
        QCOMPARE(edits.size(), 2);
        QCOMPARE(edits[1][0].value<Edit>().request->at("plan").at("loop").get<bool>(), true);
    }

    /// The figure holds every cell that the table holds, at its own height.
    void theFigureHoldsEveryInstruction() {
        BlockView view;
        fixture::show(view, sceneOf(answer()), {900, 500});
        const QImage image = figureOf(view);
        const BlockPicture picture = makeBlockPicture(*answer());
        const BlockLayout layout = layOutBlock(picture, nullptr, view.font(), QSizeF(image.size()));
        QVERIFY(layout.sums.bottom() <= image.height());
        for (std::size_t i = 0; i < picture.instructions.size(); ++i)
            for (std::size_t port = 0; port < picture.ports.size(); ++port)
                if (picture.instructions[i].held[port] > 0) QVERIFY(inked(image, layout.cell(i, port)) > 100);
        QCOMPARE(inked(image, layout.cell(2, 3)), 0); // the shift holds no other port
        QCOMPARE(view.figureData().columns.back(), std::string("port_7"));
        QTest::keyClick(view.findChild<BlockCanvas*>(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("instruction,")));
    }

    void otherDesignsGetASentence() {
        BlockView view;
        fixture::show(view, sceneOf(fixture::designA()), {600, 400});
        QVERIFY(view.findChild<QLabel*>(QStringLiteral("message"))->isVisible());
        QVERIFY(!view.findChild<QWidget*>(QStringLiteral("setting_plan_copies"))->isVisible());
    }
};

QTEST_MAIN(BlockTest)
#include "block_test.moc"
