// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/block/block_assembly.h"

#include "core/cpu/assemble.h"
#include "core/cpu/decode.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <nlohmann/json.hpp>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace strata::views {
namespace {

constexpr int kLines = 7; ///< of the text that are visible at once
constexpr const char* kPointer = "/workload/assembly";

const std::string* textAt(const Json& request, const char* pointer) {
    const Json* found = findPointer(request, pointer);
    return found != nullptr && found->is_string() ? found->get_ptr<const std::string*>() : nullptr;
}

/// Bytes of the block that a request states; empty where it states none that can be read.
std::vector<std::uint8_t> bytesOf(const Json& request) {
    if (const std::string* text = textAt(request, kPointer)) {
        const auto bytes = cpu::assembleBlock(*text, kPointer);
        return bytes ? *bytes : std::vector<std::uint8_t>();
    }
    const std::string* code = textAt(request, "/workload/code");
    const auto bytes =
        code != nullptr ? cpu::bytesOfHex(*code, "") : Result<std::vector<std::uint8_t>>(std::vector<std::uint8_t>());
    return bytes ? *bytes : std::vector<std::uint8_t>();
}

/// The text of a request, or the disassembly of its code.
QString textOf(const Json& request) {
    if (const std::string* text = textAt(request, kPointer)) return toQString(*text);
    const auto block = cpu::decodeBlock(bytesOf(request), "");
    QStringList lines;
    for (const cpu::Instruction& instruction : block ? *block : std::vector<cpu::Instruction>())
        lines << toQString(instruction.text);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

BlockAssembly::BlockAssembly(QWidget* parent) : QWidget(parent) {
    text_ = new QPlainTextEdit(this);
    text_->setObjectName(QStringLiteral("assembly"));
    text_->setAccessibleName(tr("Instructions"));
    text_->setToolTip(tr("Write x86-64 instructions, one in a line, in Intel or AT&T syntax. The design follows as "
                         "soon as the text is right."));
    text_->setPlaceholderText(QStringLiteral("add rax, [rdi+8]"));
    text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text_->setLineWrapMode(QPlainTextEdit::NoWrap);
    text_->setTabChangesFocus(true);
    text_->setFixedHeight(kLines * text_->fontMetrics().lineSpacing() + 10);
    fault_ = new QLabel(this);
    fault_->setObjectName(QStringLiteral("assembly fault"));
    fault_->setTextFormat(Qt::PlainText);
    fault_->setWordWrap(true);
    fault_->setMargin(6);
    fault_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(0);
    column->addWidget(text_);
    column->addWidget(fault_);
    connect(text_, &QPlainTextEdit::textChanged, this, &BlockAssembly::check);
}

bool BlockAssembly::stated(const Json* request) {
    return request != nullptr &&
           (textAt(*request, kPointer) != nullptr || textAt(*request, "/workload/code") != nullptr);
}

QString BlockAssembly::text() const { return text_->toPlainText(); }
QString BlockAssembly::fault() const { return fault_->isHidden() ? QString() : fault_->text(); }

void BlockAssembly::show(std::shared_ptr<const Json> request) {
    // What a hand has typed stays while the design is the one that it made; another design with the same bytes may keep
    // it only where it is right.
    bool same = request_ != nullptr && request != nullptr && *request_ == *request;
    if (!same && request_ != nullptr && request != nullptr && fault_->isHidden()) {
        const auto before = bytesOf(*request_);
        same = !before.empty() && before == bytesOf(*request);
    }
    request_ = std::move(request);
    if (request_ == nullptr || same) return;
    const QSignalBlocker blocker(text_);
    text_->setPlainText(textOf(*request_));
    tell({});
}

void BlockAssembly::tell(const QString& fault) {
    fault_->setText(fault);
    fault_->setVisible(!fault.isEmpty());
}

void BlockAssembly::check() {
    if (request_ == nullptr) return;
    const std::string text = text_->toPlainText().toStdString();
    const auto bytes = cpu::assembleBlock(text, kPointer);
    if (!bytes) return tell(told(bytes.error().text, locale()));
    tell({});
    Json changed = *request_;
    changed["workload"].erase("code");
    changed["workload"]["assembly"] = text;
    request_ = std::make_shared<const Json>(std::move(changed));
    emit written(request_);
}

} // namespace strata::views
