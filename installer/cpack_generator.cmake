# The archive unpacks anywhere: no /usr inside it.
if(CPACK_GENERATOR STREQUAL TGZ)
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
  set(CPACK_PACKAGE_FILE_NAME "pipette-planner-${CPACK_PACKAGE_VERSION}-linux-x86_64")
endif()
