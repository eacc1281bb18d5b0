Network tiny {
  Layer CONV1 {
    Type: CONV
    Stride { X: 2, Y: 2 }
    Dimensions { K: 64, C: 3, R: 7, S: 7, Y: 224, X: 224 }
    Dataflow { SpatialMap(1,1) K; TemporalMap(64,64) C; }
  }
  Layer DW { // depthwise
    Type: DSCONV
    Dimensions { K: 1, C: 32, R: 3, S: 3, Y: 58, X: 58 }
  }
  Layer OUT { Type: GEMM Dimensions { M: 1, N: 1000, K: 512 } }
}
