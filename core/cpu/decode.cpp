// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/decode.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <Zydis/Zydis.h>

namespace strata::cpu {
namespace {

Error bad(std::string_view pointer, Message text, Message expected) {
    return {"bad-value", std::string(pointer), std::move(text), std::move(expected), {}};
}

int digitOf(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// Where the value of a register lives; nothing for those that are not followed (segments, x87, the instruction
/// pointer).
std::optional<Place> placeOf(ZydisRegister name) {
    const ZydisRegisterClass kind = ZydisRegisterGetClass(name);
    const ZyanI8 id = ZydisRegisterGetId(name);
    switch (kind) {
    case ZYDIS_REGCLASS_GPR8:
        // Bytes 1 of the first four registers have the numbers 4 to 7, the low bytes of rsp to rdi and beyond follow.
        return static_cast<Place>(name >= ZYDIS_REGISTER_AH && name <= ZYDIS_REGISTER_BH ? name - ZYDIS_REGISTER_AH
                                  : name >= ZYDIS_REGISTER_SPL                           ? name - ZYDIS_REGISTER_SPL + 4
                                                                                         : name - ZYDIS_REGISTER_AL);
    case ZYDIS_REGCLASS_GPR16:
    case ZYDIS_REGCLASS_GPR32:
    case ZYDIS_REGCLASS_GPR64:
        return id >= 0 && id < kFirstVector ? std::optional<Place>(static_cast<Place>(id)) : std::nullopt;
    case ZYDIS_REGCLASS_XMM:
    case ZYDIS_REGCLASS_YMM:
    case ZYDIS_REGCLASS_ZMM:
        return id >= 0 && id < kFirstMask - kFirstVector ? std::optional<Place>(static_cast<Place>(kFirstVector + id))
                                                         : std::nullopt;
    case ZYDIS_REGCLASS_MASK:
        return id >= 0 && id < 8 ? std::optional<Place>(static_cast<Place>(kFirstMask + id)) : std::nullopt;
    default: return std::nullopt;
    }
}

bool isGeneral(ZydisRegister name) {
    const ZydisRegisterClass kind = ZydisRegisterGetClass(name);
    return kind >= ZYDIS_REGCLASS_GPR8 && kind <= ZYDIS_REGCLASS_GPR64;
}

void add(std::vector<Place>& places, Place place) {
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
}

void add(std::vector<Place>& places, ZydisRegister name) {
    if (const auto place = placeOf(name)) add(places, *place);
}

char letterOfAddress(const ZydisDecodedOperandMem& address) {
    const bool base = address.base != ZYDIS_REGISTER_NONE, index = address.index != ZYDIS_REGISTER_NONE;
    const bool far = address.disp.has_displacement != 0 && address.disp.value != 0;
    if (!index) return 'a';
    if (address.scale > 1) return base && far ? 'u' : 's';
    return base && far ? 't' : base ? 'b' : 'a';
}

char letterOf(const ZydisDecodedOperand& operand) {
    switch (operand.type) {
    case ZYDIS_OPERAND_TYPE_REGISTER: {
        const auto place = placeOf(operand.reg.value);
        if (!place) return 'o';
        return *place < kFirstVector ? 'r' : *place < kFirstMask ? 'x' : 'k';
    }
    case ZYDIS_OPERAND_TYPE_IMMEDIATE: return 'i';
    case ZYDIS_OPERAND_TYPE_MEMORY:
        return operand.mem.type == ZYDIS_MEMOP_TYPE_AGEN ? letterOfAddress(operand.mem) : 'm';
    default: return 'o';
    }
}

bool reads(const ZydisDecodedOperand& operand) {
    // What is written under a condition keeps its old value otherwise.
    return (operand.actions & (ZYDIS_OPERAND_ACTION_MASK_READ | ZYDIS_OPERAND_ACTION_CONDWRITE)) != 0;
}

bool writes(const ZydisDecodedOperand& operand) { return (operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0; }

void addRegister(const ZydisDecodedOperand& operand, bool in_stack_engine, Instruction& out) {
    const ZydisRegister name = operand.reg.value;
    if (in_stack_engine && placeOf(name) == Place{4}) return; // rsp of push, pop, call and return
    if (reads(operand)) add(out.reads, name);
    if (!writes(operand)) return;
    add(out.writes, name);
    // A write of 8 or 16 bits keeps the rest of the register.
    if (isGeneral(name) && operand.size < 32) add(out.reads, name);
}

void addMemory(const ZydisDecodedOperand& operand, bool in_stack_engine, Instruction& out) {
    const bool computed = operand.mem.type == ZYDIS_MEMOP_TYPE_AGEN;
    const bool load = !computed && (operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
    out.loads |= load;
    out.stores |= !computed && writes(operand);
    out.indexed |= !computed && operand.mem.index != ZYDIS_REGISTER_NONE;
    if (in_stack_engine) return;
    // The result does not wait for the address of a store.
    std::vector<Place>* places = computed ? &out.reads : load ? &out.addresses : nullptr;
    if (places == nullptr) return;
    add(*places, operand.mem.base);
    add(*places, operand.mem.index);
    if (computed && operand.mem.disp.has_displacement != 0) out.constant = static_cast<double>(operand.mem.disp.value);
}

void addFlags(const ZydisAccessedFlags* flags, Instruction& out) {
    if (flags == nullptr) return;
    const std::uint32_t others =
        ZYDIS_CPUFLAG_PF | ZYDIS_CPUFLAG_AF | ZYDIS_CPUFLAG_ZF | ZYDIS_CPUFLAG_SF | ZYDIS_CPUFLAG_OF;
    const std::uint32_t written = flags->modified | flags->set_0 | flags->set_1 | flags->undefined;
    if ((flags->tested & ZYDIS_CPUFLAG_CF) != 0) add(out.reads, kCarry);
    if ((flags->tested & others) != 0) add(out.reads, kFlags);
    if ((written & ZYDIS_CPUFLAG_CF) != 0) add(out.writes, kCarry);
    if ((written & others) != 0) add(out.writes, kFlags);
}

/// Two or more registers are read by name, and they are one.
bool sameSources(std::span<const ZydisDecodedOperand> named) {
    ZydisRegister first = ZYDIS_REGISTER_NONE;
    std::size_t count = 0;
    for (const ZydisDecodedOperand& operand : named) {
        if (operand.type != ZYDIS_OPERAND_TYPE_REGISTER) {
            if (operand.type == ZYDIS_OPERAND_TYPE_MEMORY) return false;
            continue;
        }
        const bool source = (operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
        if (!source) continue;
        if (count > 0 && operand.reg.value != first) return false;
        first = operand.reg.value;
        ++count;
    }
    return count > 1;
}

/// "jnz 0x0000000000000010" and "add rax, 0x08" without the zeros in front.
std::string withoutPadding(std::string text) {
    for (std::size_t at = text.find("0x"); at != std::string::npos; at = text.find("0x", at + 2)) {
        const std::size_t first = std::min(text.find_first_not_of('0', at + 2), text.size());
        const bool digit = first < text.size() && std::isxdigit(static_cast<unsigned char>(text[first])) != 0;
        text.erase(at + 2, first - at - 2 - (digit ? 0 : 1));
    }
    return text;
}

Instruction translated(const ZydisDisassembledInstruction& decoded) {
    Instruction out;
    out.text = withoutPadding(decoded.text);
    out.name = ZydisMnemonicGetString(decoded.info.mnemonic);
    out.bytes = decoded.info.length;
    const ZydisInstructionCategory category = decoded.info.meta.category;
    const bool stack = category == ZYDIS_CATEGORY_PUSH || category == ZYDIS_CATEGORY_POP ||
                       category == ZYDIS_CATEGORY_CALL || category == ZYDIS_CATEGORY_RET;
    out.branch = category == ZYDIS_CATEGORY_COND_BR || category == ZYDIS_CATEGORY_UNCOND_BR;
    const std::span<const ZydisDecodedOperand> all(decoded.operands, decoded.info.operand_count);
    const auto named = all.first(decoded.info.operand_count_visible);
    for (const ZydisDecodedOperand& operand : named)
        out.operands += letterOf(operand);
    if (!named.empty()) out.bits = named.front().size;
    for (const ZydisDecodedOperand& operand : all) {
        const bool hidden = operand.visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN;
        if (operand.type == ZYDIS_OPERAND_TYPE_REGISTER) addRegister(operand, stack && hidden, out);
        if (operand.type == ZYDIS_OPERAND_TYPE_MEMORY) addMemory(operand, stack && hidden, out);
        if (operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && !hidden)
            out.constant = operand.imm.is_signed != 0 ? static_cast<double>(operand.imm.value.s)
                                                      : static_cast<double>(operand.imm.value.u);
    }
    addFlags(decoded.info.cpu_flags, out);
    out.vector_load = out.loads && !named.empty() && letterOf(named.front()) == 'x';
    out.same_sources = sameSources(named);
    out.three_operands = named.size() > 2 && named.front().type == ZYDIS_OPERAND_TYPE_REGISTER && !reads(named.front());
    return out;
}

} // namespace

Result<std::vector<std::uint8_t>> bytesOfHex(std::string_view text, std::string_view pointer) {
    std::vector<std::uint8_t> bytes;
    int high = -1;
    for (const char c : text) {
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') continue;
        const int digit = digitOf(c);
        if (digit < 0) return bad(pointer, {"error.not-hexadecimal"}, {"accepted.bytes-of-code"});
        if (high < 0) {
            high = digit;
            continue;
        }
        bytes.push_back(static_cast<std::uint8_t>(high * 16 + digit));
        high = -1;
        if (bytes.size() > kLongestBlock) break;
    }
    if (high >= 0) return bad(pointer, {"error.not-hexadecimal"}, {"accepted.bytes-of-code"});
    return bytes;
}

Result<std::vector<Instruction>> decodeBlock(std::span<const std::uint8_t> code, std::string_view pointer) {
    if (code.empty() || code.size() > kLongestBlock)
        return bad(pointer, {"error.block-length", {{"bytes", static_cast<double>(code.size())}}},
                   {"accepted.block-up-to", {{"most", static_cast<double>(kLongestBlock)}}});
    std::vector<Instruction> block;
    for (std::size_t at = 0; at < code.size();) {
        ZydisDisassembledInstruction decoded;
        const ZyanStatus status =
            ZydisDisassembleIntel(ZYDIS_MACHINE_MODE_LONG_64, at, code.data() + at, code.size() - at, &decoded);
        if (!ZYAN_SUCCESS(status))
            return bad(pointer, {"error.no-instruction", {{"offset", static_cast<double>(at)}}},
                       {"accepted.bytes-of-code"});
        block.push_back(translated(decoded));
        at += decoded.info.length;
    }
    return block;
}

} // namespace strata::cpu
