using Microsoft.Extensions.ObjectPool;

namespace Pooling.Benchmarks.Objects;

/// <summary>An object of exactly 48 bytes on 64 bits: 16 of the runtime, 32 of fields.</summary>
public sealed class Item48 : IResettable
{
    private int _inUse;

    public uint Handle { get; set; }

    public long Value { get; set; }

    public long Time { get; set; }

    public object? Payload { get; set; }

    /// <summary>What the published pool does when it hands an item out.</summary>
    internal void BeginUse() => Volatile.Write(ref _inUse, 1); // pairs with the compare-and-swap in TryEndUse

    /// <summary>The published sentinel: of several returns of one use, the first counts.</summary>
    internal bool TryEndUse() => Interlocked.CompareExchange(ref _inUse, 0, 1) == 1;

    public void Reset()
    {
        Handle = 0;
        Value = 0;
        Time = 0;
        Payload = null;
    }

    public bool TryReset()
    {
        Reset();
        return true;
    }
}
