// SPDX-License-Identifier: GPL-3.0-or-later
// Orders by hand of the lab: files that are read and written.
#include "app/lab/lab_panel.h"
#include "core/formats/documents/schedule_file.h"
#include "core/formats/text/atomic_file.h"
#include "widgets/lab/hand/hand_order_editor.h"
#include "widgets/theme/plain_text.h"

#include <QFileDialog>
#include <QFileInfo>

#include <utility>

namespace pipette {

void LabPanel::wireOrders() {
    connect(lab_, &ScheduleLab::openOrderRequested, this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Open an order"), {},
                                                          tr("Schedules (*.json *.csv);;All files (*)"));
        if (!path.isEmpty())
            openOrder(path);
    });
    connect(lab_, &ScheduleLab::saveOrderRequested, this, [this] {
        ask(tr("Save the order"), QStringLiteral("order.json"),
            [this](const QString& path) { writeOrderTo(path); });
    });
}

void LabPanel::openOrder(const QString& path) {
    Job job;
    job.process = [this, path](std::stop_token) -> Job::Finish {
        HandOrder hand = read_hand_order_file(path.toStdString());
        return [this, path, hand = std::move(hand)] { showOrder(hand, path); };
    };
    job.failed = [this](const std::string& why) { tellRefusal(tr("Open an order"), why); };
    worker_.submit(std::move(job));
}

void LabPanel::showOrder(const HandOrder& hand, const QString& path) {
    setMode(LabMode::free_play);
    lab().orderByHand(hand, hand.published ? wordText(family_of(*hand.published).title)
                                           : nameText(QFileInfo(path).fileName()));
}

void LabPanel::writeOrderTo(const QString& path) {
    const HandOrderEditor& editor = lab().handOrder();
    if (editor.active())
        write_atomically(path.toStdString(), hand_order_to_text(editor.hand()));
}

} // namespace pipette
