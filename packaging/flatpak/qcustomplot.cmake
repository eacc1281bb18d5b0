# QCustomPlot publishes two files and no build for Qt 6: this one makes the library and the package that CMakeLists.txt finds.
cmake_minimum_required(VERSION 3.21)
project(QCustomPlotQt6 VERSION 2.1.0 LANGUAGES CXX)
set(CMAKE_AUTOMOC ON)
find_package(Qt6 REQUIRED COMPONENTS Widgets PrintSupport)
add_library(QCustomPlotQt6 SHARED qcustomplot.cpp qcustomplot.h)
target_link_libraries(QCustomPlotQt6 PUBLIC Qt6::Widgets Qt6::PrintSupport)
target_include_directories(QCustomPlotQt6 INTERFACE $<INSTALL_INTERFACE:include>)
target_compile_definitions(QCustomPlotQt6 PRIVATE QCUSTOMPLOT_COMPILE_LIBRARY INTERFACE QCUSTOMPLOT_USE_LIBRARY)
install(TARGETS QCustomPlotQt6 EXPORT QCustomPlotQt6 LIBRARY DESTINATION lib)
install(FILES qcustomplot.h DESTINATION include)
install(EXPORT QCustomPlotQt6 NAMESPACE QCustomPlotQt6:: FILE QCustomPlotQt6Config.cmake
    DESTINATION lib/cmake/QCustomPlotQt6)
