using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Nodes;

/// <summary>A value that clients read, and may write if somebody takes it. Items get it once.</summary>
/// <param name="read">Makes the value.</param>
/// <param name="write">Takes one; <see langword="null"/> if clients only read.</param>
internal sealed class FixedValue(Func<Variant> read, Func<Variant, StatusCode>? write = null) : IValueSource
{
    public DataValue Read()
    {
        DateTime now = DateTime.UtcNow;
        return new DataValue(read(), sourceTimestamp: now, serverTimestamp: now);
    }

    public StatusCode Write(in DataValue value) => write?.Invoke(value.Value) ?? StatusCodes.BadNotWritable;

    public void Attach(MonitoredItem item)
    {
    }

    public void Detach(MonitoredItem item)
    {
    }
}
