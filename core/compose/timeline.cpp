// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/timeline.h"

#include <algorithm>
#include <cmath>

namespace strata::compose {
namespace {

// An operator stands a few times in one layer (projections, norms); more often, and it belongs to another repetition.
constexpr double kCopiesInALayer = 16;

// Increments of two repetitions that differ by less are rounding.
constexpr double kSame = 1e-12;

/// Both queues while they run. Start times of the last `depth` kernels bound how far the host may be ahead.
class Queues {
public:
    explicit Queues(const QueueCosts& costs)
        : costs_(costs), starts_(static_cast<std::size_t>(std::max(std::floor(costs.queue_depth), 1.0)), 0.0),
          host_(costs.start_s + (costs.graph_replay ? costs.launch_s : 0.0)) {}

    /// Returns how long the device was idle before the kernel.
    double run(double seconds, double host_share) {
        double& slot = starts_[launched_ % starts_.size()];
        if (!costs_.graph_replay) {
            if (launched_ >= starts_.size()) host_ = std::max(host_, slot);
            host_ += host_share * costs_.launch_s;
        }
        const double start = std::max(host_, launched_ > 0 ? device_ + costs_.gap_s : 0.0);
        const double wait = start - device_;
        slot = start;
        ++launched_;
        device_ = start + seconds;
        return wait;
    }

    /// As if so many further kernels had run while both queues went on by `seconds`, start times repeating
    /// all the while.
    void skip(std::size_t kernels, double seconds) {
        host_ += seconds;
        device_ += seconds;
        for (double& start : starts_)
            start += seconds;
        const std::size_t turned = kernels % starts_.size();
        std::rotate(starts_.begin(), starts_.end() - static_cast<std::ptrdiff_t>(turned), starts_.end());
        launched_ += kernels;
    }

    double host() const { return host_; }
    double device() const { return device_; }
    std::size_t launched() const { return launched_; }
    std::size_t depth() const { return starts_.size(); }

private:
    QueueCosts costs_;
    std::vector<double> starts_; ///< ring, indexed by the launch modulo its size
    std::size_t launched_ = 0;
    double host_ = 0;
    double device_ = 0;
};

double roundedCount(double count) { return std::max(std::round(count), 1.0); }

/// Kernels that an operator launches in one repetition.
std::size_t kernelsOf(const QueuedOperator& queued, double count, double repeats) {
    return static_cast<std::size_t>(roundedCount(count / repeats) * std::round(queued.launches));
}

/// Runs one segment. Both queues settle into a period of one repetition: from then on each repetition adds the same,
/// and the remaining ones are added at once. The period is certain when it has held for as long as the queue remembers.
void runSegment(const Segment& segment, std::span<const QueuedOperator> operators, std::span<const double> counts,
                Queues& queues, std::vector<double>& waits) {
    const double repeats = roundedCount(segment.repeats);
    std::vector<double> once(segment.last - segment.first);
    double previous = -1;
    std::size_t steady_kernels = 0;
    for (double done = 1; done <= repeats; ++done) {
        const double host = queues.host();
        const double device = queues.device();
        const std::size_t launched = queues.launched();
        for (std::size_t i = segment.first; i < segment.last; ++i) {
            double& wait = once[i - segment.first];
            wait = 0;
            const std::size_t kernels = kernelsOf(operators[i], counts[i], repeats);
            const double seconds = operators[i].seconds / std::max(std::round(operators[i].launches), 1.0);
            for (std::size_t k = 0; k < kernels; ++k)
                wait += queues.run(seconds, operators[i].host_share);
            waits[i] += wait;
        }
        const double period = queues.device() - device;
        const std::size_t kernels = queues.launched() - launched;
        const double tolerance = kSame * queues.device();
        const bool steady =
            std::abs(queues.host() - host - period) <= tolerance && std::abs(period - previous) <= tolerance;
        steady_kernels = steady ? steady_kernels + kernels : 0;
        previous = period;
        if (kernels == 0) return;
        if (steady_kernels >= queues.depth() + kernels) {
            const double left = repeats - done;
            for (std::size_t i = 0; i < once.size(); ++i)
                waits[segment.first + i] += left * once[i];
            queues.skip(static_cast<std::size_t>(left) * kernels, left * period);
            return;
        }
    }
}

} // namespace

std::vector<Segment> segmentsOf(std::span<const workload::Operator> operators) {
    std::vector<Segment> segments;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        const double count = roundedCount(operators[i].count);
        if (!segments.empty()) {
            double& repeats = segments.back().repeats;
            const double few = std::min(repeats, count);
            const double many = std::max(repeats, count);
            const bool both_single = many == 1;
            if (both_single || (few > 1 && std::fmod(many, few) == 0 && many / few <= kCopiesInALayer)) {
                segments.back().last = i + 1;
                repeats = few;
                continue;
            }
        }
        segments.push_back({i, i + 1, count});
    }
    return segments;
}

Timeline runQueues(std::span<const QueuedOperator> operators, std::span<const double> counts,
                   std::span<const Segment> segments, const QueueCosts& costs) {
    Timeline timeline;
    timeline.waits_s.assign(operators.size(), 0.0);
    Queues queues(costs);
    for (const Segment& segment : segments)
        runSegment(segment, operators, counts, queues, timeline.waits_s);
    double waits = 0;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        if (std::round(operators[i].launches) >= 1) timeline.busy_s += counts[i] * operators[i].seconds;
        waits += timeline.waits_s[i];
    }
    timeline.seconds = queues.launched() > 0 ? timeline.busy_s + waits : costs.start_s;
    timeline.host_s = queues.host();
    return timeline;
}

} // namespace strata::compose
