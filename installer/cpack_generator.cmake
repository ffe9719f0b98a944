# The archive unpacks anywhere: no /usr inside it, but installer/install and installer/uninstall.
if(CPACK_GENERATOR STREQUAL TGZ)
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
  set(CPACK_PACKAGE_FILE_NAME "pipette-planner-${CPACK_PACKAGE_VERSION}-linux-x86_64")
  set(CPACK_INSTALLED_DIRECTORIES "${CPACK_PIPETTE_ARCHIVE_SCRIPTS};installer")
endif()
