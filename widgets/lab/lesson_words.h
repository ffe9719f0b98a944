// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

class QLabel;
class QWidget;

namespace pipette {

// Lesson text (core/lesson/lesson_text.h) in the window. Its characters are shown word for word; only the
// marks of lesson text give it a look, and only pages of the help can be followed.

/// The words without any look, in one line.
QString lessonWords(std::string_view text);

/// A label that wraps and shows lesson text; linkActivated tells the page of the help that a person wants.
QLabel* lessonLabel(std::string_view text = {}, QWidget* parent = nullptr);
void setLessonText(QLabel& label, std::string_view text);

} // namespace pipette
