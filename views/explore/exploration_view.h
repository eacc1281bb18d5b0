// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/exploration.h"
#include "views/explore/explore_look.h"
#include "views/support/base/view.h"

namespace strata::views {

/// A view of a run. The run stands beside the scene, because it is shared and changes while the scene is one value.
class ExplorationView : public View {
    Q_OBJECT

public:
    using View::View;

    /// The run that is shown; null: none. Refreshes when it grows, is filtered or marked.
    void setExploration(std::shared_ptr<Exploration> exploration);
    const std::shared_ptr<Exploration>& exploration() const { return exploration_; }

    /// Enough to make the run again.
    Json figureOrigin() const override;

protected:
    /// Only the rows that are pointed at have changed; refresh() unless overridden.
    virtual void refreshMarks();
    /// Another run is shown: what belongs to the last one is forgotten.
    virtual void explorationChanged() {}
    ExploreLook screenLook() const;
    ExploreLook figureLook(const FigureStyle& style) const;
    void paintNoRun(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const;
    void keyPressEvent(QKeyEvent* event) override; ///< Alt+Left and Alt+Right: through the filters

private:
    std::shared_ptr<Exploration> exploration_;
};

} // namespace strata::views
