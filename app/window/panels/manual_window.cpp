// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/manual_window.h"

#include "app/cli/program.h"
#include "views/headline/headline.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QDesktopServices>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace strata::app {
namespace {

const QString kScheme = QStringLiteral("manual");

/// Path of the page that a place names.
QString pathOf(const QUrl& url) { return url.path().mid(1); }

/// A browser whose pages come from memory.
class PageBrowser : public QTextBrowser {
public:
    explicit PageBrowser(const std::vector<cli::Page>& pages) : pages_(pages) {
        // QTextBrowser would hand every scheme but its own to the desktop.
        setOpenLinks(false);
        connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
            if (url.scheme() == kScheme)
                setSource(url, QTextDocument::MarkdownResource);
            else
                QDesktopServices::openUrl(url);
        });
    }

protected:
    QVariant loadResource(int type, const QUrl& name) override {
        const std::string path = pathOf(name).toStdString();
        if (const cli::Page* page = cli::findPage(pages_, path)) return views::toQString(page->text);
        return QTextBrowser::loadResource(type, name);
    }

private:
    const std::vector<cli::Page>& pages_; ///< of the window around it
};

/// 2: every word stands in the title; 1: in the title or the text; 0: not all of them do.
int rank(const cli::Page& page, const QStringList& words) {
    const QString title = views::toQString(page.title), text = views::toQString(page.text);
    const auto in = [&](const QString& where) {
        return std::ranges::all_of(words,
                                   [&](const QString& word) { return where.contains(word, Qt::CaseInsensitive); });
    };
    return in(title) ? 2 : in(text) ? 1 : 0;
}

} // namespace

ManualWindow::ManualWindow(QWidget* parent)
    : QDialog(parent), pages_(cli::manualPages(cli::programCommands())), browser_(new PageBrowser(pages_)),
      list_(new QListWidget), search_(new QLineEdit) {
    setWindowTitle(tr("Manual"));
    setModal(false);
    auto* home = new QPushButton(tr("Contents"));
    auto* back = new QPushButton(tr("Back"));
    auto* forward = new QPushButton(tr("Forward"));
    auto* bar = new QHBoxLayout;
    for (QPushButton* button : {home, back, forward}) {
        button->setAutoDefault(false);
        bar->addWidget(button);
    }
    search_->setPlaceholderText(tr("Search the manual"));
    search_->setAccessibleName(tr("Search the manual"));
    search_->setClearButtonEnabled(true);
    bar->addWidget(search_);
    list_->setAccessibleName(tr("Pages"));
    browser_->setAccessibleName(tr("Manual"));
    browser_->document()->setDocumentMargin(16);
    auto* parts = new QSplitter;
    parts->addWidget(list_);
    parts->addWidget(browser_);
    parts->setStretchFactor(1, 1);
    parts->setSizes({240, 640});
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(bar);
    layout->addWidget(parts);
    resize(900, 680);

    back->setEnabled(false);
    forward->setEnabled(false);
    connect(home, &QPushButton::clicked, this, [this] { showPage(QStringLiteral("index.md")); });
    connect(back, &QPushButton::clicked, browser_, &QTextBrowser::backward);
    connect(forward, &QPushButton::clicked, browser_, &QTextBrowser::forward);
    connect(browser_, &QTextBrowser::backwardAvailable, back, &QPushButton::setEnabled);
    connect(browser_, &QTextBrowser::forwardAvailable, forward, &QPushButton::setEnabled);
    connect(browser_, &QTextBrowser::sourceChanged, this, &ManualWindow::showCurrent);
    connect(search_, &QLineEdit::textChanged, this, &ManualWindow::search);
    connect(list_, &QListWidget::itemActivated, this,
            [this](const QListWidgetItem* item) { showPage(item->data(Qt::UserRole).toString()); });
    connect(list_, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem* item) { showPage(item->data(Qt::UserRole).toString()); });
    search({});
}

void ManualWindow::showPage(const QString& path) {
    const bool known = cli::findPage(pages_, path.toStdString()) != nullptr;
    browser_->setSource(QUrl(kScheme + QStringLiteral(":/") + (known ? path : QStringLiteral("index.md"))),
                        QTextDocument::MarkdownResource);
}

QString ManualWindow::path() const { return pathOf(browser_->source()); }

void ManualWindow::search(const QString& text) {
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    list_->clear();
    for (const int wanted : {2, 1})
        for (const cli::Page& page : pages_) {
            if (rank(page, words) != wanted) continue;
            auto* item = new QListWidgetItem(views::toQString(page.title), list_);
            item->setData(Qt::UserRole, views::toQString(page.path));
        }
    if (list_->count() == 0) {
        auto* item = new QListWidgetItem(tr("No page contains these words."), list_);
        item->setFlags(Qt::NoItemFlags);
    }
    showCurrent(browser_->source());
}

void ManualWindow::showCurrent(const QUrl& url) {
    const QString path = pathOf(url);
    for (int row = 0; row < list_->count(); ++row)
        if (list_->item(row)->data(Qt::UserRole).toString() == path) list_->setCurrentRow(row);
}

QString manualPageOf(const QWidget* widget) {
    for (; widget != nullptr; widget = widget->parentWidget()) {
        if (qobject_cast<const QDockWidget*>(widget)) return QStringLiteral("views/%1.md").arg(widget->objectName());
        if (qobject_cast<const views::Headline*>(widget)) return QStringLiteral("views/headline.md");
    }
    return {};
}

} // namespace strata::app
