// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/text_window.h"

#include <QTextBrowser>
#include <QVBoxLayout>

namespace strata::app {

TextWindow::TextWindow(const QString& title, const QString& html, QWidget* parent) : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    setModal(false);
    auto* text = new QTextBrowser;
    text->setOpenExternalLinks(true);
    text->setFrameShape(QFrame::NoFrame);
    text->setHtml(html);
    text->setAccessibleName(title);
    text->document()->setDocumentMargin(16);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(text);
    resize(560, 520);
}

} // namespace strata::app
