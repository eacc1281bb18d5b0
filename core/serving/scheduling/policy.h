// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace strata::serving {

/// A scheduling policy by what it does. Requests may call it as an engine does: engines of the catalog say which names
/// stand for which policy.
struct PolicyTraits {
    std::string_view name;
    /// It can go on with a cache from elsewhere: another replica's, or host memory's.
    bool keeps_caches = false;
    /// Its iterations hold whole prompts up to the token budget: the budget must hold the longest one.
    bool budgets_whole_prompts = false;
    /// Engines that schedule so choose an iteration while the one before it runs.
    bool chooses_ahead = false;
    /// Memory is planned token by token: blocks of one token, and one token a step.
    bool counts_single_tokens = false;
    /// An iteration takes at most `chunk_tokens` instead of the token budget.
    bool fills_chunks = false;
    /// Decodes and chunks of prompts share each iteration, in order of arrival.
    bool mixes_chunks_in_order = false;
};

/// All false, without a name, where there is no such policy.
const PolicyTraits& traitsOf(std::string_view policy);
/// All names in the order in which they are documented; the first is taken where nothing else is known.
std::span<const std::string_view> schedulerPolicies();
/// The names of those that have a trait, for people: "priority, shortest-first or deadline".
std::string policiesThat(bool PolicyTraits::*trait);

inline bool keepsCaches(std::string_view policy) { return traitsOf(policy).keeps_caches; }
inline bool budgetsWholePrompts(std::string_view policy) { return traitsOf(policy).budgets_whole_prompts; }
inline bool choosesAhead(std::string_view policy) { return traitsOf(policy).chooses_ahead; }

} // namespace strata::serving
