// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/composition/communication.h"
#include "core/composition/propagation.h"
#include "core/hardware/calibration/calibration.h"
#include "views/composition/composition_data.h"

#include <array>
#include <QLocale>
#include <span>
#include <string_view>

namespace strata::views {

/// The questions that the view answers.
enum class CompositionPage { Gamma, Propagation, Roots, Capture, Communication, Transfer, Ageing };
inline constexpr std::array kCompositionPages{
    CompositionPage::Gamma,         CompositionPage::Propagation, CompositionPage::Roots, CompositionPage::Capture,
    CompositionPage::Communication, CompositionPage::Transfer,    CompositionPage::Ageing};
std::string_view idOf(CompositionPage page);
CompositionPage pageNamed(std::string_view id); ///< the first where there is none of that id
QString titleOf(CompositionPage page);
/// By what the groups of a page can be told apart; empty: by nothing.
std::vector<std::string_view> groupingsOf(CompositionPage page);
QString groupingText(std::string_view grouping);

/// What pages are made from besides the kept analyses.
struct CompositionInput {
    std::span<const hardware::Calibration> calibrations;
    const std::vector<composition::LevelError>* levels = nullptr;      ///< of the selected design
    const composition::CommunicationFidelity* communication = nullptr; ///< of the selected design
    std::string grouping;
    double tolerance = 0.1;
    QLocale locale = QLocale::c();
};
CompositionPicture makeCompositionPicture(CompositionPage page, const CompositionInput& input);

} // namespace strata::views
