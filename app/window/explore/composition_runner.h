// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/quiet_task.h"
#include "views/composition/composition_view.h"

#include <memory>
#include <QObject>

namespace strata::app {

/// Computes what pages of the view of composition need of the selected design: how its errors propagate, and its end
/// under every fidelity of communication. Begins when nothing has changed for kQuiet_ms, on a thread that gives way to
/// the window, and stops at the next change; never while nobody looks at the page.
class CompositionRunner : public QObject {
    Q_OBJECT

public:
    explicit CompositionRunner(views::CompositionView& view, QObject* parent = nullptr);

    void setScene(const std::shared_ptr<const views::Scene>& scene);

    static constexpr int kQuiet_ms = 300;

signals:
    /// What the page needs is shown.
    void finished();

private:
    struct Wanted {
        std::shared_ptr<const Json> request;
        views::CompositionView::Needs needs = views::CompositionView::Needs::Nothing;
        bool operator==(const Wanted&) const = default;
    };
    Wanted wanted() const;
    void check();
    void begin();

    views::CompositionView& view_;
    std::shared_ptr<const views::Scene> scene_;
    QuietTask<Wanted> task_; ///< destroyed first
};

} // namespace strata::app
