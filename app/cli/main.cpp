// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/program.h"

#include <iostream>

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    const std::vector<std::string> words(argv + 1, argv + argc);
    strata::cli::Streams streams{std::cin, std::cout, std::cerr};
    return strata::cli::runProgram(words, streams);
}
