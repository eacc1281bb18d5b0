// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/assemble.h"

#include "core/cpu/assembly.h"
#include "core/cpu/decode.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <Zydis/Zydis.h>

namespace strata::cpu {
namespace {

using namespace assembly;

constexpr std::array kMemorySizes{1, 2, 4, 8, 10, 16, 32, 64};
constexpr int kMostPasses = 8; ///< until labels stand still

struct Alias {
    std::string_view other, name;
};
/// Conditions that have two names.
constexpr std::array kConditions{Alias{"e", "z"},   Alias{"ne", "nz"}, Alias{"c", "b"},   Alias{"nae", "b"},
                                 Alias{"ae", "nb"}, Alias{"nc", "nb"}, Alias{"na", "be"}, Alias{"a", "nbe"},
                                 Alias{"nge", "l"}, Alias{"ge", "nl"}, Alias{"ng", "le"}, Alias{"g", "nle"},
                                 Alias{"pe", "p"},  Alias{"po", "np"}};
constexpr std::array kNames{Alias{"sal", "shl"},      Alias{"movabs", "mov"}, Alias{"cltq", "cdqe"},
                            Alias{"cqto", "cqo"},     Alias{"cltd", "cdq"},   Alias{"cwtl", "cwde"},
                            Alias{"movslq", "movsxd"}};

struct Extension {
    std::string_view name, means;
    int bytes; ///< of the source
};
/// Extending moves of AT&T syntax, whose names end in two sizes.
constexpr std::array kExtensions{Extension{"movzbl", "movzx", 1}, Extension{"movzbw", "movzx", 1},
                                 Extension{"movzbq", "movzx", 1}, Extension{"movzwl", "movzx", 2},
                                 Extension{"movzwq", "movzx", 2}, Extension{"movsbl", "movsx", 1},
                                 Extension{"movsbw", "movsx", 1}, Extension{"movsbq", "movsx", 1},
                                 Extension{"movswl", "movsx", 2}, Extension{"movswq", "movsx", 2}};

/// Comparisons of vectors that name what the constant says (Intel SDM, CMPPS: predicates of all encodings).
constexpr std::array<std::string_view, 8> kPredicates{"eq", "lt", "le", "unord", "neq", "nlt", "nle", "ord"};

/// Short forms as what they stand for: a shift without a count is one by 1, and a named comparison has a constant.
Statement writtenOut(Statement statement) {
    const auto add = [&](std::int64_t number) {
        Operand constant;
        constant.kind = Operand::Kind::Number;
        constant.at = statement.at;
        constant.number = number;
        statement.operands.push_back(std::move(constant));
    };
    const std::string_view stem = std::string_view(statement.name).substr(statement.name.starts_with('v') ? 1 : 0);
    if (statement.operands.size() == 1 &&
        (stem.starts_with("sh") || stem.starts_with("sa") || stem.starts_with("ro") || stem.starts_with("rc"))) {
        std::string_view plain = stem;
        constexpr std::array<std::string_view, 8> kShifts{"shl", "shr", "sal", "sar", "rol", "ror", "rcl", "rcr"};
        if (statement.att && plain.size() == 4) plain.remove_suffix(1);
        if (std::ranges::find(kShifts, plain) != kShifts.end()) add(1);
    }
    if (!stem.starts_with("cmp") || stem.size() < 7) return statement;
    const std::string_view predicate = stem.substr(3, stem.size() - 5), type = stem.substr(stem.size() - 2);
    const auto* found = std::ranges::find(kPredicates, predicate);
    if (found == kPredicates.end() || (type != "ps" && type != "pd" && type != "ss" && type != "sd")) return statement;
    add(found - kPredicates.begin());
    statement.name = std::string(stem.size() < statement.name.size() ? "v" : "") + "cmp" + std::string(type);
    return statement;
}

ZydisMnemonic mnemonicNamed(std::string_view name) {
    for (int i = ZYDIS_MNEMONIC_INVALID + 1; i <= ZYDIS_MNEMONIC_MAX_VALUE; ++i) {
        const char* known = ZydisMnemonicGetString(static_cast<ZydisMnemonic>(i));
        if (known != nullptr && name == known) return static_cast<ZydisMnemonic>(i);
    }
    return ZYDIS_MNEMONIC_INVALID;
}

ZydisMnemonic mnemonicOf(std::string_view name) {
    if (const auto* alias = std::ranges::find(kNames, name, &Alias::other); alias != kNames.end()) name = alias->name;
    if (const ZydisMnemonic found = mnemonicNamed(name); found != ZYDIS_MNEMONIC_INVALID) return found;
    for (const std::string_view stem : {"j", "cmov", "set"}) {
        if (!name.starts_with(stem)) continue;
        const auto* alias = std::ranges::find(kConditions, name.substr(stem.size()), &Alias::other);
        if (alias != kConditions.end()) return mnemonicNamed(std::string(stem) + std::string(alias->name));
    }
    return ZYDIS_MNEMONIC_INVALID;
}

/// What a name may mean, and the size that it states for memory.
struct Reading {
    ZydisMnemonic mnemonic = ZYDIS_MNEMONIC_INVALID;
    int bytes = 0;
};

std::vector<Reading> readingsOf(const Statement& statement) {
    std::vector<Reading> readings;
    const std::string_view name = statement.name;
    if (const auto* extension = std::ranges::find(kExtensions, name, &Extension::name);
        statement.att && extension != kExtensions.end())
        return {{mnemonicNamed(extension->means), extension->bytes}};
    if (const ZydisMnemonic found = mnemonicOf(name); found != ZYDIS_MNEMONIC_INVALID) readings.push_back({found, 0});
    constexpr std::string_view kSuffixes = "bwlq";
    const std::size_t suffix = kSuffixes.find(name.back());
    if (!statement.att || suffix == std::string_view::npos) return readings;
    if (const ZydisMnemonic found = mnemonicOf(name.substr(0, name.size() - 1)); found != ZYDIS_MNEMONIC_INVALID)
        readings.push_back({found, 1 << suffix});
    return readings;
}

int bytesOfRegister(int name) {
    return ZydisRegisterGetWidth(ZYDIS_MACHINE_MODE_LONG_64, static_cast<ZydisRegister>(name)) / 8;
}

ZydisInstructionAttributes attributesOf(const Statement& statement) {
    ZydisInstructionAttributes attributes = 0;
    for (const std::string& prefix : statement.prefixes)
        attributes |= prefix == "lock"             ? ZYDIS_ATTRIB_HAS_LOCK
                      : prefix == "rep"            ? ZYDIS_ATTRIB_HAS_REP
                      : prefix.starts_with("repn") ? ZYDIS_ATTRIB_HAS_REPNE
                                                   : ZYDIS_ATTRIB_HAS_REPE;
    return attributes;
}

ZydisBroadcastMode broadcastOf(int places) {
    switch (places) {
    case 2: return ZYDIS_BROADCAST_MODE_1_TO_2;
    case 4: return ZYDIS_BROADCAST_MODE_1_TO_4;
    case 8: return ZYDIS_BROADCAST_MODE_1_TO_8;
    case 16: return ZYDIS_BROADCAST_MODE_1_TO_16;
    default: return ZYDIS_BROADCAST_MODE_INVALID;
    }
}

ZydisEncoderOperand operandOf(const Operand& operand, std::int64_t target) {
    ZydisEncoderOperand out{};
    switch (operand.kind) {
    case Operand::Kind::Register:
        out.type = ZYDIS_OPERAND_TYPE_REGISTER;
        out.reg.value = static_cast<ZydisRegister>(operand.name);
        break;
    case Operand::Kind::Memory:
        out.type = ZYDIS_OPERAND_TYPE_MEMORY;
        out.mem.base = static_cast<ZydisRegister>(operand.base);
        out.mem.index = static_cast<ZydisRegister>(operand.index);
        out.mem.scale = static_cast<ZyanU8>(operand.scale);
        out.mem.displacement = operand.number;
        break;
    case Operand::Kind::Number:
    case Operand::Kind::Label:
        out.type = ZYDIS_OPERAND_TYPE_IMMEDIATE;
        out.imm.s = operand.kind == Operand::Kind::Label ? target : operand.number;
        break;
    }
    return out;
}

bool isBranch(ZydisMnemonic mnemonic) {
    const std::string_view name = ZydisMnemonicGetString(mnemonic);
    return name.starts_with("j") || name == "call" || name.starts_with("loop");
}

using Bytes = std::vector<std::uint8_t>;

Bytes encoded(ZydisEncoderRequest request, std::size_t offset) {
    std::array<std::uint8_t, ZYDIS_MAX_INSTRUCTION_LENGTH> bytes{};
    ZyanUSize length = bytes.size();
    const bool relative = isBranch(request.mnemonic) && request.operand_count > 0 &&
                          request.operands[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
    const ZyanStatus status = relative ? ZydisEncoderEncodeInstructionAbsolute(&request, bytes.data(), &length, offset)
                                       : ZydisEncoderEncodeInstruction(&request, bytes.data(), &length);
    if (!ZYAN_SUCCESS(status)) return {};
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)};
}

/// A constant with the sign that its width gives it: 0xffffffff beside 32 bits is -1.
void giveSigns(ZydisEncoderRequest& request, int bytes) {
    for (int i = 0; i < request.operand_count; ++i) {
        auto& operand = request.operands[i];
        if (operand.type != ZYDIS_OPERAND_TYPE_IMMEDIATE || bytes <= 0 || bytes >= 8) continue;
        const std::uint64_t half = std::uint64_t{1} << (8 * bytes - 1);
        if (operand.imm.u >= half && operand.imm.u < 2 * half)
            operand.imm.s = static_cast<std::int64_t>(operand.imm.u) - static_cast<std::int64_t>(2 * half);
    }
}

/// The forms that a request may have to take for the encoder: with the mask that every instruction of one prefix names,
/// with the fourth register in a constant's place.
Bytes encodedSomehow(ZydisEncoderRequest request, const Statement& statement, int bytes, std::size_t offset) {
    const auto attempt = [&](ZydisEncoderRequest form) {
        form.allowed_encodings =
            static_cast<ZydisEncodableEncoding>(ZYDIS_ENCODABLE_ENCODING_LEGACY | ZYDIS_ENCODABLE_ENCODING_3DNOW |
                                                ZYDIS_ENCODABLE_ENCODING_XOP | ZYDIS_ENCODABLE_ENCODING_VEX);
        if (statement.mask == 0 && form.evex.broadcast == ZYDIS_BROADCAST_MODE_INVALID) {
            if (Bytes out = encoded(form, offset); !out.empty()) return out;
            if (form.operand_count == 4 && form.operands[3].type == ZYDIS_OPERAND_TYPE_REGISTER) {
                form.operands[3].reg.is4 = ZYAN_TRUE;
                if (Bytes out = encoded(form, offset); !out.empty()) return out;
                form.operands[3].reg.is4 = ZYAN_FALSE;
            }
        }
        form.allowed_encodings = ZYDIS_ENCODABLE_ENCODING_EVEX;
        if (Bytes out = encoded(form, offset); !out.empty() && statement.mask == 0) return out;
        if (form.operand_count == 0 || form.operand_count == ZYDIS_ENCODER_MAX_OPERANDS) return Bytes();
        std::copy_backward(form.operands + 1, form.operands + form.operand_count,
                           form.operands + form.operand_count + 1);
        ++form.operand_count;
        form.operands[1] = ZydisEncoderOperand{};
        form.operands[1].type = ZYDIS_OPERAND_TYPE_REGISTER;
        form.operands[1].reg.value =
            statement.mask != 0 ? static_cast<ZydisRegister>(statement.mask) : ZYDIS_REGISTER_K0;
        form.evex.zeroing_mask = statement.zeroing ? ZYAN_TRUE : ZYAN_FALSE;
        return encoded(form, offset);
    };
    if (Bytes out = attempt(request); !out.empty()) return out;
    giveSigns(request, bytes);
    return attempt(request);
}

/// Shifts by cl say nothing about the size of what they shift.
bool shiftsByCl(ZydisMnemonic mnemonic) {
    constexpr std::array kShifts{ZYDIS_MNEMONIC_SHL, ZYDIS_MNEMONIC_SHR, ZYDIS_MNEMONIC_SAR, ZYDIS_MNEMONIC_ROL,
                                 ZYDIS_MNEMONIC_ROR, ZYDIS_MNEMONIC_RCL, ZYDIS_MNEMONIC_RCR};
    return std::ranges::find(kShifts, mnemonic) != kShifts.end();
}

/// Sizes that memory without a stated one takes from the instruction itself, the likeliest first.
std::vector<int> impliedSizes(const Statement& statement, ZydisMnemonic mnemonic) {
    if (isBranch(mnemonic) || mnemonic == ZYDIS_MNEMONIC_PUSH || mnemonic == ZYDIS_MNEMONIC_POP) return {8};
    std::vector<int> sizes;
    if (shiftsByCl(mnemonic)) return sizes;
    for (const Operand& operand : statement.operands)
        if (operand.kind == Operand::Kind::Register) sizes.push_back(bytesOfRegister(operand.name));
    return sizes;
}

struct Encoding {
    Bytes bytes;
    bool ambiguous = false;
};

Encoding encodingOf(const Statement& statement, const Reading& reading, std::int64_t target, std::size_t offset) {
    ZydisEncoderRequest request{};
    request.machine_mode = ZYDIS_MACHINE_MODE_LONG_64;
    request.mnemonic = reading.mnemonic;
    request.prefixes = attributesOf(statement);
    request.operand_count = static_cast<ZyanU8>(statement.operands.size());
    ZydisEncoderOperand* memory = nullptr;
    int stated = reading.bytes, of_registers = reading.bytes;
    for (std::size_t i = 0; i < statement.operands.size(); ++i) {
        const Operand& operand = statement.operands[i];
        request.operands[i] = operandOf(operand, target);
        if (operand.kind == Operand::Kind::Register && of_registers == 0) of_registers = bytesOfRegister(operand.name);
        if (operand.kind != Operand::Kind::Memory) continue;
        memory = &request.operands[i];
        if (operand.bytes != 0) stated = operand.bytes;
        if (operand.broadcast != 0) request.evex.broadcast = broadcastOf(operand.broadcast);
    }
    // An address that is computed has the size of addresses, whatever the name ends in.
    if (reading.mnemonic == ZYDIS_MNEMONIC_LEA) stated = 8;
    const auto with = [&](int bytes) {
        if (memory != nullptr) memory->mem.size = static_cast<ZyanU16>(bytes);
        return encodedSomehow(request, statement, of_registers != 0 ? of_registers : bytes, offset);
    };
    if (memory == nullptr || stated != 0) return {with(stated), false};
    for (const int bytes : impliedSizes(statement, reading.mnemonic))
        if (Bytes out = with(bytes); !out.empty()) return {out, false};
    Encoding only;
    for (const int bytes : kMemorySizes) {
        Bytes out = with(bytes);
        if (out.empty()) continue;
        if (!only.bytes.empty()) return {{}, true};
        only.bytes = std::move(out);
    }
    return only;
}

std::string namesOfKinds(const Statement& statement) {
    std::string names;
    for (const Operand& operand : statement.operands) {
        names += names.empty() ? "" : ", ";
        switch (operand.kind) {
        case Operand::Kind::Register: names += ZydisRegisterGetString(static_cast<ZydisRegister>(operand.name)); break;
        case Operand::Kind::Memory: names += "[]"; break;
        case Operand::Kind::Number: names += std::to_string(operand.number); break;
        case Operand::Kind::Label: names += operand.label; break;
        }
    }
    return names;
}

/// The bytes of one statement; none with the fault where it is no instruction.
Bytes assembled(const Statement& statement, std::int64_t target, std::size_t offset, Fault& fault) {
    const std::vector<Reading> readings = readingsOf(statement);
    fault = {statement.at, {"error.assembly-no-instruction", {{"name", statement.name}}}};
    if (readings.empty()) return {};
    // A name that is no register is a label, which only branches have.
    const auto label = std::ranges::find(statement.operands, Operand::Kind::Label, &Operand::kind);
    if (label != statement.operands.end() && !isBranch(readings.front().mnemonic)) {
        fault = {label->at, {"error.assembly-no-register", {{"name", label->label}}}};
        return {};
    }
    const std::string kinds = namesOfKinds(statement);
    fault.what = {"error.assembly-operands", {{"name", statement.name}, {"operands", kinds}}};
    if (kinds.empty()) fault.what = {"error.assembly-needs-operands", {{"name", statement.name}}};
    if (statement.operands.size() > ZYDIS_ENCODER_MAX_OPERANDS) return {};
    for (const Reading& reading : readings) {
        const Encoding encoding = encodingOf(statement, reading, target, offset);
        if (!encoding.bytes.empty()) return encoding.bytes;
        if (encoding.ambiguous) fault.what = {"error.assembly-size", {{"name", statement.name}}};
    }
    return {};
}

Error errorAt(std::string_view text, const Fault& fault, std::string_view pointer) {
    const std::string_view before = text.substr(0, std::min(fault.at, text.size()));
    const auto line = static_cast<double>(std::ranges::count(before, '\n') + 1);
    const std::size_t start = before.rfind('\n');
    const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
    return {"bad-value",
            std::string(pointer),
            {"error.assembly-at", {{"line", line}, {"column", static_cast<double>(column)}, {"what", fault.what}}},
            {"accepted.assembly"},
            {}};
}

std::int64_t targetOf(const Statement& statement, const std::map<std::string, std::size_t>& places) {
    for (const Operand& operand : statement.operands) {
        if (operand.kind != Operand::Kind::Label) continue;
        const auto found = places.find(operand.label);
        return found == places.end() ? 0 : static_cast<std::int64_t>(found->second);
    }
    return 0;
}

} // namespace

Result<Bytes> assembleBlock(std::string_view text, std::string_view pointer) {
    // The longest block has as many instructions as bytes, and a line of each is shorter than this.
    constexpr std::size_t kLongestText = 64 * kLongestBlock;
    Listing listing;
    Fault fault;
    if (text.size() > kLongestText)
        return errorAt(text, {kLongestText, {"error.assembly-too-long", {{"most", kLongestText}}}}, pointer);
    if (!readListing(text, listing, fault)) return errorAt(text, fault, pointer);
    std::ranges::transform(listing.statements, listing.statements.begin(), writtenOut);
    if (listing.statements.empty()) return errorAt(text, {0, {"error.assembly-instruction-missing"}}, pointer);
    std::map<std::string, std::size_t> places;
    Bytes code;
    for (int pass = 0; pass < kMostPasses; ++pass) {
        code.clear();
        std::vector<std::size_t> starts;
        for (const Statement& statement : listing.statements) {
            starts.push_back(code.size());
            const Bytes bytes = assembled(statement, targetOf(statement, places), code.size(), fault);
            if (bytes.empty()) return errorAt(text, fault, pointer);
            code.insert(code.end(), bytes.begin(), bytes.end());
            if (code.size() > kLongestBlock)
                return errorAt(text, {statement.at, {"error.assembly-too-long", {{"most", kLongestBlock}}}}, pointer);
        }
        starts.push_back(code.size());
        std::map<std::string, std::size_t> now;
        for (const Label& label : listing.labels)
            now[label.name] = starts[label.statement];
        if (now == places) break;
        places = std::move(now);
    }
    return code;
}

} // namespace strata::cpu
