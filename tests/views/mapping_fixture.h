// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/catalog/library.h"
#include "core/evaluate/kinds/npu/layer_query.h"
#include "views/mapping/mapping_view.h"
#include "views/mapping/nest_canvas.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A small accelerator that is easy to work out by hand, and a host that answers edits as the window does.
namespace strata::fixture {

/// DRAM, a buffer of 256 words, an array of 4 x 4, registers of 32 words; a matmul of 16 x 16 x 16 with every
/// factor placed.
Json smallRequest();

/// The mapping view with somebody who answers: evaluates what the view asks for and gives it back, like the
/// window.
class Host {
public:
    Host();
    explicit Host(Json request);

    void show(Json request);
    void setLibrary(std::shared_ptr<const Library> library) { library_ = std::move(library); }
    void pin(Json request);
    void settle();

    views::NestCanvas& canvas() { return *view.canvas(); }
    QPoint at(const views::LoopPlace& place);
    QPoint at(const views::LoopZone& zone);

    void press(const QPoint& point);
    void hover(const QPoint& point);
    void release(const QPoint& point);
    void drag(const views::LoopPlace& from, const QPoint& to);
    void key(Qt::Key which, Qt::KeyboardModifiers modifiers = {});

    LayerQuery query() const;
    const Json& request() const { return *design_.request; }
    /// Loops of a list as text, outermost first: "k4 n2".
    std::string loops(const views::LoopZone& zone) const { return loopsIn(query(), zone); }
    static std::string loopsIn(const LayerQuery& query, const views::LoopZone& zone);

    views::MappingView view;
    std::vector<views::Edit> edits;

private:
    views::DesignState stateOf(const Design& design) const;
    void answer();

    std::shared_ptr<const Library> library_;
    Design design_;
    std::optional<views::DesignState> baseline_;
};

} // namespace strata::fixture
