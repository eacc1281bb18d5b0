// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/core_sentences.h"

#include <QtGlobal>

namespace strata::views {

std::vector<const char*> noteSentences() {
    return {
        QT_TRANSLATE_NOOP("Sentence", "The request does not state the attention kernel; %1 is usual on this device, "
                                      "and the interval covers both kernels."),
        QT_TRANSLATE_NOOP("Sentence", "No version of %1 is stated: the estimate holds for %2 and later."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "No version of %1 is stated: the estimate holds for %2 and later; intervals hold what is expected of "
            "%3 up to %4 too."),
        QT_TRANSLATE_NOOP("Sentence", "%1 %2 is older than what is known of it: the estimate holds for %3 up to %4."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "%1 %2 is older than what is known of it: the estimate holds for %3 up to %4; intervals hold what is "
            "expected of %5 up to %6 too."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "%1 %2 is older than what is known of it: the estimate holds for %3 up to %4; intervals hold what is "
            "expected of %5 and later too."),
        QT_TRANSLATE_NOOP("Sentence",
                          "%1 %2 is newer than what is known of it: the estimate takes what holds for %3 and later."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "%1 %2 is newer than what is known of it: the estimate takes what holds for %3 and later; intervals "
            "hold what is expected of %4 up to %5 too."),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "%1 blocks fit in %2; %3 tokens were written there as their blocks filled, layer by layer during the "
            "iteration that computed them, and %4 were read before the iteration that needed them, where "
            "computing them again would have taken longer; iterations waited %5 % of their time for that"),
        QT_TRANSLATE_NOOP("Sentence",
                          "Selective recomputation changes nothing under flash attention, which keeps no scores."),
        QT_TRANSLATE_NOOP("Sentence", "inputs"),
        QT_TRANSLATE_NOOP("Sentence", "outputs"),
        QT_TRANSLATE_NOOP("Sentence", "weights"),
        QT_TRANSLATE_NOOP("Sentence", "energy"),
        QT_TRANSLATE_NOOP("Sentence", "%1; or %2"),
        QT_TRANSLATE_NOOP("Sentence", "limited by %1"),
        QT_TRANSLATE_NOOP("Sentence", "limited by %1 read bandwidth: %2 of full speed"),
        QT_TRANSLATE_NOOP("Sentence", "limited by %1 write bandwidth: %2 of full speed"),
        QT_TRANSLATE_NOOP("Sentence", "limited by the multiply-accumulate units: %1 of %2 in use on average"),
        QT_TRANSLATE_NOOP("Sentence", "arithmetic: %1 of the %2 peak"),
        QT_TRANSLATE_NOOP("Sentence", "device memory: %1 of its bandwidth"),
        QT_TRANSLATE_NOOP("Sentence", "the L2 cache: %1 of its bandwidth"),
        QT_TRANSLATE_NOOP("Sentence", "latencies that too few threads hide"),
        QT_TRANSLATE_NOOP("Sentence", "its last wave: %1 tiles on %2 SMs"),
        QT_TRANSLATE_NOOP("Sentence", "the host, which launches slower than the device runs"),
        QT_TRANSLATE_NOOP("Sentence", "the power limit of %1: %2 of the clock"),
        QT_TRANSLATE_NOOP("Sentence", "%1 holds %2 words, the tiles need %3: %4 words over"),
        QT_TRANSLATE_NOOP("Sentence",
                          "%1 holds %2 words a tile (1/%3 of it, for buffering), the tiles need %4: %5 words over"),
        QT_TRANSLATE_NOOP("Sentence", "%1 has %2 copies along X, the loops use %3: %4 too many"),
        QT_TRANSLATE_NOOP("Sentence", "%1 has %2 copies along Y, the loops use %3: %4 too many"),
        QT_TRANSLATE_NOOP("Sentence", "Give %1 %2 copies."),
        QT_TRANSLATE_NOOP("Sentence", "Give %1 %2 words."),
        QT_TRANSLATE_NOOP("Sentence", "move %1 %2 up to %3"),
        QT_TRANSLATE_NOOP("Sentence", "move %1 %2 to %3"),
        QT_TRANSLATE_NOOP("Sentence", "move %1 %2 to %3 of %4"),
        QT_TRANSLATE_NOOP("Sentence", "move %1 %2 up to %3: tile falls to %4 words"),
        QT_TRANSLATE_NOOP("Sentence", "move %1 %2 to %3: tile falls to %4 words"),
        QT_TRANSLATE_NOOP("Sentence", "run %1 %2 one after another at %3"),
        QT_TRANSLATE_NOOP("Sentence", "run %1 %2 one after another at %3: tile falls to %4 words"),
        QT_TRANSLATE_NOOP("Sentence", "bypass %1 at %2: tile falls to %3 words"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "the layer has %1 MACs; with these remainders in spatial loops energy and utilization count %2"),
        QT_TRANSLATE_NOOP("Sentence", "use whole factors in the spatial loops"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "the mapping is the best by %1 of all that fit with whole factors: %2 were evaluated, those that do not "
            "fit were left out"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "the exhaustive search stopped at its budget: the mapping is the best by %1 of the first %2 of at most %3"),
        QT_TRANSLATE_NOOP("Sentence", "a larger budget, fixed factors, or the algorithm pruned"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "the mapping is the best by %1 of %2 that the search \"%3\" tried; a larger budget may find a better one"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "the energy per access is a single figure without a known spread: low and high equal the value"),
        QT_TRANSLATE_NOOP("Sentence", "the request has no mapping; this one follows the recipe of %1"),
        QT_TRANSLATE_NOOP("Sentence",
                          "the method's coefficients were fitted to other shapes, types or devices than this"),
        QT_TRANSLATE_NOOP("Sentence", "no calibration tells how far this method is off: low and high equal the value"),
        QT_TRANSLATE_NOOP("Sentence", "timed alone it takes %1: the host's share, which launches back to back hide"),
        QT_TRANSLATE_NOOP("Sentence", "%1 of the kernels' time is %2; the longest operator, %3, is limited by %4"),
        QT_TRANSLATE_NOOP("Sentence",
                          "the device waits for the host %1 of the time: kernels are shorter than their launches"),
        QT_TRANSLATE_NOOP("Sentence", "a larger batch, fused operators, or a runtime that replays captured graphs"),
        QT_TRANSLATE_NOOP("Sentence", "%1 of the kernels' time lies outside of what was measured, %2 among them"),
        QT_TRANSLATE_NOOP("Sentence", "%1 needs %2, %3 leaves %4: %5 over"),
        QT_TRANSLATE_NOOP("Sentence", "batch %1"),
        QT_TRANSLATE_NOOP("Sentence", "weights as %1"),
        QT_TRANSLATE_NOOP("Sentence", "tensor_parallel %1"),
        QT_TRANSLATE_NOOP("Sentence", "hardware %1"),
        QT_TRANSLATE_NOOP("Sentence", "no smaller batch, narrower type or GPU of the library holds it"),
        QT_TRANSLATE_NOOP("Sentence",
                          "beside the others it takes %1 to %2, depending on where they are when it starts"),
        QT_TRANSLATE_NOOP("Sentence", "together they run into the board's power limit: %1 of the clock is left"),
        QT_TRANSLATE_NOOP("Sentence", "the fastest of its choices is %1"),
        QT_TRANSLATE_NOOP("Sentence", "no system with %1 was measured: the constants are those of all measured ones"),
        QT_TRANSLATE_NOOP("Sentence", "%1: this is the latency-bandwidth model"),
        QT_TRANSLATE_NOOP("Sentence", "most of the time goes to the latency of %1"),
        QT_TRANSLATE_NOOP("Sentence", "most of the time goes to the bandwidth of %1"),
        QT_TRANSLATE_NOOP("Sentence", "over several levels messages of different chunks pass each other on a link"),
        QT_TRANSLATE_NOOP("Sentence", "a link carries one message at a time and whole, first come first served"),
        QT_TRANSLATE_NOOP("Sentence", "groups and steps that are alike were followed once"),
        QT_TRANSLATE_NOOP("Sentence", "chunks are not followed one by one: all bytes pass a level at once"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "no training step of %1 models was measured on %2: the coefficients are those of other devices"),
        QT_TRANSLATE_NOOP("Sentence",
                          "each copy generates %1 sequences at once, all equally long: %2, after %3 of prompts"),
        QT_TRANSLATE_NOOP("Sentence", "beside the kernels, most of the time goes to %1: %2"),
        QT_TRANSLATE_NOOP("Sentence", "tensor-parallel communication"),
        QT_TRANSLATE_NOOP("Sentence", "context-parallel communication"),
        QT_TRANSLATE_NOOP("Sentence", "expert all-to-alls"),
        QT_TRANSLATE_NOOP("Sentence", "pipeline bubbles"),
        QT_TRANSLATE_NOOP("Sentence", "data-parallel communication"),
        QT_TRANSLATE_NOOP("Sentence", "recomputation"),
        QT_TRANSLATE_NOOP("Sentence", "waiting for the host"),
        QT_TRANSLATE_NOOP("Sentence", "%1 failures a day; a checkpoint every %2 takes %3 of the time"),
        QT_TRANSLATE_NOOP("Sentence", "%1 legal plans, %2 fit into memory"),
        QT_TRANSLATE_NOOP("Sentence", "%1 legal plans, %2 fit into memory; the smallest needs %3"),
        QT_TRANSLATE_NOOP("Sentence", "more devices, another global batch, or fewer fields that the plan states"),
        QT_TRANSLATE_NOOP("Sentence", "stage %1 of %2 (from 0) needs %3, %4 leaves %5: %6 over"),
        QT_TRANSLATE_NOOP("Sentence", "no single change of the plan is enough: more devices, or several changes"),
        QT_TRANSLATE_NOOP("Sentence", "tp %1 with dp %2"),
        QT_TRANSLATE_NOOP("Sentence", "pp %1 with dp %2"),
        QT_TRANSLATE_NOOP("Sentence", "one device needs %1, %2 leaves %3: %4 over"),
        QT_TRANSLATE_NOOP("Sentence", "shorter requests, or devices with more memory"),
        QT_TRANSLATE_NOOP("Sentence", "%1 % of decoding are exchanges between devices"),
        QT_TRANSLATE_NOOP("Sentence", "%1 stages have %2 requests: stages without one idle"),
        QT_TRANSLATE_NOOP("Sentence", "%1 blocks of %2 tokens in %3 on each device"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "closed forms: means of a steady state, prompts that arrive at random, no eviction; serving.simulation "
            "follows every request"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "requests come faster than %1, which is what the replicas can serve: waiting grows as long as they come"),
        QT_TRANSLATE_NOOP("Sentence", "a lower rate, or more replicas"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "the weights and one iteration need %1 of %2, which leaves %3: no room for the cache of a request"),
        QT_TRANSLATE_NOOP("Sentence",
                          "more tensor or pipeline parallel ranks, narrower weights, or a GPU with more memory"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "a pass checks %1 tokens of a sequence and keeps %2 in the mean (%3 expected): the chance of each guess "
            "is as stated, independent of text, position and load"),
        QT_TRANSLATE_NOOP("Sentence", "%1; alternatives of a tree count as independent"),
        QT_TRANSLATE_NOOP("Sentence", "%1; what guesses takes %2 on each device"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "beside its neighbour, which takes %1 on each device, decode iterations take %2 times as long and those "
            "with prompts %3 times: by the kernels that take most of 16 sequences of 1,024 tokens and of a prompt as "
            "long; energy counts the model alone"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "the cache of a mean prompt, %1, passes %2 in %3 (%4 of the link); a replica sends one at a time, and "
            "the first token comes from the pool of prompts"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "the cache of a mean prompt, %1, passes %2 in %3 (%4 of the link), layer by layer while later layers are "
            "computed; a replica sends one at a time, and the first token comes from the pool of prompts"),
        QT_TRANSLATE_NOOP("Sentence", "%1 times a cache went to host memory, and iterations waited for it both ways"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "%1 blocks fit in %2; %3 tokens were written there as their blocks filled, layer by layer during the "
            "iteration that computed them, and %4 were read before the iteration that needed them; iterations waited "
            "%5 % of their time for that"),
        QT_TRANSLATE_NOOP("Sentence", "shared memory"),
        QT_TRANSLATE_NOOP("Sentence", "the host memory of each replica"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "%1 devices hold the experts of %2 copies of attention, all as busy as each other: nobody waits for the "
            "slowest copy"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "%1 of %2 adapters are in memory and take %3 on each device; an iteration waits for those that it has to "
            "load"),
        QT_TRANSLATE_NOOP("Sentence", "%1 to %2 replicas, %3 in the mean"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "%1 failures: what a replica held was computed again, the tokens already sent as part of the prompt"),
        QT_TRANSLATE_NOOP("Sentence", "arithmetic runs at the clock that holds %1 of %2"),
        QT_TRANSLATE_NOOP("Sentence", "%1 takes prompts whole: its iterations hold %2 tokens, not %3"),
        QT_TRANSLATE_NOOP("Sentence", "a policy that takes prompts in chunks"),
        QT_TRANSLATE_NOOP("Sentence", "the run was given up after %1 failures: replicas fail faster than requests end"),
        QT_TRANSLATE_NOOP("Sentence", "more time between failures, or shorter requests"),
        QT_TRANSLATE_NOOP("Sentence", "no request arrives"),
        QT_TRANSLATE_NOOP("Sentence", "a longer duration, or a higher rate"),
        QT_TRANSLATE_NOOP("Sentence", "%1 requests never end: the first of them needs more blocks than there are"),
        QT_TRANSLATE_NOOP("Sentence", "shorter requests, or more memory for the cache"),
        QT_TRANSLATE_NOOP("Sentence", "%1 times a request lost its cache and was computed again"),
        QT_TRANSLATE_NOOP("Sentence", "%1 of %2 iterations are larger than any that was tabulated"),
        QT_TRANSLATE_NOOP("Sentence", "tables hold the first %1 rows; metrics count all requests"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "iterations take what %1 say (%2, %3 rows, SHA-256 %4), whatever hardware the request names; its memory "
            "and links are the request's"),
        QT_TRANSLATE_NOOP("Sentence",
                          "%1; embedding, LM head, sampling and the host are not in an iteration, as in VIDUR"),
        QT_TRANSLATE_NOOP("Sentence", "%1; all-reduces are not in the tables and were added"),
        QT_TRANSLATE_NOOP("Sentence", "%1; energy is not modelled"),
        QT_TRANSLATE_NOOP(
            "Sentence", "no rate keeps the service level for %1 of the requests: a request alone is too slow already"),
        QT_TRANSLATE_NOOP("Sentence", "a looser service level, or more ranks"),
        QT_TRANSLATE_NOOP("Sentence", "a looser service level, or tp"),
        QT_TRANSLATE_NOOP(
            "Sentence",
            "the highest rate at which %1 of the requests keep the service level, over %2 seeds; the same seeds at "
            "all rates, rates within 1 %; chance alone moves it by %3"),
        QT_TRANSLATE_NOOP("Sentence",
                          "the longest runs have %1 requests, and still longer ones may answer a lower rate"),
        QT_TRANSLATE_NOOP("Sentence", "a larger longest_run"),
    };
}

} // namespace strata::views
