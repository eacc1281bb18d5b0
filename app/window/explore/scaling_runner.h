// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/quiet_task.h"
#include "core/explore/scaling.h"
#include "views/support/base/scene.h"

#include <memory>
#include <QObject>

namespace strata::views {
class ScalingView;
}

namespace strata::app {

/// Computes what the scaling view shows: the selected training step, and the baseline, on growing numbers of
/// devices. Begins when nothing has changed for kQuiet_ms, on a thread that gives way to the window, and stops at the
/// next change; never while nobody looks at the view.
class ScalingRunner : public QObject {
    Q_OBJECT

public:
    explicit ScalingRunner(views::ScalingView& view, QObject* parent = nullptr);

    void setScene(const std::shared_ptr<const views::Scene>& scene);

    static constexpr int kQuiet_ms = 250;

signals:
    /// The runs of the newest designs are shown.
    void finished();

private:
    struct Wanted {
        std::shared_ptr<const Json> selected, baseline;
        std::shared_ptr<const Library> library;
        explore::Scaling scaling = explore::Scaling::Strong;

        bool operator==(const Wanted&) const = default;
    };
    Wanted wanted() const;
    void check();
    void begin();

    views::ScalingView& view_;
    std::shared_ptr<const views::Scene> scene_;
    QuietTask<Wanted> task_; ///< destroyed first
};

} // namespace strata::app
