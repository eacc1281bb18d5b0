// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/theme/look.h"

#include "views/support/theme/theme.h"

#include <QApplication>
#include <QString>
#include <QToolTip>

namespace strata::views {
namespace {

// %1 window, %2 surface, %3 text, %4 muted text, %5 hairline, %6 accent, %7 hovered control, %8 error
constexpr const char* kRules = R"(
QToolTip { background: %2; color: %3; border: 1px solid %5; padding: 6px; }
QMainWindow::separator { background: %5; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: %6; }
QDockWidget { titlebar-close-icon: none; titlebar-normal-icon: none; }
QDockWidget::title { background: %1; color: %4; padding: 6px 8px; border-bottom: 1px solid %5; }
QMenuBar { background: %1; border-bottom: 1px solid %5; padding: 2px 4px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: %7; }
QMenu { background: %2; border: 1px solid %5; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 24px; border-radius: 4px; }
QMenu::item:selected { background: %6; color: %2; }
QMenu::item:disabled { color: %4; }
QMenu::separator { height: 1px; background: %5; margin: 4px 8px; }
QToolBar { background: %1; border: none; border-bottom: 1px solid %5; spacing: 4px; padding: 4px 8px; }
QStatusBar { background: %1; border-top: 1px solid %5; color: %4; }
QStatusBar::item { border: none; }
QToolButton { border: none; border-radius: 4px; padding: 4px; background: transparent; }
QToolButton:hover, QToolButton:checked { background: %7; }
QToolButton:focus { background: %7; border: 1px solid %6; padding: 3px; }
QToolButton[popupMode="2"] { padding-right: 20px; }
QToolButton[popupMode="2"]:focus { padding-right: 19px; }
QToolButton::menu-indicator { image: url(:/icons/chevron.svg); width: 12px; height: 12px;
                              subcontrol-origin: padding; subcontrol-position: right center; right: 4px; }
QPushButton { border: 1px solid %5; border-radius: 4px; padding: 4px 12px; background: %2; }
QPushButton:hover { background: %7; }
QPushButton:focus { border-color: %6; }
QPushButton:default { border-color: %6; color: %6; }
QPushButton:disabled { color: %4; }
QComboBox { border: 1px solid transparent; border-radius: 4px; padding: 2px 4px 2px 8px; background: transparent;
            combobox-popup: 0; }
QComboBox:hover { background: %7; }
QComboBox:focus { border-color: %6; }
QComboBox::drop-down { border: none; width: 16px; }
QComboBox::down-arrow { image: url(:/icons/chevron.svg); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: %2; border: 1px solid %5; selection-background-color: %6;
                              selection-color: %2; outline: none; }
QCheckBox::indicator { width: 13px; height: 13px; border: 1px solid %4; border-radius: 3px; background: %2; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: %6; }
QCheckBox::indicator:checked { background: %6; border-color: %6; image: url(:/icons/check.svg); }
QLineEdit, QAbstractSpinBox { border: 1px solid %5; border-radius: 4px; padding: 2px 4px; background: %2; }
QLineEdit:focus, QAbstractSpinBox:focus { border-color: %6; }
QPlainTextEdit { border: none; border-top: 1px solid %5; padding: 0 4px; background: %2; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; width: 16px; background: transparent; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: %7; }
QAbstractSpinBox::up-arrow { image: url(:/icons/chevron_up.svg); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url(:/icons/chevron.svg); width: 10px; height: 10px; }
QHeaderView { background: %2; border: none; }
QHeaderView::section { background: %2; color: %4; border: none; border-bottom: 1px solid %5; padding: 4px 8px; }
QTreeView, QTableView, QListView { background: %2; border: none; outline: none; }
QTreeView::item, QListView::item { padding: 3px 4px; }
QTableView::item { padding: 0 6px; border: none; }
QTabBar { background: %1; }
QMainWindow > QTabBar { qproperty-elideMode: ElideNone; }
QTabBar::tab { background: transparent; color: %4; border: none; border-bottom: 2px solid transparent; padding: 6px 12px; }
QTabBar::tab:hover { color: %3; }
QTabBar::tab:selected { color: %3; border-bottom-color: %6; }
QTabWidget::pane { border: none; border-top: 1px solid %5; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: %5; border-radius: 3px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: %4; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { border: none; border-radius: 2px; background: %5; max-height: 4px; }
QProgressBar::chunk { background: %6; border-radius: 2px; }
QScrollArea { border: none; background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QLabel[tone="muted"] { color: %4; }
QLabel[tone="error"] { color: %8; }
)";

} // namespace

QString styleSheet(const Theme& theme) {
    const QColor hovered = theme.dark ? QColor(0x2d, 0x33, 0x3b) : QColor(0xe9, 0xec, 0xf1);
    return QString::fromLatin1(kRules).arg(theme.window.name(), theme.surface.name(), theme.text.name(),
                                           theme.text_muted.name(), theme.hairline.name(), theme.accent.name(),
                                           hovered.name(), theme.error.name());
}

void applyLook(QApplication& application, bool dark) {
    const Theme chosen = theme(dark);
    application.setStyle(QStringLiteral("Fusion"));
    application.setPalette(chosen.palette());
    QToolTip::setPalette(chosen.palette());
    application.setStyleSheet(styleSheet(chosen));
}

} // namespace strata::views
