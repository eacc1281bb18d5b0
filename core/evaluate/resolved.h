// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <typeindex>
#include <typeinfo>
#include <utility>

namespace strata {

/// What a request resolves to, whatever its kind: one immutable value, a LayerQuery or a TrainingQuery for example,
/// that copies share. Whoever works on one type of query asks for it by that type.
class Resolved {
public:
    Resolved() = default;
    template <class Query>
    explicit Resolved(Query query) : query_(std::make_shared<const Query>(std::move(query))), type_(typeid(Query)) {}

    /// The query, or nullptr where the request resolves to another type or is not resolved.
    template <class Query>
    std::shared_ptr<const Query> as() const {
        return type_ == typeid(Query) ? std::static_pointer_cast<const Query>(query_) : nullptr;
    }
    explicit operator bool() const { return query_ != nullptr; }

private:
    std::shared_ptr<const void> query_;
    std::type_index type_ = typeid(void);
};

} // namespace strata
