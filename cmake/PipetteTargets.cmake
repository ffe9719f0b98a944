# How every target of the house is made, so that the boxes' own lists stay one line each.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(PIPETTE_CCACHE ccache)
if(PIPETTE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${PIPETTE_CCACHE})
endif()

function(pipette_settings target)
  # A batch's files may use one name each for themselves, so that -Wshadow looks at what is local alone.
  # g++ 12 reports std::string's own code (GCC bug 105651), with precompiled headers in three ways.
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion
                                           $<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wshadow>
                                           $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow>
                                           $<$<BOOL:${PIPETTE_WERROR}>:-Werror>)
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
endfunction()

# pipette_says_commit(<target>): the target may include pipette_commit.h, which defines PIPETTE_COMMIT, and PIPETTE_PROGRAM
# with the version before it. Only programs do: a library would be built anew, and all that links it linked anew, at every
# commit.
function(pipette_says_commit target)
  if(NOT TARGET pipette_commit)
    add_custom_target(pipette_commit BYPRODUCTS ${PROJECT_BINARY_DIR}/commit/pipette_commit.h
                      COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
                              -DHEADER=${PROJECT_BINARY_DIR}/commit/pipette_commit.h
                              -P ${PROJECT_SOURCE_DIR}/cmake/commit.cmake VERBATIM)
  endif()
  add_dependencies(${target} pipette_commit)
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/commit)
endfunction()

option(PIPETTE_BATCHES "Compile sources a few at a time" ON)
# pipette_in_batches(<target>): sources are compiled a few at a time, for most of a file's time goes to its headers.
function(pipette_in_batches target)
  if(NOT PIPETTE_BATCHES)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
endfunction()

option(PIPETTE_SANITIZED "Make a twin of each library without Qt, and of the unit tests of these, under sanitizers" OFF)
set(pipette_sanitizers -fsanitize=address,undefined)

# pipette_library(<target> [WHOLE] [SOURCES <files>...] [LINK <targets>...]): all sources below the current folder, or those
# that are named, as one static library. WHOLE: programs take all of it, because sources register rows that nothing else names.
function(pipette_library target)
  cmake_parse_arguments(arg "WHOLE" "" "SOURCES;LINK" ${ARGN})
  if(NOT arg_SOURCES)
    file(GLOB_RECURSE arg_SOURCES CONFIGURE_DEPENDS *.cpp *.h)
  endif()
  set(library ${target})
  if(arg_WHOLE)
    set(library ${target}_whole)
    set(whole WHOLE)
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,${library}>")
  endif()
  add_library(${library} STATIC ${arg_SOURCES})
  target_link_libraries(${library} PUBLIC ${arg_LINK})
  pipette_in_batches(${library})
  pipette_settings(${library})
  if(target MATCHES "_sanitized$")
    set_target_properties(${library} PROPERTIES EXCLUDE_FROM_ALL ON)
    target_compile_options(${library} PRIVATE -O1 -g1 ${pipette_sanitizers} -fno-sanitize-recover=undefined
                                              -fno-omit-frame-pointer -w) # g++ warns of what sanitizers add
    # Tests that are not under sanitizers free what Eigen has allocated here.
    target_compile_definitions(${library} PRIVATE EIGEN_MALLOC_ALREADY_ALIGNED=1)
    target_link_options(${library} INTERFACE ${pipette_sanitizers})
  elseif(PIPETTE_SANITIZED AND NOT CMAKE_AUTOMOC)
    pipette_twins(twins ${arg_LINK})
    pipette_library(${target}_sanitized ${whole} SOURCES ${arg_SOURCES} LINK ${twins})
  endif()
endfunction()

# pipette_twins(<variable> <targets>...): the targets under sanitizers; one that has no twin stays.
function(pipette_twins variable)
  list(TRANSFORM ARGN APPEND _sanitized OUTPUT_VARIABLE twins)
  foreach(target twin IN ZIP_LISTS ARGN twins)
    if(TARGET ${twin})
      list(APPEND found ${twin})
    else()
      list(APPEND found ${target})
    endif()
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

find_program(PIPETTE_MOLD mold)
# pipette_test_options(<target>): a build's time goes to the tests first, and what they measure is in the libraries.
function(pipette_test_options target)
  if(PIPETTE_MOLD)
    target_link_options(${target} PRIVATE -fuse-ld=mold) # a quarter of the time
  endif()
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overread>) # the same bug
  # Qt says the folder of each test on the command line (for QFINDTESTDATA): no two could share precompiled headers.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1> -UQT_TESTCASE_BUILDDIR -UQT_TESTCASE_SOURCEDIR)
endfunction()

# pipette_test_headers(<target> LINK <targets>... HEADERS <headers>...): precompiled headers for tests that link the same.
function(pipette_test_headers target)
  cmake_parse_arguments(arg "" "" "LINK;HEADERS" ${ARGN})
  file(CONFIGURE OUTPUT ${target}.cpp CONTENT "")
  add_library(${target} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  target_link_libraries(${target} PRIVATE ${arg_LINK} Qt6::Test)
  target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
  pipette_settings(${target})
  pipette_test_options(${target})
endfunction()

set(pipette_test_environment "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8")
# pipette_tests(LABEL <label> [LINK <targets>...] [HEADERS_OF <target>] [TIMEOUT <seconds>]): one Qt Test program for each
# *_test.cpp of the current folder, which target <label>_tests builds, with the precompiled headers of a target.
function(pipette_tests)
  cmake_parse_arguments(arg "" "LABEL;TIMEOUT;HEADERS_OF" "LINK" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=") # ten times as slow, searches above all (their presets tell Qt Test too)
    math(EXPR arg_TIMEOUT "10 * ${arg_TIMEOUT}")
  endif()
  if(NOT arg_HEADERS_OF)
    set(arg_HEADERS_OF pipette_test_headers)
  endif()
  file(GLOB sources CONFIGURE_DEPENDS *_test.cpp)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE "/" "_" prefix ${folder})
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME_WE)
    set(test ${prefix}_${name})
    set(moc ${CMAKE_CURRENT_BINARY_DIR}/${name}.moc)
    qt_generate_moc(${source} ${moc}) # one command: automoc would compile an empty file for each test
    add_executable(${test} ${source} ${moc})
    target_link_libraries(${test} PRIVATE ${arg_LINK} Qt6::Test)
    target_compile_definitions(${test} PRIVATE PIPETTE_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                               PIPETTE_BINARY_DIR="${PROJECT_BINARY_DIR}")
    target_include_directories(${test} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
    target_precompile_headers(${test} REUSE_FROM ${arg_HEADERS_OF})
    if(NOT TARGET ${arg_LABEL}_tests)
      add_custom_target(${arg_LABEL}_tests)
    endif()
    add_dependencies(${arg_LABEL}_tests ${test})
    pipette_settings(${test})
    pipette_test_options(${test})
    add_test(NAME ${folder}/${name} COMMAND ${test} WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
    set_tests_properties(${folder}/${name} PROPERTIES LABELS ${arg_LABEL} TIMEOUT ${arg_TIMEOUT}
      ENVIRONMENT "${pipette_test_environment}")
    if(PIPETTE_SANITIZED AND NOT CMAKE_AUTOMOC AND arg_LABEL STREQUAL "unit")
      pipette_sanitized_test(${test} ${folder}/${name} ${arg_LINK})
    endif()
  endforeach()
endfunction()

# pipette_sanitized_test(<test> <name> <libraries>...): the objects of a test, linked with the twins of its libraries. Target
# sanitized_tests builds all of them.
function(pipette_sanitized_test test name)
  pipette_twins(twins ${ARGN})
  add_executable(${test}_sanitized EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${test}>)
  set_target_properties(${test}_sanitized PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${test}_sanitized PRIVATE ${twins} Qt6::Test)
  pipette_test_options(${test}_sanitized)
  if(NOT TARGET sanitized_tests)
    add_custom_target(sanitized_tests)
  endif()
  add_dependencies(sanitized_tests ${test}_sanitized)
  add_test(NAME sanitized/${name} COMMAND ${test}_sanitized WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  set_tests_properties(sanitized/${name} PROPERTIES LABELS sanitized TIMEOUT 1200
    ENVIRONMENT "${pipette_test_environment};QTEST_FUNCTION_TIMEOUT=1200000;LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/sanitizers/lsan.supp")
endfunction()
