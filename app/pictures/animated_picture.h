// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QImage>
#include <QSize>
#include <QString>

#include <chrono>
#include <memory>
#include <string>

struct GifFileType;

namespace pipette {

/// A picture that plays for ever: a GIF, made frame after frame in memory and written at the end. Each frame
/// has a palette of its own and holds only the rectangle that differs from the frame before.
class AnimatedPicture {
    Q_DECLARE_TR_FUNCTIONS(pipette::AnimatedPicture)

public:
    /// `size`: pixels of every frame. Throws InputError when the path has another end than .gif or cannot be
    /// written.
    AnimatedPicture(const QString& path, QSize size);

    /// Adds a frame that is seen so long; a GIF counts hundredths of a second. Throws InputError when the
    /// frame cannot be encoded.
    void add(const QImage& frame, std::chrono::milliseconds seen);
    /// Writes the file whole or not at all; nothing can be added afterwards. Throws InputError when it cannot
    /// be written.
    void write();

private:
    Q_DISABLE_COPY_MOVE(AnimatedPicture) // the encoder knows where its bytes are
    struct Close {
        void operator()(GifFileType* gif) const;
    };
    void require(int result) const;
    [[noreturn]] void refuse(int error) const;

    std::string path_, bytes_;
    std::unique_ptr<GifFileType, Close> gif_; ///< null: all is written
    QImage last_;                             ///< the frame before
};

} // namespace pipette
