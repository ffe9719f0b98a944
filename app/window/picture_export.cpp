// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/picture_export.h"

#include "app/window/shown_text.h"
#include "core/base/input_error.h"
#include "widgets/charts/chart_view.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/theme/plot_style.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QWidget>

namespace pipette {
namespace {

struct PictureWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::PictureExport)
};

constexpr int screen_dpi = 96;

constexpr int note_height = 22;

void draw(QWidget& view, QPainter& painter, QSize size, const QString& note, double scale = 1) {
    painter.fillRect(QRect({}, size), themeOf(&view).window);
    if (!note.isEmpty()) {
        size.rheight() -= note_height;
        painter.save();
        painter.setFont(view.font());
        painter.setPen(themeOf(&view).text);
        painter.drawText(QRect(8, size.height(), size.width() - 16, note_height),
                         Qt::AlignLeft | Qt::AlignVCenter, note);
        painter.restore();
    }
    if (auto* chart = qobject_cast<ChartView*>(&view))
        chart->renderTo(&painter, size);
    else if (auto* gantt = qobject_cast<GanttView*>(&view))
        gantt->renderTo(&painter, size);
    else {
        sharpenPlots(view, scale);
        view.render(&painter, {}, {}, QWidget::DrawWindowBackground | QWidget::DrawChildren);
        sharpenPlots(view, view.devicePixelRatioF());
    }
}

} // namespace

QImage pictureOf(QWidget& view, QSize size) {
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    draw(view, painter, size, {});
    painter.end();
    return image;
}

void writePicture(QWidget& view, const QString& path, QSize size, const QString& note, double scale) {
    const QString kind = QFileInfo(path).suffix().toLower();
    if (!qobject_cast<ChartView*>(&view) && !qobject_cast<GanttView*>(&view))
        size = view.size();
    if (!note.isEmpty())
        size.rheight() += note_height;
    QSaveFile file(path);
    const auto refuse = [&](const QString& why) {
        throw InputError(path.toStdString(), {}, why.toStdString());
    };
    if (kind != QLatin1String("png") && kind != QLatin1String("svg") && kind != QLatin1String("pdf"))
        refuse(PictureWords::tr("is no picture this program writes: expected .png, .svg or .pdf"));
    if (!file.open(QIODevice::WriteOnly))
        refuse(PictureWords::tr("cannot be written: %1").arg(file.errorString()));
    if (kind == QLatin1String("png")) {
        QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(scale);
        QPainter painter(&image);
        draw(view, painter, size, note, scale);
        painter.end();
        image.setText(QStringLiteral("Description"), shownText(view));
        if (!image.save(&file, "PNG"))
            refuse(PictureWords::tr("cannot be written"));
    } else if (kind == QLatin1String("svg")) {
        QSvgGenerator svg;
        svg.setOutputDevice(&file);
        svg.setSize(size);
        svg.setViewBox(QRect({}, size));
        svg.setTitle(view.accessibleName());
        svg.setResolution(screen_dpi);
        QPainter painter(&svg);
        draw(view, painter, size, note);
    } else {
        QPdfWriter pdf(&file);
        pdf.setTitle(view.accessibleName());
        pdf.setResolution(screen_dpi);
        pdf.setPageMargins({});
        pdf.setPageSize(QPageSize(QSizeF(size) * 72.0 / screen_dpi, QPageSize::Point));
        QPainter painter(&pdf);
        draw(view, painter, size, note);
    }
    if (!file.commit())
        refuse(PictureWords::tr("cannot be written: %1").arg(file.errorString()));
}

} // namespace pipette
