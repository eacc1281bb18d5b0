// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_techniques.h"

namespace strata {
namespace {

using namespace field;

constexpr double kMostGuesses = 32;

/// One chance for all positions, or a list of them.
Field acceptanceField() {
    Field chance = number("acceptance", "Acceptance", "1",
                          "Chance that a guess is kept if those before it are; a list gives one for each position.")
                       .within(0, 1);
    Field either = chance.needed().draggable().orType(Field::Type::List);
    either.element = std::make_shared<const Field>(std::move(chance));
    return either;
}

} // namespace

Field speculativeField() {
    return object("speculative", "Speculative decoding",
                  {"speculative",
                   "Speculative decoding",
                   {
                       choice("method", "Method", {"draft", "ngram", "eagle", "medusa"},
                              "Who guesses: a small model, a look-up in the text so far, one more layer, or "
                              "more heads.")
                           .needed()
                           .draggable(),
                       any("model", "Draft model", "Of the method draft: a catalog id, or inline."),
                       integer("tokens", "Guesses", "token", "In a chain; 4 where absent.")
                           .within(1, kMostGuesses)
                           .draggable(),
                       list("widths", "Tree",
                            integer("width", "Width", "", "Alternatives behind each guess of a depth.").within(1, 64),
                            "Alternatives at each depth, of eagle and medusa, in place of tokens.")
                           .atLeast(1),
                       acceptanceField(),
                   }},
                  "Several tokens are guessed and checked in one pass.")
        .draggable();
}

} // namespace strata
