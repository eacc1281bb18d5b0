# Tests of the whole window: the real widgets, offscreen; the scale factor must stand before the program starts.
foreach(name IN ITEMS window_study window_sample window_gpu window_files window_language window_validation window_explore window_explore_dialog window_curves window_cluster window_new_design window_serving window_instant window_keyboard window_precedence window_own_measurements window_comfort window_manual window_resolution window_own_catalog)
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${name}_test.cpp)
        strata_test(views_${name}_test SOURCES ${name}_test.cpp LIBRARIES strata_window QCustomPlotQt6::QCustomPlotQt6)
    endif()
endforeach()
target_link_libraries(views_window_language_test PRIVATE strata_view_fixtures)
foreach(scale IN ITEMS 1.5 2)
    add_test(NAME views_window_sample_test_at_${scale} COMMAND views_window_sample_test)
    get_test_property(views_window_sample_test ENVIRONMENT environment)
    set_tests_properties(views_window_sample_test_at_${scale} PROPERTIES TIMEOUT 300
        ENVIRONMENT "${environment};QT_SCALE_FACTOR=${scale}")
endforeach()
