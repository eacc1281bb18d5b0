// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_techniques.h"

namespace strata {
namespace {

using namespace field;

constexpr double kMostGuesses = 32;

/// One chance for all positions, or a list of them.
Field acceptanceField() {
    Field chance =
        number("acceptance", "Acceptance", "1",
               "Probability that a guess is kept if those before it were; a list states one for each position.")
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
                              "Source of the guesses: a small model, a look-up in the text so far, one more layer, or "
                              "more heads.")
                           .needed()
                           .draggable(),
                       any("model", "Draft model", "draft: the small model, as an id of the catalog or inline."),
                       integer("tokens", "Guesses", "token", "Number of guesses in a chain.")
                           .byDefault(4)
                           .within(1, kMostGuesses)
                           .draggable(),
                       list("widths", "Tree",
                            integer("width", "Width", "", "Alternatives behind each guess of a depth.").within(1, 64),
                            "eagle, medusa: number of alternatives at each depth, stated instead of tokens.")
                           .atLeast(1),
                       acceptanceField(),
                   }},
                  "Several tokens are guessed and then checked in one pass.")
        .draggable();
}

} // namespace strata
