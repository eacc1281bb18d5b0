// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/quiet_task.h"
#include "core/layers/layer_effects.h"
#include "views/support/base/scene.h"

#include <memory>
#include <QObject>

namespace strata::views {
class LayersView;
}

namespace strata::app {

/// Computes what the view of layers shows beside the answer: the end of the selected design by every other method of
/// each of its layers. Begins when nothing has changed for kQuiet_ms, on a thread that gives way to the window, tells
/// each end as soon as it is there, and stops at the next change; never while nobody looks at the view.
class LayersRunner : public QObject {
    Q_OBJECT

public:
    explicit LayersRunner(views::LayersView& view, QObject* parent = nullptr);

    void setScene(const std::shared_ptr<const views::Scene>& scene);

    static constexpr int kQuiet_ms = 300;

signals:
    /// All ends of the selected design are shown.
    void finished();

private:
    std::shared_ptr<const Json> wanted() const;
    void check();
    void begin();
    void tell(const std::shared_ptr<const Json>& request, const layers::LayerEffect& effect);

    views::LayersView& view_;
    std::shared_ptr<const views::Scene> scene_;
    std::vector<layers::LayerEffect> told_;
    QuietTask<std::shared_ptr<const Json>> task_; ///< destroyed first
};

} // namespace strata::app
