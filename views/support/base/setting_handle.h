// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "views/support/base/step_handle.h"
#include "views/support/base/view.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata::views {

/// One setting of a request that a drag to the right or the arrow keys take through its values.
class SettingHandle : public StepHandle {
    Q_OBJECT

public:
    struct Value {
        Value(const char* json_text, QString shown = {}) : json(json_text), text(std::move(shown)) {}
        std::string json; ///< "1" or "\"int8\""
        QString text;     ///< as the handle shows it; empty: as the request states it
    };
    /// The request holds one of the values, or a number between them.
    SettingHandle(std::string pointer, QString title, std::vector<Value> values, std::size_t usual, QWidget* parent);

    void show(std::shared_ptr<const Json> request);
    using QWidget::show;
    const std::string& pointer() const { return pointer_; }
    const QString& title() const { return title_; }
    /// The change of a design to a value that was chosen; nothing where there is no design.
    std::optional<Edit> editOf(const DesignState* design, const QString& value, const QString& gesture) const;

    static constexpr double kStep = 30.0; ///< pixels from one value to the next

signals:
    /// A JSON text.
    void chosen(const QString& value, const QString& gesture);

protected:
    Steps steps() override;
    void take(std::size_t at, const QString& gesture) override;
    QString shownText() const override;
    QString longestText() const override;
    QString gestureName() const override;

private:
    std::size_t current() const;

    std::string pointer_;
    QString title_;
    std::vector<Value> values_;
    std::size_t usual_;
    std::shared_ptr<const Json> request_;
};

} // namespace strata::views
