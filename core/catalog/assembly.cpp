// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/assembly.h"

#include "core/catalog/inheritance.h"
#include "core/catalog/near_names.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata {

namespace {

// Far above any sensible chain, far below what the call stack bears.
constexpr std::size_t kLongestChain = 32;
constexpr std::size_t kLongestId = 80;
constexpr std::string_view kIdRule = "letters, digits, '.', '_' and '-', at most 80 of them, a letter or digit first";

bool isLetterOrDigit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

bool isId(const std::string& text) {
    if (text.empty() || text.size() > kLongestId || !isLetterOrDigit(text.front())) return false;
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return isLetterOrDigit(c) || c == '.' || c == '_' || c == '-'; });
}

std::string textAt(const Json& document, std::string_view pointer) {
    const Json* value = findPointer(document, pointer);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

class Assembler {
public:
    explicit Assembler(const std::vector<SourceDocument>& documents) : documents_(documents) {}

    Assembly run() {
        slots_.resize(documents_.size());
        for (std::size_t i = 0; i < documents_.size(); ++i)
            claimId(i);
        for (std::size_t i = 0; i < documents_.size(); ++i)
            claimAliases(i);
        for (std::size_t i = 0; i < documents_.size(); ++i)
            resolve(i);
        return collect();
    }

private:
    enum class State { Waiting, Done, Failed };

    struct Slot {
        State state = State::Waiting;
        std::string id;
        std::optional<std::size_t> hidden_by; ///< that entry shadows this one, which is then only somebody's base
        std::optional<std::size_t> shadowed;
        std::shared_ptr<const Json> resolved;
    };

    const Json& written(std::size_t i) const { return *documents_[i].document; }

    void fail(std::size_t i, Error error) {
        error.file = documents_[i].file;
        assembly_.errors.push_back(std::move(error));
        slots_[i].state = State::Failed;
    }

    void claimId(std::size_t i) {
        const Json* id = findPointer(written(i), "/id");
        if (id == nullptr) return fail(i, {"missing", "/id", {"error.entry-has-no-id"}, {"accepted.entry-id"}, {}});
        if (!id->is_string() || !isId(id->get_ref<const std::string&>())) {
            return fail(i, {"bad-value",
                            "/id",
                            {"error.field-is", {{"field", "id"}, {"value", id->dump(-1, ' ', true)}}},
                            {"accepted.entry-id"},
                            {}});
        }
        slots_[i].id = id->get<std::string>();
        const auto [owner, is_new] = owners_.emplace(slots_[i].id, i);
        if (is_new) return;
        if (documents_[i].shadows) {
            slots_[i].shadowed = owner->second;
            slots_[owner->second].hidden_by = i;
            owner->second = i;
            return;
        }
        fail(i, {"duplicate-id",
                 "/id",
                 {"error.id-of-other-entry", {{"id", slots_[i].id}, {"file", documents_[owner->second].file}}},
                 documents_[i].user ? Message{"accepted.own-id-or-permission"} : Message{"accepted.own-id"},
                 {}});
    }

    void claimAliases(std::size_t i) {
        const Json* aliases = findPointer(written(i), "/aliases");
        if (slots_[i].state == State::Failed || slots_[i].hidden_by) return;
        if (aliases == nullptr || !aliases->is_array()) return;
        for (std::size_t k = 0; k < aliases->size(); ++k) {
            if (!(*aliases)[k].is_string()) return; // the schema says it better
            const std::string alias = (*aliases)[k].get<std::string>();
            const auto [owner, is_new] = owners_.emplace(alias, i);
            if (is_new || (owner->second == i && alias != slots_[i].id)) continue;
            return fail(i,
                        {"duplicate-id",
                         "/aliases/" + std::to_string(k),
                         {"error.alias-of-other-entry", {{"alias", alias}, {"file", documents_[owner->second].file}}},
                         {"accepted.own-alias"},
                         {}});
        }
    }

    /// The document whose id or alias is `base`, seen from document i.
    std::optional<std::size_t> findBase(std::size_t i, const std::string& base) const {
        if (base == slots_[i].id && slots_[i].shadowed) return slots_[i].shadowed;
        const auto owner = owners_.find(base);
        return owner == owners_.end() ? std::nullopt : std::optional(owner->second);
    }

    /// The document that a document names as its base; nothing when there is none of that name.
    std::optional<std::size_t> parentOf(std::size_t i) const {
        const std::string base = textAt(written(i), "/base");
        return base.empty() ? std::nullopt : findBase(i, base);
    }

    /// Why the chain of bases above a document does not end as it must. What only leads into a cycle has a
    /// broken base.
    std::optional<Error> chainFault(std::size_t i) const {
        std::vector<std::size_t> chain{i};
        while (const std::optional<std::size_t> parent = parentOf(chain.back())) {
            if (*parent == i) {
                return Error{"inheritance-cycle",
                             "/base",
                             {"error.chain-bases-leads-back-to", {{"id", slots_[i].id}}},
                             {"accepted.base-does-not-lead-back"},
                             {}};
            }
            if (std::find(chain.begin(), chain.end(), *parent) != chain.end()) return std::nullopt;
            if (chain.size() > kLongestChain) {
                return Error{"inheritance-cycle",
                             "/base",
                             {"error.chain-bases-too-long"},
                             {"accepted.at-most-steps", {{"longest_chain", kLongestChain}}},
                             {}};
            }
            chain.push_back(*parent);
        }
        return std::nullopt;
    }

    void resolve(std::size_t i) {
        if (slots_[i].state != State::Waiting) return;
        Result<Json> resolved = withBase(i);
        if (!resolved) return fail(i, resolved.error());
        if (Result<void> sound = checkEntry(*resolved, documents_[i].kind); !sound) {
            Error error = sound.error();
            if (const Json* set = findPointer(written(i), "/set")) {
                error.pointer = pointerAsWritten(*set, "/set", {}, error.pointer);
            }
            return fail(i, std::move(error));
        }
        slots_[i].resolved = std::make_shared<const Json>(std::move(*resolved));
        slots_[i].state = State::Done;
    }

    Result<Json> withBase(std::size_t i) {
        const Json& document = written(i);
        const Json* base = findPointer(document, "/base");
        const Json* set = findPointer(document, "/set");
        if (base == nullptr && set != nullptr) {
            return Error{"missing", "/base", {"error.set-changes-entry-but-base-names"}, {"accepted.id-entry"}, {}};
        }
        if (base == nullptr) return document;
        if (!base->is_string()) {
            return Error{"bad-value",
                         "/base",
                         {"error.field-is", {{"field", "base"}, {"value", base->type_name()}}},
                         {"accepted.id-entry"},
                         {}};
        }
        Result<std::size_t> parent = resolvedBase(i, base->get<std::string>());
        if (!parent) return parent.error();
        if (findPointer(document, "/source") == nullptr) {
            return Error{"missing",
                         "/source",
                         {"error.what-entry-changes-has-no-source"},
                         {"accepted.where-facts-come-from"},
                         {}};
        }
        Json result = inherit(*slots_[*parent].resolved, document);
        if (set == nullptr) return result;
        Result<Json> changed = applySet(result, *set, "/set");
        if (!changed) return changed;
        for (const auto& item : set->items())
            attribute(*changed, item.key(), document);
        return changed;
    }

    Result<std::size_t> resolvedBase(std::size_t i, const std::string& base) {
        const std::optional<std::size_t> parent = findBase(i, base);
        if (!parent) {
            return Error{"unknown-base",
                         "/base",
                         {"error.no-entry-called", {{"base", base}}},
                         verbatim(listNames(nearNames(base, namesOf(documents_[i].kind), 3))),
                         {}};
        }
        if (documents_[*parent].kind != documents_[i].kind) {
            return Error{"bad-value",
                         "/base",
                         {"error.kind", {{"base", base}, {"kind", name(documents_[*parent].kind)}}},
                         {"accepted.entry-kind", {{"kind", name(documents_[i].kind)}}},
                         {}};
        }
        if (const std::optional<Error> fault = chainFault(i)) return *fault;
        resolve(*parent); // at most kLongestChain calls deep
        if (slots_[*parent].state == State::Failed) {
            return Error{"broken-base",
                         "/base",
                         {"error.base-could-not-loaded", {{"base", base}, {"file", documents_[*parent].file}}},
                         {"accepted.base-without-errors"},
                         {}};
        }
        return *parent;
    }

    std::vector<std::string> namesOf(EntryKind kind) const {
        std::vector<std::string> names;
        for (const auto& [known, owner] : owners_) {
            if (documents_[owner].kind == kind) names.push_back(known);
        }
        return names;
    }

    Assembly collect() {
        for (std::size_t i = 0; i < documents_.size(); ++i) {
            if (slots_[i].state == State::Done && isVisible(slots_[i])) assembly_.entries.push_back(entry(i));
        }
        std::sort(assembly_.entries.begin(), assembly_.entries.end(),
                  [](const Entry& a, const Entry& b) { return a.kind != b.kind ? a.kind < b.kind : a.id < b.id; });
        return std::move(assembly_);
    }

    // A broken entry of the user does not take the one away that it was meant to hide.
    bool isVisible(const Slot& slot) const { return !slot.hidden_by || slots_[*slot.hidden_by].state == State::Failed; }

    Entry entry(std::size_t i) const {
        const SourceDocument& source = documents_[i];
        return entryOf(slots_[i].resolved, source.kind, source.user ? "user" : source.file, source.user);
    }

    const std::vector<SourceDocument>& documents_;
    std::vector<Slot> slots_;
    std::map<std::string, std::size_t, std::less<>> owners_; ///< of every id and alias
    Assembly assembly_;
};

} // namespace

Entry entryOf(std::shared_ptr<const Json> resolved, EntryKind kind, std::string file, bool user) {
    const Json& document = *resolved;
    Entry entry;
    entry.id = textAt(document, "/id");
    entry.kind = kind;
    entry.name = textAt(document, "/name");
    if (entry.name.empty()) entry.name = entry.id;
    entry.vendor = textAt(document, "/vendor");
    const Json* year = findPointer(document, "/year");
    if (year != nullptr && year->is_number_integer()) entry.year = year->get<int>();
    if (const Json* aliases = findPointer(document, "/aliases")) {
        entry.aliases = aliases->get<std::vector<std::string>>();
    }
    entry.file = std::move(file);
    entry.user = user;
    entry.document = std::move(resolved);
    return entry;
}

Assembly assemble(const std::vector<SourceDocument>& documents) { return Assembler(documents).run(); }

} // namespace strata
