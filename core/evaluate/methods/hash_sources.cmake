# Writes OUT, a table of the hash of the sources of each method, from LIST (sources.txt) and the sources below ROOT:
#   cmake -DROOT=... -DLIST=... -DOUT=... -P hash_sources.cmake
# A file that stays the same is not written, so that nothing is compiled again.
file(STRINGS ${LIST} lines)
set(shared "")
set(rows "")
function(hash_of places result)
    set(text "")
    foreach(place IN LISTS places)
        if(NOT EXISTS ${ROOT}/${place})
            message(FATAL_ERROR "${LIST}: there is no core/${place}")
        endif()
        if(IS_DIRECTORY ${ROOT}/${place})
            file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/${place}/*.cpp ${ROOT}/${place}/*.h)
        else()
            set(files ${place})
        endif()
        list(SORT files)
        foreach(file IN LISTS files)
            file(SHA256 ${ROOT}/${file} hash)
            string(APPEND text "${file} ${hash}\n")
        endforeach()
    endforeach()
    string(SHA256 hash "${text}")
    set(${result} ${hash} PARENT_SCOPE)
endfunction()

foreach(line IN LISTS lines)
    if(line MATCHES "^#")
        continue()
    endif()
    string(REGEX MATCH "^([^:]+): (.+)$" matched "${line}")
    set(name "${CMAKE_MATCH_1}")
    string(REPLACE " " ";" places "${CMAKE_MATCH_2}")
    if(name STREQUAL "all")
        set(shared ${places})
        continue()
    endif()
    hash_of("${shared};${places}" hash)
    string(APPEND rows "    {\"${name}\", \"${hash}\"},\n")
endforeach()

set(text "// Made by core/evaluate/methods/hash_sources.cmake.
#include \"core/evaluate/methods/builtin_methods.h\"

#include <string>

namespace strata::methods {
namespace {

struct Code {
    std::string_view method, hash;
};
constexpr Code kCodes[] = {
${rows}};

} // namespace

std::string_view codeOf(std::string_view kind, std::string_view id) {
    const std::string method = std::string(kind) + \" \" + std::string(id);
    for (const Code& code : kCodes) {
        if (code.method == method) return code.hash;
    }
    return {};
}

} // namespace strata::methods
")
if(EXISTS ${OUT})
    file(READ ${OUT} before)
endif()
if(NOT "${before}" STREQUAL "${text}")
    file(WRITE ${OUT} "${text}")
endif()
