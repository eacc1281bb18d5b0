// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences that end with their cause, and arrangements of the window under names of one's own.
#include "app/window/panels/messages_panel.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/view_shelf.h"
#include "app/window/shell/window_actions.h"
#include "views/support/base/view.h"

#include <nlohmann/json.hpp>
#include <QInputDialog>
#include <QMenu>

namespace strata::app {

void MainWindow::notify(NoticeBar::Tone tone, const QString& text, Until until) {
    notice_until_ = until;
    notice_->clearButtons();
    notice_->show(tone, text);
    messages_->add(tone, text);
}

void MainWindow::settle(Until what) {
    if (notice_until_ == what) notice_->hide();
}

void MainWindow::keepPreset(const QString& name) {
    const Json preset{{"layout", saveLayout(*this).toStdString()}, {"views", views_->states()}};
    settings_.setPreset(name, QString::fromStdString(preset.dump()));
}

bool MainWindow::showPreset(const QString& name) {
    const Json preset = Json::parse(settings_.preset(name).toStdString(), nullptr, false);
    if (!preset.is_object()) return false;
    leaveFill();
    const std::string layout = preset.value("layout", std::string());
    const bool placed = restoreLayout(*this, QString::fromStdString(layout));
    const Json states = preset.value("views", Json::object());
    ViewShelf::States kept = views_->states(); // a preset of an older version does not know every view
    for (const auto& [id, state] : states.items())
        if (state.is_string()) kept[id] = state.get<std::string>();
    views_->restore(kept);
    return placed;
}

void MainWindow::fillPresets(QMenu* menu) {
    menu->clear();
    const QStringList names = settings_.presets();
    for (const QString& name : names)
        connect(menu->addAction(name), &QAction::triggered, this, [this, name] { showPreset(name); });
    if (!names.isEmpty()) menu->addSeparator();
    menu->addAction(actions_->keep_preset);
    if (names.isEmpty()) return;
    QMenu* forget = menu->addMenu(tr("&Forget"));
    for (const QString& name : names)
        connect(forget->addAction(name), &QAction::triggered, &settings_,
                [this, name] { settings_.removePreset(name); });
}

void MainWindow::askForPresetName() {
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keep this arrangement"));
    dialog->setLabelText(tr("Name of the arrangement; an existing one is replaced"));
    dialog->setComboBoxItems(settings_.presets());
    dialog->setComboBoxEditable(true);
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
        if (!name.trimmed().isEmpty()) keepPreset(name.trimmed());
    });
    dialog->show();
}

} // namespace strata::app
