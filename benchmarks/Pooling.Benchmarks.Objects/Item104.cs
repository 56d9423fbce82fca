using Microsoft.Extensions.ObjectPool;

namespace Pooling.Benchmarks.Objects;

/// <summary>An object of exactly 104 bytes on 64 bits: 16 of the runtime, 88 of fields.</summary>
public sealed class Item104 : IResettable
{
    private int _inUse;

    public uint Handle { get; set; }

    public long Value { get; set; }

    public long Status { get; set; }

    public long SourceTime { get; set; }

    public long ServerTime { get; set; }

    public long SourceFraction { get; set; }

    public long ServerFraction { get; set; }

    public long Quality { get; set; }

    public long Sequence { get; set; }

    public object? Payload { get; set; }

    public object? Owner { get; set; }

    /// <summary>What the published pool does when it hands an item out.</summary>
    internal void BeginUse() => Volatile.Write(ref _inUse, 1); // pairs with the compare-and-swap in TryEndUse

    /// <summary>The published sentinel: of several returns of one use, the first counts.</summary>
    internal bool TryEndUse() => Interlocked.CompareExchange(ref _inUse, 0, 1) == 1;

    public void Reset()
    {
        Handle = 0;
        Value = 0;
        Status = 0;
        SourceTime = 0;
        ServerTime = 0;
        SourceFraction = 0;
        ServerFraction = 0;
        Quality = 0;
        Sequence = 0;
        Payload = null;
        Owner = null;
    }

    public bool TryReset()
    {
        Reset();
        return true;
    }
}
