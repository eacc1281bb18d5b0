// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <QFrame>
#include <vector>

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace strata::app {

/// Something that can be found by name.
struct Command {
    QString title;
    QString detail; ///< kind, shortcut: shown to the right
    std::function<void()> run;
};

/// How well a name fits what was typed: 0 does not, larger is better. The words that were typed may come in any
/// order; the letters of each must occur in theirs, and count more at starts of words.
int fit(const QString& name, const QString& typed);

/// Ctrl+K: one field, one list; Enter runs, Esc leaves.
class CommandPalette : public QFrame {
    Q_OBJECT

public:
    explicit CommandPalette(QWidget* parent);

    void open(std::vector<Command> commands);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& typed);
    void runCurrent();

    std::vector<Command> commands_;
    std::vector<std::size_t> shown_;
    QLineEdit* field_;
    QListView* list_;
    QStandardItemModel* model_;
};

} // namespace strata::app
