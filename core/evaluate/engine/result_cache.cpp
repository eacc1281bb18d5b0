// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/engine/result_cache.h"

#include <variant>

namespace strata {
namespace {

std::size_t bytesOf(const Message& message);

std::size_t bytesOf(const std::string& text) {
    static const std::size_t kInside = std::string().capacity();
    return text.capacity() > kInside ? text.capacity() + 1 : 0;
}

std::size_t bytesOf(const Argument& argument) {
    struct Bytes {
        std::size_t operator()(const std::string& word) const { return bytesOf(word); }
        std::size_t operator()(double) const { return 0; }
        std::size_t operator()(const Amount& amount) const { return bytesOf(amount.unit); }
        std::size_t operator()(const std::vector<Message>& messages) const {
            std::size_t bytes = 0;
            for (const Message& message : messages)
                bytes += sizeof(Message) + bytesOf(message);
            return bytes;
        }
    };
    return sizeof(Argument) + bytesOf(argument.name) + std::visit(Bytes{}, argument.value);
}

std::size_t bytesOf(const Message& message) {
    std::size_t bytes = bytesOf(message.id);
    for (const Argument& argument : message.arguments)
        bytes += bytesOf(argument);
    return bytes;
}

std::size_t bytesOf(const Part& part) {
    std::size_t bytes =
        sizeof(Part) + bytesOf(part.id) + bytesOf(part.title) + bytesOf(part.formula) + bytesOf(part.source);
    for (const Part& child : part.children)
        bytes += bytesOf(child);
    return bytes;
}

std::size_t bytesOf(const Cell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) return sizeof(Cell) + bytesOf(*text);
    // Rows often share a message: it is counted in each, as if it were their own.
    const auto* message = std::get_if<std::shared_ptr<const Message>>(&cell);
    return sizeof(Cell) + (message && *message ? sizeof(Message) + bytesOf(**message) : 0);
}

/// What the estimate holds, give or take what allocators add.
std::size_t bytesOf(const Estimate& estimate) {
    std::size_t bytes = sizeof(Estimate);
    for (const auto& [metric, part] : estimate.parts)
        bytes += bytesOf(part);
    for (const Table& table : estimate.tables)
        for (const auto& row : table.rows) {
            bytes += sizeof(row);
            for (const Cell& cell : row)
                bytes += bytesOf(cell);
        }
    return bytes;
}

} // namespace

std::shared_ptr<const Estimate> ResultCache::find(const std::string& key) {
    const auto found = index_.find(key);
    if (found == index_.end()) return nullptr;
    newest_first_.splice(newest_first_.begin(), newest_first_, found->second);
    return found->second->estimate;
}

void ResultCache::put(const std::string& key, std::shared_ptr<const Estimate> estimate) {
    if (const auto found = index_.find(key); found != index_.end()) {
        bytes_ -= found->second->bytes;
        found->second->bytes = bytesOf(*estimate);
        bytes_ += found->second->bytes;
        found->second->estimate = std::move(estimate);
        newest_first_.splice(newest_first_.begin(), newest_first_, found->second);
        return;
    }
    const std::size_t bytes = bytesOf(*estimate);
    newest_first_.push_front({key, std::move(estimate), bytes});
    index_.emplace(key, newest_first_.begin());
    bytes_ += bytes;
    while (index_.size() > 1 && (index_.size() > capacity_ || bytes_ > most_bytes_)) {
        bytes_ -= newest_first_.back().bytes;
        index_.erase(newest_first_.back().key);
        newest_first_.pop_back();
    }
}

void ResultCache::clear() {
    bytes_ = 0;
    index_.clear();
    newest_first_.clear();
}

} // namespace strata
