// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace strata::edge {

/// What is known of one thing that could be measured on the new device before it is measured.
struct TransferPoint {
    std::vector<double> sources;  ///< what each source device says, on the scale that values are learned on
    std::vector<double> features; ///< centred counts, of a size near 1
};

/// How strongly the parts of the model may move; the candidates among which leaving one out chooses.
struct TransferSetting {
    double source = 1;  ///< weight of what the sources differ by
    double feature = 0; ///< weight of the features' own coefficients
    double slope = 0.1; ///< weight of the sources' mean
    double noise = 0.1; ///< of one measurement
};

/// A value with its standard deviation.
struct TransferValue {
    double value = 0;
    double sigma = 0;
};

/// A new device as a mixture of source devices with coefficients of its own: a Gaussian linear model whose prior is the
/// spread of the sources, after measurements of the device. Single bad measurements lose their weight.
class Transfer {
public:
    /// Learns from measurements; none leaves the prior. The setting is that of `candidates` under which each
    /// measurement is predicted best from the others. `scale` is the size of an unknown offset.
    Transfer(std::span<const TransferPoint> measured, std::span<const double> values,
             std::span<const TransferSetting> candidates, double scale);
    ~Transfer();
    Transfer(Transfer&&) noexcept;
    Transfer& operator=(Transfer&&) noexcept;

    TransferValue predict(const TransferPoint& point) const;
    const TransferSetting& setting() const;

    /// The place of the candidate whose measurement lowers the mean variance over `asked` most.
    std::size_t nextToMeasure(std::span<const TransferPoint> candidates, std::span<const TransferPoint> asked) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The `count` candidates to measure first, one after the other, before anything of the device is known.
std::vector<std::size_t> firstMeasurements(std::span<const TransferPoint> candidates, std::size_t count,
                                           const TransferSetting& setting, double scale);

} // namespace strata::edge
