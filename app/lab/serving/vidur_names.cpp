// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/vidur_names.h"

#include <algorithm>
#include <array>
#include <regex>
#include <sstream>
#include <system_error>

namespace strata::assess {
namespace {

struct Word {
    const char* pattern;
    const char* arguments; ///< with the pattern's groups
};

/// Parts of a name; what a part leaves out is the reference simulator's default, as in its named siblings.
const std::array kWords{
    Word{"sv|replay|static|fixed|long|conv|arxiv|code|convreplay", ""},
    Word{"([ah]100|a40)", "--replica_config_device $1"},
    Word{"(7|70)b", "--replica_config_model_name meta-llama/Llama-2-$1b-hf"},
    Word{"tp([0-9]+)", "--replica_config_tensor_parallel_size $1"},
    Word{"tp([0-9]+)pp([0-9]+)", "--replica_config_tensor_parallel_size $1 --replica_config_num_pipeline_stages $2"},
    Word{"q([0-9.]+)", "--interval_generator_config_type poisson --poisson_request_interval_generator_config_qps $1"},
    Word{"(vllm|sarathi|orca)", "--replica_scheduler_config_type $1"},
    Word{"lightllm", "--replica_scheduler_config_type lightllm --lightllm_scheduler_config_block_size 1"},
    Word{"faster transformer", "--replica_scheduler_config_type faster_transformer"},
    Word{"blocks([0-9]+)", "--vllm_scheduler_config_num_blocks $1"},
    Word{"chunk([0-9]+)", "--sarathi_scheduler_config_chunk_size $1"},
    Word{"cap([0-9]+)(long)?", "--faster_transformer_scheduler_config_batch_size_cap $1"},
    Word{"([0-9]+)rep", "--cluster_config_num_replicas $1"},
    Word{"round robin", "--global_scheduler_config_type round_robin"},
    Word{"u([0-9]+) ([0-9]+)",
         "--length_generator_config_type uniform --uniform_request_length_generator_config_min_tokens $1 "
         "--uniform_request_length_generator_config_max_tokens $2 "
         "--uniform_request_length_generator_config_prefill_to_decode_ratio 20"},
    Word{"udef", "--length_generator_config_type uniform --uniform_request_length_generator_config_min_tokens 1024 "
                 "--uniform_request_length_generator_config_max_tokens 4096 "
                 "--uniform_request_length_generator_config_prefill_to_decode_ratio 20"},
    Word{"zipf ([0-9]+) ([0-9]+)",
         "--length_generator_config_type zipf --zipf_request_length_generator_config_max_tokens $2"},
    Word{"fixed ([0-9]+) ([0-9]+)", "--length_generator_config_type fixed"}};

/// What the part says; false where no word is like it.
bool translated(const std::string& part, std::string& arguments) {
    for (const Word& word : kWords) {
        std::smatch found;
        if (!std::regex_match(part, found, std::regex(word.pattern))) continue;
        arguments += found.format(word.arguments) + " ";
        return true;
    }
    return false;
}

} // namespace

Result<std::string> vidurArguments(std::string_view name) {
    std::vector<std::string> parts;
    std::istringstream words{std::string(name)};
    for (std::string part; std::getline(words, part, '_');)
        parts.push_back(part);
    // The siblings without a device were started at the default rate of two a second.
    std::string arguments = name.starts_with("sv_") ? "--interval_generator_config_type poisson "
                                                      "--poisson_request_interval_generator_config_qps 2.0 "
                                                    : "";
    for (std::size_t i = 0; i < parts.size();) {
        bool known = false;
        for (std::size_t length = std::min<std::size_t>(3, parts.size() - i); length > 0 && !known; --length) {
            std::string joined = parts[i];
            for (std::size_t j = 1; j < length; ++j)
                joined += " " + parts[i + j];
            known = translated(joined, arguments);
            if (known) i += length;
        }
        if (!known)
            return Error{"not-modelled", "", {"error.run-s-name-says-tells-nothing", {{"parts", parts[i]}}}, {}, ""};
    }
    return arguments;
}

std::vector<std::string> vidurRunsIn(const std::filesystem::path& folder) {
    constexpr std::string_view kEnding = ".requests.csv.gz";
    std::vector<std::string> names;
    std::error_code status;
    for (const auto& file : std::filesystem::directory_iterator(folder, status)) {
        const std::string name = file.path().filename().string();
        if (name.ends_with(kEnding)) names.push_back(name.substr(0, name.size() - kEnding.size()));
    }
    std::ranges::sort(names);
    return names;
}

} // namespace strata::assess
