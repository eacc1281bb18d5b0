// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/dock_title.h"

#include "views/support/base/toolbar.h"
#include "views/support/theme/icons.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QToolButton>
#include <utility>

namespace strata::app {
namespace {

/// A hairline around a dock that floats: without a frame of the desktop it would run into what lies below.
class DockEdge : public QWidget {
public:
    explicit DockEdge(QDockWidget* dock) : QWidget(dock) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        dock->installEventFilter(this);
        connect(dock, &QDockWidget::topLevelChanged, this, [this](bool floating) { setVisible(floating); });
        setVisible(dock->isFloating());
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const auto* dock = static_cast<QWidget*>(watched);
        if (event->type() == QEvent::Resize) setGeometry(dock->rect());
        if (event->type() == QEvent::ChildAdded || event->type() == QEvent::Show) raise();
        return QWidget::eventFilter(watched, event);
    }
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(views::themeFor(palette()).text_muted);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
};

class FirstShow : public QObject {
public:
    FirstShow(QDockWidget* dock, std::function<void()> make) : QObject(dock), make_(std::move(make)) {
        dock->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::ShowToParent) return false; // told also while the window itself is not seen yet
        watched->removeEventFilter(this);
        std::exchange(make_, {})();
        deleteLater();
        return false;
    }

private:
    std::function<void()> make_;
};

} // namespace

void whenFirstShown(QDockWidget* dock, std::function<void()> make) { new FirstShow(dock, std::move(make)); }

DockTitle::DockTitle(QDockWidget* dock, bool can_fill)
    : QWidget(dock), dock_(dock), label_(new QLabel(dock->windowTitle())), can_fill_(can_fill) {
    QFont bold = label_->font();
    bold.setBold(true);
    label_->setFont(bold);
    label_->setProperty("tone", "muted"); // a palette of its own would not survive a change of the theme
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 2, 4, 2);
    layout->setSpacing(0);
    layout->addWidget(label_, 1);
    if (can_fill) {
        QToolButton* fill = addButton(QStringLiteral("fill"), tr("Fill the window with this view (F11)"));
        connect(fill, &QToolButton::clicked, this, &DockTitle::fillRequested);
    }
    QToolButton* detach = addButton(QStringLiteral("float"), tr("Detach or attach"));
    connect(detach, &QToolButton::clicked, dock, [dock] { dock->setFloating(!dock->isFloating()); });
    QToolButton* hide = addButton(QStringLiteral("close"), tr("Hide; the View menu brings it back"));
    connect(hide, &QToolButton::clicked, dock, &QDockWidget::close);
    connect(dock, &QDockWidget::windowTitleChanged, label_, &QLabel::setText);
    connect(dock, &QDockWidget::topLevelChanged, this, &DockTitle::lookForTabs);
    connect(dock, &QDockWidget::dockLocationChanged, this, &DockTitle::lookForTabs);
    connect(dock, &QDockWidget::visibilityChanged, this, &DockTitle::lookForTabs);
    dock->installEventFilter(this);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    new DockEdge(dock);
    updateIcons();
}

QToolButton* DockTitle::addButton(const QString& icon, const QString& text) {
    auto* button = new QToolButton;
    button->setObjectName(icon);
    button->setToolTip(text);
    button->setAccessibleName(QStringLiteral("%1: %2").arg(dock_->windowTitle(), text));
    button->setAutoRaise(true);
    button->setIconSize({14, 14});
    button->setFocusPolicy(Qt::NoFocus); // the same actions are in the View menu; Tab goes through the data
    layout()->addWidget(button);
    buttons_.push_back(button);
    return button;
}

/// Nothing tells that docks became tabs, but all of them move or change their size then; and the toolbar of a view
/// comes with the view.
bool DockTitle::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move || event->type() == QEvent::Show ||
        event->type() == QEvent::ChildAdded)
        lookForTabs();
    return QWidget::eventFilter(watched, event);
}

void DockTitle::lookForTabs() {
    if (std::exchange(looking_, true)) return;
    QMetaObject::invokeMethod(this, &DockTitle::checkTabs, Qt::QueuedConnection);
}

void DockTitle::checkTabs() {
    looking_ = false;
    const auto* window = qobject_cast<QMainWindow*>(dock_->parentWidget());
    const auto others = window ? window->tabifiedDockWidgets(dock_) : QList<QDockWidget*>();
    const bool tabbed = !dock_->isFloating() &&
                        std::ranges::any_of(others, [](const QDockWidget* other) { return !other->isHidden(); });
    auto* toolbar = dock_->widget() ? dock_->widget()->findChild<views::ViewToolBar*>() : nullptr;
    QWidget* home = tabbed && toolbar ? toolbar : static_cast<QWidget*>(this);
    if (tabbed == tabbed_ && buttons_.front()->parentWidget() == home) return;
    tabbed_ = tabbed;
    label_->setVisible(!tabbed);
    for (QToolButton* button : buttons_) {
        home->layout()->addWidget(button);
        home->layout()->setAlignment(button, home == this ? Qt::Alignment() : Qt::AlignTop);
        button->show();
    }
    updateGeometry();
    if (!toolbar) return;
    // It has other buttons at the same width now: those that have no room go.
    QResizeEvent same(toolbar->size(), toolbar->size());
    QCoreApplication::sendEvent(toolbar, &same);
}

QSize DockTitle::sizeHint() const {
    const QSize whole = QWidget::sizeHint();
    return layout()->count() > 1 ? whole : QSize(whole.width(), 0); // its buttons are in the toolbar
}

QSize DockTitle::minimumSizeHint() const {
    const QSize least = QWidget::minimumSizeHint();
    return layout()->count() > 1 ? least : QSize(0, 0);
}

void DockTitle::updateIcons() {
    const views::Theme colors = views::themeFor(palette());
    for (QToolButton* button : buttons_)
        button->setIcon(views::themedIcon(QStringLiteral(":/icons/%1.svg").arg(button->objectName()), colors));
}

void DockTitle::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) updateIcons();
}

void DockTitle::paintEvent(QPaintEvent*) {
    const views::Theme colors = views::themeFor(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colors.window);
    painter.fillRect(0, height() - 1, width(), 1, colors.hairline);
}

void DockTitle::mouseDoubleClickEvent(QMouseEvent* event) {
    if (can_fill_ && event->button() == Qt::LeftButton) emit fillRequested();
    event->accept();
}

} // namespace strata::app
