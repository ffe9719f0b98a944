# cmake -DSOURCE=... -DVERSION=... -DHEADER=... -P commit.cmake: writes the commit of the source tree into a header, and
# leaves the header alone when it says so already, so that nothing is built anew.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "unknown")
endif()
set(text "// SPDX-License-Identifier: GPL-3.0-or-later\n#pragma once\n#define PIPETTE_COMMIT \"${commit}\"\n")
string(APPEND text "#define PIPETTE_PROGRAM \"${VERSION} ${commit}\"\n")
set(before "")
if(EXISTS ${HEADER})
  file(READ ${HEADER} before)
endif()
if(NOT text STREQUAL before)
  file(WRITE ${HEADER} "${text}")
endif()
