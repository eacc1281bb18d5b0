// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/lab_commands.h"

#include <iostream>

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    const std::vector<std::string> words(argv + 1, argv + argc);
    strata::cli::Streams streams{std::cin, std::cout, std::cerr, "strata-lab",
                                 "checks and fits the models of Strata against data sets"};
    return strata::cli::runProgram(strata::lab::commands(), words, streams);
}
