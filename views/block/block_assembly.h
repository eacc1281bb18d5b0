// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <memory>
#include <optional>
#include <QWidget>
#include <string>

class QLabel;
class QPlainTextEdit;

namespace strata::views {

/// The instructions of a block as text that can be written. What is wrong stands below with its line and column, and
/// the design keeps the last text that was right.
class BlockAssembly : public QWidget {
    Q_OBJECT

public:
    explicit BlockAssembly(QWidget* parent);

    /// Shows the block of a request. A text that means the same bytes stays as it was written.
    void show(std::shared_ptr<const Json> request);
    using QWidget::show;
    /// Whether a request states a block.
    static bool stated(const Json* request);

    QString text() const;
    QString fault() const;

signals:
    /// A text that is right; the request with it.
    void written(std::shared_ptr<const Json> request);

private:
    void check();
    void tell(const QString& fault);

    std::shared_ptr<const Json> request_;
    QPlainTextEdit* text_;
    QLabel* fault_;
};

} // namespace strata::views
