namespace Pooling.SoakTests.Exploration;

internal delegate bool RingPeek<TRing>(ref TRing ring, out long item) where TRing : struct;
