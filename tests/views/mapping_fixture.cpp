// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/mapping_fixture.h"

#include "core/evaluate/method.h"
#include "core/evaluate/resolve.h"

#include <nlohmann/json.hpp>
#include <QCoreApplication>
#include <QTest>

namespace strata::fixture {

Json smallRequest() {
    Json request = Json::parse(R"json({
        "kind": "layer",
        "hardware": {
            "id": "small", "kind": "npu", "name": "Small", "source": "made up for tests",
            "technology_nm": 32, "clock_hz": 200000000,
            "levels": [
                {"name": "dram", "title": "DRAM", "entry_bits": 64, "word_bits": 16,
                 "energy_pj": {"read": 512, "write": 512, "update": 512}, "source": "test"},
                {"name": "buffer", "title": "Buffer", "entries": 256, "entry_bits": 16, "word_bits": 16,
                 "energy_pj": {"read": 6, "write": 6, "update": 6}, "source": "test"},
                {"name": "array", "title": "Array", "stores": false, "fanout_x": 4, "fanout_y": 4, "source": "test"},
                {"name": "registers", "title": "Registers", "entries": 32, "entry_bits": 16, "word_bits": 16,
                 "energy_pj": {"read": 1, "write": 1, "update": 1}, "source": "test"}
            ],
            "compute": {"name": "mac", "word_bits": 16, "mac_pj": 0.5, "source": "test"}
        },
        "workload": {"operator": "matmul", "m": 16, "n": 16, "k": 16},
        "plan": {"mapping": {"levels": [
            {"level": "dram", "temporal": [["m", 4], ["n", 2]], "keep": ["weights", "inputs", "outputs"]},
            {"level": "buffer", "temporal": [["k", 4], ["n", 2]], "keep": ["weights", "inputs", "outputs"]},
            {"level": "array", "spatial_x": [["n", 2]], "spatial_y": [["k", 2]]},
            {"level": "registers", "temporal": [["m", 4], ["k", 2], ["n", 2]], "keep": ["weights", "inputs", "outputs"]}
        ]}}
    })json");
    return request;
}

Host::Host() : Host(smallRequest()) {}

Host::Host(Json request) {
    library_ = std::make_shared<const Library>(std::vector<Entry>{});
    view.resize(640, 560);
    QObject::connect(&view, &views::View::edited, &view, [this](const views::Edit& edit) {
        edits.push_back(edit);
        design_.request = edit.request;
        answer();
    });
    view.show();
    show(std::move(request));
}

void Host::show(Json request) {
    design_ = {"design-1", 'A', "small", std::make_shared<const Json>(std::move(request))};
    answer();
    settle();
    if (!canvas().model().query) qWarning() << "the fixture shows no nest:" << canvas().model().message;
}

void Host::pin(Json request) {
    baseline_ = stateOf({"design-2", 'B', "baseline", std::make_shared<const Json>(std::move(request))});
    answer();
    settle();
}

void Host::settle() {
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
}

QPoint Host::at(const views::LoopPlace& place) { return canvas().boxes().find(place)->rect.center().toPoint(); }

QPoint Host::at(const views::LoopZone& zone) { return canvas().boxes().find(zone)->rect.center().toPoint(); }

void Host::press(const QPoint& point) {
    QTest::mousePress(&canvas(), Qt::LeftButton, {}, point);
    // The first movement beyond the threshold opens the drag.
    hover(point + QPoint(16, 0));
}

void Host::hover(const QPoint& point) {
    QTest::mouseMove(&canvas(), point);
    settle();
}

void Host::release(const QPoint& point) {
    QTest::mouseRelease(&canvas(), Qt::LeftButton, {}, point);
    settle();
}

void Host::drag(const views::LoopPlace& from, const QPoint& to) {
    press(at(from));
    hover(to);
    release(to);
}

void Host::key(Qt::Key which, Qt::KeyboardModifiers modifiers) {
    QTest::keyClick(&canvas(), which, modifiers);
    settle();
}

LayerQuery Host::query() const { return *resolveLayer(*design_.request, *library_); }

std::string Host::loopsIn(const LayerQuery& query, const views::LoopZone& zone) {
    std::string text;
    for (const npu::Loop& loop : views::loopsOf(query.mapping, zone)) {
        text += (text.empty() ? "" : " ") + query.problem.dimensions[loop.dimension].name + std::to_string(loop.bound);
        if (loop.remainder != loop.bound) text += "(" + std::to_string(loop.remainder) + ")";
    }
    return text;
}

views::DesignState Host::stateOf(const Design& design) const {
    views::DesignState state;
    state.design = design;
    state.resolved = sharedResolved(*design.request, *library_);
    auto estimate = evaluate(*design.request, Context{*library_, {}, nullptr});
    if (estimate)
        state.estimate = std::make_shared<const Estimate>(std::move(*estimate));
    else
        state.error = estimate.error();
    return state;
}

void Host::answer() {
    auto scene = std::make_shared<views::Scene>();
    scene->designs.push_back(stateOf(design_));
    scene->selected = 0;
    if (baseline_) {
        scene->designs.push_back(*baseline_);
        scene->baseline = 1;
    }
    scene->library = library_;
    view.setScene(std::move(scene));
}

} // namespace strata::fixture
