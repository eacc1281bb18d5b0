// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/catalog/kind.h"

#include <memory>
#include <QDialog>
#include <string>
#include <vector>

class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace strata::app {

/// The structure of a device, a cluster or a model as a tree: levels, links and layers are added, copied, moved and
/// taken away, values are typed. What comes out is a whole entry for the user's own catalog.
class StructureDialog : public QDialog {
    Q_OBJECT

public:
    explicit StructureDialog(QWidget* parent = nullptr);
    ~StructureDialog() override;

    /// Shows an entry's whole document; earlier changes are gone.
    void begin(EntryKind kind, std::shared_ptr<const Json> document, const QString& name);
    const Json& document() const { return *document_; }
    /// Why the document is not sound yet; empty where it is.
    QString problem() const;

    /// Chooses the part at a JSON pointer; false where nothing is shown for it.
    bool choose(const std::string& pointer);
    std::string chosen() const; ///< pointer of the chosen part
    QTreeWidget& tree() { return *tree_; }

    // On the chosen part.
    void addMember(const std::string& key);
    void addElement();
    void copyPart();
    void removePart();
    void movePart(int places);
    void undo();

signals:
    void keepWanted(const std::shared_ptr<const strata::Json>& document, const QString& name);

private:
    void apply(Result<Json> changed, const std::string& then_chosen);
    void typed(QTreeWidgetItem* item, int column);
    void rebuild();
    void addChildren(QTreeWidgetItem* parent, const Json& value, const std::string& pointer);
    void showPart(QTreeWidgetItem* item, const Json& value, const std::string& pointer);
    void fillAdditions();
    void updateButtons();

    EntryKind kind_ = EntryKind::Npu;
    std::shared_ptr<const Json> document_;
    std::vector<std::shared_ptr<const Json>> earlier_;
    bool building_ = false;
    QLineEdit* name_;
    QTreeWidget* tree_;
    QToolButton* add_;
    QMenu* additions_;
    QPushButton *copy_, *remove_, *up_, *down_, *undo_, *keep_;
    QLabel* problem_;
};

} // namespace strata::app
