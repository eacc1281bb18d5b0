// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/precedence.h"
#include "app/window/explore/worker.h"
#include "core/evaluate/kinds/serving/load_curve.h"
#include "views/support/base/scene.h"

#include <map>
#include <memory>
#include <QObject>
#include <QTimer>
#include <stop_token>
#include <string>
#include <vector>

namespace strata::views {
class ServingView;
}

namespace strata::app {

/// Computes goodput over the arrival rate of the selected design and of the baseline for the serving view, while
/// somebody looks at it. Begins when nothing has changed for kQuiet_ms, on a thread that gives way to the window, and
/// stops when something else than the rate changes; the curves of before stay, marked as stale.
class LoadCurves : public QObject {
    Q_OBJECT

public:
    LoadCurves(views::ServingView& view, std::shared_ptr<Precedence> precedence, QObject* parent = nullptr);
    ~LoadCurves() override;

    void setScene(const std::shared_ptr<const views::Scene>& scene);

    static constexpr int kQuiet_ms = 300;

signals:
    /// The curves of all shown designs are whole.
    void finished();

private:
    struct Curve {
        std::shared_ptr<const Json> request;
        std::vector<LoadPoint> points;
        std::vector<double> asked; ///< rates that are done with
        bool whole = false;
    };
    struct Task {
        std::string design;
        std::shared_ptr<const Json> request;
        std::vector<double> rates; ///< that are still missing
    };
    std::vector<Task> missing() const;
    void check();
    void begin();

    views::ServingView& view_;
    std::shared_ptr<const views::Scene> scene_;
    std::map<std::string, Curve> curves_;
    std::vector<std::pair<std::string, std::shared_ptr<const Json>>> running_; ///< what is being computed
    QTimer quiet_;
    std::stop_source stop_;
    std::shared_ptr<Precedence> precedence_;
    std::unique_ptr<Worker> worker_; ///< destroyed first
};

} // namespace strata::app
