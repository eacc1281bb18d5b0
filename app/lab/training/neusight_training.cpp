// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/training/neusight_training.h"

#include "core/base/random.h"

#include <cmath>
#include <Eigen/Dense>
#include <numeric>

namespace strata::assess {
namespace {

using gpu::kNeusightFeatures;
using gpu::kNeusightHidden;
using gpu::NeusightNet;

constexpr int kIn = kNeusightFeatures;
constexpr int kHidden = kNeusightHidden;
constexpr int kWeights = NeusightNet::kWeights;
constexpr std::size_t kEpochs = 120;
constexpr std::size_t kBatch = 64;
constexpr double kFirstRate = 0.01; // falls to a hundredth along half a cosine
constexpr double kSmooth = 0.05;    // errors below count quadratically
/// Of the first layer's weights, by the rate of a step (decoupled decay: I. Loshchilov, F. Hutter, ICLR 2019): what the
/// few training devices do not ask for stays small, so that a device beyond them is not extrapolated to.
constexpr double kDecay = 0.1;
constexpr std::uint64_t kSeed = 2025;

using Vector = Eigen::Matrix<double, kWeights, 1>;
using FirstMatrix = Eigen::Matrix<double, kHidden, kIn, Eigen::RowMajor>;
using SecondMatrix = Eigen::Matrix<double, kHidden, kHidden, Eigen::RowMajor>;
using LastMatrix = Eigen::Matrix<double, 2, kHidden, Eigen::RowMajor>;
using HiddenVector = Eigen::Matrix<double, kHidden, 1>;

/// The blocks of a vector of all weights, in the order of NeusightNet.
template <class Scalar>
struct Blocks {
    Eigen::Map<std::conditional_t<std::is_const_v<Scalar>, const FirstMatrix, FirstMatrix>> first;
    Eigen::Map<std::conditional_t<std::is_const_v<Scalar>, const HiddenVector, HiddenVector>> first_bias;
    Eigen::Map<std::conditional_t<std::is_const_v<Scalar>, const SecondMatrix, SecondMatrix>> second;
    Eigen::Map<std::conditional_t<std::is_const_v<Scalar>, const HiddenVector, HiddenVector>> second_bias;
    Eigen::Map<std::conditional_t<std::is_const_v<Scalar>, const LastMatrix, LastMatrix>> last;
    Eigen::Map<std::conditional_t<std::is_const_v<Scalar>, const Eigen::Vector2d, Eigen::Vector2d>> last_bias;

    explicit Blocks(Scalar* at)
        : first(at), first_bias(at += kHidden * kIn), second(at += kHidden), second_bias(at += kHidden * kHidden),
          last(at += kHidden), last_bias(at += 2 * kHidden) {}
};

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

/// Adds the gradient of the loss of one row.
void addGradient(const Vector& weights, const TrainingRow& row, Vector& gradient) {
    const Blocks<const double> w(weights.data());
    Blocks<double> g(gradient.data());
    const Eigen::Map<const Eigen::Matrix<double, kIn, 1>> input(row.sample.features.data());
    const HiddenVector first = (w.first * input + w.first_bias).array().tanh();
    const HiddenVector second = (w.second * first + w.second_bias).array().tanh();
    const Eigen::Vector2d last = w.last * second + w.last_bias;
    const double share = sigmoid(last[0]);
    const double loss_of_waves = sigmoid(last[1]);
    constexpr double kLeast = 0.01;
    const double utilization = std::max(kLeast, share - loss_of_waves / row.sample.waves);
    const double error = std::log(row.sample.ideal_s / utilization / row.measured_s);
    const double slope =
        -error / std::sqrt(error * error + kSmooth * kSmooth) / utilization; // of the loss, by utilization

    const Eigen::Vector2d back(slope * share * (1.0 - share),
                               -slope * loss_of_waves * (1.0 - loss_of_waves) / row.sample.waves);
    g.last.noalias() += back * second.transpose();
    g.last_bias += back;
    const HiddenVector back_second = (w.last.transpose() * back).array() * (1.0 - second.array().square());
    g.second.noalias() += back_second * first.transpose();
    g.second_bias += back_second;
    const HiddenVector back_first = (w.second.transpose() * back_second).array() * (1.0 - first.array().square());
    g.first.noalias() += back_first * input.transpose();
    g.first_bias += back_first;
}

/// Uniform within the bounds of Glorot and Bengio (AISTATS 2010, equation 16); starts from a high utilization.
Vector firstWeights(CounterRandom& random) {
    Vector weights = Vector::Zero();
    Blocks<double> blocks(weights.data());
    const auto fill = [&random](auto& matrix) {
        const double bound = std::sqrt(6.0 / static_cast<double>(matrix.rows() + matrix.cols()));
        for (Eigen::Index i = 0; i < matrix.size(); ++i)
            matrix.data()[i] = bound * (2.0 * random.nextUniform() - 1.0);
    };
    fill(blocks.first);
    fill(blocks.second);
    fill(blocks.last);
    blocks.last_bias << 1.0, -1.0;
    return weights;
}

} // namespace

NeusightNet trainNeusight(const std::vector<TrainingRow>& rows, std::uint64_t stream) {
    CounterRandom random(kSeed, stream);
    Vector weights = firstWeights(random);
    Vector mean = Vector::Zero();
    Vector square = Vector::Zero();
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t batches = (rows.size() + kBatch - 1) / kBatch;
    constexpr double kMeanDecay = 0.9, kSquareDecay = 0.999, kTiny = 1e-8, kPi = 3.14159265358979323846;
    double step = 0;
    for (std::size_t epoch = 0; epoch < kEpochs; ++epoch) {
        for (std::size_t i = rows.size(); i > 1; --i)
            std::swap(order[i - 1], order[random.nextBelow(i)]);
        for (std::size_t batch = 0; batch < batches; ++batch) {
            const std::size_t begin = batch * kBatch;
            const std::size_t end = std::min(begin + kBatch, rows.size());
            Vector gradient = Vector::Zero();
            for (std::size_t i = begin; i < end; ++i)
                addGradient(weights, rows[order[i]], gradient);
            gradient /= static_cast<double>(end - begin);
            ++step;
            const double progress = step / static_cast<double>(kEpochs * batches);
            const double rate = kFirstRate * (0.01 + 0.99 * 0.5 * (1.0 + std::cos(kPi * progress)));
            mean = kMeanDecay * mean + (1.0 - kMeanDecay) * gradient;
            square = kSquareDecay * square + (1.0 - kSquareDecay) * gradient.cwiseProduct(gradient);
            const double unbiased = std::sqrt(1.0 - std::pow(kSquareDecay, step)) / (1.0 - std::pow(kMeanDecay, step));
            Blocks<double>(weights.data()).first *= 1.0 - rate * kDecay;
            weights.array() -= rate * unbiased * mean.array() / (square.array().sqrt() + kTiny);
        }
    }
    return NeusightNet::fromWeights(
        std::span<const double, NeusightNet::kWeights>(weights.data(), NeusightNet::kWeights));
}

} // namespace strata::assess
