// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QPointer>

#include <vector>

namespace pipette {

class PickerPopup;

/// Something that a Picker offers.
struct Pick {
    QString text;
    QString group;     ///< the heading that it stands under; picks of one group stand together
    QString side = {}; ///< said of it at the right, fainter: "671 B, 37.6 B active"
};

/// A file that a Picker offers under "Recent".
struct RecentFile {
    QString name, path;
};

/// What a Picker says.
struct PickerWords {
    QString name;   ///< for screen readers: "Model preset"
    QString prompt; ///< in the empty search line: "Find a model"
    QString none;   ///< when nothing is found; %1: what was typed
};

/// Where an entry of a Picker's model keeps what Pick says: the number of the pick or the path of the file is
/// the item's data, in Qt::UserRole.
enum PickRole { pick_group_role = Qt::UserRole + 1, pick_side_role };

/// A choice of many: it opens a list with headings and a line to search it. What it shows when closed is for
/// its owner to say, as a choice may fail or lead to something else: choosing only emits.
class Picker : public QComboBox {
    Q_OBJECT

public:
    explicit Picker(PickerWords words, QWidget* parent = nullptr);

    void setPicks(std::vector<Pick> picks);
    void setRecentFiles(std::vector<RecentFile> files); ///< they stand above the picks
    /// The pick that the closed field shows; one of another text: the field shows its placeholder.
    void showPick(const QString& text);

    void showPopup() override;
    void hidePopup() override;

signals:
    void aboutToOpen();                         ///< the last moment to say which files are recent
    void picked(int pick, const QString& text); ///< its place among setPicks()
    void fileRequested(const QString& path);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void open(const QString& typed); ///< in the search line
    void fill();
    void add(const Pick& pick, const QVariant& data);

    const PickerWords words_;
    std::vector<Pick> picks_;
    std::vector<RecentFile> files_;
    QString shown_; ///< the text of the pick that is shown; empty: none is
    QPointer<PickerPopup> popup_;
};

} // namespace pipette
