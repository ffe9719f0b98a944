// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <QStringList>

#include <vector>

class QLabel;

namespace pipette {

/// The lessons in their order, with a tick on those that are done.
class LessonList : public QWidget {
    Q_OBJECT

public:
    explicit LessonList(QWidget* parent = nullptr);

    struct Row {
        QString title;
        bool done = false;
    };
    void setRows(std::vector<Row> rows);
    void setCurrent(int row);
    QListWidget& list() { return *list_; }

signals:
    void chosen(int row);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showRows();

    std::vector<Row> rows_;
    QLabel* progress_;
    QListWidget* list_;
};

} // namespace pipette
