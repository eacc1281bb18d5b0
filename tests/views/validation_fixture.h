// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/suite.h"
#include "tests/views/scene_fixture.h"

#include <memory>

/// A made-up run of a suite: three operators on four devices, errors that tests can compute.
namespace strata::fixture {

/// Ratio predicted / measured of the i-th row; row 17 is the furthest off.
inline double ratioOf(int i) { return i == 17 ? 2.5 : 1.0 + 0.02 * (i % 11) - 0.07; }

std::shared_ptr<const assess::SuiteReport> suiteReport(int rows = 240);

std::shared_ptr<const views::Scene> validationScene(std::shared_ptr<const assess::SuiteReport> report);

} // namespace strata::fixture
