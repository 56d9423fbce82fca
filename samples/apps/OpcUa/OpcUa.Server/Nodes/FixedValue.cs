using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Subscriptions;

namespace OpcUa.Server.Nodes;

/// <summary>A value that clients can read, and write if there is a delegate for it. Items receive it once.</summary>
/// <param name="read">Returns the value.</param>
/// <param name="write">Accepts a value; <see langword="null"/> for a read-only value.</param>
/// <param name="valueBytes">The number of bytes that are allocated for each read.</param>
internal sealed class FixedValue(Func<Variant> read, Func<Variant, StatusCode>? write = null, long valueBytes = 0) : IValueSource
{
    public long ValueBytes => valueBytes;

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
