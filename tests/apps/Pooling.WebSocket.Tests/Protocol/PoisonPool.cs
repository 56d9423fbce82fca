namespace Pooling.WebSockets.Protocol;

/// <summary>A pool whose arrays are as short as possible, without stacks, because races rent often.</summary>
/// <param name="faults">The plan that decides which call throws; <see langword="null"/> for none.</param>
internal sealed class PoisonPool(FaultPlan? faults = null)
    : TestArrayPool<byte>(new TestPoolOptions { CaptureStacks = false, Faults = faults })
{
    protected override byte[] CreateArray(int minimumLength)
    {
        var array = new byte[Math.Max(16, minimumLength)];
        FillFresh(array);
        return array;
    }
}
