// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pictures/animated_picture.h"

#include "core/base/input_error.h"
#include "core/formats/text/atomic_file.h"
#include "widgets/theme/plain_text.h"

#include <QFileInfo>
#include <QList>
#include <QRect>

#include <algorithm>
#include <array>
#include <gif_lib.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pipette {
namespace {

constexpr std::size_t most_colours = 256;

int append_to_bytes(GifFileType* gif, const GifByteType* bytes, int count) {
    static_cast<std::string*>(gif->UserData)
        ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
    return count;
}

const QRgb* pixelsOf(const QImage& picture, int line) {
    return reinterpret_cast<const QRgb*>(picture.constScanLine(line));
}

/// Where two pictures of one size differ. One pixel where they do not: no frame is empty.
QRect changedPart(const QImage& before, const QImage& now) {
    if (before.isNull())
        return now.rect();
    QRect part;
    for (int line = 0; line < now.height(); ++line) {
        const QRgb *old = pixelsOf(before, line), *fresh = pixelsOf(now, line);
        const int left = static_cast<int>(std::mismatch(fresh, fresh + now.width(), old).first - fresh);
        int right = now.width() - 1;
        while (right > left && old[right] == fresh[right])
            --right;
        if (left <= right)
            part |= QRect(QPoint(left, line), QPoint(right, line));
    }
    return part.isEmpty() ? QRect(0, 0, 1, 1) : part;
}

/// The commonest colours, as many as a palette holds: charts have few, and shades at the edges of letters.
QList<QRgb> commonColours(const QImage& picture) {
    std::unordered_map<QRgb, int> pixels;
    for (int line = 0; line < picture.height(); ++line)
        for (const QRgb *one = pixelsOf(picture, line), *end = one + picture.width(); one != end; ++one)
            ++pixels[*one];
    std::vector<std::pair<int, QRgb>> by_count;
    for (const auto& [colour, count] : pixels)
        by_count.emplace_back(count, colour);
    std::sort(by_count.rbegin(), by_count.rend());
    by_count.resize(std::min(by_count.size(), most_colours));
    QList<QRgb> colours;
    for (const auto& [count, colour] : by_count)
        colours << colour;
    return colours;
}

struct FreePalette {
    void operator()(ColorMapObject* palette) const { GifFreeMapObject(palette); }
};
using Palette = std::unique_ptr<ColorMapObject, FreePalette>;

/// Of as many entries as a GIF can say: a power of two. Null: there is no memory.
Palette paletteOf(const QList<QRgb>& colours) {
    Palette palette(GifMakeMapObject(1 << GifBitSize(static_cast<int>(colours.size())), nullptr));
    for (qsizetype k = 0; palette && k < colours.size(); ++k)
        palette->Colors[k] = {static_cast<GifByteType>(qRed(colours[k])),
                              static_cast<GifByteType>(qGreen(colours[k])),
                              static_cast<GifByteType>(qBlue(colours[k]))};
    return palette;
}

} // namespace

void AnimatedPicture::Close::operator()(GifFileType* gif) const {
    EGifCloseFile(gif, nullptr);
}

AnimatedPicture::AnimatedPicture(const QString& path, QSize size) : path_(path.toStdString()) {
    if (QFileInfo(path).suffix().toLower() != QLatin1String("gif"))
        throw InputError(path_, {},
                         tr("is no animated picture this program writes: expected .gif").toStdString());
    check_writable(path_);
    int error = 0;
    gif_.reset(EGifOpen(&bytes_, append_to_bytes, &error));
    if (!gif_)
        refuse(error);
    EGifSetGifVersion(gif_.get(), true); // the one with delays
    require(EGifPutScreenDesc(gif_.get(), size.width(), size.height(), 8, 0, nullptr));
    constexpr std::array<GifByteType, 3> for_ever{1, 0, 0};
    require(EGifPutExtensionLeader(gif_.get(), APPLICATION_EXT_FUNC_CODE));
    require(EGifPutExtensionBlock(gif_.get(), 11, "NETSCAPE2.0"));
    require(EGifPutExtensionBlock(gif_.get(), static_cast<int>(for_ever.size()), for_ever.data()));
    require(EGifPutExtensionTrailer(gif_.get()));
}

void AnimatedPicture::add(const QImage& frame, std::chrono::milliseconds seen) {
    QImage now = frame.convertToFormat(QImage::Format_RGB32);
    const QRect part = changedPart(last_, now);
    QImage drawn = now.copy(part);
    const QList<QRgb> colours = commonColours(drawn);
    drawn = drawn.convertToFormat(QImage::Format_Indexed8, colours);
    const Palette palette = paletteOf(colours);
    if (!palette)
        refuse(E_GIF_ERR_NOT_ENOUGH_MEM);
    GraphicsControlBlock control{DISPOSE_DO_NOT, false, static_cast<int>(seen.count() / 10),
                                 NO_TRANSPARENT_COLOR};
    std::array<GifByteType, 4> bytes{};
    const auto count = static_cast<int>(EGifGCBToExtension(&control, bytes.data()));
    require(EGifPutExtension(gif_.get(), GRAPHICS_EXT_FUNC_CODE, count, bytes.data()));
    require(EGifPutImageDesc(gif_.get(), part.left(), part.top(), part.width(), part.height(), false,
                             palette.get()));
    for (int line = 0; line < drawn.height(); ++line)
        require(EGifPutLine(gif_.get(), drawn.scanLine(line), drawn.width()));
    last_ = std::move(now);
}

void AnimatedPicture::write() {
    int error = 0;
    if (EGifCloseFile(gif_.release(), &error) != GIF_OK)
        refuse(error);
    write_atomically(path_, bytes_);
}

void AnimatedPicture::require(int result) const {
    if (result != GIF_OK)
        refuse(gif_->Error);
}

void AnimatedPicture::refuse(int error) const {
    const char* why = GifErrorString(error);
    throw InputError(path_, {},
                     tr("cannot be written: %1").arg(why ? ownText(why) : tr("unknown error")).toStdString());
}

} // namespace pipette
