// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/precedence.h"
#include "app/window/explore/worker.h"
#include "views/parameters/parameters_panel.h"
#include "views/support/base/scene.h"

#include <memory>
#include <QObject>
#include <QTimer>
#include <stop_token>
#include <vector>

namespace strata::app {

/// Computes the curves behind the sliders: the metric of all views over each parameter of the selected
/// design, everything else as it is. Begins when nothing has changed for kQuiet_ms, on a thread that gives
/// way to the window, and stops at the next change; the curves of before stay, marked as stale.
class SliderCurves : public QObject {
    Q_OBJECT

public:
    SliderCurves(views::ParametersPanel& panel, std::shared_ptr<Precedence> precedence, QObject* parent = nullptr);
    ~SliderCurves() override;

    void setScene(const std::shared_ptr<const views::Scene>& scene);
    void setEnabled(bool enabled);
    /// While nobody sees the panel, nothing is computed for it.
    void setSeen(bool seen);

    static constexpr int kQuiet_ms = 300;
    static constexpr int kPoints = 17; ///< of a curve

signals:
    /// All curves of the newest request are shown.
    void finished();

private:
    void begin();
    void drop();

    views::ParametersPanel& panel_;
    bool enabled_ = true, seen_ = true;
    bool whole_ = false; ///< the curves of request_ are all shown
    std::shared_ptr<const views::Scene> scene_;
    std::shared_ptr<const Json> request_; ///< whose curves are shown or under way
    std::string metric_;
    std::shared_ptr<const Library> known_library_;
    QTimer quiet_;
    std::stop_source stop_;
    std::shared_ptr<Precedence> precedence_;
    std::unique_ptr<Worker> worker_; ///< destroyed first
};

} // namespace strata::app
