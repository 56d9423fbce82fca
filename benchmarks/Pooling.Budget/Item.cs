using Microsoft.Extensions.ObjectPool;

namespace Pooling.Budget;

/// <summary>An object of 48 bytes, which is reset when it is returned.</summary>
internal sealed class Item : IResettable
{
    internal long Handle { get; set; }
    internal long Value { get; set; }
    internal long Time { get; set; }
    internal object? Payload { get; set; }

    public bool TryReset()
    {
        Handle = 0;
        Value = 0;
        Time = 0;
        Payload = null;
        return true;
    }
}
