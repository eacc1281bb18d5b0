// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/manual/page.h"

#include <QDialog>

class QLineEdit;
class QListWidget;
class QTextBrowser;
class QUrl;

namespace strata::app {

/// The manual beside the window: its pages with a search, links, and the way back. It blocks nothing.
class ManualWindow : public QDialog {
    Q_OBJECT

public:
    explicit ManualWindow(QWidget* parent);

    /// Shows the page of that path, or the contents where there is none. A link on a page does the same.
    void showPage(const QString& path);
    QString path() const; ///< of the page that is shown
    QTextBrowser& browser() const { return *browser_; }
    QListWidget& list() const { return *list_; }
    /// Lists only the pages that contain every word of the text, those with a word in their title first.
    void search(const QString& text);

private:
    void showCurrent(const QUrl& url);

    std::vector<cli::Page> pages_;
    QTextBrowser* browser_;
    QListWidget* list_;
    QLineEdit* search_;
};

/// The page on the dock that a widget belongs to; empty for a widget outside of all docks.
QString manualPageOf(const QWidget* widget);

} // namespace strata::app
